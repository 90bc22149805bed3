//! Puts a built page into the program, if `NASVET_PAGE` names its folder: `cargo xtask site` makes one.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

/// What only a page without a server needs.
const WITHOUT_SERVER: &[&str] = &["engine.wasm", "offline.js", "worker.js"];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=NASVET_PAGE");
    let mut list = String::from("&[\n");
    if let Some(folder) = env::var_os("NASVET_PAGE") {
        let folder = fs::canonicalize(folder)?;
        println!("cargo::rerun-if-changed={}", folder.display());
        for name in names(&folder)? {
            let path = folder.join(&name).display().to_string();
            let _ = writeln!(list, "    ({name:?}, include_bytes!({path:?})),");
        }
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("page.rs"), list)
}

fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !WITHOUT_SERVER.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}
