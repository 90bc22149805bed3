//! What counts as an answer: forcing trees, refutations, and the evidence in them.
//!
//! An engine is given a piece of advice and a position and comes to a [`Verdict`]; a [`Tree`] of moves shows why.
//! The engines are not known here: the judge does not import the judged.

mod tree;
mod statistics;

pub use lang::reference::Verdict;
pub use statistics::Statistics;
pub use tree::{Node, NodeId, Tree, TreeBuilder};
