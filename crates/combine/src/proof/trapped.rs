//! Has a piece of the attacker gone where it cannot come back from? Then it may be lost, long after the line has come
//! to rest: the defender has time to bring up what attacks it.

use shakmaty::{Bitboard, Chess, Color, Position, Rank};

use super::ReplyProver;
use crate::trapped::is_trapped;

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
