//! One goal, followed until it is proved, given up, or out of budget.
//!
//! The finder announces a combination; the proof tries every legal reply; a reply that refutes it goes into the
//! finder's tree, which must answer it.

use domain::{Stopped, Watch};
use shakmaty::{Chess, Move};

use crate::board::PlanBoard;
use crate::ids::ROOT;
use crate::moves::TreeMove;
use crate::options::{CombinationOptions, Ideas};
use crate::proof::{Proof, ReplyProver};
use crate::reduced::Reduced;
use crate::report::ReducedBranch;
use crate::search::CombinationSearch;
use crate::values::CombinationGoal;

/// Positions that a proof may look at for each node of the budget.
const POSITIONS_A_NODE: u64 = 40;
/// The most positions for a first move that is tried by itself.
const POSITIONS_A_MOVE: u64 = 20_000;

/// How far an attempt has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AttemptState {
    /// The search goes on.
    Searching(Stopped),
    /// Every legal reply has an answer.
    Proved,
    /// Found, but the reply at the end of this line was not settled.
    Found(Vec<TreeMove>),
    /// There is nothing left to try.
    GivenUp,
}

/// A goal, with the search for it.
pub(crate) struct Attempt {
    pub(crate) goal: CombinationGoal,
    pub(crate) search: CombinationSearch,
    pub(crate) state: AttemptState,
    pub(crate) prover: ReplyProver,
    max_positions: u64,
    /// Positions that the proofs have looked at.
    pub(crate) n_positions: u64,
    /// How many of the first moves have been tried by a short search of all moves.
    n_tried: usize,
}

impl Attempt {
    pub(crate) fn new(position: &Chess, options: &CombinationOptions, max_nodes: u64) -> Attempt {
        let max_positions = max_nodes.saturating_mul(POSITIONS_A_NODE);
        Attempt {
            goal: options.goal,
            search: CombinationSearch::new(PlanBoard::new(position), options),
            state: AttemptState::Searching(Stopped::Nodes(0)),
            prover: ReplyProver::new(position, options.goal, options.values),
            max_positions,
            n_positions: 0,
            n_tried: 0,
        }
    }

    pub(crate) fn n_nodes(&self) -> u64 {
        self.search.tree.nodes.len() as u64 - 1
    }

    /// Goes on until the goal is settled, or the tree has so many nodes.
    pub(crate) fn advance(&mut self, position: &Chess, max_nodes: u64, watch: &Watch) {
        self.state = loop {
            let stopped = self.search.run(max_nodes, watch);
            let is_proposed = self.search.tree.node(ROOT).succeeds && stopped.is_none();
            if !is_proposed && !self.settle(position, watch) {
                break stopped.map_or(AttemptState::GivenUp, AttemptState::Searching);
            }
            let tree = Reduced::new(&self.search).branches(ROOT);
            let left = self.max_positions.saturating_sub(self.n_positions);
            let mut proof = self.prover.prove(position, &tree, left);
            self.n_positions += self.prover.n_positions;
            if proof == Proof::Holds {
                // The last look may take as long as all that came before.
                proof = self.prover.prove_again(position, &tree, self.max_positions);
                self.n_positions += self.prover.n_positions;
            }
            let moves =
                |line: Vec<Move>| -> Vec<TreeMove> { line.into_iter().map(TreeMove::of).collect() };
            match proof {
                Proof::Holds => break AttemptState::Proved,
                Proof::Refuted(line) if self.search.tree.ideas == Ideas::All => {
                    let line = moves(line);
                    self.unsettle(line.first().copied());
                    self.search.object(&line);
                }
                Proof::Refuted(line) | Proof::Open(line) => break AttemptState::Found(moves(line)),
            }
        };
    }

    /// A first move that seemed to win at once does not.
    fn unsettle(&mut self, m: Option<TreeMove>) {
        let settled = m.and_then(|m| self.search.tree.child(ROOT, m));
        if let Some(id) = settled.filter(|id| self.search.tree.node(*id).is_settled) {
            self.search.tree.node_mut(id).is_settled = false;
            self.search.tree.refresh(id, &self.search.scales);
        }
    }

    /// Plans propose a first move, and a short search of all moves often shows at once that it wins. Tries those that
    /// are new; says whether one of them does.
    fn settle(&mut self, position: &Chess, watch: &Watch) -> bool {
        if self.search.tree.ideas == Ideas::Paper || self.goal == CombinationGoal::Mate {
            return false;
        }
        let children = self.search.tree.node(ROOT).children[self.n_tried..].to_vec();
        for id in children {
            let left = (self.max_positions / 2).saturating_sub(self.n_positions);
            if left == 0 || watch.is_stopped() {
                return false;
            }
            self.n_tried += 1;
            let node = self.search.tree.node(id);
            if node.end.is_some() || !matches!(node.m, TreeMove::Step { .. }) {
                continue;
            }
            let tree = [ReducedBranch {
                m: node.m,
                text: String::new(),
                after: Vec::new(),
            }];
            let most = left.min(POSITIONS_A_MOVE);
            let proof = self.prover.prove(position, &tree, most);
            self.n_positions += self.prover.n_positions;
            if proof == Proof::Holds {
                self.search.tree.node_mut(id).is_settled = true;
                self.search.tree.refresh(id, &self.search.scales);
                return true;
            }
        }
        false
    }
}
