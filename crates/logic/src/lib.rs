//! Advice as a logic program: a checked program, exported to SWI-Prolog.
//!
//! [`export`] turns a checked program into a text that runs by itself: definitions as clauses,
//! advice and tables as facts, and the Prolog of the interpreter and of the game, which is written by hand in
//! `prolog/` from the definition of the language. It uses nothing of the search or the compiler, so that
//! the exported program can check them.
//!
//! "No value" is failure. What an expression depends on (the position, `before`, `root`, `depth`, the side, the move)
//! becomes an argument of its clause, and nothing else does.

mod library;
mod goal;
mod facts;
mod clause;
mod expressions;
mod constraints;
mod sources;
mod export;
pub mod al0;

pub use export::{ExportError, ExportErrorKind, ExportInput, export};
pub use library::PROLOG;
