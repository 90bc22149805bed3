//! Games as PGN, the text format in which chess games are kept.
//!
//! A [`PgnGame`] is tags and moves as text; the moves need not be legal, nor moves of chess.
//! Comments belong to the move before them. Variations and annotation glyphs are skipped by the reader.

mod reader;
mod writer;

use std::fmt;

pub use reader::{PgnText, read_pgn};
pub use writer::{PgnNumbering, write_pgn};

/// A game: its tags and its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// Names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line.
    pub moves: Vec<PgnMove>,
}

/// A move and the comment after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// The move, as it is written.
    pub text: String,
    /// The comment, without braces; empty if there is none.
    pub comment: String,
}

impl PgnGame {
    /// The value of a tag. Case does not matter in its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag_value(&self.tags, name)
    }
}

/// The value of a tag among the names and values of a game. Case does not matter in its name.
pub fn tag_value<'t>(tags: &'t [(String, String)], name: &str) -> Option<&'t str> {
    let mut tags = tags.iter();
    let found = tags.find(|(tag, _)| tag.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.as_str())
}

/// A place in a text, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnPlace {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl fmt::Display for PgnPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What is wrong with a text, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnError {
    /// Where.
    pub place: PgnPlace,
    /// What.
    pub kind: PgnErrorKind,
}

/// What can be wrong with the text of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// The text is too long.
    TooLarge,
    /// The game has too many moves.
    TooManyMoves,
    /// Variations are nested too deeply.
    NestedTooDeep,
    /// A comment without its closing brace.
    OpenComment,
    /// A variation without its closing parenthesis.
    OpenVariation,
    /// A `)` outside variations.
    StrayParenthesis,
    /// A `}` outside comments.
    StrayBrace,
    /// A tag without a name.
    TagWithoutName,
    /// The value of a tag is not quoted.
    TagNotQuoted,
    /// The value of a tag has no closing quotation mark.
    OpenTagValue,
    /// A tag without its closing bracket.
    OpenTag,
    /// A character that begins nothing.
    Unexpected,
}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tag = |f: &mut fmt::Formatter<'_>, what: &str| {
            write!(f, "{what}; a tag looks like [Event \"Example\"]")
        };
        match self {
            PgnErrorKind::TooLarge => f.write_str("the file is larger than one mebibyte"),
            PgnErrorKind::TooManyMoves => f.write_str("the game has more than 4000 moves"),
            PgnErrorKind::NestedTooDeep => f.write_str("variations are nested too deep"),
            PgnErrorKind::OpenComment => f.write_str("this comment has no end: `}` is missing"),
            PgnErrorKind::OpenVariation => f.write_str("this variation has no end: `)` is missing"),
            PgnErrorKind::StrayParenthesis => f.write_str("this `)` ends no variation"),
            PgnErrorKind::StrayBrace => f.write_str("this `}` ends no comment"),
            PgnErrorKind::TagWithoutName => tag(f, "this tag has no name"),
            PgnErrorKind::TagNotQuoted => tag(
                f,
                "the value of this tag does not begin with a quotation mark",
            ),
            PgnErrorKind::OpenTagValue => tag(f, "the value of this tag has no end"),
            PgnErrorKind::OpenTag => tag(f, "this tag does not end with `]`"),
            PgnErrorKind::Unexpected => f.write_str("expected a tag, a move or a comment"),
        }
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

impl std::error::Error for PgnError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game reads back as it was written, unless its comments hold braces.
    #[test]
    fn what_is_written_is_read() {
        let tags = [("Event", "a \"b\" \\c"), ("Result", "1-0")];
        let moves = [("e4", ""), ("e5", "solid"), ("Nf3", ""), ("Nc6", "")];
        let game = PgnGame {
            tags: tags.map(|(name, value)| (name.into(), value.into())).into(),
            moves: moves
                .map(|(text, comment)| PgnMove {
                    text: text.into(),
                    comment: comment.into(),
                })
                .into(),
        };
        let text = write_pgn(&game, PgnNumbering::default());
        assert_eq!(read_pgn(&text).expect("it was written").game, game);
        let moves = text.lines().last();
        assert_eq!(moves, Some("1. e4 e5 {solid} 2. Nf3 Nc6 1-0"));
        let black_begins = PgnNumbering {
            first: 7,
            black_begins: true,
        };
        let text = write_pgn(&game, black_begins);
        assert_eq!(
            text.lines().last(),
            Some("7... e4 8. e5 {solid} 8... Nf3 9. Nc6 1-0")
        );
    }
}
