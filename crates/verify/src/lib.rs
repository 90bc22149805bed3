//! Whole endgames: the truth about every position.
//!
//! A [`Material`] says which men are on the board, an [`Index`] numbers all positions with them, and [`EndgameTables`] know
//! the [`GameValue`] of each, found by retrograde analysis. A table goes to bytes and comes back; where the bytes are
//! kept is the caller's affair. Whoever has Syzygy files may ask [`Syzygy`] the same question.

mod parallel;
mod value;
mod material;
mod index;
mod tables;
#[cfg(feature = "syzygy")]
mod syzygy;
mod judge;

pub use index::Index;
pub use judge::{
    Crossing, Decision, EndgameReport, ExampleGame, FailureGroup, FailurePattern, Fate, GameEnd,
    GameMove, HalfPoints, Judged, Lengths, ModeReport, PlannedTree, PlayMode, Player, RootMove,
    Ruling, SlipGroup, SlipPattern, Team, Truth, Use, Zone, judge,
};
pub use material::{Material, ParseMaterialError};
#[cfg(feature = "syzygy")]
pub use syzygy::Syzygy;
pub use tables::{BuildError, EndgameTable, EndgameTables, Holds, TableBytesError};
pub use value::{GameValue, Oracle, Wdl};
