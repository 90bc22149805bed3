//! What must hold of any text that a stranger hands us, however hostile.
//!
//! Each function is one fuzz target. It is given bytes and panics where a promise is broken. The targets in
//! `fuzz_targets/` feed them from libFuzzer, and the test feeds them the seeds in `corpus/`.

#![forbid(unsafe_code)]

mod parse_advice;
mod fen;
mod expression;
mod check_tree;
mod dialogue;
mod edits;
mod graph;
mod plan;
mod patterns;
mod uci;
mod pgn;
mod import_al0;

pub use self::pgn::pgn;
pub use self::uci::uci;
pub use check_tree::check_tree;
pub use dialogue::dialogue;
pub use edits::edits;
pub use expression::expression;
pub use fen::fen;
pub use graph::graph;
pub use import_al0::import_al0_files;
pub use parse_advice::parse_advice;
pub use patterns::patterns;
pub use plan::plan;
