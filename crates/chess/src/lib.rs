//! Chess as a domain: rules, text, geometry, and the chess vocabulary.

mod board;

pub use board::Board;
