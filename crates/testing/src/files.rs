//! The files of the project, and files of a test's own.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the project.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2);
    root.expect("this crate is two folders down").to_owned()
}

/// A folder for the files of one test, empty at first.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new folder. Cargo names the place: `Scratch::new(env!("CARGO_TARGET_TMPDIR"), "name of the test")`.
    pub fn new(place: &str, name: &str) -> Scratch {
        let path = Path::new(place).join(name);
        if path.exists() {
            fs::remove_dir_all(&path).expect("the folder is ours");
        }
        fs::create_dir_all(&path).expect("a folder can be made");
        Scratch(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, and gives its path.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file can be written");
        path.to_str().expect("a path of letters").to_owned()
    }
}
