//! A game as the checker of programs needs it: names and texts, without positions.

use crate::header::{Header, HeaderError, TextError};
use crate::vocabulary::Vocabulary;

/// A game as the language sees it: a vocabulary, and texts that can be checked.
pub trait Game: Send + Sync {
    /// The names advice may use.
    fn vocabulary(&self) -> &Vocabulary;

    /// Reads the words of a chapter's (or a table's) header.
    fn read_header(&self, words: &[&str]) -> Result<Header, HeaderError>;

    /// The words of a header for which `any` can stand beside other men: one more man, whatever it is.
    fn any_man(&self) -> &'static [&'static str] {
        &[]
    }

    /// Is this text a position that belongs under the header?
    fn check_position(&self, position: &str, header: &Header) -> Result<(), TextError>;

    /// Is this text a legal move in that position?
    fn check_move(&self, position: &str, header: &Header, m: &str) -> Result<(), TextError>;
}
