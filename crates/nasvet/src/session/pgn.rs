//! Games as PGN, the text in which chess games are kept everywhere; Nim is kept in the same form.
//!
//! The position at the beginning stands in the tag `FEN`, the chapter in `NasvetChapter`. Behind a move of ours stands
//! a comment: `{[%advice krk,squeeze] Make the box smaller.}`

mod reader;
mod writer;

pub(crate) use reader::{PgnGame, Place, read};
pub(crate) use writer::{Frame, write};

use crate::session::record::By;

/// The tag that names the chapter.
pub(crate) const CHAPTER_TAG: &str = "NasvetChapter";

/// The tag that names the game, where it is not chess.
pub(crate) const GAME_TAG: &str = "Variant";

/// Who played a move, at the head of its comment.
fn write_by(by: &By, chapter: &str) -> String {
    match by {
        By::Hand => String::new(),
        By::Advice(piece) => {
            let chapter = chapter.replace([',', ']', '{', '}', '\n'], "_");
            format!("[%advice {chapter},{piece}]")
        }
        By::Opponent(name) => format!("[%opponent {name}]"),
    }
}

/// Who played a move, by whose chapter, and the rest of its comment.
pub(crate) fn read_by(comment: &str) -> (By, Option<String>, &str) {
    let head = comment
        .strip_prefix("[%")
        .and_then(|rest| rest.split_once(']'));
    let Some((head, rest)) = head else {
        return (By::Hand, None, comment);
    };
    let rest = rest.trim_start();
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|ch| ch.is_alphanumeric() || ch == '_');
    if let Some((chapter, piece)) = head
        .strip_prefix("advice ")
        .and_then(|said| said.rsplit_once(','))
        && is_name(piece)
    {
        return (By::Advice(piece.into()), Some(chapter.into()), rest);
    }
    match head.strip_prefix("opponent ") {
        Some(name) if is_name(name) => (By::Opponent(name.into()), None, rest),
        Some(_) | None => (By::Hand, None, comment),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_played_a_move_survives_writing_and_reading() {
        for by in [By::Advice("squeeze".into()), By::Opponent("random".into())] {
            let comment = format!("{} Make the box smaller.", write_by(&by, "krk"));
            let (found, _, rest) = read_by(&comment);
            assert_eq!((found, rest), (by, "Make the box smaller."));
        }
        assert_eq!(read_by("[%clk 1:00] x").0, By::Hand);
        assert_eq!(read_by("[%clk 1:00] x").2, "[%clk 1:00] x");
    }
}
