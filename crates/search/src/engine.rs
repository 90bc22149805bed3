//! The engine: a compiled program, its options, and the levels on which it searches.

use std::sync::Arc;

use code::compiled::{Code, Program};
use domain::{Domain, Side, Stopped, Watch};
use lang::checked::PieceId;
use proof::{Statistics, Tree, Verdict};

use crate::context::{Event, Lent, Options, Shared};
use crate::endless::Foresight;
use crate::graph::{Growing, PositionGraph};
use crate::job::{Job, Recorded};
use crate::level::Level;
use crate::levels::Levels;
use crate::memory::Memory;
use crate::meter::Meter;
use crate::query::{Answer, Evidence, Query, Searched};

/// Searches by the advice of one program.
pub struct Engine<D: Domain> {
    program: Arc<Program<D>>,
    options: Options,
    levels: Levels<D>,
    next_stamp: u64,
    trace: Option<Vec<Event<D::Move>>>,
    pub(crate) memory: Option<Arc<dyn Memory<D::Position>>>,
    foresight: Option<Arc<dyn Foresight<D::Position>>>,
}

impl<D: Domain> Engine<D> {
    /// An engine for a compiled program.
    #[inline(never)]
    pub fn new(program: &Arc<Program<D>>, options: Options) -> Engine<D> {
        Engine {
            program: Arc::clone(program),
            options,
            levels: Levels::new(),
            next_stamp: 1,
            trace: None,
            memory: None,
            foresight: None,
        }
    }

    /// The same with somebody who knows how long pieces without a bound take. Without, they are unknown.
    #[must_use]
    pub fn with_foresight(mut self, foresight: Arc<dyn Foresight<D::Position>>) -> Engine<D> {
        self.foresight = Some(foresight);
        self
    }

    /// An engine that remembers verdicts from one question to the next. Its node counts depend on what was asked
    /// before, so it is for going through all positions, not for counting.
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

    /// The events since the trace was taken last, if it is recorded.
    pub fn take_trace(&mut self) -> Vec<Event<D::Move>> {
        self.trace.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Searches for a forcing tree of a piece in a position.
    #[inline(never)]
    pub fn prove(
        &mut self,
        piece: PieceId,
        position: &D::Position,
        watch: &Watch,
    ) -> Searched<D::Move> {
        let query = Query::of(piece).with(Evidence::ForcingTree);
        self.ask(query, position, watch)
    }

    /// The same without the tree.
    #[inline(never)]
    pub fn decide(
        &mut self,
        piece: PieceId,
        position: &D::Position,
        watch: &Watch,
    ) -> Searched<D::Move> {
        self.ask(Query::of(piece), position, watch)
    }

    /// Searches depth first for the answer to a question. Each search that it takes may spend the budget of the watch.
    #[inline(never)]
    pub fn ask(
        &mut self,
        query: Query<D::Move>,
        position: &D::Position,
        watch: &Watch,
    ) -> Searched<D::Move> {
        match query.evidence {
            Evidence::Nothing => self.deepening(query, position, watch, Recorded::Nothing),
            Evidence::ForcingTree => self.deepening(query, position, watch, Recorded::ForcingTree),
            Evidence::Refutation => self.search(query, position, watch, Recorded::Refutation),
            Evidence::Either => {
                let mut proof = match goes_in_steps(&self.program, query) {
                    true => self.deepening(query, position, watch, Recorded::ForcingTree),
                    false => self.search(query, position, watch, Recorded::ForcingTree),
                };
                match proof.answer {
                    Answer::Satisfied(_) | Answer::Unknown(_) => proof,
                    Answer::Refuted | Answer::Cut => {
                        let refutation = self.search(query, position, watch, Recorded::Refutation);
                        proof.statistics.add(&refutation.statistics);
                        Searched {
                            statistics: proof.statistics,
                            nested_nodes: proof.nested_nodes + refutation.nested_nodes,
                            ..refutation
                        }
                    }
                }
            }
        }
    }

    /// Searches to the bound itself, or bound after bound where the shortest tree is wanted.
    fn deepening(
        &mut self,
        query: Query<D::Move>,
        position: &D::Position,
        watch: &Watch,
        record: Recorded,
    ) -> Searched<D::Move> {
        self.on_a_level(watch, |shared, level| {
            deepening(shared, level, query, position, record)
        })
    }

    /// Searches once.
    fn search(
        &mut self,
        query: Query<D::Move>,
        position: &D::Position,
        watch: &Watch,
        record: Recorded,
    ) -> Searched<D::Move> {
        self.on_a_level(watch, |shared, level| {
            search(shared, level, query, position, record)
        })
    }

    /// The verdict on a piece of either side, without a bound on plies, on the graph of positions; and how many new
    /// positions were evaluated. If the piece reads the root, the graph starts empty.
    ///
    /// # Panics
    ///
    /// If the piece reads the depth, or the position before our last move: its verdict then depends on the line that
    /// leads to a position.
    pub fn settle(
        &mut self,
        (piece, us): (PieceId, Side),
        position: &D::Position,
        graph: &mut PositionGraph<D>,
        watch: &Watch,
    ) -> (Result<Verdict, Stopped>, u64) {
        let (mut shared, levels) = self.begin(watch);
        let piece = shared.program.piece(piece, us);
        assert!(
            !piece.reads.depth && !piece.reads.before,
            "the piece looks back"
        );
        if piece.reads.root {
            *graph = PositionGraph::default();
        }
        let mut level = levels.take(shared.program);
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
        levels.give_back(level);
        (result, nodes)
    }

    /// Is one of the program's expressions beside its tables, by number, true in a position that is its own root?
    #[inline(never)]
    pub fn is_true(
        &mut self,
        truth: usize,
        position: &D::Position,
        watch: &Watch,
    ) -> Result<bool, Stopped> {
        let program = Arc::clone(&self.program);
        self.holds(&program.truths[truth], position, watch)
    }

    /// Is an expression of the program true in a position that is its own root?
    fn holds(
        &mut self,
        code: &Code<D>,
        position: &D::Position,
        watch: &Watch,
    ) -> Result<bool, Stopped> {
        self.on_a_level(watch, |shared, level| {
            level.holds_in(shared, code, position)
        })
    }

    /// Asks on a level that is free.
    #[inline]
    fn on_a_level<T>(
        &mut self,
        watch: &Watch,
        ask: impl FnOnce(&mut Shared<'_, D>, &mut Level<D>) -> T,
    ) -> T {
        let (mut shared, levels) = self.begin(watch);
        let mut level = levels.take(shared.program);
        let answer = ask(&mut shared, &mut level);
        levels.give_back(level);
        answer
    }

    /// What the searches of one question need.
    pub(crate) fn begin<'s>(&'s mut self, watch: &'s Watch) -> (Shared<'s, D>, &'s Levels<D>) {
        let lent = Lent {
            program: &self.program,
            options: self.options,
            nested: &self.levels,
            next_stamp: &mut self.next_stamp,
            trace: self.trace.as_mut(),
            memory: self.memory.as_deref(),
            foresight: self.foresight.as_deref(),
        };
        (Shared::new(lent, Meter::new(watch)), &self.levels)
    }
}

/// Does the piece ask for the shortest tree itself?
fn goes_in_steps<D: Domain>(program: &Program<D>, query: Query<D::Move>) -> bool {
    let piece = program.piece(query.piece, query.us);
    piece.depth.is_some_and(|depth| depth.shortest_first)
}

/// Searches to the bound itself, or bound after bound where the shortest tree is wanted.
pub(crate) fn deepening<D: Domain>(
    shared: &mut Shared<'_, D>,
    level: &mut Level<D>,
    query: Query<D::Move>,
    position: &D::Position,
    record: Recorded,
) -> Searched<D::Move> {
    let is_endless = shared
        .program
        .piece(query.piece, query.us)
        .endless
        .is_some();
    let in_steps = goes_in_steps(shared.program, query);
    if query.plies.is_some() || is_endless || !(shared.options.shortest_first || in_steps) {
        return search(shared, level, query, position, record);
    }
    let mut job = job(shared, query, position, record);
    let deepest = job.depth;
    // One move of each side more, or where the least depth is wanted of any piece, one ply.
    let (first, step) = match (shared.options.shortest_first, deepest) {
        (false, Some(deepest)) => (2 - deepest % 2, 2),
        (true | false, _) => (0, 1),
    };
    job.depth = Some(first);
    let mut statistics = Statistics::default();
    let answer = loop {
        if let Some(plies) = job.depth.filter(|_| in_steps) {
            shared.happens(Event::Bounded { plies });
        }
        let result = level.search(shared, &job, position);
        statistics.add(&level.statistics);
        match result {
            Ok((Verdict::Satisfied, node)) => {
                let tree = node.map(|node| level.take_tree(node));
                break Answer::Satisfied(tree.unwrap_or_else(Tree::leaf));
            }
            Ok((Verdict::Refuted, _)) => break Answer::Refuted,
            Ok((Verdict::Cut, _)) if job.depth == deepest => break Answer::Cut,
            Ok((Verdict::Cut, _)) => job.depth = job.depth.map(|depth| depth + step),
            Err(stopped) => break Answer::Unknown(stopped),
        }
    };
    Searched {
        answer,
        refutation: None,
        statistics,
        nested_nodes: shared.nested_nodes,
    }
}

/// Searches once.
fn search<D: Domain>(
    shared: &mut Shared<'_, D>,
    level: &mut Level<D>,
    query: Query<D::Move>,
    position: &D::Position,
    record: Recorded,
) -> Searched<D::Move> {
    let job = job(shared, query, position, record);
    let result = level.search(shared, &job, position);
    let (answer, refutation) = match result {
        Ok((verdict, node)) => {
            let tree = node.map(|node| level.take_tree(node));
            match verdict {
                Verdict::Satisfied => (Answer::Satisfied(tree.unwrap_or_else(Tree::leaf)), None),
                Verdict::Refuted => (Answer::Refuted, tree),
                Verdict::Cut => (Answer::Cut, tree),
            }
        }
        Err(stopped) => (Answer::Unknown(stopped), None),
    };
    Searched {
        answer,
        refutation,
        statistics: std::mem::take(&mut level.statistics),
        nested_nodes: shared.nested_nodes,
    }
}

/// A question as a search needs it.
fn job<'p, 's: 'p, D: Domain>(
    shared: &Shared<'s, D>,
    query: Query<D::Move>,
    position: &'p D::Position,
    record: Recorded,
) -> Job<'p, D> {
    let asked = (query.piece, query.us);
    let options = shared.options;
    let mut job = Job::new(shared.program, options, asked, position, record);
    job.first = query.first;
    match query.plies {
        Some(plies) => job.within(plies, options),
        None => job,
    }
}
