//! Questions and answers as JSON: everything that a page can ask of Nasvet.
//!
//! A [`Desk`] takes one request and gives one answer. Answers are the documents of the library where it has them. A
//! request carries all that it is about, a game as its moves and practice as its lines, so a desk may be replaced by a
//! new one between any two requests: what it keeps, such as endgame tables, only saves time.
//!
//! ```
//! use nasvet_engine::{Desk, Watch};
//!
//! let mut desk = Desk::new();
//! let request = r#"{"ask": "board", "chapter": "krk", "position": "8/8/8/3k4/8/8/1R6/K7 w - -"}"#;
//! let answer = desk.answer(request, &Watch::new())?;
//! assert!(answer.contains("\"White\""));
//! let refused = desk.answer("{}", &Watch::new()).unwrap_err();
//! assert!(refused.to_string().contains("ask"));
//! # Ok::<(), nasvet_engine::Refused>(())
//! ```

mod refused;
mod request;
mod chapters;
mod places;
mod contents;
mod prose;
mod sections;
mod board;
mod advising;
mod practising;
#[cfg(feature = "workshop")]
mod thinking;
#[cfg(feature = "workshop")]
mod writing;
#[cfg(feature = "workshop")]
mod verifying;
mod desk;
#[cfg(feature = "workshop")]
mod workshop;

pub use desk::Desk;
pub use nasvet::{BuiltTables, Progress, Stop, TableStore, Watch};
pub use refused::Refused;
pub use request::{ChapterChoice, DeskRequest, PracticeLine};
