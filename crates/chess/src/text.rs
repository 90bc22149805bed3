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
    PgnError, PgnErrorKind, PgnGame, PgnMove, PgnNumbering, PgnPlace, PgnText, read_pgn, tag_value,
    write_pgn,
};
pub use san::{MoveError, MoveErrorKind, read_move, write_san, write_uci};

/// Which colour is us: what connects our view of the board with real colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Our colour.
    pub us: Color,
}

impl View {
    /// Converts a square between our view and the real board; it is its own inverse.
    pub fn turn_square(self, square: Square) -> Square {
        match self.us {
            Color::White => square,
            Color::Black => square.flip_vertical(),
        }
    }

    /// Converts a move between our view and the real board; it is its own inverse.
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

/// The first characters of a text, so that messages stay short.
fn shortened(text: &str) -> String {
    const MAX_SHOWN: usize = 24;
    match text.char_indices().nth(MAX_SHOWN) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
