//! The order of positions and of moves in a certificate.

use chess::{Board, PlacedPiece, Small};
use domain::{BySide, Side};
use shakmaty::{Move, Rank, Role, Square};

use crate::index::{double_step_rank, home_rank, passed_rank};
use crate::material::Material;

/// A certificate is about at most this many men: its places are then less than 2^24.
pub(crate) const MOST_MEN: usize = 4;

/// The order of the positions of an ending with us to move.
#[derive(Clone, Debug)]
pub(crate) struct PlaceOrder {
    /// The men: ours first, each side from its king down to its pawns.
    men: Vec<(Side, Role)>,
}

impl PlaceOrder {
    pub(crate) fn new(material: Material) -> PlaceOrder {
        let of = |side: Side| {
            let others = material.others().filter(move |(owner, _)| *owner == side);
            std::iter::once((side, Role::King)).chain(others)
        };
        PlaceOrder {
            men: Side::BOTH.into_iter().flat_map(of).collect(),
        }
    }

    /// How many places there are, with those that hold no position.
    pub(crate) fn n_places(&self) -> usize {
        1 << (6 * self.men.len())
    }

    /// The place of a position with these men and us to move.
    pub(crate) fn of(&self, position: &Small) -> usize {
        let passed = position.en_passant();
        let pawn = passed.map(|square| at(square, double_step_rank(Side::Them)));
        let written = |man: PlacedPiece| match Some(man.square) == pawn {
            true => (man.role, at(man.square, home_rank(Side::Them))),
            false => (man.role, man.square),
        };
        let mut place = 0;
        for side in Side::BOTH {
            let others = position.others().filter(|man| man.side == side);
            let mut others: Vec<(Role, Square)> = others.map(written).collect();
            // Queens before pawns, and equal men from a1 to h8.
            others.sort_unstable_by_key(|(role, square)| (std::cmp::Reverse(*role), *square));
            place = place << 6 | position.king(side).to_usize();
            for (_, square) in others {
                place = place << 6 | square.to_usize();
            }
        }
        place
    }

    /// The position at a place, if there is one.
    pub(crate) fn position(&self, place: usize) -> Option<Small> {
        let mut kings = BySide {
            us: Square::A1,
            them: Square::A1,
        };
        let mut others = Vec::with_capacity(self.men.len());
        let (mut en_passant, mut before) = (None, Square::A1);
        for (idx, (side, role)) in self.men.iter().enumerate() {
            let shift = 6 * (self.men.len() - 1 - idx);
            let mut square = Square::new((place >> shift & 63) as u32);
            if idx > 0 && self.men[idx - 1] == self.men[idx] && square <= before {
                return None;
            }
            before = square;
            if *role == Role::King {
                kings[*side] = square;
                continue;
            }
            let is_written = *side == Side::Them && square.rank() == home_rank(Side::Them);
            if *role == Role::Pawn && is_written {
                if en_passant.is_some() {
                    return None;
                }
                en_passant = Some(at(square, passed_rank(Side::Them)));
                square = at(square, double_step_rank(Side::Them));
            }
            others.push(PlacedPiece {
                side: *side,
                role: *role,
                square,
            });
        }
        let position = Small::new(Side::Us, kings, &others, en_passant)?;
        (position.en_passant() == en_passant).then_some(position)
    }

    /// All positions, each with its place, in order.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (usize, Small)> {
        (0..self.n_places()).filter_map(|place| Some((place, self.position(place)?)))
    }
}

/// The square on the same file and another rank.
fn at(square: Square, rank: Rank) -> Square {
    Square::from_coords(square.file(), rank)
}

/// The legal moves: by origin, then by target, then queen, rook, bishop, knight.
pub(crate) fn ordered_moves(position: &Small) -> Vec<Move> {
    let mut moves: Vec<Move> = position.moves().into_iter().collect();
    moves.sort_unstable_by_key(|m| (m.from(), m.to(), m.promotion().map(std::cmp::Reverse)));
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_positions_correspond() {
        for (men, every) in [
            ("KK", 1),
            ("KPK", 7),
            ("KKP", 7),
            ("KPKP", 97),
            ("KKPP", 997),
        ] {
            let order = PlaceOrder::new(men.parse().unwrap());
            let places = (0..order.n_places()).step_by(every);
            let mut n_passed = 0;
            for place in places {
                let Some(position) = order.position(place) else {
                    continue;
                };
                assert_eq!(order.of(&position), place, "{position:?}");
                n_passed += usize::from(position.en_passant().is_some());
            }
            assert_eq!(n_passed > 0, men == "KPKP", "{men}");
        }
    }
}
