//! What every legal move of a position is worth, by the tables: for an opponent who plays perfectly, and for a
//! referee who says whether a move kept the result.

use chess::{Chess, Small};
use domain::{Game, Header, Notation, Rules, Stop, Watch};
use verify::{BuildError, EndgameTables, GameValue, Holds, Material};

/// Where endgame tables come from: they are built, or read from wherever they are kept.
pub trait TableStore: Send {
    /// Sees to it that there are tables for an ending and for all that it can turn into.
    ///
    /// An ending that is [too large](EndgameTables::check_size) is refused before any work.
    fn provide(
        &mut self,
        tables: &mut EndgameTables,
        material: Material,
        watch: &Watch,
    ) -> Result<(), BuildError>;
}

/// Tables that are built when they are wanted, and kept in memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltTables;

impl TableStore for BuiltTables {
    fn provide(
        &mut self,
        tables: &mut EndgameTables,
        material: Material,
        watch: &Watch,
    ) -> Result<(), BuildError> {
        EndgameTables::check_size(material)?;
        for material in material.needed() {
            if tables.get(material).is_none() {
                tables.build(material, Holds::Mate, watch)?;
            }
        }
        Ok(())
    }
}

/// A legal move, and what it is worth to the side that makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    /// The move, as it is written.
    pub m: String,
    /// What it comes to under best play.
    pub outcome: GameValue,
    /// How many replies keep for the other side what it then has: one means that it must find the only move.
    pub good_replies: usize,
}

/// Somebody who has tables, and builds them when they are wanted.
pub struct Referee {
    store: Box<dyn TableStore>,
    tables: EndgameTables,
    /// The most men whose tables are built.
    max_men: usize,
}

impl Referee {
    /// A referee with tables from a store, for positions of at most this many men.
    pub fn new(store: Box<dyn TableStore>, max_men: usize) -> Referee {
        Referee {
            store,
            tables: EndgameTables::new(),
            max_men,
        }
    }

    /// All legal moves of a position of a game, the best first; or why the tables know nothing of it.
    pub fn worths(
        &mut self,
        game: &str,
        position: &str,
        stop: &Stop,
    ) -> Result<Vec<Worth>, String> {
        let chess = Chess::<Small>::new();
        if game != chess.vocabulary().game {
            return Err(format!("there are no tables for {game}"));
        }
        let (position, view) = chess
            .read_position(position, &Header::default())
            .map_err(|_| self.too_many_men())?;
        let material = Material::of(&position);
        if material.n_men() > self.max_men {
            return Err(self.too_many_men());
        }
        let watch = Watch::new().with_stop(stop);
        if material != Material::KINGS {
            let provided = self.store.provide(&mut self.tables, material, &watch);
            provided.map_err(|error| match error {
                BuildError::Stopped(_) => "the tables were not finished: stopped".into(),
                BuildError::TooLarge(_) => self.too_many_men(),
            })?;
        }
        let mut worths = Vec::new();
        for m in chess.legal_moves(&position) {
            let next = chess.play(&position, m);
            let Some(after) = self.tables.probe(&next) else {
                return Err(self.too_many_men());
            };
            let keeps = |reply| {
                let then = self.tables.probe(&chess.play(&next, reply));
                then.is_some_and(|then| then.of_move_here().wdl() == after.wdl())
            };
            let replies = chess.legal_moves(&next).into_iter();
            worths.push(Worth {
                m: chess.write_move(&position, view, m),
                outcome: after.of_move_here(),
                good_replies: replies.filter(|reply| keeps(*reply)).count(),
            });
        }
        // The best first; of equals, the one that leaves the fewest good replies.
        worths.sort_by(|a, b| {
            let better = b.outcome.cmp(&a.outcome);
            better.then(a.good_replies.cmp(&b.good_replies))
        });
        Ok(worths)
    }

    fn too_many_men(&self) -> String {
        format!("the tables know positions of at most {} men", self.max_men)
    }
}
