//! What needs SWI-Prolog: `cargo xtask check` runs it, plain `cargo test` leaves it out.

mod swipl;

mod chapters;
mod words;
