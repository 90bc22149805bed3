//! What every legal move of a position is worth, by the tables: for an opponent who plays perfectly, and for a
//! referee who says whether a move kept the result.

use chess::{Chess, Small, View, name_of};
use domain::{Game, Header, Notation, Rules, Side, Stop, Watch};
use games::Nim;
use shakmaty::Role;
use verify::{BuildError, EndgameTables, GameValue, Holds, Material};

use crate::verdict::{ChessMoves, MoveVerdict, chess_verdict, nim_verdict};

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

    /// The same for somebody who does not want to wait: a store that makes tables in the background says how far it is.
    fn offer(
        &mut self,
        tables: &mut EndgameTables,
        material: Material,
        watch: &Watch,
    ) -> Result<Offered, BuildError> {
        self.provide(tables, material, watch)?;
        Ok(Offered::Ready)
    }

    /// Tables for this ending may be wanted soon: a store that makes them in the background begins.
    fn prepare(&mut self, _tables: &EndgameTables, _material: Material) {}
}

/// What a store can offer at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offered {
    /// The tables are there.
    Ready,
    /// They are being made.
    NotYet {
        /// How much is done, below 100.
        percent: u8,
    },
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
    /// The position that was last asked about, as text: many questions are about the same one.
    last: Option<(String, ChessMoves)>,
    /// Is there one question only, so that tables which are not ready come too late?
    asked_once: bool,
}

impl Referee {
    /// A referee with tables from a store, for positions of at most this many men.
    pub fn new(store: Box<dyn TableStore>, max_men: usize) -> Referee {
        Referee {
            store,
            tables: EndgameTables::new(),
            max_men,
            last: None,
            asked_once: false,
        }
    }

    /// The same for one question: nobody asks again in a moment.
    #[must_use]
    pub fn asked_once(mut self) -> Referee {
        self.asked_once = true;
        self
    }

    /// All legal moves of a position of a game, the best first; or why the tables know nothing of it.
    pub fn worths(
        &mut self,
        game: &str,
        position: &str,
        stop: &Stop,
    ) -> Result<Vec<Worth>, String> {
        let chess = Chess::<Small>::new();
        let asked = self.chess_moves(game, position, stop)?;
        let (position, view) = (asked.position, asked.view);
        let mut worths = Vec::new();
        for (m, outcome) in asked.moves {
            let next = chess.play(&position, m);
            let keeps = |reply| {
                let then = self.tables.probe(&chess.play(&next, reply));
                let kept = then.map(GameValue::of_move_here);
                kept.is_some_and(|kept| kept.of_move_here().wdl() == outcome.wdl())
            };
            let replies = chess.legal_moves(&next).into_iter();
            worths.push(Worth {
                m: chess.write_move(&position, view, m),
                outcome,
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

    /// What a legal move, or the best one, does to the result, and what shows it; or why that is not known.
    pub fn verdict(
        &mut self,
        game: &str,
        position: &str,
        m: Option<&str>,
        stop: &Stop,
    ) -> Result<MoveVerdict, String> {
        if game == Nim.vocabulary().game {
            return nim_verdict(position, m).ok_or_else(|| "there is no such move".into());
        }
        let chess = Chess::<Small>::new();
        let asked = self.chess_moves(game, position, stop)?;
        let m = match m {
            Some(m) => {
                let read = chess.read_move(&asked.position, asked.view, m);
                read.map_err(|error| error.to_string())?
            }
            None => {
                let best = asked.best().ok_or("there is no legal move")?;
                best.0
            }
        };
        chess_verdict(&self.tables, &asked, m).ok_or_else(|| self.too_many_men())
    }

    /// The legal moves of a chess position with their values.
    fn chess_moves(&mut self, game: &str, text: &str, stop: &Stop) -> Result<ChessMoves, String> {
        if let Some((asked, moves)) = &self.last
            && asked == text
        {
            return Ok(moves.clone());
        }
        let chess = Chess::<Small>::new();
        if game != chess.vocabulary().game {
            return Err(format!("there are no tables for {game}"));
        }
        let (position, view, material) = self.read(text)?;
        let watch = Watch::new().with_stop(stop);
        if material != Material::KINGS {
            let offered = self.store.offer(&mut self.tables, material, &watch);
            match offered {
                Ok(Offered::Ready) => {}
                Ok(Offered::NotYet { percent }) => {
                    let men = in_words(material);
                    return Err(match self.asked_once {
                        true => format!(
                            "there are no tables for {men} yet; `nasvet tables {}` makes them",
                            material.canonical()
                        ),
                        false => format!(
                            "the tables for {men} are being made ({percent} %); ask again in a moment"
                        ),
                    });
                }
                Err(BuildError::Stopped(_)) => {
                    return Err("the tables were not finished: stopped".into());
                }
                Err(BuildError::TooLarge(_)) => return Err(self.too_many_men()),
            }
        }
        let moves = ChessMoves::new(&self.tables, position, view);
        let moves = moves.ok_or_else(|| self.too_many_men())?;
        self.last = Some((text.to_owned(), moves.clone()));
        Ok(moves)
    }

    /// Tables for this position may be wanted soon; where they can be made in the background, that begins.
    pub fn prepare(&mut self, game: &str, position: &str) {
        if game == Chess::<Small>::new().vocabulary().game
            && let Ok((_, _, material)) = self.read(position)
            && material != Material::KINGS
        {
            self.store.prepare(&self.tables, material);
        }
    }

    /// A position and its men, if there can be tables for them.
    fn read(&self, position: &str) -> Result<(Small, View, Material), String> {
        let read = Chess::<Small>::new().read_position(position, &Header::default());
        let (position, view) = read.map_err(|_| self.too_many_men())?;
        let material = Material::of(&position);
        match material.n_men() > self.max_men {
            true => Err(self.too_many_men()),
            false => Ok((position, view, material)),
        }
    }

    fn too_many_men(&self) -> String {
        match self.max_men {
            0 => "no tables are used here".to_owned(),
            n_men => format!("the tables know positions of at most {n_men} men"),
        }
    }
}

/// The men of an ending as chess players name them, the stronger side first: `king and rook against king`.
fn in_words(material: Material) -> String {
    let material = material.canonical();
    let men = |side| {
        let others = material.others().filter(|(owner, _)| *owner == side);
        let roles: Vec<Role> = others.map(|(_, role)| role).collect();
        let kinds = roles.chunk_by(|a, b| a == b).map(|kind| {
            let name = name_of(kind[0]);
            match kind.len() {
                1 => name.to_owned(),
                2 => format!("two {name}s"),
                _ => format!("three {name}s"),
            }
        });
        let named: Vec<String> = std::iter::once("king".to_owned()).chain(kinds).collect();
        match &named[..] {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => named.concat(),
        }
    };
    format!("{} against {}", men(Side::Us), men(Side::Them))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A store that is never ready.
    struct Slow;

    impl TableStore for Slow {
        fn provide(
            &mut self,
            _tables: &mut EndgameTables,
            _material: Material,
            _watch: &Watch,
        ) -> Result<(), BuildError> {
            unreachable!("a referee does not wait")
        }

        fn offer(
            &mut self,
            _tables: &mut EndgameTables,
            _material: Material,
            _watch: &Watch,
        ) -> Result<Offered, BuildError> {
            Ok(Offered::NotYet { percent: 42 })
        }
    }

    #[test]
    fn a_referee_says_how_far_the_tables_are() {
        let mut referee = Referee::new(Box::new(Slow), 4);
        let worths = referee.worths("chess", "8/3p4/8/3P4/8/8/5k2/7K w - -", &Stop::new());
        assert_eq!(
            worths.expect_err("there are no tables"),
            "the tables for king and pawn against king and pawn are being made (42 %); ask again in a moment"
        );
    }

    #[test]
    fn endings_have_names() {
        let check = |men: &str, expected: &str| {
            assert_eq!(in_words(men.parse().expect("men")), expected);
        };
        check("KKR", "king and rook against king");
        check("KRKN", "king and rook against king and knight");
        check("KBNK", "king, bishop and knight against king");
        check("KNNKP", "king and two knights against king and pawn");
    }
}
