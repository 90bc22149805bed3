//! Writes a record as PGN.

use super::{CHAPTER_TAG, GAME_TAG, write_by};
use crate::session::record::{Opening, Record, number};

/// What stands around the moves of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<'a> {
    /// The chapter at the beginning.
    pub(crate) chapter: &'a str,
    /// The players, the one who would have White first.
    pub(crate) players: [&'a str; 2],
    /// The result, `*` if there is none yet.
    pub(crate) result: &'a str,
    /// How moves are counted.
    pub(crate) opening: Opening,
}

/// Lines of moves are at most so long, as the standard has it.
const WIDTH: usize = 79;

/// The game as PGN.
pub(crate) fn write(record: &Record, frame: Frame<'_>) -> String {
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
    let mut text = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let value: String = value.chars().filter(|ch| !ch.is_control()).collect();
        text += &format!("[{name} \"{value}\"]\n");
    }
    text.push('\n');
    text + &fill(&words(record, frame))
}

/// The words of the move text, in order.
fn words(record: &Record, frame: Frame<'_>) -> Vec<String> {
    let mut words = Vec::new();
    // After a comment, the number of a move of the second player is told again.
    let mut tell_number = true;
    for (idx, ply) in record.plies.iter().enumerate() {
        let label = number(frame.opening, idx).replace('…', "...");
        if tell_number || !label.ends_with("...") {
            words.push(label);
        }
        words.push(ply.text.clone());
        let comment = format!("{} {}", write_by(&ply.by, &ply.chapter), ply.comment);
        let comment = comment.replace('{', "(").replace('}', ")");
        let in_comment: Vec<&str> = comment.split_whitespace().collect();
        tell_number = !in_comment.is_empty();
        if tell_number {
            words.extend(
                format!("{{{}}}", in_comment.join(" "))
                    .split(' ')
                    .map(String::from),
            );
        }
    }
    words.push(frame.result.into());
    words
}

/// The words in lines.
fn fill(words: &[String]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text += word;
        width += length;
    }
    text.push('\n');
    text
}
