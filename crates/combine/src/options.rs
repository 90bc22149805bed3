//! What to look for in a position.

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
    /// Record every plan?
    pub trace: bool,
}

impl CombinationOptions {
    /// The goal, with the values of the paper.
    pub fn new(goal: CombinationGoal) -> CombinationOptions {
        CombinationOptions {
            goal,
            values: Values::PITRAT,
            plans: Vec::new(),
            trace: false,
        }
    }
}
