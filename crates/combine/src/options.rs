//! The question: what is looked for in a position.

use crate::plan::Plan;
use crate::values::{Goal, Values};

/// What is looked for, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the side to move is to win.
    pub goal: Goal,
    /// What men are worth.
    pub values: Values,
    /// Plans that are tried before those that are found.
    pub plans: Vec<Plan>,
    /// Keep a record of every plan?
    pub trace: bool,
}

impl Options {
    /// The goal, with the values of the paper.
    pub fn new(goal: Goal) -> Options {
        Options {
            goal,
            values: Values::PITRAT,
            plans: Vec::new(),
            trace: false,
        }
    }
}
