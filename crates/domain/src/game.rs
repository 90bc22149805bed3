//! What a two-sided problem is to the rest of the system.
//!
//! [`Game`] is what the checker needs: names and texts. [`Domain`] adds positions and moves, for whatever
//! evaluates, searches or verifies. A domain always shows its positions from our side: who is us is decided
//! once, when a position is read, and remembered in a [`Domain::View`] for writing it out again.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::header::{Header, HeaderError, TextError};
use crate::side::{BySide, Side};
use crate::value::{Item, ItemSet, Sort, Value};
use crate::vocabulary::{ConstantId, Man, Vocabulary, WordId};

/// A game as the language sees it: a vocabulary, and texts that can be checked.
pub trait Game: Send + Sync {
    /// The names advice may use.
    fn vocabulary(&self) -> &Vocabulary;

    /// Reads the words of a chapter's (or a table's) header.
    fn read_header(&self, words: &[&str]) -> Result<Header, HeaderError>;

    /// Is this text a position that belongs under the header?
    fn check_position(&self, position: &str, header: &Header) -> Result<(), TextError>;

    /// Is this text a legal move in that position?
    fn check_move(&self, position: &str, header: &Header, m: &str) -> Result<(), TextError>;
}

/// The arguments of a word as raw values (see [`Value::to_raw`]); those it does not take are 0.
pub type RawArgs = [u64; 3];

/// Where a man stands, and the set of places to which it can go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Targets {
    /// Where it stands.
    pub from: Item,
    /// To which it can legally go, as bits.
    pub to: u64,
    /// Those of them on which it takes something.
    pub taken: u64,
    /// Where the position keeps it: this the domain alone understands.
    pub kept_at: u32,
}

/// So many men are told at once.
pub const N_ONLY_MEN: usize = 16;

/// Where men stand of which a side has just one, by [`only_man`].
pub type OnlyMen = [u64; N_ONLY_MEN];

/// The number of a side's man of a kind among those of [`OnlyMen`], if it has one there.
pub fn only_man(side: Side, man: Man) -> Option<usize> {
    let idx = 2 * usize::from(man.0) + usize::from(side == Side::Them);
    (idx < N_ONLY_MEN).then_some(idx)
}

/// A word as a plain function on raw values: the viewer and the arguments give the value, if there is one.
#[derive(Debug)]
pub enum Native<P, M> {
    /// Looks at a position.
    Position(fn(&P, Side, RawArgs) -> Option<u64>),
    /// Looks at a position, and has no argument but the side after which it is written; it does not matter who looks.
    OfSide(BySide<fn(&P) -> Option<u64>>),
    /// True only where the side to move has no legal move, and there as this tells, whoever looks.
    WithoutMoves(fn(&P) -> bool),
    /// Looks at nothing but its arguments: the same in every position.
    Timeless(fn(Side, RawArgs) -> Option<u64>),
    /// Looks at a move and the position in which it is played.
    Move(fn(&P, M, Side, RawArgs) -> Option<u64>),
    /// Takes no arguments and looks at nothing but the shape of a move (see [`Domain::shape`]); a number that it gives
    /// fits into 16 bits.
    Shape(fn(M, Side) -> Option<u64>),
    /// Takes no arguments and looks at nothing but the position after a move, whoever looks.
    After(fn(&P) -> Option<u64>),
}

impl<P, M> Clone for Native<P, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, M> Copy for Native<P, M> {}

/// A game that can be played: positions, legal moves, and what the words mean. A game is
/// a value without size or nearly so: whoever plays it has a copy.
pub trait Domain: Game + Copy + 'static {
    /// A situation with a side to move, seen from our side.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A legal move in some position.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// What is needed to write a position as the outside world knows it: which colour is us.
    type View: Copy + Eq + Debug + Send + Sync + 'static;

    /// Do all sets of this domain fit into one word, because no sort has more than 64 items?
    const WORD_SETS: bool;

    /// Can a position come back in a line of play?
    const REPEATS: bool;

    /// How many shapes of moves there are; 0 if moves have none.
    const SHAPES: usize;

    /// Does [`Domain::only_men`] tell something?
    const TELLS_ONLY_MEN: bool = false;

    /// Whose move it is.
    fn turn(&self, position: &Self::Position) -> Side;

    /// Shows every legal move once, in the domain's own fixed order, until the visitor breaks off.
    ///
    /// Moves are shown one at a time because there may be very many (a heap of a million matches).
    fn visit_moves(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Shows every legal move once with the position after it, in the same order.
    fn visit_next(
        &self,
        position: &Self::Position,
        mut visit: impl FnMut(Self::Move, Self::Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.visit_moves(position, |m| visit(m, self.play(position, m)))
    }

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, m: Self::Move) -> Self::Position;

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

    /// A faster way to the same value as [`Domain::word`] and [`Domain::move_word`] give, if there is one.
    fn native(&self, _word: WordId) -> Option<Native<Self::Position, Self::Move>> {
        None
    }

    /// The values of all words of a side that speak of a kind of man and give an item, at once: puts them where
    /// [`only_man`] says, and tells by a bit for each which of them have a value.
    fn only_men(&self, _position: &Self::Position, _places: &mut OnlyMen) -> u64 {
        0
    }

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

    /// The shape of a move, below [`Domain::SHAPES`]: where it starts and where it ends. Moves of one shape have the
    /// same direction and length, so an order by such words can be worked out once and for all.
    fn shape(&self, _m: Self::Move) -> usize {
        0
    }

    /// The targets of the only man of a kind that the side to move has, if there is just one and the target tells the
    /// move, as it does not where a pawn promotes. Such moves stand in the domain's order from the highest target
    /// to the lowest, and their shape is 64 times the start and the target, added.
    fn targets(&self, _position: &Self::Position, _man: Man) -> Option<Targets> {
        None
    }

    /// The move of such a man to one of its targets.
    fn move_to(
        &self,
        _position: &Self::Position,
        _man: Man,
        _targets: Targets,
        _to: Item,
    ) -> Self::Move {
        panic!("this domain has no targets")
    }

    /// The position after such a move.
    fn play_to(
        &self,
        position: &Self::Position,
        man: Man,
        targets: Targets,
        to: Item,
    ) -> Self::Position {
        self.play(position, self.move_to(position, man, targets, to))
    }

    /// The place from which a move starts, of the vocabulary's sort of places. (`moves of e4`)
    fn origin(&self, position: &Self::Position, m: Self::Move) -> Option<Item>;

    /// The places from which and to which a move goes, if it is to be drawn as an arrow.
    fn arrow(&self, _position: &Self::Position, _m: Self::Move) -> Option<(Item, Item)> {
        None
    }

    /// Does the position have the men that the header names?
    fn belongs(&self, position: &Self::Position, header: &Header) -> bool;

    /// Reads a position. Who is us follows from the header, or else it is the side to move.
    fn read_position(
        &self,
        text: &str,
        header: &Header,
    ) -> Result<(Self::Position, Self::View), TextError>;

    /// Writes a position as [`Domain::read_position`] reads it.
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

    /// Writes an item of a sort, as it is called in problems such as this position's.
    fn write_item(
        &self,
        position: &Self::Position,
        view: Self::View,
        sort: Sort,
        item: Item,
    ) -> String;

    /// The item of a sort that [`Domain::write_item`] writes like this.
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

    /// All legal moves, in the domain's own order.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _ = self.visit_moves(position, |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Is there a legal move at all?
    fn has_moves(&self, position: &Self::Position) -> bool {
        self.visit_moves(position, |_| ControlFlow::Break(()))
            .is_break()
    }
}
