//! Independent twins of what the papers print, to hold the chapters and the engines against.
//!
//! Nothing here knows the project: files and ranks are plain integers from 1 to 8, and the only way across is text
//! (a position as [`Position::fen`]) or the number of a square.

#![allow(
    dead_code,
    unused_imports,
    reason = "each test uses its own part of the twins"
)]

mod board;
mod definitions;
mod program;
mod al2;

pub(crate) use al2::{Men, Order, Step};
pub(crate) use board::{Position, Square, Turn, legal_positions};
pub(crate) use definitions::*;
pub(crate) use program::{Constraint, Rule, ourmove, smoves, tmoves};
