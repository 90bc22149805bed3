//! Puts the reports of the verifier into the library: each with its name, in the order of the names.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let folder = fs::canonicalize(Path::new(&root).join("verification"))?;
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut reports = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|found| found == "txt") {
            let name = path.file_stem().unwrap_or_default();
            reports.push((name.to_string_lossy().into_owned(), path));
        }
    }
    reports.sort();
    let mut list = String::from("&[\n");
    for (name, path) in reports {
        let path = path.display().to_string();
        let _ = writeln!(list, "    ({name:?}, include_str!({path:?})),");
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("reports.rs"), list)
}
