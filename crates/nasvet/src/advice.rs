//! What a player says: a move and the advice behind it, or why there is none. Data only.

use std::fmt;

use domain::{Stopped, TextError};

/// What a chapter advises in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Advice {
    /// Our move, if there is one.
    pub m: Option<Move>,
    /// The piece of advice behind it.
    pub piece: Option<PieceInfo>,
    /// The idea behind it, a sentence, where the chapter thinks instead of having a table.
    pub idea: Option<String>,
    /// The rule of the table that applied, from 1; nothing where a strategy is followed.
    pub rule: Option<usize>,
    /// Does the move follow a strategy that was made before?
    pub is_followed: bool,
    /// Why there is no move.
    pub none: Option<NoAdvice>,
    /// How many positions the search looked at.
    pub nodes: u64,
}

/// Why a chapter advises no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoAdvice {
    /// It is their move.
    TheirMove,
    /// There is no legal move.
    GameOver,
    /// The chapter is not about this position.
    Outside,
    /// No table of the chapter is for these men.
    NoTable,
    /// No rule of the table applies.
    NoRule,
    /// No piece of advice of the rule can be satisfied.
    NoPiece,
    /// The chapter thinks, and sees that every move loses.
    Lost,
    /// The search was stopped.
    Stopped(Stopped),
}

/// Why there is no explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WhyError {
    /// It is their move; only our moves are explained.
    TheirMove,
    /// The move that was asked about is not legal.
    BadMove(TextError),
    /// The search was stopped.
    Stopped(Stopped),
}

/// A piece of advice, as a list of contents shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceInfo {
    /// Its name.
    pub name: String,
    /// What its author says of it.
    pub title: Option<String>,
}

/// What a chapter says of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// Something good, or something bad?
    pub kind: NoticeKind,
    /// A sentence.
    pub text: String,
}

/// Is a notice about something good or something bad?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoticeKind {
    /// The move comes nearer to the aim.
    Gain,
    /// It gives up something.
    Slip,
}

/// A legal move, as the game writes it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// As people write it: `Rb4`, `2→0`.
    pub text: String,
    /// From where to where it goes, if it is to be drawn as an arrow.
    pub arrow: Option<(String, String)>,
}

impl fmt::Display for NoAdvice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoAdvice::TheirMove => f.write_str("It is their move."),
            NoAdvice::GameOver => f.write_str("The game is over: there is no legal move."),
            NoAdvice::Outside => f.write_str("The chapter is not about this position."),
            NoAdvice::NoTable => f.write_str("No table of the chapter is for these men."),
            NoAdvice::NoRule => f.write_str("No rule of the table applies."),
            NoAdvice::NoPiece => f.write_str("The chapter has no advice that works here."),
            NoAdvice::Lost => f.write_str("Every move loses."),
            NoAdvice::Stopped(stopped) => write!(f, "Unknown: {stopped}."),
        }
    }
}

impl fmt::Display for WhyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyError::TheirMove => f.write_str("it is their move; only our moves are explained"),
            WhyError::BadMove(error) => write!(f, "{error}"),
            WhyError::Stopped(stopped) => write!(f, "{stopped}"),
        }
    }
}

impl std::error::Error for WhyError {}

impl From<Stopped> for WhyError {
    fn from(stopped: Stopped) -> WhyError {
        WhyError::Stopped(stopped)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
