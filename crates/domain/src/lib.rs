//! What a two-sided problem is: positions, moves, us and them, and the vocabulary advice may name.
//!
//! A domain offers a [`Vocabulary`] and legal moves; the language and the engines know nothing else of it.

mod side;
mod value;
mod plan;
mod vocabulary;
mod header;
mod game;
mod watch;

pub use game::{Domain, Game, N_ONLY_MEN, Native, OnlyMen, RawArgs, Targets, only_man};
pub use header::{Header, HeaderError, Presence, TextError};
pub use plan::Plan;
pub use side::{BySide, Side};
pub use value::{Item, ItemSet, Sort, Type, Value};
pub use vocabulary::{
    Constant, ConstantId, Man, Parameter, Phrase, Scope, SortName, Vocabulary, Word, WordId,
};
pub use watch::{Progress, Stop, Stopped, Watch};
