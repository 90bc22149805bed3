//! The graph of positions: each is evaluated once, however many lines lead to it.
//!
//! A depth-first search pays for a position on every line and at every bound. Here positions are the nodes of a graph,
//! which grows along the cheapest way to succeed until the root is decided. Later searches reuse it.

mod costs;
mod growing;
mod tree;

use domain::Domain;
use proof::{Tree, Verdict};
use rustc_hash::FxHashMap;

use costs::Costs;
pub(crate) use growing::Growing;

/// The positions that searches by one piece have evaluated.
pub struct PositionGraph<D: Domain> {
    nodes: Vec<PositionNode<D>>,
    /// What is known of each.
    states: Vec<NodeState>,
    /// Are we to move there?
    is_ours: Vec<bool>,
    /// The node of a position.
    known: FxHashMap<D::Position, usize>,
    /// How many positions have been evaluated, without the roots.
    n_looked_at: u64,
    /// How many nodes have been expanded.
    n_grown: usize,
    costs: Costs,
    /// The nodes that succeed, each after those that it depends on.
    succeeding: Vec<usize>,
    /// The node that was asked about last.
    root: Option<usize>,
}

/// A position with the moves from and to it.
struct PositionNode<D: Domain> {
    position: D::Position,
    /// The moves that matter, and where they lead.
    moves: Vec<(D::Move, usize)>,
    /// The nodes from which a move leads here.
    parents: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NodeState {
    /// It has not been expanded.
    Leaf,
    /// It has been expanded and is not decided.
    Open,
    /// It is decided: by the position, for lack of a move, or by its children.
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
    /// How many positions have been evaluated, without the roots.
    pub(crate) fn n_looked_at(&self) -> u64 {
        self.n_looked_at
    }

    /// The verdict on the position that was asked about last, and the tree that shows it, if it is decided.
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
