//! Positions as texts, read by the header that they belong to.

use domain::{Notation, TextError};
use lang::checked::Program;

/// Reads a position that belongs to one of the program's tables or to its chapter; otherwise says why the chapter
/// does not take it.
pub fn read_position<D: Notation>(
    domain: &D,
    program: &Program,
    text: &str,
) -> Result<(D::Position, D::View), TextError> {
    let tables = program.tables.iter();
    let read = tables
        .map(|table| &table.header)
        .find_map(|header| domain.read_position(text, header).ok());
    match read {
        Some(read) => Ok(read),
        None => domain.read_position(text, &program.header),
    }
}
