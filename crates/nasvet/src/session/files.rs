//! Games in files: saved as PGN, loaded, and made sure of before they are played.

use std::sync::Arc;

use chess::{PgnGame, PgnNumbering, PgnPlace, read_pgn, write_pgn};
use domain::{Domain, Side};

use crate::chapter::Chapter;
use crate::games::Ask;
use crate::session::dialogue::{Then, begin};
use crate::session::host::Replace;
use crate::session::pgn::{CHAPTER_TAG, Frame, GAME_TAG, game_of, read_by};
use crate::session::record::{Ply, Record, Unplayable};
use crate::session::seat::{Said, Sitting};
use crate::session::wording::{plural, sentence};

impl<D: Domain> Sitting<'_, D> {
    /// The game as PGN.
    pub(crate) fn pgn(&self) -> String {
        let record = &self.session.record;
        let ending = self.ending().or_else(|| self.claim());
        let ours = "Nasvet";
        let theirs = self.session.settings.opponent.name();
        let we_are_second = self.side(Side::Us) == "Black";
        let players = if we_are_second {
            [theirs, ours]
        } else {
            [ours, theirs]
        };
        let first = record.plies.first();
        let frame = Frame {
            chapter: first.map_or(&self.seat.chapter.name, |ply| &ply.chapter),
            players,
            result: ending.map_or("*", |ending| ending.result),
        };
        let opening = self.opening();
        let numbering = PgnNumbering {
            first: opening.number,
            black_begins: opening.second,
        };
        write_pgn(&game_of(record, frame), numbering)
    }

    /// Writes the game to a file.
    pub(crate) fn save(&mut self, rest: &str) -> Said {
        let (file, replace) = match rest.strip_suffix(" over") {
            Some(file) => (file.trim_end(), Replace::Yes),
            None => (rest, Replace::No),
        };
        if file.is_empty() {
            return Err("Say where, for example `save game.pgn`.\n".into());
        }
        let text = self.pgn();
        match self.session.host.write(file, &text, replace) {
            Ok(()) => Ok(format!("Saved in {file}.\n")),
            Err(problem) => Err(sentence(&format!("not saved: {problem}"))),
        }
    }

    /// Reads a game from a file and goes on at its end.
    pub(crate) fn load(&mut self, file: &str) -> Said {
        if file.is_empty() {
            return Err("Say which file, for example `load game.pgn`.\n".into());
        }
        let text = self
            .session
            .host
            .read(file)
            .map_err(|problem| sentence(&problem))?;
        let at = |place: PgnPlace, problem: &str| {
            sentence(&format!("in {file}, {place}: {problem}")) + "The game in progress stays.\n"
        };
        let read = read_pgn(&text).map_err(|error| at(error.place, &error.kind.to_string()))?;
        let (chapter, record) = self
            .record_of(&read.game)
            .map_err(|problem| match problem {
                Unfit::Game(problem) => {
                    sentence(&format!("in {file}: {problem}")) + "The game in progress stays.\n"
                }
                Unfit::Move(idx, problem) => at(
                    read.places[idx],
                    &format!("`{}`: {problem}", read.game.moves[idx].text),
                ),
            })?;
        let first_only = if read.more {
            " The file has more games; this is the first."
        } else {
            ""
        };
        let said = format!(
            "Loaded {} from {file}, with “{}” ({}).{first_only}\n",
            plural(record.plies.len(), "move"),
            chapter.program.title,
            chapter.name
        );
        Ok(self.begin_game(chapter, record, Then::Show, said))
    }

    /// The chapter and the record of a game that was read.
    fn record_of(&mut self, read: &PgnGame) -> Result<(Arc<Chapter>, Record), Unfit> {
        let position = read
            .tag("FEN")
            .unwrap_or("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let game = match read.tag(GAME_TAG).map(str::to_lowercase) {
            Some(name) if self.session.games.named(&name).is_some() => name,
            Some(_) | None => "chess".to_owned(),
        };
        // Only shipped chapters and the one in use are taken from a file: it may come from a stranger.
        let named = read.tag(CHAPTER_TAG).unwrap_or_default();
        let games = self.session.games;
        let shipped = self.session.chapters.shipped().iter();
        let named = shipped
            .filter(|chapter| chapter.name == named && chapter.program.game == game)
            .find_map(|chapter| {
                let header = chapter.header_of(games, position).ok()?;
                Some((Arc::clone(chapter), header))
            });
        let (chapter, header) = match named {
            Some(named) => named,
            None => self
                .session
                .chapter_for(&game, position)
                .map_err(Unfit::Game)?,
        };
        let mut record = begin(&chapter, position, &header);
        let mut chapter_name = chapter.name.clone();
        for m in &read.moves {
            let (by, chapter, comment) = read_by(&m.comment);
            if let Some(chapter) = chapter {
                chapter_name = chapter;
            }
            record.plies.push(Ply {
                text: m.text.clone(),
                by,
                chapter: chapter_name.clone(),
                comment: comment.into(),
            });
        }
        let asked = games.ask(&record.game, Normalised(&record));
        let (record, last) = match asked {
            Some(Ok(normalised)) => normalised,
            Some(Err(unplayable)) => {
                let problem = unplayable.error.message;
                return Err(match record.plies.is_empty() {
                    true => Unfit::Game(problem),
                    false => Unfit::Move(unplayable.ply, problem),
                });
            }
            None => return Err(Unfit::Game(format!("there is no game `{game}`"))),
        };
        // Where the men have changed on the way, the chapter for those that are left goes on.
        let chapter = match chapter.header_of(games, &last) {
            Ok(_) => chapter,
            Err(_) => match self.session.chapters.for_text(games, &game, &last) {
                Some((next, _)) => next,
                None => chapter,
            },
        };
        Ok((chapter, record))
    }
}

/// Why a game that was read cannot be played.
enum Unfit {
    Game(String),
    Move(usize, String),
}

/// The record with its moves as the game writes them, and its last position.
struct Normalised<'a>(&'a Record);

impl Ask for Normalised<'_> {
    type Answer = Result<(Record, String), Unplayable>;

    fn ask<D: Domain>(self, domain: &D) -> Self::Answer {
        let (positions, view) = self.0.replay(domain)?;
        let mut record = self.0.clone();
        for (position, ply) in positions.iter().zip(&mut record.plies) {
            if let Ok(m) = domain.read_move(position, view, &ply.text) {
                ply.text = domain.write_move(position, view, m);
            }
        }
        let last = positions
            .last()
            .map(|last| domain.write_position(last, view));
        Ok((record, last.unwrap_or_default()))
    }
}
