//! Files of patterns: read within bounds, and written so that a stop in between loses nothing.

use std::path::Path;

use nasvet::patterns::Patterns;

use crate::files::{harmless, read_file};

/// Larger files are refused.
const MAX_FILE: u64 = 1 << 20;

/// The patterns of a file.
pub(crate) fn read_patterns(file: &str) -> Result<Patterns, String> {
    let bytes = read_file(file, MAX_FILE)?;
    let text = harmless(&String::from_utf8_lossy(&bytes));
    text.parse().map_err(|error| format!("`{file}`, {error}"))
}

/// The patterns of a file, if one was named.
pub(crate) fn patterns_of(file: &Option<String>) -> Result<Patterns, String> {
    file.as_ref()
        .map_or(Ok(Patterns::default()), |file| read_patterns(file))
}

/// The patterns of a file, or none where there is no such file yet.
pub(crate) fn read_patterns_if_any(file: &str) -> Result<Patterns, String> {
    match Path::new(file).exists() {
        true => read_patterns(file),
        false => Ok(Patterns::default()),
    }
}

/// Writes patterns to a file, first beside it.
pub(crate) fn write_patterns(file: &str, patterns: &Patterns) -> Result<(), String> {
    let beside = format!("{file}.new");
    let written =
        std::fs::write(&beside, patterns.to_string()).and_then(|()| std::fs::rename(&beside, file));
    written.map_err(|error| format!("cannot write `{file}`: {error}"))
}
