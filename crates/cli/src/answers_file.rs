//! Files of answers: what a run has asked is added to one as it goes, and another run goes on from there.
//!
//! A file is touched only after some seconds of work, so that short runs leave none.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use verify::{AnswerKeeper, Answers, Bounds, ParcelKey};

use crate::files::read_file;

/// Answers are written this often.
const EVERY: Duration = Duration::from_secs(5);

/// No file of answers is longer.
pub(crate) const MAX_BYTES: u64 = 1 << 34;

/// Answers from files, and a file for new ones.
pub(crate) struct AnswersFile {
    bounds: Bounds,
    found: Vec<Answers>,
    writer: Option<Mutex<AnswersWriter>>,
}

struct AnswersWriter {
    path: PathBuf,
    /// What is not written yet.
    pending: Vec<u8>,
    /// How much of the file that is there is good; none: it begins anew.
    n_good: Option<u64>,
    last: Instant,
    problem: Option<String>,
}

/// What to make of a file with answers to other questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Others {
    /// They are overwritten.
    Replaced,
    /// They are kept, and the command is refused.
    Refused,
}

impl AnswersFile {
    /// Goes on with a file, or begins one.
    pub(crate) fn going_on(
        path: &Path,
        heading: &str,
        bounds: Bounds,
        others: Others,
    ) -> Result<AnswersFile, String> {
        let before = match path.exists() {
            true => read(path).map(Some),
            false => Ok(None),
        };
        let before = match (before, others) {
            (Ok(before), Others::Replaced) => before.filter(|kept| kept.heading() == heading),
            (Err(_), Others::Replaced) => None,
            (Ok(Some(kept)), Others::Refused) if kept.heading() != heading => {
                return Err(format!(
                    "{} keeps answers of another chapter, or to other questions; remove it, or name another file",
                    path.display()
                ));
            }
            (before, Others::Refused) => before?,
        };
        let writer = AnswersWriter {
            path: path.to_path_buf(),
            pending: match &before {
                Some(_) => Vec::new(),
                None => Answers::opening(heading),
            },
            n_good: before.as_ref().map(|kept| kept.n_good() as u64),
            last: Instant::now(),
            problem: None,
        };
        Ok(AnswersFile {
            bounds,
            found: before.into_iter().collect(),
            writer: Some(Mutex::new(writer)),
        })
    }

    /// Answers from several files, and nothing is written.
    pub(crate) fn of(found: Vec<Answers>, bounds: Bounds) -> AnswersFile {
        AnswersFile {
            bounds,
            found,
            writer: None,
        }
    }

    /// How many parcels were found.
    pub(crate) fn n_found(&self) -> usize {
        self.found.iter().map(Answers::n_parcels).sum()
    }

    fn writer(&self) -> Option<MutexGuard<'_, AnswersWriter>> {
        let writer = self.writer.as_ref()?;
        // Whoever panicked has written a whole parcel, or the checksum tells.
        Some(writer.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Writes what is left to write; says what went wrong on the way, and where the answers are.
    pub(crate) fn finish(&self) -> Result<Option<PathBuf>, String> {
        let Some(mut writer) = self.writer() else {
            return Ok(None);
        };
        if writer.problem.is_none() {
            writer.write();
        }
        match writer.problem.take() {
            Some(problem) => Err(problem),
            None => Ok(Some(writer.path.clone())),
        }
    }

    /// Removes the file: its answers are not wanted any more.
    pub(crate) fn discard(&self) {
        if let Some(writer) = self.writer() {
            // Most runs are short, and there is no file.
            let _ = fs::remove_file(&writer.path);
        }
    }
}

impl AnswersWriter {
    fn write(&mut self) {
        let write = || {
            if let Some(folder) = self.path.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut file = fs::OpenOptions::new()
                .create(true)
                .append(true)
                .open(&self.path)?;
            // What comes after the last whole parcel was cut off.
            file.set_len(self.n_good.unwrap_or(0))?;
            file.write_all(&self.pending)
        };
        match write() {
            Ok(()) => {
                let n_good = self.n_good.unwrap_or(0) + self.pending.len() as u64;
                self.n_good = Some(n_good);
                self.pending.clear();
            }
            Err(error) => {
                self.pending = Vec::new();
                self.problem = Some(format!("cannot write {}: {error}", self.path.display()));
            }
        }
        self.last = Instant::now();
    }
}

impl AnswerKeeper for AnswersFile {
    fn find(&self, key: ParcelKey) -> Option<Vec<u8>> {
        let found = self.found.iter().find_map(|answers| answers.find(key))?;
        Some(found.to_vec())
    }

    fn keep(&self, key: ParcelKey, bytes: Vec<u8>) {
        // What cannot be written is not collected: it would only take memory.
        if let Some(mut writer) = self.writer().filter(|writer| writer.problem.is_none()) {
            writer.pending.extend(Answers::record(key, &bytes));
            if writer.last.elapsed() >= EVERY {
                writer.write();
            }
        }
    }

    fn bounds(&self) -> Bounds {
        self.bounds
    }
}

/// Reads a file of answers.
pub(crate) fn read(path: &Path) -> Result<Answers, String> {
    let name = path.display().to_string();
    let bytes = read_file(&name, MAX_BYTES)?;
    Answers::read(bytes).map_err(|error| format!("{name}: {error}"))
}
