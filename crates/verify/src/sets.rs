//! Sets of positions with the same men, and which positions have a move into a set.
//!
//! A set has a bit for every number of an [`Index`], so what can be said about all positions at once is said word by
//! word. A word holds the 64 squares of the man in the lowest field; the moves of that man are fills within the word,
//! those of the others lead from word to word. So one step for all positions of four men costs a few milliseconds
//! instead of seconds.
//!
//! Equal men stand in either order here: a position with two bishops has two bits. Then no move has to sort them.

mod best;
mod forward;
mod images;
mod lists;
mod moves;
mod origins;
mod packed;
mod region;

use std::sync::Arc;

use chess::Small;
use domain::{BySide, Side, Stopped, Symmetries, Watch};

use crate::index::Index;
use crate::material::Material;
use crate::parallel;

pub use best::{Best, BestMoves, LaneBytes, MoveLimit, OtherValue, ValuesAfter};
pub use forward::{LowestMan, MovesOfWord, SeesMoves};
pub(crate) use images::kept_by_rules;
pub use images::{Images, WordPlace};
pub use lists::{Lister, MoveLists};
pub use moves::MovesOf;
pub use packed::PackedValues;
pub use region::{Region, SetStep};

/// A set of positions with the same men and the same side to move. A copy shares the words until one of them changes.
#[derive(Clone, Debug)]
pub struct PositionSet {
    words: Arc<[u64]>,
    /// Where only a part of the words is there: which of them.
    part: Option<Arc<Images>>,
    /// Symmetries under which it is known to be its own image. There may be others.
    kept: Symmetries,
}

/// Equal sets have the same positions, whatever is known of them.
impl PartialEq for PositionSet {
    fn eq(&self, other: &PositionSet) -> bool {
        Arc::ptr_eq(&self.words, &other.words) || self.words == other.words
    }
}

impl Eq for PositionSet {}

impl PositionSet {
    pub(crate) fn from_words(words: Vec<u64>, kept: Symmetries) -> PositionSet {
        PositionSet {
            words: words.into(),
            part: None,
            kept,
        }
    }

    /// No position, of so many words.
    pub(crate) fn empty(n_words: usize) -> PositionSet {
        PositionSet::from_words(vec![0; n_words], Symmetries::ALL)
    }

    /// Adds a position, by its number.
    pub(crate) fn insert(&mut self, number: usize) {
        Arc::make_mut(&mut self.words)[number / 64] |= 1 << (number % 64);
        self.kept = Symmetries::NONE;
    }

    /// Takes a position away.
    pub(crate) fn remove(&mut self, number: usize) {
        Arc::make_mut(&mut self.words)[number / 64] &= !(1 << (number % 64));
        self.kept = Symmetries::NONE;
    }

    /// Adds positions, given as words.
    pub(crate) fn unite_words(&mut self, words: &[u64]) {
        self.change(words, |word, other| word | other);
    }

    /// Takes positions away, given as words.
    pub(crate) fn subtract_words(&mut self, words: &[u64]) {
        self.change(words, |word, other| word & !other);
    }

    fn change(&mut self, words: &[u64], of: impl Fn(u64, u64) -> u64) {
        // Where nothing changes, nothing is copied.
        let changed = |(word, other): (&u64, &u64)| of(*word, *other) != *word;
        if self.words().iter().zip(words).any(changed) {
            self.kept = Symmetries::NONE;
            for (word, other) in Arc::make_mut(&mut self.words).iter_mut().zip(words) {
                *word = of(*word, *other);
            }
        }
    }

    /// The words, in the order of the numbers.
    pub(crate) fn words(&self) -> &[u64] {
        assert!(self.part.is_none(), "a part is only asked about numbers");
        &self.words
    }

    /// Which of the 64 positions of a word are in the set, whether all words are there or only a part of them.
    #[inline]
    pub fn word(&self, at: usize) -> u64 {
        match &self.part {
            None => self.words[at],
            Some(images) => {
                let place = images.word_place(at);
                // An empty set has no words at all.
                let word = self.words.get(place.word());
                word.map_or(0, |word| place.of_word(*word))
            }
        }
    }

    /// Does the set have no position?
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Symmetries under which it is known to be its own image.
    pub fn kept(&self) -> Symmetries {
        self.kept
    }

    /// Is this number in the set? The side to move is not part of it.
    #[inline]
    pub fn contains(&self, number: usize) -> bool {
        let place = match &self.part {
            None => number,
            Some(images) => images.place(number),
        };
        let word = self.words.get(place / 64);
        word.is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    /// The same in less memory, for those who only ask whether a number is in it: the words of our king in one part of
    /// the board, or none if the set is empty.
    pub(crate) fn packed(&self, index: &Index) -> PositionSet {
        let images = Images::new(index, self.kept);
        if images.is_everything() {
            return self.clone();
        }
        let words = self.words().iter().enumerate();
        let looked_at = words.filter(|(at, _)| images.is_looked_at(*at));
        let words: Vec<u64> = match self.is_empty() {
            true => Vec::new(),
            false => looked_at.map(|(_, word)| *word).collect(),
        };
        PositionSet {
            words: words.into(),
            part: Some(Arc::new(images)),
            kept: self.kept,
        }
    }

    /// The same with all words.
    pub(crate) fn unpacked(&self) -> PositionSet {
        let Some(images) = &self.part else {
            return self.clone();
        };
        let mut words = vec![0; images.n_numbers() / 64];
        let places = words.iter_mut().enumerate();
        let looked_at = places.filter(|(at, _)| images.is_looked_at(*at));
        // An empty set has no words at all.
        for ((_, place), word) in looked_at.zip(&*self.words) {
            *place = *word;
        }
        if !self.words.is_empty() {
            images.complete(&mut words);
        }
        PositionSet::from_words(words, self.kept)
    }

    /// How many bytes its words take.
    pub(crate) fn n_bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Shows every number in the set, in rising order.
    pub fn for_each(&self, mut see: impl FnMut(usize)) {
        for (at, word) in self.words().iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                see(at << 6 | rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }

    /// Keeps what is in the other set too.
    pub fn intersect(&mut self, other: &PositionSet) {
        self.combine(other, |a, b| a & b);
    }

    /// Adds what is in the other set.
    pub fn unite(&mut self, other: &PositionSet) {
        self.combine(other, |a, b| a | b);
    }

    /// Takes away what is in the other set.
    pub fn subtract(&mut self, other: &PositionSet) {
        self.combine(other, |a, b| a & !b);
    }

    fn combine(&mut self, other: &PositionSet, of: impl Fn(u64, u64) -> u64) {
        let changed = |(word, other): (&u64, &u64)| of(*word, *other) != *word;
        let first = self.words().iter().zip(other.words()).position(changed);
        let Some(first) = first else {
            // Nothing is copied, and what is known of it stays true.
            return;
        };
        self.kept = self.kept.and(other.kept);
        let words = &mut Arc::make_mut(&mut self.words)[first..];
        for (word, other) in words.iter_mut().zip(&other.words[first..]) {
            *word = of(*word, *other);
        }
    }
}

/// All positions of an ending and of the endings that can follow, as sets.
pub struct Terrain {
    /// Each after those into which its captures and promotions lead; the one that was asked for is last.
    pub(crate) endings: Vec<EndingSets>,
}

/// The positions with the same men.
pub(crate) struct EndingSets {
    pub(crate) index: Index,
    /// The legal positions, by the side to move.
    pub(crate) legal: BySide<PositionSet>,
    pub(crate) men: moves::FieldMen,
}

impl Terrain {
    /// The terrain of an ending; none if pawns of both sides are on the board, since a position is then more than where
    /// the men stand: there is capture en passant.
    pub fn new(material: Material, watch: &Watch) -> Result<Option<Terrain>, Stopped> {
        if Index::new(material).may_pass_en_passant() {
            return Ok(None);
        }
        let mut endings: Vec<EndingSets> = Vec::new();
        for index in Terrain::indices(material) {
            watch.check()?;
            let material = index.material();
            let legal = BySide::from_fn(|turn| legal_positions(index, turn));
            let place = |of: Material| {
                let mut before = endings.iter();
                before.position(|ending| ending.index.material() == of)
            };
            endings.push(EndingSets {
                index,
                legal,
                men: moves::FieldMen::new(material, &place),
            });
        }
        Ok(Some(Terrain { endings }))
    }

    /// How many endings there are; the last is the one that was asked for.
    pub fn n_endings(&self) -> usize {
        self.endings.len()
    }

    /// Is an ending the one that was asked for, or does it have fewer men? What is kept about those takes little room.
    pub fn is_at_hand(&self, ending: usize) -> bool {
        let main = self.endings.len() - 1;
        ending == main || self.index(ending).n_numbers() < self.index(main).n_numbers()
    }

    /// The numbering of an ending.
    pub fn index(&self, ending: usize) -> Index {
        self.endings[ending].index
    }

    /// The legal positions of an ending with this side to move.
    pub fn legal(&self, ending: usize, turn: Side) -> &PositionSet {
        &self.endings[ending].legal[turn]
    }

    /// The ending of a position and its number there, without the side to move.
    #[inline]
    pub fn place(&self, position: &Small) -> Option<(usize, usize)> {
        place_among(self.endings.iter().map(|ending| &ending.index), position)
    }

    /// The numberings of an ending and of those that can follow, in the order of its terrain.
    pub fn indices(material: Material) -> Vec<Index> {
        let mut materials = Vec::new();
        add_with_followers(material, &mut materials);
        materials.into_iter().map(Index::new).collect()
    }

    /// The positions of an ending with this side to move whose places are so; equal men stand in either order.
    pub fn set_of_places(
        &self,
        ending: usize,
        turn: Side,
        images: &Images,
        is_so: impl Fn(usize) -> bool,
    ) -> PositionSet {
        let legal = self.endings[ending].legal[turn].words();
        let mut words = vec![0; legal.len()];
        let looked_at = (0..legal.len()).filter(|at| images.is_looked_at(*at));
        for (at, places) in looked_at.zip(0..) {
            let mut rest = legal[at];
            while rest != 0 {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                words[at] |= u64::from(is_so(places << 6 | bit as usize)) << bit;
            }
        }
        images.complete(&mut words);
        PositionSet::from_words(words, images.kept())
    }

    /// What `value`, which keeps these symmetries, makes of every position of an ending with this side to move, by
    /// number; `none` where there is no position.
    pub fn values<V: Copy + Send + Sync, E: Send>(
        &self,
        ending: usize,
        turn: Side,
        none: V,
        kept: Symmetries,
        value: impl Fn() -> Ruler<V, E> + Sync,
    ) -> Result<Vec<V>, E> {
        let EndingSets { index, legal, .. } = &self.endings[ending];
        let bits_of_turn = turn_bits(index, turn);
        let n_numbers = index.n_numbers() / 2;
        let images = Images::new(index, kept);
        let parcel = 64 * PARCEL_WORDS;
        let parcels = (0..n_numbers.div_ceil(parcel)).collect();
        let found = parallel::map(parcels, |at: usize| {
            let mut value = value();
            let numbers = at * parcel..((at + 1) * parcel).min(n_numbers);
            let values = numbers.map(|number| {
                let is_asked = images.is_looked_at(number / 64)
                    && legal[turn].contains(number)
                    && index.is_sorted(number);
                match is_asked {
                    true => value(&index.legal_position(bits_of_turn | number)),
                    false => Ok(none),
                }
            });
            values.collect::<Result<Vec<V>, E>>()
        });
        let mut values = Vec::with_capacity(n_numbers);
        for parcel in found {
            values.extend(parcel?);
        }
        // The other orders of equal men follow from this one.
        if index.has_equal_men() {
            for at in (0..values.len() / 64).filter(|at| images.is_looked_at(*at)) {
                for number in at << 6..(at + 1) << 6 {
                    values[number] = values[index.sorted(number)];
                }
            }
        }
        images.complete_values(&mut values);
        Ok(values)
    }

    /// How many numbers the endings [at hand](Terrain::is_at_hand) have with either side to move.
    pub fn numbers_at_hand(material: Material) -> usize {
        let indices = Terrain::indices(material);
        let main = Index::new(material).n_numbers();
        let smaller = indices.iter().map(Index::n_numbers).filter(|n| *n < main);
        (main + smaller.sum::<usize>()) / 2
    }

    /// How many bytes a region over an ending and all that can follow takes.
    pub fn bytes_of_region(material: Material) -> usize {
        let indices = Terrain::indices(material);
        let numbers = indices.iter().map(|index| index.n_numbers() / 2);
        numbers.sum::<usize>() / 8
    }

    /// The positions of an ending with this side to move for which `holds`, which keeps these symmetries, and which each
    /// thread makes anew.
    pub fn those<E: Send>(
        &self,
        ending: usize,
        turn: Side,
        kept: Symmetries,
        holds: impl Fn() -> Ruler<bool, E> + Sync,
    ) -> Result<PositionSet, E> {
        let ending = &self.endings[ending];
        let index = &ending.index;
        let legal = ending.legal[turn].words();
        let bits_of_turn = turn_bits(index, turn);
        let images = Images::new(index, kept);
        let parcels = (0..legal.len().div_ceil(PARCEL_WORDS)).collect();
        let found = parallel::map(parcels, |parcel: usize| {
            let mut holds = holds();
            let from = parcel * PARCEL_WORDS;
            let to = (from + PARCEL_WORDS).min(legal.len());
            let mut words = vec![0; to - from];
            for at in (from..to).filter(|at| images.is_looked_at(*at)) {
                let mut rest = legal[at];
                while rest != 0 {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    let number = bits_of_turn | at << 6 | bit as usize;
                    // The other orders of equal men follow from this one.
                    if index.is_sorted(number) && holds(&index.legal_position(number))? {
                        words[at - from] |= 1 << bit;
                    }
                }
            }
            Ok(words)
        });
        let mut words = Vec::with_capacity(legal.len());
        for parcel in found {
            words.extend(parcel?);
        }
        // Our king stands where it is in either order of equal men.
        ending.add_other_orders(&mut words);
        images.complete(&mut words);
        Ok(PositionSet::from_words(words, kept))
    }
}

/// The ending of a position among some, the likeliest last, and its number there, without the side to move.
#[inline]
pub fn place_among<'i>(
    endings: impl DoubleEndedIterator<Item = &'i Index> + ExactSizeIterator,
    position: &Small,
) -> Option<(usize, usize)> {
    let material = Material::of(position);
    let mut endings = endings.enumerate().rev();
    let (idx, index) = endings.find(|(_, index)| index.material() == material)?;
    let number = index.number(position, Side::Us);
    Some((idx, number & ((1 << index.turn_shift()) - 1)))
}

/// Finds the value of one position after the other.
pub type Ruler<V, E> = Box<dyn FnMut(&Small) -> Result<V, E>>;

/// A thread looks at this many words at a time.
const PARCEL_WORDS: usize = 1 << 10;

impl EndingSets {
    fn n_words(&self) -> usize {
        (1 << self.index.turn_shift()) / 64
    }

    /// Adds the positions in which equal men have changed places.
    fn add_other_orders(&self, words: &mut [u64]) {
        let index = &self.index;
        if !index.has_equal_men() {
            return;
        }
        for number in 0..64 * words.len() {
            let sorted = index.sorted(number);
            if sorted != number && words[sorted / 64] >> (sorted % 64) & 1 == 1 {
                words[number / 64] |= 1 << (number % 64);
            }
        }
    }
}

/// The bits of a number that say whose move it is.
fn turn_bits(index: &Index, turn: Side) -> usize {
    match turn {
        Side::Us => 0,
        Side::Them => 1 << index.turn_shift(),
    }
}

fn add_with_followers(material: Material, found: &mut Vec<Material>) {
    if found.contains(&material) {
        return;
    }
    for next in material.followers() {
        add_with_followers(next, found);
    }
    found.push(material);
}

fn legal_positions(index: Index, turn: Side) -> PositionSet {
    let bits_of_turn = turn_bits(&index, turn);
    let n_words = (1 << index.turn_shift()) / 64;
    let kept = kept_by_rules(index.material());
    let images = Images::new(&index, kept);
    let parcels = (0..usize::div_ceil(n_words, PARCEL_WORDS)).collect();
    let words = parallel::map(parcels, |parcel: usize| {
        let from = parcel * PARCEL_WORDS;
        let words = (from..(from + PARCEL_WORDS).min(n_words)).map(|at| {
            let is_legal = |bit: usize| {
                let number = index.sorted(at << 6 | bit);
                index.position(bits_of_turn | number).is_some()
            };
            match images.is_looked_at(at) {
                true => (0..64).fold(0, |word, bit| word | u64::from(is_legal(bit)) << bit),
                false => 0,
            }
        });
        words.collect::<Vec<u64>>()
    });
    let mut words = words.concat();
    images.complete(&mut words);
    PositionSet::from_words(words, kept)
}
