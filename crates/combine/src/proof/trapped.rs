//! Has a piece of the attacker gone where it cannot come back from? Then it may be lost, long after the line has come
//! to rest: the defender has time to bring up what attacks it.

use shakmaty::{Bitboard, Board, Chess, Color, Position, Rank, Role, Square, attacks};

use super::ReplyProver;
use crate::values::Values;

impl ReplyProver {
    /// In the last look: has the attacker a piece in the enemy's half, without a safe square to go to?
    pub(super) fn has_trapped_piece(&self, position: &Chess) -> bool {
        if !self.is_strict {
            return false;
        }
        let board = position.board();
        let men = board.by_color(self.attacker) & enemy_half(self.attacker);
        let mut pieces = (men & !(board.pawns() | board.kings())).into_iter();
        pieces.any(|square| is_trapped(board, square, self.attacker, &self.values))
    }
}

/// The four ranks farthest from a side: at home a piece without a move is usually safe.
fn enemy_half(side: Color) -> Bitboard {
    let ranks = side.fold_wb(
        [Rank::Fifth, Rank::Sixth, Rank::Seventh, Rank::Eighth],
        [Rank::First, Rank::Second, Rank::Third, Rank::Fourth],
    );
    ranks
        .into_iter()
        .map(Bitboard::from_rank)
        .fold(Bitboard::EMPTY, |all, rank| all | rank)
}

/// Is every square that a piece can go to guarded so that it would be lost there? A knight or bishop that a pawn guards
/// needs no way out.
fn is_trapped(board: &Board, square: Square, side: Color, values: &Values) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    let is_minor = matches!(piece.role, Role::Knight | Role::Bishop);
    let guards = board.attacks_to(square, side, board.occupied());
    if is_minor && !(guards & board.pawns()).is_empty() {
        return false;
    }
    let occupied = board.occupied().without(square);
    let mut exits =
        (attacks::attacks(square, piece, board.occupied()) & !board.by_color(side)).into_iter();
    let worth = values.of(piece.role);
    !exits.any(|exit| {
        let taken = board.role_at(exit).map_or(0, |role| values.of(role));
        let enemies = board.attacks_to(exit, !side, occupied);
        let guards = board.attacks_to(exit, side, occupied).without(square);
        let cheapest = enemies
            .into_iter()
            .filter_map(|enemy| board.role_at(enemy))
            .map(|role| values.of(role))
            .min();
        taken >= worth || cheapest.is_none_or(|cheapest| cheapest >= worth && !guards.is_empty())
    })
}
