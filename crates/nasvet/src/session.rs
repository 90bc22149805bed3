//! The session in which one plays: a dialogue of lines and answers, about one game at a time.
//!
//! [`Session::line`] answers one line. A session is pure but for its [`Host`], which has the files and the clock;
//! [`Rehearsal`] is a host for tests.

mod wording;
pub(crate) mod random;
pub(crate) mod record;
mod opponent;
mod settings;
mod host;
mod command;
mod customs;
mod told;
mod pgn;
mod paste;
pub(crate) mod dialogue;
pub(crate) mod draw;
mod seat;
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
pub use dialogue::{Beginning, Session};
pub use host::{Host, Interruption, Moment, Replace, Reply};
pub use memory::{Rehearsal, Transcript, already_there, echoed, no_chapter, no_file};
pub use opponent::Opponent;
pub(crate) use opponent::first_moves;
pub use paste::pasted_lines;
pub use record::{By, Ply, Record};
pub use settings::Settings;
