//! What can be wrong with the text of a move.

use std::fmt;
use std::ops::Range;

use domain::TextError;
use shakmaty::{Color, File, Rank, Role, Square};

use crate::kind::name_of;
use crate::text::{color_name, shortened};

/// What is wrong with the text of a move, and which bytes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveError {
    /// What is wrong.
    pub kind: MoveErrorKind,
    /// The bytes of the text: the move without blanks, check marks and annotations.
    pub span: Range<usize>,
}

/// What can be wrong with the text of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MoveErrorKind {
    /// This is not a move.
    NotAMove(String),
    /// A side cannot castle like this now.
    CannotCastle(Color),
    /// No piece of the side to move can leave this square.
    NothingThere {
        /// The side to move.
        color: Color,
        /// The square.
        from: Square,
    },
    /// The piece cannot go there.
    CannotGo {
        /// The piece.
        role: Role,
        /// Where it stands.
        from: Square,
        /// Where it cannot go.
        to: Square,
    },
    /// No such piece can go there.
    NoneCanGo {
        /// The piece.
        role: Role,
        /// The file it should come from.
        file: Option<File>,
        /// The rank it should come from.
        rank: Option<Rank>,
        /// Where none can go.
        to: Square,
    },
    /// A capture without anything to capture.
    NothingToCapture(Square),
    /// A pawn promotes, and the new piece is not named.
    PromotionMissing {
        /// Where the pawn stands, if the text says so.
        from: Option<Square>,
        /// Where it promotes.
        to: Square,
    },
    /// A new piece is named, and no pawn promotes.
    NoPromotion {
        /// The piece that moves.
        role: Role,
        /// Where it goes.
        to: Square,
    },
    /// Several pieces can make the move.
    Ambiguous {
        /// The piece.
        role: Role,
        /// Where several can go.
        to: Square,
        /// How each of the moves is written.
        ways: Vec<String>,
    },
}

impl fmt::Display for MoveErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveErrorKind::NotAMove(found) => write!(
                f,
                "expected a move such as Nf3, e4 or g1f3, found `{}`",
                shortened(found)
            ),
            MoveErrorKind::CannotCastle(color) => {
                write!(f, "{} cannot castle on that side now", color_name(*color))
            }
            MoveErrorKind::NothingThere { color, from } => {
                let side = color_name(*color);
                write!(f, "{side} has no piece on {from} that can move")
            }
            MoveErrorKind::CannotGo { role, from, to } => {
                write!(f, "the {} on {from} cannot go to {to}", name_of(*role))
            }
            MoveErrorKind::NoneCanGo {
                role,
                file: None,
                rank: None,
                to,
            } => write!(f, "no {} can go to {to}", name_of(*role)),
            MoveErrorKind::NoneCanGo {
                role,
                file,
                rank,
                to,
            } => {
                let place = place(*file, *rank);
                write!(f, "no {} {place} can go to {to}", name_of(*role))
            }
            MoveErrorKind::NothingToCapture(to) => {
                write!(f, "there is nothing to capture on {to}")
            }
            MoveErrorKind::PromotionMissing { from: None, to } => {
                write!(f, "the pawn promotes on {to}: say {to}=Q, or R, B or N")
            }
            MoveErrorKind::PromotionMissing {
                from: Some(from),
                to,
            } => {
                write!(
                    f,
                    "the pawn promotes on {to}: say {from}{to}q, or r, b or n"
                )
            }
            MoveErrorKind::NoPromotion { role, to } => {
                write!(f, "no {} promotes on {to}", name_of(*role))
            }
            MoveErrorKind::Ambiguous { role, to, ways } => {
                let number = match ways.len() {
                    2 => "two".into(),
                    3 => "three".into(),
                    n => n.to_string(),
                };
                write!(f, "{number} {}s can go to {to}: say ", name_of(*role))?;
                match &ways[..] {
                    [] => Ok(()),
                    [before @ .., last] => write!(f, "{} or {last}", before.join(", ")),
                }
            }
        }
    }
}

/// `on the b-file`, `on rank 1`, `on b1`.
fn place(file: Option<File>, rank: Option<Rank>) -> String {
    match (file, rank) {
        (Some(file), Some(rank)) => format!("on {}", Square::from_coords(file, rank)),
        (Some(file), None) => format!("on the {}-file", file.char()),
        (None, Some(rank)) => format!("on rank {}", rank.char()),
        (None, None) => "there".into(),
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for MoveError {}

impl From<MoveError> for TextError {
    fn from(error: MoveError) -> TextError {
        TextError::at(error.span, error.kind.to_string())
    }
}
