//! A session in memory: files that are only texts, no clock, and a script that is known beforehand.
//!
//! With it a whole session is a function from a script to a transcript, which is what tests and fuzzers need.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use domain::Stop;

use crate::chapter::Chapter;
use crate::games::Games;
use crate::knowledge::Shelf;
use crate::referee::{BuiltTables, Referee, Worth};
use crate::session::dialogue::{Beginning, Session};
use crate::session::host::{Host, Interruption, Moment, Replace};
use crate::verdict::MoveVerdict;

/// A host whose world is in memory. Clones share the files.
#[derive(Clone, Default)]
pub struct Rehearsal {
    files: Arc<Mutex<BTreeMap<String, String>>>,
    referee: Arc<Mutex<Option<Referee>>>,
}

/// How a rehearsed session went.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// Everything that was said, and every line with `> ` before it.
    pub text: String,
    /// How many commands could not be carried out.
    pub n_failures: usize,
    /// The files that it leaves.
    pub files: BTreeMap<String, String>,
}

impl Rehearsal {
    /// A world without files.
    pub fn new() -> Rehearsal {
        Rehearsal::default()
    }

    /// A world with these files.
    pub fn with_files(files: BTreeMap<String, String>) -> Rehearsal {
        Rehearsal {
            files: Arc::new(Mutex::new(files)),
            ..Rehearsal::default()
        }
    }

    /// Holds a session of these lines, until one of them ends it.
    ///
    /// # Panics
    ///
    /// If the session breaks a promise: replaying the record gives the position, a command that fails changes nothing,
    /// and no line loses the game in progress.
    pub fn hold<'l>(
        &self,
        beginning: Beginning,
        lines: impl IntoIterator<Item = &'l str>,
    ) -> Result<Transcript, String> {
        let (mut session, first) = Session::begin(Box::new(self.clone()), beginning)?;
        let mut text = first.text;
        let mut before = session.moment();
        check_position(&before);
        for line in lines {
            text += &echoed(line);
            let reply = session.line(line);
            text += &reply.text;
            if session.is_over() {
                break;
            }
            let now = session.moment();
            check_promises(&before, &now, reply.success);
            before = now;
        }
        Ok(Transcript {
            text,
            n_failures: session.n_failures(),
            files: lock(&self.files).clone(),
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn check_position(now: &Moment) {
    assert_eq!(
        now.record.position(Games::shared()).as_deref(),
        Some(now.position.as_str()),
        "replaying the record gives the position"
    );
}

fn check_promises(before: &Moment, now: &Moment, success: bool) {
    check_position(now);
    let (record, earlier) = (&now.record, &before.record);
    if !success {
        assert_eq!(record, earlier, "a command that fails changes nothing");
    }
    let goes_on = record.start == earlier.start && record.all_plies().starts_with(&earlier.plies);
    assert!(
        goes_on || now.shelved.as_ref() == Some(earlier),
        "no line loses the game in progress"
    );
}

/// A line of a script as a transcript shows it: comments as they are, commands behind `> `.
pub fn echoed(line: &str) -> String {
    if line.trim_start().starts_with('#') {
        format!("{line}\n")
    } else {
        format!("> {line}").trim_end().to_owned() + "\n"
    }
}

impl Host for Rehearsal {
    fn read(&mut self, file: &str) -> Result<String, String> {
        let found = lock(&self.files).get(file).cloned();
        found.ok_or_else(|| no_file(file))
    }

    fn write(&mut self, file: &str, text: &str, replace: Replace) -> Result<(), String> {
        let mut files = lock(&self.files);
        if replace == Replace::No && files.contains_key(file) {
            return Err(already_there(file));
        }
        files.insert(file.into(), text.into());
        Ok(())
    }

    fn chapter(&mut self, name: &str) -> Result<Chapter, String> {
        let chapter = match lock(&self.files).get(name) {
            Some(text) => Chapter::from_text(name, text, &Shelf),
            None => return Chapter::shipped(name).ok_or_else(|| no_chapter(name)),
        };
        chapter.map_err(|faulty| {
            format!(
                "{}; `nasvet check {name}` shows them all",
                faulty.in_a_sentence()
            )
        })
    }

    fn worths(&mut self, game: &str, position: &str, stop: &Stop) -> Result<Vec<Worth>, String> {
        // Those of three men are built in no time, and nothing is kept.
        let mut referee = lock(&self.referee);
        let referee = referee.get_or_insert_with(|| Referee::new(Box::new(BuiltTables), 3));
        referee.worths(game, position, stop)
    }

    fn verdict(
        &mut self,
        game: &str,
        position: &str,
        m: Option<&str>,
        stop: &Stop,
    ) -> Result<MoveVerdict, String> {
        let mut referee = lock(&self.referee);
        let referee = referee.get_or_insert_with(|| Referee::new(Box::new(BuiltTables), 3));
        referee.verdict(game, position, m, stop)
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
