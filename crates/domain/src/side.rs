//! The two sides of a problem, by purpose: us, who take the advice, and them.

use std::ops::{Index, IndexMut, Not};

/// One of the two sides. Which colour or player it is, only the domain knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// The side that takes the advice.
    Us,
    /// The opponent.
    Them,
}

impl Side {
    /// Both sides, us first.
    pub const BOTH: [Side; 2] = [Side::Us, Side::Them];
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::Us => Side::Them,
            Side::Them => Side::Us,
        }
    }
}

/// A pair of things, one a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySide<T> {
    /// Ours.
    pub us: T,
    /// Theirs.
    pub them: T,
}

impl<T> BySide<T> {
    /// Makes both from one function.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> BySide<T> {
        BySide {
            us: make(Side::Us),
            them: make(Side::Them),
        }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Us => &self.us,
            Side::Them => &self.them,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Us => &mut self.us,
            Side::Them => &mut self.them,
        }
    }
}
