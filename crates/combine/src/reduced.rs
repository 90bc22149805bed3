//! The reduced tree: the moves that justify the answer, the main line through them, and what is counted of them.

use shakmaty::{Chess, Color, Position};

use crate::ids::{MoveNodeId, ROOT};
use crate::moves::TreeMove;
use crate::report::{CombinationStatistics, ReducedBranch};
use crate::search::{CombinationSearch, PlanCounts};
use crate::tree::GameOver;

/// The most other answers that are shown, and how far.
const MAX_OTHERS: usize = 3;
const MAX_PLIES: usize = 6;

/// How the side that loses plays in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Defence {
    /// It takes what it is offered.
    Accepts,
    /// It plays where most has to be answered.
    HoldsOut,
}

/// The part of the tree that justifies the answer.
pub(crate) struct Reduced<'a> {
    search: &'a CombinationSearch,
    /// The player who succeeds.
    winner: Color,
    /// How many nodes justify each node.
    sizes: Vec<u64>,
}

impl Reduced<'_> {
    pub(crate) fn new(search: &CombinationSearch) -> Reduced<'_> {
        let winner = !search.tree.failing(ROOT);
        let mut reduced = Reduced {
            search,
            winner,
            sizes: vec![0; search.tree.nodes.len()],
        };
        // Children come after their parents.
        for idx in (0..search.tree.nodes.len()).rev() {
            let id = MoveNodeId(u32::try_from(idx).expect("the budget keeps nodes few"));
            let kept = reduced.kept(id);
            reduced.sizes[idx] = kept.into_iter().map(|child| 1 + reduced.size(child)).sum();
        }
        reduced
    }

    fn size(&self, id: MoveNodeId) -> u64 {
        self.sizes[id.0 as usize]
    }

    /// The children that are kept: the winner's best move, and all of the other side.
    fn kept(&self, id: MoveNodeId) -> Vec<MoveNodeId> {
        let tree = &self.search.tree;
        let is_won = |child: &MoveNodeId| !tree.failing(*child) == self.winner;
        // The proof has its own answers there.
        if tree.node(id).is_settled {
            return Vec::new();
        }
        match tree.node(id).board.turn == self.winner {
            true => tree
                .active_children(id)
                .filter(is_won)
                .min_by_key(|child| self.size(*child))
                .into_iter()
                .collect(),
            false => tree.active_children(id).collect(),
        }
    }

    pub(crate) fn branches(&self, id: MoveNodeId) -> Vec<ReducedBranch> {
        let kept = self.kept(id).into_iter();
        kept.map(|child| ReducedBranch {
            m: self.search.tree.node(child).m,
            text: self.search.tree.text_of(child),
            after: self.branches(child),
        })
        .collect()
    }

    /// The line that shows the idea: what is offered is taken. Up to the first pass.
    pub(crate) fn idea_line(&self) -> Vec<MoveNodeId> {
        self.line_after(ROOT, Defence::Accepts)
    }

    /// The line in which the other side holds out longest, up to the first pass.
    pub(crate) fn longest_line(&self) -> Vec<MoveNodeId> {
        self.line_after(ROOT, Defence::HoldsOut)
    }

    /// Other answers to the first move than those of the lines that are shown, the most stubborn first, each with what
    /// follows.
    pub(crate) fn others(&self, shown: &[&[MoveNodeId]]) -> Vec<Vec<MoveNodeId>> {
        let Some(first) = shown.first().and_then(|line| line.first()) else {
            return Vec::new();
        };
        let is_shown = |id: &MoveNodeId| shown.iter().any(|line| line.get(1) == Some(id));
        let tree = &self.search.tree;
        let is_move = |id: &MoveNodeId| {
            matches!(
                tree.node(*id).m,
                TreeMove::Step { .. } | TreeMove::Castle { .. }
            )
        };
        let mut answers = self.kept(*first);
        answers.retain(|id| !is_shown(id) && is_move(id));
        answers.sort_by_key(|id| (std::cmp::Reverse(self.size(*id)), *id));
        answers.truncate(MAX_OTHERS);
        let lines = answers.into_iter().map(|id| {
            let mut line = vec![*first, id];
            line.extend(self.line_after(id, Defence::HoldsOut));
            line.truncate(MAX_PLIES);
            line
        });
        // An answer that needs no further move of ours is not worth a line.
        lines.filter(|line| line.len() > 2).collect()
    }

    /// Does the loser take the man that moved just before, and not with a greater one?
    fn accepts(&self, id: MoveNodeId) -> bool {
        let tree = &self.search.tree;
        let node = tree.node(id);
        let Some(before) = node.parent.map(|parent| tree.node(parent)) else {
            return false;
        };
        let (Some(from), Some(to)) = (node.m.from(), node.m.to()) else {
            return false;
        };
        let role = |square| before.board.pieces.role_at(square);
        let is_offered = match (role(from), role(to)) {
            (Some(by), Some(taken)) => self.search.scales.values.is_offer(taken, by),
            (_, _) => false,
        };
        node.board.turn == self.winner && before.m.to() == Some(to) && is_offered
    }

    fn line_after(&self, from: MoveNodeId, defence: Defence) -> Vec<MoveNodeId> {
        let tree = &self.search.tree;
        let mut line = Vec::new();
        let mut id = from;
        loop {
            let tried = self
                .kept(id)
                .into_iter()
                .filter(|child| {
                    matches!(
                        tree.node(*child).m,
                        TreeMove::Step { .. } | TreeMove::Castle { .. }
                    )
                })
                .max_by_key(|child| {
                    let accepts = defence == Defence::Accepts && self.accepts(*child);
                    (accepts, self.size(*child), std::cmp::Reverse(*child))
                });
            let Some(next) = tried.filter(|next| tree.node(*next).end != Some(GameOver::KingTaken))
            else {
                return line;
            };
            line.push(next);
            id = next;
        }
    }

    pub(crate) fn statistics(&self, position: &Chess) -> CombinationStatistics {
        let tree = &self.search.tree;
        let legal_moves = position.legal_moves();
        let PlanCounts {
            plans,
            rejected,
            simulated,
        } = self.search.counts;
        let (mut reduced_depth, mut max_replies) = (0, 0);
        let mut open = vec![ROOT];
        while let Some(id) = open.pop() {
            let node = tree.node(id);
            // The paper counts the capture of the king and the move before it; here a mate or a check ends the
            // line two plies earlier.
            let is_leaf_check = node.is_check && tree.active_children(id).next().is_none();
            let unseen = match node.end {
                Some(GameOver::Mate) => 2,
                None if is_leaf_check && id != ROOT => 2,
                Some(
                    GameOver::KingTaken
                    | GameOver::Stalemate
                    | GameOver::Repetition
                    | GameOver::TooLong,
                )
                | None => 0,
            };
            reduced_depth = reduced_depth.max(u64::from(node.depth) + unseen);
            let kept = self.kept(id);
            if node.board.turn != self.winner {
                let replies = kept
                    .iter()
                    .filter(|child| tree.node(**child).m != TreeMove::Null);
                max_replies = max_replies.max(replies.count() as u64);
            }
            open.extend(kept);
        }
        CombinationStatistics {
            plans,
            nodes: tree.nodes.len() as u64 - 1,
            reduced_nodes: self.size(ROOT),
            reduced_depth,
            max_replies,
            first_moves: tree.active_children(ROOT).count() as u64,
            legal_moves: legal_moves
                .iter()
                .filter(|m| !m.is_castle() && !m.is_en_passant())
                .count() as u64,
            rejected,
            simulated,
            exchanges: self.search.n_exchanges().get(),
        }
    }
}
