//! Attacks on the king: checks that cannot be answered by a capture, or that leave no escape square (2.2.3).

use shakmaty::{Bitboard, Role, Square, attacks};

use super::{Analyser, FoundPlan, Idea, goes, takes};
use crate::exchange::exchange;
use crate::moves::TreeMove;
use crate::ways::{Obstacles, attack_squares, attack_way, move_squares, move_way, rearranged};

/// The most obstacles removed for a check. The paper shows one; with two, the initial position of chess would
/// have more plans than it counts.
const MAX_OBSTACLES: usize = 1;

impl Analyser<'_> {
    pub(super) fn king_attacks(&self, found: &mut Vec<FoundPlan>) {
        let Some(king) = self.board.pieces.king_of(!self.color) else {
            return;
        };
        for by in self.board.of(self.color) {
            let Some(piece) = self
                .board
                .piece(by)
                .filter(|piece| piece.role != Role::King)
            else {
                continue;
            };
            for at in move_squares(self.board, by, attack_squares(piece, king)) {
                let line = attack_way(self.board, piece, at, king, Some(by));
                let way = move_way(self.board, by, at);
                let Some(obstacles) = line.zip(way).and_then(|(line, way)| line.and(way)) else {
                    continue;
                };
                if obstacles.len() > MAX_OBSTACLES {
                    continue;
                }
                let idea = if self.is_boxed(king, by, at, obstacles) {
                    Idea::Boxed { by, at }
                } else if obstacles.is_empty() && self.is_safe_check(by, at) {
                    Idea::SafeCheck { by, at }
                } else {
                    continue;
                };
                found.push(self.found(idea, obstacles, &[goes(by, at), takes(at, king)]));
            }
        }
    }

    /// Does the king have no escape square once the piece is there, except perhaps the piece's own?
    fn is_boxed(&self, king: Square, by: Square, at: Square, obstacles: Obstacles) -> bool {
        let pieces = rearranged(self.board, by, at, obstacles);
        let flights =
            attacks::king_attacks(king) & !pieces.by_color(!self.color) & !Bitboard::from(at);
        let without_king = pieces.occupied() & !Bitboard::from(king);
        flights
            .into_iter()
            .all(|flight| pieces.attacks_to(flight, self.color, without_king).any())
    }

    /// Is the check possible, and does no capture of the checking piece win material?
    fn is_safe_check(&self, by: Square, at: Square) -> bool {
        let mine = match self.board.turn == self.color {
            true => self.board.clone(),
            false => self.board.passed(),
        };
        let Some(m) = mine.steps(by, at).next() else {
            return false;
        };
        let after = mine.play(m);
        let takers = after.attackers(at, after.turn);
        takers.into_iter().all(|taker| {
            let Some(m) = after.steps(taker, at).next() else {
                return true;
            };
            after.pieces.role_at(taker) != Some(Role::King) && !self.wins(&after, taker, m)
        })
    }

    fn wins(&self, board: &crate::board::PlanBoard, taker: Square, m: TreeMove) -> bool {
        m.to()
            .is_some_and(|to| exchange(&board.pieces, taker, to, self.scales) > 0)
    }
}
