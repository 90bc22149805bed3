//! What can be wrong with the text of a position.

use std::fmt;
use std::ops::Range;

use domain::TextError;
use shakmaty::{Color, Rank, Square};

use crate::text::{color_name, shortened};

/// What is wrong with the text of a position, and which bytes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// What is wrong.
    pub kind: FenErrorKind,
    /// The bytes of the text; empty where something is missing.
    pub span: Range<usize>,
}

/// What can be wrong with the text of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenErrorKind {
    /// The text has more bytes than this.
    TooLong(usize),
    /// There are more than six fields: this many.
    TooManyFields(usize),
    /// There is no text.
    Empty,
    /// The board has another number of ranks than eight.
    NumberOfRanks {
        /// How many there are.
        found: usize,
        /// The board.
        board: String,
    },
    /// A rank has another number of squares than eight.
    NumberOfSquares {
        /// Which rank.
        rank: Rank,
        /// How many squares there are.
        found: u32,
        /// The rank.
        row: String,
    },
    /// A character on the board that is neither a piece nor a number of empty squares.
    NotOnBoard {
        /// On which rank.
        rank: Rank,
        /// The character.
        found: char,
    },
    /// There is only a board.
    NoTurn,
    /// The side to move is neither `w` nor `b`.
    NotATurn(String),
    /// These are not castling rights.
    NotCastling(String),
    /// A castling right for which king or rook is missing.
    CannotCastle {
        /// The right.
        right: char,
        /// Whose it is.
        color: Color,
    },
    /// This is no en passant square.
    NotEnPassant(String),
    /// This is no number of half-moves.
    NotHalfMoves(String),
    /// This is no number of a move.
    NotMoveNumber(String),
    /// A side has another number of kings than one.
    NumberOfKings {
        /// Which side.
        color: Color,
        /// How many kings it has.
        found: usize,
    },
    /// A side has more than eight pawns.
    TooManyPawns {
        /// Which side.
        color: Color,
        /// How many pawns it has.
        found: usize,
    },
    /// A side has more than sixteen pieces.
    TooManyPieces {
        /// Which side.
        color: Color,
        /// How many pieces it has.
        found: usize,
    },
    /// A pawn on the first or last rank.
    PawnOnLastRank(Square),
    /// The kings attack each other.
    KingsTouch {
        /// The white king.
        white: Square,
        /// The black king.
        black: Square,
    },
    /// This side is to move and attacks the king.
    KingCanBeTaken(Color),
    /// No pawn can have made a double step over this square.
    NothingPassed(Square),
    /// The castling rights contradict each other.
    CastlingConflict,
    /// The position breaks another rule.
    Illegal,
}

impl FenErrorKind {
    pub(super) fn at(self, span: Range<usize>) -> FenError {
        FenError { kind: self, span }
    }
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |color: Color| color_name(color).to_lowercase();
        match self {
            FenErrorKind::TooLong(most) => {
                write!(f, "a position is at most {most} characters long")
            }
            FenErrorKind::TooManyFields(found) => {
                write!(f, "expected at most 6 fields, found {found}")
            }
            FenErrorKind::Empty => f.write_str(
                "expected a position such as `8/8/8/3k4/8/8/1R6/K7 w - -`, found nothing",
            ),
            FenErrorKind::NumberOfRanks { found, board } => write!(
                f,
                "expected 8 ranks, found {found} in the board `{}`",
                shortened(board)
            ),
            FenErrorKind::NumberOfSquares { rank, found, row } => write!(
                f,
                "expected 8 squares on rank {rank}, found {found} in `{}`",
                shortened(row)
            ),
            FenErrorKind::NotOnBoard { rank, found } => write!(
                f,
                "expected one of KQRBNPkqrbnp or a number of empty squares on rank {rank}, found `{found}`"
            ),
            FenErrorKind::NoTurn => {
                f.write_str("expected the side to move, w or b, after the board")
            }
            FenErrorKind::NotATurn(found) => write!(
                f,
                "expected the side to move, w or b, found `{}`",
                shortened(found)
            ),
            FenErrorKind::NotCastling(found) => write!(
                f,
                "expected castling rights such as KQkq, or -, found `{}`",
                shortened(found)
            ),
            FenErrorKind::CannotCastle { right, color } => write!(
                f,
                "the castling right {right} needs {}'s king and a rook on that side of it on their first \
                 rank; write - without castling rights",
                color_name(*color)
            ),
            FenErrorKind::NotEnPassant(found) => write!(
                f,
                "expected an en passant square such as e3, or -, found `{}`",
                shortened(found)
            ),
            FenErrorKind::NotHalfMoves(found) => write!(
                f,
                "expected the number of half-moves since the last capture or pawn move, found `{}`",
                shortened(found)
            ),
            FenErrorKind::NotMoveNumber(found) => write!(
                f,
                "expected the number of the move, found `{}`",
                shortened(found)
            ),
            FenErrorKind::NumberOfKings { color, found: 0 } => {
                write!(f, "no {} king", name(*color))
            }
            FenErrorKind::NumberOfKings { color, found: 2 } => {
                write!(f, "two {} kings", name(*color))
            }
            FenErrorKind::NumberOfKings { color, found } => {
                write!(f, "{found} {} kings", name(*color))
            }
            FenErrorKind::TooManyPawns { color, found } => {
                write!(f, "{found} {} pawns: a side has at most 8", name(*color))
            }
            FenErrorKind::TooManyPieces { color, found } => {
                write!(f, "{found} {} pieces: a side has at most 16", name(*color))
            }
            FenErrorKind::PawnOnLastRank(square) => {
                write!(f, "a pawn on the first or last rank, on {square}")
            }
            FenErrorKind::KingsTouch { white, black } => {
                write!(f, "the kings stand side by side, on {white} and {black}")
            }
            FenErrorKind::KingCanBeTaken(turn) => write!(
                f,
                "the side not to move is in check: it is {}'s move and the {} king is attacked",
                color_name(*turn),
                name(!*turn)
            ),
            FenErrorKind::NothingPassed(square) => write!(
                f,
                "no pawn can just have passed {square}; write - without en passant"
            ),
            FenErrorKind::CastlingConflict => f.write_str(
                "the castling rights do not fit the board: at most one rook on each side of a king",
            ),
            FenErrorKind::Illegal => f.write_str("the position is not legal"),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for FenError {}

impl From<FenError> for TextError {
    fn from(error: FenError) -> TextError {
        TextError::at(error.span, error.kind.to_string())
    }
}
