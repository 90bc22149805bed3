//! A position under all the rules of chess, turned so that we are shakmaty's White.
//!
//! Given a position in real colours and our colour, gives the same position with our pieces as White and
//! our pawns going up: for Black the ranks are mirrored and the colours swapped, including castling rights (also of
//! Chess960) and the en passant square.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use domain::{Side, TextError};
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, MoveList, Position,
    PositionError, PositionErrorKinds, Role, Setup, Square,
};

use crate::board::Board;
use crate::domain::Knowledge;
use crate::geometry;
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
/// Two positions are equal if pieces, side to move, castling rights and legal en passant captures are equal. The move
/// counters do not matter.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Full {
    chess: Chess,
}

impl Full {
    /// The position as the given colour sees it.
    pub fn new(chess: Chess, us: Color) -> Full {
        Full {
            chess: turned(chess, us),
        }
    }

    /// The position in real colours, when the given colour is us.
    pub fn to_chess(&self, us: Color) -> Chess {
        turned(self.chess.clone(), us)
    }

    /// The position with our pieces as White.
    pub fn as_chess(&self) -> &Chess {
        &self.chess
    }

    /// The legal moves in their order.
    pub fn moves(&self) -> MoveList {
        let mut moves = self.chess.legal_moves();
        // Reversed, shakmaty's order is ours except for pawns, and a nearly sorted list is sorted quickly.
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

/// Sets up a position that need not be reachable in a game: impossible checks and too many promoted pieces
/// are allowed, everything else must follow the rules.
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

/// The colour of a side when we are White.
pub(crate) fn color_of(side: Side) -> Color {
    match side {
        Side::Us => Color::White,
        Side::Them => Color::Black,
    }
}

/// The side of a colour when we are White.
pub(crate) fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::Us,
        Color::Black => Side::Them,
    }
}

impl Board for Full {
    fn knowledge() -> &'static Knowledge<Full> {
        static KNOWLEDGE: LazyLock<Knowledge<Full>> = LazyLock::new(Knowledge::new);
        &KNOWLEDGE
    }

    fn men(&self, side: Side, role: Role) -> Bitboard {
        self.chess.board().by_piece(role.of(color_of(side)))
    }

    fn turn(&self) -> Side {
        side_of(self.chess.turn())
    }

    fn en_passant(&self) -> Option<Square> {
        self.chess.legal_ep_square()
    }

    fn image(&self, idx: usize) -> Full {
        let mut setup = self.chess.to_setup(EnPassantMode::Always);
        let men = setup.board.into_iter();
        setup.board = men
            .map(|(square, piece)| (geometry::image(square, idx), piece))
            .collect();
        setup.ep_square = setup.ep_square.map(|square| geometry::image(square, idx));
        let chess = set_up(setup, self.chess.castles().mode());
        Full {
            chess: chess.expect("an image of a legal position is legal"),
        }
    }

    fn n_images(&self) -> usize {
        match (self.has_castling_rights(), self.chess.board().pawns().any()) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 8,
        }
    }

    fn visit_moves(&self, visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
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
    /// Our pieces are written as White's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Full({})",
            shakmaty::fen::Epd::from_position(&self.chess, EnPassantMode::Legal)
        )
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hash, Hasher};

    use super::*;
    use crate::text::read_fen;

    fn full(fen: &str, us: Color) -> Full {
        Full::new(read_fen(fen).unwrap(), us)
    }

    #[test]
    fn moves_come_in_the_order_that_board_tells() {
        let check = |fen: &str, expected: &str| {
            let moves: Vec<String> = full(fen, Color::White)
                .moves()
                .iter()
                .map(|m| m.to_string())
                .collect();
            assert_eq!(moves.join(" "), expected, "{fen}");
        };
        check(
            "8/8/8/3k4/8/8/8/1K6 w - -",
            "Kb1-c2 Kb1-b2 Kb1-a2 Kb1-c1 Kb1-a1",
        );
        check(
            "7k/3P2pp/8/8/8/8/8/2N1K1n1 w - -",
            "Ke1-f2 Ke1-d2 Ke1-f1 Ke1-d1 Nc1-d3 Nc1-b3 Nc1-e2 Nc1-a2 \
             d7-d8=Q d7-d8=R d7-d8=B d7-d8=N",
        );
        // The king is next to its castling square: an ordinary move to g1, and castling to g1.
        check("7k/8/8/8/8/8/5PPP/5K1R w K -", {
            "Kf1-e2 Kf1-g1 O-O Kf1-e1 Rh1-g1 h2-h4 h2-h3 g2-g4 g2-g3 f2-f4 f2-f3"
        });
    }

    #[test]
    fn counters_and_idle_en_passant_squares_make_no_difference() {
        let hash = |full: &Full| {
            let mut hasher = DefaultHasher::new();
            full.hash(&mut hasher);
            hasher.finish()
        };
        let check = |a: &str, b: &str, is_same: bool| {
            let (a, b) = (full(a, Color::White), full(b, Color::White));
            assert_eq!(a == b, is_same, "{a:?} {b:?}");
            assert!(!is_same || hash(&a) == hash(&b));
        };
        check(
            "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 b - - 9 30",
            true,
        );
        check(
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3",
            "4k3/8/8/8/3pP3/8/8/4K3 b - -",
            false,
        );
        check(
            "4k3/8/8/8/8/8/8/4K2R w K -",
            "4k3/8/8/8/8/8/8/4K2R w - -",
            false,
        );
    }

    #[test]
    fn for_black_the_board_is_turned() {
        let position = full("r3k2r/8/8/8/3pP3/8/8/4K3 b kq e3", Color::Black);
        assert_eq!(
            format!("{position:?}"),
            "Full(4k3/8/8/3Pp3/8/8/8/R3K2R w KQ e6)"
        );
        assert_eq!(position.turn(), Side::Us);
        assert_eq!(position.en_passant(), Some(Square::E6));
    }
}
