//! Roots that play one move, by where it leads: whoever comes to a position with them to move finds at once who plays there.
//!
//! So each position is looked at once while fates are found, and not each root that is open in every round.

use chess::Board;

use crate::judge::graph::PlayGraph;
use crate::judge::roots::{RootSaying, field_and_target};
use crate::judge::survey::RootMove;
use crate::parallel;
use crate::ranked::bits_of;
use crate::sets::{Region, Terrain};

/// All roots that move, by the word of positions into which they move, and there in the order of the roots.
pub(super) struct Movers {
    /// Their places, as bits.
    words: Vec<u64>,
    /// The first word of each ending of the terrain, all words being numbered ending by ending.
    first_words: Vec<usize>,
    /// By word: the first root that moves there; one more at the end.
    starts: Vec<u32>,
    /// The place of each root.
    places: Vec<u32>,
    /// Which position of the word its move leads to.
    bits: Vec<u8>,
}

/// A thread takes this many words of places, or of positions, at a time.
const PARCEL_WORDS: usize = 1 << 9;

/// Where the roots of a parcel move, in their order: the word and the bit.
type Targets = (Vec<u32>, Vec<u8>);

/// A root does not move.
const NOWHERE: u32 = u32::MAX;

impl Movers {
    /// None if a root moves beyond the terrain.
    pub(super) fn new(
        graph: &PlayGraph<'_>,
        terrain: &Terrain,
        of_roots: &[usize],
    ) -> Option<Movers> {
        let mut first_words = vec![0];
        for ending in 0..terrain.n_endings() {
            let n_words = terrain.index(ending).n_numbers() / 2 / 64;
            first_words.push(first_words[ending] + n_words);
        }
        let bits = graph.roots.bits();
        let parcels = (0..bits.words().len().div_ceil(PARCEL_WORDS)).collect();
        let targets = parallel::map(parcels, |parcel: usize| {
            let from = parcel * PARCEL_WORDS;
            let to = (from + PARCEL_WORDS).min(bits.words().len());
            let mut id = bits.before_word(from);
            let (mut words, mut of_word) = (Vec::new(), Vec::new());
            for at in from..to {
                for bit in bits_of(bits.words()[at]) {
                    if let RootSaying::Move { promotion, .. } = graph.roots.saying(id) {
                        let (place, promotes) = (at << 6 | bit, promotion.is_some());
                        let moved = Moved {
                            id,
                            place,
                            promotes,
                        };
                        let (ending, number) = moved.target(graph, terrain, of_roots)?;
                        words.push((first_words[ending] + number / 64) as u32);
                        of_word.push((number % 64) as u8);
                    } else {
                        words.push(NOWHERE);
                        of_word.push(0);
                    }
                    id += 1;
                }
            }
            Some((words, of_word))
        });
        let targets: Vec<Targets> = targets.into_iter().collect::<Option<_>>()?;
        Some(Movers::sorted(graph, first_words, &targets))
    }

    /// Puts all roots in their order, given where they move.
    fn sorted(graph: &PlayGraph<'_>, first_words: Vec<usize>, targets: &[Targets]) -> Movers {
        let n_words = first_words[first_words.len() - 1];
        let mut starts = vec![0; n_words + 1];
        let all = || targets.iter().flat_map(|(words, _)| words);
        for word in all().filter(|word| **word != NOWHERE) {
            starts[*word as usize + 1] += 1;
        }
        let mut n_roots = 0;
        for start in &mut starts {
            n_roots += *start;
            *start = n_roots;
        }
        let mut movers = Movers {
            words: vec![0; graph.roots.bits().words().len()],
            first_words,
            places: vec![0; n_roots as usize],
            bits: vec![0; n_roots as usize],
            starts,
        };
        // Each start goes up to the next while its word is filled.
        let roots = graph.roots.bits().words().iter().enumerate();
        let places = roots.flat_map(|(at, word)| bits_of(*word).map(move |bit| at << 6 | bit));
        let targets = targets.iter();
        let targets = targets.flat_map(|(words, bits)| words.iter().zip(bits));
        for (place, (word, bit)) in places.zip(targets) {
            if *word == NOWHERE {
                continue;
            }
            let next = &mut movers.starts[*word as usize];
            movers.places[*next as usize] = place as u32;
            movers.bits[*next as usize] = *bit;
            *next += 1;
            movers.words[place / 64] |= 1 << (place % 64);
        }
        movers.starts.copy_within(..n_words, 1);
        movers.starts[0] = 0;
        movers
    }

    /// Their places, as bits.
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// The roots among some, given as bits by place, whose moves lead into a region, as bits too.
    pub(super) fn those(&self, open: &[u64], region: &Region) -> Vec<u64> {
        let mut found = vec![0; open.len()];
        for ending in 0..region.n_sets() {
            let words = region.set(ending).words();
            let parcels = words.len().div_ceil(PARCEL_WORDS);
            let find = |parcel: usize| {
                let from = parcel * PARCEL_WORDS;
                let to = (from + PARCEL_WORDS).min(words.len());
                let mut places = Vec::new();
                for (at, word) in (from..to).zip(&words[from..to]) {
                    if *word == 0 {
                        continue;
                    }
                    let at = self.first_words[ending] + at;
                    let roots = self.starts[at] as usize..self.starts[at + 1] as usize;
                    let roots = self.bits[roots.clone()].iter().zip(&self.places[roots]);
                    places.extend(roots.filter_map(|(bit, place)| {
                        let is_there = word >> bit & 1 == 1;
                        let is_open = || open[*place as usize / 64] >> (place % 64) & 1 == 1;
                        (is_there && is_open()).then_some(*place)
                    }));
                }
                places
            };
            parallel::in_order(parcels, find, |_, places| {
                for place in places {
                    found[place as usize / 64] |= 1 << (place % 64);
                }
            });
        }
        found
    }
}

/// A root that moves.
struct Moved {
    id: usize,
    place: usize,
    promotes: bool,
}

impl Moved {
    /// The ending in the terrain and the number to which it moves. None if it moves beyond the terrain.
    fn target(
        &self,
        graph: &PlayGraph<'_>,
        terrain: &Terrain,
        of_roots: &[usize],
    ) -> Option<(usize, usize)> {
        let (ending, number) = graph.places.number(self.place as u32);
        let index = &graph.places.endings[usize::from(ending)];
        let (shift, target) = field_and_target(index, graph.roots.moves()[self.id]);
        let mut fields = (0..index.n_fields()).map(|field| number >> (6 * field) & 63);
        if !self.promotes && fields.all(|square| square != target) {
            // Nobody else stands where it goes, so the men stay the same.
            let to = of_roots[usize::from(ending)];
            return Some((to, number & !(63 << shift) | target << shift));
        }
        let root = graph.roots.root(self.id, self.place);
        let RootMove::Move { m, .. } = root.played else {
            return None;
        };
        terrain.place(&root.position(&graph.places.endings).play(m))
    }
}
