//! What a server needs of the machine it runs on.

use documents::{Digest, VerificationDocument};
use nasvet::{NoLibrary, World};

/// Finds the files that are not open.
pub trait LspHost: Send {
    /// Where chapters in this folder find what they import; the folder ends with a slash.
    fn world(&self, folder: &str) -> Box<dyn World>;

    /// The chapters and libraries in this folder: their paths and texts.
    fn chapters(&self, folder: &str) -> Vec<(String, String)>;

    /// The path of a file in which a shipped text can be read; `file` is the name it has in the project.
    fn shipped_file(&self, file: &str) -> Option<String>;

    /// The report that is kept about the chapter with this digest.
    fn report(&self, digest: &Digest) -> Option<VerificationDocument>;
}

/// A machine without files.
impl LspHost for NoLibrary {
    fn world(&self, _folder: &str) -> Box<dyn World> {
        Box::new(NoLibrary)
    }

    fn chapters(&self, _folder: &str) -> Vec<(String, String)> {
        Vec::new()
    }

    fn shipped_file(&self, _file: &str) -> Option<String> {
        None
    }

    fn report(&self, _digest: &Digest) -> Option<VerificationDocument> {
        None
    }
}
