//! The AND/OR engine: one piece of advice, one position, an answer.
//!
//! [`Engine::prove`] searches for a forcing tree exactly as section 2.2 of the AL2 paper says, and counts positions as
//! the paper does. [`Engine::advise`] consults the tables of a program and gives the first piece that can be satisfied.
//! It works for any [`Domain`](domain::Domain).

mod query;
mod memory;
mod meter;
mod context;
mod job;
mod met;
mod frame;
mod level;
mod ours;
mod kept;
mod last;
mod by_sets;
mod graph;
mod levels;
mod engine;
mod endless;
mod advise;

pub use advise::{Advised, PieceOutcome, Tried};
pub use context::{Event, MAX_EVENTS, Options};
pub use endless::Foresight;
pub use engine::Engine;
pub use graph::PositionGraph;
pub use memory::{Memory, MemoryNode};
pub use query::{Answer, Evidence, Query, Searched};
