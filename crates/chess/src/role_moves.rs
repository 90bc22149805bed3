//! The legal moves of a side's only piece of a kind, as sets of squares: faster than a list of moves.

use shakmaty::{Bitboard, Role, Square};

/// The moves of the only piece of a kind that the side to move has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoleMoves {
    /// Its kind; never a pawn, whose moves are more than their squares.
    pub role: Role,
    /// Where it stands.
    pub from: Square,
    /// Where it can legally go.
    pub to: Bitboard,
    /// The squares among them on which it captures something.
    pub captures: Bitboard,
    /// Its place inside the board; only the board that found the moves understands this number.
    pub(crate) kept_at: u32,
}
