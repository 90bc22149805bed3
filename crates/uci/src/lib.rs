//! Nasvet as an engine for chess programs: the UCI protocol, and what answers it.
//!
//! [`UciDialogue`] is the protocol as a state machine: a line in, effects out; the time is handed in, and nothing is
//! read, printed or waited for. One of the effects is a [`ThinkTask`]. A [`Thinker`] works on it, in whatever thread
//! its owner has, and its [`UciThought`]s go back into the dialogue.
//!
//! A thinker asks those who know first: a chapter for the men on the board, endgame tables, the finder of combinations;
//! elsewhere a modest search keeps the game going. It says which of them it was.

mod command;
mod options;
mod clock;
mod board;
mod wording;
mod task;
mod thinker;
mod dialogue;

pub use clock::{GoLimits, MoveTime};
pub use command::{UciCommand, read_command};
pub use dialogue::{UciDialogue, UciEffect};
pub use options::{AdviceUse, UciOptions};
pub use task::{InfoLine, ThinkTask, UciThought};
pub use thinker::{RootTables, Thinker};
