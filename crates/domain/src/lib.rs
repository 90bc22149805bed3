//! What a two-sided problem is: positions, moves, us and them, and the vocabulary advice may name.
//!
//! A game comes in layers, and each part of the system sees as few of them as it can: [`Game`] (names and texts, for
//! the checker of programs), [`Rules`] (positions and moves), [`Meaning`] (what words mean), [`Notation`] (text in and
//! out), and [`Fast`] (what only the optimiser wants). [`Domain`] is all of them.

mod side;
mod value;
mod plan;
mod vocabulary;
mod header;
mod game;
mod rules;
mod meaning;
mod notation;
mod fast;
mod domain;
mod watch;

pub use domain::Domain;
pub use fast::{
    Fast, ManMoves, N_ARGS, N_ONLY_MEN, NOBODY_ELSE, Native, NoManMoves, OnlyMen, RawArgs, only_man,
};
pub use game::Game;
pub use header::{Header, HeaderError, Presence, TextError};
pub use meaning::Meaning;
pub use notation::Notation;
pub use plan::{Plan, PlanForm, SimplePlan};
pub use rules::Rules;
pub use side::{BySide, Side};
pub use value::{Item, ItemSet, Sort, Type, Value};
pub use vocabulary::{
    Constant, ConstantId, Man, Parameter, Phrase, Samples, Scope, SortName, Symmetries, Vocabulary,
    Word, WordId,
};
pub use watch::{Progress, Stop, Stopped, Watch};
