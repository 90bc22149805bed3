//! Chapters from files, by the names of shipped ones, and from standard input; and how other files are read.
//!
//! A file may be anything: each is bounded before it is read, and what could keep us waiting for ever is not opened.

use std::fs::File;
use std::io::{BufRead, ErrorKind, Read};
use std::path::{Path, PathBuf};

use lang::{BYTE_ORDER_MARK, Form, MAX_SOURCE, Source, steers};
use nasvet::{Chapter, Kind, Loaded, Shelf, Shipped, World, WorldError, check_bytes};

/// Loads a file, a shipped chapter by its name, or standard input (`-`); or says why it cannot be read.
pub fn load(name: &str) -> Result<Loaded, String> {
    if name == "-" {
        return Ok(check_bytes(name, &read_source(name)?, &Shelf));
    }
    let path = Path::new(name);
    let shipped = Shipped::named(name).filter(|_| !path.exists());
    if let Some(shipped) = shipped {
        return Ok(check_bytes(shipped.file, shipped.text.as_bytes(), &Shelf));
    }
    Ok(check_bytes(
        name,
        &read_source(name)?,
        &FolderWorld::file(path),
    ))
}

/// The bytes of a source, or of standard input (`-`). One that is too large is cut off one byte later, so that it is
/// seen to be.
pub(crate) fn read_source(name: &str) -> Result<Vec<u8>, String> {
    read(name, MAX_SOURCE as u64).map_err(|error| unreadable(name, &error))
}

/// The bytes of a file, or of standard input (`-`), of at most so many bytes.
pub(crate) fn read_file(name: &str, limit: u64) -> Result<Vec<u8>, String> {
    let bytes = read(name, limit).map_err(|error| format!("cannot read `{name}`: {error}"))?;
    match bytes.len() as u64 > limit {
        true => Err(format!("`{name}` has more than {limit} bytes")),
        false => Ok(bytes),
    }
}

/// The next line of standard input, without its end and without characters that steer; none when it has ended.
pub(crate) fn read_line() -> Result<Option<String>, String> {
    let mut line = Vec::new();
    let input = std::io::stdin().lock();
    let mut input = input.take(MAX_LINE + 1);
    let read = input.read_until(b'\n', &mut line);
    match read.map_err(|error| format!("cannot read standard input: {error}"))? {
        0 => Ok(None),
        n if n as u64 > MAX_LINE => Err(format!(
            "standard input has a line of more than {MAX_LINE} bytes"
        )),
        _ => {
            let line = String::from_utf8_lossy(&line);
            let line = line.trim_end_matches(['\r', '\n']);
            Ok(Some(harmless(line)))
        }
    }
}

/// A text without a byte order mark, in which characters that steer a terminal are replaced.
pub(crate) fn harmless(text: &str) -> String {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    let replaced = text.chars().map(|ch| match ch {
        '\n' | '\r' | '\t' => ch,
        _ if steers(ch) => char::REPLACEMENT_CHARACTER,
        _ => ch,
    });
    replaced.collect()
}

/// A line of standard input has at most so many bytes.
const MAX_LINE: u64 = 1 << 16;

/// Opens a file that does not keep us waiting: one that is regular, or that a shell has opened for us.
pub(crate) fn open(path: &Path) -> std::io::Result<File> {
    let is_open = ["/dev/fd", "/dev/stdin", "/proc/self/fd"]
        .into_iter()
        .any(|folder| path.starts_with(folder));
    let kind = std::fs::metadata(path)?.file_type();
    if kind.is_file() || kind.is_dir() || is_open {
        // Of a folder the system says what it is.
        File::open(path)
    } else {
        let message = "it is a pipe or a device; give it as standard input";
        Err(std::io::Error::new(ErrorKind::InvalidInput, message))
    }
}

/// Reads one byte more than is allowed, so that what is too large is seen to be.
fn read(name: &str, limit: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let limit = limit.saturating_add(1);
    match name {
        "-" => std::io::stdin()
            .lock()
            .take(limit)
            .read_to_end(&mut bytes)?,
        _ => open(Path::new(name))?.take(limit).read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

/// Is this a file, or the name of a shipped chapter?
pub(crate) fn is_chapter(name: &str) -> bool {
    Path::new(name).exists()
        || Shipped::named(name).is_some_and(|shipped| shipped.kind == Kind::Chapter)
}

/// Where `import` looks: among the shipped libraries, then beside the importing file.
///
/// An import is a plain name, so nothing outside that folder can be reached.
#[derive(Clone, Debug)]
pub(crate) struct FolderWorld {
    folder: Option<PathBuf>,
}

impl FolderWorld {
    /// Beside the files of a folder.
    pub(crate) fn folder(folder: &Path) -> FolderWorld {
        FolderWorld {
            folder: Some(folder.to_path_buf()),
        }
    }

    fn file(file: &Path) -> FolderWorld {
        FolderWorld {
            folder: file.parent().map(Path::to_path_buf),
        }
    }
}

impl World for FolderWorld {
    fn names(&self) -> Vec<String> {
        Shelf.names()
    }

    fn find(&self, name: &str) -> Result<Option<Source>, WorldError> {
        if let Some(shipped) = Shelf.find(name)? {
            return Ok(Some(shipped));
        }
        let is_plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let Some(folder) = self.folder.as_ref().filter(|_| is_plain) else {
            return Ok(None);
        };
        for extension in ["advice", "md"] {
            let path = folder.join(name).with_extension(extension);
            let name = path.to_string_lossy();
            let bytes = match read(&name, MAX_SOURCE as u64) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(WorldError::Unreadable(error.to_string())),
            };
            return Ok(Some(Source::from_bytes(
                &name,
                Form::of_name(&name),
                &bytes,
            )?));
        }
        Ok(None)
    }
}

fn unreadable(name: &str, error: &std::io::Error) -> String {
    let is_name = error.kind() == ErrorKind::NotFound && !name.contains(['.', '/']);
    let help = if is_name {
        let chapters: Vec<&str> = Chapter::shipped_names().collect();
        format!("; the shipped chapters are {}", chapters.join(", "))
    } else {
        String::new()
    };
    let name = if name == "-" { "standard input" } else { name };
    format!("cannot read `{name}`: {error}{help}")
}
