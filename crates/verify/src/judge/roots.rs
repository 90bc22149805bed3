//! All positions with us to move, and our moves there, in two bytes and a bit each.
//!
//! Four men have ten million roots and more. Which numbers are roots is a set; the moves are a column of bytes, and so is
//! what is said of them, by its place in a short list.

use std::ops::Range;
use std::sync::Arc;

use chess::{Board, Small};
use domain::Side;
use rustc_hash::FxHashMap;
use shakmaty::{Move, Role, Square};

use crate::index::{Index, square};
use crate::judge::asking::Places;
use crate::judge::survey::{Root, RootMove};
use crate::ranked::{RankedBits, bits_of, rank_in_word};

/// What is said of a root, without the squares of its move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum RootSaying {
    Mated,
    Stalemated,
    Silent,
    Outside,
    Stopped,
    Move {
        rule: u16,
        piece: u16,
        promotion: Option<Role>,
    },
}

impl RootSaying {
    /// The piece of advice that is played, if one is.
    pub(crate) fn piece(self) -> Option<u16> {
        match self {
            RootSaying::Move { piece, .. } => Some(piece),
            RootSaying::Mated
            | RootSaying::Stalemated
            | RootSaying::Silent
            | RootSaying::Outside
            | RootSaying::Stopped => None,
        }
    }
}

/// All roots, ending by ending, and there by number.
pub(crate) struct Roots {
    places: Arc<Places>,
    bits: RankedBits,
    /// By root: which of our men moves in the upper two bits, and its target.
    moves: Vec<u8>,
    /// By root: what is said, by its number among the sayings.
    said: ByteColumns,
    sayings: Vec<RootSaying>,
}

/// Our king in the upper two bits of a move; any other man is its slot.
const KING: usize = 3;

/// The field of a number that a move changes, and its target.
#[inline]
pub(crate) fn field_and_target(index: &Index, m: u8) -> (usize, usize) {
    let shift = match usize::from(m >> 6) {
        KING => index.king_shift(Side::Us),
        slot => index.shift(slot),
    };
    (shift, usize::from(m & 63))
}

impl Roots {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Which places are roots.
    pub(crate) fn bits(&self) -> &RankedBits {
        &self.bits
    }

    /// The moves of all roots, as bytes.
    pub(crate) fn moves(&self) -> &[u8] {
        &self.moves
    }

    /// What is said of a root.
    #[inline]
    pub(crate) fn saying(&self, id: usize) -> RootSaying {
        self.sayings[self.said.get(id)]
    }

    /// The root at a place; none if there is none.
    #[inline]
    pub(crate) fn at(&self, place: u32) -> Option<u32> {
        Some(self.bits.rank(place as usize)? as u32)
    }

    /// A root.
    pub(crate) fn get(&self, id: usize) -> Root {
        self.root(id, self.bits.member(id))
    }

    /// Some roots with their numbers, one after the other, which is faster than one by one.
    pub(crate) fn range(&self, ids: Range<usize>) -> impl Iterator<Item = (usize, Root)> {
        self.places_of(ids)
            .map(|(id, place)| (id, self.root(id, place)))
    }

    /// The position of a root.
    pub(crate) fn position(&self, id: usize) -> Small {
        self.position_at(self.bits.member(id))
    }

    /// The positions of some roots.
    pub(crate) fn positions(&self, ids: Range<usize>) -> impl Iterator<Item = (usize, Small)> {
        self.places_of(ids)
            .map(|(id, place)| (id, self.position_at(place)))
    }

    /// The places of some of them, as bits.
    pub(crate) fn words_of(&self, ids: impl Iterator<Item = u32>) -> Vec<u64> {
        let mut words = vec![0; self.bits.words().len()];
        for id in ids {
            let place = self.bits.member(id as usize);
            words[place / 64] |= 1 << (place % 64);
        }
        words
    }

    /// The places of those for which something is so, as bits.
    pub(crate) fn words_where(&self, mut is_so: impl FnMut(usize) -> bool) -> Vec<u64> {
        let mut id = 0;
        let words = self.bits.words().iter().map(|word| {
            bits_of(*word).fold(0, |found, bit| {
                id += 1;
                found | u64::from(is_so(id - 1)) << bit
            })
        });
        words.collect()
    }

    /// The roots at some places, given as bits.
    pub(crate) fn at_words(&self, words: &[u64]) -> impl Iterator<Item = usize> {
        let found = words.iter().enumerate().filter(|(_, word)| **word != 0);
        found.flat_map(|(at, found)| {
            let (first, word) = (self.bits.before_word(at), self.bits.words()[at]);
            bits_of(*found).map(move |bit| first + rank_in_word(word, bit))
        })
    }

    fn position_at(&self, place: usize) -> Small {
        let (ending, number) = self.places.number(place as u32);
        // A root is a legal position.
        self.places.endings[usize::from(ending)].known_position(number)
    }

    /// The places of some roots.
    fn places_of(&self, ids: Range<usize>) -> impl Iterator<Item = (usize, usize)> {
        let first = match ids.is_empty() {
            true => 0,
            false => self.bits.member(ids.start),
        };
        let words = self.bits.words();
        let from = first / 64;
        let places = (from..words.len()).flat_map(move |at| {
            let word = match at == from {
                true => words[at] >> (first % 64) << (first % 64),
                false => words[at],
            };
            bits_of(word).map(move |bit| at << 6 | bit)
        });
        ids.zip(places)
    }

    /// The root at a place, by its number and its place.
    pub(crate) fn root(&self, id: usize, place: usize) -> Root {
        let (ending, number) = self.places.number(place as u32);
        Root {
            ending,
            number: number as u32,
            played: self.played(id, &self.places.endings[usize::from(ending)], number),
        }
    }

    fn played(&self, id: usize, index: &Index, number: usize) -> RootMove {
        match self.saying(id) {
            RootSaying::Mated => RootMove::Mated,
            RootSaying::Stalemated => RootMove::Stalemated,
            RootSaying::Silent => RootMove::Silent,
            RootSaying::Outside => RootMove::Outside,
            RootSaying::Stopped => RootMove::Stopped,
            RootSaying::Move {
                rule,
                piece,
                promotion,
            } => {
                let (shift, target) = field_and_target(index, self.moves[id]);
                let (from, to) = (square(number >> shift), square(target));
                let position = index.known_position(number);
                let m = move_between(&position, from, to, promotion);
                RootMove::Move { rule, piece, m }
            }
        }
    }
}

/// The legal move of a position with these squares.
fn move_between(position: &Small, from: Square, to: Square, promotion: Option<Role>) -> Move {
    let man_on = |side: Side, square: Square| {
        let mut others = position.others();
        others.find(|man| man.side == side && man.square == square)
    };
    let role = man_on(Side::Us, from).map_or(Role::King, |man| man.role);
    if role == Role::Pawn && position.en_passant() == Some(to) {
        return Move::EnPassant { from, to };
    }
    Move::Normal {
        role,
        from,
        capture: man_on(Side::Them, to).map(|man| man.role),
        to,
        promotion,
    }
}

/// Some of the roots, a bit for each.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct RootSet(Vec<u64>);

impl RootSet {
    pub(crate) fn insert(&mut self, id: usize) {
        if self.0.len() <= id / 64 {
            self.0.resize(id / 64 + 1, 0);
        }
        self.0[id / 64] |= 1 << (id % 64);
    }

    #[inline]
    pub(crate) fn contains(&self, id: usize) -> bool {
        let word = self.0.get(id / 64);
        word.is_some_and(|word| word >> (id % 64) & 1 == 1)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Their numbers, in rising order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate();
        words.flat_map(|(at, word)| bits_of(*word).map(move |bit| at << 6 | bit))
    }
}

impl FromIterator<usize> for RootSet {
    fn from_iter<I: IntoIterator<Item = usize>>(roots: I) -> RootSet {
        let mut set = RootSet::default();
        roots.into_iter().for_each(|id| set.insert(id));
        set
    }
}

/// Roots that are put in, those that come first in the order of endings and numbers first.
pub(crate) struct RootsBuilder {
    places: Arc<Places>,
    words: Vec<u64>,
    moves: Vec<u8>,
    said: ByteColumns,
    sayings: Vec<RootSaying>,
    numbers: FxHashMap<RootSaying, usize>,
}

impl RootsBuilder {
    pub(crate) fn new(places: Arc<Places>) -> RootsBuilder {
        RootsBuilder {
            words: vec![0; places.len().div_ceil(64)],
            places,
            moves: Vec::new(),
            said: ByteColumns::default(),
            sayings: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn push(&mut self, root: Root) {
        let (saying, m) = match root.played {
            RootMove::Mated => (RootSaying::Mated, 0),
            RootMove::Stalemated => (RootSaying::Stalemated, 0),
            RootMove::Silent => (RootSaying::Silent, 0),
            RootMove::Outside => (RootSaying::Outside, 0),
            RootMove::Stopped => (RootSaying::Stopped, 0),
            RootMove::Move { rule, piece, m } => {
                let promotion = m.promotion();
                let saying = RootSaying::Move {
                    rule,
                    piece,
                    promotion,
                };
                let index = &self.places.endings[usize::from(root.ending)];
                (saying, move_byte(index, root.number as usize, m))
            }
        };
        let place = self.places.place(root.ending, root.number);
        self.words[place / 64] |= 1 << (place % 64);
        self.moves.push(m);
        let number = *self.numbers.entry(saying).or_insert_with(|| {
            self.sayings.push(saying);
            self.sayings.len() - 1
        });
        self.said.push(number);
    }

    pub(crate) fn build(mut self) -> Roots {
        self.moves.shrink_to_fit();
        self.said.low.shrink_to_fit();
        Roots {
            places: self.places,
            bits: RankedBits::new(self.words),
            moves: self.moves,
            said: self.said,
            sayings: self.sayings,
        }
    }
}

/// Which man moves, and where to.
fn move_byte(index: &Index, number: usize, m: Move) -> u8 {
    let mut others = index.material().others().enumerate();
    let slot = others.find(|(slot, (side, _))| {
        *side == Side::Us && m.from() == Some(square(number >> index.shift(*slot)))
    });
    let man = slot.map_or(KING, |(slot, _)| slot);
    (man << 6) as u8 | m.to().to_usize() as u8
}

/// Numbers, mostly less than 256: a column of bytes, and more columns only where some number needs them.
#[derive(Default)]
struct ByteColumns {
    low: Vec<u8>,
    high: [Vec<u8>; 3],
}

impl ByteColumns {
    fn push(&mut self, number: usize) {
        let len = self.low.len();
        self.low.push(number as u8);
        for (idx, column) in self.high.iter_mut().enumerate() {
            let byte = (number >> (8 * (idx + 1))) as u8;
            if byte != 0 {
                column.resize(len, 0);
                column.push(byte);
            }
        }
    }

    #[inline]
    fn get(&self, idx: usize) -> usize {
        let high = self.high.iter().enumerate();
        high.fold(usize::from(self.low[idx]), |number, (at, column)| {
            // A column ends where nothing but zeros follows.
            let byte = column.get(idx).copied().unwrap_or(0);
            number | usize::from(byte) << (8 * (at + 1))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Roots come out as they were put in, one by one and one after the other.
    #[test]
    fn roots_are_kept() {
        for text in ["KPK", "KKP", "KPKP", "KRRK"] {
            let index = Index::new(text.parse().expect("men"));
            let places = Arc::new(Places::new(vec![index.material()]));
            let positions = index.positions(0..index.n_numbers() / 2).enumerate();
            let roots = positions.filter(|(idx, _)| idx % 7 < 2).take(60_000);
            let roots: Vec<Root> = roots
                .map(|(idx, (number, position))| {
                    let moves = position.moves();
                    let played = match moves.get(idx % moves.len().max(1)) {
                        None => RootMove::Mated,
                        Some(_) if idx % 11 == 0 => RootMove::Silent,
                        Some(m) => RootMove::Move {
                            rule: (idx % 400) as u16,
                            piece: (idx % 3) as u16,
                            m: *m,
                        },
                    };
                    Root {
                        ending: 0,
                        number: number as u32,
                        played,
                    }
                })
                .collect();
            let mut builder = RootsBuilder::new(Arc::clone(&places));
            roots.iter().for_each(|root| builder.push(*root));
            let kept = builder.build();
            assert_eq!(kept.len(), roots.len());
            for (id, root) in roots.iter().enumerate() {
                assert_eq!(kept.get(id), *root, "{text}");
                assert_eq!(kept.at(root.number), Some(id as u32));
            }
            let some = kept.range(1_000..50_000);
            for (id, root) in some {
                assert_eq!(root, roots[id], "{text}");
            }
        }
    }
}
