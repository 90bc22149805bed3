//! Mirror images: what means the same in all images of a position is found for our king in one part of the board, and
//! copied to the rest.
//!
//! Which symmetries something keeps is proved from its text (`KeptSymmetries` in `lang`). The rules keep all eight, or
//! with pawns the one that exchanges left and right.

use domain::{Side, Symmetries};
use shakmaty::Bitboard;

use crate::index::{Index, mirrored};
use crate::material::Material;

/// Exchanges left and right, up and down, files and ranks: the bits of an image.
const LEFT_RIGHT: usize = 1;
const UP_DOWN: usize = 2;
const FILES_RANKS: usize = 4;

/// The symmetries that the rules keep: pawns tell up from down.
pub(crate) fn kept_by_rules(material: Material) -> Symmetries {
    Symmetries::of_bits(match material.has_pawns() {
        true => LEFT_RIGHT as u8,
        false => (LEFT_RIGHT | UP_DOWN | FILES_RANKS) as u8,
    })
}

/// Where something that keeps some symmetries has to be looked at.
#[derive(Clone, Debug)]
pub struct Images {
    index: Index,
    kept: Symmetries,
    king_shift: usize,
    /// By square of our king: the image that takes it to the least square that it can reach.
    of_king: [u8; 64],
    /// By square of our king, for those that are looked at: how many of them come before it.
    rank: [u8; 64],
    n_kings: usize,
}

impl Images {
    /// For something about the positions of an ending.
    pub fn new(index: &Index, kept: Symmetries) -> Images {
        let images = Images::closed(index, kept);
        let of_king: [u8; 64] = std::array::from_fn(|king| {
            let least = images.iter().min_by_key(|image| mirrored(king, **image));
            least.map_or(0, |image| *image as u8)
        });
        let n_before = |king: usize| of_king[..king].iter().filter(|image| **image == 0).count();
        Images {
            index: *index,
            kept,
            king_shift: index.king_shift(Side::Us),
            of_king,
            rank: std::array::from_fn(|king| n_before(king) as u8),
            n_kings: n_before(64),
        }
    }

    /// Has everything to be looked at itself?
    pub(crate) fn is_everything(&self) -> bool {
        self.n_kings == 64
    }

    /// The symmetries that are kept.
    pub fn kept(&self) -> Symmetries {
        self.kept
    }

    /// How many places there are for what is found out about positions.
    pub fn n_places(&self) -> usize {
        (2 * self.n_kings) << self.king_shift
    }

    /// How many squares of our king have this one as the least that they can reach; none if it is not looked at itself.
    pub(crate) fn n_kings_like(&self, king: usize) -> usize {
        let least = |other: &usize| mirrored(*other, usize::from(self.of_king[*other]));
        (0..64).filter(|other| least(other) == king).count()
    }

    /// How many numbers there are with one side to move.
    pub(crate) fn n_numbers(&self) -> usize {
        1 << self.index.turn_shift()
    }

    /// The place for what is found out about a position, by its number: often the same for all its images.
    #[inline]
    pub fn place(&self, number: usize) -> usize {
        let number = match self.of(number) {
            0 => number,
            image => self.index.sorted(self.image(number, image)),
        };
        let king = number >> self.king_shift & 63;
        let turn = number >> self.index.turn_shift();
        let others = number & ((1 << self.king_shift) - 1);
        (turn * self.n_kings + usize::from(self.rank[king])) << self.king_shift | others
    }

    /// Where what is found out about the 64 positions of a word stands, and in which order.
    #[inline]
    pub fn word_place(&self, at: usize) -> WordPlace {
        let image = self.of(at << 6);
        let number = match image {
            0 => at << 6,
            image => self.image(at << 6, image),
        };
        let king = usize::from(self.rank[number >> self.king_shift & 63]);
        let others = number & ((1 << self.king_shift) - 1);
        WordPlace {
            word: (king << self.king_shift | others) >> 6,
            image,
        }
    }

    /// What stands in a list, by number with one side to move, where it is looked at: by place.
    pub fn looked_at<V: Copy>(&self, list: &[V]) -> Vec<V> {
        let words = list.as_chunks::<64>().0.iter().enumerate();
        let looked_at = words.filter(|(at, _)| self.is_looked_at(*at));
        looked_at.flat_map(|(_, values)| *values).collect()
    }

    /// A list by number with one side to move, from values by place.
    pub fn by_number<V: Copy>(&self, by_place: impl Iterator<Item = V>, none: V) -> Vec<V> {
        let mut list = vec![none; self.n_numbers()];
        let words = list.as_chunks_mut::<64>().0.iter_mut().enumerate();
        let looked_at = words.filter(|(at, _)| self.is_looked_at(*at));
        for (number, value) in looked_at.flat_map(|(_, numbers)| numbers).zip(by_place) {
            *number = value;
        }
        self.complete_values(&mut list);
        list
    }

    /// The images under which it means the same, with those that follow from them: then the least square that one of
    /// them reaches is the least for all that lead there.
    fn closed(index: &Index, kept: Symmetries) -> Vec<usize> {
        let kept = kept.and(kept_by_rules(index.material()));
        // Turned over the diagonal, one of the mirrors is the other.
        let is_turned = kept.make(FILES_RANKS) && (kept.make(LEFT_RIGHT) || kept.make(UP_DOWN));
        (0..8)
            .filter(|image| is_turned || kept.make(*image))
            .collect()
    }

    /// The image of a number that is looked at instead of it; 0 if it is looked at itself.
    #[inline]
    fn of(&self, number: usize) -> usize {
        usize::from(self.of_king[number >> self.king_shift & 63])
    }

    /// Is the word with these numbers looked at itself?
    #[inline]
    pub(crate) fn is_looked_at(&self, word: usize) -> bool {
        self.of(word << 6) == 0
    }

    /// The number of an image.
    fn image(&self, number: usize, image: usize) -> usize {
        let n_bits = self.index.turn_shift();
        let turn = number >> n_bits << n_bits;
        let fields = (0..self.index.n_fields()).map(|slot| {
            let square = number >> (6 * slot) & 63;
            mirrored(square, image) << (6 * slot)
        });
        fields.fold(turn, |number, field| number | field)
    }

    /// Completes the words of a set.
    pub(crate) fn complete(&self, words: &mut [u64]) {
        for at in 0..words.len() {
            self.complete_word(words, at);
        }
    }

    /// Completes one word of a set, if it is not looked at itself.
    #[inline]
    pub(super) fn complete_word(&self, words: &mut [u64], at: usize) {
        let image = self.of(at << 6);
        if image != 0 {
            words[at] = turned(words[self.image(at << 6, image) >> 6], image);
        }
    }

    /// Completes the values of all numbers.
    pub(super) fn complete_values<V: Copy>(&self, values: &mut [V]) {
        for first in (0..values.len()).step_by(64) {
            let image = self.of(first);
            if image != 0 {
                // The man in the lowest field is on each square in turn; the others stay.
                let others = self.image(first, image) & !63;
                for square in 0..64 {
                    values[first | square] = values[others | mirrored(square, image)];
                }
            }
        }
    }
}

/// Where what is found out about the 64 positions of a word stands: in a word of places, perhaps as an image.
#[derive(Clone, Copy, Debug)]
pub struct WordPlace {
    word: usize,
    image: usize,
}

impl WordPlace {
    /// The word of places.
    #[inline]
    pub fn word(self) -> usize {
        self.word
    }

    /// The place of one of the positions.
    #[inline]
    pub fn of(self, lane: usize) -> usize {
        self.word << 6 | mirrored(lane, self.image)
    }

    /// Which of the positions are in a set, by the word with their places.
    #[inline]
    pub(super) fn of_word(self, word: u64) -> u64 {
        match self.image {
            0 => word,
            image => turned(word, image),
        }
    }

    /// The values of the positions, from those of their places.
    #[inline]
    pub(super) fn turned(self, values: [u8; 64]) -> [u8; 64] {
        match self.image {
            0 => values,
            image => std::array::from_fn(|lane| values[mirrored(lane, image)]),
        }
    }

    /// The values of the positions, from a list by place.
    #[inline]
    pub fn values<V: Copy>(self, by_place: &[V]) -> [V; 64] {
        let values = &by_place[self.word << 6..][..64];
        std::array::from_fn(|lane| values[mirrored(lane, self.image)])
    }
}

/// The squares whose image is in a set.
fn turned(set: u64, image: usize) -> u64 {
    let mut set = Bitboard(set);
    if image & LEFT_RIGHT != 0 {
        set = set.flip_horizontal();
    }
    if image & UP_DOWN != 0 {
        set = set.flip_vertical();
    }
    if image & FILES_RANKS != 0 {
        set = set.flip_diagonal();
    }
    set.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_turned_like_its_squares() {
        let set = 0x0123_4567_89ab_cdef;
        for image in 0..8 {
            let slow = (0..64).filter(|square| set >> mirrored(*square, image) & 1 == 1);
            let slow = slow.fold(0, |word, square| word | 1 << square);
            assert_eq!(turned(set, image), slow, "{image}");
        }
    }

    /// Whatever is kept: a position that is not looked at has an image that is.
    #[test]
    fn every_position_or_its_image_is_looked_at() {
        for (men, of_king) in [
            ("KRK", [64, 32, 32, 16, 36, 10, 10, 10]),
            ("KPK", [64, 32, 64, 32, 64, 32, 64, 32]),
        ] {
            let index = Index::new(men.parse().unwrap());
            for (kept, expected) in of_king.into_iter().enumerate() {
                let images = Images::new(&index, Symmetries::of_bits(kept as u8));
                let numbers = || (0..index.n_numbers() / 2).step_by(7);
                for number in numbers() {
                    let image = images.of(number);
                    assert!(images.is_looked_at(images.image(number, image) >> 6));
                }
                let kings = (0..64).filter(|king| images.of(king << images.king_shift) == 0);
                assert_eq!(kings.count(), expected, "{men}, {kept}");
            }
        }
    }
    /// Positions that share a place are images of each other, and there is a place for each.
    #[test]
    fn a_place_is_for_images_of_one_position() {
        for (men, stride) in [("KRK", 1), ("KPK", 1), ("KBBK", 997)] {
            let index = Index::new(men.parse().unwrap());
            for kept in 0..8 {
                let images = Images::new(&index, Symmetries::of_bits(kept));
                let mut of_places = vec![None; images.n_places()];
                for number in (0..index.n_numbers()).step_by(stride) {
                    if index.position(number).is_some() {
                        let whose = &mut of_places[images.place(number)];
                        let canonical = index.canonical(number);
                        assert_eq!(*whose.get_or_insert(canonical), canonical, "{men}, {kept}");
                    }
                }
                let n_used = of_places.iter().flatten().count();
                assert!(n_used > 100, "{men}: too little was tried");
            }
        }
    }
}
