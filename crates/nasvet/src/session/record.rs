//! The record of a game: where it began, and every move with who played it and why.
//!
//! A record is text. It outlives the chapter and the board on which it is played, and replaying it always gives the
//! position that the game has come to.

use domain::{Domain, Header, TextError};

use crate::games::{Ask, Games};

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game's name, as in its vocabulary.
    pub game: String,
    /// The position at the beginning.
    pub start: String,
    /// The men by which it was settled who is us at the beginning.
    pub header: Header,
    /// The moves so far.
    pub plies: Vec<Ply>,
    /// The moves that were taken back, the last one taken back at the end.
    pub undone: Vec<Ply>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move, as the game writes it.
    pub text: String,
    /// Who played it.
    pub by: By,
    /// The chapter that was in use.
    pub chapter: String,
    /// What is said about it.
    pub comment: String,
}

/// Who played a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum By {
    /// The user.
    Hand,
    /// The chapter in use, by this piece of advice.
    Advice(String),
    /// An opponent who answers by himself.
    Opponent(String),
}

/// A move of a record that cannot be played, by its index, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unplayable {
    pub(crate) ply: usize,
    pub(crate) error: TextError,
}

impl Record {
    /// A game without moves.
    pub(crate) fn new(game: &str, start: &str, header: &Header) -> Record {
        Record {
            game: game.into(),
            start: start.into(),
            header: header.clone(),
            plies: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// The moves so far, and after them those that were taken back.
    pub(crate) fn all_plies(&self) -> Vec<Ply> {
        let undone = self.undone.iter().rev();
        self.plies.iter().chain(undone).cloned().collect()
    }

    /// All positions of the game, the first and the last included.
    pub(crate) fn replay<D: Domain>(
        &self,
        domain: &D,
    ) -> Result<(Vec<D::Position>, D::View), Unplayable> {
        let read = domain.read_position(&self.start, &self.header);
        let (start, view) = read.map_err(|error| Unplayable { ply: 0, error })?;
        let mut positions = vec![start];
        for (ply, played) in self.plies.iter().enumerate() {
            let position = &positions[ply];
            let m = domain
                .read_move(position, view, &played.text)
                .map_err(|error| Unplayable { ply, error })?;
            let next = domain.play(position, m);
            positions.push(next);
        }
        Ok((positions, view))
    }

    /// The position that the game has come to, replayed from its beginning; nothing if it cannot be replayed.
    pub fn position(&self, games: &Games) -> Option<String> {
        struct Last<'a>(&'a Record);
        impl Ask for Last<'_> {
            type Answer = Option<String>;
            fn ask<D: Domain>(self, domain: &D) -> Option<String> {
                let (positions, view) = self.0.replay(domain).ok()?;
                let position = positions.last()?;
                Some(domain.write_position(position, view))
            }
        }
        games.ask(&self.game, Last(self)).flatten()
    }
}

impl By {
    /// Was it played by the advice?
    pub(crate) fn piece(&self) -> Option<&str> {
        match self {
            By::Advice(piece) => Some(piece),
            By::Hand | By::Opponent(_) => None,
        }
    }
}

/// Can this game be replayed? Otherwise the index of the first move that cannot be played, and why.
pub(crate) struct Replayable<'a>(pub(crate) &'a Record);

impl Ask for Replayable<'_> {
    type Answer = Result<(), Unplayable>;

    fn ask<D: Domain>(self, domain: &D) -> Self::Answer {
        self.0.replay(domain).map(|_| ())
    }
}

/// The number of a move, as scores write it: `3.` or, for the second player, `3…`.
pub(crate) fn number(first: MoveCount, ply: usize) -> String {
    let half = ply + usize::from(first.second);
    let number = first.number as usize + half / 2;
    let dots = if half.is_multiple_of(2) { "." } else { "…" };
    format!("{number}{dots}")
}

/// How the moves of a game are counted from its first position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveCount {
    /// The number of the first move.
    pub(crate) number: u32,
    /// Does the second player (Black, them) begin?
    pub(crate) second: bool,
}
