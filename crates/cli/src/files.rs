//! Chapters from files, by the names of shipped ones, and from standard input.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use lang::{Form, MAX_SOURCE, Source};
use nasvet::{Chapter, Kind, Loaded, Shelf, Shipped, World, WorldError, check_bytes};

/// Loads a file, a shipped chapter by its name, or standard input (`-`); or says why it cannot be read.
pub fn load(name: &str) -> Result<Loaded, String> {
    if name == "-" {
        let bytes = read_limited(std::io::stdin().lock(), "standard input")?;
        return Ok(check_bytes(name, &bytes, &Shelf));
    }
    let path = Path::new(name);
    let shipped = Shipped::named(name).filter(|_| !path.exists());
    if let Some(shipped) = shipped {
        return Ok(check_bytes(shipped.file, shipped.text.as_bytes(), &Shelf));
    }
    let file = std::fs::File::open(path).map_err(|error| unreadable(name, &error))?;
    let bytes = read_limited(file, name)?;
    Ok(check_bytes(name, &bytes, &FolderWorld::file(path)))
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
struct FolderWorld {
    folder: Option<PathBuf>,
}

impl FolderWorld {
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
            let file = match std::fs::File::open(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(WorldError::Unreadable(error.to_string())),
            };
            let name = path.to_string_lossy();
            let bytes = read_limited(file, &name).map_err(WorldError::Unreadable)?;
            return Ok(Some(Source::from_bytes(
                &name,
                Form::of_name(&name),
                &bytes,
            )?));
        }
        Ok(None)
    }
}

/// Reads one byte more than is allowed, so that a source that is too large is seen to be.
fn read_limited(input: impl Read, name: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut input = input.take(MAX_SOURCE as u64 + 1);
    input
        .read_to_end(&mut bytes)
        .map_err(|error| unreadable(name, &error))?;
    Ok(bytes)
}

fn unreadable(name: &str, error: &std::io::Error) -> String {
    let help = if name.contains(['.', '/']) {
        String::new()
    } else {
        let chapters: Vec<&str> = Chapter::shipped_names().collect();
        format!("; the shipped chapters are {}", chapters.join(", "))
    };
    format!("cannot read `{name}`: {error}{help}")
}
