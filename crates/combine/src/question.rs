//! The question: what is looked for in a position, and how much may be spent on it.

use std::sync::atomic::AtomicBool;

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

/// How much may be looked at, and who may call it off.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The most nodes of the tree.
    pub nodes: u32,
    /// Ends the search at once when it is raised.
    pub stop: Option<&'a AtomicBool>,
}

/// Why a search ended before it was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The tree had as many nodes as it may have.
    Nodes(u32),
    /// Somebody raised the flag.
    Called,
}
