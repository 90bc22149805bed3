//! Reads the first game of a PGN text. The reader is lenient, and says where it fails.
//!
//! Tags may be missing. A comment is kept with the move before it. Variations, annotation glyphs, move numbers and
//! everything after the result are skipped. Moves are not checked for legality.

use super::{PgnError, PgnErrorKind, PgnGame, PgnMove, PgnPlace};

/// The first game of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnText {
    /// The game.
    pub game: PgnGame,
    /// Where each of its moves begins.
    pub places: Vec<PgnPlace>,
    /// Do further games follow?
    pub more: bool,
}

/// Longer texts are refused.
const MAX_TEXT: usize = 1 << 20;

/// Longer games are refused; the longest ever played has fewer than 600 moves.
const MAX_MOVES: usize = 4_000;

/// The deepest nesting of variations.
const MAX_NESTING: usize = 100;

/// Reads the first game of a text.
///
/// ```
/// let read = nasvet_chess::read_pgn("[Event \"Example\"]\n\n1. e4 {best} e5 (1... c5) 2. Nf3 *")?;
/// let moves: Vec<&str> = read.game.moves.iter().map(|m| m.text.as_str()).collect();
/// assert_eq!(moves, ["e4", "e5", "Nf3"]);
/// assert_eq!(read.game.moves[0].comment, "best");
/// assert_eq!(read.game.tag("event"), Some("Example"));
/// # Ok::<(), nasvet_chess::PgnError>(())
/// ```
pub fn read_pgn(text: &str) -> Result<PgnText, PgnError> {
    let mut reader = PgnReader {
        rest: text.strip_prefix('\u{feff}').unwrap_or(text),
        line: 1,
        column: 1,
    };
    if text.len() > MAX_TEXT {
        return Err(reader.error(PgnErrorKind::TooLarge));
    }
    let mut read = PgnText::default();
    loop {
        reader.skip_blanks();
        let Some(next) = reader.rest.chars().next() else {
            return Ok(read);
        };
        match next {
            '[' if !read.game.moves.is_empty() => {
                read.more = true;
                return Ok(read);
            }
            '[' => read.game.tags.push(reader.tag()?),
            '{' => {
                let comment = reader.enclosed('}', PgnErrorKind::OpenComment)?;
                note(&mut read.game, &comment);
            }
            ';' => {
                let comment = reader.take_while(|ch| ch != '\n').to_owned();
                note(&mut read.game, &comment[1..]);
            }
            '(' => reader.variation()?,
            ')' => return Err(reader.error(PgnErrorKind::StrayParenthesis)),
            '}' => return Err(reader.error(PgnErrorKind::StrayBrace)),
            _ => {
                let place = reader.place();
                let word = reader.take_while(|ch| !ch.is_whitespace() && !"{}()[];".contains(ch));
                if word.is_empty() {
                    return Err(reader.error(PgnErrorKind::Unexpected));
                }
                if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
                    reader.skip_blanks();
                    read.more = !reader.rest.is_empty();
                    return Ok(read);
                }
                if let Some(text) = move_in(word) {
                    if read.game.moves.len() == MAX_MOVES {
                        return Err(reader.error(PgnErrorKind::TooManyMoves));
                    }
                    read.places.push(place);
                    read.game.moves.push(PgnMove {
                        text: text.into(),
                        comment: String::new(),
                    });
                }
            }
        }
    }
}

/// Adds a comment to the last move. A comment before the first move is about the whole game, and is dropped.
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

/// The move in a word, without its number; none in a bare number or a glyph such as `$1` or `!?`.
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

/// The rest of a text, and the place where it begins.
struct PgnReader<'t> {
    rest: &'t str,
    line: usize,
    column: usize,
}

impl<'t> PgnReader<'t> {
    fn place(&self) -> PgnPlace {
        PgnPlace {
            line: self.line,
            column: self.column,
        }
    }

    fn error(&self, kind: PgnErrorKind) -> PgnError {
        PgnError {
            place: self.place(),
            kind,
        }
    }

    /// Moves on by this many bytes, and returns them.
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

    /// Skips blanks, and lines that begin with `%`: they are for other programs.
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

    /// The text between the opening character here and the one that closes it.
    fn enclosed(&mut self, close: char, missing: PgnErrorKind) -> Result<String, PgnError> {
        match self.rest.find(close) {
            Some(end) => Ok(self.advance(end + close.len_utf8())[1..end].to_owned()),
            None => Err(self.error(missing)),
        }
    }

    /// `[Name "value"]`
    fn tag(&mut self) -> Result<(String, String), PgnError> {
        let begin = self.place();
        let wrong = |kind: PgnErrorKind| PgnError { place: begin, kind };
        self.advance(1);
        self.take_while(char::is_whitespace);
        let name = self
            .take_while(|ch| ch.is_alphanumeric() || ch == '_')
            .to_owned();
        if name.is_empty() {
            return Err(wrong(PgnErrorKind::TagWithoutName));
        }
        self.take_while(char::is_whitespace);
        if !self.rest.starts_with('"') {
            return Err(wrong(PgnErrorKind::TagNotQuoted));
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
                Some(_) | None => return Err(wrong(PgnErrorKind::OpenTagValue)),
            }
        }
        self.advance(1);
        self.take_while(char::is_whitespace);
        if !self.rest.starts_with(']') {
            return Err(wrong(PgnErrorKind::OpenTag));
        }
        self.advance(1);
        Ok((name, value))
    }

    /// Skips a variation and those inside it.
    fn variation(&mut self) -> Result<(), PgnError> {
        let begin = self.place();
        let mut depth = 0;
        loop {
            self.take_while(|ch| !"(){;".contains(ch));
            match self.rest.chars().next() {
                Some('(') if depth == MAX_NESTING => {
                    return Err(self.error(PgnErrorKind::NestedTooDeep));
                }
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some('{') => {
                    self.enclosed('}', PgnErrorKind::OpenComment)?;
                    continue;
                }
                Some(_) => {
                    self.take_while(|ch| ch != '\n');
                    continue;
                }
                None => {
                    return Err(PgnError {
                        place: begin,
                        kind: PgnErrorKind::OpenVariation,
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
        let game = read_pgn(text)
            .unwrap_or_else(|error| panic!("{text}: {error:?}"))
            .game;
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
        let read =
            read_pgn("[Event \"a \\\"b\\\" \\\\c\"]\n[ FEN  \"8/8\" ]\n*\n").expect("a game");
        assert_eq!(read.game.tag("event"), Some("a \"b\" \\c"));
        assert_eq!(read.game.tag("FEN"), Some("8/8"));
        assert!(!read.more);
        assert!(read_pgn("1. e4 *\n\n1. d4 *").expect("a game").more);
        assert!(read_pgn("1. e4\n[Event \"x\"]\n").expect("a game").more);
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_place() {
        let check = |text: &str, line: usize, column: usize, message: &str| {
            let error = read_pgn(text).expect_err("no game");
            assert_eq!(error.place, PgnPlace { line, column }, "{text}");
            assert!(error.kind.to_string().contains(message), "{error}");
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
