//! A survey: the questions that a chapter of the reasoner answers, asked about all positions and held against the tables.
//!
//! The tables judge the answers; nobody consults them to find one. Positions that are the same up to colours and the
//! mirror are asked about once: we are always to move, and our pawn stands on the left half of the board.

use std::ops::Range;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use chess::{Board, Chess, Small, View};
use code::compile;
use documents::FindingsDocument;
use domain::{Notation, Side, Stop, Stopped, Watch};
use lang::checked::{Expr, Program};
use lang::reference::{Budget, Evaluator, Scene};
use lang::{Diagnostics, Form, Question, Source, check_question};
use reason::{Conclusion, Control, Planner, Reasoner, Undecided};
use shakmaty::{Color, File, Role};
use verify::{EndgameTables, Index, Material, Wdl};

/// A question, and whether the answer is yes where the side to move has this result.
type Asked = (&'static str, fn(Wdl) -> bool);

/// What is asked of every position.
const QUESTIONS: [Asked; 4] = [
    ("can_win(our)", |wdl| wdl == Wdl::Win),
    ("can_draw(our)", |wdl| wdl != Wdl::Loss),
    ("can_win(their)", |wdl| wdl == Wdl::Loss),
    ("can_draw(their)", |wdl| wdl != Wdl::Win),
];

/// The numbers are handed out in parcels of this size.
const PARCEL: usize = 1 << 16;

/// Steps that the condition of a survey may take in one position.
const MAX_STEPS: u64 = 1_000_000;

/// The searches for one question may look at this many positions.
const MAX_NODES: u64 = 1_000_000;

/// Which positions are asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sample {
    /// All.
    All,
    /// So many, chosen at random from a seed.
    Some {
        /// How many.
        count: usize,
        /// Where the choice begins.
        seed: u64,
    },
}

/// How a survey is made.
#[derive(Clone, Copy, Debug)]
pub struct Survey<'a> {
    /// The chapter.
    pub program: &'a Arc<Program>,
    /// Only positions that the chapter is about and of which this is true.
    pub condition: Option<&'a Expr>,
    /// How each question is thought about.
    pub control: Control,
    /// Which positions.
    pub sample: Sample,
    /// How many positions are remembered of each kind of failure.
    pub examples: usize,
    /// How many threads work.
    pub threads: usize,
}

impl Survey<'_> {
    /// How many parcels there are: of numbers, or of chosen positions.
    pub fn n_parcels(&self, material: Material) -> usize {
        match self.sample {
            // Only those with us to move, which come first.
            Sample::All => (Index::new(material).n_numbers() / 2).div_ceil(PARCEL),
            Sample::Some { count, .. } => count.div_ceil(SAMPLE_PARCEL),
        }
    }

    /// Asks about all positions that have not been asked about, and tells after each parcel what has been found.
    pub fn run(
        &self,
        tables: &EndgameTables,
        material: Material,
        before: FindingsDocument,
        stop: &Stop,
        tell: &(dyn Fn(&FindingsDocument) + Sync),
    ) -> Result<FindingsDocument, String> {
        let chess = Chess::<Small>::new();
        let questions = self.questions(&chess)?;
        let chosen = match self.sample {
            Sample::All => Vec::new(),
            Sample::Some { count, seed } => self.choose(&chess, material, count, seed, stop),
        };
        let done: std::collections::BTreeSet<usize> = before.done.iter().copied().collect();
        let waiting: Vec<usize> = (0..self.n_parcels(material))
            .filter(|parcel| !done.contains(parcel))
            .collect();
        let next = AtomicUsize::new(0);
        let found = Mutex::new(before);
        let trouble: Mutex<Option<String>> = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(|| {
                    let compiled = compile(&chess, self.program);
                    let mut asker = Asker {
                        survey: self,
                        chess: &chess,
                        compiled: &compiled,
                        planner: None,
                        questions: &questions,
                        tables,
                        stop,
                    };
                    while let Some(parcel) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = match self.sample {
                            Sample::All => asker.numbers(material, parcel_range(*parcel)),
                            Sample::Some { .. } => {
                                let from = parcel * SAMPLE_PARCEL;
                                let to = chosen.len().min(from + SAMPLE_PARCEL);
                                asker.positions(&chosen[from.min(to)..to])
                            }
                        };
                        match result {
                            // A parcel that was broken off is not counted: it is asked again another time.
                            Ok(None) => return,
                            Ok(Some(mut findings)) => {
                                findings.done.push(*parcel);
                                let mut found = lock(&found);
                                found.add(findings, self.examples);
                                tell(&found);
                            }
                            Err(problem) => {
                                *lock(&trouble) = Some(problem);
                                return;
                            }
                        }
                    }
                });
            }
        });
        if let Some(problem) = lock(&trouble).take() {
            return Err(problem);
        }
        let mut found = lock(&found).clone();
        found.done.sort_unstable();
        found.wrong.sort_unstable();
        found.unknown.sort_unstable();
        Ok(found)
    }

    fn questions(&self, chess: &Chess<Small>) -> Result<Vec<Question>, String> {
        let questions = QUESTIONS.iter().map(|(text, _)| {
            let source = Source::from_text("question", Form::Plain, text);
            let source = source.map_err(|diagnostic| diagnostic.message)?;
            let mut diagnostics = Diagnostics::default();
            let item = |_, _: &str| None;
            check_question(&source, self.program, chess, &item, &mut diagnostics).ok_or_else(|| {
                "a chapter is surveyed by its hypotheses `can_win(x: side)` and `can_draw(x: side)`, \
                 and this one does not have both"
                    .to_owned()
            })
        });
        questions.collect()
    }

    /// Is it one of the positions that are asked about?
    fn is_asked(&self, chess: &Chess<Small>, position: &Small) -> Result<bool, String> {
        let is_left = position
            .others()
            .filter(|man| man.side == Side::Us && man.role == Role::Pawn)
            .all(|man| man.square.file() <= File::D);
        if position.turn() != Side::Us || !is_left {
            return Ok(false);
        }
        for condition in self.program.positions.iter().chain(self.condition) {
            let budget = Budget::steps(MAX_STEPS);
            let mut evaluator = Evaluator::new(chess, self.program, budget);
            let value = evaluator.value(condition, Scene::of(position));
            let value = value.map_err(|stopped| format!("the condition of the survey: {stopped}"));
            if !value?.is_some_and(|value| value.truth()) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Positions at random, each once.
    fn choose(
        &self,
        chess: &Chess<Small>,
        material: Material,
        count: usize,
        seed: u64,
        stop: &Stop,
    ) -> Vec<Small> {
        let index = Index::new(material);
        let mut state = seed;
        let mut chosen = Vec::new();
        let mut seen = std::collections::HashSet::new();
        // A condition that is never true must not be looked for without end.
        let max_tries = 1_000_000 + 1_000 * count as u64;
        for _ in 0..max_tries {
            if chosen.len() == count || stop.is_raised() {
                break;
            }
            let number = (next_random(&mut state) % (index.n_numbers() as u64 / 2)) as usize;
            if let Some(position) = index.position(number)
                && seen.insert(number)
                && self.is_asked(chess, &position).unwrap_or(false)
            {
                chosen.push(position);
            }
        }
        chosen
    }
}

/// Chosen positions come in smaller parcels.
const SAMPLE_PARCEL: usize = 64;

fn parcel_range(parcel: usize) -> Range<usize> {
    parcel * PARCEL..(parcel + 1) * PARCEL
}

/// SplitMix64.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // Whoever panicked has done so after adding up, or not at all.
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Asks on behalf of one thread.
struct Asker<'c> {
    survey: &'c Survey<'c>,
    chess: &'c Chess<Small>,
    compiled: &'c Arc<code::compiled::Program<Chess<Small>>>,
    planner: Option<Planner<Chess<Small>>>,
    questions: &'c [Question],
    tables: &'c EndgameTables,
    stop: &'c Stop,
}

impl Asker<'_> {
    fn numbers(
        &mut self,
        material: Material,
        numbers: Range<usize>,
    ) -> Result<Option<FindingsDocument>, String> {
        let mut asked = Vec::new();
        for (_, position) in Index::new(material).positions(numbers) {
            if self.stop.is_raised() {
                return Ok(None);
            }
            if self.survey.is_asked(self.chess, &position)? {
                asked.push(position);
            }
        }
        self.positions(&asked)
    }

    fn positions(&mut self, positions: &[Small]) -> Result<Option<FindingsDocument>, String> {
        let mut findings = FindingsDocument::default();
        for position in positions {
            let outcome = self.tables.probe(position);
            let wdl = outcome.ok_or("the tables do not know a position")?.wdl();
            findings.positions += 1;
            for (idx, question) in self.questions.iter().enumerate() {
                let Some(conclusion) = self.ask(position, question, &mut findings) else {
                    return Ok(None);
                };
                let (text, truth) = QUESTIONS[idx];
                let is_true = truth(wdl);
                let kind = match (conclusion, is_true) {
                    (Conclusion::Yes, true) => 0,
                    (Conclusion::No, false) => 1,
                    (Conclusion::Unknown(Undecided::Contradiction), _)
                    | (Conclusion::Yes, false)
                    | (Conclusion::No, true) => 3,
                    (Conclusion::Unknown(_), _) => 2,
                };
                findings.answers[idx][kind] += 1;
                let view = View { us: Color::White };
                let shown = || format!("{text}  {}", self.chess.write_position(position, view));
                if kind == 3 && findings.wrong.len() < self.survey.examples {
                    findings.wrong.push(shown());
                }
                if kind == 2 && findings.unknown.len() < self.survey.examples {
                    findings.unknown.push(shown());
                }
            }
        }
        Ok(Some(findings))
    }

    /// One question; nothing if it was called off.
    fn ask(
        &mut self,
        position: &Small,
        question: &Question,
        findings: &mut FindingsDocument,
    ) -> Option<Conclusion> {
        let view = View { us: Color::White };
        let planner = self.planner.take();
        let watch = Watch::nodes(MAX_NODES).with_stop(self.stop);
        let mut reasoner = Reasoner::new(
            self.compiled,
            (*position, view),
            question,
            self.survey.control,
            &watch,
        );
        if let Some(planner) = planner {
            reasoner = reasoner.with_planner(planner);
        }
        let conclusion = reasoner.run();
        findings.nodes += reasoner.n_nodes();
        findings.most_nodes = findings.most_nodes.max(reasoner.n_nodes());
        findings.cycles += reasoner.n_cycles();
        self.planner = Some(reasoner.into_planner());
        let is_stopped = conclusion == Conclusion::Unknown(Stopped::Asked.into());
        (!is_stopped).then_some(conclusion)
    }
}
