//! What a session needs from outside: files, chapters, tables, and a clock.
//!
//! The session itself prints nothing, opens nothing and knows no time, so that a terminal, a pipe, a test and a
//! fuzzer can all hold the same conversation.

use domain::Stop;

use crate::chapter::Chapter;
use crate::referee::Worth;
use crate::session::record::Record;
use crate::verdict::MoveVerdict;

/// The world around a session.
pub trait Host: Send {
    /// The text of a file, or why it cannot be read.
    fn read(&mut self, file: &str) -> Result<String, String>;

    /// Writes a file, or says why it cannot be written.
    fn write(&mut self, file: &str, text: &str, replace: Replace) -> Result<(), String>;

    /// Loads a chapter by its name or file; what is wrong with it is said in a sentence.
    fn chapter(&mut self, name: &str) -> Result<Chapter, String>;

    /// What each legal move of a position is worth by the tables, the best first; or why they know nothing of it.
    fn worths(&mut self, game: &str, position: &str, stop: &Stop) -> Result<Vec<Worth>, String>;

    /// The columns of the terminal in which the session is shown, if it is shown in one.
    fn columns(&self) -> Option<usize> {
        None
    }

    /// The tables for a position may be asked for soon; a host that makes them in the background begins.
    fn prepare_tables(&mut self, _game: &str, _position: &str) {}

    /// What a legal move, or the best one, does to the result; or why that is not known.
    fn verdict(
        &mut self,
        game: &str,
        position: &str,
        m: Option<&str>,
        stop: &Stop,
    ) -> Result<MoveVerdict, String>;

    /// A search begins: gives the flag that ends it, to be raised after so many seconds or when the user asks.
    fn search_begins(&mut self, seconds: Option<u64>) -> Stop;

    /// The search has ended; who raised the flag, if anybody did?
    fn search_ends(&mut self) -> Interruption;
}

/// May a file that is there already be replaced?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replace {
    /// Yes.
    Yes,
    /// No; the file stays as it is, and that is said.
    No,
}

/// Why a search was called off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interruption {
    /// It was not.
    None,
    /// The time was up.
    Time,
    /// The user asked.
    User,
}

/// The session at the moment when it waits for a line.
#[derive(Clone, Debug)]
pub struct Moment {
    /// What stands before the line.
    pub prompt: String,
    /// The first legal moves, to complete what is typed.
    pub moves: Vec<String>,
    /// The game so far.
    pub record: Record,
    /// The position it has come to.
    pub position: String,
    /// The game that can be resumed.
    pub shelved: Option<Record>,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// Its lines, each with its end.
    pub text: String,
    /// Could the command be carried out?
    pub success: bool,
}
