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
pub enum GameValue {
    /// The side to move loses; nought plies when it is mated.
    Loss(u16),
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win(u16),
}

impl GameValue {
    /// Without the distance.
    pub fn wdl(self) -> Wdl {
        match self {
            GameValue::Loss(_) => Wdl::Loss,
            GameValue::Draw => Wdl::Draw,
            GameValue::Win(_) => Wdl::Win,
        }
    }

    /// The distance in plies; none of a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            GameValue::Loss(plies) | GameValue::Win(plies) => Some(plies),
            GameValue::Draw => None,
        }
    }

    /// What a move to a position of this outcome is worth to the side that makes it.
    pub fn of_move_here(self) -> GameValue {
        match self {
            GameValue::Loss(plies) => GameValue::Win(plies + 1),
            GameValue::Draw => GameValue::Draw,
            GameValue::Win(plies) => GameValue::Loss(plies + 1),
        }
    }
}

impl Ord for GameValue {
    fn cmp(&self, other: &GameValue) -> Ordering {
        let merit = |outcome: GameValue| match outcome {
            GameValue::Loss(plies) => i32::from(plies) - (1 << 17),
            GameValue::Draw => 0,
            GameValue::Win(plies) => (1 << 17) - i32::from(plies),
        };
        merit(*self).cmp(&merit(*other))
    }
}

impl PartialOrd for GameValue {
    fn partial_cmp(&self, other: &GameValue) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Whoever knows the truth about positions: [`EndgameTables`](crate::EndgameTables) built here, or [`Syzygy`](crate::Syzygy)'s.
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
            GameValue::Loss(0),
            GameValue::Loss(8),
            GameValue::Draw,
            GameValue::Win(9),
            GameValue::Win(1),
        ];
        assert!(rising.is_sorted());
        assert!(rising.map(GameValue::wdl).is_sorted());
    }

    #[test]
    fn a_move_is_worth_the_reverse_of_where_it_leads() {
        let check = |there, here| assert_eq!(GameValue::of_move_here(there), here);
        check(GameValue::Loss(0), GameValue::Win(1));
        check(GameValue::Draw, GameValue::Draw);
        check(GameValue::Win(31), GameValue::Loss(32));
    }
}
