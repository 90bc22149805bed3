//! Moves in the tree: the moves of chess, passes, and open moves.

use std::fmt;

use shakmaty::{Color, Move, Role, Square};

/// A move in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TreeMove {
    /// The side to move passes.
    Null,
    /// An open move: the piece on the square moves, and its target is left open.
    Open(Square),
    /// A piece goes from a square to another, and captures what is there.
    Step {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// The new piece of a promotion.
        promotion: Option<Role>,
    },
    /// The king castles with the rook.
    Castle {
        /// Where the king stands.
        king: Square,
        /// Where the rook stands.
        rook: Square,
    },
}

impl TreeMove {
    /// A legal move of chess.
    pub(crate) fn of(m: Move) -> TreeMove {
        match m {
            Move::Castle { king, rook } => TreeMove::Castle { king, rook },
            Move::Normal {
                from,
                to,
                promotion,
                ..
            } => TreeMove::Step {
                from,
                to,
                promotion,
            },
            Move::EnPassant { from, to } => TreeMove::Step {
                from,
                to,
                promotion: None,
            },
            // Nothing is dropped on the board in chess.
            Move::Put { .. } => TreeMove::Null,
        }
    }

    /// The square that the piece leaves.
    pub fn from(self) -> Option<Square> {
        match self {
            TreeMove::Null => None,
            TreeMove::Open(from) | TreeMove::Step { from, .. } => Some(from),
            TreeMove::Castle { king, .. } => Some(king),
        }
    }

    /// The target square, if it is known; for castling, the king's.
    pub fn to(self) -> Option<Square> {
        match self {
            TreeMove::Null | TreeMove::Open(_) => None,
            TreeMove::Step { to, .. } => Some(to),
            TreeMove::Castle { king, rook } => Some(castled(king, rook).0),
        }
    }
}

impl fmt::Display for TreeMove {
    /// The move as a pair of squares, such as `e7e8q`; `--` is a pass, `d5-` an open move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TreeMove::Null => write!(f, "--"),
            TreeMove::Open(from) => write!(f, "{from}-"),
            TreeMove::Step {
                from,
                to,
                promotion,
            } => {
                write!(f, "{from}{to}")?;
                promotion.map_or(Ok(()), |role| write!(f, "{}", role.char()))
            }
            TreeMove::Castle { king, rook } => write!(f, "{king}{rook}"),
        }
    }
}

/// Where king and rook stand after castling.
pub(crate) fn castled(king: Square, rook: Square) -> (Square, Square) {
    let side = shakmaty::CastlingSide::from_king_side(king < rook);
    let color = Color::from_white(king.rank() == shakmaty::Rank::First);
    (side.king_to(color), side.rook_to(color))
}
