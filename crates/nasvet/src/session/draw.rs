//! Positions drawn by chance: legal, about the chapter, and worth a game.
//!
//! Nothing hangs on the first move, nobody is in check, and where small tables or theory know it, what the chapter
//! promises can be done. The same seed always gives the same position.

use std::sync::{LazyLock, Mutex, PoisonError};

use domain::{Domain, Header, Stop};
use lang::checked::{Program, Promise};
use verify::Wdl;

use crate::about::outside;
use crate::chapter::Chapter;
use crate::games::{Ask, Games};
use crate::referee::{BuiltTables, Referee};
use crate::session::customs::{Customs, customs_of};
use crate::session::dialogue::begin;
use crate::session::random::Random;
use crate::session::record::Record;

/// How often chance is asked for a position.
const MAX_DRAWS: usize = 10_000;

/// A game from a position drawn by chance, with us to move and not over yet, and how it came about; the seed is drawn
/// first, and told, so that the position can be had again.
pub(crate) fn drawn(
    games: &Games,
    chapter: &Chapter,
    random: &mut Random,
) -> Result<(Record, String), String> {
    let seed = random.below(1_000_000);
    let record = drawn_by(games, chapter, seed)?;
    Ok((
        record,
        format!(", position {seed} (`new {seed}` gives it again)"),
    ))
}

/// The game from the position of a seed.
pub(crate) fn drawn_by(games: &Games, chapter: &Chapter, seed: u64) -> Result<Record, String> {
    let mut random = Random::new(seed);
    let program = &chapter.program;
    let customs =
        customs_of(&program.game).ok_or_else(|| format!("there is no game `{}`", program.game))?;
    let tables = program.tables.iter().map(|table| &table.header);
    let headers: Vec<&Header> = tables.chain([&program.header]).collect();
    for header in &headers {
        for _ in 0..MAX_DRAWS {
            let Some(position) = customs.draw(header, &mut random) else {
                break;
            };
            let record = begin(chapter, &position, header);
            if games.ask(&record.game, Playable(&record, program, customs)) == Some(true)
                && customs.is_worth_playing(&position)
                && can_be_done(program, &position)
            {
                return Ok(record);
            }
        }
    }
    // A chapter about any men has examples, if nothing else.
    let examples: Vec<Record> = program
        .examples
        .iter()
        .filter_map(|example| {
            let header = chapter.header_of(games, &example.position).ok()?;
            Some(begin(chapter, &example.position, &header))
        })
        .filter(|record| games.ask(&record.game, Playable(record, program, customs)) == Some(true))
        .collect();
    random.one_of(&examples).cloned().ok_or_else(|| {
        format!(
            "the chapter `{}` names no men and has no examples, so no position can be drawn; give one",
            chapter.name
        )
    })
}

/// Is the first position of a game legal, ours to move, not over, and one that the chapter is about?
struct Playable<'a>(&'a Record, &'a Program, &'a dyn Customs);

impl Ask for Playable<'_> {
    type Answer = bool;

    fn ask<D: Domain>(self, domain: &D) -> bool {
        let Playable(record, program, customs) = self;
        let Ok((position, view)) = domain.read_position(&record.start, &record.header) else {
            return false;
        };
        let text = domain.write_position(&position, view);
        domain.turn(&position) == domain::Side::Us
            && customs.ending(&text, domain.has_moves(&position)).is_none()
            && outside(domain, program, &position, view).is_none()
    }
}

/// Can the chapter keep its promise here, as far as tables of three men know?
///
/// Only where a pawn is on the board may it be otherwise: a rook or a queen that cannot be taken at once always wins.
fn can_be_done(program: &Program, position: &str) -> bool {
    let promises = |promise: &Promise| program.claims.iter().any(|claim| claim.promise == *promise);
    let least = if promises(&Promise::Wins) || promises(&Promise::KeepsWins) {
        Wdl::Win
    } else if promises(&Promise::KeepsDraws) {
        Wdl::Draw
    } else {
        return true;
    };
    let men = position.split_whitespace().next().unwrap_or_default();
    if !men.contains(['P', 'p']) {
        return true;
    }
    // They are the same for everybody, and are built once.
    static REFEREE: LazyLock<Mutex<Referee>> =
        LazyLock::new(|| Mutex::new(Referee::new(Box::new(BuiltTables), 3)));
    let mut referee = REFEREE.lock().unwrap_or_else(PoisonError::into_inner);
    let worths = referee.worths(&program.game, position, &Stop::new());
    let best = worths
        .ok()
        .and_then(|worths| Some(worths.first()?.outcome.wdl()));
    best.is_none_or(|best| best >= least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapter::Chapter;

    /// The first positions of the seeds up to this one.
    fn positions(chapter: &str, n_seeds: u64) -> Vec<String> {
        let games = Games::shared();
        let chapter = Chapter::shipped(chapter).expect("a shipped chapter");
        let drawn = (0..n_seeds).map(|seed| drawn_by(games, &chapter, seed));
        drawn
            .map(|record| record.expect("a position").start)
            .collect()
    }

    #[test]
    fn nim_is_never_lost_from_the_beginning() {
        for heaps in positions("nim", 200) {
            let heaps = heaps.split_whitespace().map(|heap| heap.parse::<u64>());
            let sum = heaps.fold(0, |sum, heap| sum ^ heap.expect("a heap"));
            assert_ne!(sum, 0);
        }
    }

    #[test]
    fn nothing_hangs_on_the_first_move() {
        use shakmaty::{CastlingMode, Chess, Position, fen::Fen};
        for chapter in ["krk", "krkn", "knkr", "kpkp", "kpk-defence"] {
            for text in positions(chapter, 50) {
                let fen: Fen = text.parse().expect("a FEN");
                let board: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
                assert!(
                    board.capture_moves().is_empty() && !board.is_check(),
                    "{text}"
                );
                let passed = board.swap_turn().expect("nobody is in check");
                assert!(passed.capture_moves().is_empty(), "{text}");
            }
        }
    }

    #[test]
    fn a_pawn_wins_or_is_held_as_the_chapter_promises() {
        // The rule of the square and the key squares are for a person to see; the tables are the verifier's own, and
        // its tests hold them against others.
        let mut referee = Referee::new(Box::new(BuiltTables), 3);
        for (chapter, least) in [("kpk", Wdl::Win), ("kpk-defence", Wdl::Draw)] {
            for position in positions(chapter, 50) {
                let worths = referee
                    .worths("chess", &position, &Stop::new())
                    .expect("tables");
                assert!(worths[0].outcome.wdl() >= least, "{chapter}: {position}");
            }
        }
    }
}
