//! Combinations in full chess positions, found by plans.
//!
//! Follows Jacques Pitrat, *A chess combination program which uses plans*, Artificial Intelligence 8 (1977): the
//! position is analysed once, for both sides, which gives [`CombinationPlan`]s. They are executed in a tree. Where a
//! plan fails, the moves that are dangerous to it are corrected by new plans. [`find`] returns a
//! [`CombinationReport`].
//!
//! Two departures from the paper: castling, en passant, stalemate and repetition follow the rules, and mate is
//! recognised at once instead of by capturing the king.
//!
//! ```
//! use domain::Watch;
//! use nasvet_combine::{CombinationGoal, CombinationOptions, CombinationVerdict, find};
//!
//! // Bernstein against Capablanca, Moscow 1914: Black wins at least a knight.
//! let position = chess::read_fen("3r2k1/p4ppp/1q6/2rn4/8/2N1P3/P1R1QPPP/2R3K1 b - -")?;
//! let options = CombinationOptions::new(CombinationGoal::Gain(30));
//! let report = find(&position, &options, &Watch::nodes(50_000));
//! assert_eq!(report.verdict, CombinationVerdict::Proved);
//! assert_eq!(report.line[0].san, "Nxc3");
//! println!("{}", report.story[0].text);
//! # Ok::<(), chess::FenError>(())
//! ```

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
mod motif;
mod trapped;
mod proof;
mod check;
mod attempt;
mod finder;
mod best;
mod draw;
mod pattern;
mod recall;
mod learn;

pub use best::{balance, most_to_win};
pub use board::PlanBoard;
pub use check::{AnnouncedMove, TreeFinding, check_tree};
pub use draw::{DrawEnd, DrawReport, find_draw};
pub use finder::{find, find_best, plans};
pub use learn::{LearnedCombination, learn};
pub use motif::Motif;
pub use moves::TreeMove;
pub use notation::{MAX_STATEMENTS, ParsePlanError, ParsePlanErrorKind};
pub use options::{CombinationOptions, Ideas};
pub use pattern::{
    CombinationPattern, ParsePatternError, ParsePatternErrorKind, PatternBook, PatternChange,
    PatternCondition, PatternKept, PatternMan, PatternOrigin, PatternPlace, PatternState,
    PatternStep,
};
pub use plan::{CombinationPlan, PlanStatement, SquareChange, SquareState};
pub use recall::PatternUse;
pub use report::{
    BestReport, CombinationReport, CombinationStatistics, CombinationVerdict, LineMove,
    ReducedBranch, StoryRole, StorySentence, TraceLine, TriedGoal,
};
pub use values::{CombinationGoal, ParseGoalError, ParseValuesError, Values};
