//! Where few pieces are left, is a pawn of the defender on its way, with nobody to stop it? Then what was won may be
//! given back for it, long after the line has come to rest.

use shakmaty::{Bitboard, Board, Chess, Color, Position, Rank, Role, Square, attacks};

use super::ReplyProver;
use crate::analysis::is_race;

/// A pawn that needs more moves than this is not on its way yet.
const NEAR: u32 = 4;
/// The same against a queen.
const NEAR_A_QUEEN: u32 = 2;

impl ReplyProver {
    /// Has the defender a passed pawn that its king goes with, and that the attacker's king cannot catch?
    pub(super) fn is_outrun(&self, position: &Chess) -> bool {
        let board = position.board();
        let (attacker, defender) = (self.attacker, !self.attacker);
        if !is_race(board) {
            return false;
        }
        let (Some(chaser), Some(escort)) = (board.king_of(attacker), board.king_of(defender))
        else {
            return false;
        };
        let has_queen = !(board.queens() & board.by_color(attacker)).is_empty();
        let near = if has_queen { NEAR_A_QUEEN } else { NEAR };
        let first = u32::from(position.turn() == attacker);
        let pawns = (board.pawns() & board.by_color(defender)).into_iter();
        pawns
            .filter(|pawn| is_passed(board, *pawn, defender))
            .any(|pawn| {
                let goal =
                    Square::from_coords(pawn.file(), defender.fold_wb(Rank::Eighth, Rank::First));
                let needs = pawn.distance(goal).min(5);
                let goes_with = escort.distance(pawn) <= 1
                    || !(road(pawn, goal) & attacks::king_attacks(escort)).is_empty();
                needs <= near && goes_with && chaser.distance(goal) > needs + first
            })
    }
}

/// The squares that a pawn has still to pass, the last one included.
fn road(pawn: Square, goal: Square) -> Bitboard {
    attacks::between(pawn, goal).with(goal)
}

/// Can no pawn of the other side stop or take a pawn on its way?
fn is_passed(board: &Board, pawn: Square, color: Color) -> bool {
    let others = board.by_color(!color) & board.by_role(Role::Pawn);
    !others.into_iter().any(|other| {
        let ahead = match color {
            Color::White => other.rank() > pawn.rank(),
            Color::Black => other.rank() < pawn.rank(),
        };
        ahead && pawn.file().distance(other.file()) <= 1
    })
}
