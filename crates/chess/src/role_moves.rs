//! The legal moves of a side's only man of a kind, as sets of squares: quicker than a list of moves.

use shakmaty::{Bitboard, Role, Square};

/// Where the only man of a kind stands that the side to move has, and to which squares it can go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoleMoves {
    /// Its kind; never a pawn, whose moves are not told by their squares.
    pub role: Role,
    /// Where it stands.
    pub from: Square,
    /// Where it can legally go.
    pub to: Bitboard,
    /// The squares among them on which it captures something.
    pub captures: Bitboard,
    /// Where the board keeps it; only the board that found the moves understands this number.
    pub(crate) kept_at: u32,
}
