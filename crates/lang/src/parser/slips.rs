//! Slips of the pen: what was probably meant by a token that fits nowhere, and the edit that mends it.

use super::{Parser, is_reserved};
use crate::diagnostic::nearest;
use crate::fix::{Edit, Fix};
use crate::lexer::TokenKind;
use crate::span::Span;

impl Parser<'_> {
    /// What is probably meant by a token that fits nowhere.
    pub(super) fn slip(&self) -> Option<(String, Option<Fix>)> {
        let token = self.peek();
        if token.starts_line || !matches!(token.kind, TokenKind::Word | TokenKind::Symbol(_)) {
            return None;
        }
        let replace = |new_text: &str| Some(Fix::replace(token.span, new_text));
        let (help, fix) = match self.text_of(token) {
            ";" => {
                let fix = self.is_last_of_line().then(|| Fix::remove(token.span));
                ("leave it out: a line ends by itself", fix)
            }
            "," => {
                let new_text = if self.is_about_moves() {
                    ", then"
                } else {
                    " and"
                };
                (
                    "conditions are joined with `and`, moves with `then`",
                    replace(new_text),
                )
            }
            ")" => (
                "there is one `)` too many, or a `(` is missing before it",
                Some(Fix::remove(token.span)),
            ),
            "=" => (
                "to compare write `a = b`; a definition begins with `def` or `let`",
                None,
            ),
            "=>" => (
                "write `>=`; an arrow stands between the two sides of a fact",
                replace(">="),
            ),
            "<=>" => (
                "write `=`; an arrow stands between the two sides of a fact",
                replace("="),
            ),
            "is" | "equals" => {
                let negated = self
                    .peek_second()
                    .filter(|second| self.text_of(*second) == "not" && !second.starts_line);
                let fix = match negated {
                    Some(not) => Some(Fix::replace(token.span.to(not.span), "!=")),
                    None => replace("="),
                };
                ("write `=` for the same, `in` for one of several", fix)
            }
            "which" | "where" => ("to select moves write `that`", replace("that")),
            "or" => (
                "conditions are joined with `or`, moves with `then`",
                replace("then"),
            ),
            "else" => (
                "`else` belongs to `if … then …`; the last rule of a table is `otherwise`",
                None,
            ),
            "otherwise" => ("inside an expression write `else`", replace("else")),
            "xor" => ("write `!=`", replace("!=")),
            _ => return None,
        };
        Some((help.into(), fix))
    }

    /// Writes the operator that was probably meant by a word that is nearly one.
    pub(super) fn misspelt_operator(&self) -> Option<Fix> {
        let token = self.peek();
        if token.kind != TokenKind::Word || token.starts_line {
            return None;
        }
        let operators = ["and", "mod", "union", "intersect", "without", "means"];
        let meant = nearest(self.text_of(token), operators)?;
        Some(Fix::replace(token.span, meant))
    }

    /// Puts a word where it is missing, if what follows goes on the line.
    pub(super) fn missing_word(&self, word: &str) -> Option<Fix> {
        let token = self.peek();
        let goes_on = match token.kind {
            TokenKind::Word => !is_reserved(self.text_of(token)),
            TokenKind::Number | TokenKind::Text => true,
            TokenKind::Symbol(symbol) => matches!(symbol, "(" | "{" | "-"),
            TokenKind::Unreadable | TokenKind::End => false,
        };
        let is_there = matches!(word, "then" | "to") && goes_on && !token.starts_line;
        is_there.then(|| insert(token.span.before(), format!("{word} ")))
    }

    /// Puts a sign where it is missing, or in place of one that people use instead.
    pub(super) fn missing_symbol(&self, symbol: &str) -> Option<Fix> {
        let token = self.peek();
        let ends = token.kind == TokenKind::End || token.starts_line;
        match symbol {
            ")" if ends => Some(insert(self.previous_span().after(), ")".into())),
            "=" if !ends => self.instead_of_equals(),
            ":" if !ends && self.at_symbol(",") => Some(Fix::replace(token.span, " :")),
            "." if !ends && token.kind == TokenKind::Word => Some(Fix::replace(self.gap(), ".")),
            _ => None,
        }
    }

    /// `def room: 4`, `def f(s) -> edge(s)`, `let h is our.king`, `def g edge(our.king)`.
    fn instead_of_equals(&self) -> Option<Fix> {
        let token = self.peek();
        let second = self.peek_second();
        match (token.kind, self.text_of(token)) {
            (TokenKind::Symbol(":"), _) => Some(Fix::replace(token.span, " =")),
            (TokenKind::Symbol("-"), _) => second
                .filter(|second| self.text_of(*second) == ">")
                .map(|second| Fix::replace(token.span.to(second.span), "=")),
            (TokenKind::Word, "is" | "equals" | "means") => Some(Fix::replace(token.span, "=")),
            (TokenKind::Word | TokenKind::Number, _) => {
                Some(insert(token.span.before(), "= ".into()))
            }
            (
                TokenKind::Symbol(_) | TokenKind::Text | TokenKind::Unreadable | TokenKind::End,
                _,
            ) => None,
        }
    }

    /// Puts a comma after the last value, or the sign that closes the list.
    pub(super) fn missing_comma(&self, close: Option<&str>) -> Option<Fix> {
        let token = self.peek();
        let new_text = if token.kind == TokenKind::End || token.starts_line {
            close?
        } else {
            ","
        };
        Some(insert(self.previous_span().after(), new_text.into()))
    }

    /// What lies between the last token and the next.
    pub(super) fn gap(&self) -> Span {
        Span {
            end: self.peek().span.start,
            ..self.previous_span().after()
        }
    }

    /// Does nothing follow on this line?
    fn is_last_of_line(&self) -> bool {
        let next = self.peek_second();
        next.is_none_or(|next| next.starts_line || next.kind == TokenKind::End)
    }

    /// Does the statement or line at hand select moves?
    fn is_about_moves(&self) -> bool {
        matches!(
            self.text_of(self.tokens[self.begun]),
            "moves" | "us" | "them"
        )
    }
}

/// Puts something where nothing is.
pub(super) fn insert(place: Span, new_text: String) -> Fix {
    Fix::new(
        format!("write `{}` here", new_text.trim()),
        vec![Edit::new(place, new_text)],
    )
}
