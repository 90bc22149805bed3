//! Places in a text as editors count them: lines that end with LF, CR LF or CR, and columns in units of UTF-16.
//!
//! The language knows no CR alone, but a text that is being written may have one, and every place after it would be in
//! another line than the editor's.

use lsp_types::{Position, Range};

/// A text with the beginnings of its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TextLines {
    text: String,
    starts: Vec<usize>,
}

impl TextLines {
    pub(crate) fn new(text: String) -> TextLines {
        let bytes = text.as_bytes();
        let ends = |idx: &usize| match bytes[*idx] {
            b'\n' => true,
            b'\r' => bytes.get(idx + 1) != Some(&b'\n'),
            _ => false,
        };
        let ends = (0..bytes.len()).filter(ends);
        let starts = std::iter::once(0).chain(ends.map(|idx| idx + 1)).collect();
        TextLines { text, starts }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The place of a byte. A byte inside a character counts as its first one, a byte after the end as the end.
    pub(crate) fn position(&self, byte: usize) -> Position {
        let byte = self.text.floor_char_boundary(byte);
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        let before = &self.text[self.starts[line]..byte];
        // Most lines are plain, and a text in colours asks for thousands of places.
        let column = match before.is_ascii() {
            true => before.len(),
            false => before.chars().map(char::len_utf16).sum(),
        };
        Position::new(line as u32, column as u32)
    }

    /// The byte of a place, or the nearest one in its line.
    pub(crate) fn byte(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(&start) = self.starts.get(line) else {
            return self.text.len();
        };
        let end = self
            .starts
            .get(line + 1)
            .map_or(self.text.len(), |next| *next);
        let line = self.text[start..end].trim_end_matches(['\r', '\n']);
        let mut units = 0;
        for (idx, ch) in line.char_indices() {
            units += ch.len_utf16() as u32;
            if units > position.character {
                return start + idx;
            }
        }
        start + line.len()
    }

    /// A range of bytes.
    pub(crate) fn range(&self, start: usize, end: usize) -> Range {
        Range::new(self.position(start), self.position(end))
    }

    /// The bytes of a range; one that is upside down is empty.
    pub(crate) fn bytes(&self, range: Range) -> (usize, usize) {
        let start = self.byte(range.start);
        (start, self.byte(range.end).max(start))
    }

    /// A range of bytes line by line, without the ends of the lines.
    pub(crate) fn split(&self, start: usize, end: usize) -> Vec<(usize, usize)> {
        let mut parts = Vec::new();
        let mut at = start;
        while at < end {
            let next = self.starts.partition_point(|line| *line <= at);
            let stop = self.starts.get(next).map_or(end, |next| end.min(*next));
            let part = self.text[at..stop].trim_end_matches(['\r', '\n']);
            if !part.is_empty() {
                parts.push((at, at + part.len()));
            }
            at = stop;
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each character of a text, with its place as the protocol defines it, worked out one after the other.
    fn check(text: &str) {
        let lines = TextLines::new(text.to_owned());
        let (mut line, mut column) = (0, 0);
        let mut chars = text.char_indices().peekable();
        while let Some((byte, ch)) = chars.next() {
            let place = Position::new(line, column);
            assert_eq!(lines.position(byte), place, "{text:?} {byte}");
            let in_line_end = ch == '\n' && text[..byte].ends_with('\r');
            if !in_line_end {
                assert_eq!(lines.byte(place), byte, "{text:?} {byte}");
            }
            column += ch.len_utf16() as u32;
            let ends =
                ch == '\n' || ch == '\r' && chars.peek().is_none_or(|(_, next)| *next != '\n');
            if ends {
                (line, column) = (line + 1, 0);
            }
        }
        assert_eq!(lines.position(text.len()), Position::new(line, column));
        assert_eq!(lines.byte(Position::new(line, column)), text.len());
        assert_eq!(lines.byte(Position::new(line + 7, 0)), text.len());
    }

    #[test]
    fn places_are_counted_as_editors_count_them() {
        for text in [
            "",
            "abc",
            "é♔😀x\ny",
            "a\r\nb\rc\n\r\n♔",
            "\r",
            "\n\n😀\r\n",
        ] {
            check(text);
        }
    }

    #[test]
    fn the_middle_of_a_pair_is_its_beginning_and_beyond_the_line_is_its_end() {
        let lines = TextLines::new("x😀y\r\nz".into());
        assert_eq!(lines.byte(Position::new(0, 2)), 1);
        assert_eq!(lines.byte(Position::new(0, 3)), 5);
        assert_eq!(lines.byte(Position::new(0, 99)), 6);
        assert_eq!(lines.position(3), Position::new(0, 1));
    }
}
