//! Reads the first game of a PGN text, forgivingly, and names the place of what cannot be read.
//!
//! Tags may be missing; comments are kept with the move before them; variations, annotation glyphs, move numbers and
//! whatever follows the result are left out. Whether the moves are legal is not asked here.

use std::fmt;

/// A game as it was written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PgnGame {
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) moves: Vec<PgnMove>,
    /// Do further games follow?
    pub(crate) more: bool,
}

/// A move as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PgnMove {
    pub(crate) text: String,
    pub(crate) comment: String,
    pub(crate) place: Place,
}

/// A place in a text, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PgnError {
    pub(crate) place: Place,
    pub(crate) message: String,
}

/// Longer texts are refused.
const MAX_TEXT: usize = 1 << 20;

/// Longer games are refused; the longest that was ever played has fewer than 600.
const MAX_MOVES: usize = 4_000;

/// Variations are nested at most so deep.
const MAX_NESTING: usize = 100;

impl PgnGame {
    /// The value of a tag, whatever the case of its name.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        let found = self
            .tags
            .iter()
            .find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }
}

/// Reads the first game of a text.
pub(crate) fn read(text: &str) -> Result<PgnGame, PgnError> {
    let mut reader = Reader {
        rest: text.strip_prefix('\u{feff}').unwrap_or(text),
        line: 1,
        column: 1,
    };
    if text.len() > MAX_TEXT {
        return Err(reader.error("the file is larger than one mebibyte"));
    }
    let mut game = PgnGame::default();
    loop {
        reader.skip_blanks();
        let Some(next) = reader.rest.chars().next() else {
            return Ok(game);
        };
        match next {
            '[' if !game.moves.is_empty() => {
                game.more = true;
                return Ok(game);
            }
            '[' => game.tags.push(reader.tag()?),
            '{' => {
                let comment = reader.enclosed('}', "this comment has no end: `}` is missing")?;
                note(&mut game, &comment);
            }
            ';' => {
                let comment = reader.take_while(|ch| ch != '\n').to_owned();
                note(&mut game, &comment[1..]);
            }
            '(' => reader.variation()?,
            ')' => return Err(reader.error("this `)` ends no variation")),
            '}' => return Err(reader.error("this `}` ends no comment")),
            _ => {
                let place = reader.place();
                let word = reader.take_while(|ch| !ch.is_whitespace() && !"{}()[];".contains(ch));
                if word.is_empty() {
                    return Err(reader.error("expected a tag, a move or a comment"));
                }
                if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
                    reader.skip_blanks();
                    game.more = !reader.rest.is_empty();
                    return Ok(game);
                }
                if let Some(text) = move_in(word) {
                    if game.moves.len() == MAX_MOVES {
                        return Err(reader.error("the game has more than 4000 moves"));
                    }
                    game.moves.push(PgnMove {
                        text: text.into(),
                        comment: String::new(),
                        place,
                    });
                }
            }
        }
    }
}

/// Adds a comment to the last move; what stands before the first is about the game, and is left out.
fn note(game: &mut PgnGame, comment: &str) {
    let Some(last) = game.moves.last_mut() else {
        return;
    };
    let words: Vec<&str> = comment.split_whitespace().collect();
    if !last.comment.is_empty() && !words.is_empty() {
        last.comment.push(' ');
    }
    last.comment += &words.join(" ");
}

/// The move in a word, without its number; nothing in a bare number or a glyph such as `$1` or `!?`.
fn move_in(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|ch: char| ch.is_ascii_digit());
    let bare = if digits.starts_with(['.', '…']) || digits.is_empty() {
        digits.trim_start_matches(['.', '…'])
    } else {
        word
    };
    let is_glyph = bare.starts_with('$') || bare.chars().all(|ch| "!?".contains(ch));
    (!is_glyph).then_some(bare)
}

/// A text, and the place up to which it has been read.
struct Reader<'t> {
    rest: &'t str,
    line: usize,
    column: usize,
}

impl<'t> Reader<'t> {
    fn place(&self) -> Place {
        Place {
            line: self.line,
            column: self.column,
        }
    }

    fn error(&self, message: &str) -> PgnError {
        PgnError {
            place: self.place(),
            message: message.into(),
        }
    }

    /// Goes on by so many bytes.
    fn advance(&mut self, n_bytes: usize) -> &'t str {
        let (read, rest) = self.rest.split_at(n_bytes);
        for ch in read.chars() {
            if ch == '\n' {
                self.line += 1;
                self.column = 1;
            } else {
                self.column += 1;
            }
        }
        self.rest = rest;
        read
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|ch| !wanted(ch)).unwrap_or(self.rest.len());
        self.advance(end)
    }

    /// Blanks, and lines that begin with `%`, which are for other programs.
    fn skip_blanks(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if self.column == 1 && self.rest.starts_with('%') {
                self.take_while(|ch| ch != '\n');
            } else {
                return;
            }
        }
    }

    /// What stands between the sign at hand and the one that closes it.
    fn enclosed(&mut self, close: char, missing: &str) -> Result<String, PgnError> {
        match self.rest.find(close) {
            Some(end) => Ok(self.advance(end + close.len_utf8())[1..end].to_owned()),
            None => Err(self.error(missing)),
        }
    }

    /// `[Name "value"]`
    fn tag(&mut self) -> Result<(String, String), PgnError> {
        let begin = self.place();
        let wrong = |what: &str| PgnError {
            place: begin,
            message: format!("{what}; a tag looks like [Event \"Example\"]"),
        };
        self.advance(1);
        self.take_while(char::is_whitespace);
        let name = self
            .take_while(|ch| ch.is_alphanumeric() || ch == '_')
            .to_owned();
        if name.is_empty() {
            return Err(wrong("this tag has no name"));
        }
        self.take_while(char::is_whitespace);
        if !self.rest.starts_with('"') {
            return Err(wrong(
                "the value of this tag does not begin with a quotation mark",
            ));
        }
        self.advance(1);
        let mut value = String::new();
        loop {
            value += self.take_while(|ch| !matches!(ch, '"' | '\\' | '\n'));
            match self.rest.chars().next() {
                Some('"') => break,
                Some('\\') => {
                    self.advance(1);
                    let escaped = self.rest.chars().next().map_or(0, char::len_utf8);
                    value += self.advance(escaped);
                }
                Some(_) | None => return Err(wrong("the value of this tag has no end")),
            }
        }
        self.advance(1);
        self.take_while(char::is_whitespace);
        if !self.rest.starts_with(']') {
            return Err(wrong("this tag does not end with `]`"));
        }
        self.advance(1);
        Ok((name, value))
    }

    /// Leaves out a variation and those inside it.
    fn variation(&mut self) -> Result<(), PgnError> {
        let begin = self.place();
        let mut depth = 0;
        loop {
            self.take_while(|ch| !"(){;".contains(ch));
            match self.rest.chars().next() {
                Some('(') if depth == MAX_NESTING => {
                    return Err(self.error("variations are nested too deep"));
                }
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some('{') => {
                    self.enclosed('}', "this comment has no end: `}` is missing")?;
                    continue;
                }
                Some(_) => {
                    self.take_while(|ch| ch != '\n');
                    continue;
                }
                None => {
                    return Err(PgnError {
                        place: begin,
                        message: "this variation has no end: `)` is missing".into(),
                    });
                }
            }
            self.advance(1);
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> String {
        let game = read(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let moves = game.moves.iter().map(|m| match m.comment.as_str() {
            "" => m.text.clone(),
            comment => format!("{}|{comment}", m.text),
        });
        moves.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn whatever_is_no_move_is_left_out() {
        let check = |text: &str, expected: &str| assert_eq!(moves(text), expected, "{text}");
        check("", "");
        check("1. e4 e5 2. Nf3 *", "e4 e5 Nf3");
        check("1.e4 e5 2.Nf3 Nc6 1/2-1/2", "e4 e5 Nf3 Nc6");
        check("1... e5 2 Nf3 $1 !? Nc6! 0-1", "e5 Nf3 Nc6!");
        check("1. e4 (1. d4 d5 (1... Nf6 {)}) 2. c4) e5", "e4 e5");
        check(
            "{before} 1. e4 {a\n b} {c} e5 ; to the end\n2. Nf3",
            "e4|a b c e5|to the end Nf3",
        );
        check("% for others\n1. e4\n%no e5\ne6", "e4 e6");
        check("1. O-O 0-0-0 2. e8=Q+ 1-0", "O-O 0-0-0 e8=Q+");
        check("1. 2→0 1:4→3 *", "2→0 1:4→3");
    }

    #[test]
    fn tags_are_read_with_their_escapes() {
        let game = read("[Event \"a \\\"b\\\" \\\\c\"]\n[ FEN  \"8/8\" ]\n*\n").expect("a game");
        assert_eq!(game.tag("event"), Some("a \"b\" \\c"));
        assert_eq!(game.tag("FEN"), Some("8/8"));
        assert!(!game.more);
        assert!(read("1. e4 *\n\n1. d4 *").expect("a game").more);
        assert!(read("1. e4\n[Event \"x\"]\n").expect("a game").more);
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_place() {
        let check = |text: &str, line: usize, column: usize, message: &str| {
            let error = read(text).expect_err("no game");
            assert_eq!(error.place, Place { line, column }, "{text}");
            assert!(error.message.contains(message), "{}", error.message);
        };
        check("1. e4\n  {never", 2, 3, "`}` is missing");
        check("1. e4 (1. d4 (1. c4)", 1, 7, "`)` is missing");
        check("1. e4 )", 1, 7, "ends no variation");
        check("[Event x]", 1, 1, "quotation mark");
        check("[Event \"x", 1, 1, "has no end");
        check("\n[Event \"x\" y]", 2, 1, "does not end with");
        check("[\"x\"]", 1, 1, "no name");
        check("e4 ]", 1, 4, "expected a tag");
    }
}
