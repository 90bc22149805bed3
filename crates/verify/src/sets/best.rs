//! The best of what moves lead to: the least or the greatest of a byte of the positions after them.
//!
//! As for sets, a word stands for the 64 squares of the man in the lowest field. Another man takes all 64 positions to
//! those of another word, byte by byte; only promotions are played one by one.

use std::ops::ControlFlow;

use chess::Board;
use domain::Side;
use shakmaty::Move;

use super::forward::{LowestMan, SeesMoves};
use super::images::Images;
use super::moves::MovesOf;
use super::{PositionSet, Terrain, turn_bits};
use crate::index::Index;
use crate::parallel;
use crate::ranked::bits_of;

/// A byte for each position of a word.
pub type LaneBytes = [u8; 64];

/// Whose choice it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Best {
    /// The least byte; [`u8::MAX`] where there is no such move.
    Least,
    /// The greatest; 0 where there is no such move.
    Greatest,
}

impl Best {
    /// What changes nothing: it is what stands for positions that no move may lead to.
    pub fn neutral(self) -> u8 {
        match self {
            Best::Least => u8::MAX,
            Best::Greatest => 0,
        }
    }

    /// The better of two.
    #[inline]
    pub fn of(self, a: u8, b: u8) -> u8 {
        match self {
            Best::Least => a.min(b),
            Best::Greatest => a.max(b),
        }
    }
}

/// Looks up the byte of a position in another ending, by its number there.
pub type OtherValue<'v> = &'v (dyn Fn(usize, usize) -> u8 + Sync);

/// The bytes of the positions after moves. What is no legal position, or must not be reached, has the neutral byte.
#[derive(Clone, Copy)]
pub struct ValuesAfter<'v> {
    /// In the same ending, by number.
    pub same: &'v [u8],
    /// In the others.
    pub other: OtherValue<'v>,
    /// A move counts only if a byte of the position after it is at most one of the position before it.
    pub within: Option<MoveLimit<'v>>,
}

/// Bytes that are compared, by number.
#[derive(Clone, Copy)]
pub struct MoveLimit<'v> {
    /// Of the position after a move with the same men.
    pub after: &'v [u8],
    /// Of the position after a move in another ending.
    pub other: OtherValue<'v>,
    /// Of the position before it.
    pub before: &'v [u8],
}

/// The moves of one kind in an ending, and what they lead to.
pub struct BestMoves<'v> {
    terrain: &'v Terrain,
    ending: usize,
    mover: Side,
    moves: MovesOf,
    best: Best,
    after: ValuesAfter<'v>,
}

impl<'v> BestMoves<'v> {
    /// The moves of the side that is to move.
    pub fn new(
        terrain: &'v Terrain,
        (ending, mover): (usize, Side),
        moves: MovesOf,
        best: Best,
        after: ValuesAfter<'v>,
    ) -> BestMoves<'v> {
        BestMoves {
            terrain,
            ending,
            mover,
            moves,
            best,
            after,
        }
    }

    /// The best byte for each position of a word.
    pub fn lanes(&self, at: usize) -> LaneBytes {
        let mut best = BestOfWord {
            moves: self,
            at,
            legal: self.terrain.endings[self.ending].legal[self.mover].word(at),
            found: [self.best.neutral(); 64],
        };
        if best.legal != 0 {
            let word = self.terrain.moves_of_word(self.ending, self.mover, at);
            let _ = word.visit(self.moves, &mut best);
            for lane in bits_of(word.promoting() & best.legal) {
                best.promotions(lane);
            }
        }
        best.found
    }
}

/// The best bytes of a word that were seen so far.
struct BestOfWord<'w, 'v> {
    moves: &'w BestMoves<'v>,
    at: usize,
    legal: u64,
    found: LaneBytes,
}

impl BestOfWord<'_, '_> {
    #[inline]
    fn take(&mut self, lane: usize, (ending, number): (usize, usize)) {
        let after = &self.moves.after;
        let bound = |within: &MoveLimit<'_>| within.before[self.at << 6 | lane];
        let (byte, is_within) = match ending == self.moves.ending {
            true => {
                let within = after.within.as_ref();
                let is_within = within.is_none_or(|within| within.after[number] <= bound(within));
                (after.same[number], is_within)
            }
            false => {
                let within = after.within.as_ref();
                let rank = |within: &MoveLimit<'_>| (within.other)(ending, number);
                let is_within = within.is_none_or(|within| rank(within) <= bound(within));
                ((after.other)(ending, number), is_within)
            }
        };
        if is_within {
            self.found[lane] = self.moves.best.of(self.found[lane], byte);
        }
    }

    /// The promotions of one position.
    fn promotions(&mut self, lane: usize) {
        let moves = self.moves;
        let index = &moves.terrain.endings[moves.ending].index;
        let number = turn_bits(index, moves.mover) | index.sorted(self.at << 6 | lane);
        let position = index.legal_position(number);
        let _ = position.visit(|m| {
            if m.is_promotion()
                && moves.moves.permits(m)
                && let Some(after) = moves.terrain.place(&position.play(m))
            {
                self.take(lane, after);
            }
            ControlFlow::Continue(())
        });
    }
}

impl SeesMoves for BestOfWord<'_, '_> {
    #[inline]
    fn in_lanes(&mut self, _: Move, lanes: u64, ending: usize, word: usize) -> ControlFlow<()> {
        let BestMoves { best, after, .. } = self.moves;
        if ending != self.moves.ending {
            for lane in bits_of(lanes & self.legal) {
                self.take(lane, (ending, word << 6 | lane));
            }
            return ControlFlow::Continue(());
        }
        // Bytes of all lanes at once, and then those of the others are put back.
        let before = self.found;
        let same = lanes_of(after.same, word);
        match &after.within {
            None => {
                for (found, byte) in self.found.iter_mut().zip(same) {
                    *found = best.of(*found, *byte);
                }
            }
            Some(within) => {
                let bounds = lanes_of(within.before, self.at);
                let ranks = lanes_of(within.after, word);
                let neutral = best.neutral();
                for lane in 0..64 {
                    let is_within = ranks[lane] <= bounds[lane];
                    let byte = if is_within { same[lane] } else { neutral };
                    self.found[lane] = best.of(self.found[lane], byte);
                }
            }
        }
        for lane in bits_of(!lanes) {
            self.found[lane] = before[lane];
        }
        ControlFlow::Continue(())
    }

    fn in_lane(&mut self, _: Move, lane: usize, ending: usize, number: usize) -> ControlFlow<()> {
        if self.legal >> lane & 1 == 1 {
            self.take(lane, (ending, number));
        }
        ControlFlow::Continue(())
    }

    fn of_lowest(&mut self, man: &LowestMan<'_>) -> ControlFlow<()> {
        let captures = man.captures();
        let mut taken = 0;
        for (to, ending, number) in captures {
            taken |= 1 << to;
            for lane in bits_of(self.legal) {
                if man.targets(lane) >> to & 1 == 1 {
                    self.take(lane, (ending, number));
                }
            }
        }
        if let Some((ending, word)) = man.quiet() {
            for lane in bits_of(self.legal) {
                for to in bits_of(man.targets(lane) & !taken) {
                    self.take(lane, (ending, word << 6 | to));
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The bytes of a word.
#[inline]
fn lanes_of(bytes: &[u8], word: usize) -> &LaneBytes {
    let lanes = bytes[word << 6..].first_chunk();
    lanes.expect("a list has whole words")
}

/// A thread takes this many words at a time.
const PARCEL_WORDS: usize = 1 << 10;

impl Terrain {
    /// Lists of bytes for every number of an ending with one side to move, word by word; what keeps the symmetries of the
    /// images is made for our king in one part of the board, and copied.
    pub fn byte_lists<const N: usize>(
        &self,
        ending: usize,
        images: &Images,
        of_word: impl Fn(usize) -> [LaneBytes; N] + Sync,
    ) -> [Vec<u8>; N] {
        let n_words = self.endings[ending].n_words();
        let parcels = (0..n_words.div_ceil(PARCEL_WORDS)).collect();
        let found = parallel::map(parcels, |parcel: usize| {
            let from = parcel * PARCEL_WORDS;
            let to = (from + PARCEL_WORDS).min(n_words);
            let mut lists: [Vec<u8>; N] =
                std::array::from_fn(|_| Vec::with_capacity((to - from) << 6));
            for at in from..to {
                let lanes = match images.is_looked_at(at) {
                    true => of_word(at),
                    false => [[0; 64]; N],
                };
                for (list, lanes) in lists.iter_mut().zip(&lanes) {
                    list.extend(lanes);
                }
            }
            lists
        });
        let mut lists: [Vec<u8>; N] = std::array::from_fn(|_| Vec::with_capacity(n_words << 6));
        for parcel in found {
            for (list, of_parcel) in lists.iter_mut().zip(parcel) {
                list.extend(of_parcel);
            }
        }
        for list in &mut lists {
            images.complete_values(list);
        }
        lists
    }

    /// The positions of an ending with this side to move that are so, found word by word; what keeps the symmetries of the
    /// images for our king in one part of the board.
    pub fn set_of_words(
        &self,
        ending: usize,
        turn: Side,
        images: &Images,
        of_word: impl Fn(usize) -> u64 + Sync,
    ) -> PositionSet {
        let legal = self.endings[ending].legal[turn].words();
        let parcels = (0..legal.len().div_ceil(PARCEL_WORDS)).collect();
        let found = parallel::map(parcels, |parcel: usize| {
            let from = parcel * PARCEL_WORDS;
            let to = (from + PARCEL_WORDS).min(legal.len());
            let words = (from..to).map(|at| match images.is_looked_at(at) && legal[at] != 0 {
                true => of_word(at) & legal[at],
                false => 0,
            });
            words.collect::<Vec<u64>>()
        });
        let mut words = found.concat();
        images.complete(&mut words);
        PositionSet::from_words(words, images.kept())
    }

    /// The numbering of an ending has so many numbers with one side to move.
    pub fn n_numbers(&self, ending: usize) -> usize {
        let index: &Index = &self.endings[ending].index;
        index.n_numbers() / 2
    }
}

#[cfg(test)]
mod tests {
    use domain::{Symmetries, Watch};

    use super::*;
    use crate::material::Material;

    /// Some byte for each position, the same for equal men in either order.
    fn byte(index: &Index, number: usize, salt: u64) -> u8 {
        ((index.sorted(number) as u64 ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as u8
    }

    /// Every move by itself: what the words say is what they lead to.
    #[test]
    fn words_say_what_moves_lead_to() {
        for (text, n_words) in [("KBBK", 400), ("KQKP", 900), ("KPKR", 900), ("KRKN", 900)] {
            let material: Material = text.parse().expect("men");
            let terrain = Terrain::new(material, &Watch::new());
            let terrain = terrain
                .expect("nobody stops it")
                .expect("pawns of one side");
            let ending = terrain.n_endings() - 1;
            let index = terrain.index(ending);
            for mover in [Side::Us, Side::Them] {
                for (moves, best) in [
                    (MovesOf::ANY, Best::Least),
                    (MovesOf::ANY, Best::Greatest),
                    (MovesOf::man(5), Best::Least),
                    (MovesOf::ANY.capturing(true), Best::Greatest),
                ] {
                    let of = |salt: u64, illegal: u8| {
                        let terrain = &terrain;
                        move |ending: usize, number: usize| match terrain
                            .legal(ending, !mover)
                            .contains(number)
                        {
                            true => byte(&terrain.index(ending), number, salt),
                            false => illegal,
                        }
                    };
                    let (value, rank) = (of(1, best.neutral()), of(2, 0));
                    let before = |number: usize| byte(&index, number, 3);
                    let list = |of: &dyn Fn(usize) -> u8| -> Vec<u8> {
                        (0..terrain.n_numbers(ending)).map(of).collect()
                    };
                    let same = list(&|number| value(ending, number));
                    let (after, bounds) = (list(&|number| rank(ending, number)), list(&before));
                    for is_within in [false, true] {
                        let within = MoveLimit {
                            after: &after,
                            other: &rank,
                            before: &bounds,
                        };
                        let best_moves = BestMoves::new(
                            &terrain,
                            (ending, mover),
                            moves,
                            best,
                            ValuesAfter {
                                same: &same,
                                other: &value,
                                within: is_within.then_some(within),
                            },
                        );
                        let all = terrain.legal(ending, mover);
                        let (mut seen, mut at, mut n_moves) = (0, 0, 0);
                        while seen < n_words && at < terrain.n_numbers(ending) / 64 {
                            at += 97;
                            if all.words().get(at).is_none_or(|word| *word == 0) {
                                continue;
                            }
                            seen += 1;
                            let lanes = best_moves.lanes(at);
                            for lane in bits_of(all.word(at)) {
                                let number = at << 6 | lane;
                                let sorted = turn_bits(&index, mover) | index.sorted(number);
                                let mut expected = best.neutral();
                                let _ = index.legal_position(sorted).visit_next(|m, next| {
                                    let (to, after) = terrain.place(&next).expect("it follows");
                                    let is_permitted = moves.permits(m)
                                        && (!is_within || rank(to, after) <= before(number));
                                    if is_permitted {
                                        expected = best.of(expected, value(to, after));
                                        n_moves += 1;
                                    }
                                    ControlFlow::Continue(())
                                });
                                assert_eq!(lanes[lane], expected, "{text} {mover:?} {number}");
                            }
                        }
                        let has_moves = moves == MovesOf::ANY;
                        assert!(n_moves > 1_000 || !has_moves, "{text}: {n_moves} moves");
                    }
                }
            }
        }
    }

    /// Lists are the same for our king anywhere as for our king in one part of the board.
    #[test]
    fn lists_are_completed() {
        let terrain = Terrain::new("KRK".parse().expect("men"), &Watch::new());
        let terrain = terrain.expect("nobody stops it").expect("no pawns");
        let ending = terrain.n_endings() - 1;
        let index = terrain.index(ending);
        let of = |number| byte(&index, index.canonical(index.sorted(number)), 1);
        let of_word = |at: usize| [std::array::from_fn(|lane| of(at << 6 | lane))];
        let of = |kept| terrain.byte_lists(ending, &Images::new(&index, kept), of_word);
        assert!(of(Symmetries::NONE) == of(Symmetries::ALL));
    }
}
