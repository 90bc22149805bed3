//! The project's folder, and the files in it that are written by people.

use std::path::{Path, PathBuf};

/// Folders with files that nobody wrote, or that are seeds and may be anything.
const SKIPPED: &[&str] = &["target", "corpus", "artifacts", "node_modules"];

/// The root of the project.
pub(crate) fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().expect("xtask is a folder of the project")
}

/// Where Cargo puts what it makes.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// All files below the root with this extension, in the order of their names.
pub(crate) fn files(extension: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut folders = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_symlink() || name.starts_with('.') {
                continue;
            }
            if path.is_dir() && !SKIPPED.contains(&name.as_ref()) {
                folders.push(path);
            } else if path.is_file() && path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// What is in a folder, in the order of the names.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let problem =
        |error: std::io::Error| format!("cannot read the folder {}: {error}", shown(folder));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(problem)? {
        paths.push(entry.map_err(problem)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", shown(path)))
}

/// A path as messages show it, from the root.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .display()
        .to_string()
}
