//! Pieces of advice solved for every position of an ending at once.
//!
//! A search asks about one position and looks ahead; here the goals of a piece are evaluated once in every position, and
//! its verdicts follow ply by ply as sets, from the depth bound up. That takes milliseconds a ply, and what other pieces
//! ask is known for all positions.
//!
//! It works for pieces whose verdict depends on the position and the plies left alone, and perhaps on one number that is
//! compared with what it was at the root (`thresholds.rs`), and whose move constraints can be said as sets or, in endings of three men,
//! listed (`permitted.rs`). For the others [`Solution`] has no answer, and whoever asks has to search.

mod at_hand;
mod columns;
mod endless;
mod formula;
mod moves_needed;
mod numbers;
mod ends;
mod permitted;
mod pieces;
mod orders;
mod shared_values;
mod choices;
mod solution;
mod thresholds;

pub use choices::{ChoicesOfWord, TableChoice};
pub use endless::Distances;
pub use formula::asks;
pub use moves_needed::MovesNeeded;
pub use shared_values::SharedValues;
pub use solution::{BytesToSolve, NodeOfPiece, Solution, Which, bytes_to_solve, solvable, solve};
