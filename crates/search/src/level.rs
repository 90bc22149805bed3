//! One depth-first search with its stack. A goal that asks about another piece starts a search on a new level.
//!
//! Our moves are tried one at a time and counted when tried. Their permitted replies are all generated and counted
//! first, the holding goal tested on each at once; the first violation ends the node; then they are searched in
//! order. There is no recursion: a line may be as long as memory allows.

use std::ops::ControlFlow;

use domain::{Domain, Side};
use lang::checked::PieceId;
use lang::compiled::{Advice, Code};
use lang::machine::{Machine, Moment, PAID_MOVES};
use lang::reference::Stopped;
use proof::{NodeId, Statistics, TreeBuilder, Verdict};
use rustc_hash::FxHashMap;

use crate::engine::{Event, Shared};
use crate::memory::Node;

/// What is asked: a piece, for a side, to a depth.
pub(crate) struct Question<'q, D: Domain> {
    pub(crate) id: PieceId,
    pub(crate) piece: &'q Advice<D>,
    pub(crate) us: Side,
    pub(crate) depth: Option<u32>,
    /// Does a verdict depend on nothing but the position and the plies left?
    pub(crate) is_of_position: bool,
    /// Does a line that comes back to itself end there, as a failure?
    pub(crate) repetition_ends: bool,
    pub(crate) record: Record,
    pub(crate) cache: bool,
    /// Our only move at the root, permitted or not, if it is settled.
    pub(crate) first: Option<D::Move>,
}

/// What evidence is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Record {
    Nothing,
    ForcingTree,
    Refutation,
}

/// A cache that is larger than this is not used again.
const MAX_KEPT_CACHE: usize = 1 << 10;

/// A verdict with its evidence, if it is recorded.
pub(crate) type Result1 = (Verdict, Option<NodeId>);

/// A search and everything it can use again.
pub(crate) struct Level<'p, D: Domain> {
    machine: Machine<'p, D>,
    /// The nodes on the path are the first `top`; those behind wait to be used again.
    frames: Vec<Frame<D>>,
    top: usize,
    builder: TreeBuilder<D::Move>,
    cache: FxHashMap<Key<D::Position>, Result1>,
    pub(crate) statistics: Statistics,
}

/// A node on the path.
struct Frame<D: Domain> {
    position: D::Position,
    /// A number that no other node bears.
    stamp: u64,
    ours: bool,
    /// The node of our last move, on the path.
    before: Option<usize>,
    /// What failed so far, where we move.
    failure: Verdict,
    /// Our moves: all legal ones, those listed now, how far we are, and which were tried.
    legal: Vec<D::Move>,
    /// Whose legal moves these are: the pieces of a table ask about one root in turn.
    legal_of: Option<D::Position>,
    listed: Vec<D::Move>,
    listed_at: usize,
    next_selector: usize,
    tried: Vec<D::Move>,
    /// Their replies, and how far we are.
    replies: Vec<(D::Move, D::Position)>,
    reply_at: usize,
    /// The move being searched.
    current: Option<D::Move>,
    branches: Vec<(D::Move, NodeId)>,
    /// How many tree nodes there were when this one was entered.
    mark: usize,
    key: Option<Key<D::Position>>,
}

/// All on which the verdict of a node depends. The root is the same throughout a search.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key<P> {
    position: P,
    depth: Option<u32>,
    before: Option<P>,
}

impl<'p, D: Domain> Level<'p, D> {
    pub(crate) fn new(machine: Machine<'p, D>) -> Level<'p, D> {
        Level {
            machine,
            frames: Vec::new(),
            top: 0,
            builder: TreeBuilder::default(),
            cache: FxHashMap::default(),
            statistics: Statistics::default(),
        }
    }

    /// The trees that were recorded.
    pub(crate) fn builder(&self) -> &TreeBuilder<D::Move> {
        &self.builder
    }

    /// Forgets what the last search found out. Emptying takes as long as the cache is large, so one that a single
    /// deep search has made large is given up.
    fn empty_cache(&mut self) {
        if self.cache.capacity() > MAX_KEPT_CACHE {
            self.cache = FxHashMap::default();
        } else {
            self.cache.clear();
        }
    }

    /// Is an expression true of a position by itself?
    pub(crate) fn holds_in(
        &mut self,
        shared: &mut Shared<'_, 'p, D>,
        code: &Code<D>,
        position: &D::Position,
    ) -> Result<bool, Stopped> {
        let stamp = shared.stamp();
        let root = (position, stamp);
        let moment = Moment {
            position,
            stamp,
            before: None,
            root,
            depth: 0,
            the_move: None,
        };
        self.machine.truth(code, &moment, shared)
    }

    /// Searches from a position.
    pub(crate) fn search(
        &mut self,
        shared: &mut Shared<'_, 'p, D>,
        question: &Question<'_, D>,
        position: &D::Position,
    ) -> Result<Result1, Stopped> {
        self.top = 0;
        self.builder.truncate(0);
        self.empty_cache();
        self.statistics = Statistics::default();
        let mut result = self.enter(shared, question, position.clone(), None, false)?;
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
                Some(child) => self.take_back(shared, question, child),
                None => self.next_child(shared, question)?,
            };
        }
        Ok(result.expect("the root has been left, and so decided"))
    }

    /// Steps 1 to 4 at a new node: gives its result if they decide it; otherwise it goes on the path.
    fn enter(
        &mut self,
        shared: &mut Shared<'_, 'p, D>,
        question: &Question<'_, D>,
        position: D::Position,
        before: Option<usize>,
        known_to_hold: bool,
    ) -> Result<Option<Result1>, Stopped> {
        let depth = self.top as u32;
        let ours = shared.domain().turn(&position) == question.us;
        self.place(shared.stamp(), position, ours, before);
        let piece = question.piece;
        // Step 1. Past the root, a position that breaks the holding goal fails.
        let must_hold = !known_to_hold && (depth > 0 || piece.convention.root_must_hold);
        if must_hold && !self.holds(shared, &piece.holding_goal)? {
            return Ok(self.decided(question, Verdict::Refuted));
        }
        // Step 2. A position that meets the better goal is a leaf.
        if self.holds(shared, &piece.better_goal)? {
            return Ok(self.decided(question, Verdict::Satisfied));
        }
        // Without a bound, a line that comes back to itself leads nowhere.
        if question.repetition_ends {
            let (path, node) = self.frames.split_at(self.top);
            if path.iter().any(|frame| frame.position == node[0].position) {
                return Ok(self.decided(question, Verdict::Refuted));
            }
        }
        if let Some(result) = self.recall(shared, question, depth) {
            return Ok(Some(result));
        }
        if ours {
            self.enter_ours(shared, question, depth)
        } else {
            self.enter_theirs(shared, question, depth)
        }
    }

    fn enter_ours(
        &mut self,
        shared: &mut Shared<'_, 'p, D>,
        question: &Question<'_, D>,
        depth: u32,
    ) -> Result<Option<Result1>, Stopped> {
        let node = &mut self.frames[self.top];
        if node.legal_of.as_ref() != Some(&node.position) {
            self.machine
                .legal_into(&node.position, shared, &mut node.legal)?;
            // A list that is long enough to be paid for is paid for every time.
            let is_short = node.legal.len() < PAID_MOVES;
            node.legal_of = is_short.then(|| node.position.clone());
        }
        // Step 4. At the depth bound a node fails; it is cut if we could go on.
        if question.depth == Some(depth) {
            let could_go_on = self.next_move(shared, question, self.top)?.is_some();
            return Ok(self.decided(
                question,
                if could_go_on {
                    Verdict::Cut
                } else {
                    Verdict::Refuted
                },
            ));
        }
        self.top += 1;
        Ok(None)
    }

    fn enter_theirs(
        &mut self,
        shared: &mut Shared<'_, 'p, D>,
        question: &Question<'_, D>,
        depth: u32,
    ) -> Result<Option<Result1>, Stopped> {
        let piece = question.piece;
        // Step 3. Where they have no permitted reply the line ends, well or badly as the convention says.
        let no_reply = if piece.convention.no_reply_succeeds {
            Verdict::Satisfied
        } else {
            Verdict::Refuted
        };
        let domain = shared.domain();
        let at_bound = question.depth == Some(depth);
        if piece.them.is_any() {
            if at_bound {
                let has_reply = domain.has_moves(&self.frames[self.top].position);
                return Ok(self.decided(question, if has_reply { Verdict::Cut } else { no_reply }));
            }
            let mut replies = std::mem::take(&mut self.frames[self.top].replies);
            replies.clear();
            let position = self.frames[self.top].position.clone();
            let mut holds = Ok(true);
            let _ = domain.visit_next(&position, &mut |m, next| {
                holds = self.count_reply(shared, question, depth, m, &next);
                if holds == Ok(true) {
                    replies.push((m, next));
                    ControlFlow::Continue(())
                } else {
                    self.frames[self.top].current = Some(m);
                    ControlFlow::Break(())
                }
            });
            self.frames[self.top].replies = replies;
            if !holds? {
                return Ok(self.broken_by_reply(shared, question));
            }
        } else {
            let moment = moment(&self.frames, self.top);
            let moves = self.machine.select(&piece.them, &moment, shared)?;
            if at_bound && !moves.is_empty() {
                return Ok(self.decided(question, Verdict::Cut));
            }
            self.frames[self.top].replies.clear();
            for m in moves {
                let next = domain.play(&self.frames[self.top].position, m);
                if !self.count_reply(shared, question, depth, m, &next)? {
                    self.frames[self.top].current = Some(m);
                    return Ok(self.broken_by_reply(shared, question));
                }
                self.frames[self.top].replies.push((m, next));
            }
        }
        if self.frames[self.top].replies.is_empty() {
            return Ok(self.decided(question, no_reply));
        }
        self.top += 1;
        Ok(None)
    }

    /// Counts a reply, and tells whether the holding goal holds after it.
    fn count_reply(
        &mut self,
        shared: &mut Shared<'_, 'p, D>,
        question: &Question<'_, D>,
        depth: u32,
        m: D::Move,
        next: &D::Position,
    ) -> Result<bool, Stopped> {
        self.statistics.count(depth + 1);
        shared.meter.node()?;
        let here = moment(&self.frames, self.top);
        let moment = Moment {
            position: next,
            depth: depth + 1,
            ..here
        };
        let holds = self
            .machine
            .truth(&question.piece.holding_goal, &moment, shared)?;
        shared.happens(Event::Generated {
            depth: depth + 1,
            m,
            holds,
        });
        Ok(holds)
    }

    /// The node fails because the reply in `current` breaks the holding goal.
    fn broken_by_reply(
        &mut self,
        shared: &Shared<'_, 'p, D>,
        question: &Question<'_, D>,
    ) -> Option<Result1> {
        let node = match (question.record, self.frames[self.top].current) {
            (Record::Refutation, Some(m)) => {
                let leaf = self.builder.node(Vec::new());
                Some(self.builder.node(vec![(m, leaf)]))
            }
            (Record::Refutation | Record::ForcingTree | Record::Nothing, _) => None,
        };
        let result = (Verdict::Refuted, node);
        self.store(shared, question, result);
        Some(result)
    }

    /// Steps 5 and 6: goes to the next child of the node on top, or leaves it.
    fn next_child(
        &mut self,
        shared: &mut Shared<'_, 'p, D>,
        question: &Question<'_, D>,
    ) -> Result<Option<Result1>, Stopped> {
        let idx = self.top - 1;
        let (child, before, known_to_hold) = if self.frames[idx].ours {
            // Step 5. Our move: the first permitted move that succeeds is enough; without one we fail.
            let Some(m) = self.next_move(shared, question, idx)? else {
                return Ok(Some(self.leave(shared, question)));
            };
            self.statistics.count(self.top as u32);
            shared.meter.node()?;
            self.frames[idx].current = Some(m);
            (
                shared.domain().play(&self.frames[idx].position, m),
                Some(idx),
                false,
            )
        } else {
            // Step 6. Their move: every permitted reply must succeed.
            let node = &mut self.frames[idx];
            let Some((m, next)) = node.replies.get(node.reply_at).cloned() else {
                return Ok(Some(self.leave(shared, question)));
            };
            node.reply_at += 1;
            node.current = Some(m);
            (next, node.before, true)
        };
        if let Some(m) = self.frames[idx].current {
            shared.happens(Event::Entered {
                depth: self.top as u32,
                m,
            });
        }
        self.enter(shared, question, child, before, known_to_hold)
    }

    /// Takes the result of a child to the node on top; gives the node's own result if that decides it.
    fn take_back(
        &mut self,
        shared: &Shared<'_, 'p, D>,
        question: &Question<'_, D>,
        (verdict, evidence): Result1,
    ) -> Option<Result1> {
        let node = &mut self.frames[self.top - 1];
        let m = node.current.expect("a child was entered by a move");
        match (node.ours, verdict) {
            (true, Verdict::Satisfied) => {
                let tree = evidence.map(|evidence| self.builder.node(vec![(m, evidence)]));
                Some(self.close(shared, question, (Verdict::Satisfied, tree)))
            }
            (false, Verdict::Satisfied) => {
                node.branches.extend(evidence.map(|evidence| (m, evidence)));
                None
            }
            (true, Verdict::Refuted | Verdict::Cut) => {
                if verdict == Verdict::Cut {
                    node.failure = Verdict::Cut;
                }
                if question.record == Record::Refutation {
                    node.branches.extend(evidence.map(|evidence| (m, evidence)));
                } else if !question.cache {
                    self.builder.truncate(node.mark);
                }
                None
            }
            (false, Verdict::Refuted | Verdict::Cut) => {
                let tree = evidence.map(|evidence| self.builder.node(vec![(m, evidence)]));
                Some(self.close(shared, question, (verdict, tree)))
            }
        }
    }

    /// All children of the node on top have been seen, and none decided it.
    fn leave(&mut self, shared: &Shared<'_, 'p, D>, question: &Question<'_, D>) -> Result1 {
        let node = &mut self.frames[self.top - 1];
        let verdict = if node.ours {
            node.failure
        } else {
            Verdict::Satisfied
        };
        let recorded = if node.ours {
            Record::Refutation
        } else {
            Record::ForcingTree
        };
        let branches = std::mem::take(&mut node.branches);
        let tree = (question.record == recorded).then(|| self.builder.node(branches));
        self.close(shared, question, (verdict, tree))
    }

    /// Takes the node on top off the path.
    fn close(
        &mut self,
        shared: &Shared<'_, 'p, D>,
        question: &Question<'_, D>,
        result: Result1,
    ) -> Result1 {
        self.top -= 1;
        self.store(shared, question, result);
        result
    }

    /// A node that is decided at once is a leaf of whatever is recorded.
    fn decided(&mut self, question: &Question<'_, D>, verdict: Verdict) -> Option<Result1> {
        let recorded = match verdict {
            Verdict::Satisfied => Record::ForcingTree,
            Verdict::Refuted | Verdict::Cut => Record::Refutation,
        };
        let leaf = (question.record == recorded).then(|| self.builder.node(Vec::new()));
        Some((verdict, leaf))
    }

    /// Our next permitted move at a node.
    fn next_move(
        &mut self,
        shared: &mut Shared<'_, 'p, D>,
        question: &Question<'_, D>,
        idx: usize,
    ) -> Result<Option<D::Move>, Stopped> {
        if let Some(first) = question.first.filter(|_| idx == 0) {
            let is_new = self.frames[0].current.is_none();
            return Ok(is_new.then_some(first));
        }
        let selectors = question.piece.us.selectors();
        loop {
            let node = &mut self.frames[idx];
            if let Some(m) = node.listed.get(node.listed_at).copied() {
                node.listed_at += 1;
                let selector = &selectors[node.next_selector - 1];
                // With one selector no move is listed twice.
                if selectors.len() > 1 && node.tried.contains(&m) {
                    continue;
                }
                if selector.has_late_filters() {
                    let moment = moment(&self.frames, idx);
                    if !self.machine.passes(selector, m, &moment, shared)? {
                        continue;
                    }
                }
                if selectors.len() > 1 {
                    self.frames[idx].tried.push(m);
                }
                return Ok(Some(m));
            }
            let Some(selector) = selectors.get(node.next_selector) else {
                return Ok(None);
            };
            node.next_selector += 1;
            node.listed_at = 0;
            let mut listed = std::mem::take(&mut node.listed);
            let moment = moment(&self.frames, idx);
            self.machine.list(
                selector,
                &self.frames[idx].legal,
                &moment,
                shared,
                &mut listed,
            )?;
            self.frames[idx].listed = listed;
        }
    }

    /// Puts a position behind the path, in a frame that was used before if there is one.
    fn place(&mut self, stamp: u64, position: D::Position, ours: bool, before: Option<usize>) {
        let mark = self.builder.len();
        if let Some(frame) = self.frames.get_mut(self.top) {
            frame.position = position;
            (frame.stamp, frame.ours, frame.before, frame.mark) = (stamp, ours, before, mark);
            (frame.failure, frame.current, frame.key) = (Verdict::Refuted, None, None);
            (frame.listed_at, frame.next_selector, frame.reply_at) = (0, 0, 0);
            frame.listed.clear();
            frame.tried.clear();
            frame.replies.clear();
            frame.branches.clear();
        } else {
            self.frames.push(Frame {
                position,
                stamp,
                ours,
                before,
                failure: Verdict::Refuted,
                legal: Vec::new(),
                legal_of: None,
                listed: Vec::new(),
                listed_at: 0,
                next_selector: 0,
                tried: Vec::new(),
                replies: Vec::new(),
                reply_at: 0,
                current: None,
                branches: Vec::new(),
                mark,
                key: None,
            });
        }
    }

    /// Does the goal hold at the node that was placed last?
    fn holds(&mut self, shared: &mut Shared<'_, 'p, D>, goal: &Code<D>) -> Result<bool, Stopped> {
        let moment = moment(&self.frames, self.top);
        self.machine.truth(goal, &moment, shared)
    }

    /// What was found out about the same node elsewhere in this search, or in an earlier one.
    fn recall(
        &mut self,
        shared: &Shared<'_, 'p, D>,
        question: &Question<'_, D>,
        depth: u32,
    ) -> Option<Result1> {
        // No evidence is remembered.
        if let Some(verdict) = self.remembered(shared, question, depth)
            && match question.record {
                Record::Nothing => true,
                Record::ForcingTree => verdict != Verdict::Satisfied,
                Record::Refutation => false,
            }
        {
            return Some((verdict, None));
        }
        if !question.cache {
            return None;
        }
        let node = &self.frames[self.top];
        let reads = question.piece.reads;
        let bounded = question.depth.is_some() || reads.depth;
        let before = node
            .before
            .filter(|_| reads.before)
            .map(|idx| self.frames[idx].position.clone());
        let key = Key {
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

    fn remembered(
        &self,
        shared: &Shared<'_, 'p, D>,
        question: &Question<'_, D>,
        depth: u32,
    ) -> Option<Verdict> {
        let memory = shared.memory?;
        memory.recall(self.node(question, depth)?)
    }

    /// The node behind the path, if its verdict is the same in every search.
    fn node<'n>(&'n self, question: &Question<'_, D>, depth: u32) -> Option<Node<'n, D::Position>> {
        let is_free = question.is_of_position && question.first.is_none();
        is_free.then_some(Node {
            piece: question.id,
            us: question.us,
            plies_left: question.depth? - depth,
            position: &self.frames[self.top].position,
        })
    }

    /// Keeps the result of the node behind the path.
    fn store(&mut self, shared: &Shared<'_, 'p, D>, question: &Question<'_, D>, result: Result1) {
        if let Some(key) = self.frames[self.top].key.take() {
            self.cache.insert(key, result);
        }
        if let Some(memory) = shared.memory
            && let Some(node) = self.node(question, self.top as u32)
        {
            memory.remember(node, result.0);
        }
    }
}

/// The moment of a node: the node itself, the node of our last move, and the root.
fn moment<D: Domain>(frames: &[Frame<D>], idx: usize) -> Moment<'_, D> {
    let node = &frames[idx];
    Moment {
        position: &node.position,
        stamp: node.stamp,
        before: node
            .before
            .map(|before| (&frames[before].position, frames[before].stamp)),
        root: (&frames[0].position, frames[0].stamp),
        depth: idx as u32,
        the_move: None,
    }
}
