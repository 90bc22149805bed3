//! Piece values, and the goal of a combination.
//!
//! The default values are those of the paper. The goal is mate or a gain of material.

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;

use shakmaty::Role;

/// The value of each kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Values {
    /// A king: more than all other pieces together.
    pub king: i32,
    /// A queen.
    pub queen: i32,
    /// A rook.
    pub rook: i32,
    /// A bishop.
    pub bishop: i32,
    /// A knight.
    pub knight: i32,
    /// A pawn.
    pub pawn: i32,
}

impl Values {
    /// The values of the paper.
    pub const PITRAT: Values = Values {
        king: 1000,
        queen: 95,
        rook: 45,
        bishop: 30,
        knight: 30,
        pawn: 10,
    };

    /// The value of a piece.
    pub fn of(&self, role: Role) -> i32 {
        match role {
            Role::King => self.king,
            Role::Queen => self.queen,
            Role::Rook => self.rook,
            Role::Bishop => self.bishop,
            Role::Knight => self.knight,
            Role::Pawn => self.pawn,
        }
    }

    /// Does one who takes this man with that one take an offer? A king takes only what nobody protects.
    pub(crate) fn is_offer(&self, taken: Role, by: Role) -> bool {
        by == Role::King || self.of(taken) >= self.of(by)
    }
}

impl FromStr for Values {
    type Err = ParseValuesError;

    /// Reads values in the order of the paper: `1000:95:45:30:30:10`.
    fn from_str(text: &str) -> Result<Values, ParseValuesError> {
        let expected = || ParseValuesError::NotSixValues(text.into());
        let numbers: Vec<i32> = text
            .split(':')
            .map(|number| number.trim().parse().map_err(|_| expected()))
            .collect::<Result<_, _>>()?;
        let [king, queen, rook, bishop, knight, pawn] = numbers[..] else {
            return Err(expected());
        };
        let pieces = [queen, rook, bishop, knight, pawn];
        if pieces.iter().any(|value| !(1..=10_000).contains(value)) {
            return Err(ParseValuesError::PieceValue);
        }
        // Eight pawns may have promoted to queens, and all of them may be captured on the way to mate.
        if king < 10 * pieces.into_iter().max().unwrap_or(0) || king > 1_000_000 {
            return Err(ParseValuesError::KingValue);
        }
        Ok(Values {
            king,
            queen,
            rook,
            bishop,
            knight,
            pawn,
        })
    }
}

/// What is wrong with the text of piece values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseValuesError {
    /// These are not six numbers.
    NotSixValues(String),
    /// The value of a piece is out of range.
    PieceValue,
    /// The value of the king is out of range.
    KingValue,
}

impl fmt::Display for ParseValuesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseValuesError::NotSixValues(found) => write!(
                f,
                "expected six values from king to pawn such as 1000:95:45:30:30:10, found `{found}`"
            ),
            ParseValuesError::PieceValue => f.write_str("a piece is worth between 1 and 10000"),
            ParseValuesError::KingValue => f.write_str(
                "a king is worth at least ten times the best of the others, and at most 1000000",
            ),
        }
    }
}

impl std::error::Error for ParseValuesError {}

/// What the side to move must achieve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CombinationGoal {
    /// Checkmate.
    Mate,
    /// A material gain of at least this much.
    Gain(i32),
}

impl FromStr for CombinationGoal {
    type Err = ParseGoalError;

    /// Reads `mate`, or a gain such as `30`.
    fn from_str(text: &str) -> Result<CombinationGoal, ParseGoalError> {
        if text.eq_ignore_ascii_case("mate") {
            return Ok(CombinationGoal::Mate);
        }
        match text.parse() {
            Ok(gain) if (1..=100_000).contains(&gain) => Ok(CombinationGoal::Gain(gain)),
            Ok(_) | Err(_) => Err(ParseGoalError(text.into())),
        }
    }
}

/// This text is no goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseGoalError(String);

impl fmt::Display for ParseGoalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected `mate` or a gain such as 30, found `{}`",
            self.0
        )
    }
}

impl std::error::Error for ParseGoalError {}

/// Values and goal, and a counter of exchange tests.
#[derive(Clone, Debug)]
pub(crate) struct Scales {
    pub(crate) values: Values,
    goal: CombinationGoal,
    /// Captures examined in exchange tests.
    pub(crate) n_exchanges: Cell<u64>,
}

impl Scales {
    pub(crate) fn new(values: Values, goal: CombinationGoal) -> Scales {
        Scales {
            values,
            goal,
            n_exchanges: Cell::new(0),
        }
    }

    pub(crate) fn of(&self, role: Role) -> i32 {
        self.values.of(role)
    }

    /// Does this gain of the first player reach the goal?
    pub(crate) fn suffices(&self, gain: i32) -> bool {
        match self.goal {
            // A captured king leaves more than half its value, whatever was sacrificed: see `Values::from_str`.
            CombinationGoal::Mate => gain > self.values.king / 2,
            CombinationGoal::Gain(wanted) => gain >= wanted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_goals_are_read() {
        assert_eq!("1000:95:45:30:30:10".parse(), Ok(Values::PITRAT));
        assert!("1000:95:45:30:30".parse::<Values>().is_err());
        assert!("100:95:45:30:30:10".parse::<Values>().is_err());
        assert!("1000:95:45:30:30:0".parse::<Values>().is_err());
        assert_eq!("mate".parse(), Ok(CombinationGoal::Mate));
        assert_eq!("30".parse(), Ok(CombinationGoal::Gain(30)));
        assert!("0".parse::<CombinationGoal>().is_err());
        assert!("-5".parse::<CombinationGoal>().is_err());
        assert!("queen".parse::<CombinationGoal>().is_err());
    }
}
