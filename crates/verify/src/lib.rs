//! Whole endgames: the truth about every position.
//!
//! A [`Material`] says which men are on the board, an [`Index`] numbers all positions with them, and [`Tables`] know
//! the [`Outcome`] of each, found by retrograde analysis. A table goes to bytes and comes back; where the bytes are
//! kept is the caller's affair. Whoever has Syzygy files may ask [`Syzygy`] the same question.

mod outcome;
mod material;
mod index;
mod tables;
mod syzygy;
mod judge;

pub use index::Index;
pub use judge::{
    Answer, Crossing, Ending, Fate, Game, Group, HalfPoints, Judged, Lengths, Mode, ModeReport,
    Pattern, Place, Plan, Played, Player, Report, Ruling, SlipGroup, SlipPattern, Step, Team,
    Truth, Use, judge,
};
pub use material::{Material, ParseMaterialError};
pub use outcome::{Oracle, Outcome, Wdl};
pub use syzygy::Syzygy;
pub use tables::{BuildError, Holds, Table, TableBytesError, Tables};
