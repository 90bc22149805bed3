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
/// The distance is to mate or to conversion, depending on the table. The winner takes the shortest way and the loser the
/// longest, so values are ordered: the greater one is better for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameValue {
    /// The side to move loses; in 0 plies when it is mated.
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

    /// The distance in plies; none for a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            GameValue::Loss(plies) | GameValue::Win(plies) => Some(plies),
            GameValue::Draw => None,
        }
    }

    /// The value of a move to a position of this value, for the side that makes the move.
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

/// A source of true results: [`EndgameTables`](crate::EndgameTables) or the user's Syzygy files.
pub trait Oracle {
    /// The result for the side to move under best play, ignoring the fifty-move rule; none if it is not known.
    fn wdl(&self, position: &Small) -> Option<Wdl>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greater_value_is_better() {
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
    fn a_move_has_the_reverse_value_of_its_target() {
        let check = |there, here| assert_eq!(GameValue::of_move_here(there), here);
        check(GameValue::Loss(0), GameValue::Win(1));
        check(GameValue::Draw, GameValue::Draw);
        check(GameValue::Win(31), GameValue::Loss(32));
    }
}
