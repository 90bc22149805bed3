//! What a position is worth to the side to move, and how far away the end is.

use std::cmp::Ordering;

use chess::Small;

/// Lost, drawn or won for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

/// What a position is worth to the side to move under best play, with the distance in plies.
///
/// The distance is to mate or to conversion, as the question was. A side that wins takes the shortest way, a side
/// that loses the longest; in that sense outcomes are ordered, and the greater is the better.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move loses; nought plies when it is mated.
    Loss(u16),
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win(u16),
}

impl Outcome {
    /// Without the distance.
    pub fn wdl(self) -> Wdl {
        match self {
            Outcome::Loss(_) => Wdl::Loss,
            Outcome::Draw => Wdl::Draw,
            Outcome::Win(_) => Wdl::Win,
        }
    }

    /// The distance in plies; none of a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Outcome::Loss(plies) | Outcome::Win(plies) => Some(plies),
            Outcome::Draw => None,
        }
    }

    /// What a move to a position of this outcome is worth to the side that makes it.
    pub fn of_move_here(self) -> Outcome {
        match self {
            Outcome::Loss(plies) => Outcome::Win(plies + 1),
            Outcome::Draw => Outcome::Draw,
            Outcome::Win(plies) => Outcome::Loss(plies + 1),
        }
    }
}

impl Ord for Outcome {
    fn cmp(&self, other: &Outcome) -> Ordering {
        let merit = |outcome: Outcome| match outcome {
            Outcome::Loss(plies) => i32::from(plies) - (1 << 17),
            Outcome::Draw => 0,
            Outcome::Win(plies) => (1 << 17) - i32::from(plies),
        };
        merit(*self).cmp(&merit(*other))
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Outcome) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Whoever knows the truth about positions: [`Tables`](crate::Tables) built here, or [`Syzygy`](crate::Syzygy)'s.
pub trait Oracle {
    /// The result for the side to move under best play, the fifty-move rule aside; none if it is not known.
    fn wdl(&self, position: &Small) -> Option<Wdl>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greater_outcome_is_the_better() {
        let rising = [
            Outcome::Loss(0),
            Outcome::Loss(8),
            Outcome::Draw,
            Outcome::Win(9),
            Outcome::Win(1),
        ];
        assert!(rising.is_sorted());
        assert!(rising.map(Outcome::wdl).is_sorted());
    }

    #[test]
    fn a_move_is_worth_the_reverse_of_where_it_leads() {
        let check = |there, here| assert_eq!(Outcome::of_move_here(there), here);
        check(Outcome::Loss(0), Outcome::Win(1));
        check(Outcome::Draw, Outcome::Draw);
        check(Outcome::Win(31), Outcome::Loss(32));
    }
}
