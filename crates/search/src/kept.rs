//! What a search keeps: verdicts of nodes, for later visits in this search or another.

use domain::Domain;
use proof::Verdict;

use crate::context::Shared;
use crate::frame::NodeKey;
use crate::job::{Job, JobResult, Recorded};
use crate::level::Level;
use crate::memory::MemoryNode;
use crate::met::{Entered, MetOutcome};

impl<D: Domain> Level<D> {
    /// The result of the same node elsewhere in this search, or in an earlier one.
    pub(crate) fn recall(
        &mut self,
        shared: &Shared<'_, D>,
        job: &Job<'_, D>,
        depth: u32,
    ) -> Option<JobResult> {
        // Memory keeps no evidence.
        if let Some(verdict) = self.remembered(shared, job, depth)
            && match job.record {
                Recorded::Nothing => true,
                Recorded::ForcingTree => verdict != Verdict::Satisfied,
                Recorded::Refutation => false,
            }
        {
            return Some((verdict, None));
        }
        if !job.cache {
            return None;
        }
        let node = &self.frames[self.top];
        let reads = job.piece.reads;
        let bounded = job.depth.is_some() || reads.depth;
        let before = node
            .before
            .filter(|_| reads.before)
            .map(|idx| self.frames[idx].position.clone());
        let key = NodeKey {
            position: node.position.clone(),
            depth: bounded.then_some(depth),
            before,
        };
        let found = self.cache.get(&key).copied();
        if found.is_none() {
            self.frames[self.top].key = Some(key);
        }
        found
    }

    fn remembered(&self, shared: &Shared<'_, D>, job: &Job<'_, D>, depth: u32) -> Option<Verdict> {
        let memory = shared.memory?;
        memory.recall(self.node(job, depth)?)
    }

    /// The node after the path, if its verdict is the same in every search.
    fn node<'n>(&'n self, job: &'n Job<'_, D>, depth: u32) -> Option<MemoryNode<'n, D::Position>> {
        let is_free = job.may_be_known() && job.first.is_none();
        is_free.then_some(MemoryNode {
            piece: job.id,
            us: job.us,
            plies_left: job.depth? - depth,
            position: &self.frames[self.top].position,
            root: job.root_read,
        })
    }

    /// Is it known that a position after our move, at this depth, does not succeed?
    #[inline]
    pub(crate) fn is_known_to_fail(
        shared: &Shared<'_, D>,
        job: &Job<'_, D>,
        position: &D::Position,
        depth: u32,
    ) -> bool {
        let Some((memory, bound)) = shared.memory.zip(job.depth) else {
            return false;
        };
        job.may_be_known()
            && memory.stands(MemoryNode {
                piece: job.id,
                us: job.us,
                plies_left: bound - depth,
                position,
                root: job.root_read,
            }) == Some(false)
    }

    /// Keeps the result of the node after the path.
    pub(crate) fn store(&mut self, shared: &Shared<'_, D>, job: &Job<'_, D>, result: JobResult) {
        if let Some(key) = self.frames[self.top].key.take() {
            self.cache.insert(key, result);
        }
        if let Some(memory) = shared.memory
            && let Some(node) = self.node(job, self.top as u32)
        {
            memory.remember(node, result.0);
        }
        if let Some(entered) = self.frames[self.top].entered.take() {
            self.keep_met(shared, entered, result.0);
        }
    }

    /// The result of the node after the path from an earlier visit of this search, if only our last move remains. Its
    /// cost is counted and paid again; if the budget is too small for that, the moves are tried again, so that the
    /// search stops where it would have stopped.
    #[inline]
    pub(crate) fn met_before(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        depth: u32,
    ) -> Option<JobResult> {
        let is_kept = job.is_of_position
            && job.depth == Some(depth + 1)
            && depth > 0
            && job.record != Recorded::Refutation
            && !job.cache
            && shared.memory.is_none()
            && shared.is_untraced();
        if !is_kept {
            return None;
        }
        let (place, outcome) = self.met.recall(&self.frames[self.top].position);
        if let Some(outcome) = outcome
            && shared.meter.steps(outcome.steps).is_ok()
        {
            self.statistics.count_all(depth + 1, outcome.tried);
            return Some(self.again(job, outcome));
        }
        self.frames[self.top].entered = Some(Entered {
            place,
            counted: self.counted(depth + 1),
            steps_left: shared.meter.steps_left(),
            n_asked: shared.n_asked,
        });
        None
    }

    /// The same result as at the first visit.
    fn again(&mut self, job: &Job<'_, D>, outcome: MetOutcome<D::Move>) -> JobResult {
        let is_recorded =
            outcome.verdict == Verdict::Satisfied && job.record == Recorded::ForcingTree;
        let tree = outcome.last.filter(|_| is_recorded).map(|m| {
            let leaf = self.builder.node([]);
            self.builder.node([(m, leaf)])
        });
        (outcome.verdict, tree)
    }

    /// Keeps the outcome of our last moves at the node after the path.
    fn keep_met(&mut self, shared: &Shared<'_, D>, entered: Entered, verdict: Verdict) {
        // A nested question is searched once and then known, so a second visit would cost less.
        if shared.n_asked != entered.n_asked {
            return;
        }
        let outcome = MetOutcome {
            verdict,
            last: self.frames[self.top].current,
            tried: self.counted(self.top as u32 + 1) - entered.counted,
            steps: entered.steps_left - shared.meter.steps_left(),
        };
        let position = self.frames[self.top].position.clone();
        self.met.remember(entered.place, position, outcome);
    }

    /// How many positions have been counted at a depth.
    pub(crate) fn counted(&self, depth: u32) -> u64 {
        let by_depth = self.statistics.by_depth();
        by_depth.get(depth as usize - 1).copied().unwrap_or(0)
    }
}
