//! The conversation: what lasts from line to line, and the way from one chapter or board to the next.
//!
//! A [`Table`] is where one chapter is played on one board. When a command needs another chapter or board, it first
//! makes sure that the new game can be played, then puts it in the place of the old one and leaves its table; here the
//! next table is laid. So no line can lose the game in progress.

use std::rc::Rc;

use code::compile;
use domain::{Domain, Header};

use crate::games::{Ask, Games};
use crate::session::chapter::{Chapter, Chapters};
use crate::session::customs::{Customs, customs_of};
use crate::session::host::{Host, Reply};
use crate::session::random::Random;
use crate::session::record::{Record, Replayable, Unplayable};
use crate::session::settings::Settings;
use crate::session::table::{Leaving, Table};
use crate::session::told::invitation;
use crate::session::wording::{fitted, wrapped};

/// How a session begins.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// The chapter, by its name or file.
    pub chapter: String,
    /// The position; otherwise one is drawn by chance.
    pub position: Option<String>,
    /// Where chance begins.
    pub seed: u64,
    /// The first settings.
    pub settings: Settings,
    /// Is the user told what this is?
    pub greeting: bool,
}

/// How a session went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// How many commands could not be carried out.
    pub n_failures: usize,
}

/// What lasts while chapters and boards change.
pub(crate) struct Session<'h> {
    pub(crate) host: &'h mut dyn Host,
    pub(crate) games: &'h Games,
    pub(crate) chapters: Chapters,
    pub(crate) settings: Settings,
    /// The chapter in use.
    pub(crate) chapter: Rc<Chapter>,
    /// The game in progress.
    pub(crate) record: Record,
    /// The game before it.
    pub(crate) shelved: Option<(Rc<Chapter>, Record)>,
    /// The position that is being set up.
    pub(crate) draft: Option<String>,
    pub(crate) random: Random,
    pub(crate) n_failures: usize,
}

/// What is said and done when a table is laid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Arrival {
    /// What has been said already, by the command that led here.
    pub(crate) said: String,
    pub(crate) then: Then,
}

/// What follows when a table is laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Then {
    /// The position is shown.
    Show,
    /// Whoever answers by himself moves, and the position is shown.
    Play,
}

/// Holds a conversation until the user leaves or the input ends.
///
/// If there is no such chapter or position, there is no conversation either, and the reason is given.
pub fn converse(
    host: &mut dyn Host,
    games: &Games,
    beginning: Beginning,
) -> Result<Summary, String> {
    let Beginning {
        chapter,
        position,
        seed,
        settings,
        greeting,
    } = beginning;
    let loaded = host.chapter(&chapter, games)?;
    let chapter = Rc::new(Chapter::new(&chapter, loaded)?);
    let mut chapters = Chapters::default();
    let mut random = Random::new(seed);
    let (record, how) = match position {
        Some(position) => {
            let header = chapter
                .header_of(games, &position)
                .map_err(|error| format!("the position `{position}`: {error}"))?;
            (begin(&chapter, &position, &header), "\n".into())
        }
        None => {
            let (record, how) = drawn(games, &chapter, &mut random)?;
            (record, format!("{how}\n{}", invitation(&chapter, games)))
        }
    };
    let mut said = String::new();
    if greeting {
        said += GREETING;
        let shipped = chapters.shipped(games).iter();
        let names: Vec<&str> = shipped.map(|chapter| chapter.name.as_str()).collect();
        said += &wrapped(&format!("Chapters: {}.", names.join(", ")));
        said.push('\n');
    }
    said += &format!("{} ({}){how}", chapter.program.title, chapter.name);
    let mut session = Session {
        host,
        games,
        chapters,
        settings,
        chapter,
        record,
        shelved: None,
        draft: None,
        random,
        n_failures: 0,
    };
    let mut arrival = Arrival {
        said,
        then: Then::Play,
    };
    loop {
        let chapter = Rc::clone(&session.chapter);
        let record = session.record.clone();
        let sitting = Sitting {
            session: &mut session,
            chapter: &chapter,
            arrival,
        };
        match record.ask(games, sitting) {
            Some(Leaving::For(next)) => arrival = next,
            Some(Leaving::Quit) => break,
            None => return Err(format!("there is no game `{}`", record.game)),
        }
    }
    Ok(Summary {
        n_failures: session.n_failures,
    })
}

const GREETING: &str = "\
Nasvet plays by written advice, and every move has a reason.
You defend with the lone king against king and rook: enter moves such as Kd4.
`why` explains our move, `chapter NAME` plays another chapter, `help` says more.
";

/// A game that begins in a position of a chapter.
pub(crate) fn begin(chapter: &Chapter, position: &str, header: &Header) -> Record {
    let game = &chapter.program.game;
    let start = customs_of(game).map(|customs| customs.start(position));
    Record::new(game, start.as_deref().unwrap_or(position), header)
}

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
            if record.ask(games, Playable(&record, customs)) == Some(true) {
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
        .filter(|record| record.ask(games, Playable(record, customs)) == Some(true))
        .collect();
    random.one_of(&examples).cloned().ok_or_else(|| {
        format!(
            "the chapter `{}` names no men and has no examples, so no position can be drawn; give one",
            chapter.name
        )
    })
}

/// Is the first position of a game legal, ours to move, and not over?
struct Playable<'a>(&'a Record, &'a dyn Customs);

impl Ask for Playable<'_> {
    type Answer = bool;

    fn ask<D: Domain>(self, domain: &D) -> bool {
        let Playable(record, customs) = self;
        let Ok((position, view)) = domain.read_position(&record.start, &record.header) else {
            return false;
        };
        let text = domain.write_position(&position, view);
        domain.turn(&position) == domain::Side::Us
            && customs.ending(&text, domain.has_moves(&position)).is_none()
    }
}

impl Session<'_> {
    /// Puts a game in the place of the one in progress, which can be resumed.
    pub(crate) fn replace_game(&mut self, chapter: Rc<Chapter>, record: Record) {
        let chapter = std::mem::replace(&mut self.chapter, chapter);
        let record = std::mem::replace(&mut self.record, record);
        self.shelved = Some((chapter, record));
    }

    /// Can the game be played to its end?
    pub(crate) fn check(&self, record: &Record) -> Result<(), Unplayable> {
        record.ask(self.games, Replayable(record)).unwrap_or(Ok(()))
    }

    /// Shows an answer and counts it.
    pub(crate) fn reply(&mut self, said: Result<String, String>) {
        let (text, success) = match said {
            Ok(text) => (text, true),
            Err(text) => (fitted(&text), false),
        };
        self.n_failures += usize::from(!success);
        self.host.show(&Reply { text, success });
    }
}

/// Plays at one table.
struct Sitting<'a, 'h> {
    session: &'a mut Session<'h>,
    chapter: &'a Rc<Chapter>,
    arrival: Arrival,
}

impl Ask for Sitting<'_, '_> {
    type Answer = Leaving;

    fn ask<D: Domain>(self, domain: &D) -> Leaving {
        let compiled = compile(domain, &self.chapter.program);
        Table::lay(self.session, self.chapter, &compiled).sit(self.arrival)
    }
}
