//! What only the optimiser wants: faster ways to what rules and meanings say already.
//!
//! The answers here must agree with [`Rules`](crate::Rules) and [`Meaning`]. Nothing that judges an answer looks here,
//! so a mistake in this layer can make an engine wrong but cannot make a wrong tree pass.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::meaning::Meaning;
use crate::side::{BySide, Side};
use crate::value::Item;
use crate::vocabulary::{Man, WordId};

/// The shortcuts that a game offers. All but the type are optional. The game is copied freely, as in
/// [`Notation`](crate::Notation).
pub trait Fast: Meaning + Copy + 'static {
    /// The moves of a side's only man of a kind; [`NoManMoves`] for a game that does not know them as a set.
    type ManMoves: ManMoves<Self::Position, Self::Move>;

    /// Do all sets of this domain fit into one word, because no sort has more than 64 items?
    const WORD_SETS: bool = false;

    /// How many shapes of moves there are; 0 if moves have none.
    const SHAPES: usize = 0;

    /// Is [`Fast::only_men`] implemented?
    const TELLS_ONLY_MEN: bool = false;

    /// A faster way to the same value as [`Meaning::word`] and [`Meaning::move_word`] give, if there is one.
    fn native(&self, _word: WordId) -> Option<Native<Self::Position, Self::Move>> {
        None
    }

    /// Evaluates at once all words of a side that speak of a kind of man and give an item: writes the values where
    /// [`only_man`] says, and returns a bit for each that has a value; and [`NOBODY_ELSE`].
    fn only_men(&self, _position: &Self::Position, _places: &mut OnlyMen) -> u64 {
        0
    }

    /// Shows every legal move once with the position after it, in the order of
    /// [`Rules::visit_moves`](crate::Rules::visit_moves).
    fn visit_next(
        &self,
        position: &Self::Position,
        mut visit: impl FnMut(Self::Move, Self::Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.visit_moves(position, |m| visit(m, self.play(position, m)))
    }

    /// The shape of a move, below [`Fast::SHAPES`]: where it starts and where it ends. Moves of one shape have the same
    /// direction and length, so an order by such words can be computed once for each shape.
    fn shape(&self, _m: Self::Move) -> usize {
        0
    }

    /// The moves of the only man of a kind that the side to move has, if there is just one and the target identifies
    /// the move (it does not where a pawn promotes). In the domain's order such moves go from the highest target to the
    /// lowest, and their shape is 64 times the start, plus the target.
    fn man_moves(&self, _position: &Self::Position, _man: Man) -> Option<Self::ManMoves> {
        None
    }

    /// The quiet targets among some, as bits, after which a word about the position is true ([`Native::After`]), if the
    /// game finds them faster than one after the other.
    fn true_after(
        &self,
        _word: WordId,
        _position: &Self::Position,
        _moves: &Self::ManMoves,
        _among: u64,
    ) -> Option<u64> {
        None
    }

    /// All legal moves of the side to move, if it has just one man and they are such moves; after each it is the other
    /// side's turn.
    fn lone_moves(&self, _position: &Self::Position) -> Option<Self::ManMoves> {
        None
    }
}

/// The legal moves of one man, told apart by their targets.
pub trait ManMoves<P, M>: Copy + Debug + Send + Sync + 'static {
    /// Where the man stands.
    fn start(&self) -> Item;

    /// The places to which it can legally go, as bits.
    fn targets(&self) -> u64;

    /// The move to one of its targets.
    fn move_to(&self, position: &P, to: Item) -> M;

    /// The position after that move.
    fn play_to(&self, position: &P, to: Item) -> P;

    /// Targets, as bits, to which the man just goes: no other man goes or comes, and it is the other side's move.
    fn quiet(&self) -> u64 {
        0
    }

    /// Places among some, as bits: if the man just went there, the other side would surely have a legal move. The others
    /// need a closer look. Nothing matters but where the other men stand.
    fn leave_moves(&self, _position: &P, _among: u64) -> u64 {
        0
    }
}

/// For games that know no such moves: this type has no value.
#[derive(Clone, Copy, Debug)]
pub enum NoManMoves {}

impl<P, M> ManMoves<P, M> for NoManMoves {
    fn start(&self) -> Item {
        match *self {}
    }

    fn targets(&self) -> u64 {
        match *self {}
    }

    fn move_to(&self, _position: &P, _to: Item) -> M {
        match *self {}
    }

    fn play_to(&self, _position: &P, _to: Item) -> P {
        match *self {}
    }
}

/// How many arguments a word takes at most, the side included.
pub const N_ARGS: usize = 5;

/// The arguments of a word as raw values (see [`Value::to_raw`](crate::Value::to_raw)); those it does not take are 0.
pub type RawArgs = [u64; N_ARGS];

/// The length of [`OnlyMen`].
pub const N_ONLY_MEN: usize = 16;

/// What [`Fast::only_men`] returns besides: there are no other men.
pub const NOBODY_ELSE: u64 = 1 << N_ONLY_MEN;

/// The places of men of which a side has just one, indexed by [`only_man`].
pub type OnlyMen = [u64; N_ONLY_MEN];

/// The index of a side's man of a kind in [`OnlyMen`], if it has one.
pub fn only_man(side: Side, man: Man) -> Option<usize> {
    let idx = 2 * usize::from(man.0) + usize::from(side == Side::Them);
    (idx < N_ONLY_MEN).then_some(idx)
}

/// A word as a plain function on raw values: the viewer and the arguments give the value, if there is one.
#[derive(Debug)]
pub enum Native<P, M> {
    /// Looks at a position.
    Position(fn(&P, Side, RawArgs) -> Option<u64>),
    /// Looks at a position, and has no argument but the side after which it is written; it does not depend on the
    /// viewer.
    OfSide(BySide<fn(&P) -> Option<u64>>),
    /// True only in positions without legal moves; the function decides which. It does not depend on the viewer.
    WithoutMoves(fn(&P) -> bool),
    /// Reads nothing but its arguments: the same in every position.
    Timeless(fn(Side, RawArgs) -> Option<u64>),
    /// Looks at a move and the position in which it is played.
    Move(fn(&P, M, Side, RawArgs) -> Option<u64>),
    /// Takes no arguments and reads nothing but the shape of a move (see [`Fast::shape`]); a number that it gives fits
    /// into 16 bits.
    Shape(fn(M, Side) -> Option<u64>),
    /// Takes no arguments and reads nothing but the position after a move. It does not depend on the viewer.
    After(fn(&P) -> Option<u64>),
}

impl<P, M> Clone for Native<P, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, M> Copy for Native<P, M> {}
