//! What both games share: chapters without a header, and texts that are good if they can be read.

use domain::{Header, HeaderError, Notation, TextError};

/// Reads the header of a chapter on a game whose chapters are about all its positions, so that it has no words.
pub(crate) fn read_header(
    game: &str,
    positions: &str,
    words: &[&str],
) -> Result<Header, HeaderError> {
    match words.first() {
        None => Ok(Header::default()),
        Some(word) => Err(HeaderError {
            word_idx: 0,
            message: format!("a chapter on {game} has no header word `{word}`"),
            help: Some(format!(
                "a chapter on {game} is about all {positions}: leave this line out"
            )),
        }),
    }
}

/// Can the position be read?
pub(crate) fn check_position<D: Notation>(
    domain: &D,
    position: &str,
    header: &Header,
) -> Result<(), TextError> {
    domain.read_position(position, header).map(|_| ())
}

/// Can the move be read in that position?
pub(crate) fn check_move<D: Notation>(
    domain: &D,
    position: &str,
    header: &Header,
    m: &str,
) -> Result<(), TextError> {
    let (position, view) = domain.read_position(position, header)?;
    domain.read_move(&position, view, m).map(|_| ())
}
