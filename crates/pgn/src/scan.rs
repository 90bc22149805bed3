//! Where the moves of a PGN text stand: tags and main lines, with places in bytes.
//!
//! The text may be in any encoding that has ASCII in it, with any ends of lines, and need not be well formed: whatever is
//! not understood is passed over.

use std::ops::Range;

use chess::tag_value;

/// A game of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScannedGame {
    /// Names and values of tags, as far as they are text.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line.
    pub moves: Vec<ScannedMove>,
    /// Where a comment before the first move would stand: after the tags.
    pub start: usize,
}

/// A move of the main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScannedMove {
    /// The move.
    pub san: Range<usize>,
    /// After the move and its glyphs.
    pub after_glyphs: usize,
    /// After everything that belongs to the move: glyphs, comments and variations.
    pub end: usize,
    /// Has somebody said whether the move is good?
    pub is_judged: bool,
}

impl ScannedGame {
    /// The value of a tag. Case does not matter in its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag_value(&self.tags, name)
    }
}

/// The games of a text.
pub fn scan(text: &[u8]) -> Vec<ScannedGame> {
    let mut scanner = Scanner {
        text,
        at: 0,
        depth: 0,
        games: Vec::new(),
        game: ScannedGame::default(),
        has_content: false,
    };
    scanner.run();
    scanner.games
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    /// How many variations are open.
    depth: usize,
    games: Vec<ScannedGame>,
    game: ScannedGame,
    /// Has the game at hand a tag or a move?
    has_content: bool,
}

impl Scanner<'_> {
    fn run(&mut self) {
        while let Some(&byte) = self.text.get(self.at) {
            let begin = self.at;
            match byte {
                b'%' | b';' if byte == b';' || self.is_line_start() => {
                    self.skip_until(b'\n');
                    self.belongs();
                }
                b'{' => {
                    self.skip_until(b'}');
                    self.belongs();
                }
                b'[' if self.depth == 0 => self.tag(),
                b'(' => {
                    self.depth += 1;
                    self.at += 1;
                }
                b')' => {
                    self.at += 1;
                    self.depth = self.depth.saturating_sub(1);
                    self.belongs();
                }
                b'$' => {
                    self.at += 1;
                    let code = self.word(|byte| byte.is_ascii_digit());
                    self.glyph(matches!(&self.text[code], [b'1'..=b'6']));
                }
                b'!' | b'?' => {
                    self.word(|byte| matches!(byte, b'!' | b'?'));
                    self.glyph(true);
                }
                _ if is_symbol(byte) => {
                    self.word(is_symbol);
                    self.symbol(begin..self.at);
                }
                _ => self.at += 1,
            }
        }
        self.finish();
    }

    /// A move, its number, or a result; a number may stand before its move without a blank.
    fn symbol(&mut self, range: Range<usize>) {
        let word = &self.text[range.clone()];
        if self.depth > 0 {
            return;
        }
        if RESULTS.contains(&word) {
            self.has_content = true;
            self.game.start = match self.game.moves.is_empty() {
                true => range.start,
                false => self.game.start,
            };
            self.finish();
            return;
        }
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = word[digits..]
            .iter()
            .take_while(|byte| **byte == b'.')
            .count();
        let number = match dots {
            0 if digits < word.len() => 0,
            _ => digits + dots,
        };
        let san = range.start + number..range.end;
        let is_move = self.text[san.clone()]
            .first()
            .is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'0' | b'-' | b'@'));
        if !is_move {
            return;
        }
        if self.game.moves.is_empty() {
            self.game.start = range.start;
        }
        self.has_content = true;
        self.game.moves.push(ScannedMove {
            after_glyphs: san.end,
            end: san.end,
            san,
            is_judged: false,
        });
    }

    fn glyph(&mut self, judges: bool) {
        let at = self.at;
        if self.depth == 0
            && let Some(last) = self.game.moves.last_mut()
        {
            // A glyph after a comment belongs to the move, but nothing may stand between.
            if last.end == last.after_glyphs {
                last.after_glyphs = at;
            }
            last.is_judged |= judges;
            last.end = at;
        }
    }

    /// What has just been passed belongs to the last move, unless it is inside a variation.
    fn belongs(&mut self) {
        let at = self.at;
        if self.depth == 0
            && let Some(last) = self.game.moves.last_mut()
        {
            last.end = at;
        }
    }

    /// A tag; after moves it begins another game.
    fn tag(&mut self) {
        if !self.game.moves.is_empty() {
            self.finish();
        }
        let begin = self.at + 1;
        let mut is_quoted = false;
        self.at += 1;
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\\' if is_quoted => self.at += 1,
                b'"' => is_quoted = !is_quoted,
                b']' if !is_quoted => break,
                // A tag that is not closed ends with its line.
                b'\n' => break,
                _ => {}
            }
            self.at += 1;
        }
        let end = self.at.min(self.text.len());
        self.at = (end + 1).min(self.text.len());
        let inside = String::from_utf8_lossy(&self.text[begin..end]);
        if let Some((name, value)) = inside.split_once('"') {
            let value = value.trim_end().trim_end_matches('"');
            let value = value.replace("\\\"", "\"").replace("\\\\", "\\");
            self.game.tags.push((name.trim().to_owned(), value));
        }
        self.has_content = true;
        self.game.start = self.at;
    }

    fn finish(&mut self) {
        self.depth = 0;
        let game = std::mem::take(&mut self.game);
        if std::mem::take(&mut self.has_content) {
            self.games.push(game);
        }
    }

    fn word(&mut self, belongs: fn(u8) -> bool) -> Range<usize> {
        let begin = self.at;
        while self.text.get(self.at).is_some_and(|byte| belongs(*byte)) {
            self.at += 1;
        }
        begin..self.at
    }

    /// Goes behind the next byte of this kind, or to the end.
    fn skip_until(&mut self, byte: u8) {
        let rest = &self.text[self.at..];
        let found = rest.iter().position(|other| *other == byte);
        self.at += found.map_or(rest.len(), |at| at + 1);
    }

    fn is_line_start(&self) -> bool {
        self.at == 0 || self.text[self.at - 1] == b'\n'
    }
}

const RESULTS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];

fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(
            byte,
            b'+' | b'#' | b'=' | b':' | b'-' | b'/' | b'_' | b'*' | b'.' | b'@'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Vec<&str>> {
        let games = scan(text.as_bytes());
        let games = games.iter().map(|game| {
            let moves = game.moves.iter();
            moves.map(|m| &text[m.san.clone()]).collect()
        });
        games.collect()
    }

    #[test]
    fn moves_of_the_main_line_are_found() {
        let check = |text: &str, expected: &[&[&str]]| assert_eq!(moves(text), expected, "{text}");
        check("1. e4 e5 2. Nf3 *", &[&["e4", "e5", "Nf3"]]);
        check("1.e4 e5 2.Nf3", &[&["e4", "e5", "Nf3"]]);
        check(
            "1. e4 {e5 )} (1. d4 (1. c4) d5) 1... e5!? $14 1-0",
            &[&["e4", "e5"]],
        );
        check(
            "1. O-O 0-0-0 -- e8=Q+ ; rest e4\n% e4\n1/2-1/2",
            &[&["O-O", "0-0-0", "--", "e8=Q+"]],
        );
        check("e4 e5 * d4 d5 *", &[&["e4", "e5"], &["d4", "d5"]]);
        check(
            "[A \"b\"]\r\n\r\n1. e4 *\r\n\r\n[A \"c\"]\r\n*",
            &[&["e4"], &[]],
        );
        check("", &[]);
        check("{ open", &[]);
        check("((((", &[]);
    }

    #[test]
    fn tags_are_read() {
        let games = scan(b"[White \"a \\\"b\\\" ]\"]\n[FEN \"x\"]\n\n*");
        assert_eq!(games[0].tag("white"), Some("a \"b\" ]"));
        assert_eq!(games[0].tag("fen"), Some("x"));
    }

    #[test]
    fn what_belongs_to_a_move_is_known() {
        let text = "1. e4! $10 {a} (1. d4) {b} e5 *";
        let game = &scan(text.as_bytes())[0];
        let first = &game.moves[0];
        assert_eq!(&text[first.san.end..first.after_glyphs], "! $10");
        assert_eq!(&text[first.after_glyphs..first.end], " {a} (1. d4) {b}");
        assert!(first.is_judged && !game.moves[1].is_judged);
    }
}
