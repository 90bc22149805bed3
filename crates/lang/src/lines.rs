//! Lines and columns of a text, found without reading it again.

/// Where the lines of a text begin, and where its characters are longer than a byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LineIndex {
    /// The first byte of each line.
    starts: Vec<u32>,
    /// The characters of more than one byte, in order.
    wide: Vec<Wide>,
    /// The length of the text.
    len: u32,
}

/// A character of more than one byte, and how many bytes more than units the text has had up to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Wide {
    start: u32,
    end: u32,
    over_chars: u32,
    over_utf16: u32,
}

/// What a column counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColumnUnit {
    /// Characters, as people do.
    Char,
    /// Units of UTF-16, as editors do.
    Utf16,
}

impl LineIndex {
    /// Reads a text once. It is at most 4 GiB long: sources are far shorter.
    pub(crate) fn new(text: &str) -> LineIndex {
        let byte = |idx: usize| u32::try_from(idx).expect("a text of less than 4 GiB");
        let (mut starts, mut wide) = (vec![0], Vec::new());
        let (mut over_chars, mut over_utf16) = (0, 0);
        for (idx, c) in text.char_indices() {
            if c == '\n' {
                starts.push(byte(idx + 1));
            } else if c.len_utf8() > 1 {
                over_chars += byte(c.len_utf8() - 1);
                over_utf16 += byte(c.len_utf8() - c.len_utf16());
                wide.push(Wide {
                    start: byte(idx),
                    end: byte(idx + c.len_utf8()),
                    over_chars,
                    over_utf16,
                });
            }
        }
        LineIndex {
            starts,
            wide,
            len: byte(text.len()),
        }
    }

    /// The line and the column of a byte, both from 0. A byte inside a character counts as its first one, a byte after
    /// the end as the end.
    pub(crate) fn position(&self, byte: u32, unit: ColumnUnit) -> (u32, u32) {
        let byte = self.on_character(byte.min(self.len));
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        let start = self.starts[line];
        let column = byte - start - (self.over(byte, unit) - self.over(start, unit));
        (line as u32, column)
    }

    /// The byte of a line and a column, both from 0: the nearest that there is.
    pub(crate) fn byte(&self, line: u32, column: u32, unit: ColumnUnit) -> u32 {
        let line = line as usize;
        let Some(&start) = self.starts.get(line) else {
            return self.len;
        };
        let end = self.starts.get(line + 1).map_or(self.len, |next| next - 1);
        // Columns grow with bytes, so the last byte whose column is not beyond it is the one.
        let (mut low, mut high) = (start, end);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if self.position(middle, unit).1 <= column {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        self.on_character(low)
    }

    /// The start of the character to which a byte belongs.
    fn on_character(&self, byte: u32) -> u32 {
        let next = self.wide.partition_point(|wide| wide.end <= byte);
        match self.wide.get(next) {
            Some(wide) if wide.start < byte => wide.start,
            Some(_) | None => byte,
        }
    }

    /// How many bytes more than units stand before a byte that begins a character.
    fn over(&self, byte: u32, unit: ColumnUnit) -> u32 {
        let n_before = self.wide.partition_point(|wide| wide.end <= byte);
        let Some(last) = n_before.checked_sub(1).map(|idx| self.wide[idx]) else {
            return 0;
        };
        match unit {
            ColumnUnit::Char => last.over_chars,
            ColumnUnit::Utf16 => last.over_utf16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_those_that_counting_gives() {
        for text in ["", "a", "\n", "a\nb", "š\n♔𝄞x\r\n\n€", "𝄞𝄞\n𝄞"] {
            let index = LineIndex::new(text);
            for byte in 0..=text.len() {
                let mut start = byte;
                while !text.is_char_boundary(start) {
                    start -= 1;
                }
                let before = &text[..start];
                let line = before.matches('\n').count() as u32;
                let on_line = before.rsplit('\n').next().unwrap_or_default();
                let chars = on_line.chars().count() as u32;
                let utf16 = on_line.encode_utf16().count() as u32;
                for (unit, column) in [(ColumnUnit::Char, chars), (ColumnUnit::Utf16, utf16)] {
                    let found = index.position(byte as u32, unit);
                    assert_eq!(found, (line, column), "{text:?} at {byte}");
                    assert_eq!(
                        index.byte(line, column, unit),
                        start as u32,
                        "{text:?} at {byte}"
                    );
                }
            }
        }
    }

    #[test]
    fn places_beyond_the_text_are_its_nearest_ones() {
        let index = LineIndex::new("ab\nc");
        assert_eq!(index.byte(0, 9, ColumnUnit::Utf16), 2);
        assert_eq!(index.byte(1, 9, ColumnUnit::Utf16), 4);
        assert_eq!(index.byte(9, 0, ColumnUnit::Utf16), 4);
        assert_eq!(index.position(99, ColumnUnit::Utf16), (1, 1));
        // The second half of a surrogate pair is inside its character.
        assert_eq!(LineIndex::new("𝄞x").byte(0, 1, ColumnUnit::Utf16), 0);
    }
}
