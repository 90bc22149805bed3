//! What can be wrong with the text of a plan.

use std::fmt;
use std::ops::Range;

use shakmaty::Square;

use super::MAX_STATEMENTS;

/// What is wrong with the text of a plan, and which bytes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePlanError {
    /// What is wrong.
    pub kind: ParsePlanErrorKind,
    /// The bytes of the statement that is wrong.
    pub span: Range<usize>,
}

/// What can be wrong with the text of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParsePlanErrorKind {
    /// There are more than [`MAX_STATEMENTS`] statements.
    TooLong,
    /// This is not a statement.
    NotAStatement(String),
    /// A move to the square where the piece already is.
    NotAMove(Square),
    /// This is not a change of a square.
    NotAChange(String),
    /// An asterisk after a change that only an enemy piece can make.
    NotOurThreat(String),
    /// An asterisk after a statement that is neither a move nor a change.
    NoThreat(String),
}

impl fmt::Display for ParsePlanErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePlanErrorKind::TooLong => {
                write!(f, "a plan has at most {MAX_STATEMENTS} statements")
            }
            ParsePlanErrorKind::NotAStatement(found) => write!(
                f,
                "expected a statement such as `d8d1`, `d1g1*`, `d5 F>V*`, `d5 V`, `d5 plays` or `d5 analysis`, found `{}`",
                shortened(found)
            ),
            ParsePlanErrorKind::NotAMove(square) => {
                write!(f, "a piece on {square} cannot move to {square}")
            }
            ParsePlanErrorKind::NotAChange(found) => write!(
                f,
                "expected F>V, F>NF, E>V, V>NV, NE>E, or with a kind of piece such as EQ>NEQ, EQ>ENQ or NEK>EK, found `{}`",
                shortened(found)
            ),
            ParsePlanErrorKind::NotOurThreat(found) => write!(
                f,
                "`{}` takes no asterisk: only our own pieces make threats",
                shortened(found)
            ),
            ParsePlanErrorKind::NoThreat(found) => write!(
                f,
                "`{}` takes no asterisk: only moves and modifications do",
                shortened(found)
            ),
        }
    }
}

impl fmt::Display for ParsePlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for ParsePlanError {}

/// The first characters of a text, so that messages stay short.
fn shortened(text: &str) -> String {
    const MAX_SHOWN: usize = 24;
    match text.char_indices().nth(MAX_SHOWN) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
