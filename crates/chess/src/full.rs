//! A position under all the rules of chess, turned so that we are shakmaty's White.
//!
//! Given a position in real colours and the colour that is us, gives the same position with our men as White and
//! our pawns going up: for Black the ranks are mirrored and the colours swapped, castling rights (also those of
//! Chess960) and the en passant square included.

use std::fmt;
use std::ops::ControlFlow;

use domain::{Side, TextError};
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, MoveList, Position, PositionError,
    PositionErrorKinds, Role, Setup, Square,
};

use crate::board::Board;
use crate::order;

/// A board that can be made from a full position and turned into one.
pub trait Convert: Board {
    /// The same position on this board, or why it does not fit.
    fn from_full(full: &Full) -> Result<Self, TextError>;

    /// The same position under all the rules.
    fn to_full(&self) -> Full;
}

/// A chess position under all the rules, seen from our side.
///
/// Two positions are equal when men, side to move, castling rights and legal en passant captures are; the move
/// counters do not matter.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Full {
    chess: Chess,
}

impl Full {
    /// The position as the given colour sees it.
    pub fn new(chess: Chess, us: Color) -> Full {
        Full { chess: turned(chess, us) }
    }

    /// The position in real colours, when the given colour is us.
    pub fn to_chess(&self, us: Color) -> Chess {
        turned(self.chess.clone(), us)
    }

    /// The position with our men as White.
    pub fn as_chess(&self) -> &Chess {
        &self.chess
    }

    /// The legal moves in their order.
    pub fn moves(&self) -> MoveList {
        let mut moves = self.chess.legal_moves();
        // Backwards, shakmaty's order is ours but for the pawns, and a nearly sorted list is soon sorted.
        moves.reverse();
        moves.sort_by_key(|m| order::place(*m));
        moves
    }

    /// Is this one of the legal moves?
    pub fn is_legal(&self, m: Move) -> bool {
        self.chess.is_legal(m)
    }

    /// Is the king of the side to move attacked?
    pub fn in_check(&self) -> bool {
        self.chess.is_check()
    }

    /// May either side still castle, now or later?
    pub fn has_castling_rights(&self) -> bool {
        self.chess.castles().any()
    }
}

/// Sets up a position that need not be reachable in a game: impossible checks and more promoted men than there
/// were pawns are allowed, everything else is as the rules say.
pub(crate) fn set_up(setup: Setup, mode: CastlingMode) -> Result<Chess, PositionErrorKinds> {
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| error.kinds())
}

fn turned(chess: Chess, us: Color) -> Chess {
    match us {
        Color::White => chess,
        Color::Black => {
            let mode = chess.castles().mode();
            set_up(chess.to_setup(EnPassantMode::Always).into_mirrored(), mode)
                .expect("a legal position is legal from the other side")
        }
    }
}

/// The colour that a side has once we are White.
pub(crate) fn color_of(side: Side) -> Color {
    match side {
        Side::Us => Color::White,
        Side::Them => Color::Black,
    }
}

/// The side that a colour has once we are White.
pub(crate) fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::Us,
        Color::Black => Side::Them,
    }
}

impl Board for Full {
    fn men(&self, side: Side, role: Role) -> Bitboard {
        self.chess.board().by_piece(role.of(color_of(side)))
    }

    fn turn(&self) -> Side {
        side_of(self.chess.turn())
    }

    fn en_passant(&self) -> Option<Square> {
        self.chess.legal_ep_square()
    }

    fn visit_moves(&self, visit: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.moves().into_iter().try_for_each(visit)
    }

    fn play(&self, m: Move) -> Full {
        let mut chess = self.chess.clone();
        chess.play_unchecked(m);
        Full { chess }
    }

    fn all_men(&self, side: Side) -> Bitboard {
        self.chess.board().by_color(color_of(side))
    }

    fn occupied(&self) -> Bitboard {
        self.chess.board().occupied()
    }
}

impl Convert for Full {
    fn from_full(full: &Full) -> Result<Full, TextError> {
        Ok(full.clone())
    }

    fn to_full(&self) -> Full {
        self.clone()
    }
}

impl fmt::Debug for Full {
    /// Our men are written as White's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Full({})", shakmaty::fen::Epd::from_position(&self.chess, EnPassantMode::Legal))
    }
}
