//! What was found out about chapters, kept beside the tables: sets of positions and reports, those that were used last.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use documents::{Digest, VerificationDocument};
use nasvet::SetStore;

use crate::files::open;
use crate::table_cache::{TableCache, write_whole};

/// A folder in which a few files are kept. Nothing is lost with them but time, so what goes wrong is not told.
#[derive(Clone, Debug)]
pub struct KeptFiles {
    folder: PathBuf,
    /// How the names of the files end.
    suffix: &'static str,
    /// So many files are kept.
    most: usize,
}

/// A report is no longer than this, in bytes.
const LONGEST_REPORT: u64 = 16 << 20;

impl KeptFiles {
    /// What was found out about pieces, beside some tables, if those are kept. Every change of a piece makes a new file,
    /// of some megabytes.
    pub fn sets(tables: &TableCache) -> Option<KeptFiles> {
        KeptFiles::beside(tables, ".nasvet-sets", 24)
    }

    /// Reports about all positions of a chapter, beside some tables, if those are kept.
    pub fn reports(tables: &TableCache) -> Option<KeptFiles> {
        KeptFiles::beside(tables, ".nasvet-report", 100)
    }

    fn beside(tables: &TableCache, suffix: &'static str, most: usize) -> Option<KeptFiles> {
        let folder = tables.folder()?.to_path_buf();
        Some(KeptFiles {
            folder,
            suffix,
            most,
        })
    }

    /// Keeps a report, if it is about all positions of its chapter.
    pub fn keep_report(&self, report: &VerificationDocument) {
        if report.excerpt.is_some() || report.partial.is_some() {
            return;
        }
        if let Ok(bytes) = serde_json::to_vec(report) {
            self.put(&format!("{}-{}", report.digest, report.men), &bytes);
        }
    }

    /// The report about the chapter with this digest.
    pub fn report(&self, digest: &Digest) -> Option<VerificationDocument> {
        let begins = format!("{digest}-");
        let mut names = self.names();
        let name = names.find(|name| name.starts_with(&begins))?;
        let bytes = self.take(&name, LONGEST_REPORT)?;
        let report: VerificationDocument = serde_json::from_slice(&bytes).ok()?;
        (report.digest == *digest).then_some(report)
    }

    /// The names of the files, without their common end.
    fn names(&self) -> impl Iterator<Item = String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            Some(name.strip_suffix(self.suffix)?.to_owned())
        })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}{}", self.suffix))
    }

    /// Removes those that were not used for the longest time.
    fn clear_out(&self) {
        let paths = self.names().map(|name| self.path(&name));
        let mut kept: Vec<(SystemTime, PathBuf)> = paths
            .filter_map(|path| Some((used(&path)?, path)))
            .collect();
        kept.sort();
        let too_many = kept.len().saturating_sub(self.most);
        for (_, path) in kept.into_iter().take(too_many) {
            let _ = fs::remove_file(path);
        }
    }
}

fn used(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

impl SetStore for KeptFiles {
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
