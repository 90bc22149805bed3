//! A host in memory: lines that are known beforehand, files that are only texts, and no clock.
//!
//! With it a whole session is a function from a script to a transcript, which is what tests and fuzzers need.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lang::{Form, Source};

use crate::games::Games;
use crate::knowledge::{Shelf, Shipped};
use crate::load::{Loaded, check_source};
use crate::session::host::{Host, Interruption, Moment, Replace, Reply};

/// A watcher of each moment at which a session waits for a line.
type Watcher<'w> = dyn FnMut(&Moment<'_>) + 'w;

/// A host whose world is in memory.
pub struct Memory<'w> {
    lines: std::vec::IntoIter<String>,
    /// Everything that was said, and every line with `> ` before it.
    pub transcript: String,
    /// The files.
    pub files: BTreeMap<String, String>,
    watcher: Box<Watcher<'w>>,
}

impl<'w> Memory<'w> {
    /// A host that will say these lines.
    pub fn new(lines: Vec<String>) -> Memory<'w> {
        Memory {
            lines: lines.into_iter(),
            transcript: String::new(),
            files: BTreeMap::new(),
            watcher: Box::new(|_| {}),
        }
    }

    /// The same host, with somebody who looks at every moment at which the session waits.
    pub fn watched(self, watcher: impl FnMut(&Moment<'_>) + 'w) -> Memory<'w> {
        Memory {
            watcher: Box::new(watcher),
            ..self
        }
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
        (self.watcher)(moment);
        let line = self.lines.next()?;
        self.transcript += &echoed(&line);
        Some(line)
    }

    fn show(&mut self, reply: &Reply) {
        self.transcript += &reply.text;
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        let found = self.files.get(file).cloned();
        found.ok_or_else(|| format!("cannot read `{file}`: there is no such file"))
    }

    fn write(&mut self, file: &str, text: &str, replace: Replace) -> Result<(), String> {
        if replace == Replace::No && self.files.contains_key(file) {
            return Err(already_there(file));
        }
        self.files.insert(file.into(), text.into());
        Ok(())
    }

    fn chapter(&mut self, name: &str, games: &Games) -> Result<Loaded, String> {
        let source = match (self.files.get(name), Shipped::named(name)) {
            (Some(text), _) => Source::from_text(name, Form::of_name(name), text)
                .map_err(|diagnostic| format!("`{name}`: {}", diagnostic.message))?,
            (None, Some(shipped)) => shipped.source(),
            (None, None) => return Err(no_chapter(name)),
        };
        Ok(check_source(source, games, &Shelf::shipped()))
    }

    fn search_begins(&mut self, _seconds: Option<u64>) -> Arc<AtomicBool> {
        Arc::default()
    }

    fn search_ends(&mut self) -> Interruption {
        Interruption::None
    }
}

/// What is said where a file is not replaced.
pub fn already_there(file: &str) -> String {
    format!("`{file}` is there already; `save {file} over` replaces it")
}

/// What is said where there is no such chapter.
pub fn no_chapter(name: &str) -> String {
    let shown: String = name.chars().take(80).collect();
    format!("there is no chapter `{shown}`: `chapters` lists the shipped ones, or name a file")
}
