//! How the tree grows: a move with the board after it, and the plans that go on there (2.3.1).

use shakmaty::Role;

use crate::board::PlanBoard;
use crate::ids::{MoveNodeId, PlanKey, ROOT, ReasonId};
use crate::moves::TreeMove;
use crate::options::Ideas;
use crate::order::{self, NextTask};
use crate::reason::Cause;
use crate::search::CombinationSearch;
use crate::tree::{CAPTURES, GameOver, LAST_CLASS, ListedPlan, MoveNode};

/// The longest line in plies.
const MAX_DEPTH: u16 = 80;

/// The most plans kept for one move. Later ones hardly change what follows the move, and each of
/// them would multiply all corrections.
const MAX_PLANS_OF_MOVE: usize = 6;

impl CombinationSearch {
    /// Adds a move to the tree, or a plan to an existing move. A null move has no plan.
    pub(crate) fn add_child(&mut self, parent: MoveNodeId, m: TreeMove, entry: Option<ListedPlan>) {
        if let Some(child) = self.tree.child(parent, m) {
            if let Some(entry) = entry {
                self.add_plan(child, entry);
            }
            return;
        }
        let child = self.new_child(parent, m, entry);
        // The plans behind the previous move go on after this one.
        let rests: Vec<ListedPlan> = self.rests(parent);
        if self.tree.node(child).end.is_none() {
            for entry in rests {
                self.put(child, entry);
            }
        }
        self.tree.refresh(child, &self.scales);
        self.tree.refresh(parent, &self.scales);
    }

    /// Looks at a line that refutes what was found: its last move leaves the first player without what was announced.
    pub(crate) fn object(&mut self, line: &[TreeMove]) {
        let mut id = ROOT;
        for m in line {
            self.add_child(id, *m, None);
            let Some(next) = self.tree.child(id, *m) else {
                return;
            };
            id = next;
        }
        self.tree.node_mut(id).is_disputed = true;
        self.tree.refresh(id, &self.scales);
    }

    /// The rests of the plans behind a move.
    pub(crate) fn rests(&self, id: MoveNodeId) -> Vec<ListedPlan> {
        let made_by = self.tree.node(id).made_by.iter();
        made_by
            .filter_map(|entry| {
                let plan = self.store.rest(entry.plan)?;
                Some(ListedPlan { plan, ..*entry })
            })
            .collect()
    }

    fn add_plan(&mut self, id: MoveNodeId, entry: ListedPlan) {
        if self
            .tree
            .node(id)
            .made_by
            .iter()
            .any(|other| other.plan == entry.plan)
        {
            return;
        }
        if self.tree.node(id).made_by.len() >= MAX_PLANS_OF_MOVE {
            return;
        }
        let is_threat = self.has_threat_after(entry.plan);
        let node = self.tree.node_mut(id);
        node.made_by.push(entry);
        node.is_threat |= is_threat;
        if let Some(plan) = self.store.rest(entry.plan) {
            for answer in self.tree.node(id).children.clone() {
                if self.tree.node(answer).end.is_none() {
                    self.put(answer, ListedPlan { plan, ..entry });
                    self.tree.refresh(answer, &self.scales);
                }
            }
        }
        self.tree.refresh(id, &self.scales);
    }

    /// Is there a threat after the first statement of a plan? A move that needs nothing else, such as a promotion, is
    /// one too.
    fn has_threat_after(&self, plan: PlanKey) -> bool {
        let rest = self.store.size(self.store.rest(plan));
        let goes_on = rest.n_steps > 0 && rest.n_modifications == 0;
        rest.n_threats > 0 || goes_on && self.tree.ideas == Ideas::All
    }

    fn new_child(
        &mut self,
        parent: MoveNodeId,
        m: TreeMove,
        entry: Option<ListedPlan>,
    ) -> MoveNodeId {
        let before = self.tree.node(parent);
        let captured = before
            .board
            .captured(m)
            .map_or(0, |(_, role)| self.scales.of(role));
        let promoted = match m {
            TreeMove::Step {
                promotion: Some(role),
                ..
            } => self.scales.of(role) - self.scales.of(Role::Pawn),
            TreeMove::Step { .. }
            | TreeMove::Null
            | TreeMove::Open(_)
            | TreeMove::Castle { .. } => 0,
        };
        let won = captured + promoted;
        let board = before.board.play(m);
        let depth = before.depth + 1;
        let gain = match before.board.turn == self.tree.first_player {
            true => before.gain + won,
            false => before.gain - won,
        };
        let is_check = board.is_checked(board.turn);
        let end = self.end_of(&board, is_check, parent, m, depth);
        let mut effort = before.effort;
        if let Some(entry) = entry.filter(|entry| self.reason(entry.reason).node == parent) {
            let mover = usize::from(before.board.turn != self.tree.first_player);
            effort[mover] += order::effort(self.class_of(entry.reason), is_check);
        }
        let id =
            MoveNodeId(u32::try_from(self.tree.nodes.len()).expect("the budget keeps nodes few"));
        let is_threat = entry.is_some_and(|entry| self.has_threat_after(entry.plan));
        self.tree.nodes.push(MoveNode {
            parent: Some(parent),
            m,
            board,
            gain,
            depth,
            effort,
            children: Vec::new(),
            made_by: entry.into_iter().collect(),
            pending: Default::default(),
            offered: Vec::new(),
            // A null move only shows a threat and is not corrected; nothing can be captured after mate.
            class: match (m, end) {
                (TreeMove::Null, _) => LAST_CLASS,
                (_, Some(_)) => CAPTURES,
                (_, None) => 0,
            },
            end,
            is_check,
            is_threat,
            is_closed: false,
            is_disputed: false,
            is_settled: false,
            succeeds: false,
            next: NextTask::NOTHING,
        });
        self.tree.node_mut(parent).children.push(id);
        id
    }

    /// The class of corrections that a plan came from. A modification belongs to the class of the plan that wanted it.
    fn class_of(&self, id: ReasonId) -> u8 {
        let reason = self.reason(id);
        match (reason.cause, reason.before) {
            (Cause::Modifies { .. }, Some(before)) => self.class_of(before),
            (cause, _) => cause.class(),
        }
    }

    fn end_of(
        &self,
        board: &PlanBoard,
        is_check: bool,
        parent: MoveNodeId,
        m: TreeMove,
        depth: u16,
    ) -> Option<GameOver> {
        if board.pieces.king_of(board.turn).is_none() {
            return Some(GameOver::KingTaken);
        }
        if depth >= MAX_DEPTH {
            return Some(GameOver::TooLong);
        }
        if m == TreeMove::Null {
            return None;
        }
        if !board.has_steps() {
            return Some(match is_check {
                true => GameOver::Mate,
                false => GameOver::Stalemate,
            });
        }
        let mut earlier = self.tree.node(parent).parent;
        while let Some(id) = earlier {
            let node = self.tree.node(id);
            if node.board == *board {
                return Some(GameOver::Repetition);
            }
            earlier = node.parent.and_then(|parent| self.tree.node(parent).parent);
        }
        None
    }
}
