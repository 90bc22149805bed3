//! The graph of positions: each is looked at once, however many lines lead to it.
//!
//! A search by depth pays for a position on every line and at every bound. Here positions are the nodes of a graph that
//! grows where the easiest way to succeed is in doubt, until nothing is. What a search has seen is there for the next.

mod costs;
mod growing;
mod tree;

use domain::Domain;
use proof::{Tree, Verdict};
use rustc_hash::FxHashMap;

use costs::Costs;
pub(crate) use growing::Growing;

/// What searches by one piece have seen.
pub struct PositionGraph<D: Domain> {
    nodes: Vec<PositionNode<D>>,
    /// What is known of each.
    states: Vec<NodeState>,
    /// Are we to move there?
    is_ours: Vec<bool>,
    /// Where a position is.
    known: FxHashMap<D::Position, usize>,
    /// How many positions have been looked at, without those that were given.
    n_looked_at: u64,
    /// How many nodes are not leaves any more.
    n_grown: usize,
    costs: Costs,
    /// The nodes that succeed, each after those on which that rests.
    succeeding: Vec<usize>,
    /// The node that was asked about last.
    root: Option<usize>,
}

/// A position, and what leads there and from there.
struct PositionNode<D: Domain> {
    position: D::Position,
    /// The moves that matter, and where they lead.
    moves: Vec<(D::Move, usize)>,
    /// The nodes from which a move leads here.
    parents: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NodeState {
    /// Its moves have not been looked at.
    Leaf,
    /// They have, and what becomes of it depends on them.
    Open,
    /// It is settled: by the position, because there is no move, or by what is below.
    Succeeds,
    /// The same.
    Fails,
}

impl<D: Domain> Default for PositionGraph<D> {
    fn default() -> PositionGraph<D> {
        PositionGraph {
            nodes: Vec::new(),
            states: Vec::new(),
            is_ours: Vec::new(),
            known: FxHashMap::default(),
            n_looked_at: 0,
            n_grown: 0,
            costs: Costs::default(),
            succeeding: Vec::new(),
            root: None,
        }
    }
}

impl<D: Domain> PositionGraph<D> {
    /// How many positions have been looked at, without those that were given.
    pub(crate) fn n_looked_at(&self) -> u64 {
        self.n_looked_at
    }

    /// What became of the position that was asked about last, and the tree that shows it; nothing if that is not settled.
    pub fn evidence(&self) -> Option<(Verdict, Tree<D::Move>)> {
        let root = self.root?;
        match self.states[root] {
            NodeState::Leaf | NodeState::Open => None,
            NodeState::Succeeds => Some((Verdict::Satisfied, self.forcing_tree(root))),
            NodeState::Fails => Some((Verdict::Refuted, self.refutation(root))),
        }
    }

    /// Adds a node that nothing leads to yet.
    fn add(&mut self, position: D::Position, is_ours: bool, state: NodeState) -> usize {
        let idx = self.nodes.len();
        self.nodes.push(PositionNode {
            position,
            moves: Vec::new(),
            parents: Vec::new(),
        });
        self.states.push(NodeState::Leaf);
        self.is_ours.push(is_ours);
        self.set_state(idx, state);
        idx
    }

    fn set_state(&mut self, idx: usize, state: NodeState) {
        self.states[idx] = state;
        if state == NodeState::Succeeds {
            self.succeeding.push(idx);
        }
    }
}
