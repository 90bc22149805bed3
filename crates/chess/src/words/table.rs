//! How the table of words is written: a topic makes one entry for each word.
//!
//! An entry has the name, the parameters, the type of the value, the doc, and the meaning of the word; [`of_side`]
//! and [`partial`] add to it.
//! The meaning reads its arguments with [`square`], [`squares`], [`number`] and [`side`] and hands its result
//! to [`give`], which turns any chess thing into a raw value.

use std::marker::PhantomData;

use domain::{BySide, Man, Native, Parameter, RawArgs, Scope, Side, Symmetries, Type, Word};
use shakmaty::{Bitboard, Move, Role, Square};

use crate::kind::{KIND, SQUARE, man_of};
use crate::words::WordEntry;

pub(super) const A_SQUARE: Type = Type::Item(SQUARE);
pub(super) const SQUARES: Type = Type::Set(SQUARE);
pub(super) const A_KIND: Type = Type::Item(KIND);
pub(super) const A_SIDE: Type = Type::Side;
pub(super) const NUMBER: Type = Type::Number;
pub(super) const TRUTH: Type = Type::Truth;

/// The parameter of most words.
pub(super) const S: Parameter = Parameter {
    name: "square",
    ty: A_SQUARE,
};
/// The first of two squares.
pub(super) const A: Parameter = Parameter {
    name: "a",
    ty: A_SQUARE,
};
/// The second of two squares.
pub(super) const B: Parameter = Parameter {
    name: "b",
    ty: A_SQUARE,
};

/// A meaning for each side. The side is a constant inside, which makes it fast.
macro_rules! by_side {
    (|$board:ident, $side:ident| $value:expr) => {
        domain::BySide {
            us: |$board| {
                let $side = domain::Side::Us;
                $value
            },
            them: |$board| {
                let $side = domain::Side::Them;
                $value
            },
        }
    };
}
pub(super) use by_side;

/// Makes the entries under one heading of the reference.
pub(super) struct WordTopic<P> {
    name: &'static str,
    position: PhantomData<fn(&P)>,
}

impl<P> WordTopic<P> {
    pub(super) fn new(name: &'static str) -> WordTopic<P> {
        WordTopic {
            name,
            position: PhantomData,
        }
    }

    /// A word about positions.
    pub(super) fn word(
        &self,
        name: &'static str,
        takes: &'static [Parameter],
        gives: Type,
        doc: &'static str,
        meaning: fn(&P, Side, RawArgs) -> Option<u64>,
    ) -> WordEntry<P> {
        let word = Word {
            name,
            topic: self.name,
            scope: Scope::Position,
            of_side: false,
            takes,
            gives,
            partial: false,
            man: None,
            doc,
            phrase: None,
            keeps: Symmetries::ALL,
        };
        (word, Native::Position(meaning))
    }

    /// A word about a side of a position: `our.king`.
    pub(super) fn of_side(
        &self,
        name: &'static str,
        gives: Type,
        doc: &'static str,
        meaning: BySide<fn(&P) -> Option<u64>>,
    ) -> WordEntry<P> {
        let (word, _) = self.word(name, &[], gives, doc, |_, _, _| None);
        (
            Word {
                of_side: true,
                ..word
            },
            Native::OfSide(meaning),
        )
    }

    /// A word that is true only without legal moves, and only if this also holds.
    pub(super) fn without_moves(
        &self,
        name: &'static str,
        doc: &'static str,
        meaning: fn(&P) -> bool,
    ) -> WordEntry<P> {
        let (word, _) = self.word(name, &[], TRUTH, doc, |_, _, _| None);
        (word, Native::WithoutMoves(meaning))
    }

    /// A word that is the same in every position.
    pub(super) fn timeless(
        &self,
        name: &'static str,
        takes: &'static [Parameter],
        gives: Type,
        doc: &'static str,
        meaning: fn(Side, RawArgs) -> Option<u64>,
    ) -> WordEntry<P> {
        let (word, _) = self.word(name, takes, gives, doc, |_, _, _| None);
        (word, Native::Timeless(meaning))
    }

    /// A word about moves.
    pub(super) fn move_word(
        &self,
        name: &'static str,
        takes: &'static [Parameter],
        gives: Type,
        doc: &'static str,
        meaning: fn(&P, Move, Side, RawArgs) -> Option<u64>,
    ) -> WordEntry<P> {
        let (word, _) = self.word(name, takes, gives, doc, |_, _, _| None);
        (
            Word {
                scope: Scope::Move,
                ..word
            },
            Native::Move(meaning),
        )
    }

    /// A word about the position after a move.
    pub(super) fn after_word(
        &self,
        name: &'static str,
        gives: Type,
        doc: &'static str,
        meaning: fn(&P) -> Option<u64>,
    ) -> WordEntry<P> {
        let (word, _) = self.word(name, &[], gives, doc, |_, _, _| None);
        (
            Word {
                scope: Scope::Move,
                ..word
            },
            Native::After(meaning),
        )
    }

    /// A word about the shape of moves: where they start and where they end.
    pub(super) fn shape_word(
        &self,
        name: &'static str,
        gives: Type,
        doc: &'static str,
        meaning: fn(Move, Side) -> Option<u64>,
    ) -> WordEntry<P> {
        let (word, _) = self.word(name, &[], gives, doc, |_, _, _| None);
        (
            Word {
                scope: Scope::Move,
                ..word
            },
            Native::Shape(meaning),
        )
    }
}

/// The same word, written after a side: `our.king`.
pub(super) fn of_side<P>((word, meaning): WordEntry<P>) -> WordEntry<P> {
    (
        Word {
            of_side: true,
            ..word
        },
        meaning,
    )
}

/// The same word, which may have no value.
pub(super) fn partial<P>((word, meaning): WordEntry<P>) -> WordEntry<P> {
    (
        Word {
            partial: true,
            ..word
        },
        meaning,
    )
}

/// The same word, known to be about one kind of piece.
pub(super) fn of_man<P>(man: Man, (word, meaning): WordEntry<P>) -> WordEntry<P> {
    (
        Word {
            man: Some(man),
            ..word
        },
        meaning,
    )
}

/// The square that is the argument of this index.
pub(super) fn square(args: RawArgs, idx: usize) -> Square {
    Square::new(args[idx] as u32)
}

/// The set of squares that is the argument of this index.
pub(super) fn squares(args: RawArgs, idx: usize) -> Bitboard {
    Bitboard(args[idx])
}

/// The number that is the argument of this index.
pub(super) fn number(args: RawArgs, idx: usize) -> i64 {
    args[idx].cast_signed()
}

/// The side after which the word is written. Its other arguments begin at index 1.
pub(super) fn side(args: RawArgs) -> Side {
    if args[0] == 0 { Side::Us } else { Side::Them }
}

/// A square, or a set of squares, in the view of a side: for them the ranks are counted from the other end.
///
/// It is its own inverse.
pub(super) fn seen<T: Turn>(thing: T, by: Side) -> T {
    match by {
        Side::Us => thing,
        Side::Them => thing.turned(),
    }
}

/// What looks different from the other side of the board.
pub(super) trait Turn {
    fn turned(self) -> Self;
}

impl Turn for Square {
    fn turned(self) -> Square {
        self.flip_vertical()
    }
}

impl Turn for Bitboard {
    fn turned(self) -> Bitboard {
        self.flip_vertical()
    }
}

impl<T: Turn> Turn for Option<T> {
    fn turned(self) -> Option<T> {
        self.map(T::turned)
    }
}

/// The raw value of a chess thing.
pub(super) fn give(thing: impl Give) -> Option<u64> {
    thing.raw()
}

/// What can be the value of a word.
pub(super) trait Give {
    fn raw(self) -> Option<u64>;
}

impl Give for bool {
    fn raw(self) -> Option<u64> {
        Some(u64::from(self))
    }
}

impl Give for u32 {
    fn raw(self) -> Option<u64> {
        Some(u64::from(self))
    }
}

impl Give for Side {
    fn raw(self) -> Option<u64> {
        Some(u64::from(self == Side::Them))
    }
}

impl Give for Role {
    fn raw(self) -> Option<u64> {
        Some(u64::from(man_of(self).0))
    }
}

impl Give for Square {
    fn raw(self) -> Option<u64> {
        Some(u64::from(self.to_u32()))
    }
}

impl Give for Bitboard {
    fn raw(self) -> Option<u64> {
        Some(self.0)
    }
}

impl<T: Give> Give for Option<T> {
    fn raw(self) -> Option<u64> {
        self.and_then(T::raw)
    }
}
