//! The logic under the reasoner: what follows from facts, without any game.
//!
//! Facts and questions are [`Proposition`]s over hypotheses. [`convert`] brings one into [`CForm`], and facts are
//! multiplied into a [`TargetPair`]; where that would take too long, the [`Prover`] gives the same answers. Public so
//! that tests can hold the two against each other and against truth tables.

mod hypothesis;
mod proposition;
mod line;
mod cform;
mod wang;
mod targets;
mod prover;

pub use cform::{CForm, Simplification};
pub use hypothesis::{HypothesisSet, PoolHypothesis};
pub use line::TargetLine;
pub use proposition::Proposition;
pub use prover::{FactId, Prover};
pub(crate) use targets::TargetState;
pub use targets::{Frequencies, Multiplication, TargetPair};
pub use wang::{convert, fact_factor};
