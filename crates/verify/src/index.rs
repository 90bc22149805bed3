//! A number for every position with the same men, and the position of every number.
//!
//! The number holds the side to move and a square of six bits for each man, without regard to symmetry: a bit set
//! over all positions of four men takes four megabytes. Not every number is a position: two men may share a square, or
//! the check may be impossible.
//!
//! En passant needs no extra bits. No pawn stands on the first or last rank, so a pawn that has just made a double
//! step and can be captured en passant is written on the first rank of its side, `e4` as `e1`.

use std::ops::Range;

use chess::{Board, PlacedPiece, Small};
use domain::{BySide, Side};
use shakmaty::{Bitboard, Move, Rank, Role, Square, attacks};

use crate::material::{MAX_OTHERS, Material};

/// The numbering of all positions with the given men, in either orientation.
///
/// From the top: the side to move (1 bit, us first), our king (6), their king (6), and the other men (6 each). The
/// first of [`Material::others`] comes last, since it moves most and its neighbours are then neighbours in memory;
/// equal men are named from h8 down to a1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Index {
    material: Material,
    n_others: usize,
    /// The shifts of fields to compare and exchange, pair by pair, so that equal men are in falling order.
    swaps: [(usize, usize); MAX_OTHERS],
    n_swaps: usize,
    /// Only where both sides have pawns can one be captured en passant.
    may_pass_en_passant: bool,
}

impl Index {
    /// The numbering for an ending.
    pub fn new(material: Material) -> Index {
        let men: Vec<_> = material.others().collect();
        let mut index = Index {
            material,
            n_others: men.len(),
            swaps: [(0, 0); MAX_OTHERS],
            n_swaps: 0,
            may_pass_en_passant: Side::BOTH.into_iter().all(|side| material.has_pawn(side)),
        };
        // A network that sorts three fields sorts any two neighbours too.
        for (left, right) in [(0, 1), (1, 2), (0, 1)] {
            if right < men.len() && men[left] == men[right] {
                index.swaps[index.n_swaps] = (index.shift(left), index.shift(right));
                index.n_swaps += 1;
            }
        }
        index
    }

    /// The men that are numbered.
    pub fn material(&self) -> Material {
        self.material
    }

    /// How many numbers there are, including those without a position.
    pub fn n_numbers(&self) -> usize {
        2 << self.turn_shift()
    }

    /// The number of a position; none if it has other men.
    #[inline]
    pub fn of(&self, position: &Small) -> Option<usize> {
        (Material::of(position) == self.material).then(|| self.number(position, Side::Us))
    }

    /// The number of a position with these men, on the board as it is or turned: `first` is the side whose men come
    /// first.
    #[inline]
    pub(crate) fn number(&self, position: &Small, first: Side) -> usize {
        let turned = match first {
            Side::Us => 0,
            Side::Them => 56,
        };
        let turn = position.turn();
        let mut number = usize::from(turn != first) << self.turn_shift()
            | (position.king(first).to_usize() ^ turned) << self.king_shift(Side::Us)
            | (position.king(!first).to_usize() ^ turned) << self.king_shift(Side::Them);
        let passed = position
            .en_passant()
            .map(|square| Square::from_coords(square.file(), double_step_rank(!turn)));
        // Our men come first on the board; turned, theirs do.
        let mut slot = match first {
            Side::Us => 0,
            Side::Them => position.others().filter(|man| man.side == first).count(),
        };
        for man in position.others() {
            if slot == self.n_others {
                slot = 0;
            }
            let field = if passed == Some(man.square) {
                Square::from_coords(man.square.file(), home_rank(man.side))
            } else {
                man.square
            };
            number |= (field.to_usize() ^ turned) << self.shift(slot);
            slot += 1;
        }
        self.sorted(number)
    }

    /// The number of the position after a move of this position that neither captures nor promotes. The side to move
    /// stays what it was.
    #[inline]
    pub fn after(&self, number: usize, m: Move) -> usize {
        let from = m.from().map_or(0, Square::to_usize);
        let holds = |field: &usize| number >> (6 * field) & 63 == from;
        let field = (0..self.n_fields()).rev().find(holds);
        let changed = (from ^ m.to().to_usize()) << (6 * field.unwrap_or(0));
        self.sorted(number ^ changed)
    }

    /// The position of a number; none if it is illegal.
    pub fn position(&self, number: usize) -> Option<Small> {
        if number >= self.n_numbers() || self.sorted(number) != number {
            return None;
        }
        let turn = self.turn(number);
        let kings = BySide::from_fn(|side| square(number >> self.king_shift(side)));
        if attacks::king_attacks(kings.us).contains(kings.them) {
            return None;
        }
        let mut others = [EMPTY_SLOT; MAX_OTHERS];
        let mut en_passant = None;
        for (slot, (side, role)) in self.material.others().enumerate() {
            let mut square = square(number >> self.shift(slot));
            if role == Role::Pawn && Bitboard::BACKRANKS.contains(square) {
                if en_passant.is_some() || side == turn || square.rank() != home_rank(side) {
                    return None;
                }
                let file = square.file();
                square = Square::from_coords(file, double_step_rank(side));
                en_passant = Some(Square::from_coords(file, passed_rank(side)));
            }
            others[slot] = PlacedPiece { side, role, square };
        }
        let position = Small::new(turn, kings, &others[..self.n_others], en_passant)?;
        // Without a capture en passant the pawn is written only on its own square.
        (position.en_passant() == en_passant).then_some(position)
    }

    /// The position of a number that is known to be that of a legal position without an en passant square.
    #[inline]
    pub(crate) fn legal_position(&self, number: usize) -> Small {
        let mut others = [EMPTY_SLOT; MAX_OTHERS];
        for (slot, (side, role)) in self.material.others().enumerate() {
            let square = square(number >> self.shift(slot));
            others[slot] = PlacedPiece { side, role, square };
        }
        let kings = BySide::from_fn(|side| square(number >> self.king_shift(side)));
        Small::of_legal(self.turn(number), kings, &others[..self.n_others])
    }

    /// May a pawn be captured en passant?
    pub(crate) fn may_pass_en_passant(&self) -> bool {
        self.may_pass_en_passant
    }

    /// The position of a number that is known to be that of a legal position.
    #[inline]
    pub(crate) fn known_position(&self, number: usize) -> Small {
        match self.may_pass_en_passant {
            false => self.legal_position(number),
            true => self
                .position(number)
                .expect("it is known to be a legal position"),
        }
    }

    /// Every legal position whose number lies in a range, with the number, in rising order.
    ///
    /// Over `0..n_numbers()` it yields every position once, for both sides to move, with en passant, and mirror images
    /// separately.
    pub fn positions(self, numbers: Range<usize>) -> impl Iterator<Item = (usize, Small)> {
        numbers.filter_map(move |number| Some((number, self.position(number)?)))
    }

    /// Are the fields of equal men in the order in which a position is numbered?
    pub fn is_sorted(&self, number: usize) -> bool {
        self.sorted(number) == number
    }

    /// Of which numbers of a word are the fields of equal men in order?
    pub(crate) fn sorted_lanes(&self, word: usize) -> u64 {
        match self.has_equal_men() {
            false => u64::MAX,
            true => (0..64).fold(0, |lanes, lane| {
                lanes | u64::from(self.is_sorted(word << 6 | lane)) << lane
            }),
        }
    }

    /// Are there two men of the same kind and side?
    pub(crate) fn has_equal_men(&self) -> bool {
        self.n_swaps > 0
    }

    /// The least number among those of a position's mirror images: the same for all of them. Without pawns a board has
    /// eight symmetries, with pawns two.
    pub fn canonical(&self, number: usize) -> usize {
        let n_images = match self.material.has_pawns() {
            true => 2,
            false => 8,
        };
        let image = |image: usize| {
            let turn = number >> self.turn_shift() << self.turn_shift();
            let fields = (0..self.n_fields()).map(|slot| {
                let square = number >> (6 * slot) & 63;
                mirrored(square, image) << (6 * slot)
            });
            self.sorted(fields.fold(turn, |number, field| number | field))
        };
        (0..n_images).map(image).min().unwrap_or(number)
    }

    /// The side to move.
    #[inline]
    pub(crate) fn turn(&self, number: usize) -> Side {
        if number >> self.turn_shift() & 1 == 0 {
            Side::Us
        } else {
            Side::Them
        }
    }

    /// The number with the fields of equal men in falling order.
    #[inline]
    pub(crate) fn sorted(&self, mut number: usize) -> usize {
        for &(left, right) in &self.swaps[..self.n_swaps] {
            let (a, b) = (number >> left & 63, number >> right & 63);
            if a < b {
                number ^= (a ^ b) << left | (a ^ b) << right;
            }
        }
        number
    }

    /// Shows the number of a position with its equal men in every order.
    pub(crate) fn each_order(&self, number: usize, mut see: impl FnMut(usize)) {
        see(number);
        // All orders are met on the way through all exchanges of pairs, some of them more than once.
        let swaps = &self.swaps[..self.n_swaps];
        for picked in 1..1_usize << swaps.len() {
            let picked = swaps
                .iter()
                .enumerate()
                .filter(|(at, _)| picked >> at & 1 == 1);
            see(picked.fold(number, |number, (_, (left, right))| {
                let both = (number >> left ^ number >> right) & 63;
                number ^ both << left ^ both << right
            }));
        }
    }

    /// The fields of the squares: one for each man.
    pub(crate) fn n_fields(&self) -> usize {
        self.n_others + 2
    }

    pub(crate) fn turn_shift(&self) -> usize {
        6 * self.n_fields()
    }

    pub(crate) fn king_shift(&self, side: Side) -> usize {
        match side {
            Side::Us => 6 * (self.n_others + 1),
            Side::Them => 6 * self.n_others,
        }
    }

    /// The shift of a man's field, by its slot among the others.
    #[inline]
    pub(crate) fn shift(&self, slot: usize) -> usize {
        6 * slot
    }
}

/// A square in one of the eight images of a board: files and ranks exchanged, then ranks turned, then files turned.
#[inline]
pub(crate) fn mirrored(square: usize, image: usize) -> usize {
    usize::from(MIRRORED[image & 7][square & 63])
}

static MIRRORED: [[u8; 64]; 8] = {
    let mut squares = [[0; 64]; 8];
    let mut at = 0;
    while at < 8 * 64 {
        squares[at / 64][at % 64] = mirror(at % 64, at / 64) as u8;
        at += 1;
    }
    squares
};

const fn mirror(square: usize, image: usize) -> usize {
    let square = match image & 4 {
        0 => square,
        _ => square >> 3 | (square & 7) << 3,
    };
    let ranks = if image & 2 == 0 { 0 } else { 56 };
    let files = if image & 1 == 0 { 0 } else { 7 };
    square ^ ranks ^ files
}

const EMPTY_SLOT: PlacedPiece = PlacedPiece {
    side: Side::Us,
    role: Role::King,
    square: Square::A1,
};

/// The square in the lowest field.
pub(crate) fn square(number: usize) -> Square {
    Square::new(number as u32 & 63)
}

/// The rank on which no pawn of a side stands, and on which one is written that may be captured en passant.
pub(crate) fn home_rank(side: Side) -> Rank {
    match side {
        Side::Us => Rank::First,
        Side::Them => Rank::Eighth,
    }
}

/// The square that a pawn of a side passes in a double step.
pub(crate) fn passed_rank(side: Side) -> Rank {
    match side {
        Side::Us => Rank::Third,
        Side::Them => Rank::Sixth,
    }
}

/// The square of a pawn of a side after a double step.
pub(crate) fn double_step_rank(side: Side) -> Rank {
    match side {
        Side::Us => Rank::Fourth,
        Side::Them => Rank::Fifth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers and positions correspond, and there are as many positions as `chess` counts.
    fn check(text: &str, us: usize, them: usize, en_passant: usize) {
        let index = Index::new(text.parse().unwrap());
        let turned = Index::new(index.material().exchanged());
        let mut seen = (BySide::<usize>::default(), 0);
        for (number, position) in index.positions(0..index.n_numbers()) {
            assert_eq!(index.of(&position), Some(number), "{position:?}");
            let from_them = turned.position(turned.number(&position, Side::Them));
            let from_them = from_them.expect("a legal position is legal from the other side");
            assert_eq!(index.number(&from_them, Side::Them), number, "{position:?}");
            seen.0[position.turn()] += 1;
            seen.1 += usize::from(position.en_passant().is_some());
        }
        assert_eq!(seen, (BySide { us, them }, en_passant), "{text}");
    }

    #[test]
    fn every_position_has_one_number() {
        // The counts of van Emden and of the exhaustive tests of `chess`.
        check("KRK", 175_168, 3_612 * 62, 0);
        check("KKR", 3_612 * 62, 175_168, 0);
        check("KK", 3_612, 3_612, 0);
    }

    #[test]
    fn equal_men_are_numbered_once() {
        let index = Index::new("KNNK".parse().unwrap());
        // With the lone king to move every placement is legal.
        let to_move = index.positions(index.n_numbers() / 2..index.n_numbers());
        assert_eq!(to_move.count(), 3_612 * 62 * 61 / 2);
    }

    /// By Burnside's lemma: only positions with all men on one long diagonal have an image that is themselves.
    #[test]
    fn mirror_images_have_one_canonical_number() {
        let index = Index::new("KRK".parse().unwrap());
        let mut images = std::collections::HashMap::<usize, usize>::new();
        for (number, _) in index.positions(0..index.n_numbers() / 2) {
            *images.entry(index.canonical(number)).or_default() += 1;
        }
        assert!(
            images
                .keys()
                .all(|number| index.position(*number).is_some())
        );
        assert!(images.values().all(|n| *n == 8 || *n == 4));
        let is_on_it = |square: usize| square >> 3 == square & 7;
        let on_diagonal = index
            .positions(0..index.n_numbers() / 2)
            .filter(|(number, _)| (0..3).all(|slot| is_on_it(number >> (6 * slot) & 63)));
        // Each of them is fixed by one of eight symmetries, and there are two diagonals.
        let fixed = 2 * on_diagonal.count();
        assert_eq!(images.len(), (175_168 + fixed) / 8);

        let pawn = Index::new("KPK".parse().unwrap());
        let mut images = std::collections::HashMap::<usize, usize>::new();
        for (number, _) in pawn.positions(0..pawn.n_numbers() / 2) {
            *images.entry(pawn.canonical(number)).or_default() += 1;
        }
        assert!(images.values().all(|n| *n == 2));
    }

    #[test]
    fn other_men_have_no_number() {
        let krk = Index::new("KRK".parse().unwrap());
        let (_, kings) = Index::new(Material::KINGS)
            .positions(0..999)
            .next()
            .unwrap();
        assert_eq!(krk.of(&kings), None);
        assert_eq!(krk.position(krk.n_numbers()), None);
    }
}
