//! What was found out about the pieces of chapters, kept beside the tables: the ones that were used last.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use nasvet::SetStore;

use crate::files::open;
use crate::table_cache::{TableCache, write_whole};

/// A folder in which a few files are kept. Nothing is lost with them but time, so what goes wrong is not told.
#[derive(Clone, Debug)]
pub struct KeptSets {
    folder: PathBuf,
}

/// How the names of the files end.
const SUFFIX: &str = ".nasvet-sets";

/// So many files are kept: every change of a piece makes a new one, of some megabytes.
const MOST_FILES: usize = 24;

impl KeptSets {
    /// Beside some tables, if those are kept.
    pub fn beside(tables: &TableCache) -> Option<KeptSets> {
        let folder = tables.folder()?.to_path_buf();
        Some(KeptSets { folder })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}{SUFFIX}"))
    }

    /// Removes those that were not used for the longest time.
    fn clear_out(&self) {
        let mut kept: Vec<(SystemTime, PathBuf)> = fs::read_dir(&self.folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.to_string_lossy().ends_with(SUFFIX))
            .filter_map(|path| Some((used(&path)?, path)))
            .collect();
        kept.sort();
        let too_many = kept.len().saturating_sub(MOST_FILES);
        for (_, path) in kept.into_iter().take(too_many) {
            let _ = fs::remove_file(path);
        }
    }
}

fn used(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

impl SetStore for KeptSets {
    fn take(&self, name: &str, most_bytes: u64) -> Option<Vec<u8>> {
        let path = self.path(name);
        let mut bytes = Vec::new();
        let file = open(&path).ok()?;
        file.take(most_bytes + 1).read_to_end(&mut bytes).ok()?;
        // It was used now.
        if let Ok(file) = fs::File::options().append(true).open(&path) {
            let _ = file.set_modified(SystemTime::now());
        }
        (bytes.len() as u64 <= most_bytes).then_some(bytes)
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        if write_whole(&self.folder, &self.path(name), bytes).is_ok() {
            self.clear_out();
        }
    }
}
