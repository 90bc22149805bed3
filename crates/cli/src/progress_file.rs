//! The learner's progress in practice, in a file of the user's.
//!
//! The file is written beside its place and then moved there, so that no half of it is ever found. One that cannot be
//! read is set aside under another name, and nothing in it is lost.

use std::fs;
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use documents::{Format as _, Opening, PracticeDocument, refuse_steering};

use crate::files::open;

/// Where progress is kept.
#[derive(Clone, Debug)]
pub(crate) struct ProgressFile {
    /// None: nothing is kept.
    path: Option<PathBuf>,
}

/// What was found in the file.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct FoundProgress {
    pub(crate) progress: PracticeDocument,
    /// What the user should know about the file.
    pub(crate) notice: Option<String>,
}

/// Its name in the folder.
const NAME: &str = "practice.json";

/// Larger files are not read: years of practice take less.
const MAX_BYTES: u64 = 1 << 24;

impl ProgressFile {
    /// The user's: in `NASVET_DATA`, or in `nasvet` in the system's folder for data of programs.
    pub(crate) fn of_user() -> ProgressFile {
        let folder = |name: &str| {
            let value = std::env::var_os(name).filter(|value| !value.is_empty())?;
            Some(PathBuf::from(value))
        };
        let system = || {
            let data = folder("XDG_DATA_HOME").or_else(|| folder("APPDATA"));
            let home = || Some(folder("HOME")?.join(".local/share"));
            Some(data.or_else(home)?.join("nasvet"))
        };
        let folder = folder("NASVET_DATA").or_else(system);
        ProgressFile {
            path: folder.map(|folder| folder.join(NAME)),
        }
    }

    /// Reads the progress. There is none before the first practice; a damaged file is set aside.
    pub(crate) fn read(&self) -> Result<FoundProgress, String> {
        let Some(path) = &self.path else {
            return Ok(FoundProgress::default());
        };
        let mut bytes = Vec::new();
        let read = open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
        match read {
            Ok(_) => {}
            Err(error)
                if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) =>
            {
                return Ok(FoundProgress::default());
            }
            Err(error) => return Err(format!("cannot read {}: {error}", path.display())),
        }
        let problem = match progress_of(&bytes) {
            Ok(progress) => {
                return Ok(FoundProgress {
                    progress,
                    notice: None,
                });
            }
            Err(NoProgress::Newer(version)) => {
                return Err(format!(
                    "{} was written by a later version of this program (format version {version})",
                    path.display()
                ));
            }
            Err(NoProgress::Damaged(problem)) => problem,
        };
        let aside = set_aside(path).map_err(|error| {
            format!(
                "{} is damaged ({problem}) and cannot be set aside: {error}",
                path.display()
            )
        })?;
        Ok(FoundProgress {
            progress: PracticeDocument::default(),
            notice: Some(format!(
                "{} is damaged ({problem}). It is kept as {}, and progress begins anew.",
                path.display(),
                aside.display()
            )),
        })
    }

    /// Keeps the progress.
    pub(crate) fn keep(&self, progress: &PracticeDocument) -> Result<(), String> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let cannot = |error: std::io::Error| format!("cannot write {}: {error}", path.display());
        let json = serde_json::to_string_pretty(progress)
            .map_err(|error| cannot(std::io::Error::other(error)))?;
        let draft = path.with_extension(format!("{}.draft", std::process::id()));
        let write = || {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut file = fs::File::create(&draft)?;
            file.write_all(json.as_bytes())?;
            file.write_all(b"\n")?;
            file.sync_all()?;
            fs::rename(&draft, path)
        };
        write().map_err(|error| {
            // What could not be moved is of no use.
            let _ = fs::remove_file(&draft);
            cannot(error)
        })
    }
}

/// Why a file holds no progress.
enum NoProgress {
    /// It belongs to a later program.
    Newer(u64),
    /// Something is wrong with it.
    Damaged(String),
}

fn progress_of(bytes: &[u8]) -> Result<PracticeDocument, NoProgress> {
    let damaged = |error: serde_json::Error| NoProgress::Damaged(error.to_string());
    if bytes.len() as u64 > MAX_BYTES {
        return Err(NoProgress::Damaged(format!(
            "it has more than {MAX_BYTES} bytes"
        )));
    }
    refuse_steering(bytes).map_err(damaged)?;
    let opening: Opening = serde_json::from_slice(bytes).map_err(damaged)?;
    if opening.format == PracticeDocument::NAME && opening.version > PracticeDocument::VERSION {
        return Err(NoProgress::Newer(opening.version));
    }
    serde_json::from_slice(bytes).map_err(damaged)
}

/// Gives a file the first free name beside its own.
fn set_aside(path: &Path) -> std::io::Result<PathBuf> {
    let mut n = 1;
    loop {
        let aside = path.with_extension(format!("damaged-{n}.json"));
        if !aside.exists() {
            fs::rename(path, &aside)?;
            return Ok(aside);
        }
        n += 1;
    }
}
