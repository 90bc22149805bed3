//! Suites of puzzles: a position with its best move, read from a file, and whether the combination finder agrees.

mod reader;

use documents::{
    CombinationDocument, FormatName, FormatVersion, FoundName, PuzzleDocument, PuzzleOutcome,
};
use domain::Watch;
use shakmaty::fen::Epd;
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, EnPassantMode, Move};

use crate::combination::{CombinationRequest, find_combination};
pub use reader::{PuzzleForm, read_lessons, read_puzzles};

/// A puzzle of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Its number in the suite, from 1.
    pub number: u64,
    /// Its name.
    pub id: Option<String>,
    /// The position, and what the suite says of it.
    pub task: Result<PuzzleTask, UnreadablePuzzle>,
}

/// What is to be solved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleTask {
    /// The position.
    pub position: Chess,
    /// The moves that the suite calls best; empty where it says nothing.
    pub best: Vec<Move>,
    /// The moves that were played or are given as the solution, of both sides; perhaps none.
    pub played: Vec<Move>,
    /// The themes that it names.
    pub themes: Vec<String>,
}

/// A puzzle that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnreadablePuzzle {
    /// The position, as it is written, or the whole line.
    pub text: String,
    /// Why: lower case, no full stop.
    pub problem: String,
}

impl Puzzle {
    /// Looks for the combination, and compares. The budget of the watch is for this puzzle.
    ///
    /// The suite's move is not known to the one who looks for it.
    pub fn solve(&self, request: &CombinationRequest, watch: &Watch) -> PuzzleDocument {
        let mut document = PuzzleDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            number: self.number,
            id: self.id.clone(),
            position: String::new(),
            expected: Vec::new(),
            themes: Vec::new(),
            outcome: PuzzleOutcome::Unreadable,
            problem: None,
            combination: None,
        };
        let task = match &self.task {
            Ok(task) => task,
            Err(UnreadablePuzzle { text, problem }) => {
                document.position.clone_from(text);
                document.problem = Some(problem.clone());
                return document;
            }
        };
        document.position = Epd::from_position(&task.position, EnPassantMode::Legal).to_string();
        document.themes.clone_from(&task.themes);
        let best = task.best.iter();
        document.expected = best
            .map(|m| SanPlus::from_move(task.position.clone(), *m).to_string())
            .collect();
        match find_combination(&document.position, request, watch) {
            Ok(found) => {
                document.outcome = task.outcome(&found);
                document.combination = Some(found);
            }
            Err(error) => document.problem = Some(error.to_string()),
        }
        document
    }
}

impl PuzzleTask {
    /// Is what was found what the suite has in mind, or mate?
    pub(crate) fn agrees(&self, found: &CombinationDocument) -> bool {
        matches!(
            self.outcome(found),
            PuzzleOutcome::Solved | PuzzleOutcome::OtherMate | PuzzleOutcome::Found
        )
    }

    /// How what was found compares with what is best.
    fn outcome(&self, found: &CombinationDocument) -> PuzzleOutcome {
        match found.verdict {
            FoundName::NotFound => return PuzzleOutcome::NotFound,
            FoundName::Unknown => return PuzzleOutcome::Unknown,
            FoundName::Proved | FoundName::Found => {}
        }
        if self.best.is_empty() {
            return PuzzleOutcome::Found;
        }
        let first = found.line.first();
        let first = first.and_then(|text| read_move(&self.position, text));
        if first.is_some_and(|m| self.best.contains(&m)) {
            return PuzzleOutcome::Solved;
        }
        // Mate is never less than what somebody else has in mind.
        match (&*found.goal, found.verdict) {
            ("mate", FoundName::Proved) => PuzzleOutcome::OtherMate,
            _ => PuzzleOutcome::OtherMove,
        }
    }
}

/// A move as suites write it: SAN with whatever follows it, or the squares.
pub(crate) fn read_move(position: &Chess, text: &str) -> Option<Move> {
    let text = text.trim_end_matches(['!', '?', '+', '#']);
    let san = text.parse::<San>().ok();
    let uci = || text.parse::<UciMove>().ok()?.to_move(position).ok();
    san.and_then(|san| san.to_move(position).ok()).or_else(uci)
}
