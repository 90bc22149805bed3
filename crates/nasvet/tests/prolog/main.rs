//! What needs SWI-Prolog: `cargo xtask check` runs it, plain `cargo test` leaves it out.

mod swipl;

mod al0;
mod chapters;
mod words;
