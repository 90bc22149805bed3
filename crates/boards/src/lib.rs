//! The engines, compiled for the boards of chess, and what they know of whole endings.
//!
//! The engines are generic over a game, and code for a game is made where the game is named. That is here for chess, on
//! both of its boards, so that this crate alone has to be optimised, and not those that put questions and write
//! documents: they are linked to the code made here (`compiled.rs`).
//!
//! What an engine may know beforehand is here too, since it is asked at every node: how long pieces without a bound
//! take ([`engine`]), and what pieces came to in other positions of an ending ([`Remembered`]). [`Staff`] answers for
//! chapters before the judge, who asks about every position.

mod compiled;
mod foresight;
mod remembered;
mod conditions;
mod staff;
mod exploring;
mod survey;

#[doc(hidden)]
pub use compiled::{any_board, small};
pub use conditions::{CompiledConditions, quiet, remembering_engine};
pub use exploring::{KeptCount, TriedThought};
pub use foresight::{SetStore, engine, keep_on};
pub use remembered::{Recollection, Remembered, SpareMemory};
pub use staff::{BytesToRemember, Staff};
pub use survey::{Sample, Survey};
