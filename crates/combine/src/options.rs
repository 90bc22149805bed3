//! What to look for in a position.

use std::sync::Arc;

use crate::pattern::PatternBook;
use crate::plan::CombinationPlan;
use crate::values::{CombinationGoal, Values};

/// What to look for, and how.
#[derive(Clone, Debug)]
pub struct CombinationOptions {
    /// What the side to move must win.
    pub goal: CombinationGoal,
    /// Piece values.
    pub values: Values,
    /// Plans to try before those of the analysis.
    pub plans: Vec<CombinationPlan>,
    /// Patterns that propose plans.
    pub patterns: Arc<PatternBook>,
    /// Whose ideas are tried?
    pub ideas: Ideas,
    /// Record every plan?
    pub trace: bool,
}

/// Which ideas are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ideas {
    /// Those of the paper, and those that it does not have: every check, quiet threats of mate, checks by uncovering,
    /// single threats, exchanges, passed pawns. Replies that refute what was found are answered.
    #[default]
    All,
    /// Those of the paper only; what refutes them is reported and not answered.
    Paper,
}

impl CombinationOptions {
    /// The goal, with the values of the paper.
    pub fn new(goal: CombinationGoal) -> CombinationOptions {
        CombinationOptions {
            goal,
            values: Values::PITRAT,
            plans: Vec::new(),
            patterns: Arc::default(),
            ideas: Ideas::All,
            trace: false,
        }
    }
}
