//! Whole endgames: the truth about every position, and a judge of advice.
//!
//! A [`Material`] names the men on the board, an [`Index`] numbers all positions with them, and [`EndgameTables`] hold
//! the [`GameValue`] of each, found by retrograde analysis. A table converts to bytes and back; the caller stores them.
//! With the feature `syzygy` the user's Syzygy files can take the place of the tables.
//!
//! [`judge`] plays a [`Team`]'s advice from every position of an ending against every reply, and reports the results.

pub mod packing;
mod parallel;
mod value;
mod material;
mod index;
mod ranked;
mod tables;
mod sets;
#[cfg(feature = "syzygy")]
mod syzygy;
mod judge;

pub use index::Index;
pub use judge::{
    AnswerBytesError, AnswerKeeper, Answers, AskedPart, AskingScope, Bounds, CertificateHeading,
    Changes, ClaimOutcome, ClaimPart, Conditions, Crossing, Decision, EndgameReport, Examiner,
    ExampleEnd, ExampleGame, FailureGroup, FailurePattern, Fate, FormerTeam, GameMove, HalfPoints,
    Hearing, Judged, Lengths, Lesson, LoopGroup, Missing, ModeReport, ParcelKey, PlannedMove,
    PlannedTree, PlayMode, RootMove, Ruling, Share, SlipGroup, SlipPattern, Team, TeamPlayer, Test,
    Truth, Uncertifiable, Use, WordDecisions, Zone, ask_share, bytes_to_ask, bytes_to_follow,
    bytes_to_judge, judge, judge_by, judged_endings, missing_parcels, positions_where,
};
pub use material::{Material, ParseMaterialError};
pub use sets::{
    Best, BestMoves, Images, LaneBytes, Lister, LowestMan, MoveLimit, MoveLists, MovesOf,
    MovesOfWord, OtherValue, PackedValues, PositionSet, Region, Ruler, SeesMoves, SetStep, Terrain,
    ValuesAfter, WordPlace, place_among,
};
#[cfg(feature = "syzygy")]
pub use syzygy::Syzygy;
pub use tables::{BuildError, EndgameTable, EndgameTables, Holds, TableBytesError};
pub use value::{GameValue, Oracle, Wdl};
