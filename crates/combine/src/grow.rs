//! How the tree grows: a move with the board after it, and the plans that go on there (2.3.1).

use shakmaty::Role;

use crate::board::Board;
use crate::ids::{NodeId, PlanId, WhyId};
use crate::moves::Move;
use crate::order::{self, Next};
use crate::search::PlanSearch;
use crate::tree::{CAPTURES, End, Entry, LAST_CLASS, Node};
use crate::why::Cause;

/// Lines that are longer are given up.
const MAX_DEPTH: u16 = 80;

/// The most plans that are remembered for a move. What follows a move hardly depends on the later ones, and each of
/// them would multiply all corrections.
const MAX_PLANS_OF_MOVE: usize = 6;

impl PlanSearch {
    /// Adds a move to the tree, or a plan to a move that is there; a null move has no plan.
    pub(crate) fn add_child(&mut self, parent: NodeId, m: Move, entry: Option<Entry>) {
        if let Some(child) = self.tree.child(parent, m) {
            if let Some(entry) = entry {
                self.add_plan(child, entry);
            }
            return;
        }
        let child = self.new_child(parent, m, entry);
        // The plans that made the move before go on after this one.
        let rests: Vec<Entry> = self.rests(parent);
        if self.tree.node(child).end.is_none() {
            for entry in rests {
                self.put(child, entry);
            }
        }
        self.tree.refresh(child, &self.scales);
        self.tree.refresh(parent, &self.scales);
    }

    /// What the plans that made a move go on with.
    pub(crate) fn rests(&self, id: NodeId) -> Vec<Entry> {
        let made_by = self.tree.node(id).made_by.iter();
        made_by
            .filter_map(|entry| {
                let plan = self.shelf.rest(entry.plan)?;
                Some(Entry { plan, ..*entry })
            })
            .collect()
    }

    fn add_plan(&mut self, id: NodeId, entry: Entry) {
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
        if let Some(plan) = self.shelf.rest(entry.plan) {
            for answer in self.tree.node(id).children.clone() {
                if self.tree.node(answer).end.is_none() {
                    self.put(answer, Entry { plan, ..entry });
                    self.tree.refresh(answer, &self.scales);
                }
            }
        }
        self.tree.refresh(id, &self.scales);
    }

    /// Is there a threat later in a plan than its first statement?
    fn has_threat_after(&self, plan: PlanId) -> bool {
        self.shelf.size(self.shelf.rest(plan)).n_threats > 0
    }

    fn new_child(&mut self, parent: NodeId, m: Move, entry: Option<Entry>) -> NodeId {
        let before = self.tree.node(parent);
        let captured = before
            .board
            .captured(m)
            .map_or(0, |(_, role)| self.scales.of(role));
        let promoted = match m {
            Move::Step {
                promotion: Some(role),
                ..
            } => self.scales.of(role) - self.scales.of(Role::Pawn),
            Move::Step { .. } | Move::Null | Move::Open(_) | Move::Castle { .. } => 0,
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
        if let Some(entry) = entry.filter(|entry| self.why(entry.why).node == parent) {
            let mover = usize::from(before.board.turn != self.tree.first_player);
            effort[mover] += order::effort(self.class_of(entry.why), is_check);
        }
        let id = NodeId(u32::try_from(self.tree.nodes.len()).expect("the budget keeps nodes few"));
        let is_threat = entry.is_some_and(|entry| self.has_threat_after(entry.plan));
        self.tree.nodes.push(Node {
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
            // A null move only shows a threat, nobody corrects it; and nobody takes anything after a mate.
            class: match (m, end) {
                (Move::Null, _) => LAST_CLASS,
                (_, Some(_)) => CAPTURES,
                (_, None) => 0,
            },
            end,
            is_check,
            is_threat,
            is_closed: false,
            succeeds: false,
            next: Next::NOTHING,
        });
        self.tree.node_mut(parent).children.push(id);
        id
    }

    /// The class of corrections that a plan came from; a way of modifying belongs to what wanted it.
    fn class_of(&self, id: WhyId) -> u8 {
        let why = self.why(id);
        match (why.cause, why.before) {
            (Cause::Modifies { .. }, Some(before)) => self.class_of(before),
            (cause, _) => cause.class(),
        }
    }

    fn end_of(
        &self,
        board: &Board,
        is_check: bool,
        parent: NodeId,
        m: Move,
        depth: u16,
    ) -> Option<End> {
        if board.men.king_of(board.turn).is_none() {
            return Some(End::KingTaken);
        }
        if depth >= MAX_DEPTH {
            return Some(End::TooLong);
        }
        if m == Move::Null {
            return None;
        }
        if !board.has_steps() {
            return Some(match is_check {
                true => End::Mate,
                false => End::Stalemate,
            });
        }
        let mut earlier = self.tree.node(parent).parent;
        while let Some(id) = earlier {
            let node = self.tree.node(id);
            if node.board == *board {
                return Some(End::Repetition);
            }
            earlier = node.parent.and_then(|parent| self.tree.node(parent).parent);
        }
        None
    }
}
