//! A host in memory: lines that are known beforehand, files that are only texts, and no clock.
//!
//! With it a whole session is a function from a script to a transcript, which is what tests and fuzzers need.

use std::collections::BTreeMap;

use domain::Stop;
use lang::{Form, Source};

use crate::games::Games;
use crate::knowledge::{Kind, Shelf, Shipped};
use crate::load::{Loaded, check_source};
use crate::referee::{Referee, Worth};
use crate::session::host::{Host, Interruption, Moment, Replace, Reply};
use crate::session::record::Record;
use crate::table_cache::TableCache;

/// A host whose world is in memory.
///
/// It also makes sure, at every line, that the session keeps its promises, and panics where it does not: replaying the
/// record gives the position, a command that fails changes nothing, and no line loses the game in progress.
pub struct Memory<'g> {
    games: &'g Games,
    lines: std::vec::IntoIter<String>,
    /// Everything that was said, and every line with `> ` before it.
    pub transcript: String,
    /// The files.
    pub files: BTreeMap<String, String>,
    /// The game when the last line was given.
    before: Option<Record>,
    /// Did the last command succeed?
    success: bool,
    referee: Option<Referee>,
}

impl<'g> Memory<'g> {
    /// A host that will say these lines.
    pub fn new(games: &'g Games, lines: Vec<String>) -> Memory<'g> {
        Memory {
            games,
            lines: lines.into_iter(),
            transcript: String::new(),
            files: BTreeMap::new(),
            before: None,
            success: true,
            referee: None,
        }
    }

    fn check_promises(&self, moment: &Moment<'_>) {
        let now = moment.record;
        assert_eq!(
            now.position(self.games).as_deref(),
            Some(moment.position),
            "replaying the record gives the position"
        );
        let Some(before) = &self.before else {
            return;
        };
        if !self.success {
            assert_eq!(now, before, "a command that fails changes nothing");
        }
        let goes_on = now.start == before.start && now.all_plies().starts_with(&before.plies);
        assert!(
            goes_on || moment.shelved == Some(before),
            "no line loses the game in progress"
        );
    }
}

/// A line of a script as a transcript shows it: comments as they are, commands behind `> `.
pub fn echoed(line: &str) -> String {
    if line.trim_start().starts_with('#') {
        format!("{line}\n")
    } else {
        format!("> {line}").trim_end().to_owned() + "\n"
    }
}

impl Host for Memory<'_> {
    fn line(&mut self, moment: &Moment<'_>) -> Option<String> {
        self.check_promises(moment);
        self.before = Some(moment.record.clone());
        let line = self.lines.next()?;
        self.transcript += &echoed(&line);
        Some(line)
    }

    fn show(&mut self, reply: &Reply) {
        self.transcript += &reply.text;
        self.success = reply.success;
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        let found = self.files.get(file).cloned();
        found.ok_or_else(|| no_file(file))
    }

    fn write(&mut self, file: &str, text: &str, replace: Replace) -> Result<(), String> {
        if replace == Replace::No && self.files.contains_key(file) {
            return Err(already_there(file));
        }
        self.files.insert(file.into(), text.into());
        Ok(())
    }

    fn chapter(&mut self, name: &str, games: &Games) -> Result<Loaded, String> {
        let shipped = Shipped::named(name).filter(|shipped| shipped.kind == Kind::Chapter);
        let source = match (self.files.get(name), shipped) {
            (Some(text), _) => Source::from_text(name, Form::of_name(name), text)
                .map_err(|diagnostic| format!("`{name}`: {}", diagnostic.message))?,
            (None, Some(shipped)) => shipped.source(),
            (None, None) => return Err(no_chapter(name)),
        };
        Ok(check_source(source, games, &Shelf::shipped()))
    }

    fn worths(&mut self, game: &str, position: &str, stop: &Stop) -> Result<Vec<Worth>, String> {
        // Those of three men are built in no time, and nothing is kept.
        let referee = self
            .referee
            .get_or_insert_with(|| Referee::new(TableCache::none(), 3));
        referee.worths(game, position, stop)
    }

    fn search_begins(&mut self, _seconds: Option<u64>) -> Stop {
        Stop::new()
    }

    fn search_ends(&mut self) -> Interruption {
        Interruption::None
    }
}

/// What is said where a file is not replaced.
pub fn already_there(file: &str) -> String {
    format!("`{file}` is there already; `save {file} over` replaces it")
}

/// What is said where there is no such file.
pub fn no_file(file: &str) -> String {
    format!("there is no file `{file}`")
}

/// What is said where there is no such chapter.
pub fn no_chapter(name: &str) -> String {
    let shown: String = name.chars().take(80).collect();
    format!("there is no chapter `{shown}`: `chapters` lists the shipped ones, or name a file")
}
