//! The order in which every board visits its moves; [`Board`](crate::Board) defines it.

use shakmaty::{CastlingSide, Move, Role, Square};

use crate::kind::man_of;

/// The place of a legal move among the moves of its position: lower comes first.
///
/// The eight neighbours of a king, from north-east to south-west, are also in order from h8 down to a1, so one rule
/// serves for all pieces.
pub(crate) fn place(m: Move) -> u32 {
    let (from, to) = match m {
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
        Move::Castle { king, .. } => (king, target(m)),
        Move::Put { to, .. } => (to, to),
    };
    let promotion = m.promotion().map_or(0, |role| u32::from(man_of(role).0));
    let downward = |square: Square| 63 - u32::from(square);
    let man = u32::from(man_of(m.role()).0);
    man << 16 | downward(from) << 10 | downward(to) << 4 | promotion << 1 | u32::from(m.is_castle())
}

/// The target square of a move; for castling, the king's.
pub(crate) fn target(m: Move) -> Square {
    match m {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            Square::from_coords(side.king_to_file(), king.rank())
        }
        Move::Normal { to, .. } | Move::EnPassant { to, .. } | Move::Put { to, .. } => to,
    }
}

/// The promotions of a pawn, in their order.
pub(crate) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
