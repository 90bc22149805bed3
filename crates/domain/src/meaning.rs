//! What the words of the vocabulary mean: the definition, however slow.
//!
//! The reference evaluator and the checker of trees see a game through [`Meaning`] and nothing beyond it.

use crate::game::Game;
use crate::header::Header;
use crate::rules::Rules;
use crate::side::Side;
use crate::value::{Item, ItemSet, Value};
use crate::vocabulary::{ConstantId, Man, WordId};

/// A game whose words have a meaning in every position.
pub trait Meaning: Rules + Game {
    /// The value of a word about a position, as `viewer` sees it. A word of a side gets the side first.
    fn word(
        &self,
        word: WordId,
        position: &Self::Position,
        viewer: Side,
        args: &[Value],
    ) -> Option<Value>;

    /// The value of a word about a legal move in a position, as `viewer` sees it.
    fn move_word(
        &self,
        word: WordId,
        position: &Self::Position,
        m: Self::Move,
        viewer: Side,
        args: &[Value],
    ) -> Option<Value>;

    /// The named item, as `viewer` sees it.
    fn constant(&self, constant: ConstantId, viewer: Side) -> Item;

    /// Does the moving man belong to this kind? (`rook moves`)
    fn moves_man(&self, position: &Self::Position, m: Self::Move, man: Man) -> bool;

    /// How many moves the moving man still needs to the nearest of the targets, after this move, on an empty
    /// board; no value if it never arrives. This is what a macromove counts.
    fn moves_left(
        &self,
        position: &Self::Position,
        m: Self::Move,
        targets: &ItemSet,
    ) -> Option<i64>;

    /// The place from which a move starts, of the vocabulary's sort of places. (`moves of e4`)
    fn origin(&self, position: &Self::Position, m: Self::Move) -> Option<Item>;

    /// How many images a position has under symmetries of the game, itself included: turned or mirrored, it means the
    /// same to whoever plays. The first image is the position itself.
    fn n_images(&self, _position: &Self::Position) -> usize {
        1
    }

    /// The image of a position under one of its symmetries. Which side is to move, and which side is us, stays.
    ///
    /// Each bit of the index is a simple symmetry; an image whose index has several is made by one after the other, the
    /// lowest first. So what is kept by simple symmetries is kept by all images made of them.
    fn image(&self, position: &Self::Position, _idx: usize) -> Self::Position {
        position.clone()
    }

    /// Where that symmetry takes a place.
    fn image_of_place(&self, place: Item, _idx: usize) -> Item {
        place
    }

    /// Does the position have the men that the header names?
    fn belongs(&self, position: &Self::Position, header: &Header) -> bool;
}
