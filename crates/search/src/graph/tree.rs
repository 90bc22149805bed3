//! The trees in a graph that is settled: one that forces success, or one in which every way fails.

use std::collections::VecDeque;

use domain::Domain;
use proof::{NodeId, Tree, TreeBuilder};

use super::{NodeState, PositionGraph};

impl<D: Domain> PositionGraph<D> {
    /// One move of ours and all replies, as far as the positions that succeed by themselves.
    pub(super) fn forcing_tree(&self, root: usize) -> Tree<D::Move> {
        let mut builder = TreeBuilder::default();
        let mut placed: Vec<Option<NodeId>> = vec![None; self.nodes.len()];
        for idx in &self.succeeding {
            let branch = |(m, to): &(D::Move, usize)| {
                let below = placed[*to];
                (*m, below.expect("a node comes after those it rests on"))
            };
            let branches = self.nodes[*idx].moves.iter().map(branch);
            placed[*idx] = Some(builder.node(branches));
        }
        builder.take(placed[root].expect("the root succeeds"))
    }

    /// All our moves with one reply to each, as far as the positions that fail by themselves, or to one that is
    /// elsewhere in the tree: a line that only returns to it achieves nothing.
    pub(super) fn refutation(&self, root: usize) -> Tree<D::Move> {
        let replies = self.breaking_replies();
        let moves = |idx: usize| {
            let moves = &self.nodes[idx].moves;
            match replies[idx] {
                Some(reply) => &moves[reply..=reply],
                None => &moves[..],
            }
        };
        let mut builder = TreeBuilder::default();
        let repeated = builder.node([]);
        let mut placed: Vec<Option<NodeId>> = vec![None; self.nodes.len()];
        let mut is_above = vec![false; self.nodes.len()];
        // From the root down: a node, and the branches that it has so far.
        let mut path = vec![(root, Vec::new())];
        is_above[root] = true;
        loop {
            let (idx, branches) = path.last_mut().expect("the root ends it");
            let idx = *idx;
            if let Some((m, to)) = moves(idx).get(branches.len()) {
                let below = if is_above[*to] {
                    Some(repeated)
                } else {
                    placed[*to]
                };
                match below {
                    Some(below) => branches.push((*m, below)),
                    None => {
                        is_above[*to] = true;
                        path.push((*to, Vec::new()));
                    }
                }
                continue;
            }
            let node = builder.node(branches.drain(..));
            placed[idx] = Some(node);
            is_above[idx] = false;
            path.pop();
            let Some((above, branches)) = path.last_mut() else {
                return builder.take(node);
            };
            let (m, _) = moves(*above)[branches.len()];
            branches.push((m, node));
        }
    }

    /// For each failing node of theirs, the index of the reply that breaks it soonest, or of the first reply if they
    /// can only repeat positions.
    fn breaking_replies(&self) -> Vec<Option<usize>> {
        let mut replies = vec![None; self.nodes.len()];
        let mut n_left: Vec<usize> = self.nodes.iter().map(|node| node.moves.len()).collect();
        let fails = |idx: usize| self.states[idx] == NodeState::Fails;
        let is_end = |idx: &usize| fails(*idx) && self.nodes[*idx].moves.is_empty();
        let mut broken: VecDeque<usize> = (0..self.nodes.len()).filter(is_end).collect();
        while let Some(idx) = broken.pop_front() {
            for parent in &self.nodes[idx].parents {
                let node = &self.nodes[*parent];
                if !fails(*parent) {
                    continue;
                }
                n_left[*parent] -= 1;
                if self.is_ours[*parent] {
                    if n_left[*parent] == 0 {
                        broken.push_back(*parent);
                    }
                } else if replies[*parent].is_none() {
                    replies[*parent] = node.moves.iter().position(|(_, to)| *to == idx);
                    broken.push_back(*parent);
                }
            }
        }
        for (idx, node) in self.nodes.iter().enumerate() {
            if !self.is_ours[idx] && replies[idx].is_none() {
                replies[idx] = node.moves.iter().position(|(_, to)| fails(*to));
            }
        }
        replies
    }
}
