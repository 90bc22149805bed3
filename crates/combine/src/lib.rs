//! Combinations in full chess positions, found by plans.
//!
//! Follows Jacques Pitrat, *A chess combination program which uses plans*, Artificial Intelligence 8 (1977): the
//! position is analysed once, for both sides, which gives [`Plan`]s; they are executed in a tree, and where one fails
//! the moves that are dangerous to it are corrected by new plans. [`find`] gives a [`Report`].
//!
//! Two departures: castling, capturing en passant, stalemate and repetition are known here, and mate is seen at
//! once.

mod values;
mod moves;
mod board;
mod plan;
mod notation;
mod exchange;
mod ways;
mod analysis;
mod modify;
mod shelf;
mod simulate;
mod why;
mod order;
mod tree;
mod question;
mod finder;
mod grow;
mod execute;
mod danger;
mod story;
mod report;

pub use board::Board;
pub use moves::Move;
pub use notation::{MAX_STATEMENTS, ParsePlanError};
pub use plan::{Change, Plan, State, Statement};
pub use question::Options;
pub use report::{Branch, Played, Report, Statistics, TraceLine, Verdict, find, plans};
pub use story::{Sentence, StoryRole};
pub use values::{Goal, Values};
