//! Expressions, from the loosest binding to the tightest.

use super::slips::insert;
use super::{Parsed, Parser, is_reserved};
use crate::diagnostic::Diagnostic;
use crate::fix::Fix;
use crate::lexer::{Token, TokenKind};
use crate::span::Span;
use crate::syntax::{
    Combination, Comparison, Expr, ExprKind, Extreme, Membership, Name, Operation, Quantifier, Time,
};

impl Parser<'_> {
    /// Any expression.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.deeper(Self::disjunction)
    }

    fn disjunction(&mut self) -> Parsed<Expr> {
        self.chain("or", Self::conjunction, ExprKind::Or)
    }

    fn conjunction(&mut self) -> Parsed<Expr> {
        self.chain("and", Self::negation, ExprKind::And)
    }

    /// `a word b word c` as one node, however long.
    fn chain(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Parsed<Expr>,
        build: fn(Vec<Expr>) -> ExprKind,
    ) -> Parsed<Expr> {
        let start = self.peek().span;
        let first = part(self)?;
        if !self.at_word(word) {
            return Ok(first);
        }
        let mut height = self.height;
        let mut parts = vec![first];
        while self.take_word(word) {
            parts.push(part(self)?);
            height = height.max(self.height);
        }
        self.built_on(height)?;
        let span = start.to(self.previous_span());
        Ok(Expr {
            span,
            kind: build(parts),
        })
    }

    fn negation(&mut self) -> Parsed<Expr> {
        if !self.at_word("not") {
            return self.comparison();
        }
        let start = self.bump().span;
        let operand = self.deeper(Self::negation)?;
        self.finish(start, ExprKind::Not(Box::new(operand)))
    }

    fn comparison(&mut self) -> Parsed<Expr> {
        let start = self.peek().span;
        let left = self.sum()?;
        let height = self.height;
        if let Some(comparison) = self.opt_comparison() {
            self.no_second_sign()?;
            let middle = self.peek().span;
            let right = self.sum()?;
            let middle = middle.to(self.previous_span());
            self.height = self.height.max(height);
            if self.opt_comparison().is_some() {
                let message = "comparisons cannot be chained";
                let help = "write `a < b and b < c`";
                let span = self.previous_span();
                let again = format!("and {} ", &self.program[middle.range()]);
                let diagnostic = Diagnostic::error("chained-comparison", span, message);
                let fix = insert(span.before(), again);
                self.diagnostics.push(diagnostic.help(help).fix(fix));
                return Err(super::Reported);
            }
            return self.finish(
                start,
                ExprKind::Compare(comparison, Box::new(left), Box::new(right)),
            );
        }
        let membership = if self.at_end_of_promise() {
            return Ok(left);
        } else if self.take_word("in") {
            Membership::In
        } else if self.at_word("not")
            && self
                .peek_second()
                .is_some_and(|token| self.text_of(token) == "in")
        {
            self.bump();
            self.bump();
            Membership::NotIn
        } else {
            return Ok(left);
        };
        let set = self.sum()?;
        let height = self.height.max(height);
        self.height = height;
        if self.take_symbol("..") {
            let high = self.sum()?;
            self.height = self.height.max(height);
            let (left, set, high) = (Box::new(left), Box::new(set), Box::new(high));
            return self.finish(start, ExprKind::InRange(left, membership, set, high));
        }
        self.finish(
            start,
            ExprKind::In(Box::new(left), membership, Box::new(set)),
        )
    }

    /// Signs of other languages: `==`, `=<`, `<>`.
    fn no_second_sign(&mut self) -> Parsed<()> {
        let (first, second) = (self.previous_span(), self.peek());
        let signs = &self.program[first.range().start..second.span.range().end];
        let meant = match signs {
            "==" => "=",
            "=<" => "<=",
            "<>" => "!=",
            _ => return Ok(()),
        };
        let message = format!("`{signs}` is no sign of the language");
        let help = format!("write `{meant}`");
        let span = first.to(second.span);
        let diagnostic = Diagnostic::error("unexpected", span, message);
        let fix = Fix::replace(span, meant);
        self.diagnostics.push(diagnostic.help(help).fix(fix));
        Err(super::Reported)
    }

    fn opt_comparison(&mut self) -> Option<Comparison> {
        let comparison = match self.peek().kind {
            TokenKind::Symbol("=") => Comparison::Equal,
            TokenKind::Symbol("!=") => Comparison::Unequal,
            TokenKind::Symbol("<") => Comparison::Less,
            TokenKind::Symbol("<=") => Comparison::LessOrEqual,
            TokenKind::Symbol(">") => Comparison::Greater,
            TokenKind::Symbol(">=") => Comparison::GreaterOrEqual,
            TokenKind::Symbol(_)
            | TokenKind::Word
            | TokenKind::Number
            | TokenKind::Text
            | TokenKind::Unreadable
            | TokenKind::End => return None,
        };
        self.bump();
        Some(comparison)
    }

    pub(super) fn sum(&mut self) -> Parsed<Expr> {
        self.binary(Self::product, |parser| {
            if parser.take_symbol("+") {
                Some(Binary::Arithmetic(Operation::Add))
            } else if parser.take_symbol("-") {
                Some(Binary::Arithmetic(Operation::Subtract))
            } else if parser.take_word("union") {
                Some(Binary::Combine(Combination::Union))
            } else {
                parser
                    .take_word("without")
                    .then_some(Binary::Combine(Combination::Without))
            }
        })
    }

    fn product(&mut self) -> Parsed<Expr> {
        self.binary(Self::unary, |parser| {
            if parser.take_symbol("*") {
                Some(Binary::Arithmetic(Operation::Multiply))
            } else if parser.take_symbol("/") {
                Some(Binary::Arithmetic(Operation::Divide))
            } else if parser.take_word("mod") {
                Some(Binary::Arithmetic(Operation::Modulo))
            } else {
                parser
                    .take_word("intersect")
                    .then_some(Binary::Combine(Combination::Intersect))
            }
        })
    }

    /// Operators that group to the left.
    fn binary(
        &mut self,
        part: fn(&mut Self) -> Parsed<Expr>,
        operator: fn(&mut Self) -> Option<Binary>,
    ) -> Parsed<Expr> {
        let start = self.peek().span;
        let mut left = part(self)?;
        let mut height = self.height;
        while let Some(binary) = operator(self) {
            let right = Box::new(part(self)?);
            self.height = self.height.max(height);
            left = self.finish(start, binary.build(Box::new(left), right))?;
            height = self.height;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        if !self.at_symbol("-") {
            return self.postfix();
        }
        let start = self.bump().span;
        let operand = self.deeper(Self::unary)?;
        self.finish(start, ExprKind::Negate(Box::new(operand)))
    }

    fn postfix(&mut self) -> Parsed<Expr> {
        let start = self.peek().span;
        let mut expr = self.primary()?;
        while self.take_symbol(".") {
            let height = self.height;
            let name = self.property_name()?;
            let (args, args_height) = self.opt_args()?;
            self.height = height.max(args_height);
            expr = self.finish(
                start,
                ExprKind::Property(Box::new(expr), name, args.unwrap_or_default()),
            )?;
        }
        Ok(expr)
    }

    /// A property may bear any name, even a reserved one that a domain has chosen.
    fn property_name(&mut self) -> Parsed<Name> {
        let token = self.peek();
        if token.kind == TokenKind::Number {
            let message = "there are only whole numbers";
            let help = "for a part of something compare a multiple: `2 * a < 3 * b`";
            self.diagnostics
                .push(Diagnostic::error("bad-number", token.span, message).help(help));
            return Err(super::Reported);
        }
        if token.kind != TokenKind::Word {
            return Err(self.expected("a name after the dot"));
        }
        self.bump();
        Ok(Name {
            text: self.text_of(token).to_owned(),
            span: token.span,
        })
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let token = self.peek();
        let start = token.span;
        let leaf = |kind| Expr { span: start, kind };
        match token.kind {
            TokenKind::Number => {
                self.height = 1;
                Ok(leaf(ExprKind::Number(self.number("a number")?)))
            }
            TokenKind::Symbol("(") => {
                self.bump();
                let inner = self.expr()?;
                self.symbol(")")?;
                Ok(inner)
            }
            TokenKind::Symbol("{") => {
                self.bump();
                let (items, height) = self.list("}")?;
                self.height = height;
                self.finish(start, ExprKind::Set(items))
            }
            TokenKind::Word => match self.text_of(token) {
                "true" | "false" | "our" | "their" => {
                    self.bump();
                    let kind = match self.text_of(token) {
                        "true" => ExprKind::Truth(true),
                        "false" => ExprKind::Truth(false),
                        "our" => ExprKind::Our,
                        _ => ExprKind::Their,
                    };
                    self.height = 1;
                    self.no_gap(token, &kind)?;
                    Ok(leaf(kind))
                }
                "if" => self.conditional(),
                "before" => self.at_time(Time::Before),
                "root" => self.at_time(Time::Root),
                "after" => self.at_time(Time::After),
                "for" => {
                    self.bump();
                    self.word_of("them", "to look from their side write `for them (…)`")?;
                    self.symbol_of("(", "what they see stands in parentheses: `for them (…)`")?;
                    let inner = self.expr()?;
                    self.symbol(")")?;
                    self.finish(start, ExprKind::ForThem(Box::new(inner)))
                }
                "from" if self.words_follow("any", "side") => {
                    self.bump();
                    self.bump();
                    self.bump();
                    let form = "the picture stands in parentheses: `from any side (…)`";
                    self.symbol_of("(", form)?;
                    let inner = self.expr()?;
                    self.symbol(")")?;
                    self.finish(start, ExprKind::AnySide(Box::new(inner)))
                }
                "can" => {
                    self.bump();
                    let (piece, height) = self.piece("the name of a piece of advice or a plan")?;
                    let against = if self.take_word("against") {
                        Some(self.name("the name of a plan")?)
                    } else {
                        None
                    };
                    self.height = height.max(1);
                    self.finish(start, ExprKind::Can(piece, against))
                }
                _ => self.quantified_or_name(),
            },
            TokenKind::Text | TokenKind::Symbol(_) | TokenKind::Unreadable | TokenKind::End => {
                Err(self.expected("a condition or a value"))
            }
        }
    }

    /// `our king`, as one says it, lacks the dot.
    fn no_gap(&mut self, side: Token, kind: &ExprKind) -> Parsed<()> {
        let next = self.peek();
        let is_operator = matches!(
            self.text_of(next),
            "union" | "intersect" | "without" | "where"
        );
        if !matches!(kind, ExprKind::Our | ExprKind::Their)
            || next.starts_line
            || is_operator
            || !self.at_name()
        {
            return Ok(());
        }
        let (side, thing) = (self.text_of(side), self.text_of(next));
        Err(self.expected_fixed(
            &format!("`.` after `{side}`"),
            &format!("write `{side}.{thing}`"),
            self.missing_symbol("."),
        ))
    }

    /// `before.X`, where X may be a name, a call, a property or anything in parentheses.
    fn at_time(&mut self, time: Time) -> Parsed<Expr> {
        let start = self.bump().span;
        let word = time.word();
        let thing = if self.at_name() {
            self.text_of(self.peek())
        } else {
            "room"
        };
        self.symbol_of(".", &format!("write `{word}.{thing}`"))?;
        let of = self.deeper(Self::postfix)?;
        self.finish(start, ExprKind::At(time, Box::new(of)))
    }

    fn conditional(&mut self) -> Parsed<Expr> {
        let start = self.peek().span;
        let mut cases = Vec::new();
        let mut height = 0;
        loop {
            self.word("if")?;
            let condition = self.expr()?;
            height = height.max(self.height);
            self.word_of("then", "write `if … then … else …`")?;
            let value = self.expr()?;
            height = height.max(self.height);
            cases.push((condition, value));
            if !self.take_word("else") {
                self.height = height;
                return self.finish(start, ExprKind::If(cases, None));
            }
            if !self.at_word("if") {
                break;
            }
        }
        let otherwise = self.expr()?;
        self.height = self.height.max(height);
        self.finish(start, ExprKind::If(cases, Some(Box::new(otherwise))))
    }

    /// `some s in set : …` if a variable follows, else a name or a call.
    fn quantified_or_name(&mut self) -> Parsed<Expr> {
        let start = self.peek().span;
        let word = self.text_of(self.peek());
        let quantifier = Quantifier::ALL
            .into_iter()
            .find(|quantifier| quantifier.word() == word);
        let extreme = match quantifier {
            Some(Quantifier::Least) => Some(Extreme::Least),
            Some(Quantifier::Greatest) => Some(Extreme::Greatest),
            Some(_) | None => None,
        };
        if let Some(extreme) = extreme.filter(|_| self.words_follow("over", "moves")) {
            self.bump();
            self.bump();
            self.bump();
            self.symbol_of(":", &format!("write `{word} over moves : …`"))?;
            let body = Box::new(self.expr()?);
            return self.finish(start, ExprKind::OverMoves(extreme, body));
        }
        if let Some(quantifier) = quantifier.filter(|_| self.variable_follows()) {
            self.bump();
            let variable = self.new_name("a name for the item")?;
            let form = format!("write `{word} s in … : …`");
            self.word_of("in", &form)?;
            let set = if self.at_word("moves") {
                self.deeper(Self::moves_of_plan)?
            } else {
                self.deeper(Self::sum)?
            };
            let height = self.height;
            self.symbol_of(":", &form)?;
            let body = self.expr()?;
            self.height = self.height.max(height);
            let (set, body) = (Box::new(set), Box::new(body));
            return self.finish(start, ExprKind::Quantified(quantifier, variable, set, body));
        }
        self.no_other_quantifier(word)?;
        let name = self.name("a condition or a value")?;
        let (args, height) = self.opt_args()?;
        self.height = height;
        match args {
            Some(args) => self.finish(start, ExprKind::Call(name, args)),
            None => {
                self.height = 1;
                Ok(Expr {
                    span: start,
                    kind: ExprKind::Name(name),
                })
            }
        }
    }

    /// Do these two words come after the next one?
    fn words_follow(&self, second: &str, third: &str) -> bool {
        let is = |at: usize, word: &str| {
            let token = self.tokens.get(self.at + at);
            token.is_some_and(|token| self.text_of(*token) == word)
        };
        is(1, second) && is(2, third)
    }

    /// `moves(p)`, which is a word of the language everywhere else.
    fn moves_of_plan(&mut self) -> Parsed<Expr> {
        let token = self.bump();
        let name = Name {
            text: self.text_of(token).to_owned(),
            span: token.span,
        };
        match self.opt_args()? {
            (Some(args), height) => {
                self.height = height;
                self.finish(token.span, ExprKind::Call(name, args))
            }
            (None, _) => Err(self.expected_in("`(`", "write `some m in moves(p) : …`")),
        }
    }

    /// `all s in set : …` and the like, as other books say it.
    fn no_other_quantifier(&mut self, word: &str) -> Parsed<()> {
        let meant = match word {
            "all" | "each" | "forall" => "every",
            "any" | "exists" => "some",
            "no" | "none" => "not some",
            _ => return Ok(()),
        };
        let third = self
            .tokens
            .get(self.at + 2)
            .map(|token| self.text_of(*token));
        if third != Some("in") {
            return Ok(());
        }
        Err(self.report_expected(
            "a condition or a value",
            Some(format!("write `{meant} s in … : …`")),
            Some(Fix::replace(self.peek().span, meant)),
        ))
    }

    /// Does a variable follow, so that `sum` in `sum s in set : …` is a quantifier? In `sum and a`, or in
    /// `let a = sum` before a line that begins with any word, it is a name.
    fn variable_follows(&self) -> bool {
        let Some(second) = self
            .peek_second()
            .filter(|token| token.kind == TokenKind::Word)
        else {
            return false;
        };
        let word = self.text_of(second);
        let third_is_in = self
            .tokens
            .get(self.at + 2)
            .is_some_and(|token| self.text_of(*token) == "in");
        let is_operator = matches!(word, "union" | "intersect" | "without" | "where" | "move");
        (third_is_in && word != "not") || !(second.starts_line || is_operator || is_reserved(word))
    }

    /// `(a, b)`, and the height of the highest.
    pub(super) fn opt_args(&mut self) -> Parsed<(Option<Vec<Expr>>, usize)> {
        if !self.take_symbol("(") {
            return Ok((None, 0));
        }
        let (args, height) = self.list(")")?;
        Ok((Some(args), height))
    }

    fn list(&mut self, close: &str) -> Parsed<(Vec<Expr>, usize)> {
        let mut items = Vec::new();
        let mut height = 0;
        while !self.at_symbol(close) {
            items.push(self.expr()?);
            height = height.max(self.height);
            if !self.take_symbol(",") {
                break;
            }
        }
        if !self.at_symbol(close) {
            let form = format!("between two values stands a comma, after the last one `{close}`");
            let fix = self.missing_comma(Some(close));
            return Err(self.expected_fixed(&format!("`,` or `{close}`"), &form, fix));
        }
        self.bump();
        Ok((items, height))
    }

    /// A node from `start` to the last token taken, on parts whose height is in `self.height`.
    fn finish(&mut self, start: Span, kind: ExprKind) -> Parsed<Expr> {
        self.built_on(self.height)?;
        Ok(Expr {
            span: start.to(self.previous_span()),
            kind,
        })
    }
}

/// An operator between two operands.
enum Binary {
    Arithmetic(Operation),
    Combine(Combination),
}

impl Binary {
    fn build(self, left: Box<Expr>, right: Box<Expr>) -> ExprKind {
        match self {
            Binary::Arithmetic(operation) => ExprKind::Arithmetic(operation, left, right),
            Binary::Combine(combination) => ExprKind::Combine(combination, left, right),
        }
    }
}
