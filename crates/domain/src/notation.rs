//! Positions, moves and items as text, in the colours of the outside world.

use std::fmt::Debug;

use crate::header::{Header, TextError};
use crate::meaning::Meaning;
use crate::side::Side;
use crate::value::{Item, Sort};

/// A game that can be read and written. It is a value of no size or nearly so, and is copied freely.
pub trait Notation: Meaning + Copy + 'static {
    /// What is needed to write a position as the outside world knows it: which colour is us.
    type View: Copy + Eq + Debug + Send + Sync + 'static;

    /// Reads a position. Who is us follows from the header, or else it is the side to move.
    fn read_position(
        &self,
        text: &str,
        header: &Header,
    ) -> Result<(Self::Position, Self::View), TextError>;

    /// Writes a position as [`Notation::read_position`] reads it.
    fn write_position(&self, position: &Self::Position, view: Self::View) -> String;

    /// Reads a legal move.
    fn read_move(
        &self,
        position: &Self::Position,
        view: Self::View,
        text: &str,
    ) -> Result<Self::Move, TextError>;

    /// Writes a legal move.
    fn write_move(&self, position: &Self::Position, view: Self::View, m: Self::Move) -> String;

    /// Is it a move that people look at last, such as a promotion to less than a queen? Other lines are told first.
    fn is_odd(&self, _m: Self::Move) -> bool {
        false
    }

    /// Writes an item of a sort, as it is called in problems such as this position's.
    fn write_item(
        &self,
        position: &Self::Position,
        view: Self::View,
        sort: Sort,
        item: Item,
    ) -> String;

    /// The item of a sort that [`Notation::write_item`] writes like this.
    fn read_item(
        &self,
        position: &Self::Position,
        view: Self::View,
        sort: Sort,
        text: &str,
    ) -> Option<Item> {
        let constants = self.vocabulary().constants.iter();
        constants
            .filter(|constant| constant.sort == sort)
            .map(|constant| constant.item)
            .find(|item| self.write_item(position, view, sort, *item) == text)
    }

    /// Writes a side as the outside world names it: `White`.
    fn write_side(&self, side: Side, view: Self::View) -> String;

    /// The places from which and to which a move goes, if it is to be drawn as an arrow.
    fn arrow(&self, _position: &Self::Position, _m: Self::Move) -> Option<(Item, Item)> {
        None
    }
}
