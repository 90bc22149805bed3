//! Endgame tables that are kept between runs, in the user's cache folder.
//!
//! A file is written beside its place and then moved there, so that no half of it is ever found; and what is read is
//! believed only if its checksum says so. Whatever cannot be read is built anew.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::Watch;
use nasvet::TableStore;
use verify::{BuildError, EndgameTable, EndgameTables, Holds, Material};

use crate::files::open;

/// The folder with the tables.
#[derive(Clone, Debug)]
pub struct TableCache {
    /// None: nothing is kept.
    folder: Option<PathBuf>,
}

/// What happened on the way to the tables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CacheReport {
    /// Tables that were read.
    pub read: Vec<Material>,
    /// Tables that were built.
    pub built: Vec<Material>,
    /// What went wrong with files; every such table was built.
    pub notices: Vec<String>,
}

impl TableCache {
    /// The user's: `NASVET_CACHE`, or `nasvet` in the system's cache folder.
    pub fn of_user() -> TableCache {
        let folder = |name: &str| {
            let value = std::env::var_os(name).filter(|value| !value.is_empty())?;
            Some(PathBuf::from(value))
        };
        let system = || {
            let cache = folder("XDG_CACHE_HOME").or_else(|| folder("LOCALAPPDATA"));
            let home = || Some(folder("HOME")?.join(".cache"));
            Some(cache.or_else(home)?.join("nasvet"))
        };
        TableCache {
            folder: folder("NASVET_CACHE").or_else(system),
        }
    }

    /// This folder, which is made when something is kept in it.
    pub fn in_folder(folder: &Path) -> TableCache {
        TableCache {
            folder: Some(folder.to_path_buf()),
        }
    }

    /// No folder: tables are built each time.
    pub fn none() -> TableCache {
        TableCache { folder: None }
    }

    /// Where the tables are kept, if they are.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Sees to it that there are tables for an ending and for all that it can turn into.
    ///
    /// Each table is kept as soon as it is built, so that a run that is stopped is not lost.
    pub fn provide(
        &self,
        tables: &mut EndgameTables,
        material: Material,
        holds: Holds,
        watch: &Watch,
    ) -> Result<CacheReport, BuildError> {
        EndgameTables::check_size(material)?;
        let mut report = CacheReport::default();
        let has = |tables: &EndgameTables, material| match tables
            .get(material)
            .map(EndgameTable::holds)
        {
            Some(Holds::MateAndConversion) => true,
            Some(Holds::Mate) => holds == Holds::Mate,
            None => false,
        };
        for material in material.needed() {
            if has(tables, material) {
                continue;
            }
            match self.read(material) {
                Ok(Some(table)) => tables.insert(table),
                Ok(None) => {}
                Err(notice) => report.notices.push(notice),
            }
            if has(tables, material) {
                report.read.push(material);
                continue;
            }
            tables.build(material, holds, watch)?;
            report.built.push(material);
            if let Some(table) = tables.get(material)
                && let Err(notice) = self.keep(table)
            {
                report.notices.push(notice);
            }
        }
        Ok(report)
    }

    /// The tables that are kept, by name, with their sizes in bytes.
    pub fn kept(&self) -> Vec<(String, u64)> {
        let entries = self
            .folder
            .as_ref()
            .and_then(|folder| fs::read_dir(folder).ok());
        let mut kept: Vec<(String, u64)> = entries
            .into_iter()
            .flatten()
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let name = entry.file_name().into_string().ok()?;
                let material: Material = name.strip_suffix(SUFFIX)?.parse().ok()?;
                Some((material.to_string(), entry.metadata().ok()?.len()))
            })
            .collect();
        kept.sort();
        kept
    }

    fn path(&self, material: Material) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{material}{SUFFIX}")))
    }

    /// A kept table; none if there is none, and a notice if there is something else.
    fn read(&self, material: Material) -> Result<Option<EndgameTable>, String> {
        let Some(path) = self.path(material) else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        let limit = EndgameTable::most_bytes(material);
        let read = open(&path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes));
        match read {
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        }
        if bytes.len() as u64 > limit {
            return Err(format!(
                "{}: too large for a table; it is built anew",
                path.display()
            ));
        }
        match EndgameTable::from_bytes(&bytes) {
            Ok(table) if table.material() == material => Ok(Some(table)),
            Ok(table) => Err(format!(
                "{}: it is the table of {}; it is built anew",
                path.display(),
                table.material()
            )),
            Err(error) => Err(format!("{}: {error}; it is built anew", path.display())),
        }
    }

    fn keep(&self, table: &EndgameTable) -> Result<(), String> {
        let (Some(folder), Some(path)) = (&self.folder, self.path(table.material())) else {
            return Ok(());
        };
        write_whole(folder, &path, &table.to_bytes())
            .map_err(|error| format!("{}: {error}; the table is not kept", path.display()))
    }
}

/// Writes a file of the folder beside its place, and then moves it there.
pub(crate) fn write_whole(folder: &Path, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // Two runs at once write two files, and the later move wins; both are whole.
    let draft = path.with_extension(format!("{}{DRAFT}", std::process::id()));
    let write = || {
        fs::create_dir_all(folder)?;
        remove_stale_drafts(folder);
        let mut file = fs::File::create(&draft)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&draft, path)
    };
    write().inspect_err(|_| {
        // What could not be moved is of no use.
        let _ = fs::remove_file(&draft);
    })
}

impl TableStore for TableCache {
    fn provide(
        &mut self,
        tables: &mut EndgameTables,
        material: Material,
        watch: &Watch,
    ) -> Result<(), BuildError> {
        TableCache::provide(self, tables, material, Holds::Mate, watch).map(|_| ())
    }
}

/// How the names of tables end.
const SUFFIX: &str = ".nasvet-table";

/// How the names of files end that are being written, after the number of the process.
const DRAFT: &str = ".draft";

/// Nobody writes a table for so long.
const STALE: Duration = Duration::from_secs(3600);

/// Removes what runs that were killed have left behind. If that fails, nothing is lost.
fn remove_stale_drafts(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let Some(process) = name.to_str().and_then(draft_of) else {
            continue;
        };
        let changed = entry.metadata().and_then(|file| file.modified());
        let age = changed.ok().and_then(|changed| changed.elapsed().ok());
        if is_gone(process) || age.is_some_and(|age| age > STALE) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The process that wrote a draft, by its name: `KNK.4711.draft`, or the same of what is kept about the pieces of a
/// chapter.
fn draft_of(name: &str) -> Option<u32> {
    let (kept, process) = name.strip_suffix(DRAFT)?.rsplit_once('.')?;
    let men = kept.rsplit_once('-').map_or(kept, |(_, men)| men);
    men.parse::<Material>().ok()?;
    process.parse().ok()
}

/// Is it known that there is no such process?
fn is_gone(process: u32) -> bool {
    let all = Path::new("/proc");
    all.join("self").exists() && !all.join(process.to_string()).exists()
}
