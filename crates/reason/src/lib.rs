//! The reasoner: hypotheses, facts about them, and a question that the facts may settle.
//!
//! After Bratko, *Knowledge-based problem-solving in AL3*. The logic comes first: [`Formula`]s over hypotheses, the
//! [`CForm`] into which [`convert`] brings any of them, the [`Targets`] that facts are multiplied into, and the
//! [`Prover`], which gives the same answers where multiplying would take too long.

mod hypothesis;
mod formula;
mod line;
mod cform;
mod wang;
mod targets;
mod prover;

pub use cform::{CForm, Rules};
pub use formula::Formula;
pub use hypothesis::{Hypothesis, HypothesisSet};
pub use line::Line;
pub use prover::{FactId, Prover, Undecided};
pub use targets::{Multiplication, Targets};
pub use wang::{TooLarge, convert, fact_factor};
