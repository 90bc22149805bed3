//! AL0 tables, files of advice in Prolog: read, and written as chapters.
//!
//! AL0 is the advice language of a textbook and of courses that follow it. A table is a Prolog file of rules and advice;
//! goals and move constraints are predicates of a library. The interpreters differ in two places, so there are two
//! dialects. What a table means is said by a chapter with the convention `al0`: the holding goal holds at the root, too,
//! and a position in which they have no permitted reply is no success.
//!
//! Names of the standard library of the rook ending get definitions of our own, the author's own goals are translated
//! where they are simple, and whatever cannot be said is named with its line.

mod term;
mod token;
mod operators;
mod reader;
mod table;
mod standard;
mod names;
mod clauses;
mod importer;
mod moves;
mod goals;
mod writer;

pub use importer::{Imported, import};
pub use table::Dialect;
