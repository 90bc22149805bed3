//! The reasoner: hypotheses, facts about them, and a question that the facts may settle.
//!
//! After Bratko, *Knowledge-based problem-solving in AL3*. The logic comes first: [`Formula`]s over hypotheses, the
//! [`CForm`] into which [`convert`] brings any of them, the [`Targets`] that facts are multiplied into, and the
//! [`Prover`], which gives the same answers where multiplying would take too long. On it stands the [`Reasoner`]: a
//! [`Pool`], lemmas and methods of a program whose patterns match it, and the cycle that carries them out under a
//! [`Control`].

mod hypothesis;
mod formula;
mod line;
mod cform;
mod wang;
mod targets;
mod prover;
mod positions;
mod planner;
mod pool;
mod explorer;
mod matcher;
mod control;
mod reasoner;
mod subproblems;
mod explanation;
mod best_try;
mod strategy;
mod ends;
mod show;

pub use cform::{CForm, Rules};
pub use control::Control;
pub use ends::End;
pub use explanation::Step;
pub use explorer::{Search, Trouble};
pub use formula::Formula;
pub use hypothesis::{Hypothesis, HypothesisSet};
pub use line::Line;
pub use matcher::Context;
pub use planner::{Contest, Planner, Try};
pub use pool::{Entry, EntryId, Fact, Pool};
pub use positions::PositionId;
pub use prover::{FactId, Prover, Undecided};
pub use reasoner::{Executed, Reasoner, Verdict, Why};
pub use targets::{Multiplication, Targets};
pub use wang::{TooLarge, convert, fact_factor};
