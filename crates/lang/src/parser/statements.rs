//! Statements, and going on after one that cannot be read.

use super::{Parsed, Parser, REASONER_WORDS, Reported, STATEMENT_WORDS};
use crate::diagnostic::{Diagnostic, nearest};
use crate::lexer::TokenKind;
use crate::span::Span;
use crate::syntax::{
    Advice, Claim, Definition, DefinitionKeyword, Depth, Entry, Example, Expectation, Field, FieldKind,
    MovesDefinition, Name, Parameter, Promise, Rule, Statement, StatementKind, Table, Unit,
};

/// Words that begin a line of a piece of advice.
const FIELD_WORDS: [&str; 7] = ["better", "holding", "us", "them", "within", "convention", "because"];

impl Parser<'_> {
    /// All statements of all blocks.
    pub(super) fn program(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        while self.at + 1 < self.tokens.len() || self.peek().kind != TokenKind::End {
            if self.peek().kind == TokenKind::End {
                self.bump();
                continue;
            }
            let (at, start) = (self.at, self.peek().span);
            self.depth = 0;
            match self.statement(statements.is_empty()) {
                Ok(kind) => {
                    statements.push(Statement { span: start.to(self.previous_span()), kind });
                    self.end_of_statement();
                }
                Err(Reported) => self.skip_to_statement(at),
            }
        }
        statements
    }

    /// What follows a statement must begin the next one, on a line of its own.
    fn end_of_statement(&mut self) {
        if self.peek().kind != TokenKind::End && !self.peek().starts_line {
            self.expected("the end of the line");
            self.skip_to_statement(self.at);
        }
    }

    /// Skips at least one token, then up to a line that begins a statement, or to the end of the block.
    fn skip_to_statement(&mut self, from: usize) {
        if self.at == from {
            self.bump();
        }
        while self.peek().kind != TokenKind::End && !self.at_statement() {
            self.bump();
        }
    }

    fn at_statement(&self) -> bool {
        let token = self.peek();
        token.starts_line && token.kind == TokenKind::Word && {
            let word = self.text_of(token);
            word == "claim" || STATEMENT_WORDS.contains(&word) || REASONER_WORDS.contains(&word)
        }
    }

    fn statement(&mut self, is_first: bool) -> Parsed<StatementKind> {
        let token = self.peek();
        if token.kind != TokenKind::Word {
            return Err(self.expected("a statement"));
        }
        let word = self.text_of(token);
        match word {
            "import" => {
                self.bump();
                Ok(StatementKind::Import(self.name("the name of a library")?))
            }
            "convention" => {
                self.bump();
                Ok(StatementKind::Convention(self.name("the name of a convention")?))
            }
            "let" | "def" => self.definition(),
            "moves" => self.moves_definition(),
            "advice" => self.advice(),
            "table" => self.table(),
            "example" => self.example(),
            "claim" => self.claim(),
            _ if REASONER_WORDS.contains(&word) => {
                let message = format!("`{word}` is kept for the reasoner, which this version does not have");
                let help = "write `advice` for a piece of advice, `def` for a definition";
                self.diagnostics
                    .push(Diagnostic::error("reserved-statement", token.span, message).help(help));
                Err(Reported)
            }
            _ if is_first => self.title(),
            _ => self.header_line(),
        }
    }

    fn title(&mut self) -> Parsed<StatementKind> {
        let second = self.peek_second().map(|token| token.kind);
        if !matches!(second, Some(TokenKind::Text | TokenKind::Word)) {
            return Err(self.not_a_statement());
        }
        let opening = self.bump();
        let opening = Name { text: self.text_of(opening).to_owned(), span: opening.span };
        let game = if opening.text == "library" { Some(self.name("the game of the library")?) } else { None };
        let title = self.text("the title, in quotation marks")?;
        Ok(StatementKind::Title { opening, game, title })
    }

    /// A line of the domain's own words. Which words it has, the checker knows.
    fn header_line(&mut self) -> Parsed<StatementKind> {
        let starts = self.peek();
        let is_side = matches!(self.text_of(starts), "us" | "them");
        let mut words = Vec::new();
        let at = self.at;
        loop {
            let token = self.peek();
            if token.kind != TokenKind::Word || (token.starts_line && !words.is_empty()) {
                break;
            }
            self.bump();
            words.push(Name { text: self.text_of(token).to_owned(), span: token.span });
        }
        let ends_line = self.peek().kind == TokenKind::End || self.peek().starts_line;
        if ends_line && (is_side || words.len() > 1) {
            return Ok(StatementKind::Header(words));
        }
        self.at = at;
        Err(self.not_a_statement())
    }

    fn not_a_statement(&mut self) -> Reported {
        let token = self.peek();
        let word = self.text_of(token);
        let message = format!("expected a statement, found `{word}`");
        let words = STATEMENT_WORDS.into_iter().chain(["claim", "endgame", "library"]);
        let help = match nearest(word, words) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "a statement begins with `let`, `def`, `moves`, `advice`, `table`, `example` or `claim`"
                .into(),
        };
        self.diagnostics.push(Diagnostic::error("not-a-statement", token.span, message).help(help));
        Reported
    }

    fn definition(&mut self) -> Parsed<StatementKind> {
        let keyword = self.bump();
        let keyword = match self.text_of(keyword) {
            "let" => DefinitionKeyword::Let,
            _ => DefinitionKeyword::Def,
        };
        let name = self.name("the name to define")?;
        let start = self.peek().span;
        let parameters = self.opt_parameters()?;
        if keyword == DefinitionKeyword::Let && !parameters.is_empty() {
            let message = "`let` names a thing and takes no parameters";
            let help = format!("write `def {}(…) = …`", name.text);
            self.diagnostics.push(Diagnostic::error("let-parameters", start, message).help(help));
        }
        self.symbol("=")?;
        let body = self.expr()?;
        let means =
            if self.take_word("means") { Some(self.template("a text, in quotation marks")?) } else { None };
        Ok(StatementKind::Definition(Definition { keyword, name, parameters, body, means }))
    }

    fn opt_parameters(&mut self) -> Parsed<Vec<Parameter>> {
        let mut parameters = Vec::new();
        if !self.take_symbol("(") {
            return Ok(parameters);
        }
        while !self.at_symbol(")") {
            let name = self.name("the name of a parameter")?;
            let ty = if self.take_symbol(":") { Some(self.name("a type, such as `number`")?) } else { None };
            parameters.push(Parameter { name, ty });
            if !self.take_symbol(",") {
                break;
            }
        }
        self.symbol(")")?;
        Ok(parameters)
    }

    fn moves_definition(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let name = self.name("the name to define")?;
        let parameters = self.opt_parameters()?;
        self.symbol("=")?;
        let body = self.constraint()?;
        Ok(StatementKind::Moves(MovesDefinition { name, parameters, body }))
    }

    fn advice(&mut self) -> Parsed<StatementKind> {
        let start = self.bump().span;
        let name = self.name("the name of the piece of advice")?;
        self.symbol("{")?;
        let doc = if self.peek().kind == TokenKind::Text { Some(self.text("a text")?) } else { None };
        let mut fields = Vec::new();
        while !self.at_symbol("}") {
            if self.at_end_of_braces(start) {
                return Err(Reported);
            }
            let (at, field_start) = (self.at, self.peek().span);
            match self.field() {
                Ok(kind) => fields.push(Field { span: field_start.to(self.previous_span()), kind }),
                Err(Reported) => self.skip_in_braces(at, &FIELD_WORDS),
            }
        }
        self.symbol("}")?;
        Ok(StatementKind::Advice(Advice { name, doc, fields }))
    }

    fn field(&mut self) -> Parsed<FieldKind> {
        let token = self.peek();
        let word = if token.kind == TokenKind::Word { self.text_of(token) } else { "" };
        if !FIELD_WORDS.contains(&word) {
            return Err(self.expected_one_of(&FIELD_WORDS));
        }
        self.bump();
        match word {
            "better" => Ok(FieldKind::Better(self.expr()?)),
            "holding" => Ok(FieldKind::Holding(self.expr()?)),
            "us" => Ok(FieldKind::Us(self.constraint()?)),
            "them" => Ok(FieldKind::Them(self.constraint()?)),
            "within" => Ok(FieldKind::Within(self.depth_bound()?)),
            "convention" => Ok(FieldKind::Convention(self.name("the name of a convention")?)),
            _ => Ok(FieldKind::Because(self.template("a text, in quotation marks")?)),
        }
    }

    fn depth_bound(&mut self) -> Parsed<Depth> {
        let start = self.peek().span;
        let count = self.number("a number of moves or plies")?;
        let unit = if self.take_word("move") || self.take_word("moves") {
            Unit::Moves
        } else if self.take_word("ply") || self.take_word("plies") {
            Unit::Plies
        } else {
            return Err(self.expected_one_of(&["moves", "plies"]));
        };
        Ok(Depth { count, unit, span: start.to(self.previous_span()) })
    }

    fn table(&mut self) -> Parsed<StatementKind> {
        let start = self.bump().span;
        let mut header = Vec::new();
        if self.take_word("for") {
            while self.peek().kind == TokenKind::Word {
                let token = self.bump();
                header.push(Name { text: self.text_of(token).to_owned(), span: token.span });
            }
        }
        self.symbol("{")?;
        let mut rules = Vec::new();
        while !self.at_symbol("}") {
            if self.at_end_of_braces(start) {
                return Err(Reported);
            }
            let (at, rule_start) = (self.at, self.peek().span);
            match self.rule(rule_start) {
                Ok(rule) => rules.push(rule),
                Err(Reported) => self.skip_in_braces(at, &["if", "otherwise"]),
            }
        }
        self.symbol("}")?;
        Ok(StatementKind::Table(Table { header, rules }))
    }

    fn rule(&mut self, start: Span) -> Parsed<Rule> {
        let condition = if self.take_word("if") {
            let condition = self.expr()?;
            self.word("then")?;
            Some(condition)
        } else if self.take_word("otherwise") {
            None
        } else {
            return Err(self.expected_one_of(&["if", "otherwise"]));
        };
        let mut entries = Vec::new();
        loop {
            let name = self.name("the name of a piece of advice")?;
            let guard = if self.take_word("when") { Some(self.expr()?) } else { None };
            entries.push(Entry { name, guard });
            if !self.take_symbol(",") {
                break;
            }
        }
        let because =
            if self.take_word("because") { Some(self.template("a text, in quotation marks")?) } else { None };
        Ok(Rule { span: start.to(self.previous_span()), condition, entries, because })
    }

    /// Has the block or the next statement come before the closing brace?
    fn at_end_of_braces(&mut self, start: Span) -> bool {
        let lost = self.peek().kind == TokenKind::End
            || (self.at_statement() && !FIELD_WORDS.contains(&self.text_of(self.peek())));
        if lost {
            let span = self.previous_span();
            let message = "expected `}` before this point";
            self.diagnostics.push(Diagnostic::error("open-brace", span, message).see(start, "opened here"));
        }
        lost
    }

    /// Skips at least one token, then up to a line that begins with one of the words, or out of the braces.
    fn skip_in_braces(&mut self, from: usize, words: &[&str]) {
        if self.at == from {
            self.bump();
        }
        while self.peek().kind != TokenKind::End && !self.at_symbol("}") && !self.at_statement() {
            let token = self.peek();
            if token.starts_line && token.kind == TokenKind::Word && words.contains(&self.text_of(token)) {
                break;
            }
            self.bump();
        }
    }

    fn example(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let position = self.text("a position, in quotation marks")?;
        let mut expects = Vec::new();
        loop {
            if self.take_word("fires") {
                expects.push(Expectation::Fires(self.name("the name of a piece of advice")?));
            } else if self.take_word("fails") {
                expects.push(Expectation::Fails(self.name("the name of a piece of advice")?));
            } else if self.take_word("plays") {
                expects.push(Expectation::Plays(self.text("a move, in quotation marks")?));
            } else if self.take_word("shows") {
                expects.push(Expectation::Shows(self.expr()?));
                break;
            } else {
                return Err(self.expected_one_of(&["fires", "fails", "plays", "shows"]));
            }
            if !self.take_word("and") {
                break;
            }
        }
        Ok(StatementKind::Example(Example { position, expects }))
    }

    fn claim(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let promise = if self.take_word("wins") {
            self.word("from")?;
            self.word("every")?;
            self.word("position")?;
            Promise::Wins
        } else if self.take_word("keeps") {
            self.word("every")?;
            if self.take_word("win") {
                Promise::KeepsWins
            } else if self.take_word("draw") {
                Promise::KeepsDraws
            } else {
                return Err(self.expected_one_of(&["win", "draw"]));
            }
        } else if self.take_word("never") {
            if self.take_word("loses") {
                self.word("the")?;
                Promise::NeverLoses(self.name("a kind of man")?)
            } else {
                Promise::Never(self.expr()?)
            }
        } else {
            return Err(self.expected_one_of(&["wins", "keeps", "never"]));
        };
        let within = if self.take_word("within") { Some(self.depth_bound()?) } else { None };
        let condition = if self.take_word("where") { Some(self.expr()?) } else { None };
        Ok(StatementKind::Claim(Claim { promise, within, condition }))
    }
}
