//! One depth-first search with its stack. A goal that asks about another piece starts a search on a new level.
//!
//! Our moves are tried one at a time and counted when tried. Their permitted replies are all generated and counted
//! first, the holding goal tested on each at once; the first violation ends the node; then they are searched in
//! order. There is no recursion: a line may be as long as memory allows. Where sets are enough, `by_sets.rs` takes the
//! same steps faster.
//!
//! What is done at a node, and where:
//!
//! 1. Past the root, a position that breaks the holding goal fails ([`look_at`]).
//! 2. A position that meets the better goal is a leaf ([`look_at`]).
//! 3. So is one where they have no permitted reply (`no_reply` in `job.rs`).
//! 4. Anything else at the depth bound fails ([`look_at`], [`Level::enter_theirs`], and `enter_ours` in `ours.rs`).
//! 5. Our move: the first permitted move that succeeds is enough; without one we fail (`next_of_ours` in `ours.rs`;
//!    before the depth bound `last_of_ours` in `last.rs`).
//! 6. Their move: every permitted reply must succeed ([`Level::next_child`]; before our last move `replies_before_last`
//!    in `last.rs`).

use std::ops::ControlFlow;

use code::compiled::{Code, Reached};
use code::machine::{Inputs, Machine, Past, Tries};
use domain::{Domain, ManMoves, Side, Stopped};
use proof::{NodeId, Statistics, Tree, TreeBuilder, Verdict};
use rustc_hash::FxHashMap;

use crate::by_sets::Prospects;
use crate::context::{Event, Shared};
use crate::frame::{Here, New, NodeKey, PathNode, Replies};
use crate::job::{Job, JobResult, Recorded, no_reply};
use crate::met::Met;

/// A cache that is larger than this is not used again.
const MAX_KEPT_CACHE: usize = 1 << 10;

/// A search and the buffers that it reuses.
pub(crate) struct Level<D: Domain> {
    pub(crate) machine: Machine<D>,
    /// The nodes on the path are the first `top`; the rest are kept for reuse.
    pub(crate) frames: Vec<PathNode<D>>,
    pub(crate) top: usize,
    pub(crate) builder: TreeBuilder<D::Move>,
    /// How far our last moves have been tried where no node is on the path for them.
    pub(crate) last_tries: Tries<D>,
    pub(crate) met: Met<D::Position, D::Move>,
    pub(crate) cache: FxHashMap<NodeKey<D::Position>, JobResult>,
    pub(crate) statistics: Statistics,
    /// For searches by sets: the branches of their nodes on the path, and whether such a search is worth trying.
    pub(crate) branches: Vec<(D::Move, NodeId)>,
    pub(crate) prospects: Prospects,
}

impl<D: Domain> Level<D> {
    pub(crate) fn new(machine: Machine<D>) -> Level<D> {
        Level {
            machine,
            frames: Vec::new(),
            top: 0,
            builder: TreeBuilder::default(),
            last_tries: Tries::default(),
            met: Met::new(),
            cache: FxHashMap::default(),
            statistics: Statistics::default(),
            branches: Vec::new(),
            prospects: Prospects::default(),
        }
    }

    /// The tree below a node; the builder starts over.
    pub(crate) fn take_tree(&mut self, root: NodeId) -> Tree<D::Move> {
        self.builder.take(root)
    }

    /// Nothing is left of the search before.
    pub(crate) fn begin_anew(&mut self) {
        self.top = 0;
        self.builder.clear();
        self.branches.clear();
        self.met.forget();
        self.empty_cache();
        self.statistics = Statistics::default();
    }

    /// Empties the cache. That takes time in proportion to its capacity, so a large one is dropped.
    fn empty_cache(&mut self) {
        if self.cache.capacity() > MAX_KEPT_CACHE {
            self.cache = FxHashMap::default();
        } else {
            self.cache.clear();
        }
    }

    /// Is an expression true in a position that is its own root?
    pub(crate) fn holds_in(
        &mut self,
        shared: &mut Shared<'_, D>,
        code: &Code<D>,
        position: &D::Position,
    ) -> Result<bool, Stopped> {
        let stamp = shared.stamp();
        let inputs = Inputs {
            position,
            stamp,
            past: &Past::of_root(position, stamp),
            depth: 0,
            the_move: None,
        };
        self.machine.truth(code, &inputs, shared)
    }

    /// Searches from a position.
    pub(crate) fn search(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        position: &D::Position,
    ) -> Result<JobResult, Stopped> {
        if job.is_endless() {
            return self.foreseen(shared, job, position);
        }
        self.begin_anew();
        shared.begin(job.depth);
        match self.search_by_sets(shared, job, position) {
            Some(result) => Ok(result),
            None => self.search_by_nodes(shared, job, position),
        }
    }

    /// The same node by node.
    #[inline(never)]
    fn search_by_nodes(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        position: &D::Position,
    ) -> Result<JobResult, Stopped> {
        let mut result = self.enter(shared, job, position.clone(), None, false)?;
        loop {
            if let Some((verdict, _)) = result {
                shared.happens(Event::Decided {
                    depth: self.top as u32,
                    verdict,
                });
            }
            if self.top == 0 {
                break;
            }
            result = match result {
                Some(child) => self.take_back(shared, job, child),
                None => self.next_child(shared, job)?,
            };
        }
        Ok(result.expect("the root has been left, and so decided"))
    }

    /// Goes to a new node: returns its result if steps 1 to 4 decide it; otherwise puts it on the path.
    pub(crate) fn enter(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        position: D::Position,
        before: Option<usize>,
        known_to_hold: bool,
    ) -> Result<Option<JobResult>, Stopped> {
        let new = New::at(position, before, shared);
        let path = &self.frames[..self.top];
        let here = Here::behind(path, &new.position, new.stamp, new.before);
        match look_at(
            &mut self.machine,
            shared,
            job,
            &here.inputs(),
            new.turn,
            known_to_hold,
        )? {
            Some(verdict) => Ok(self.decided(job, verdict)),
            None => self.place_and_enter(shared, job, new),
        }
    }

    /// A node that its position does not decide goes on the path, unless memory or its moves decide it.
    pub(crate) fn place_and_enter(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        new: New<D::Position>,
    ) -> Result<Option<JobResult>, Stopped> {
        // Without a bound, a line that repeats a position fails.
        if job.repetition_ends {
            let mut path = self.frames[..self.top].iter();
            if path.any(|frame| frame.position == new.position) {
                return Ok(self.decided(job, Verdict::Refuted));
            }
        }
        let depth = self.top as u32;
        let ours = new.turn == job.us;
        self.place(new, ours);
        if let Some(result) = self.recall(shared, job, depth) {
            return Ok(Some(result));
        }
        if ours {
            self.enter_ours(shared, job, depth)
        } else {
            self.enter_theirs(shared, job, depth)
        }
    }

    fn enter_theirs(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        depth: u32,
    ) -> Result<Option<JobResult>, Stopped> {
        let piece = job.piece;
        let domain = shared.domain();
        if let Some(n_replies) = self.lone_replies(shared, job, depth) {
            if n_replies == 0 {
                return Ok(self.decided(job, no_reply(piece)));
            }
            self.top += 1;
            return Ok(None);
        }
        if piece.them.is_any() {
            let mut replies = std::mem::take(&mut self.frames[self.top].replies.listed);
            replies.clear();
            let position = self.frames[self.top].position.clone();
            let mut holds = Ok(true);
            let _ = domain.visit_next(&position, |m, next| {
                holds = self.count_reply(shared, job, depth, m, &next);
                if holds == Ok(true) {
                    replies.push((m, next));
                    ControlFlow::Continue(())
                } else {
                    self.frames[self.top].current = Some(m);
                    ControlFlow::Break(())
                }
            });
            self.frames[self.top].replies.listed = replies;
            if !holds? {
                return Ok(self.broken_by_reply(shared, job));
            }
        } else {
            let here = Here::on(&self.frames, self.top);
            let moves = self.machine.select(&piece.them, &here.inputs(), shared)?;
            // Step 4. At the depth bound a node fails; it is cut if they could go on.
            if job.depth == Some(depth) && !moves.is_empty() {
                return Ok(self.decided(job, Verdict::Cut));
            }
            self.frames[self.top].replies.listed.clear();
            for m in moves {
                let next = domain.play(&self.frames[self.top].position, m);
                if !self.count_reply(shared, job, depth, m, &next)? {
                    self.frames[self.top].current = Some(m);
                    return Ok(self.broken_by_reply(shared, job));
                }
                self.frames[self.top].replies.listed.push((m, next));
            }
        }
        if self.frames[self.top].replies.listed.is_empty() {
            return Ok(self.decided(job, no_reply(piece)));
        }
        self.top += 1;
        Ok(None)
    }

    /// Counts the replies of a lone man at once if the holding goal need not be evaluated after each: how many they are.
    fn lone_replies(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        depth: u32,
    ) -> Option<u32> {
        let piece = job.piece;
        let holds = piece.goals[job.us].holding.settled() == Some(true);
        if !holds || !piece.them.is_any() || !shared.is_untraced() {
            return None;
        }
        let node = &mut self.frames[self.top];
        let moves = shared.domain().lone_moves(&node.position)?;
        let n_replies = moves.targets().count_ones();
        if !shared.meter.nodes_at_once(n_replies.into()) {
            return None;
        }
        self.statistics.count_all(depth + 1, n_replies.into());
        node.replies.are_of(moves);
        Some(n_replies)
    }

    /// Counts a reply, and evaluates the holding goal after it.
    #[inline]
    fn count_reply(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        depth: u32,
        m: D::Move,
        next: &D::Position,
    ) -> Result<bool, Stopped> {
        self.statistics.count(depth + 1);
        shared.meter.node()?;
        let holding = &job.piece.goals[shared.domain().turn(next)].holding;
        let holds = match holding.settled() {
            Some(holds) => holds,
            None => {
                let here = Here::on(&self.frames, self.top);
                let inputs = Inputs {
                    position: next,
                    depth: depth + 1,
                    ..here.inputs()
                };
                self.machine.truth(holding, &inputs, shared)?
            }
        };
        shared.happens(Event::Generated {
            depth: depth + 1,
            m,
            holds,
        });
        Ok(holds)
    }

    /// The node fails because the reply in `current` breaks the holding goal.
    fn broken_by_reply(&mut self, shared: &Shared<'_, D>, job: &Job<'_, D>) -> Option<JobResult> {
        let node = match (job.record, self.frames[self.top].current) {
            (Recorded::Refutation, Some(m)) => {
                let leaf = self.builder.node([]);
                Some(self.builder.node([(m, leaf)]))
            }
            (Recorded::Refutation | Recorded::ForcingTree | Recorded::Nothing, _) => None,
        };
        let result = (Verdict::Refuted, node);
        self.store(shared, job, result);
        Some(result)
    }

    /// Steps 5 and 6: goes to the next child of the node on top, or leaves it.
    fn next_child(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
    ) -> Result<Option<JobResult>, Stopped> {
        let idx = self.top - 1;
        if self.frames[idx].ours {
            return if self.is_last(shared, job) {
                self.last_of_ours(shared, job).map(Some)
            } else {
                self.next_of_ours(shared, job, idx)
            };
        }
        // Step 6. Their move: every permitted reply must succeed.
        if self.is_before_last(shared, job) {
            return self.replies_before_last(shared, job);
        }
        let node = &mut self.frames[idx];
        let Some((m, next)) = node.replies.next(&node.position) else {
            return Ok(Some(self.leave(shared, job)));
        };
        node.current = Some(m);
        let before = node.before;
        let depth = self.top as u32;
        shared.happens(Event::Entered { depth, m });
        self.enter(shared, job, next, before, true)
    }

    /// Takes the result of a child to the node on top; returns the node's own result if that decides it.
    fn take_back(
        &mut self,
        shared: &Shared<'_, D>,
        job: &Job<'_, D>,
        (verdict, evidence): JobResult,
    ) -> Option<JobResult> {
        let node = &mut self.frames[self.top - 1];
        let m = node.current.expect("a child was entered by a move");
        match (node.ours, verdict) {
            (true, Verdict::Satisfied) => {
                let tree = evidence.map(|evidence| self.builder.node([(m, evidence)]));
                Some(self.close(shared, job, (Verdict::Satisfied, tree)))
            }
            (false, Verdict::Satisfied) => {
                node.branches.extend(evidence.map(|evidence| (m, evidence)));
                None
            }
            (true, Verdict::Refuted | Verdict::Cut) => {
                node.fails(verdict);
                if job.record == Recorded::Refutation {
                    node.branches.extend(evidence.map(|evidence| (m, evidence)));
                } else if !job.cache {
                    self.builder.truncate(node.mark);
                }
                None
            }
            (false, Verdict::Refuted | Verdict::Cut) => {
                let tree = evidence.map(|evidence| self.builder.node([(m, evidence)]));
                Some(self.close(shared, job, (verdict, tree)))
            }
        }
    }

    /// All children of the node on top have been seen, and none decided it.
    pub(crate) fn leave(&mut self, shared: &Shared<'_, D>, job: &Job<'_, D>) -> JobResult {
        let node = &mut self.frames[self.top - 1];
        let verdict = if node.ours {
            node.failure
        } else {
            Verdict::Satisfied
        };
        let recorded = if node.ours {
            Recorded::Refutation
        } else {
            Recorded::ForcingTree
        };
        let branches = node.branches.drain(..);
        let tree = (job.record == recorded).then(|| self.builder.node(branches));
        self.close(shared, job, (verdict, tree))
    }

    /// Takes the node on top off the path.
    pub(crate) fn close(
        &mut self,
        shared: &Shared<'_, D>,
        job: &Job<'_, D>,
        result: JobResult,
    ) -> JobResult {
        self.top -= 1;
        self.store(shared, job, result);
        result
    }

    /// A node that is decided at once is a leaf of whatever is recorded.
    pub(crate) fn decided(&mut self, job: &Job<'_, D>, verdict: Verdict) -> Option<JobResult> {
        let recorded = match verdict {
            Verdict::Satisfied => Recorded::ForcingTree,
            Verdict::Refuted | Verdict::Cut => Recorded::Refutation,
        };
        let leaf = (job.record == recorded).then(|| self.builder.node([]));
        Some((verdict, leaf))
    }

    /// Puts a position after the path, reusing a frame if there is one.
    pub(crate) fn place(&mut self, new: New<D::Position>, ours: bool) {
        let New {
            position,
            stamp,
            before,
            ..
        } = new;
        let mark = self.builder.len();
        if let Some(frame) = self.frames.get_mut(self.top) {
            frame.position = position;
            (frame.stamp, frame.ours, frame.before, frame.mark) = (stamp, ours, before, mark);
            (frame.failure, frame.current) = (Verdict::Refuted, None);
            (frame.key, frame.entered) = (None, None);
            frame.tries.restart();
            frame.replies.clear();
            frame.branches.clear();
        } else {
            self.frames.push(PathNode {
                position,
                stamp,
                ours,
                before,
                failure: Verdict::Refuted,
                tries: Tries::default(),
                replies: Replies::default(),
                current: None,
                branches: Vec::new(),
                mark,
                key: None,
                entered: None,
            });
        }
    }
}

/// Steps 1, 2 and 4 at a new node after the path: its verdict if they decide it.
#[inline(always)]
pub(crate) fn look_at<D: Domain>(
    machine: &mut Machine<D>,
    shared: &mut Shared<'_, D>,
    job: &Job<'_, D>,
    here: &Inputs<'_, D>,
    turn: Side,
    known_to_hold: bool,
) -> Result<Option<Verdict>, Stopped> {
    let piece = job.piece;
    let goals = &piece.goals[turn];
    // Step 1. Past the root, a position that breaks the holding goal fails.
    // Step 2. A position that meets the better goal is a leaf.
    let must_hold = !known_to_hold && (here.depth > 0 || piece.convention.root_must_hold);
    let reached = if must_hold {
        machine.reached(goals, here, shared)?
    } else if machine.truth(&goals.better, here, shared)? {
        Reached::Better
    } else {
        Reached::Neither
    };
    Ok(match reached {
        Reached::Broken => Some(Verdict::Refuted),
        Reached::Better => Some(Verdict::Satisfied),
        // Step 4, where it needs no list of moves: at the depth bound a node fails; it is cut if they could go on.
        Reached::Neither
            if turn != job.us && job.depth == Some(here.depth) && piece.them.is_any() =>
        {
            Some(if machine.has_moves(here.position) {
                Verdict::Cut
            } else {
                no_reply(piece)
            })
        }
        Reached::Neither => None,
    })
}
