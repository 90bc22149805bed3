//! Chess as a domain: rules, text, geometry, and the chess vocabulary.
//!
//! A position is a [`Board`]: [`Full`] knows all the rules, [`Small`] is fast and holds up to five men. Both are seen
//! from our side; [`View`] remembers which colour that is, for reading and writing. [`Chess`] is the domain.

mod role_moves;
mod board;
mod kind;
mod order;
mod full;
mod packed;
mod reach;
mod generate;
mod small;
mod text;
mod header;
mod geometry;
mod travel;
mod words;
mod domain;

pub use self::domain::{Chess, Knowledge};
pub use board::Board;
pub use full::{Convert, Full};
pub use kind::{KIND, ROLES, SQUARE, man_of};
pub use packed::Small;
pub use role_moves::RoleMoves;
pub use small::PlacedPiece;
pub use text::{
    Epd, EpdError, EpdErrorKind, EpdOperation, FenError, FenErrorKind, MoveError, MoveErrorKind,
    PgnError, PgnErrorKind, PgnGame, PgnMove, PgnNumbering, PgnPlace, PgnText, View, read_epd,
    read_fen, read_move, read_pgn, write_epd_fields, write_fen, write_pgn, write_san, write_uci,
};
