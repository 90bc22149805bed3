//! A whole game: what an engine needs to play, speak and be fast.

use crate::fast::Fast;
use crate::notation::Notation;

/// A game with all its layers: [`Rules`](crate::Rules) and [`Meaning`](crate::Meaning), which define it, [`Notation`]
/// and [`Fast`]. Whatever has them all is one.
pub trait Domain: Notation + Fast {}

impl<D: Notation + Fast> Domain for D {}
