//! A modest search for whole games: what plays where no chapter and no table knows better.
//!
//! Alpha-beta with quiescence, a table of positions, and a small evaluation written by hand. With one thread and a
//! budget of positions, the same question gives the same answer: nothing depends on a clock or on chance.
//!
//! ```
//! use domain::Watch;
//! use nasvet_play::{PlayRequest, PositionTable, find_move};
//! use shakmaty::{CastlingMode, Chess, fen::Fen};
//!
//! let fen: Fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1".parse()?;
//! let position: Chess = fen.into_position(CastlingMode::Standard)?;
//! let table = PositionTable::new(1);
//! let found = find_move(&PlayRequest::new(position), &table, &Watch::nodes(1_000), &mut |_| ());
//! let found = found.expect("there is a legal move");
//! assert_eq!(found.lines[0].score.mate_in(), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod score;
mod evaluation;
mod table;
mod order;
mod search;
mod finder;

pub use evaluation::evaluate;
pub use finder::{PlayDepth, PlayLine, PlayRequest, find_move};
pub use score::{MAX_DEPTH, PlayScore};
pub use table::PositionTable;
