//! What counts as an answer: forcing trees, refutations, and the evidence in them.
//!
//! An engine is given a piece of advice and a position and comes to a [`Verdict`]; a [`Tree`] of moves shows why.
//! [`check`] and [`check_refutation`] accept a tree or say which node fails; [`show`] prints it as AL2 did.
//! The engines are not known here: the judge does not import the judged.

mod tree;
mod statistics;
mod check;
mod show;

pub use check::{
    Condition, Failure, Finding, Flaw, Question, check, check_refutation, check_verdict,
};
pub use lang::reference::Verdict;
pub use show::{show, show_statistics};
pub use statistics::Statistics;
pub use tree::{Node, NodeId, Tree, TreeBuilder};
