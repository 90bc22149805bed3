//! Protects squares and parries checks: the part of classes 2 to 4 that does not prevent a dangerous move.

use shakmaty::{Bitboard, Role, Square, attacks};

use super::Prevention;
use crate::analysis::goes;
use crate::exchange::exchange;
use crate::ids::MoveNodeId;
use crate::plan::{PlanStatement, SquareChange};
use crate::reason::Cause;
use crate::search::CombinationSearch;
use crate::tree::{GameOver, ListedPlan};
use crate::ways::{Obstacles, attack_squares, move_squares, rearranged};

impl CombinationSearch {
    /// Class 4: protects the square of a dangerous capture, so that it does not pay.
    pub(super) fn protect(
        &mut self,
        danger: MoveNodeId,
        level: &Prevention,
        rests: &[Option<ListedPlan>],
    ) {
        let node = self.tree.node(danger);
        let us = node.board.turn;
        let (Some(from), Some(to), Some(before)) = (node.m.from(), node.m.to(), node.parent) else {
            return;
        };
        // The board before the dangerous move, where one of our pieces will stand elsewhere.
        let last = self.tree.node(before);
        let is_capture = last
            .board
            .captured(node.m)
            .is_some_and(|(_, role)| role != Role::King);
        if !is_capture && node.end != Some(GameOver::Mate) {
            return;
        }
        // A quiet move costs time. The side that must win material has that time only against a capturing king.
        let is_good = self.is_good(us, self.tree.node(level.after).gain);
        if !is_good && last.board.pieces.role_at(from) != Some(Role::King) {
            return;
        }
        let there = &self.tree.node(level.after).board;
        let mut moves: Vec<(Square, Square)> = self.uncovers(danger, level);
        for by in there.of(us) & last.board.of(us) & !Bitboard::from(to) {
            let Some(piece) = there
                .piece(by)
                .filter(|piece| last.board.piece(by) == Some(*piece))
            else {
                continue;
            };
            for at in move_squares(there, by, attack_squares(piece, to)) {
                if at == to || !there.can_step(by, at) || last.board.piece(at).is_some() {
                    continue;
                }
                let pieces = rearranged(&last.board, by, at, Obstacles::default());
                let pays = match pieces.role_at(from) {
                    Some(Role::King) => pieces
                        .attacks_to(to, us, pieces.occupied() & !Bitboard::from(from))
                        .is_empty(),
                    Some(_) => exchange(&pieces, from, to, &self.scales) > 0,
                    None => true,
                };
                if !pays {
                    moves.push((by, at));
                }
            }
        }
        for (by, at) in moves {
            for rest in rests {
                let cause = Cause::Protects { danger };
                let (plan, reason) = (rest.map(|entry| entry.plan), rest.map(|entry| entry.reason));
                self.offer(level.after, &[goes(by, at)], plan, cause, reason);
            }
        }
    }

    /// Moves that open a line to the mating square, so that it is no longer mate.
    fn uncovers(&self, danger: MoveNodeId, level: &Prevention) -> Vec<(Square, Square)> {
        let node = self.tree.node(danger);
        let (Some(from), Some(to)) = (node.m.from(), node.m.to()) else {
            return Vec::new();
        };
        if node.end != Some(GameOver::Mate) || node.parent != Some(level.answer) {
            return Vec::new();
        }
        let there = &self.tree.node(level.after).board;
        let us = there.turn;
        let behind = there.of(us) & there.pieces.sliders();
        let mut moves = Vec::new();
        for by in there.of(us) {
            // Only a piece between one of our sliders and the square can open the line.
            let hides = behind
                .into_iter()
                .any(|slider| attacks::between(slider, to).contains(by));
            if !hides {
                continue;
            }
            for at in there.destinations(by) {
                let Some(m) = there.steps(by, at).next() else {
                    continue;
                };
                let after = there.play(m);
                let still = after.steps(from, to).any(|mate| {
                    let end = after.play(mate);
                    end.is_checked(end.turn) && !end.has_steps()
                });
                if !still {
                    moves.push((by, at));
                }
            }
        }
        moves
    }

    /// A check threatens to capture the king. It is parried at once, and then the old plan goes on.
    pub(super) fn parry_check(&mut self, danger: MoveNodeId, class: u8) {
        let node = self.tree.node(danger);
        let us = node.board.turn;
        let Some(king) = node.board.pieces.king_of(us) else {
            return;
        };
        let checkers = node.board.attackers(king, !us);
        if checkers.is_empty() || node.end.is_some() {
            return;
        }
        let is_good = self.is_good(us, node.gain);
        let mut rests: Vec<Option<ListedPlan>> = vec![None];
        if let Some(before) = self.move_before(danger) {
            rests.extend(self.rests(before).into_iter().map(Some));
        }
        let mut statements: Vec<PlanStatement> = Vec::new();
        match class {
            2 | 3 => statements.push(PlanStatement::Modify {
                square: king,
                change: SquareChange::FriendAway,
                threat: class == 3,
            }),
            _ => {
                for checker in checkers {
                    let Some(role) = node.board.pieces.role_at(checker) else {
                        continue;
                    };
                    statements.push(PlanStatement::Modify {
                        square: checker,
                        change: SquareChange::PieceAway(role),
                        threat: false,
                    });
                    for square in attacks::between(checker, king) {
                        statements.push(PlanStatement::Modify {
                            square,
                            change: SquareChange::VacantToOccupied,
                            threat: !is_good,
                        });
                    }
                }
            }
        }
        for by in statements {
            for rest in &rests {
                let cause = Cause::Parries { danger, by };
                let (plan, reason) = (rest.map(|entry| entry.plan), rest.map(|entry| entry.reason));
                self.offer(danger, &[by], plan, cause, reason);
            }
        }
    }
}
