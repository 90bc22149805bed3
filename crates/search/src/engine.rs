//! The engine: a compiled program, its options, and the levels on which it searches.

use std::sync::Arc;

use code::compiled::{Code, Program};
use code::machine::{Host, Machine};
use domain::{Domain, Side, Stopped, Watch};
use lang::checked::PieceId;
use proof::{Tree, Verdict};
use rustc_hash::FxHashMap;

use crate::answer::{Answer, Searched};
use crate::graph::{Graph, Growing};
use crate::level::{Level, Question, Record};
use crate::memory::Memory;
use crate::meter::Meter;

/// How to search. No option changes a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Remember what was found out about a position, and use it again. Fewer positions are then counted.
    ///
    /// A piece without a depth bound is searched without it where positions can repeat: what fails there may
    /// fail because of the line that led to it.
    pub cache: bool,
    /// Look for a tree of least depth: bound after bound.
    pub shortest_first: bool,
}

/// Searches by the advice of one program.
pub struct Engine<D: Domain> {
    program: Arc<Program<D>>,
    options: Options,
    levels: Vec<Level<D>>,
    /// Stamps are never used twice, so that nothing remembered outlives its position.
    next_stamp: u64,
    trace: Option<Vec<Event<D::Move>>>,
    memory: Option<Arc<dyn Memory<D::Position>>>,
}

/// Something that happened in a search, in the order it did; nested searches are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<M> {
    /// A reply of theirs was generated and counted; does the holding goal hold after it?
    Generated {
        /// Its depth.
        depth: u32,
        /// The reply.
        m: M,
        /// Does the holding goal hold?
        holds: bool,
    },
    /// A move led to a node that was then looked at.
    Entered {
        /// Its depth.
        depth: u32,
        /// The move.
        m: M,
    },
    /// A node was decided.
    Decided {
        /// Its depth.
        depth: u32,
        /// What it came to.
        verdict: Verdict,
    },
}

/// A trace is cut off after so many events.
pub const MAX_EVENTS: usize = 200_000;

/// What the levels of one question share.
pub(crate) struct Shared<'s, D: Domain> {
    program: &'s Program<D>,
    options: Options,
    pub(crate) meter: Meter<'s>,
    levels: &'s mut Vec<Level<D>>,
    next_stamp: &'s mut u64,
    /// What pieces that goals ask about came to.
    asked: FxHashMap<(PieceId, Side, D::Position), bool>,
    /// How often they were asked about.
    pub(crate) n_asked: u64,
    nested_nodes: u64,
    /// How deep searches are nested, and what the outermost one does.
    nesting: usize,
    trace: Option<&'s mut Vec<Event<D::Move>>>,
    pub(crate) memory: Option<&'s dyn Memory<D::Position>>,
}

impl<D: Domain> Engine<D> {
    /// An engine for a compiled program.
    pub fn new(program: &Arc<Program<D>>, options: Options) -> Engine<D> {
        Engine {
            program: Arc::clone(program),
            options,
            levels: Vec::new(),
            next_stamp: 1,
            trace: None,
            memory: None,
        }
    }

    /// An engine that remembers verdicts from one question to the next. It counts fewer positions the more it has been
    /// asked, so it is for those who ask about all positions, not for those who count.
    pub fn with_memory(
        program: &Arc<Program<D>>,
        options: Options,
        memory: Arc<dyn Memory<D::Position>>,
    ) -> Engine<D> {
        Engine {
            memory: Some(memory),
            ..Engine::new(program, options)
        }
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program<D>> {
        &self.program
    }

    /// From now on, records what happens in searches.
    pub fn start_trace(&mut self) {
        self.trace = Some(Vec::new());
    }

    /// What has happened since it was asked last, if it is recorded.
    pub fn take_trace(&mut self) -> Vec<Event<D::Move>> {
        self.trace.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Searches for a forcing tree of a piece in a position.
    pub fn prove(
        &mut self,
        piece: PieceId,
        position: &D::Position,
        watch: &Watch,
    ) -> Searched<D::Move> {
        self.ask(piece, position, watch, Record::ForcingTree)
    }

    /// The same without the tree: an answer that says "satisfied" has a tree that ends where it begins.
    pub fn decide(
        &mut self,
        piece: PieceId,
        position: &D::Position,
        watch: &Watch,
    ) -> Searched<D::Move> {
        self.ask(piece, position, watch, Record::Nothing)
    }

    /// What becomes of a piece of either side's within so many plies, and how many positions that took. With a cache,
    /// lines in which a position comes back are not ended, so that a failure never rests on one.
    pub fn decide_within(
        &mut self,
        asked: (PieceId, Side),
        position: &D::Position,
        plies: u32,
        watch: &Watch,
    ) -> (Result<Verdict, Stopped>, u64) {
        let (result, nodes) = self.within(asked, position, plies, watch, Record::Nothing);
        (result.map(|(verdict, _)| verdict), nodes)
    }

    /// The same with the tree that shows it: a forcing tree, or the replies that break the piece or last so long.
    pub fn tree_within(
        &mut self,
        asked: (PieceId, Side),
        position: &D::Position,
        plies: u32,
        watch: &Watch,
    ) -> Result<(Verdict, Tree<D::Move>), Stopped> {
        for record in [Record::ForcingTree, Record::Refutation] {
            let (result, _) = self.within(asked, position, plies, watch, record);
            if let (verdict, Some(tree)) = result? {
                return Ok((verdict, tree));
            }
        }
        unreachable!("a search that finds no forcing tree finds a refutation")
    }

    fn within(
        &mut self,
        (piece, us): (PieceId, Side),
        position: &D::Position,
        plies: u32,
        watch: &Watch,
        record: Record,
    ) -> Within<D::Move> {
        let mut shared = self.shared(watch);
        let mut level = shared.level();
        let options = shared.options;
        let whole = question(shared.program, options, piece, us, position, record);
        let question = Question {
            depth: Some(plies),
            cache: options.cache,
            repetition_ends: whole.repetition_ends && !options.cache,
            ..whole
        };
        let result = level.search(&mut shared, &question, position);
        let nodes = level.statistics.nodes() + shared.nested_nodes;
        let result = result.map(|(verdict, node)| {
            let tree = node.map(|node| level.builder().tree(node));
            (verdict, tree)
        });
        shared.levels.push(level);
        (result, nodes)
    }

    /// What becomes of a piece of either side's, without a bound on plies, on the graph of positions; and how many new
    /// ones were looked at. If the piece looks at the root, nothing that is in the graph can be used.
    ///
    /// # Panics
    ///
    /// If the piece looks at the depth, or at the position before our last move: then a position is not the same on every
    /// line that leads to it.
    pub fn settle(
        &mut self,
        (piece, us): (PieceId, Side),
        position: &D::Position,
        graph: &mut Graph<D>,
        watch: &Watch,
    ) -> (Result<Verdict, Stopped>, u64) {
        let mut shared = self.shared(watch);
        let piece = shared.program.piece(piece, us);
        assert!(
            !piece.reads.depth && !piece.reads.before,
            "the piece looks back"
        );
        if piece.reads.root {
            *graph = Graph::default();
        }
        let mut level = shared.level();
        let n_before = graph.n_looked_at();
        let root = (position, shared.stamp());
        let mut growing = Growing {
            graph,
            machine: &mut level.machine,
            shared: &mut shared,
            piece,
            us,
            root,
        };
        let result = growing.settle();
        let nodes = graph.n_looked_at() - n_before + shared.nested_nodes;
        shared.levels.push(level);
        (result, nodes)
    }

    /// For a piece that is refuted or cut: all our permitted moves, each with the reply that breaks it.
    pub fn refutation(
        &mut self,
        piece: PieceId,
        position: &D::Position,
        watch: &Watch,
    ) -> Result<Option<Tree<D::Move>>, Stopped> {
        let mut shared = self.shared(watch);
        let mut level = shared.level();
        let question = question(
            shared.program,
            shared.options,
            piece,
            Side::Us,
            position,
            Record::Refutation,
        );
        let result = level.search(&mut shared, &question, position);
        let tree = result.map(|(verdict, node)| match verdict {
            Verdict::Satisfied => None,
            Verdict::Refuted | Verdict::Cut => node.map(|node| level.builder().tree(node)),
        });
        shared.levels.push(level);
        tree
    }

    /// What becomes of a piece in a position, and the tree that shows it. If our first move is settled, only this
    /// one is looked at, whether the piece permits it or not.
    pub fn evidence(
        &mut self,
        piece: PieceId,
        position: &D::Position,
        first: Option<D::Move>,
        watch: &Watch,
    ) -> Result<(Verdict, Tree<D::Move>), Stopped> {
        for record in [Record::ForcingTree, Record::Refutation] {
            let mut shared = self.shared(watch);
            let mut level = shared.level();
            let question = Question {
                first,
                ..question(
                    shared.program,
                    shared.options,
                    piece,
                    Side::Us,
                    position,
                    record,
                )
            };
            let result = level.search(&mut shared, &question, position);
            let evidence = result
                .map(|(verdict, node)| node.map(|node| (verdict, level.builder().tree(node))));
            shared.levels.push(level);
            if let Some(evidence) = evidence? {
                return Ok(evidence);
            }
        }
        unreachable!("a search that finds no forcing tree finds a refutation")
    }

    /// Is an expression of the program true of a position by itself?
    pub(crate) fn holds(
        &mut self,
        code: &Code<D>,
        position: &D::Position,
        watch: &Watch,
    ) -> Result<bool, Stopped> {
        let mut shared = self.shared(watch);
        let mut level = shared.level();
        let holds = level.holds_in(&mut shared, code, position);
        shared.levels.push(level);
        holds
    }

    fn ask(
        &mut self,
        piece: PieceId,
        position: &D::Position,
        watch: &Watch,
        record: Record,
    ) -> Searched<D::Move> {
        let mut shared = self.shared(watch);
        let mut level = shared.level();
        let mut question = question(
            shared.program,
            shared.options,
            piece,
            Side::Us,
            position,
            record,
        );
        let deepest = question.depth;
        let mut statistics = proof::Statistics::default();
        if shared.options.shortest_first {
            question.depth = Some(0);
        }
        let answer = loop {
            let result = level.search(&mut shared, &question, position);
            if shared.options.shortest_first {
                statistics.add(&level.statistics);
            } else {
                statistics = std::mem::take(&mut level.statistics);
            }
            match result {
                Ok((Verdict::Satisfied, node)) => {
                    break Answer::Satisfied(
                        node.map_or_else(Tree::leaf, |node| level.take_tree(node)),
                    );
                }
                Ok((Verdict::Refuted, _)) => break Answer::Refuted,
                Ok((Verdict::Cut, _)) if question.depth == deepest => break Answer::Cut,
                Ok((Verdict::Cut, _)) => question.depth = question.depth.map(|depth| depth + 1),
                Err(stopped) => break Answer::Unknown(stopped),
            }
        };
        let nested_nodes = shared.nested_nodes;
        shared.levels.push(level);
        Searched {
            answer,
            statistics,
            nested_nodes,
        }
    }

    fn shared<'s>(&'s mut self, watch: &'s Watch) -> Shared<'s, D> {
        Shared {
            program: &self.program,
            options: self.options,
            meter: Meter::new(watch),
            levels: &mut self.levels,
            next_stamp: &mut self.next_stamp,
            asked: FxHashMap::default(),
            n_asked: 0,
            nested_nodes: 0,
            nesting: 0,
            trace: self.trace.as_mut(),
            memory: self.memory.as_deref(),
        }
    }
}

/// What a bounded search came to, with the tree that it was to write down; and how many positions it looked at.
type Within<M> = (Result<(Verdict, Option<Tree<M>>), Stopped>, u64);

/// The question whether this side can satisfy a piece in a position.
fn question<'p, D: Domain>(
    program: &'p Program<D>,
    options: Options,
    piece: PieceId,
    us: Side,
    position: &D::Position,
    record: Record,
) -> Question<'p, D> {
    let id = piece;
    let piece = program.piece(id, us);
    let to_move = if program.domain.turn(position) == us {
        Side::Us
    } else {
        Side::Them
    };
    let depth = piece.depth.map(|depth| u32::from(depth.plies(to_move)));
    // Without a bound, a failure may rest on a repetition, and is not used again.
    let cache = options.cache && (depth.is_some() || !D::REPEATS);
    let reads = piece.reads;
    Question {
        id,
        piece,
        us,
        is_of_position: depth.is_some() && !(reads.before || reads.root || reads.depth),
        depth,
        repetition_ends: depth.is_none() && D::REPEATS,
        record,
        cache,
        first: None,
    }
}

impl<'s, D: Domain> Shared<'s, D> {
    pub(crate) fn domain(&self) -> &'s D {
        &self.program.domain
    }

    /// A level that is free, or a new one.
    fn level(&mut self) -> Level<D> {
        self.levels
            .pop()
            .unwrap_or_else(|| Level::new(Machine::new(self.program)))
    }

    /// Does nobody listen to what happens?
    pub(crate) fn is_untraced(&self) -> bool {
        self.trace.is_none()
    }

    /// A search with this depth bound begins.
    pub(crate) fn begin(&mut self, depth: Option<u32>) {
        if self.nesting == 0 {
            self.meter.begin(depth);
        }
    }

    /// Records an event of the outermost search.
    #[inline]
    pub(crate) fn happens(&mut self, event: Event<D::Move>) {
        if let Some(trace) = &mut self.trace
            && self.nesting == 0
            && trace.len() < MAX_EVENTS
        {
            trace.push(event);
        }
    }

    pub(crate) fn stamp(&mut self) -> u64 {
        let stamp = *self.next_stamp;
        *self.next_stamp += 1;
        stamp
    }
}

impl<D: Domain> Host<D> for Shared<'_, D> {
    fn can(
        &mut self,
        piece: PieceId,
        viewer: Side,
        position: &D::Position,
    ) -> Result<bool, Stopped> {
        self.n_asked += 1;
        let key = (piece, viewer, position.clone());
        if let Some(satisfied) = self.asked.get(&key) {
            return Ok(*satisfied);
        }
        let mut level = self.level();
        let question = question(
            self.program,
            self.options,
            piece,
            viewer,
            position,
            Record::Nothing,
        );
        self.nesting += 1;
        let result = level.search(self, &question, position);
        self.nesting -= 1;
        self.nested_nodes += level.statistics.nodes();
        self.levels.push(level);
        let satisfied = result?.0 == Verdict::Satisfied;
        self.asked.insert(key, satisfied);
        Ok(satisfied)
    }

    #[inline]
    fn steps(&mut self, n: u64) -> Result<(), Stopped> {
        self.meter.steps(n)
    }
}
