//! Combinations: the paper's positions, other people's, and what holds everywhere.

mod suite;

mod pitrat;
mod properties;
mod public;
