//! What needs SWI-Prolog: `cargo xtask check` runs it, plain `cargo test` leaves it out.

#[path = "../library/endings/mod.rs"]
mod endings;
mod swipl;

mod chapters;
mod words;
