//! Claims, and the positions that a chapter is about.

use super::{Parsed, Parser};
use crate::fix::Fix;
use crate::lexer::TokenKind;
use crate::span::Span;
use crate::syntax::{Claim, ClaimedMode, Name, StatementKind, WrittenPromise};

impl Parser<'_> {
    /// `positions where …`.
    pub(super) fn positions(&mut self) -> Parsed<StatementKind> {
        self.bump();
        self.word_of("where", "write `positions where` and a condition")?;
        Ok(StatementKind::Positions(self.expr()?))
    }

    pub(super) fn claim(&mut self) -> Parsed<StatementKind> {
        self.bump();
        let mut claim = Claim {
            promise: self.promise()?,
            ending: Vec::new(),
            within: None,
            mode: None,
            condition: None,
        };
        loop {
            if claim.within.is_none() && self.take_word("within") {
                claim.within = Some(self.depth_bound()?);
            } else if claim.condition.is_none() && self.take_word("where") {
                claim.condition = Some(self.expr()?);
            } else if claim.mode.is_none()
                && let Some(mode) = self.claimed_mode()
            {
                claim.mode = Some(mode);
            } else if claim.ending.is_empty() && self.at_ending() {
                claim.ending = self.ending()?;
            } else {
                return Ok(StatementKind::Claim(claim));
            }
        }
    }

    fn promise(&mut self) -> Parsed<WrittenPromise> {
        if self.take_word("wins") {
            if self.take_word("at") {
                let form = "write `claim wins at least 1000 positions`";
                self.word_of("least", form)?;
                let count = self.number("a number of positions")?;
                if !self.take_word("position") {
                    self.word_of("positions", form)?;
                }
                return Ok(WrittenPromise::WinsAtLeast(count));
            }
            // `wins in the ending …` says it all.
            if !self.at_ending() {
                let words = ["from", "every", "position"];
                for (idx, word) in words.into_iter().enumerate() {
                    if !self.take_word(word) {
                        let fix = self.rest_of_claim(&words[idx..].join(" "));
                        let form = "write `claim wins from every position`";
                        return Err(self.expected_fixed(&format!("`{word}`"), form, fix));
                    }
                }
            }
            Ok(WrittenPromise::Wins)
        } else if self.take_word("keeps") {
            self.word_of("every", "write `claim keeps every win`, or `draw`")?;
            if self.take_word("win") {
                Ok(WrittenPromise::KeepsWins)
            } else if self.take_word("draw") {
                Ok(WrittenPromise::KeepsDraws)
            } else {
                Err(self.expected_one_of(&["win", "draw"], None))
            }
        } else if self.take_word("gives") {
            let form = "write `claim gives away at most 3 half-points`";
            for word in ["away", "at", "most"] {
                self.word_of(word, form)?;
            }
            let count = self.number("a number of half-points")?;
            self.word_of("half", form)?;
            self.symbol_of("-", form)?;
            if !self.take_word("point") {
                self.word_of("points", form)?;
            }
            Ok(WrittenPromise::GivesAwayAtMost(count))
        } else if self.take_word("never") {
            if !self.take_word("loses") {
                return Ok(WrittenPromise::Never(self.expr()?));
            }
            if !self.take_word("the") {
                let is_article = matches!(self.text_of(self.peek()), "a" | "an" | "our");
                let fix = is_article.then(|| Fix::replace(self.peek().span, "the"));
                let form = "write `claim never loses the` and a kind of man";
                return Err(self.expected_fixed("`the`", form, fix));
            }
            Ok(WrittenPromise::NeverLoses(self.name("a kind of man")?))
        } else {
            let form = "write `claim wins from every position`, `claim keeps every win` or `claim never …`";
            Err(self.expected_one_of(&["wins", "keeps", "gives", "never"], Some(form)))
        }
    }

    /// Writes the words of a claim in place of those up to its bound or its condition.
    fn rest_of_claim(&self, words: &str) -> Option<Fix> {
        let rest = self.tokens[self.at..].iter().take_while(|token| {
            let is_next = matches!(self.text_of(**token), "within" | "where");
            token.kind == TokenKind::Word && !token.starts_line && !is_next
        });
        let span = rest.map(|token| token.span).reduce(Span::to)?;
        Some(Fix::replace(span, words))
    }

    /// At `in strong mode` or `in the ending`? They end an expression, so that they can follow one.
    pub(super) fn at_end_of_promise(&self) -> bool {
        self.at_ending() || self.mode_here().is_some()
    }

    /// Are these the next words?
    fn at_words(&self, words: &[&str]) -> bool {
        let tokens = &self.tokens[self.at..];
        let is = |idx: usize, word: &str| {
            tokens
                .get(idx)
                .is_some_and(|token| token.kind == TokenKind::Word && self.text_of(*token) == word)
        };
        words.iter().enumerate().all(|(idx, word)| is(idx, word))
    }

    fn mode_here(&self) -> Option<ClaimedMode> {
        let mut modes = [ClaimedMode::Strong, ClaimedMode::Weak].into_iter();
        modes.find(|mode| self.at_words(&["in", mode.word(), "mode"]))
    }

    fn claimed_mode(&mut self) -> Option<ClaimedMode> {
        let mode = self.mode_here()?;
        for _ in 0..3 {
            self.bump();
        }
        Some(mode)
    }

    fn at_ending(&self) -> bool {
        self.at_words(&["in", "the", "ending"])
    }

    /// `in the ending us K Q them K`. The men may be left out if they are those of the chapter.
    fn ending(&mut self) -> Parsed<Vec<Name>> {
        for _ in 0..3 {
            self.bump();
        }
        let mut header = Vec::new();
        while self.peek().kind == TokenKind::Word
            && !self.at_statement()
            && !matches!(self.text_of(self.peek()), "within" | "where" | "in")
        {
            let token = self.bump();
            header.push(Name {
                text: self.text_of(token).to_owned(),
                span: token.span,
            });
        }
        Ok(header)
    }
}
