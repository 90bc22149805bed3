//! Advice as a logic program: a checked program, written out for SWI-Prolog.
//!
//! [`export`] is given a program that makes sense and gives a text that runs by itself: definitions as clauses,
//! pieces and tables as facts, and the Prolog of the interpreter and of the game, which is written by hand in
//! `prolog/` straight from the definition of the language. Nothing of the search or of the compiler is used, so that
//! the exported program can judge them.
//!
//! "No value" is failure. What an expression looks at, the position, `before`, `root`, `depth`, the side and the move,
//! becomes an argument of its clause, and only what it looks at.

mod library;
mod goal;
mod facts;
mod clause;
mod expressions;
mod constraints;
mod sources;
mod export;

pub use export::{ExportError, ExportInput, export};
pub use library::PROLOG;
