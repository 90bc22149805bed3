//! Places in a text as a page counts them, in units of UTF-16, and as the library does, in bytes.

/// The units before each byte of a text; one entry more than the text has bytes.
pub(crate) struct Units(Vec<u32>);

impl Units {
    pub(crate) fn of(text: &str) -> Units {
        let mut units = Vec::with_capacity(text.len() + 1);
        let mut n_units = 0;
        for ch in text.chars() {
            units.extend(std::iter::repeat_n(n_units, ch.len_utf8()));
            n_units += ch.len_utf16() as u32;
        }
        units.push(n_units);
        Units(units)
    }

    /// The units before a byte.
    pub(crate) fn at(&self, byte: usize) -> u32 {
        self.0[byte.min(self.0.len() - 1)]
    }

    /// The byte at so many units, or the end of the text.
    pub(crate) fn byte(&self, units: usize) -> usize {
        self.0
            .partition_point(|known| (*known as usize) < units)
            .min(self.0.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_go_there_and_back() {
        let text = "aé♔😀b";
        let units = Units::of(text);
        let mut expected = 0;
        for (byte, ch) in text.char_indices() {
            assert_eq!(
                (units.at(byte), units.byte(expected as usize)),
                (expected, byte)
            );
            expected += ch.len_utf16() as u32;
        }
        assert_eq!((units.at(text.len()), units.byte(100)), (6, text.len()));
    }
}
