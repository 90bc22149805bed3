//! How a plan is executed after a move: it adds moves to the tree, or becomes other plans (2.3).

use shakmaty::{Role, Square};

use crate::analysis::{AnalysisSubject, analyse_about};
use crate::ids::{MoveNodeId, PlanKey};
use crate::modify::ways;
use crate::moves::TreeMove;
use crate::plan::{PlanStatement, SquareChange};
use crate::reason::Cause;
use crate::search::CombinationSearch;
use crate::tree::ListedPlan;

impl CombinationSearch {
    /// Executes a plan of the side to move after a node.
    pub(crate) fn execute(&mut self, id: MoveNodeId, entry: ListedPlan) {
        let mut next = Some(entry.plan);
        while let Some(plan) = next {
            let rest = self.store.rest(plan);
            match self.store.first(plan) {
                PlanStatement::Move { from, to, threat } => {
                    let is_made = self.make(id, from, to, threat, ListedPlan { plan, ..entry });
                    // A threat may have been parried, and the plan goes on without it. Any other move must be possible.
                    // Once a move is made, the plan goes on after the answers to it.
                    if !threat || is_made && rest.is_none() {
                        return;
                    }
                }
                PlanStatement::Plays(square) => {
                    self.play_openly(id, square, ListedPlan { plan, ..entry });
                    return;
                }
                PlanStatement::Modify {
                    square,
                    change,
                    threat,
                } => {
                    let node = self.tree.node(id);
                    if !change.wanted().holds(&node.board, square, node.board.turn) {
                        // A pass is there to carry out a threat, not to start a new idea.
                        if self.tree.is_pass(id) {
                            return;
                        }
                        self.modify(id, square, change, threat, rest, entry);
                        return;
                    }
                }
                PlanStatement::Verify { square, state } => {
                    let node = self.tree.node(id);
                    if !state.holds(&node.board, square, node.board.turn) {
                        return;
                    }
                }
                PlanStatement::Analysis(square) => {
                    self.analyse(id, square, entry);
                    return;
                }
            }
            next = rest;
        }
    }

    /// Adds the move of a plan if it is legal, and for a threat only if it captures.
    fn make(
        &mut self,
        id: MoveNodeId,
        from: Square,
        to: Square,
        threat: bool,
        entry: ListedPlan,
    ) -> bool {
        let board = &self.tree.node(id).board;
        let mut moves: Vec<TreeMove> = board.steps(from, to).collect();
        if threat {
            moves.retain(|m| board.captured(*m).is_some());
        } else if moves.is_empty() && board.pieces.role_at(from) == Some(Role::King) {
            moves = board.castlings();
            moves.retain(|m| m.to() == Some(to));
        }
        for m in &moves {
            self.add_child(id, *m, Some(entry));
        }
        !moves.is_empty()
    }

    /// Adds an open move if the piece can move.
    fn play_openly(&mut self, id: MoveNodeId, square: Square, entry: ListedPlan) {
        if self.tree.node(id).board.destinations(square).any() {
            self.add_child(id, TreeMove::Open(square), Some(entry));
        }
    }

    /// Makes the plans that modify a square, verify it, and go on.
    fn modify(
        &mut self,
        id: MoveNodeId,
        square: Square,
        change: SquareChange,
        threat: bool,
        rest: Option<PlanKey>,
        entry: ListedPlan,
    ) {
        let verify = PlanStatement::Verify {
            square,
            state: change.wanted(),
        };
        // A modification may need one obstacle removed, but removing it may not need another.
        let is_nested = matches!(self.reason(entry.reason).cause, Cause::Modifies { .. });
        let max_obstacles = usize::from(!is_nested);
        let board = &self.tree.node(id).board;
        for subplan in ways(board, square, change, threat, max_obstacles, &self.scales) {
            let mut statements = subplan.statements;
            let rest = self.following(&statements, rest);
            // Without a rest there is nothing to verify.
            if rest.is_some() {
                statements.push(verify);
            }
            let cause = Cause::Modifies {
                square,
                change,
                way: subplan.way,
            };
            self.offer(id, &statements, rest, cause, Some(entry.reason));
        }
    }

    /// The rest of a plan after other moves. A piece that has moved already starts from its new square.
    fn following(&mut self, moves: &[PlanStatement], rest: Option<PlanKey>) -> Option<PlanKey> {
        let rest = rest?;
        let moved = moves.iter().find_map(|statement| match statement {
            PlanStatement::Move {
                from,
                to,
                threat: false,
            } => Some((*from, *to)),
            PlanStatement::Move { threat: true, .. }
            | PlanStatement::Plays(_)
            | PlanStatement::Modify { .. }
            | PlanStatement::Verify { .. }
            | PlanStatement::Analysis(_) => None,
        });
        let Some((old, new)) = moved else {
            return Some(rest);
        };
        let mut is_there = true;
        let statements: Vec<PlanStatement> = self
            .store
            .statements(rest)
            .map(|statement| {
                if let PlanStatement::Move { from, to, threat } = statement
                    && is_there
                {
                    // From here on the statements mean another piece, or the same one elsewhere.
                    is_there = to != old && (from != old || threat);
                    if from == old && to != new {
                        return PlanStatement::Move {
                            from: new,
                            to,
                            threat,
                        };
                    }
                }
                statement
            })
            .collect();
        self.store.chain(&statements, None)
    }

    fn analyse(&mut self, id: MoveNodeId, square: Square, entry: ListedPlan) {
        let board = &self.tree.node(id).board;
        for found in analyse_about(
            board,
            board.turn,
            AnalysisSubject::Piece(square),
            &self.scales,
        ) {
            let cause = Cause::SawThere { idea: found.idea };
            self.offer(id, &found.plan.0, None, cause, Some(entry.reason));
        }
    }
}
