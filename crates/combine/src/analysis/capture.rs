//! Captures, at once or after a line has been opened (2.2.1).

use shakmaty::{Bitboard, Color, Role, Square};

use super::{Analyser, Focus, FoundPlan, Idea, goes, takes};
use crate::exchange::is_profitable;
use crate::ways::{Obstacles, attack_squares, attack_way, move_squares, rearranged, threat};

impl Analyser<'_> {
    pub(super) fn captures(&self, focus: Focus, found: &mut Vec<FoundPlan>) {
        let targets = match focus {
            Focus::All => self.board.of(!self.color),
            Focus::On(target) => Bitboard::from(target),
            Focus::By(_) => return,
        };
        for target in targets {
            for by in self.board.of(self.color) {
                self.captures_of(by, target, found);
            }
            if self.board.attackers(target, self.color).is_empty() {
                self.blocked_pawn(target, found);
            }
        }
    }

    fn captures_of(&self, by: Square, target: Square, found: &mut Vec<FoundPlan>) {
        let Some(piece) = self.board.piece(by) else {
            return;
        };
        let Some(way) = attack_way(self.board, piece, by, target, None) else {
            return;
        };
        if way.len() > self.max_obstacles {
            return;
        }
        if !way.is_empty() {
            // Only a slider has obstacles: pawns and kings capture next to them, and knights jump.
            let pieces = rearranged(self.board, by, by, way);
            if is_profitable(&pieces, by, target, self.scales) {
                found.push(self.found(Idea::Line { by, target }, way, &[goes(by, target)]));
            }
            return;
        }
        if self.is_worth_trying(by, target) {
            let none = Obstacles::default();
            found.push(self.found(Idea::Capture { by, target }, none, &[goes(by, target)]));
        }
    }

    /// Does the capture win something, or would it if one protector were removed?
    fn is_worth_trying(&self, by: Square, target: Square) -> bool {
        if is_profitable(&self.board.pieces, by, target, self.scales) {
            return true;
        }
        let protectors = self.board.attackers(target, !self.color);
        protectors.into_iter().any(|protector| {
            let mut pieces = self.board.pieces.clone();
            pieces.discard_piece_at(protector);
            is_profitable(&pieces, by, target, self.scales)
        })
    }

    /// A blocked pawn needs only to be attacked.
    fn blocked_pawn(&self, target: Square, found: &mut Vec<FoundPlan>) {
        let is_pawn = self.board.pieces.role_at(target) == Some(Role::Pawn);
        let ahead = match !self.color {
            Color::White => target.offset(8),
            Color::Black => target.offset(-8),
        };
        let is_blocked = ahead.is_some_and(|ahead| self.board.piece(ahead).is_some());
        if !is_pawn || !is_blocked {
            return;
        }
        for by in self.board.of(self.color) {
            let Some(piece) = self.board.piece(by) else {
                continue;
            };
            for at in move_squares(self.board, by, attack_squares(piece, target)) {
                if let Some(threat) = threat(self.board, self.scales, by, at, target, 0) {
                    let idea = Idea::BlockedPawn { by, at, target };
                    let moves = [goes(by, at), takes(at, target)];
                    found.push(self.found(idea, threat.obstacles, &moves));
                }
            }
        }
    }
}
