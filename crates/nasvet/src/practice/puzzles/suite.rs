//! The puzzles of a file as a course: what each is about, and which comes next.

use std::collections::HashMap;

use documents::{CombinationDocument, PracticeChapterDocument};
use domain::{Stop, Watch};
use shakmaty::fen::Epd;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, EnPassantMode};

use crate::combination::{CombinationRequest, find_combination};
use crate::practice::progress::due_now;
use crate::puzzles::{Puzzle, PuzzleTask};

/// So many puzzles are looked at for one that can be explained, or that is about a motif, before one is told so.
const MAX_LOOKED_AT: usize = 40;

/// The puzzles of a file.
pub(super) struct PuzzleCourse {
    puzzles: Vec<CoursePuzzle>,
    /// What was found, by the number of the puzzle; nothing if it cannot be explained.
    found: HashMap<usize, Option<CombinationDocument>>,
    /// The motif that alone is practised, if the learner chose one.
    pub(super) only: Option<String>,
    /// Puzzles that are not to come again today.
    pub(super) left: Vec<String>,
    /// How large the trees for a puzzle may grow.
    nodes: u64,
}

struct CoursePuzzle {
    number: u64,
    text: String,
    task: PuzzleTask,
}

/// A puzzle that is chosen.
pub(super) struct ChosenPuzzle {
    /// Its number in the suite, from 1.
    pub(super) number: u64,
    pub(super) position: Chess,
    /// The position as text.
    pub(super) text: String,
    pub(super) solution: CombinationDocument,
    /// The first moves that the suite calls best.
    pub(super) best: Vec<String>,
    /// Was it missed before?
    pub(super) is_repeat: bool,
}

impl PuzzleCourse {
    /// The puzzles that can be read.
    pub(super) fn new(puzzles: Vec<Puzzle>, nodes: u64) -> PuzzleCourse {
        let puzzles = puzzles.into_iter().filter_map(|puzzle| {
            let task = puzzle.task.ok()?;
            Some(CoursePuzzle {
                number: puzzle.number,
                text: Epd::from_position(&task.position, EnPassantMode::Legal).to_string(),
                task,
            })
        });
        PuzzleCourse {
            puzzles: puzzles.collect(),
            found: HashMap::new(),
            only: None,
            left: Vec::new(),
            nodes,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// The next puzzle: one that is due again, or else the first that was not seen yet. When all were seen, they come
    /// once more.
    pub(super) fn next(
        &mut self,
        known: Option<&PracticeChapterDocument>,
        now: u64,
        stop: &Stop,
    ) -> Result<ChosenPuzzle, String> {
        let due = known.map_or(Vec::new(), |known| due_now(known, now));
        for repeat in due {
            let place = |puzzle: &CoursePuzzle| puzzle.text == repeat.position;
            if let Some(idx) = self.puzzles.iter().position(place)
                && !self.left.contains(&repeat.position)
                && let Some(chosen) = self.chosen(idx, true, stop)
            {
                return Ok(chosen);
            }
        }
        let seen = known.map_or(&[][..], |known| &known.examples);
        let is_open = |puzzle: &CoursePuzzle, seen: &[String]| {
            !seen.contains(&puzzle.text) && !self.left.contains(&puzzle.text)
        };
        let open = |seen: &[String]| -> Vec<usize> {
            let all = (0..self.puzzles.len()).filter(|idx| is_open(&self.puzzles[*idx], seen));
            all.collect()
        };
        let mut waiting = open(seen);
        if waiting.is_empty() {
            waiting = open(&[]);
        }
        let mut n_new = 0;
        for idx in waiting {
            if n_new == MAX_LOOKED_AT || stop.is_raised() {
                break;
            }
            n_new += usize::from(!self.found.contains_key(&idx));
            if let Some(chosen) = self.chosen(idx, false, stop) {
                return Ok(chosen);
            }
        }
        let about = match &self.only {
            Some(motif) => format!("is about {motif}"),
            None => "can be explained".to_owned(),
        };
        Err(match n_new == MAX_LOOKED_AT {
            true => format!("none of the next {n_new} puzzles {about}; `skip` looks further"),
            false => format!("no puzzle that is left {about}"),
        })
    }

    /// A puzzle, if it can be explained and is about what is practised.
    fn chosen(&mut self, idx: usize, is_repeat: bool, stop: &Stop) -> Option<ChosenPuzzle> {
        let puzzle = &self.puzzles[idx];
        let solution = match self.found.get(&idx) {
            Some(found) => found.clone(),
            None => {
                let found = explained(puzzle, self.nodes, stop);
                // What was called off may be found another time.
                if !stop.is_raised() {
                    self.found.insert(idx, found.clone());
                }
                found
            }
        }?;
        if let Some(motif) = &self.only
            && !is_repeat
            && !solution.motifs.contains(motif)
        {
            return None;
        }
        let best = puzzle.task.best.iter();
        let best = best.map(|m| SanPlus::from_move(puzzle.task.position.clone(), *m).to_string());
        Some(ChosenPuzzle {
            number: puzzle.number,
            position: puzzle.task.position.clone(),
            text: puzzle.text.clone(),
            best: best.collect(),
            solution,
            is_repeat,
        })
    }
}

/// The combination of a puzzle, if it is the one that the suite has in mind.
fn explained(puzzle: &CoursePuzzle, nodes: u64, stop: &Stop) -> Option<CombinationDocument> {
    let watch = Watch::nodes(nodes).with_stop(stop);
    let request = CombinationRequest::new("best");
    let found = find_combination(&puzzle.text, &request, &watch).ok()?;
    puzzle.task.agrees(&found).then_some(found)
}
