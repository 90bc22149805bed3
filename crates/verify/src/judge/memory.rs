//! How much memory judging takes, foretold from the sizes of the endings alone.

use domain::Side;
use shakmaty::Role;

use crate::index::Index;
use crate::judge::survey::Root;
use crate::material::Material;

/// A bound on the bytes that [`judge`](crate::judge()) takes for these endings, besides the tables, what the team remembers, and the room for
/// trees longer than a move.
pub fn bytes_to_judge(endings: &[Material]) -> u64 {
    endings.iter().map(|material| of_ending(*material)).sum()
}

fn of_ending(material: Material) -> u64 {
    let places = Index::new(material).n_numbers() as u64 / 2;
    let number = size_of::<u32>() as u64;
    // Every thread collects roots, and then they are put together.
    let roots = 2 * size_of::<Root>() as u64;
    // The list of the next roots, where it begins, and the ends of the game.
    let graph = number * (replies(material) + 2) + 8;
    // Fates in both modes, what is still open, and what a round decides.
    let fates = 6 * number;
    n_roots(material) * (roots + graph + fates) + places * number
}

/// A bound on the positions with us to move: the kings are not neighbours, and no two men share a square.
fn n_roots(material: Material) -> u64 {
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

    /// The bound on positions is near their number, and never below it.
    #[test]
    fn roots_are_counted_from_above() {
        for text in ["KRK", "KQK", "KPK", "KKP"] {
            let index = Index::new(text.parse().unwrap());
            let n = index.positions(0..index.n_numbers() / 2).count() as u64;
            let bound = n_roots(index.material());
            assert!((n..2 * n).contains(&bound), "{text}: {bound}, {n}");
        }
    }
}
