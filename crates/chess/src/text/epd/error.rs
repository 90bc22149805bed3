//! What can be wrong with a line of EPD.

use std::fmt;
use std::ops::Range;

use domain::TextError;

use crate::text::{FenError, FenErrorKind, shortened};

/// What is wrong with a line of EPD, and which bytes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdError {
    /// What is wrong.
    pub kind: EpdErrorKind,
    /// The bytes of the line.
    pub span: Range<usize>,
}

/// What can be wrong with a line of EPD.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EpdErrorKind {
    /// The line has more bytes than this.
    TooLong(usize),
    /// The position is wrong.
    Position(FenErrorKind),
    /// A text has no closing quotation mark.
    OpenQuote(String),
    /// A text where an operation must begin.
    TextWithoutName(String),
    /// The name of an operation does not begin with a letter.
    NotAName(String),
}

impl EpdErrorKind {
    pub(super) fn at(self, span: Range<usize>) -> EpdError {
        EpdError { kind: self, span }
    }
}

impl fmt::Display for EpdErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EpdErrorKind::TooLong(most) => write!(f, "a line is at most {most} characters long"),
            EpdErrorKind::Position(kind) => kind.fmt(f),
            EpdErrorKind::OpenQuote(found) => write!(
                f,
                "expected a closing quotation mark after `{}`",
                shortened(found)
            ),
            EpdErrorKind::TextWithoutName(found) => write!(
                f,
                "expected the name of an operation before \"{}\"",
                shortened(found)
            ),
            EpdErrorKind::NotAName(found) => write!(
                f,
                "expected the name of an operation, which begins with a letter, found `{}`",
                shortened(found)
            ),
        }
    }
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for EpdError {}

impl From<FenError> for EpdError {
    fn from(error: FenError) -> EpdError {
        EpdErrorKind::Position(error.kind).at(error.span)
    }
}

impl From<EpdError> for TextError {
    fn from(error: EpdError) -> TextError {
        TextError::at(error.span, error.kind.to_string())
    }
}
