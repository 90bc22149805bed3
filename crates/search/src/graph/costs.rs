//! What is in doubt below each node of a graph, and where to look next.
//!
//! That is its *cost*: a leaf costs one; ours cost what the cheapest move does; theirs what the dearest reply does, and
//! one for each reply in doubt. (These are weak proof numbers: sums would count what lines have in common again and
//! again.) Costs are given out from the cheapest up, as in Knuth's generalization of Dijkstra's algorithm, so that no
//! cycle pays for itself: a node that gets none fails, even if only because they can repeat the position for ever.

use domain::Domain;

use super::{NodeState, PositionGraph};

/// The costs of all open nodes, as parallel lists, since most of the time is spent here.
#[derive(Default)]
pub(super) struct Costs {
    of: Vec<Option<u32>>,
    /// How many moves must get a cost before the node does: one at our nodes, all open ones at theirs.
    awaited: Vec<u32>,
    /// How many have one already.
    in_doubt: Vec<u32>,
    /// The child that got its cost last: the most expensive reply, or our cheapest move.
    last: Vec<usize>,
    /// The nodes of each cost.
    offers: Vec<Vec<usize>>,
}

impl Costs {
    fn forget(&mut self, n_nodes: usize) {
        for list in [&mut self.awaited, &mut self.in_doubt] {
            list.clear();
            list.resize(n_nodes, 0);
        }
        self.of.clear();
        self.of.resize(n_nodes, None);
        self.last.resize(n_nodes, 0);
        self.offers.iter_mut().for_each(Vec::clear);
    }

    fn offer(&mut self, idx: usize, cost: u32) {
        let at = cost as usize;
        if self.offers.len() <= at {
            self.offers.resize_with(at + 1, Vec::new);
        }
        self.offers[at].push(idx);
    }
}

impl<D: Domain> PositionGraph<D> {
    /// Computes the cost of every node. A node of cost zero succeeds, and one without a cost fails.
    pub(super) fn work_out_costs(&mut self) {
        self.costs.forget(self.nodes.len());
        for idx in 0..self.nodes.len() {
            self.offer_first(idx);
        }
        let (mut cost, mut n_seen) = (0, 0);
        while let Some(offers) = self.costs.offers.get(cost as usize) {
            // In order of arrival, so that ties go to shorter lines.
            let Some(idx) = offers.get(n_seen).copied() else {
                (cost, n_seen) = (cost + 1, 0);
                continue;
            };
            n_seen += 1;
            self.costs.of[idx] = Some(cost);
            if cost == 0 {
                self.succeeds(idx);
            }
            self.offer_above(idx, cost);
        }
        for idx in 0..self.nodes.len() {
            if self.costs.of[idx].is_none() && self.states[idx] == NodeState::Open {
                self.set_state(idx, NodeState::Fails);
            }
        }
    }

    /// The cost of a node that does not depend on its children.
    fn offer_first(&mut self, idx: usize) {
        let succeeds = |to: usize| self.states[to] == NodeState::Succeeds;
        match self.states[idx] {
            NodeState::Succeeds | NodeState::Fails => {}
            NodeState::Leaf => self.costs.offer(idx, 1),
            NodeState::Open if self.is_ours[idx] => {
                let mut moves = self.nodes[idx].moves.iter();
                if let Some((_, to)) = moves.find(|(_, to)| succeeds(*to)) {
                    self.costs.last[idx] = *to;
                    self.costs.offer(idx, 0);
                } else {
                    self.costs.awaited[idx] = 1;
                }
            }
            NodeState::Open => {
                let moves = self.nodes[idx].moves.iter();
                let n_awaited = moves.filter(|(_, to)| !succeeds(*to)).count();
                self.costs.awaited[idx] = n_awaited as u32;
                if n_awaited == 0 {
                    self.costs.offer(idx, 0);
                }
            }
        }
    }

    /// Passes the cost of a node on to its parents. The first child to do so is the cheapest.
    fn offer_above(&mut self, idx: usize, cost: u32) {
        for above in &self.nodes[idx].parents {
            let awaited = &mut self.costs.awaited[*above];
            if *awaited == 0 {
                continue;
            }
            *awaited -= 1;
            let is_ours = self.is_ours[*above];
            let in_doubt = &mut self.costs.in_doubt[*above];
            *in_doubt += u32::from(cost > 0 && !is_ours);
            if *awaited == 0 {
                let together = cost + *in_doubt;
                self.costs.last[*above] = idx;
                self.costs.offer(*above, together);
            }
        }
    }

    /// Marks a node as succeeding. One of our moves is enough.
    fn succeeds(&mut self, idx: usize) {
        if self.is_ours[idx] {
            let to = self.costs.last[idx];
            self.nodes[idx].moves.retain(|(_, after)| *after == to);
            self.nodes[idx].moves.truncate(1);
        }
        self.set_state(idx, NodeState::Succeeds);
    }

    /// The leaves of the cheapest way to succeed, in the order of replies, and only a few of them: what is learnt about
    /// the first may make the others irrelevant.
    pub(super) fn doubtful(&self, root: usize) -> Vec<usize> {
        let many = 1 + self.n_grown / GROWN_A_ROUND;
        let mut leaves = Vec::new();
        let mut is_seen = vec![false; self.nodes.len()];
        let mut waiting = vec![root];
        while let Some(idx) = waiting.pop() {
            if std::mem::replace(&mut is_seen[idx], true) {
                continue;
            }
            match self.states[idx] {
                NodeState::Succeeds | NodeState::Fails => {}
                NodeState::Leaf => {
                    leaves.push(idx);
                    if leaves.len() == many {
                        break;
                    }
                }
                NodeState::Open if self.is_ours[idx] => waiting.push(self.costs.last[idx]),
                NodeState::Open => {
                    let replies = self.nodes[idx].moves.iter();
                    waiting.extend(replies.rev().map(|(_, to)| *to));
                }
            }
        }
        leaves
    }
}

/// Costs are recomputed when the graph has grown by one part in this many.
const GROWN_A_ROUND: usize = 32;
