//! Chess as a domain: rules, text, geometry, and the chess vocabulary.
//!
//! A position is a [`Board`]: [`Full`] knows all the rules, [`Small`] is fast and holds up to five pieces, [`AnyBoard`]
//! is whichever of the two a position needs. All are seen from our side; [`View`] remembers which colour that is, for reading and writing. [`Chess`] is the domain.
//!
//! ```
//! use domain::{Game, Meaning, Notation, Rules, Side, Value};
//! use nasvet_chess::{Chess, Small};
//!
//! // A header says which pieces are ours, and so who is us.
//! let chess = Chess::<Small>::new();
//! let header = chess.read_header(&["us", "K", "R", "them", "K"]).expect("both sides are named");
//! let (position, view) = chess.read_position("8/8/8/3k4/8/8/1R6/K7 w - -", &header)?;
//! assert_eq!(chess.turn(&position), Side::Us);
//!
//! // Moves are read and written in standard notation.
//! let m = chess.read_move(&position, view, "Rb5")?;
//! assert_eq!(chess.write_move(&position, view, m), "Rb5+");
//!
//! // Each word of the vocabulary has a value in every position, or none.
//! let after = chess.play(&position, m);
//! let word = |name| chess.vocabulary().words_named(name).next().expect("a word of chess");
//! assert_eq!(chess.word(word("in_check"), &after, Side::Us, &[]), Some(Value::Truth(true)));
//! assert_eq!(chess.word(word("queen"), &after, Side::Us, &[Value::Side(Side::Us)]), None);
//! # Ok::<(), domain::TextError>(())
//! ```
//!
//! Texts can also be read without a header: [`read_fen`], [`read_move`], [`read_epd`], [`read_pgn`].

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
mod proved;
mod words;
mod domain;
mod any_board;

pub use self::domain::{Chess, Knowledge};
pub use any_board::AnyBoard;
pub use board::Board;
pub use full::{Convert, Full};
pub use kind::{KIND, ROLES, SQUARE, man_of, name_of};
pub use packed::Small;
pub use proved::ProvedEnding;
pub use role_moves::RoleMoves;
pub use small::PlacedPiece;
pub use text::{
    Epd, EpdError, EpdErrorKind, EpdOperation, FenError, FenErrorKind, MoveError, MoveErrorKind,
    PgnError, PgnErrorKind, PgnGame, PgnMove, PgnNumbering, PgnPlace, PgnText, View, read_epd,
    read_fen, read_move, read_pgn, tag_value, write_epd_fields, write_fen, write_pgn, write_san,
    write_uci,
};
