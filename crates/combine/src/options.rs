//! The question: what is looked for in a position.

use crate::plan::CombinationPlan;
use crate::values::{CombinationGoal, Values};

/// What is looked for, and how.
#[derive(Clone, Debug)]
pub struct CombinationOptions {
    /// What the side to move is to win.
    pub goal: CombinationGoal,
    /// What pieces are worth.
    pub values: Values,
    /// Plans that are tried before those that are found.
    pub plans: Vec<CombinationPlan>,
    /// Keep a record of every plan?
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
