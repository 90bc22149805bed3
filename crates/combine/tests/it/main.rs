//! Combinations: the paper's positions, other people's, and what holds everywhere.

mod suite;

mod patterns;
mod pitrat;
mod properties;
mod public;
