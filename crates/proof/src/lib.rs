//! What counts as an answer: forcing trees, refutations, and the evidence in them.
//!
//! An engine takes a piece of advice and a position and returns a [`Verdict`]; a [`Tree`] of moves shows why. [`check`]
//! and [`check_refutation`] accept a tree or say which node fails; [`show`] prints it as AL2 did, and [`why`] and
//! [`why_not`] put it into words. This crate knows no engine: the judge does not import the judged.

mod tree;
mod statistics;
mod check;
mod show;
mod words;
mod explanation;
mod explain;

pub use check::{
    Condition, Failure, Finding, Flaw, Subject, check, check_first, check_refutation, check_verdict,
};
pub use explain::{
    Consulted, ExplainedPosition, FollowedPlan, Other, PieceTrial, TrialOutcome, no_advice,
    remarks, why, why_not,
};
pub use explanation::{Explanation, Sentence, SentenceFact, SentenceRole, Spot};
pub use lang::reference::Verdict;
pub use show::{show, show_statistics, show_written};
pub use statistics::Statistics;
pub use tree::{Branch, NodeId, Tree, TreeBuilder};
pub use words::{listed, value_in_words};
