//! Prints the schema of every format: one JSON object, from the name of a file in `docs/schemas` to its text.
//!
//! `cargo xtask update` writes the files from this, and `cargo xtask check` compares them.

#![expect(clippy::print_stdout, reason = "this is what it is for")]

use std::collections::BTreeMap;

fn main() -> serde_json::Result<()> {
    let mut files = BTreeMap::new();
    for format in nasvet_documents::FORMATS {
        let text = serde_json::to_string_pretty(&format.schema())?;
        files.insert(format!("{}.json", format.name), format!("{text}\n"));
    }
    println!("{}", serde_json::to_string(&files)?);
    Ok(())
}
