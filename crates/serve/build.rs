//! Puts the built page into the program, if there is one: `cargo xtask page` makes it.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let page = Path::new(&root).join("../../web/dist");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut names: Vec<String> = Vec::new();
    if let Ok(entries) = fs::read_dir(&page) {
        for entry in entries {
            let name = entry?.file_name().to_string_lossy().into_owned();
            // The engine of the page is this program, and it is there without being kept.
            if name != "engine.wasm" && name != "offline.js" && name != "worker.js" {
                names.push(name);
            }
        }
    }
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        let path = page.join(&name);
        let _ = writeln!(list, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    list.push_str("]\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("page.rs"), list)
}
