//! Writes a game as PGN.

use super::PgnGame;

/// How the moves of a game are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PgnNumbering {
    /// The number of the first move.
    pub first: u32,
    /// Does Black make the first move?
    pub black_begins: bool,
}

impl Default for PgnNumbering {
    /// White makes move 1.
    fn default() -> PgnNumbering {
        PgnNumbering {
            first: 1,
            black_begins: false,
        }
    }
}

impl PgnNumbering {
    /// The number of a ply, and whether Black makes it.
    fn of(self, ply: usize) -> (usize, bool) {
        let half = ply + usize::from(self.black_begins);
        (self.first as usize + half / 2, !half.is_multiple_of(2))
    }
}

/// The longest line of moves that the standard allows.
const WIDTH: usize = 79;

/// Writes a game. Its result is the tag `Result`, or `*` without one.
pub fn write_pgn(game: &PgnGame, numbering: PgnNumbering) -> String {
    let mut text = String::new();
    for (name, value) in &game.tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let value: String = value.chars().filter(|ch| !ch.is_control()).collect();
        text += &format!("[{name} \"{value}\"]\n");
    }
    text.push('\n');
    text + &fill(&words(game, numbering))
}

/// The words of the move text, in order.
fn words(game: &PgnGame, numbering: PgnNumbering) -> Vec<String> {
    let mut words = Vec::new();
    // A move of Black's needs its number only at the beginning and after a comment.
    let mut needs_number = true;
    for (ply, m) in game.moves.iter().enumerate() {
        match numbering.of(ply) {
            (number, false) => words.push(format!("{number}.")),
            (number, true) if needs_number => words.push(format!("{number}...")),
            (_, true) => {}
        }
        words.push(m.text.clone());
        let comment = m.comment.replace('{', "(").replace('}', ")");
        let in_comment: Vec<&str> = comment.split_whitespace().collect();
        needs_number = !in_comment.is_empty();
        if needs_number {
            let comment = format!("{{{}}}", in_comment.join(" "));
            words.extend(comment.split(' ').map(String::from));
        }
    }
    words.push(game.tag("Result").unwrap_or("*").into());
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
