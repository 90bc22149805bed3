//! What a session must know of a game beyond its moves: how it ends, how a position is made, how moves are counted.
//!
//! Everything goes through texts of positions, so that it does not matter on which board a game is played.

mod chess;
mod nim;
mod graph;

use domain::Header;

use crate::picture::Mark;
use crate::session::random::Random;
use crate::session::record::{MoveCount, Record};

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameEnd {
    /// What happened, in a sentence.
    pub(crate) sentence: String,
    /// The result as PGN writes it.
    pub(crate) result: &'static str,
}

/// The customs of a game.
pub(crate) trait Customs: Sync {
    /// The same position with everything that a record of a game needs.
    fn start(&self, position: &str) -> String;

    /// How moves are counted from this position on.
    fn opening(&self, start: &str) -> MoveCount;

    /// Is the game over here? `can_move` says whether there is a legal move.
    fn ending(&self, position: &str, can_move: bool) -> Option<GameEnd>;

    /// The draw that may be claimed after the last moves; `positions` are all that have occurred.
    fn claim(&self, record: &Record, positions: &[String]) -> Option<GameEnd>;

    /// The position that a line holds, if it looks like one, without anything that may follow it.
    fn position_in(&self, line: &str) -> Option<String>;

    /// The moves that a line holds, if it is a list of them.
    fn moves_in(&self, line: &str) -> Vec<String> {
        line.split_whitespace().map(String::from).collect()
    }

    /// The places to be marked after a move that began at this place.
    fn marks(&self, m: &str, origin: Option<String>) -> Vec<(String, Mark)>;

    /// Is a position with us to move worth a game: is nothing decided by the first move, and can we hope for something?
    fn is_worth_playing(&self, position: &str) -> bool;

    /// A position drawn by chance, with us to move. It need not be legal. Nothing if the header names no men.
    fn draw(&self, header: &Header, random: &mut Random) -> Option<String>;

    /// The empty draft.
    fn empty(&self) -> String;

    /// A position as a draft.
    fn draft(&self, position: &str) -> String;

    /// A draft in words, where it is no position yet.
    fn describe(&self, draft: &str) -> String;

    /// Changes a draft.
    fn edit(&self, draft: &str, change: Change<'_>) -> Result<String, String>;

    /// How a draft is changed, for those who ask.
    fn editing(&self) -> &'static str;
}

/// A change of a draft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change<'a> {
    /// Puts something on the board.
    Put(&'a str),
    /// Takes something away.
    Remove(&'a str),
    /// Says whose move it is.
    Turn(&'a str),
}

/// The customs of a game by its name.
pub(crate) fn customs_of(game: &str) -> Option<&'static dyn Customs> {
    match game {
        "chess" => Some(&chess::ChessCustoms),
        "nim" => Some(&nim::NimCustoms),
        "graphs" => Some(&graph::GraphCustoms),
        _ => None,
    }
}
