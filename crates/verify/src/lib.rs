//! Whole endgames: the truth about every position, and a judge of advice.
//!
//! A [`Material`] names the men on the board, an [`Index`] numbers all positions with them, and [`EndgameTables`] hold
//! the [`GameValue`] of each, found by retrograde analysis. A table converts to bytes and back; the caller stores them.
//! With the feature `syzygy` the user's Syzygy files can take the place of the tables.
//!
//! [`judge`] plays a [`Team`]'s advice from every position of an ending against every reply, and reports the results.

mod parallel;
mod value;
mod material;
mod index;
mod tables;
mod sets;
#[cfg(feature = "syzygy")]
mod syzygy;
mod judge;

pub use index::Index;
pub use judge::{
    CertificateHeading, ClaimOutcome, Crossing, Decision, EndgameReport, ExampleEnd, ExampleGame,
    FailureGroup, FailurePattern, Fate, GameMove, HalfPoints, Hearing, Judged, Lengths, Missing,
    ModeReport, PlannedTree, PlayMode, RootMove, Ruling, SlipGroup, SlipPattern, Team, TeamPlayer,
    Truth, Uncertifiable, Use, Zone, bytes_to_judge, judge, judged_endings,
};
pub use material::{Material, ParseMaterialError};
pub use sets::{MovesOf, PositionSet, Region, Terrain};
#[cfg(feature = "syzygy")]
pub use syzygy::Syzygy;
pub use tables::{BuildError, EndgameTable, EndgameTables, Holds, TableBytesError};
pub use value::{GameValue, Oracle, Wdl};
