//! Where something stands: in which text, and at which bytes of it.

use std::fmt;

/// Which of the texts of one check: the file itself, or one of the libraries it imports.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct SourceId(pub u16);

impl SourceId {
    /// The text that was asked about.
    pub const MAIN: SourceId = SourceId(0);

    /// A question about a program, asked from outside.
    pub const QUESTION: SourceId = SourceId(u16::MAX);

    /// The same as an index.
    pub fn idx(self) -> usize {
        usize::from(self.0)
    }
}

/// A range of bytes in a text. In a chapter it counts from the top of the file, prose included.
///
/// Spans are equal if they are the same place. Whether two trees say the same thing, wherever they stand, is asked with
/// [`same_meaning`](crate::syntax::same_meaning).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From the first byte up to, but not including, `end`, in the text that was asked about.
    pub fn new(start: usize, end: usize) -> Span {
        Span::of(SourceId::MAIN, start, end)
    }

    /// From the first byte up to, but not including, `end`, in any text.
    pub fn of(source: SourceId, start: usize, end: usize) -> Span {
        let fit = |byte: usize| u32::try_from(byte).expect("a source is at most 256 KiB long");
        Span {
            source,
            start: fit(start),
            end: fit(end),
        }
    }

    /// The smallest span that holds both, which stand in one text.
    pub fn to(self, other: Span) -> Span {
        Span {
            source: self.source,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Does another place lie in it?
    pub fn contains(self, other: Span) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// The empty place right before it.
    pub fn before(self) -> Span {
        Span {
            end: self.start,
            ..self
        }
    }

    /// The empty place right after it.
    pub fn after(self) -> Span {
        Span {
            start: self.end,
            ..self
        }
    }

    /// The same as a range of indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.source != SourceId::MAIN {
            write!(f, "{}:", self.source.0)?;
        }
        write!(f, "{}..{}", self.start, self.end)
    }
}
