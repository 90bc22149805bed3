//! Where in a file something stands.

use std::fmt;

/// A range of bytes in the file, chapters included: a span in a fence counts from the top of the chapter.
///
/// Two spans always compare equal, so that syntax trees are equal when they say the same thing, wherever
/// it stands. Compare `start` and `end` where the place matters.
#[derive(Clone, Copy, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From the first byte up to, but not including, `end`.
    pub fn new(start: usize, end: usize) -> Span {
        let fit = |byte: usize| u32::try_from(byte).expect("a source is at most 256 KiB long");
        Span {
            start: fit(start),
            end: fit(end),
        }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The same as a range of indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}

impl Eq for Span {}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
