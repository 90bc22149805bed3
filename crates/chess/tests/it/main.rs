//! The rules of chess, its notation and its words.

mod perft;
mod exhaustive;
mod text;
mod words;
mod any_board;
