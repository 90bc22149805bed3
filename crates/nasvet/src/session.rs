//! The session in which one plays: a dialogue of lines and answers, about one game at a time.
//!
//! [`converse`] reads a line, answers, and reads the next. It is pure but for its [`Host`], which has the lines, the
//! files and the clock; [`Memory`] is a host for tests.

mod wording;
mod random;
mod record;
mod opponent;
mod settings;
mod host;
mod command;
mod customs;
mod chapter;
mod told;
mod pgn;
mod dialogue;
mod table;
mod moves;
mod advice;
mod judge;
mod change;
mod files;
mod tell;
mod thinking;
mod memory;
mod completion;

pub use completion::complete;
pub use dialogue::{Beginning, Summary, converse};
pub use host::{Host, Interruption, Moment, Replace, Reply};
pub use memory::{Memory, already_there, echoed, no_chapter, no_file};
pub use opponent::Opponent;
pub use record::{By, Ply, Record};
pub use settings::Settings;
