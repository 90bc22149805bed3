//! Positions in Forsyth-Edwards notation.
//!
//! The reader accepts extra spaces, missing fields after the side to move, and the move number 0 for 1. Errors say what is wrong, and
//! where. A position must be legal, but need not be reachable in a game.

mod error;

use std::num::NonZeroU32;
use std::ops::Range;

use shakmaty::fen::{Epd, Fen};
use shakmaty::{
    Bitboard, Board as Placement, CastlingMode, Chess, Color, EnPassantMode, File, Piece,
    PositionErrorKinds, Rank, Setup, Square, attacks,
};

use crate::full::{Full, set_up};
use crate::text::View;

pub use error::{FenError, FenErrorKind};

/// Longer text is refused. The longest sensible one has fewer than 100 characters.
const MAX_TEXT: usize = 400;

/// Reads a position in real colours: a FEN whose fields after the side to move may be missing.
///
/// ```
/// use shakmaty::{Color, Position};
///
/// let position = nasvet_chess::read_fen("8/8/8/3k4/8/8/1R6/K7 w")?;
/// assert_eq!(position.turn(), Color::White);
///
/// // An error knows the bytes that are wrong: here the fifth rank.
/// let text = "8/8/8/3k5/8/8/1R6/K7 w - -";
/// let error = nasvet_chess::read_fen(text).expect_err("the fifth rank has nine squares");
/// assert_eq!(&text[error.span.clone()], "3k5");
/// assert_eq!(error.to_string(), "expected 8 squares on rank 5, found 9 in `3k5`");
/// # Ok::<(), nasvet_chess::FenError>(())
/// ```
pub fn read_fen(text: &str) -> Result<Chess, FenError> {
    if text.len() > MAX_TEXT {
        return Err(FenErrorKind::TooLong(MAX_TEXT).at(0..text.len()));
    }
    let mut fields = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let start = text.len() - rest.len();
        let (field, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        fields.push(FenField { text: field, start });
        rest = after.trim_start();
    }
    if let Some(seventh) = fields.get(6) {
        return Err(FenErrorKind::TooManyFields(fields.len()).at(seventh.start..text.len()));
    }
    read_fields(&fields)
}

/// A field of a position, and where it begins.
#[derive(Clone, Copy)]
pub(super) struct FenField<'t> {
    pub(super) text: &'t str,
    pub(super) start: usize,
}

impl FenField<'_> {
    fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// Reads a position from its fields: board, side to move, and up to four more.
pub(super) fn read_fields(fields: &[FenField<'_>]) -> Result<Chess, FenError> {
    let board = *fields.first().ok_or(FenErrorKind::Empty.at(0..0))?;
    // A field that is missing is like an empty one at the end, with its usual value.
    let end = fields.last().map_or(0, |last| last.span().end);
    let field = |idx: usize, usual| {
        let missing = FenField {
            text: usual,
            start: end,
        };
        fields.get(idx).copied().unwrap_or(missing)
    };
    let (castling, en_passant) = (field(2, "-"), field(3, "-"));
    let mut setup = Setup::empty();
    setup.board = read_board(board)?;
    setup.turn = match fields.get(1) {
        Some(turn) => read_turn(*turn)?,
        None => return Err(FenErrorKind::NoTurn.at(end..end)),
    };
    setup.castling_rights = read_castling(castling, &setup.board)?;
    setup.ep_square = read_en_passant(en_passant)?;
    setup.halfmoves = read_number(field(4, "0"), FenErrorKind::NotHalfMoves)?;
    let fullmoves = read_number(field(5, "1"), FenErrorKind::NotMoveNumber)?;
    setup.fullmoves = NonZeroU32::new(fullmoves).unwrap_or(NonZeroU32::MIN);
    check_pieces(board, &setup.board)?;
    check_kings_apart(&setup.board).map_err(|kind| kind.at(board.span()))?;
    let mode = CastlingMode::detect(&setup);
    let (turn, passed) = (setup.turn, setup.ep_square);
    set_up(setup, mode).map_err(|kinds| {
        let passed = passed.filter(|_| kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE));
        if kinds.contains(PositionErrorKinds::OPPOSITE_CHECK) {
            FenErrorKind::KingCanBeTaken(turn).at(field(1, "").span())
        } else if let Some(square) = passed {
            FenErrorKind::NothingPassed(square).at(en_passant.span())
        } else if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
            FenErrorKind::CastlingConflict.at(castling.span())
        } else {
            FenErrorKind::Illegal.at(board.span())
        }
    })
}

/// Writes a position with all six fields.
pub fn write_fen(full: &Full, view: View) -> String {
    Fen::from_position(&full.to_chess(view.us), EnPassantMode::Legal).to_string()
}

/// Writes a position with the four fields that make two positions different.
pub fn write_epd_fields(full: &Full, view: View) -> String {
    Epd::from_position(&full.to_chess(view.us), EnPassantMode::Legal).to_string()
}

/// The ranks of a board, the eighth first, each with its place.
fn rows(board: FenField<'_>) -> impl Iterator<Item = FenField<'_>> {
    board.text.split('/').scan(board.start, |next, text| {
        let start = *next;
        *next += text.len() + 1;
        Some(FenField { text, start })
    })
}

fn read_board(field: FenField<'_>) -> Result<Placement, FenError> {
    let n_rows = rows(field).count();
    if n_rows != 8 {
        let kind = FenErrorKind::NumberOfRanks {
            found: n_rows,
            board: field.text.into(),
        };
        return Err(kind.at(field.span()));
    }
    let mut board = Placement::empty();
    for (rank, row) in Rank::ALL.into_iter().rev().zip(rows(field)) {
        let mut n_squares = 0;
        for (idx, ch) in row.text.char_indices() {
            if let Some(n_empty) = ch.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
                n_squares += n_empty;
            } else if let Some(piece) = Piece::from_char(ch) {
                if let Ok(file) = File::try_from(n_squares) {
                    board.set_piece_at(Square::from_coords(file, rank), piece);
                }
                n_squares += 1;
            } else {
                let start = row.start + idx;
                let kind = FenErrorKind::NotOnBoard { rank, found: ch };
                return Err(kind.at(start..start + ch.len_utf8()));
            }
        }
        if n_squares != 8 {
            let kind = FenErrorKind::NumberOfSquares {
                rank,
                found: n_squares,
                row: row.text.into(),
            };
            return Err(kind.at(row.span()));
        }
    }
    Ok(board)
}

fn read_turn(field: FenField<'_>) -> Result<Color, FenError> {
    match field.text {
        "w" | "W" => Ok(Color::White),
        "b" | "B" => Ok(Color::Black),
        other => Err(FenErrorKind::NotATurn(other.into()).at(field.span())),
    }
}

/// Castling rights as the squares of the rooks, in FEN, X-FEN or Shredder-FEN letters.
fn read_castling(field: FenField<'_>, board: &Placement) -> Result<Bitboard, FenError> {
    let mut rights = Bitboard::EMPTY;
    if field.text == "-" {
        return Ok(rights);
    }
    for (idx, ch) in field.text.char_indices() {
        let color = Color::from_white(ch.is_ascii_uppercase());
        let rooks = board.by_piece(color.rook()) & color.backrank();
        let king = board
            .king_of(color)
            .filter(|king| king.rank() == color.backrank());
        let rook = match (ch.to_ascii_lowercase(), king) {
            ('k' | 'q' | 'a'..='h', None) => None,
            ('k', Some(king)) => rooks.last().filter(|rook| king < *rook),
            ('q', Some(king)) => rooks.first().filter(|rook| *rook < king),
            (file @ 'a'..='h', Some(_)) => File::from_char(file)
                .map(|file| Square::from_coords(file, color.backrank()))
                .filter(|rook| rooks.contains(*rook)),
            _ => return Err(FenErrorKind::NotCastling(field.text.into()).at(field.span())),
        };
        let start = field.start + idx;
        let kind = FenErrorKind::CannotCastle { right: ch, color };
        rights.add(rook.ok_or_else(|| kind.at(start..start + ch.len_utf8()))?);
    }
    Ok(rights)
}

fn read_en_passant(field: FenField<'_>) -> Result<Option<Square>, FenError> {
    if field.text == "-" {
        return Ok(None);
    }
    let square = field.text.to_ascii_lowercase().parse();
    square
        .map(Some)
        .map_err(|_| FenErrorKind::NotEnPassant(field.text.into()).at(field.span()))
}

fn read_number(field: FenField<'_>, kind: fn(String) -> FenErrorKind) -> Result<u32, FenError> {
    let number = field.text.parse();
    number.map_err(|_| kind(field.text.into()).at(field.span()))
}

/// Each side has one king, at most 8 pawns and 16 pieces, and no pawn is on the first or last rank.
fn check_pieces(field: FenField<'_>, board: &Placement) -> Result<(), FenError> {
    let check = |is_good: bool, kind: FenErrorKind| match is_good {
        true => Ok(()),
        false => Err(kind.at(field.span())),
    };
    for color in Color::ALL {
        let own = board.by_color(color);
        let found = (board.kings() & own).count();
        check(found == 1, FenErrorKind::NumberOfKings { color, found })?;
        let found = (board.pawns() & own).count();
        check(found <= 8, FenErrorKind::TooManyPawns { color, found })?;
        let found = own.count();
        check(found <= 16, FenErrorKind::TooManyPieces { color, found })?;
    }
    match (board.pawns() & Bitboard::BACKRANKS).first() {
        None => Ok(()),
        Some(square) => {
            let row = rows(field).nth(7 - square.rank().to_usize());
            let span = row.map_or(field.span(), FenField::span);
            Err(FenErrorKind::PawnOnLastRank(square).at(span))
        }
    }
}

fn check_kings_apart(board: &Placement) -> Result<(), FenErrorKind> {
    match (board.king_of(Color::White), board.king_of(Color::Black)) {
        (Some(white), Some(black)) if attacks::king_attacks(white).contains(black) => {
            Err(FenErrorKind::KingsTouch { white, black })
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;

    fn check(text: &str, expected: Result<&str, &str>) {
        let found = read_fen(text)
            .map(|chess| write_fen(&Full::new(chess, Color::White), View { us: Color::White }))
            .map_err(|error| error.to_string());
        assert_eq!(
            found,
            expected.map(String::from).map_err(String::from),
            "{text}"
        );
    }

    #[test]
    fn missing_fields_and_spaces_are_forgiven() {
        let krk = "8/8/8/3k4/8/8/1R6/K7 w - - 0 1";
        check("8/8/8/3k4/8/8/1R6/K7 w", Ok(krk));
        check("8/8/8/3k4/8/8/1R6/K7 w -", Ok(krk));
        check("8/8/8/3k4/8/8/1R6/K7 w - -", Ok(krk));
        check("  8/8/8/3k4/8/8/1R6/K7   W \t- -  0 ", Ok(krk));
        check(
            "8/8/8/3k4/8/8/1R6/K7 b - - 7 0",
            Ok("8/8/8/3k4/8/8/1R6/K7 b - - 7 1"),
        );
    }

    #[test]
    fn en_passant_stays_only_where_a_capture_is_legal() {
        check(
            "4k3/8/8/8/4P3/8/8/4K3 b - e3",
            Ok("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        );
        check(
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3",
            Ok("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
        );
        // The capture would expose the king on d8 to the rook.
        check(
            "3k4/8/8/8/3pP3/8/8/3RK3 b - e3",
            Ok("3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"),
        );
    }

    #[test]
    fn chess960_castling_is_read_in_both_notations() {
        let x_fen = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1";
        check(x_fen, Ok(x_fen));
        check("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", Ok(x_fen));
        assert!(read_fen(x_fen).unwrap().castles().mode().is_chess960());
    }

    #[test]
    fn bad_text_is_refused_with_its_place() {
        let nothing = "expected a position such as `8/8/8/3k4/8/8/1R6/K7 w - -`, found nothing";
        check("", Err(nothing));
        check(
            "8/8/8/3k4/8/8/K7 w",
            Err("expected 8 ranks, found 7 in the board `8/8/8/3k4/8/8/K7`"),
        );
        check(
            "8/8/8/3k5/8/8/8/K7 w",
            Err("expected 8 squares on rank 5, found 9 in `3k5`"),
        );
        check(
            "8/8/8/3k3/8/8/8/K7 w",
            Err("expected 8 squares on rank 5, found 7 in `3k3`"),
        );
        check(
            "8/8/8/3x4/8/8/8/K7 w",
            Err("expected one of KQRBNPkqrbnp or a number of empty squares on rank 5, found `x`"),
        );
        check(
            "8/8/8/3k4/8/8/8/K7",
            Err("expected the side to move, w or b, after the board"),
        );
        check(
            "8/8/8/3k4/8/8/8/K7 x",
            Err("expected the side to move, w or b, found `x`"),
        );
        check("8/8/8/3k4/8/8/8/K7 w - - x 1", {
            Err("expected the number of half-moves since the last capture or pawn move, found `x`")
        });
        check(
            "8/8/8/3k4/8/8/8/K7 w - - 0 1 2",
            Err("expected at most 6 fields, found 7"),
        );
        check(
            "8/8/8/3k4/8/8/8/K7 w x -",
            Err("expected castling rights such as KQkq, or -, found `x`"),
        );
        check(
            "8/8/8/3k4/8/8/8/K7 w - e9",
            Err("expected an en passant square such as e3, or -, found `e9`"),
        );
        assert!(read_fen(&"8/".repeat(1000)).is_err());
    }

    #[test]
    fn an_error_knows_which_bytes_are_wrong() {
        let check = |text: &str, expected: &str| {
            let error = read_fen(text).expect_err(text);
            assert_eq!(&text[error.span], expected, "{text}");
        };
        check("8/8/8/3k4/8/8/K7 w", "8/8/8/3k4/8/8/K7");
        check(" 8/8/8/3k5/8/8/8/K7 w", "3k5");
        check("8/8/8/3é4/8/8/8/K7 w", "é");
        check("8/8/8/3k4/8/8/8/K7  ", "");
        check("8/8/8/3k4/8/8/8/K7  x -", "x");
        check("4k3/8/8/8/8/8/8/R3K3 w KQ -", "K");
        check("8/8/8/3k4/8/8/8/K7 w - e9", "e9");
        check("8/8/8/3k4/8/8/8/K7 w - e6 0 1", "e6");
        check("8/8/8/3k4/8/8/8/K7 w - - x 1", "x");
        check("8/8/8/3k4/8/8/8/K7 w - - 0 1 2 3", "2 3");
        check("8/8/8/3k4/8/8/8/K6p w", "K6p");
        check("8/8/8/3k4/8/8/3R4/K7 w", "w");
    }

    #[test]
    fn an_illegal_position_is_refused_with_the_reason() {
        check("8/8/8/8/8/8/8/K7 w", Err("no black king"));
        check("8/8/8/3k4/8/8/8/KK6 w", Err("two white kings"));
        check(
            "P7/8/8/3k4/8/8/8/K7 w",
            Err("a pawn on the first or last rank, on a8"),
        );
        check(
            "8/8/8/8/8/8/1k6/K7 w",
            Err("the kings stand side by side, on a1 and b2"),
        );
        check(
            "8/8/8/3k4/8/8/3R4/K7 w",
            Err(
                "the side not to move is in check: it is White's move and the black king is attacked",
            ),
        );
        check(
            "8/8/8/3k4/8/8/8/K7 w - e6",
            Err("no pawn can just have passed e6; write - without en passant"),
        );
        check(
            "8/8/8/3k4/8/8/8/4K3 w K -",
            Err(
                "the castling right K needs White's king and a rook on that side of it on their first rank; \
                 write - without castling rights",
            ),
        );
        check("4k3/8/8/8/8/8/PPPPPPPP/PPPPPPPP w", Err("no white king"));
        check(
            "4k3/8/8/8/8/8/PPPPPPPP/QQQQKQQQ w - -",
            Ok("4k3/8/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1"),
        );
        check(
            "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w",
            Err("9 white pawns: a side has at most 8"),
        );
    }
}
