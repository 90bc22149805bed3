//! Nim and AND/OR graphs: small games with known truths, on which everything is tested before chess.
//!
//! They are also the evidence that nothing above [`domain`] depends on chess.

pub mod nim;
pub mod graph;
mod plain;
pub mod toy;

pub use graph::AndOr;
pub use nim::Nim;
pub use toy::Toy;
