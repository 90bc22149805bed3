//! Dangerous moves, and the six classes of plans against them (2.4).
//!
//! A dangerous move is a move of the opponent after which a player fails. New captures come first, and old plans that
//! have become possible come late; the classes between prevent the move by playing something else before it.

mod captures;
mod guard;
mod open;

use shakmaty::{Bitboard, Role, Square, attacks};

use crate::analysis::{AnalysisSubject, Idea, analyse_about, analyse_wider};
use crate::exchange::is_profitable;
use crate::ids::{MoveNodeId, PlanKey, ReasonId};
use crate::plan::{PlanStatement, SquareChange};
use crate::reason::Cause;
use crate::search::CombinationSearch;
use crate::tree::{GameOver, ListedPlan, NAME_SQUARES, WIDER};

/// Where a dangerous move is prevented: after this node, instead of this answer.
struct Prevention {
    after: MoveNodeId,
    answer: MoveNodeId,
}

impl CombinationSearch {
    /// Makes the plans of one class of corrections against a dangerous move.
    pub(crate) fn correct(&mut self, danger: MoveNodeId, class: u8) {
        if class > 4 && class < NAME_SQUARES && self.first_pass(danger).is_some() {
            return;
        }
        match class {
            1 => self.new_captures(danger),
            2..=4 => {
                self.parry_check(danger, class);
                self.destroy(danger, class);
            }
            5 => {
                self.interfere(danger);
                self.recall(danger);
            }
            6 => self.analyse_again(danger),
            NAME_SQUARES => self.name_squares(danger),
            WIDER => self.widen(danger),
            _ => {}
        }
    }

    /// The first pass on the line to a node. Moves after a pass only show a threat.
    fn first_pass(&self, id: MoveNodeId) -> Option<MoveNodeId> {
        let line = self.tree.line(id);
        line.into_iter().find(|id| self.tree.is_pass(*id))
    }

    /// The friendly move before a dangerous one; none if that is the root.
    pub(super) fn move_before(&self, danger: MoveNodeId) -> Option<MoveNodeId> {
        let before = self.tree.node(danger).parent?;
        let is_root = self.tree.node(before).parent.is_none();
        (!is_root).then_some(before)
    }

    /// The places where a dangerous move can be prevented.
    ///
    /// It is prevented instead of the answer before it, unless that answer met a check. A second capture on a
    /// square is also prevented where the first one is. A player who passed plays something instead; a player whose
    /// threat the pass showed threat the pass showed has nothing to correct, since the opponent need not pass.
    fn levels(&self, danger: MoveNodeId) -> Vec<Prevention> {
        let node = self.tree.node(danger);
        let taken = self.captured_by(danger);
        let takes_king = taken.is_some_and(|(_, role)| role == Role::King);
        let mut levels = Vec::new();
        let mut next = match self.first_pass(danger) {
            Some(pass) if self.tree.node(pass).board.turn == node.board.turn => None,
            Some(pass) => Some(pass),
            None => node.parent,
        };
        while let Some(answer) = next {
            let Some(after) = self.tree.node(answer).parent else {
                break;
            };
            let enemy = self.tree.node(after);
            next = enemy.parent;
            let is_check = !takes_king && enemy.is_check;
            let took_there =
                taken.is_some() && enemy.m.to() == node.m.to() && self.captured_by(after).is_some();
            if !is_check {
                levels.push(Prevention { after, answer });
                if !took_there {
                    break;
                }
            }
        }
        levels
    }

    /// What a move in the tree captures.
    fn captured_by(&self, id: MoveNodeId) -> Option<(Square, Role)> {
        let node = self.tree.node(id);
        self.tree.node(node.parent?).board.captured(node.m)
    }

    /// Classes 2 to 4: prevents the dangerous move.
    fn destroy(&mut self, danger: MoveNodeId, class: u8) {
        for level in self.levels(danger) {
            self.destroy_at(danger, class, &level);
        }
        if class == 4 {
            self.name_square_against(danger);
        }
    }

    fn destroy_at(&mut self, danger: MoveNodeId, class: u8, level: &Prevention) {
        let node = self.tree.node(danger);
        let (Some(from), Some(to)) = (node.m.from(), node.m.to()) else {
            return;
        };
        let us = node.board.turn;
        let before = self
            .tree
            .node(danger)
            .parent
            .map(|parent| &self.tree.node(parent).board);
        let taken = before.and_then(|board| board.captured(node.m));
        let mover = before.and_then(|board| board.piece(from));
        let there = self.tree.node(level.after);
        let is_good = self.is_good(us, there.gain);
        let answers = self.tree.node(level.answer).made_by.clone();
        let mut rests: Vec<Option<ListedPlan>> = answers.into_iter().map(Some).collect();
        if is_good {
            rests.push(None);
        }
        let stands_there = mover.is_some() && there.board.piece(from) == mover;
        // The target of a mating move is the king, whatever it captures.
        let king = node.board.pieces.king_of(us);
        let king = king.filter(|_| node.end == Some(GameOver::Mate));
        let mut statements: Vec<PlanStatement> = Vec::new();
        match class {
            2 | 3 => {
                let aims = [taken.map(|(square, _)| square), king];
                let aims = Bitboard::from_iter(aims.into_iter().flatten()) & there.board.of(us);
                if class == 3 || is_good {
                    statements.extend(aims.into_iter().map(|square| PlanStatement::Modify {
                        square,
                        change: SquareChange::FriendAway,
                        threat: class == 3,
                    }));
                }
            }
            _ => {
                if let Some(mover) = mover.filter(|_| stands_there) {
                    statements.push(PlanStatement::Modify {
                        square: from,
                        change: SquareChange::PieceAway(mover.role),
                        threat: false,
                    });
                    let line = attacks::between(from, to)
                        | king.map_or(Bitboard::EMPTY, |king| attacks::between(to, king));
                    let line = line & !there.board.pieces.occupied();
                    statements.extend(line.into_iter().map(|square| PlanStatement::Modify {
                        square,
                        change: SquareChange::VacantToOccupied,
                        threat: !is_good,
                    }));
                }
            }
        }
        for by in statements {
            for rest in &rests {
                let by = self.kept_for_capture(by, rest.map(|entry| entry.plan));
                let cause = Cause::Destroys { danger, by };
                let (plan, reason) = (rest.map(|entry| entry.plan), rest.map(|entry| entry.reason));
                self.offer(level.after, &[by], plan, cause, reason);
            }
        }
        if class == 4 {
            self.protect(danger, level, &rests);
        }
    }

    /// If the plan captures on the square later, the piece must be replaced there and not just removed.
    fn kept_for_capture(&self, by: PlanStatement, rest: Option<PlanKey>) -> PlanStatement {
        let PlanStatement::Modify {
            square,
            change: SquareChange::PieceAway(role),
            threat,
        } = by
        else {
            return by;
        };
        let captures_there = rest.is_some_and(|rest| {
            self.store
                .statements(rest)
                .any(|statement| match statement {
                    PlanStatement::Move { to, .. } => to == square,
                    PlanStatement::Plays(_)
                    | PlanStatement::Modify { .. }
                    | PlanStatement::Verify { .. }
                    | PlanStatement::Analysis(_) => false,
                })
        });
        match captures_there {
            true => PlanStatement::Modify {
                square,
                change: SquareChange::PieceReplaced(role),
                threat,
            },
            false => by,
        }
    }

    /// Class 5: plans of the initial position whose obstacles are gone.
    fn interfere(&mut self, danger: MoveNodeId) {
        let us = self.tree.node(danger).board.turn;
        let mut tried: Vec<(Vec<PlanStatement>, Idea)> = Vec::new();
        for found in self.initial_of(us) {
            let board = &self.tree.node(danger).board;
            let is_done = |statement: &PlanStatement| match statement {
                PlanStatement::Modify { square, change, .. } => {
                    change.wanted().holds(board, *square, us)
                }
                PlanStatement::Move { .. }
                | PlanStatement::Plays(_)
                | PlanStatement::Verify { .. }
                | PlanStatement::Analysis(_) => false,
            };
            let plan = &found.plan.0;
            let n_done = plan
                .iter()
                .take_while(|statement| is_done(statement))
                .count();
            let was_hindered = matches!(plan.first(), Some(PlanStatement::Modify { .. }));
            if was_hindered && n_done == 0 {
                continue;
            }
            if let Idea::Capture { by, target } = found.idea
                && !is_profitable(&board.pieces, by, target, &self.scales)
            {
                continue;
            }
            tried.push((plan[n_done..].to_vec(), found.idea));
        }
        for (plan, idea) in tried {
            self.offer(
                danger,
                &plan,
                None,
                Cause::Interferes { danger, idea },
                None,
            );
        }
    }

    /// Class 6: a limited analysis of what the last two moves have changed.
    fn analyse_again(&mut self, danger: MoveNodeId) {
        let node = self.tree.node(danger);
        let us = node.board.turn;
        let board = node.board.clone();
        let cause = Cause::Analyses;
        if let Some(to) = node.m.to() {
            self.offer(danger, &[PlanStatement::Analysis(to)], None, cause, None);
        }
        let Some(before) = self.move_before(danger) else {
            return;
        };
        let last = self.tree.node(before);
        let mut found = Vec::new();
        if let Some(piece) = last.m.to().filter(|to| board.of(us).contains(*to)) {
            found.extend(analyse_about(
                &board,
                us,
                AnalysisSubject::Attacker(piece),
                &self.scales,
            ));
        }
        let was_check = last.is_check;
        let king_moved = self
            .tree
            .node(danger)
            .m
            .to()
            .is_some_and(|to| board.pieces.role_at(to) == Some(Role::King));
        if !king_moved {
            // After a parried check all attacks on the king are analysed again; otherwise only mates in one.
            let attacks =
                analyse_about(&board, us, AnalysisSubject::King, &self.scales).into_iter();
            found.extend(attacks.filter(|item| was_check || item.is_mate_at_once()));
        }
        for item in found {
            let cause = Cause::SawThere { idea: item.idea };
            self.offer(danger, &item.plan.0, None, cause, None::<ReasonId>);
        }
    }

    /// Ideas beyond the paper's.
    fn widen(&mut self, id: MoveNodeId) {
        if self.first_pass(id).is_some() {
            return;
        }
        for item in analyse_wider(&self.tree.node(id).board, &self.scales) {
            let cause = Cause::Widens { idea: item.idea };
            self.offer(id, &item.plan.0, None, cause, None);
        }
    }
}
