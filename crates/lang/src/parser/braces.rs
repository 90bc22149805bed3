//! What stands between braces: lines that each begin with one of a few words, and going on after one that cannot be read.

use super::slips::insert;
use super::statements::begins_statement;
use super::{Parsed, Parser, Reported};
use crate::diagnostic::{Diagnostic, nearest};
use crate::fix::Fix;
use crate::lexer::{Token, TokenKind};
use crate::span::Span;
use crate::syntax::{Field, Text, Unread};

impl<'a> Parser<'a> {
    /// A sentence for the reader, before the first line.
    pub(super) fn opt_doc(&mut self) -> Parsed<Option<Text>> {
        if self.peek().kind == TokenKind::Text {
            return self.text("a text").map(Some);
        }
        Ok(None)
    }

    /// The lines up to the closing brace, each with its place.
    pub(super) fn fields<K>(
        &mut self,
        start: Span,
        what: &str,
        words: &[&str],
        kind: impl Fn(&mut Self) -> Parsed<K>,
    ) -> Parsed<Vec<Field<K>>> {
        self.lines(start, what, words, |parser| {
            let start = parser.peek().span;
            let kind = kind(parser)?;
            let span = start.to(parser.previous_span());
            Ok(Field { span, kind })
        })
    }

    /// The lines up to the closing brace, which begin with one of the words. `start` is where the statement began.
    pub(super) fn lines<L>(
        &mut self,
        start: Span,
        what: &str,
        words: &[&str],
        line: impl Fn(&mut Self) -> Parsed<L>,
    ) -> Parsed<Vec<L>> {
        let mut lines = Vec::new();
        while !self.at_symbol("}") {
            if self.at_end_of_braces(start, what, words) {
                return Err(Reported);
            }
            let at = self.at;
            self.begun = at;
            match line(self) {
                Ok(line) => lines.push(line),
                Err(Reported) => {
                    let start = self.tokens[at].span;
                    self.skip_in_braces(at, words);
                    let span = start.to(self.previous_span());
                    self.unread.push(Unread { span, name: None });
                }
            }
        }
        self.symbol("}")?;
        Ok(lines)
    }

    /// Takes the word that begins a line. `meant` knows what to say about other words that people try, and which word
    /// stands for them.
    pub(super) fn first_word(
        &mut self,
        words: &[&str],
        meant: impl Fn(&str) -> Option<(&'static str, Option<&'static str>)>,
    ) -> Parsed<&'a str> {
        let token = self.peek();
        let word = if token.kind == TokenKind::Word {
            self.text_of(token)
        } else {
            ""
        };
        if words.contains(&word) {
            self.bump();
            Ok(word)
        } else if token.starts_line {
            let (help, instead) = meant(word).unzip();
            let fix = instead.flatten().filter(|word| !self.has_line(word));
            Err(self.expected_word(words, help, fix.map(|word| Fix::replace(token.span, word))))
        } else {
            Err(self.expected("the end of the line"))
        }
    }

    /// Does a line of the same braces begin with a word?
    fn has_line(&self, word: &str) -> bool {
        let is_line = |token: &&Token| token.starts_line && self.text_of(**token) == word;
        let mut open = 0;
        let mut before = self.tokens[..self.at].iter().rev().take_while(|token| {
            open += self.depth_of(**token);
            open <= 0
        });
        let is_before = before.any(|token| is_line(&token));
        let mut open = 0;
        let mut after = self.tokens[self.at..].iter().take_while(|token| {
            open += self.depth_of(**token);
            open >= 0
        });
        is_before || after.any(|token| is_line(&token))
    }

    /// By how much a token changes the depth of braces.
    fn depth_of(&self, token: Token) -> i32 {
        match token.kind {
            TokenKind::Symbol("{") => 1,
            TokenKind::Symbol("}") => -1,
            TokenKind::Symbol(_)
            | TokenKind::Word
            | TokenKind::Number
            | TokenKind::Text
            | TokenKind::Unreadable
            | TokenKind::End => 0,
        }
    }

    /// Has the block or the next statement come before the closing brace?
    fn at_end_of_braces(&mut self, start: Span, what: &str, words: &[&str]) -> bool {
        let lost = self.peek().kind == TokenKind::End
            || (self.at_statement() && !words.contains(&self.text_of(self.peek())));
        if lost {
            let span = self.previous_span();
            let message = format!("expected `}}` after this, at the end of {what}");
            let help = "a statement ends before the next one, and at the end of its fence";
            let diagnostic =
                Diagnostic::error("open-brace", span, message).see(start, "opened here");
            let fix = (!self.has_orphans()).then(|| insert(span.after(), "\n}".into()));
            self.diagnostics.push(diagnostic.help(help).fix(fix));
            self.skip_orphans();
        }
        lost
    }

    /// Does the next fence go on with what ended with this one?
    fn has_orphans(&self) -> bool {
        let next = self.peek_second();
        self.peek().kind == TokenKind::End
            && next.is_some_and(|next| {
                next.kind != TokenKind::Word || !begins_statement(self.text_of(next))
            })
    }

    /// Skips what a statement that ends with its fence has left in the next one.
    fn skip_orphans(&mut self) {
        if self.peek().kind == TokenKind::End && self.at + 1 < self.tokens.len() {
            self.bump();
            while self.peek().kind != TokenKind::End && !self.at_statement() {
                self.bump();
            }
        }
    }

    /// Skips at least one token, then up to a line that begins with one of the words, or out of the braces.
    fn skip_in_braces(&mut self, from: usize, words: &[&str]) {
        if self.at == from {
            self.bump();
        }
        while self.peek().kind != TokenKind::End && !self.at_symbol("}") && !self.at_statement() {
            let token = self.peek();
            let word = self.text_of(token);
            // A misspelt one counts if it is long enough to be told from the rest of an expression.
            let begins = || {
                words.contains(&word)
                    || (word.len() > 3 && nearest(word, words.iter().copied()).is_some())
            };
            if token.starts_line && token.kind == TokenKind::Word && begins() {
                break;
            }
            self.bump();
        }
    }
}
