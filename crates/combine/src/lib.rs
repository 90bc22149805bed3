//! Combinations in full chess positions, found by plans.
//!
//! Follows Jacques Pitrat, *A chess combination program which uses plans*, Artificial Intelligence 8 (1977): the
//! position is analysed once, for both sides, which gives [`CombinationPlan`]s; they are executed in a tree, and where one fails
//! the moves that are dangerous to it are corrected by new plans. [`find`] gives a [`CombinationReport`].
//!
//! Two departures: castling, capturing en passant, stalemate and repetition are known here, and mate is seen at
//! once.

mod values;
mod ids;
mod moves;
mod board;
mod plan;
mod notation;
mod exchange;
mod ways;
mod analysis;
mod modify;
mod plan_store;
mod simulate;
mod reason;
mod order;
mod tree;
mod options;
mod search;
mod grow;
mod execute;
mod danger;
mod report;
mod reduced;
mod story;
mod finder;

pub use board::PlanBoard;
pub use finder::{find, plans};
pub use moves::TreeMove;
pub use notation::{MAX_STATEMENTS, ParsePlanError};
pub use options::CombinationOptions;
pub use plan::{CombinationPlan, PlanStatement, SquareChange, SquareState};
pub use report::{
    CombinationReport, CombinationStatistics, CombinationVerdict, LineMove, ReducedBranch,
    StoryRole, StorySentence, TraceLine,
};
pub use values::{CombinationGoal, Values};
