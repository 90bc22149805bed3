//! What the header of a chapter says of the positions it is about.

use std::ops::Range;

use crate::side::{BySide, Side};
use crate::vocabulary::Man;

/// The men on each side at the start, if the header names them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// For each side and kind of man; `None` when the chapter is about any position.
    pub men: Option<BySide<Vec<Presence>>>,
}

/// How many men of a kind a side has, at the start and later.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Presence {
    /// The number at the start.
    pub count: u8,
    /// May more of them appear (by promotion)?
    pub may_appear: bool,
}

impl Header {
    /// Can this side ever have such a man?
    pub fn may_have(&self, side: Side, man: Man) -> bool {
        self.presence(side, man)
            .is_none_or(|presence| presence.count > 0 || presence.may_appear)
    }

    /// Does this side start with exactly one such man?
    pub fn starts_with_one(&self, side: Side, man: Man) -> bool {
        self.presence(side, man)
            .is_some_and(|presence| presence.count == 1)
    }

    /// With how many such men this side starts; none if the header does not say.
    pub fn n_at_start(&self, side: Side, man: Man) -> Option<u8> {
        self.presence(side, man).map(|presence| presence.count)
    }

    fn presence(&self, side: Side, man: Man) -> Option<Presence> {
        self.men.as_ref().map(|men| men[side][usize::from(man.0)])
    }
}

/// A header that makes no sense, and which of its words is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderError {
    /// The index of the word.
    pub word_idx: usize,
    /// What is wrong with it.
    pub message: String,
    /// How to mend it.
    pub help: Option<String>,
}

/// A position or a move whose text could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextError {
    /// What is wrong.
    pub message: String,
    /// The bytes of the text that are wrong, where that is known.
    pub span: Option<Range<usize>>,
}

impl TextError {
    /// An error about the text as a whole.
    pub fn new(message: impl Into<String>) -> TextError {
        TextError {
            message: message.into(),
            span: None,
        }
    }

    /// An error about a part of the text.
    pub fn at(span: Range<usize>, message: impl Into<String>) -> TextError {
        TextError {
            message: message.into(),
            span: Some(span),
        }
    }
}

impl std::fmt::Display for TextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TextError {}
