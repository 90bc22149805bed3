//! Extended position description: a position, then operations such as `bm Rb5; id "krk 1";` or `;D1 20 ;D2 400`.

mod error;

use std::fmt;

use shakmaty::{Chess, EnPassantMode};

use crate::text::fen::{self, FenField};

pub use error::{EpdError, EpdErrorKind};

/// Longer lines are refused.
const MAX_TEXT: usize = 8192;

/// A position in real colours, and its operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position.
    pub position: Chess,
    /// The operations, in the order in which they are written.
    pub operations: Vec<EpdOperation>,
}

/// One operation: a name and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdOperation {
    /// The name: `bm`, `id`, `c0`, `D1`.
    pub opcode: String,
    /// The values; a text in quotation marks is one value, without the marks.
    pub operands: Vec<String>,
}

impl Epd {
    /// The values of the first operation of this name; empty without one.
    pub fn operands(&self, opcode: &str) -> &[String] {
        self.operations
            .iter()
            .find(|operation| operation.opcode == opcode)
            .map_or(&[], |operation| &operation.operands)
    }

    /// The node counts of `D1 20`, `D2 400` …, as depth and count.
    pub fn perft(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.operations.iter().filter_map(|operation| {
            let depth = operation.opcode.strip_prefix('D')?.parse().ok()?;
            Some((depth, operation.operands.first()?.parse().ok()?))
        })
    }
}

/// Reads one line: four to six fields of a position, then operations that end or begin with `;`.
///
/// ```
/// let epd = nasvet_chess::read_epd("8/8/8/3k4/8/8/1R6/K7 w - - bm Rb5 Kb1; id \"krk 1\";")?;
/// assert_eq!(epd.operands("bm"), ["Rb5", "Kb1"]);
/// assert_eq!(epd.operands("id"), ["krk 1"]);
/// # Ok::<(), nasvet_chess::EpdError>(())
/// ```
pub fn read_epd(text: &str) -> Result<Epd, EpdError> {
    if text.len() > MAX_TEXT {
        return Err(EpdErrorKind::TooLong(MAX_TEXT).at(0..text.len()));
    }
    let (fields, operations) = split_fields(text);
    let position = fen::read_fields(&fields)?;
    Ok(Epd {
        position,
        operations: read_operations(text, operations)?,
    })
}

/// The fields of the position and the rest. Move counters are fields only where they are numbers.
fn split_fields(text: &str) -> (Vec<FenField<'_>>, &str) {
    let mut fields = Vec::new();
    let mut rest = text.trim_start();
    while fields.len() < 6 && !rest.is_empty() {
        let end = rest
            .find(|ch: char| ch.is_whitespace() || ch == ';')
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let is_counter = word.bytes().all(|byte| byte.is_ascii_digit());
        if word.is_empty() || fields.len() >= 4 && !is_counter {
            break;
        }
        fields.push(FenField {
            text: word,
            start: text.len() - rest.len(),
        });
        rest = after.trim_start();
    }
    (fields, rest)
}

/// Reads the operations at the end of a line.
fn read_operations(line: &str, operations: &str) -> Result<Vec<EpdOperation>, EpdError> {
    let mut rest = operations.trim_start();
    let mut operations = Vec::new();
    let mut words: Vec<(usize, String)> = Vec::new();
    while let Some(ch) = rest.chars().next() {
        if ch == ';' {
            operations.extend(operation(std::mem::take(&mut words))?);
            rest = &rest[1..];
        } else if ch == '"' {
            let start = line.len() - rest.len();
            let (value, after) = rest[1..].split_once('"').ok_or_else(|| {
                EpdErrorKind::OpenQuote(rest.trim_end().into()).at(start..line.len())
            })?;
            if words.is_empty() {
                let end = line.len() - after.len();
                return Err(EpdErrorKind::TextWithoutName(value.into()).at(start..end));
            }
            words.push((start, value.into()));
            rest = after;
        } else {
            let end = rest
                .find(|ch: char| ch.is_whitespace() || ch == ';' || ch == '"')
                .unwrap_or(rest.len());
            words.push((line.len() - rest.len(), rest[..end].into()));
            rest = &rest[end..];
        }
        rest = rest.trim_start();
    }
    operations.extend(operation(words)?);
    Ok(operations)
}

/// The operation made of some words; `None` without words.
fn operation(words: Vec<(usize, String)>) -> Result<Option<EpdOperation>, EpdError> {
    let mut words = words.into_iter();
    let Some((start, opcode)) = words.next() else {
        return Ok(None);
    };
    // A number would be read back as a move counter.
    if !opcode.starts_with(|ch: char| ch.is_ascii_alphabetic()) {
        let end = start + opcode.len();
        return Err(EpdErrorKind::NotAName(opcode).at(start..end));
    }
    Ok(Some(EpdOperation {
        opcode,
        operands: words.map(|(_, operand)| operand).collect(),
    }))
}

impl fmt::Display for Epd {
    /// Writes what [`read_epd`] reads: four fields, then each operation with its `;`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}",
            shakmaty::fen::Epd::from_position(&self.position, EnPassantMode::Legal)
        )?;
        for operation in &self.operations {
            write!(f, " {operation}")?;
        }
        Ok(())
    }
}

impl fmt::Display for EpdOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.opcode)?;
        for operand in &self.operands {
            let is_plain = !operand.is_empty()
                && !operand.contains(|ch: char| ch.is_whitespace() || ch == ';');
            // Comments and names are quoted even if they are one word.
            let is_text =
                self.opcode == "id" || self.opcode.starts_with('c') && self.opcode.len() == 2;
            if is_plain && !is_text {
                write!(f, " {operand}")?
            } else {
                write!(f, " \"{operand}\"")?
            }
        }
        f.write_str(";")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_read_in_both_styles() {
        let epd =
            read_epd("8/8/8/3k4/8/8/1R6/K7 w - - bm Rb5 Kb1; id \"krk; 1\"; c0 \"\";").unwrap();
        assert_eq!(epd.operands("bm"), ["Rb5", "Kb1"]);
        assert_eq!(epd.operands("id"), ["krk; 1"]);
        assert_eq!(epd.operands("c0"), [""]);
        assert!(epd.operands("am").is_empty());
        assert_eq!(
            epd.to_string(),
            "8/8/8/3k4/8/8/1R6/K7 w - - bm Rb5 Kb1; id \"krk; 1\"; c0 \"\";"
        );
        let perft = read_epd("8/8/8/3k4/8/8/1R6/K7 w - - 0 1 ;D1 17 ;D2 104").unwrap();
        assert_eq!(perft.perft().collect::<Vec<_>>(), [(1, 17), (2, 104)]);
    }

    #[test]
    fn bad_operations_are_refused_with_their_place() {
        let check = |operations: &str, expected: &str| {
            let line = format!("8/8/8/3k4/8/8/1R6/K7 w - - {operations}");
            let error = read_epd(&line).expect_err(operations);
            assert_eq!(error.to_string(), expected);
            assert!(operations.contains(&line[error.span]));
        };
        check(
            "id \"krk",
            "expected a closing quotation mark after `\"krk`",
        );
        check(
            "\"krk\";",
            "expected the name of an operation before \"krk\"",
        );
        check(
            ";1 x;",
            "expected the name of an operation, which begins with a letter, found `1`",
        );
    }
}
