//! How many moves a piece needs from one square to another on an empty board. Macromoves use it.

use domain::Side;
use shakmaty::{Bitboard, Rank, Role, Square, attacks};

use crate::full::color_of;

/// How many moves the piece needs to the nearest of the targets, on an empty board; no value if it never arrives.
///
/// A pawn goes straight ahead, with a double step from its first square, and stays a pawn.
pub(crate) fn moves_between(
    role: Role,
    side: Side,
    from: Square,
    targets: Bitboard,
) -> Option<i64> {
    if role == Role::King {
        return targets
            .into_iter()
            .map(|to| i64::from(from.distance(to)))
            .min();
    }
    by_steps(role, side, from, targets)
}

/// Spreads out from the square, one move at a time.
fn by_steps(role: Role, side: Side, from: Square, targets: Bitboard) -> Option<i64> {
    let mut reached = Bitboard::from_square(from);
    let mut n_moves = 0;
    loop {
        if (reached & targets).any() {
            return Some(n_moves);
        }
        let next = reached.into_iter().fold(reached, |squares, square| {
            squares | steps(role, side, square)
        });
        if next == reached {
            return None;
        }
        reached = next;
        n_moves += 1;
    }
}

/// Where one move takes the piece.
fn steps(role: Role, side: Side, from: Square) -> Bitboard {
    if role != Role::Pawn {
        return attacks::attacks(from, role.of(color_of(side)), Bitboard::EMPTY);
    }
    let (ahead, first_rank) = match side {
        Side::Us => (8, Rank::Second),
        Side::Them => (-8, Rank::Seventh),
    };
    let one = Bitboard::from_square(from).shift(ahead);
    if from.rank() == first_rank {
        one | one.shift(ahead)
    } else {
        one
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(role: Role, side: Side, from: &str, targets: &[&str], expected: Option<i64>) {
        let square = |name: &str| name.parse::<Square>().unwrap();
        let targets = targets.iter().map(|name| square(name)).collect();
        assert_eq!(
            moves_between(role, side, square(from), targets),
            expected,
            "{role:?} from {from}"
        );
    }

    #[test]
    fn men_travel_as_they_move() {
        check(Role::King, Side::Us, "a1", &["h8"], Some(7));
        check(Role::King, Side::Them, "a1", &["h8", "c2"], Some(2));
        check(Role::King, Side::Us, "e4", &["e4"], Some(0));
        check(Role::Queen, Side::Us, "a1", &["b3"], Some(2));
        check(Role::Rook, Side::Us, "a1", &["a8"], Some(1));
        check(Role::Bishop, Side::Us, "a1", &["a2"], None);
        check(Role::Bishop, Side::Us, "a1", &["h6"], Some(2));
        check(Role::Knight, Side::Us, "a1", &["b2"], Some(4));
        check(Role::Rook, Side::Us, "a1", &[], None);
    }

    #[test]
    fn a_pawn_goes_straight_ahead() {
        check(Role::Pawn, Side::Us, "e2", &["e8"], Some(5));
        check(Role::Pawn, Side::Us, "e3", &["e8"], Some(5));
        check(Role::Pawn, Side::Us, "e4", &["e3", "d5"], None);
        check(Role::Pawn, Side::Them, "e7", &["e5"], Some(1));
        check(Role::Pawn, Side::Them, "e6", &["e1"], Some(5));
    }

    #[test]
    fn the_short_cut_for_kings_agrees_with_their_steps() {
        for from in Square::ALL {
            for to in Square::ALL {
                let n_moves = moves_between(Role::King, Side::Us, from, to.into());
                assert_eq!(n_moves, by_steps(Role::King, Side::Us, from, to.into()));
            }
        }
    }
}
