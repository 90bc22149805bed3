//! The reasoner: hypotheses, facts about them, and a question that the facts may settle.
//!
//! After Bratko, *Knowledge-based problem-solving in AL3*. A [`Reasoner`] is given a compiled program, a problem, a
//! question, a [`Control`] and a watch. It matches the patterns of the program's lemmas and methods against its
//! [`Pool`] and carries them out, cycle by cycle, until the facts settle the question. [`Reasoner::answer`] gives the
//! [`ReasonedAnswer`]: plain data, from which text and documents are made.
//!
//! What follows from facts is decided in [`logic`].

pub mod logic;
mod undecided;
mod positions;
mod planner;
mod pool;
mod explorer;
mod plan_search;
mod speaker;
mod matcher;
mod control;
mod subproblems;
mod reasoner;
mod second_thoughts;
mod best_try;
mod strategy;
mod ends;
mod telling;
mod answer;
mod show;

pub use answer::{AnswerCounts, AnswerStep, ProposedTree, ReasonedAnswer};
pub use control::Control;
pub use ends::LineEnd;
pub use logic::{FactId, Multiplication, Simplification};
pub use matcher::MethodContext;
pub use plan_search::PlanSearch;
pub use planner::{Contest, Planner, Try};
pub use pool::{EntryId, KnownFact, Pool, PoolEntry};
pub use positions::PositionId;
pub use reasoner::{Conclusion, Executed, Reasoner};
pub use telling::{ToldIdea, ToldLine, ToldMove};
pub use undecided::Undecided;
