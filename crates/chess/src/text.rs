//! Positions and moves as the outside world writes them: in colours, from White's side.

mod fen;
mod epd;
mod san;
mod pgn;

use shakmaty::{Color, Move, Square};

use domain::Side;

pub use epd::{Epd, EpdError, EpdErrorKind, EpdOperation, read_epd};
pub use fen::{FenError, FenErrorKind, read_fen, write_epd_fields, write_fen};
pub use pgn::{
    PgnError, PgnErrorKind, PgnGame, PgnMove, PgnNumbering, PgnPlace, PgnText, read_pgn, write_pgn,
};
pub use san::{MoveError, MoveErrorKind, read_move, write_san, write_uci};

/// How our side of the board is seen from outside: which colour is us.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Our colour.
    pub us: Color,
}

impl View {
    /// The real square of a square as we see it, and the other way round.
    pub fn turn_square(self, square: Square) -> Square {
        match self.us {
            Color::White => square,
            Color::Black => square.flip_vertical(),
        }
    }

    /// The real move of a move as we see it, and the other way round.
    pub fn turn_move(self, m: Move) -> Move {
        match self.us {
            Color::White => m,
            Color::Black => m.to_mirrored(),
        }
    }

    /// The colour of a side.
    pub fn color(self, side: Side) -> Color {
        match side {
            Side::Us => self.us,
            Side::Them => !self.us,
        }
    }
}

/// The name of a colour: `White`.
pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// At most the first characters of a text, so that a message stays short whatever was typed.
fn shortened(text: &str) -> String {
    const MAX_SHOWN: usize = 24;
    match text.char_indices().nth(MAX_SHOWN) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
