//! A byte for every position of an ending, in less than a byte.
//!
//! Most positions have one and the same value, which takes a bit; what is the same in all images of a position is kept
//! for our king in one part of the board; and small values take half a byte.

use domain::Symmetries;

use super::images::Images;
use crate::index::Index;
use crate::ranked::{RankedBits, bits_of};

/// A byte for every number of an ending with one side to move.
#[derive(Clone, Debug)]
pub struct PackedValues {
    images: Images,
    /// What most numbers have.
    usual: u8,
    /// The places of those that have another value.
    others: RankedBits,
    values: UnusualValues,
}

/// The values that are not usual, in the order of their places.
#[derive(Clone, Debug)]
enum UnusualValues {
    All(u8),
    Halves(Vec<u8>),
    Bytes(Vec<u8>),
}

impl PackedValues {
    /// Packs a list, by number, of values that keep these symmetries.
    pub fn new(index: &Index, kept: Symmetries, usual: u8, list: &[u8]) -> PackedValues {
        let images = Images::new(index, kept);
        let (mut words, mut values) = (Vec::new(), Vec::new());
        for (at, numbers) in list.as_chunks::<64>().0.iter().enumerate() {
            if !images.is_looked_at(at) {
                continue;
            }
            let mut word = 0;
            for (bit, value) in numbers.iter().enumerate() {
                if *value != usual {
                    word |= 1 << bit;
                    values.push(*value);
                }
            }
            words.push(word);
        }
        PackedValues {
            images,
            usual,
            others: RankedBits::new(words),
            values: UnusualValues::of(values),
        }
    }

    /// The value of a number.
    #[inline]
    pub fn at(&self, number: usize) -> u8 {
        match self.others.rank(self.images.place(number)) {
            Some(rank) => self.values.at(rank),
            None => self.usual,
        }
    }

    /// The values of the 64 numbers of a word.
    pub fn word(&self, at: usize) -> [u8; 64] {
        let place = self.images.word_place(at);
        let mut values = [self.usual; 64];
        let word = self.others.words()[place.word()];
        let ranks = self.others.before_word(place.word())..;
        for (bit, rank) in bits_of(word).zip(ranks) {
            values[bit] = self.values.at(rank);
        }
        place.turned(values)
    }

    /// All values, by number.
    pub fn list(&self) -> Vec<u8> {
        let words = self.others.words().iter();
        let is_other = words.flat_map(|word| (0..64).map(move |bit| word >> bit & 1 == 1));
        let mut ranks = 0..;
        let by_place = is_other.map(|is_other| match is_other.then(|| ranks.next()).flatten() {
            Some(rank) => self.values.at(rank),
            None => self.usual,
        });
        self.images.by_number(by_place, self.usual)
    }

    /// The symmetries that it keeps.
    pub fn kept(&self) -> Symmetries {
        self.images.kept()
    }

    /// How many bytes it takes.
    pub fn n_bytes(&self) -> usize {
        let values = match &self.values {
            UnusualValues::All(_) => 0,
            UnusualValues::Halves(bytes) | UnusualValues::Bytes(bytes) => bytes.len(),
        };
        // The bits, and the counts before each block of them.
        values + self.others.words().len() * 17 / 2
    }
}

impl UnusualValues {
    fn of(mut values: Vec<u8>) -> UnusualValues {
        let most = values.iter().max().copied().unwrap_or(0);
        if values.iter().all(|value| *value == most) {
            return UnusualValues::All(most);
        }
        if most < 16 {
            let pairs = values.chunks(2);
            let pairs = pairs.map(|pair| pair[0] | pair.get(1).map_or(0, |high| high << 4));
            return UnusualValues::Halves(pairs.collect());
        }
        values.shrink_to_fit();
        UnusualValues::Bytes(values)
    }

    #[inline]
    fn at(&self, rank: usize) -> u8 {
        match self {
            UnusualValues::All(value) => *value,
            UnusualValues::Halves(pairs) => pairs[rank / 2] >> (rank % 2 * 4) & 15,
            UnusualValues::Bytes(values) => values[rank],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_out() {
        for (text, kept, most) in [
            ("KRK", Symmetries::NONE, 200),
            ("KRK", Symmetries::NONE, 15),
            ("KRK", Symmetries::ALL, 9),
            ("KBBK", Symmetries::ALL, 40),
            ("KPK", Symmetries::ALL, 90),
            ("KPK", Symmetries::ALL, 1),
        ] {
            let index = Index::new(text.parse().expect("men"));
            // The distance of the kings is the same in every image, and so is who is there.
            let value = |number: usize| {
                let least = match kept == Symmetries::ALL {
                    true => index.canonical(number),
                    false => number,
                };
                let mixed = (least as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
                match mixed % 3 {
                    0 => (mixed % (most + 1)) as u8,
                    _ => u8::MAX,
                }
            };
            let n_numbers = index.n_numbers() / 2;
            let step = n_numbers.div_ceil(1 << 18);
            let list: Vec<u8> = (0..n_numbers).map(value).collect();
            let packed = PackedValues::new(&index, kept, u8::MAX, &list);
            for number in (0..n_numbers).step_by(step) {
                assert_eq!(packed.at(number), list[number], "{text} {number}");
            }
            assert!(packed.list() == list, "{text}");
            for at in (0..n_numbers / 64).step_by(step) {
                let values = &list[at << 6..][..64];
                assert_eq!(packed.word(at), *values, "{text} {at}");
            }
        }
    }
}
