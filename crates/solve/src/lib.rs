//! Pieces of advice solved for every position of an ending at once.
//!
//! A search asks about one position and looks ahead; here the goals of a piece are evaluated once in every position, and
//! its verdicts follow ply by ply as sets, from the depth bound up. That takes milliseconds a ply, and what other pieces
//! ask is known for all positions.
//!
//! It works for pieces whose verdict depends on the position and the plies left alone, and whose move constraints can
//! be said as sets (`permitted.rs`). For the others [`Solution`] has no answer, and whoever asks has to search.

mod columns;
mod endless;
mod formula;
mod permitted;
mod pieces;
mod solution;

pub use endless::Distances;
pub use formula::asks;
pub use solution::{Solution, Which, bytes_to_solve, solve};
