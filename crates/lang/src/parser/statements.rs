//! Statements, and going on after one that cannot be read.

use super::slips::insert;
use super::{Parsed, Parser, REASONER_WORDS, Reported, STATEMENT_WORDS, is_reserved};
use crate::diagnostic::{Diagnostic, nearest};
use crate::fix::{Edit, Fix};
use crate::lexer::TokenKind;
use crate::span::Span;
use crate::syntax::{
    Definition, DefinitionKeyword, Example, Expr, ExprKind, HypothesisKeyword, MethodKeyword, Name,
    RemarkKind, Statement, StatementKind, Text, Unit, Unread, WrittenDepth, WrittenExpectation,
    WrittenMoves, WrittenParameter,
};

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
            (self.depth, self.begun, self.defines) = (0, at, None);
            let statement = self.statement(statements.is_empty());
            let span = start.to(self.previous_span());
            let is_whole = match &statement {
                Ok(kind) => self.end_of_statement() || !is_definition(kind),
                Err(Reported) => {
                    self.skip_to_statement(at);
                    false
                }
            };
            match statement {
                Ok(kind) if is_whole => statements.push(Statement { span, kind }),
                Ok(_) | Err(Reported) => {
                    let span = start.to(self.previous_span());
                    let name = self.defines.take();
                    self.unread.push(Unread { span, name });
                }
            }
        }
        statements
    }

    /// What follows a statement must begin the next one, on a line of its own. If it does not, the statement
    /// may mean something else than was read.
    fn end_of_statement(&mut self) -> bool {
        let next = self.peek();
        if next.kind == TokenKind::End || next.starts_line {
            return true;
        }
        if next.kind == TokenKind::Word && begins_statement(self.text_of(next)) {
            let form = "begin each statement on a line of its own";
            let fix = Fix::new("begin a line here", vec![Edit::new(self.gap(), "\n")]);
            self.expected_fixed("the end of the line", form, Some(fix));
            return true;
        }
        self.expected("the end of the line");
        self.skip_to_statement(self.at);
        false
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

    pub(super) fn at_statement(&self) -> bool {
        let token = self.peek();
        token.starts_line && token.kind == TokenKind::Word && begins_statement(self.text_of(token))
    }

    fn statement(&mut self, is_first: bool) -> Parsed<StatementKind> {
        let token = self.peek();
        if token.kind != TokenKind::Word {
            return Err(self.expected_in("a statement", STATEMENTS_BEGIN));
        }
        let word = self.text_of(token);
        match word {
            "import" => {
                self.bump();
                Ok(StatementKind::Import(self.name("the name of a library")?))
            }
            "convention" => {
                self.bump();
                Ok(StatementKind::Convention(
                    self.name("the name of a convention")?,
                ))
            }
            "let" | "def" => self.definition(),
            "moves" => self.moves_definition(),
            "advice" => self.advice(),
            "table" => self.table(),
            "example" => self.example(),
            "positions" => self.positions(),
            "gain" => self.remark_statement(RemarkKind::Gain),
            "slip" => self.remark_statement(RemarkKind::Slip),
            "claim" => self.claim(),
            "plan" => self.plan(),
            "hypothesis" => self.hypothesis(HypothesisKeyword::Hypothesis),
            "object" => self.hypothesis(HypothesisKeyword::Object),
            "lemma" => self.method(MethodKeyword::Lemma),
            "method" => self.method(MethodKeyword::Method),
            "referee" => self.method(MethodKeyword::Referee),
            // Where the title is missing, the header stands first.
            "us" | "them"
                if self
                    .peek_second()
                    .is_some_and(|second| second.kind == TokenKind::Word) =>
            {
                self.header_line()
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
        let opening = Name {
            text: self.text_of(opening).to_owned(),
            span: opening.span,
        };
        let game = if opening.text == "library" {
            Some(self.name("the game of the library")?)
        } else {
            None
        };
        let title = if self.peek().kind == TokenKind::Word && !self.peek().starts_line {
            self.title_without_marks()
        } else {
            self.text("the title, in quotation marks")?
        };
        Ok(StatementKind::Title {
            opening,
            game,
            title,
        })
    }

    /// The words of the line are the title; what is missing is reported.
    fn title_without_marks(&mut self) -> Text {
        let start = self.peek().span;
        while self.peek().kind != TokenKind::End && !self.peek().starts_line {
            self.bump();
        }
        let span = start.to(self.previous_span());
        let value = self.program[span.range()].to_owned();
        let message = "the title stands between quotation marks";
        let help = format!("write \"{value}\"");
        let has_marks = value.contains(['"', '\\']);
        let fix = (!has_marks).then(|| Fix::around(span, "\"", "\""));
        let diagnostic = Diagnostic::error("unexpected", span, message);
        self.diagnostics.push(diagnostic.help(help).fix(fix));
        Text { value, span }
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
            words.push(Name {
                text: self.text_of(token).to_owned(),
                span: token.span,
            });
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
        let second = self.peek_second().filter(|second| !second.starts_line);
        let is_equation =
            second.is_some_and(|second| self.text_of(second) == "=") && !is_reserved(word);
        // What was to be defined, with a misspelt word before it or with none.
        let defined = if is_equation { Some(token) } else { second };
        self.defines = defined
            .filter(|defined| defined.kind == TokenKind::Word)
            .map(|defined| Name {
                text: self.text_of(defined).to_owned(),
                span: defined.span,
            });
        self.diagnostics.push(if is_equation {
            let diagnostic = not_a_statement(word, token.span);
            Diagnostic {
                fixes: vec![insert(token.span.before(), "def ".into())],
                ..diagnostic.help(format!("to define it write `def {word} = …`"))
            }
        } else {
            not_a_statement(word, token.span)
        });
        Reported
    }

    fn definition(&mut self) -> Parsed<StatementKind> {
        let begins = self.bump();
        let keyword = match self.text_of(begins) {
            "let" => DefinitionKeyword::Let,
            _ => DefinitionKeyword::Def,
        };
        let name = self.new_name("the name to define")?;
        self.defines = Some(name.clone());
        let start = self.peek().span;
        let parameters = self.opt_parameters()?;
        if keyword == DefinitionKeyword::Let && !parameters.is_empty() {
            let message = "`let` names a thing and takes no parameters";
            let help = format!("write `def {}(…) = …`", name.text);
            let diagnostic = Diagnostic::error("let-parameters", start, message);
            let fix = Fix::replace(begins.span, "def");
            self.diagnostics.push(diagnostic.help(help).fix(fix));
        }
        self.symbol_of("=", "a definition is written `def room = …`")?;
        let body = self.expr()?;
        let means = if self.take_word("means") {
            Some(self.template("a text, in quotation marks")?)
        } else {
            None
        };
        let means_not = if means.is_some() && self.take_word("else") {
            Some(self.template("a text for when it is false, in quotation marks")?)
        } else {
            None
        };
        Ok(StatementKind::Definition(Definition {
            keyword,
            name,
            parameters,
            body,
            means,
            means_not,
        }))
    }

    fn type_name(&mut self) -> Parsed<Name> {
        // The one type that begins a statement elsewhere.
        if self.at_word("plan") {
            let token = self.bump();
            return Ok(Name {
                text: self.text_of(token).to_owned(),
                span: token.span,
            });
        }
        self.name("a type, such as `number`")
    }

    pub(super) fn opt_parameters(&mut self) -> Parsed<Vec<WrittenParameter>> {
        let mut parameters = Vec::new();
        if !self.take_symbol("(") {
            return Ok(parameters);
        }
        while !self.at_symbol(")") {
            let name = self.new_name("the name of a parameter")?;
            let ty = if self.take_symbol(":") {
                Some(self.type_name()?)
            } else {
                None
            };
            parameters.push(WrittenParameter { name, ty });
            if !self.take_symbol(",") {
                break;
            }
        }
        self.symbol(")")?;
        Ok(parameters)
    }

    fn moves_definition(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let name = self.new_name("the name to define")?;
        self.defines = Some(name.clone());
        let parameters = self.opt_parameters()?;
        self.symbol_of("=", "a move constraint is written `moves first = …`")?;
        let body = self.constraint()?;
        Ok(StatementKind::Moves(WrittenMoves {
            name,
            parameters,
            body,
        }))
    }

    pub(super) fn depth_bound(&mut self) -> Parsed<WrittenDepth> {
        let start = self.peek().span;
        // A word for a number is a slip, also where a parameter may stand.
        let is_parameter =
            self.has_parameters && self.at_name() && !NUMBERS.contains(&self.text_of(self.peek()));
        if self.peek().kind != TokenKind::Number && !is_parameter {
            let word = self.text_of(self.peek());
            let number = NUMBERS.iter().position(|number| *number == word);
            let fix = number.map(|idx| Fix::replace(start, (idx + 1).to_string()));
            let what = "a number of moves or plies";
            return Err(self.expected_fixed(what, "write `within 3 moves`", fix));
        }
        let count = match self.has_parameters {
            true => self.deeper(Self::sum)?,
            false => {
                let number = self.number("a number of moves or plies")?;
                Expr {
                    span: start,
                    kind: ExprKind::Number(number),
                }
            }
        };
        let unit = if self.take_word("move") || self.take_word("moves") {
            Unit::Moves
        } else if self.take_word("ply") || self.take_word("plies") {
            Unit::Plies
        } else {
            let token = self.peek();
            let fix = if token.starts_line || token.kind != TokenKind::Word {
                insert(self.previous_span().after(), " moves".into())
            } else {
                Fix::replace(token.span, "moves")
            };
            let form = Some("write `within 3 moves`");
            return Err(self.expected_word(&["moves", "plies"], form, Some(fix)));
        };
        Ok(WrittenDepth {
            count,
            unit,
            shortest_first: false,
            span: start.to(self.previous_span()),
        })
    }

    fn example(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let form =
            "write `example \"…\" fires squeeze`, with the position between the quotation marks";
        if self.peek().kind != TokenKind::Text {
            return Err(self.expected_in("a position, in quotation marks", form));
        }
        let position = self.text("a position, in quotation marks")?;
        let mut expects = Vec::new();
        loop {
            if self.take_word("fires") {
                let (piece, _) = self.piece("the name of a piece of advice")?;
                expects.push(WrittenExpectation::Fires(piece));
            } else if self.take_word("fails") {
                let (piece, _) = self.piece("the name of a piece of advice")?;
                expects.push(WrittenExpectation::Fails(piece));
            } else if self.take_word("plays") {
                expects.push(WrittenExpectation::Plays(
                    self.text("a move, in quotation marks")?,
                ));
            } else if self.take_word("shows") {
                expects.push(WrittenExpectation::Shows(self.expr()?));
                break;
            } else {
                let form = "say what is expected of the position: `fires squeeze`, `plays \"Ra8\"`";
                return Err(self.expected_one_of(&["fires", "fails", "plays", "shows"], Some(form)));
            }
            if !self.take_word("and") {
                break;
            }
        }
        Ok(StatementKind::Example(Example { position, expects }))
    }
}

const STATEMENTS_BEGIN: &str = "a statement begins with `let`, `def`, `moves`, `advice`, `gain`, `slip`, `table`, `positions`, `example` or `claim`; for the reasoner, with `hypothesis`, `plan`, `lemma`, `method` or `referee`";

/// Numbers that people write as words.
const NUMBERS: [&str; 10] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

/// Does a word begin a statement?
pub(crate) fn begins_statement(word: &str) -> bool {
    matches!(word, "claim" | "positions" | "gain" | "slip")
        || STATEMENT_WORDS.contains(&word)
        || REASONER_WORDS.contains(&word)
}

/// Does it give a name to an expression or a constraint?
fn is_definition(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Definition(_) | StatementKind::Moves(_))
}

/// Says that no statement begins with a word, and which one was probably meant.
pub(crate) fn not_a_statement(word: &str, span: Span) -> Diagnostic {
    let words = STATEMENT_WORDS.into_iter().chain(REASONER_WORDS).chain([
        "claim",
        "positions",
        "gain",
        "slip",
        "endgame",
        "library",
    ]);
    let message = format!("expected a statement, found `{word}`");
    Diagnostic::error("not-a-statement", span, message)
        .meant(span, nearest(word, words), || STATEMENTS_BEGIN.into())
}
