//! Move constraints: a source of moves, then words that narrow or sort it, then `then`.

use super::{Parsed, Parser};
use crate::fix::Fix;
use crate::lexer::TokenKind;
use crate::span::Span;
use crate::syntax::{Constraint, ConstraintKind, Expr, Order};

impl Parser<'_> {
    /// Any constraint: `a then b`, with or without a comma before `then`.
    pub(super) fn constraint(&mut self) -> Parsed<Constraint> {
        let first = self.deeper(Self::narrowed)?;
        if !self.at_then() {
            return Ok(first);
        }
        let mut height = self.height;
        let mut parts = vec![first];
        while self.at_then() {
            self.take_symbol(",");
            self.bump();
            parts.push(self.deeper(Self::narrowed)?);
            height = height.max(self.height);
        }
        let start = parts[0].span;
        self.height = height;
        self.finish_constraint(start, ConstraintKind::Then(parts))
    }

    fn at_then(&self) -> bool {
        self.at_word("then") || self.at_comma_and("then")
    }

    /// `first`, with or without a comma before it. It does not begin a line without one.
    fn at_first(&self) -> bool {
        (self.at_word("first") && !self.peek().starts_line) || self.at_comma_and("first")
    }

    fn at_comma_and(&self, word: &str) -> bool {
        self.at_symbol(",")
            && self
                .peek_second()
                .is_some_and(|token| self.text_of(token) == word)
    }

    /// A source and what narrows or sorts it, from left to right.
    fn narrowed(&mut self) -> Parsed<Constraint> {
        let mut constraint = self.source()?;
        loop {
            let start = constraint.span;
            let height = self.height;
            let kind = if self.take_word("that") {
                let are = self.at_word("are");
                if are {
                    self.bump();
                }
                ConstraintKind::That(Box::new(constraint), are, self.expr()?)
            } else if self.take_word("when") {
                ConstraintKind::When(Box::new(constraint), self.expr()?)
            } else if self.take_word("by") {
                let order = if self.take_word("largest") {
                    Order::LargestFirst
                } else {
                    Order::SmallestFirst
                };
                ConstraintKind::By(Box::new(constraint), order, self.expr()?)
            } else if self.take_word("going") {
                let mut directions = vec![self.name("a direction")?];
                while self.at_symbol(",") && !self.at_then() && !self.at_first() {
                    self.bump();
                    directions.push(self.name("a direction")?);
                }
                ConstraintKind::Going(Box::new(constraint), directions)
            } else if self.at_first() {
                self.take_symbol(",");
                self.bump();
                ConstraintKind::First(Box::new(constraint), self.expr()?)
            } else {
                return Ok(constraint);
            };
            self.height = self.height.max(height);
            constraint = self.finish_constraint(start, kind)?;
        }
    }

    fn source(&mut self) -> Parsed<Constraint> {
        let start = self.peek().span;
        self.height = 1;
        if self.take_symbol("(") {
            let inner = self.deeper(Self::constraint)?;
            self.symbol(")")?;
            return Ok(inner);
        }
        let kind = if self.take_word("any") {
            ConstraintKind::Any
        } else if self.take_word("none") {
            ConstraintKind::None
        } else if self.at_word("moves") && !self.peek().starts_line {
            self.bump();
            if !self.take_word("of") {
                let (moves, token) = (self.previous_span(), self.peek());
                let man = self.at_name().then(|| self.text_of(token));
                let fix = man
                    .filter(|_| !token.starts_line)
                    .map(|man| Fix::replace(moves.to(token.span), format!("{man} moves")));
                let form = match man {
                    Some(man) => format!("write `{man} moves`, or `moves of` and a place"),
                    None => "write `moves of` and a place".into(),
                };
                return Err(self.expected_fixed("`of`", &form, fix));
            }
            ConstraintKind::Of(self.expr()?)
        } else if self.at_name() {
            let name = self.name("a kind of move")?;
            // `moves` at the start of a line begins the next statement.
            if self.at_word("moves") && !self.peek().starts_line {
                self.bump();
                ConstraintKind::Man(name)
            } else if self.take_word("walks") {
                self.word_of("to", "write `walks to …`")?;
                let targets = self.expr()?;
                let height = self.height;
                // `within` at the start of a line is the next field of a piece of advice.
                let has_length = !self.peek().starts_line && self.take_word("within");
                let within = if has_length {
                    Some(self.number_of_moves()?)
                } else {
                    None
                };
                self.height = self.height.max(height);
                ConstraintKind::Walk(name, targets, within)
            } else {
                let (args, height) = self.opt_args()?;
                self.height = height.max(1);
                ConstraintKind::Named(name, args.unwrap_or_default())
            }
        } else {
            let what = "moves, such as `any` or `moves of …`";
            let (help, fix) = self.slip().unzip();
            let previous = self.previous_span();
            // A `then` after which the line ends.
            let is_left = (self.peek().starts_line || self.peek().kind == TokenKind::End)
                && &self.program[previous.range()] == "then";
            let fix = fix
                .flatten()
                .or_else(|| is_left.then(|| Fix::remove(previous)));
            return Err(self.report_expected(what, help, fix));
        };
        self.finish_constraint(start, kind)
    }

    /// The length of a macromove: `within 4 moves`.
    fn number_of_moves(&mut self) -> Parsed<Expr> {
        let length = self.expr()?;
        // `moves` at the start of a line begins the next statement.
        if self.take_word("move") || (!self.peek().starts_line && self.take_word("moves")) {
            Ok(length)
        } else {
            Err(self.expected_in("`moves`", "write `within 3 moves`"))
        }
    }

    fn finish_constraint(&mut self, start: Span, kind: ConstraintKind) -> Parsed<Constraint> {
        self.built_on(self.height)?;
        Ok(Constraint {
            span: start.to(self.previous_span()),
            kind,
        })
    }
}
