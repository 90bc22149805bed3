//! What a two-sided problem is: positions, moves, us and them, and the vocabulary advice may name.
//!
//! A domain offers a [`Vocabulary`] and legal moves; the language and the engines know nothing else of it.
//! The small domains [`nim`] and [`graph`] live here, as the proof that nothing above depends on chess.

mod side;
mod value;
mod plan;
mod vocabulary;
mod header;
mod game;
mod watch;
pub mod nim;
pub mod graph;

pub use game::{Domain, Game, N_ONLY_MEN, Native, OnlyMen, RawArgs, Targets, only_man};
pub use header::{Header, HeaderError, Presence, TextError};
pub use plan::Plan;
pub use side::{BySide, Side};
pub use value::{Item, ItemSet, Sort, Type, Value};
pub use vocabulary::{
    Constant, ConstantId, Man, Parameter, Phrase, Scope, SortName, Vocabulary, Word, WordId,
};
pub use watch::{Progress, Stop, Stopped, Watch};
