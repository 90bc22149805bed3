//! Practice: the learner has the side with the task, and every move is judged at once.
//!
//! [`Practice::line`] answers one line. Chapters and tables come from a [`Host`](crate::session::Host), the time comes
//! with each line, and the progress, a [`PracticeDocument`], goes in at the beginning and
//! out after every change. What was missed comes again at growing intervals.

mod board;
mod layout;
mod schedule;
mod progress;
mod ideas;
mod judging;
mod task;
mod course;
mod picture;
mod command;
mod dialogue;
mod playing;
mod helping;
mod choosing;
mod puzzles;

pub use command::complete;
pub use course::MAX_MEN;
pub use dialogue::{Practice, PracticeBeginning, PracticeMoment, PracticeReply, PracticeWaits};
pub use layout::PracticeSettings;
pub use puzzles::{PuzzleBeginning, PuzzlePractice};

use documents::PracticeDocument;

/// What was practised, as a picture for a terminal, at a time in seconds since 1970.
pub fn show_progress(progress: &PracticeDocument, now: u64, settings: PracticeSettings) -> String {
    picture::show_progress(progress, None, now, settings)
}
