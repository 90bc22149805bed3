//! How much memory judging takes, foretold from the sizes of the endings alone.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use domain::Side;
use shakmaty::Role;

use crate::index::Index;
use crate::judge::survey::Root;
use crate::material::Material;
use crate::parallel;
use crate::sets::{Images, Terrain, kept_by_rules};

/// A bound on the bytes that the roots of these endings take while they are asked about, besides the tables, what the team
/// remembers, and the room for trees longer than a move.
pub fn bytes_to_ask(endings: &[Material]) -> u64 {
    let of_endings = endings.iter().map(|material| of_roots(*material));
    of_endings.sum::<u64>() + WAITING
}

/// The same for [`judge`](crate::judge()), with everything that is found out about the roots, but without lists of all
/// replies, which are made where there is room for them. The first ending is the one that is judged.
pub fn bytes_to_judge(endings: &[Material]) -> u64 {
    let of_endings = endings.iter().map(|material| of_ending(*material));
    let regions = endings.first().map_or(0, |material| {
        (N_REGIONS * Terrain::bytes_of_region(*material)) as u64
    });
    of_endings.sum::<u64>() + regions + WAITING
}

/// What comes to it where only what can follow some positions is asked about: roots come in any order, and are sorted.
pub fn bytes_to_follow(endings: &[Material]) -> u64 {
    let roots = endings.iter().map(|material| n_roots(*material));
    let places = endings.iter().map(|material| places(*material));
    let numbers = 4 * size_of::<u32>() as u64;
    places.sum::<u64>() + roots.sum::<u64>() * (2 * size_of::<Root>() as u64 + numbers)
}

/// Parcels that wait for their turn: a few for each thread.
const WAITING: u64 = (64 * crate::judge::asking::PARCEL * size_of::<Root>()) as u64;

/// So many sets over all positions are at hand while fates are found, at most.
const N_REGIONS: usize = 18;

fn places(material: Material) -> u64 {
    Index::new(material).n_numbers() as u64 / 2
}

/// A bit for each place and the ranks of blocks; for each root two bytes, in lists that grow by doubling; and a set of
/// positions with a man fewer.
fn of_roots(material: Material) -> u64 {
    let bits = places(material) / 8;
    bits + bits / 16 + bits / 64 + 4 * n_roots(material)
}

fn of_ending(material: Material) -> u64 {
    // Which roots are open, and which were found.
    let words = 5 * places(material) / 8;
    // Fates of two bytes in both modes, with and without what is unknown, and the results.
    let fates = 8 * n_roots(material) + n_roots(material) / 4;
    // Whoever plays to a position, in five bytes for each, and how soon they can lead us to where a claim is broken, or
    // a list of failures.
    let lists = 8 * n_roots(material);
    of_roots(material) + words + fates + lists
}

/// A bound on the bytes of the [list of all replies](crate::judge::graph::PlayGraph::list) in an ending.
pub(crate) fn bytes_of_replies(material: Material, n_roots: usize) -> u64 {
    let number = size_of::<u32>() as u64;
    // The list of the next roots, twice while it is put together, where it begins, and the ends of the game.
    n_roots as u64 * (2 * number * replies(material) + number + 8)
}

/// How many positions there are with us to move; of five men a bound.
fn n_roots(material: Material) -> u64 {
    if material.n_men() > MOST_COUNTED {
        return n_placed(material);
    }
    let mut known = COUNTED.lock().unwrap_or_else(PoisonError::into_inner);
    *known
        .entry(material.code())
        .or_insert_with(|| n_counted(material))
}

/// What was counted, by the code of the material: it is asked for again and again.
static COUNTED: Mutex<BTreeMap<usize, u64>> = Mutex::new(BTreeMap::new());

/// Positions of so many men are counted, which takes a tenth of a second, or with pawns half of one.
const MOST_COUNTED: usize = 4;

/// The positions with us to move, counted for our king in one part of the board.
fn n_counted(material: Material) -> u64 {
    let index = Index::new(material);
    let images = Images::new(&index, kept_by_rules(material));
    let n_like = |king: &usize| images.n_kings_like(*king);
    let kings = (0..64).filter(|king| n_like(king) > 0).collect();
    let counts = parallel::map(kings, |king: usize| {
        let shift = index.king_shift(Side::Us);
        let positions = index.positions(king << shift..(king + 1) << shift);
        (n_like(&king) * positions.count()) as u64
    });
    counts.into_iter().sum()
}

/// A bound on them: the kings are not neighbours, and no two men share a square.
fn n_placed(material: Material) -> u64 {
    let men: Vec<_> = material.others().collect();
    let (mut n, mut before) = (3_612, Vec::new());
    for (idx, man) in men.into_iter().enumerate() {
        // A pawn that may be captured en passant makes another position.
        let squares = if man.1 == Role::Pawn {
            49
        } else {
            62 - idx as u64
        };
        before.push(man);
        let n_equal = before.iter().filter(|other| **other == man).count() as u64;
        n = n * squares / n_equal;
    }
    n
}

/// A bound on the mean number of their replies: that of their men, each alone on the board.
fn replies(material: Material) -> u64 {
    let theirs = material.others().filter(|(side, _)| *side == Side::Them);
    let mobility = |role: Role| match role {
        Role::Pawn => 2,
        Role::Knight => 6,
        Role::Bishop => 9,
        Role::Rook => 14,
        Role::Queen => 23,
        Role::King => 7,
    };
    theirs.fold(mobility(Role::King), |n, (_, role)| n + mobility(role))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions are counted as they are, and the bound is near their number and never below it.
    #[test]
    fn roots_are_counted() {
        for text in ["KRK", "KQK", "KPK", "KKP"] {
            let index = Index::new(text.parse().unwrap());
            let n = index.positions(0..index.n_numbers() / 2).count() as u64;
            assert_eq!(n_counted(index.material()), n, "{text}");
            let bound = n_placed(index.material());
            assert!((n..2 * n).contains(&bound), "{text}: {bound}, {n}");
        }
    }
}
