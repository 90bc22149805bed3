//! How the record of a session becomes a PGN game; Nim is kept in the same form.
//!
//! The first position is in the tag `FEN`, the chapter in `NasvetChapter`. The comment of a move of ours begins with
//! the advice that played it: `{[%advice krk,squeeze] Make the box smaller.}`

use chess::{PgnGame, PgnMove};

use crate::session::record::{By, Record};

/// The tag that names the chapter.
pub(crate) const CHAPTER_TAG: &str = "NasvetChapter";

/// The tag that names the game, where it is not chess.
pub(crate) const GAME_TAG: &str = "Variant";

/// The tags that a record does not hold itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<'a> {
    /// The chapter at the beginning.
    pub(crate) chapter: &'a str,
    /// The players; the first one plays White, or begins.
    pub(crate) players: [&'a str; 2],
    /// The result, `*` if there is none yet.
    pub(crate) result: &'a str,
}

/// A record as a PGN game.
pub(crate) fn game_of(record: &Record, frame: Frame<'_>) -> PgnGame {
    let mut tags = vec![
        ("Event", "A game by advice"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("White", frame.players[0]),
        ("Black", frame.players[1]),
        ("Result", frame.result),
    ];
    if record.game != "chess" {
        tags.push((GAME_TAG, &record.game));
    }
    tags.extend([
        ("SetUp", "1"),
        ("FEN", &record.start),
        (CHAPTER_TAG, frame.chapter),
    ]);
    let tags = tags.into_iter();
    let moves = record.plies.iter().map(|ply| PgnMove {
        text: ply.text.clone(),
        comment: format!("{} {}", write_by(&ply.by, &ply.chapter), ply.comment),
    });
    PgnGame {
        tags: tags
            .map(|(name, value)| (name.into(), value.into()))
            .collect(),
        moves: moves.collect(),
    }
}

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
