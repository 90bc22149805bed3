//! The games that advice can be about.

use std::sync::LazyLock;

use chess::{AnyBoard, Chess};
use domain::{Domain, Game};
use games::Toy;

/// All games, each with its vocabulary.
#[derive(Debug, Default)]
pub struct Games {
    chess: Chess<AnyBoard>,
}

/// Something to be asked of whichever game it turns out to be.
pub trait Ask {
    /// What comes back.
    type Answer;

    /// Asks it of this game.
    fn ask<D: Domain>(self, domain: &D) -> Self::Answer;
}

impl Games {
    /// All games with their vocabularies.
    pub fn new() -> Games {
        Games::default()
    }

    /// The same, for those who want to keep them.
    pub fn shared() -> &'static Games {
        static GAMES: LazyLock<Games> = LazyLock::new(Games::new);
        &GAMES
    }

    /// The games as the checker sees them.
    pub fn all(&self) -> [&dyn Game; 3] {
        [&self.chess, &Toy::Nim, &Toy::Graphs]
    }

    /// The names of the games.
    pub fn names(&self) -> Vec<&'static str> {
        self.all()
            .iter()
            .map(|game| game.vocabulary().game)
            .collect()
    }

    /// The game of this name.
    pub fn named(&self, name: &str) -> Option<&dyn Game> {
        self.all()
            .into_iter()
            .find(|game| game.vocabulary().game == name)
    }

    /// Asks something of the game of this name, if there is one.
    pub fn ask<A: Ask>(&self, name: &str, question: A) -> Option<A::Answer> {
        if name == self.chess.vocabulary().game {
            return Some(question.ask(&self.chess));
        }
        let mut toys = [Toy::Nim, Toy::Graphs].into_iter();
        let toy = toys.find(|toy| toy.vocabulary().game == name)?;
        Some(question.ask(&toy))
    }
}

/// The names of the games that chapters may be about.
pub fn game_names() -> Vec<&'static str> {
    Games::shared().names()
}
