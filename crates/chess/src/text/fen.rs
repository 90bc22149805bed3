//! Positions in Forsyth-Edwards notation.
//!
//! Reading is forgiving of spaces and of missing fields after the side to move; what is wrong is named with its
//! place. A position need not be reachable in a game, but it must be legal.

use std::num::NonZeroU32;

use domain::TextError;
use shakmaty::fen::{Epd, Fen};
use shakmaty::{
    Bitboard, Board as Placement, CastlingMode, Chess, Color, EnPassantMode, File, Piece,
    PositionErrorKinds, Rank, Setup, Square, attacks,
};

use crate::full::{Full, set_up};
use crate::text::{View, color_name, shortened};

/// Longer text is refused. The longest sensible one has fewer than 100 characters.
const MAX_TEXT: usize = 400;

/// Reads a position in real colours: a FEN whose fields after the side to move may be missing.
pub fn read_fen(text: &str) -> Result<Chess, TextError> {
    if text.len() > MAX_TEXT {
        return Err(TextError::new(format!(
            "a position is at most {MAX_TEXT} characters long"
        )));
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    if fields.len() > 6 {
        return Err(TextError::new(format!(
            "expected at most 6 fields, found {}",
            fields.len()
        )));
    }
    read_fields(&fields)
}

/// Reads a position from its fields: board, side to move, and up to four more.
pub(super) fn read_fields(fields: &[&str]) -> Result<Chess, TextError> {
    let field = |idx: usize| fields.get(idx).copied();
    let board = field(0).ok_or_else(|| {
        TextError::new(
            "expected a position such as `8/8/8/3k4/8/8/1R6/K7 w - -`, found nothing".into(),
        )
    })?;
    let mut setup = Setup::empty();
    setup.board = read_board(board)?;
    setup.turn = read_turn(field(1))?;
    setup.castling_rights = read_castling(field(2).unwrap_or("-"), &setup.board)?;
    setup.ep_square = read_en_passant(field(3).unwrap_or("-"))?;
    setup.halfmoves = read_number(
        field(4).unwrap_or("0"),
        "half-moves since the last capture or pawn move",
    )?;
    let fullmoves = read_number(field(5).unwrap_or("1"), "the move")?;
    setup.fullmoves = NonZeroU32::new(fullmoves).unwrap_or(NonZeroU32::MIN);
    check_men(&setup.board)?;
    check_kings_apart(&setup.board)?;
    let mode = CastlingMode::detect(&setup);
    let ep_square = setup.ep_square;
    let turn = setup.turn;
    set_up(setup, mode).map_err(|kinds| TextError::new(illegal(kinds, turn, ep_square)))
}

/// Writes a position with all six fields.
pub fn write_fen(full: &Full, view: View) -> String {
    Fen::from_position(&full.to_chess(view.us), EnPassantMode::Legal).to_string()
}

/// Writes a position with the four fields that make two positions different.
pub fn write_epd_fields(full: &Full, view: View) -> String {
    Epd::from_position(&full.to_chess(view.us), EnPassantMode::Legal).to_string()
}

fn read_board(text: &str) -> Result<Placement, TextError> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(TextError::new(format!(
            "expected 8 ranks, found {} in the board `{}`",
            ranks.len(),
            shortened(text)
        )));
    }
    let mut board = Placement::empty();
    for (rank, row) in Rank::ALL.into_iter().rev().zip(ranks) {
        let mut n_squares = 0;
        for ch in row.chars() {
            if let Some(n_empty) = ch.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
                n_squares += n_empty;
            } else if let Some(piece) = Piece::from_char(ch) {
                if let Ok(file) = File::try_from(n_squares) {
                    board.set_piece_at(Square::from_coords(file, rank), piece);
                }
                n_squares += 1;
            } else {
                return Err(TextError::new(format!(
                    "expected one of KQRBNPkqrbnp or a number of empty squares on rank {rank}, found `{ch}`"
                )));
            }
        }
        if n_squares != 8 {
            return Err(TextError::new(format!(
                "expected 8 squares on rank {rank}, found {n_squares} in `{}`",
                shortened(row)
            )));
        }
    }
    Ok(board)
}

fn read_turn(text: Option<&str>) -> Result<Color, TextError> {
    match text {
        Some("w" | "W") => Ok(Color::White),
        Some("b" | "B") => Ok(Color::Black),
        Some(other) => Err(TextError::new(format!(
            "expected the side to move, w or b, found `{}`",
            shortened(other)
        ))),
        None => Err(TextError::new(
            "expected the side to move, w or b, after the board".into(),
        )),
    }
}

/// Castling rights as the squares of the rooks, in FEN, X-FEN or Shredder-FEN letters.
fn read_castling(text: &str, board: &Placement) -> Result<Bitboard, TextError> {
    let mut rights = Bitboard::EMPTY;
    if text == "-" {
        return Ok(rights);
    }
    for ch in text.chars() {
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
            _ => {
                return Err(TextError::new(format!(
                    "expected castling rights such as KQkq, or -, found `{}`",
                    shortened(text)
                )));
            }
        };
        match rook {
            Some(rook) => rights.add(rook),
            None => {
                let name = color_name(color);
                return Err(TextError::new(format!(
                    "the castling right {ch} needs {name}'s king and a rook on that side of it on their first \
                     rank; write - where nobody may castle"
                )));
            }
        }
    }
    Ok(rights)
}

fn read_en_passant(text: &str) -> Result<Option<Square>, TextError> {
    if text == "-" {
        return Ok(None);
    }
    text.to_ascii_lowercase().parse().map(Some).map_err(|_| {
        TextError::new(format!(
            "expected an en passant square such as e3, or -, found `{}`",
            shortened(text)
        ))
    })
}

fn read_number(text: &str, of_what: &str) -> Result<u32, TextError> {
    text.parse().map_err(|_| {
        TextError::new(format!(
            "expected the number of {of_what}, found `{}`",
            shortened(text)
        ))
    })
}

fn check_men(board: &Placement) -> Result<(), TextError> {
    for color in Color::ALL {
        let name = color_name(color).to_lowercase();
        match (board.kings() & board.by_color(color)).count() {
            0 => return Err(TextError::new(format!("no {name} king"))),
            1 => {}
            2 => return Err(TextError::new(format!("two {name} kings"))),
            n_kings => return Err(TextError::new(format!("{n_kings} {name} kings"))),
        }
        let n_pawns = (board.pawns() & board.by_color(color)).count();
        if n_pawns > 8 {
            return Err(TextError::new(format!(
                "{n_pawns} {name} pawns: a side has at most 8"
            )));
        }
        let n_men = board.by_color(color).count();
        if n_men > 16 {
            return Err(TextError::new(format!(
                "{n_men} {name} men: a side has at most 16"
            )));
        }
    }
    match (board.pawns() & Bitboard::BACKRANKS).first() {
        Some(square) => Err(TextError::new(format!(
            "a pawn on the first or last rank, on {square}"
        ))),
        None => Ok(()),
    }
}

fn check_kings_apart(board: &Placement) -> Result<(), TextError> {
    match (board.king_of(Color::White), board.king_of(Color::Black)) {
        (Some(white), Some(black)) if attacks::king_attacks(white).contains(black) => {
            Err(TextError::new(format!(
                "the kings stand side by side, on {white} and {black}"
            )))
        }
        _ => Ok(()),
    }
}

fn illegal(kinds: PositionErrorKinds, turn: Color, ep_square: Option<Square>) -> String {
    if kinds.contains(PositionErrorKinds::OPPOSITE_CHECK) {
        let attacked = color_name(!turn).to_lowercase();
        format!(
            "the side not to move is in check: it is {}'s move and the {attacked} king is attacked",
            color_name(turn)
        )
    } else if let Some(square) =
        ep_square.filter(|_| kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE))
    {
        format!("no pawn can just have passed {square}; write - where there is no en passant")
    } else if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
        "the castling rights do not fit the board: at most one rook on each side of a king".into()
    } else {
        "the position is not legal".into()
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position;

    use super::*;

    fn check(text: &str, expected: Result<&str, &str>) {
        let found = read_fen(text)
            .map(|chess| write_fen(&Full::new(chess, Color::White), View { us: Color::White }))
            .map_err(|error| error.message);
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
        // Taking would bare the king on d8 to the rook.
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
            Err("no pawn can just have passed e6; write - where there is no en passant"),
        );
        check(
            "8/8/8/3k4/8/8/8/4K3 w K -",
            Err(
                "the castling right K needs White's king and a rook on that side of it on their first rank; \
                 write - where nobody may castle",
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
