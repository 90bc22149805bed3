//! Double attacks: one piece attacks two (2.2.2).

use shakmaty::{Bitboard, Role, Square, attacks};

use super::{Analyser, Focus, FoundPlan, Idea, goes, takes};
use crate::board::PlanBoard;
use crate::plan::{CombinationPlan, PlanStatement, SquareChange, SquareState};
use crate::ways::{Obstacles, Threat, attack_squares, move_squares, threat};

impl Analyser<'_> {
    pub(super) fn double_attacks(&self, focus: Focus, found: &mut Vec<FoundPlan>) {
        let attackers = match focus {
            Focus::All | Focus::On(_) => self.board.of(self.color),
            Focus::By(piece) => self.board.of(self.color) & Bitboard::from(piece),
        };
        for by in attackers {
            let Some(piece) = self.board.piece(by) else {
                continue;
            };
            let mut squares = match focus {
                Focus::All | Focus::By(_) => Bitboard::FULL,
                Focus::On(target) => attack_squares(piece, target),
            };
            // A knight may also attack a square beside the king.
            if let (Role::Knight, Focus::On(target)) = (piece.role, focus) {
                for beside in self.squares_beside_king(target) {
                    squares |= attack_squares(piece, beside);
                }
            }
            for at in move_squares(self.board, by, squares) {
                self.attacks_from(by, at, focus, found);
                if piece.role == Role::Knight {
                    self.lures(by, at, focus, found);
                }
            }
        }
    }

    /// All pairs of pieces that the piece would attack from there, in square order.
    fn attacks_from(&self, by: Square, at: Square, focus: Focus, found: &mut Vec<FoundPlan>) {
        let Some(piece) = self.board.piece(by) else {
            return;
        };
        let targets = attacks::attacks(at, piece, Bitboard::EMPTY) & self.board.of(!self.color);
        if let Focus::On(target) = focus
            && !targets.contains(target)
        {
            return;
        }
        let threats: Vec<(Square, Option<Threat>)> = targets
            .into_iter()
            .map(|target| (target, self.threat(self.board, by, at, target)))
            .collect();
        for (idx, one) in threats.iter().enumerate() {
            for other in &threats[idx + 1..] {
                let is_seen = match focus {
                    Focus::All | Focus::By(_) => true,
                    Focus::On(target) => [one.0, other.0].contains(&target),
                };
                if is_seen {
                    found.extend(self.double_attack(at, *one, *other));
                }
            }
        }
    }

    fn threat(&self, board: &PlanBoard, by: Square, at: Square, target: Square) -> Option<Threat> {
        threat(board, self.scales, by, at, target, self.max_obstacles)
    }

    fn double_attack(
        &self,
        at: Square,
        one: (Square, Option<Threat>),
        other: (Square, Option<Threat>),
    ) -> Option<FoundPlan> {
        let hides = |near: Square, far: Square| attacks::between(at, far).contains(near);
        let (near, far) = match hides(other.0, one.0) {
            true => (other, one),
            false => (one, other),
        };
        let near_threat = near.1?;
        let is_line = hides(near.0, far.0);
        let far_threat = match is_line {
            // The first piece on the line is a target, not an obstacle.
            true => {
                let mut open = self.board.clone();
                open.pieces.discard_piece_at(near.0);
                self.threat(&open, near_threat.from, at, far.0)?
            }
            false => far.1?,
        };
        let both = near_threat.obstacles.and(far_threat.obstacles)?;
        let obstacles = in_order(at, both)?;
        if obstacles.len() > self.max_obstacles {
            return None;
        }
        let mut moves = vec![goes(near_threat.from, at), takes(at, near.0)];
        if is_line {
            moves.push(self.about_the_front(&near_threat)?);
        }
        moves.push(takes(at, far.0));
        let idea = Idea::DoubleAttack {
            by: near_threat.from,
            at,
            first: near.0,
            second: far.0,
        };
        Some(self.found(idea, obstacles, &moves))
    }

    /// What comes between the captures of two pieces on one line: a front piece worth more than the attacker
    /// steps aside by itself, any other must be removed.
    fn about_the_front(&self, near: &Threat) -> Option<PlanStatement> {
        let front = self.board.pieces.role_at(near.target)?;
        let attacker = self.board.pieces.role_at(near.from)?;
        Some(match self.scales.of(front) <= self.scales.of(attacker) {
            true => PlanStatement::Modify {
                square: near.target,
                change: SquareChange::EnemyToVacant,
                threat: false,
            },
            false => PlanStatement::Verify {
                square: near.target,
                state: SquareState::Vacant,
            },
        })
    }

    /// The squares to which the king could be lured, if it is the target.
    fn squares_beside_king(&self, target: Square) -> Bitboard {
        match self.board.pieces.king_of(!self.color) {
            Some(king) if king == target => attacks::king_attacks(king),
            Some(_) | None => Bitboard::EMPTY,
        }
    }

    /// A knight that attacks a piece and a square beside the king, which is lured there first.
    fn lures(&self, by: Square, at: Square, focus: Focus, found: &mut Vec<FoundPlan>) {
        let Some(king) = self.board.pieces.king_of(!self.color) else {
            return;
        };
        let reached = attacks::knight_attacks(at);
        let beside = attacks::king_attacks(king) & reached & !Bitboard::from(at);
        let targets = reached & self.board.of(!self.color) & !Bitboard::from(king);
        for square in beside {
            for target in targets & !Bitboard::from(square) {
                let is_seen = match focus {
                    Focus::All | Focus::By(_) => true,
                    Focus::On(seen) => seen == king || seen == target,
                };
                // Removing an obstacle and luring the king are two modifications.
                let most = self.max_obstacles - 1;
                let Some(threat) = threat(self.board, self.scales, by, at, target, most) else {
                    continue;
                };
                if !is_seen {
                    continue;
                }
                let bring = PlanStatement::Modify {
                    square,
                    change: SquareChange::PieceComes(Role::King),
                    threat: false,
                };
                let mut plan = vec![bring];
                plan.extend(threat.obstacles.statements(self.board, self.color));
                plan.extend([goes(by, at), takes(at, square), takes(at, target)]);
                found.push(FoundPlan {
                    plan: CombinationPlan(plan),
                    idea: Idea::Lure {
                        by,
                        at,
                        king: square,
                        target,
                    },
                });
            }
        }
    }
}

/// Opens lines before the arrival square is vacated.
fn in_order(at: Square, obstacles: Obstacles) -> Option<Obstacles> {
    let lines = obstacles.iter().filter(|square| *square != at);
    Obstacles::of(lines.chain(obstacles.iter().filter(|square| *square == at)))
}
