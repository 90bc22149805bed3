//! Roots that play one move: which are open, and where their moves lead.

use crate::judge::fates::by_sets::PlayedSets;
use crate::judge::graph::PlayGraph;
use crate::judge::roots::{RootSaying, field_and_target};
use crate::parallel;
use crate::ranked::{bits_of, rank_in_word};
use crate::sets::{Region, Terrain};

/// Open roots that play one move.
#[derive(Clone)]
pub(super) struct NearRoots {
    /// Those whose men stay the same, as bits by place: where they lead follows from the move.
    quiet: Vec<u64>,
    /// Those that capture or promote, by the ending in the terrain where they come: their places, and the numbers there.
    changing: Vec<Vec<(u32, u32)>>,
}

/// A thread takes this many words of places at a time.
const PARCEL_WORDS: usize = 1 << 9;

impl NearRoots {
    /// All roots that move. None if one leads beyond the terrain.
    pub(super) fn all(graph: &PlayGraph<'_>, terrain: &Terrain) -> Option<NearRoots> {
        let bits = graph.roots.bits();
        let parcels = (0..bits.words().len().div_ceil(PARCEL_WORDS)).collect();
        let found = parallel::map(parcels, |parcel: usize| {
            let from = parcel * PARCEL_WORDS;
            let to = (from + PARCEL_WORDS).min(bits.words().len());
            let mut id = bits.before_word(from);
            let (mut quiet, mut changing) = (vec![0; to - from], Vec::new());
            for at in from..to {
                for bit in bits_of(bits.words()[at]) {
                    let place = (at << 6 | bit) as u32;
                    if is_quiet(graph, id, place) {
                        quiet[at - from] |= 1 << bit;
                    } else if let Some(after) = graph.after(id) {
                        let (ending, number) = terrain.place(&after)?;
                        changing.push((ending, place, number as u32));
                    }
                    id += 1;
                }
            }
            Some((quiet, changing))
        });
        let mut all = NearRoots {
            quiet: Vec::with_capacity(bits.words().len()),
            changing: vec![Vec::new(); terrain.n_endings()],
        };
        for parcel in found {
            let (quiet, changing) = parcel?;
            all.quiet.extend(quiet);
            for (ending, place, number) in changing {
                all.changing[ending].push((place, number));
            }
        }
        Some(all)
    }

    /// How many there are.
    pub(super) fn n_open(&self) -> usize {
        let quiet = self.quiet.iter().map(|word| word.count_ones() as usize);
        quiet.sum::<usize>() + self.changing.iter().map(Vec::len).sum::<usize>()
    }

    /// Takes roots out, given as bits by place.
    pub(super) fn close(&mut self, found: &[u64]) {
        for (open, found) in self.quiet.iter_mut().zip(found) {
            *open &= !found;
        }
        if !found.is_empty() {
            for changing in &mut self.changing {
                changing.retain(|(place, _)| found[*place as usize / 64] >> (place % 64) & 1 == 0);
            }
        }
    }

    /// The roots whose moves lead into a region, as bits by place.
    pub(super) fn those(&self, sets: &PlayedSets<'_, '_>, region: &Region) -> Vec<u64> {
        let mut found = Vec::with_capacity(self.quiet.len());
        for (ending, to) in sets.of_roots.iter().enumerate() {
            let places = sets.graph.places.of_ending(ending);
            let words = places.start / 64..places.end / 64;
            let parcels = words.clone().step_by(PARCEL_WORDS).collect();
            let roots = &sets.graph.roots;
            let (bits, moves) = (roots.bits(), roots.moves());
            let index = sets.terrain.index(*to);
            let set = region.set(*to);
            let parcels = parallel::map(parcels, |from: usize| {
                let those = (from..(from + PARCEL_WORDS).min(words.end)).map(|at| {
                    let open = self.quiet[at];
                    if open == 0 {
                        return 0;
                    }
                    let (first, word) = (bits.before_word(at), bits.words()[at]);
                    let numbers = at - words.start;
                    bits_of(open).fold(0, |found, bit| {
                        let m = moves[first + rank_in_word(word, bit)];
                        let (shift, target) = field_and_target(&index, m);
                        let number = (numbers << 6 | bit) & !(63 << shift) | target << shift;
                        found | u64::from(set.contains(number)) << bit
                    })
                });
                those.collect::<Vec<u64>>()
            });
            found.extend(parcels.into_iter().flatten());
        }
        for (ending, changing) in self.changing.iter().enumerate() {
            let set = region.set(ending);
            for (place, number) in changing {
                if set.contains(*number as usize) {
                    found[*place as usize / 64] |= 1 << (place % 64);
                }
            }
        }
        found
    }
}

/// Does a root move without a capture or a promotion?
fn is_quiet(graph: &PlayGraph<'_>, id: usize, place: u32) -> bool {
    let RootSaying::Move {
        promotion: None, ..
    } = graph.roots.saying(id)
    else {
        return false;
    };
    let (ending, number) = graph.places.number(place);
    let index = &graph.places.endings[usize::from(ending)];
    let (_, target) = field_and_target(index, graph.roots.moves()[id]);
    // Nobody else stands where it goes.
    let mut fields = (0..index.n_fields()).map(|field| number >> (6 * field) & 63);
    fields.all(|square| square != target)
}
