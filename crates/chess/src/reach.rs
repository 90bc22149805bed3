//! What each piece denies a king on an otherwise empty board: a quick test before an exact one.
//!
//! Obstacles only reduce what a piece attacks. So a king that can step to a square
//! that no piece denies it here has a legal move, wherever the others are.

use domain::Side;
use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::packed::{PACKED_PIECES, PackedPiece};

/// By the side of the king, and by the packed piece.
static DENIED: [[Bitboard; PACKED_PIECES]; 2] = [denied_to(Side::Us), denied_to(Side::Them)];

/// The squares that a piece may deny a king of this side: those that an enemy could attack, or the square of a piece
/// of its own.
#[inline]
pub(crate) fn denied(king_of: Side, man: PackedPiece) -> Bitboard {
    let of_side = match king_of {
        Side::Us => &DENIED[0],
        Side::Them => &DENIED[1],
    };
    of_side[man.number()]
}

const fn denied_to(king_of: Side) -> [Bitboard; PACKED_PIECES] {
    const SIDES: [(Side, Color); 2] = [(Side::Us, Color::White), (Side::Them, Color::Black)];
    const ROLES: [Role; 5] = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ];
    let mut table = [Bitboard::EMPTY; PACKED_PIECES];
    let mut idx = 0;
    while idx < SIDES.len() * ROLES.len() * 64 {
        let (side, color) = SIDES[idx / 64 % 2];
        let role = ROLES[idx / 128];
        let square = Square::new(idx as u32 % 64);
        let is_own = matches!(
            (side, king_of),
            (Side::Us, Side::Us) | (Side::Them, Side::Them)
        );
        table[PackedPiece::new(side, role, square).number()] = if is_own {
            Bitboard::from_square(square)
        } else {
            attacks::attacks(square, role.of(color), Bitboard::EMPTY)
        };
        idx += 1;
    }
    table
}
