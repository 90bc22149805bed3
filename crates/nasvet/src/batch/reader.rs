//! Lines of EPD, CSV or JSON as positions.

use serde_json::Value;
use shakmaty::EnPassantMode;
use shakmaty::fen::Epd;

/// How positions are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchForm {
    /// A position, then operations: `8/8/8/3k4/8/8/1R6/K7 w - - id "krk 1";`. Plain FEN is of this kind.
    Epd,
    /// Fields between commas. A first line with the names of the columns says which is the `position` (or `fen`) and
    /// which the `id`; without one, the first field is the position.
    Csv,
    /// An object on every line, with `position` (or `fen`) and perhaps `id`.
    Json,
}

impl BatchForm {
    /// By the end of a file's name: `.csv`, `.json` and `.jsonl`, and otherwise EPD.
    pub fn of_name(name: &str) -> BatchForm {
        let end = name.rsplit_once('.').map_or("", |(_, end)| end);
        match end.to_ascii_lowercase().as_str() {
            "csv" => BatchForm::Csv,
            "json" | "jsonl" | "ndjson" => BatchForm::Json,
            _ => BatchForm::Epd,
        }
    }
}

/// A position of a batch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BatchPosition {
    /// The line of the input, from 1.
    pub line: u64,
    /// Its name.
    pub id: Option<String>,
    /// The position, as it was written; the whole line if there is none in it.
    pub position: String,
    /// Why there is no position: lower case, no full stop.
    pub problem: Option<String>,
}

/// Reads line after line.
#[derive(Clone, Debug)]
pub struct BatchReader {
    form: BatchForm,
    n_lines: u64,
    /// Where a table has its positions and names.
    columns: (usize, Option<usize>),
}

impl BatchReader {
    /// A reader of this form.
    pub fn new(form: BatchForm) -> BatchReader {
        BatchReader {
            form,
            n_lines: 0,
            columns: (0, None),
        }
    }

    /// The position of the next line; none if the line is empty, a comment, or names columns.
    pub fn line(&mut self, line: &str) -> Option<BatchPosition> {
        self.n_lines += 1;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let read = match self.form {
            BatchForm::Epd => Some(epd(line)),
            BatchForm::Csv => self.csv(line),
            BatchForm::Json => Some(json(line)),
        };
        let mut read = read?;
        read.line = self.n_lines;
        Some(read)
    }

    fn csv(&mut self, line: &str) -> Option<BatchPosition> {
        let fields = fields(line);
        if self.n_lines == 1 {
            let column = |names: &[&str]| {
                let mut fields = fields.iter();
                fields.position(|field| names.contains(&field.to_ascii_lowercase().as_str()))
            };
            if let Some(position) = column(POSITION) {
                self.columns = (position, column(ID));
                return None;
            }
        }
        let field = |at: usize| fields.get(at).cloned();
        Some(match field(self.columns.0) {
            Some(position) => BatchPosition {
                id: self.columns.1.and_then(field),
                position,
                ..BatchPosition::default()
            },
            None => wrong(line, "the line has too few fields"),
        })
    }
}

const POSITION: &[&str] = &["position", "fen", "epd"];
const ID: &[&str] = &["id", "name", "puzzleid"];

fn wrong(line: &str, problem: &str) -> BatchPosition {
    BatchPosition {
        position: line.to_owned(),
        problem: Some(problem.to_owned()),
        ..BatchPosition::default()
    }
}

/// The fields of the position, and the operation `id`. Positions of other games have no operations.
fn epd(line: &str) -> BatchPosition {
    let Ok(epd) = chess::read_epd(line) else {
        return BatchPosition {
            position: line.to_owned(),
            ..BatchPosition::default()
        };
    };
    BatchPosition {
        id: epd.operands("id").first().cloned(),
        position: Epd::from_position(&epd.position, EnPassantMode::Legal).to_string(),
        ..BatchPosition::default()
    }
}

fn json(line: &str) -> BatchPosition {
    let read: Result<Value, _> = serde_json::from_str(line);
    let Ok(Value::Object(object)) = read else {
        return wrong(line, "the line is no JSON object");
    };
    let text = |names: &[&str]| {
        let found = names.iter().find_map(|name| object.get(*name))?;
        Some(match found {
            Value::String(text) => text.clone(),
            other @ (Value::Null
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Array(_)
            | Value::Object(_)) => other.to_string(),
        })
    };
    match text(POSITION) {
        Some(position) => BatchPosition {
            id: text(ID),
            position,
            ..BatchPosition::default()
        },
        None => wrong(line, "the object has no `position`"),
    }
}

/// The fields of a line of CSV: a field may stand in quotation marks, which are doubled inside.
pub(crate) fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    let mut rest = line.chars().peekable();
    while let Some(ch) = rest.next() {
        let last = fields.len() - 1;
        match ch {
            '"' if is_quoted && rest.peek() == Some(&'"') => {
                rest.next();
                fields[last].push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            _ => fields[last].push(ch),
        }
    }
    fields.iter().map(|field| field.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KRK: &str = "8/8/8/3k4/8/8/1R6/K7 w - -";

    fn check(form: BatchForm, lines: &[&str], expected: &[(u64, Option<&str>, &str)]) {
        let mut reader = BatchReader::new(form);
        let read: Vec<BatchPosition> = lines.iter().filter_map(|line| reader.line(line)).collect();
        let read: Vec<(u64, Option<&str>, &str)> = read
            .iter()
            .map(|read| (read.line, read.id.as_deref(), read.position.as_str()))
            .collect();
        assert_eq!(read, expected);
    }

    #[test]
    fn every_form_gives_positions_and_names() {
        let epd = format!("{KRK} bm Rb4; id \"krk 1\";");
        check(
            BatchForm::Epd,
            &["# mates", "", &epd, KRK],
            &[(3, Some("krk 1"), KRK), (4, None, KRK)],
        );
        let row = format!("\"7, \"\"a\"\"\",{KRK},x\r");
        check(
            BatchForm::Csv,
            &["PuzzleId,FEN,Moves", &row],
            &[(2, Some("7, \"a\""), KRK)],
        );
        check(BatchForm::Csv, &[KRK], &[(1, None, KRK)]);
        let object = format!("{{\"id\": 7, \"fen\": \"{KRK}\"}}");
        check(BatchForm::Json, &[&object], &[(1, Some("7"), KRK)]);
    }

    #[test]
    fn what_is_no_position_says_so() {
        let problem = |form, line: &str| {
            BatchReader::new(form)
                .line(line)
                .and_then(|read| read.problem)
        };
        assert_eq!(
            problem(BatchForm::Json, "[1]").as_deref(),
            Some("the line is no JSON object")
        );
        assert_eq!(
            problem(BatchForm::Json, "{}").as_deref(),
            Some("the object has no `position`")
        );
        assert_eq!(problem(BatchForm::Epd, "2 1 1"), None);
    }
}
