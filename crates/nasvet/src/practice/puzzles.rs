//! Puzzles in practice: positions of a suite, solved move by move, with the motif as the idea.
//!
//! The solution is the combination that is found for a position, if the suite has the same first move in mind: so there
//! are hints, and a story when it is solved. Another move counts as well if it is proved to win as much.

mod solving;
mod suite;
mod dialogue;

pub use dialogue::{PuzzleBeginning, PuzzlePractice};
