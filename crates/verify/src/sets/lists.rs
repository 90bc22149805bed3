//! Moves as lists: where those that somebody names lead, from every position of a terrain.

use chess::Small;
use domain::{Side, Symmetries};
use shakmaty::Role;

use super::{Images, PARCEL_WORDS, Region, Terrain, turn_bits};
use crate::material::Material;
use crate::parallel;

/// Names the positions after the moves of one position after the other.
pub type Lister<E> = Box<dyn FnMut(&Small, &mut Vec<Small>) -> Result<(), E>>;

/// Where the listed moves lead, from every position with one side to move.
pub struct MoveLists {
    mover: Side,
    by_ending: Vec<EndingLists>,
}

/// The lists of one ending, one after the other.
#[derive(Default)]
struct EndingLists {
    /// Where the list of a number begins; the next one begins where it ends.
    starts: Vec<u32>,
    places: Vec<u32>,
}

/// A place is a number below this, and above it the ending.
const NUMBER_BITS: u32 = 26;

impl MoveLists {
    /// The positions that have a listed move into the region.
    pub fn some_move_into(&self, terrain: &Terrain, targets: &Region) -> Region {
        let is_target = |place: &u32| {
            let (ending, number) = (place >> NUMBER_BITS, place & ((1 << NUMBER_BITS) - 1));
            targets.set(ending as usize).contains(number as usize)
        };
        let sets = self.by_ending.iter().enumerate().map(|(ending, lists)| {
            // Moves that somebody lists may know left from right.
            let everywhere = Images::new(&terrain.index(ending), Symmetries::NONE);
            terrain.set_of_places(ending, self.mover, &everywhere, |number| {
                let list = lists.starts[number] as usize..lists.starts[number + 1] as usize;
                lists.places[list].iter().any(is_target)
            })
        });
        Region::new(sets.collect())
    }
}

impl Terrain {
    /// The moves that `list`, which each thread makes anew, names in every position with `mover` to move.
    pub fn lists<E: Send>(
        &self,
        mover: Side,
        list: impl Fn() -> Lister<E> + Sync,
    ) -> Result<MoveLists, E> {
        let by_ending = self.endings.iter().map(|ending| {
            let index = &ending.index;
            let bits_of_turn = turn_bits(index, mover);
            let n_numbers = index.n_numbers() / 2;
            let parcel = 64 * PARCEL_WORDS;
            let parcels = (0..n_numbers.div_ceil(parcel)).collect();
            let found = parallel::map(parcels, |at: usize| {
                let mut list = list();
                let mut nexts = Vec::new();
                let mut lists = EndingLists::default();
                for number in at * parcel..((at + 1) * parcel).min(n_numbers) {
                    lists.starts.push(lists.places.len() as u32);
                    if !ending.legal[mover].contains(number) {
                        continue;
                    }
                    let position = index.legal_position(bits_of_turn | number);
                    nexts.clear();
                    list(&position, &mut nexts)?;
                    let places = nexts.iter().filter_map(|next| self.place(next));
                    let places =
                        places.map(|(ending, number)| (ending << NUMBER_BITS | number) as u32);
                    lists.places.extend(places);
                }
                Ok(lists)
            });
            let mut all = EndingLists::default();
            for part in found {
                let part = part?;
                let before = all.places.len() as u32;
                all.starts
                    .extend(part.starts.iter().map(|start| before + start));
                all.places.extend(part.places);
            }
            all.starts.push(all.places.len() as u32);
            Ok(all)
        });
        Ok(MoveLists {
            mover,
            by_ending: by_ending.collect::<Result<_, E>>()?,
        })
    }

    /// A bound on the bytes of the lists of a side's moves.
    pub fn bytes_of_lists(material: Material) -> usize {
        let bytes = Terrain::indices(material).into_iter().map(|index| {
            let most_moves = most_moves(index.material());
            index.n_numbers() / 2 * (1 + most_moves) * size_of::<u32>()
        });
        bytes.sum()
    }
}

/// A side of these men has no position with more moves.
fn most_moves(material: Material) -> usize {
    let of = |side| -> usize {
        let men = material.others().filter(|(owner, _)| *owner == side);
        let moves = men.map(|(_, role)| match role {
            Role::Queen => 27,
            Role::Rook => 14,
            Role::Bishop => 13,
            Role::Knight | Role::King => 8,
            // Three ways to the last rank, four men to become.
            Role::Pawn => 12,
        });
        moves.sum::<usize>() + 8
    };
    of(Side::Us).max(of(Side::Them))
}
