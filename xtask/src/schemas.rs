//! The schemas of the documents, in `docs/schemas`: one file for each format, made from the types.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::command::{cargo, output};
use crate::pages::first_difference;
use crate::project::{entries, read, root, shown};

/// Every schema is as it would be made now, and there is no other.
pub(crate) fn check() -> Result<(), String> {
    compare(&made()?).map_err(|problem| format!("{problem}; `cargo xtask update` makes it anew"))
}

/// Makes every schema anew, and removes those of formats that are gone.
pub(crate) fn update() -> Result<(), String> {
    let made = made()?;
    let problem = |path: &PathBuf, error| format!("cannot write {}: {error}", shown(path));
    std::fs::create_dir_all(folder()).map_err(|error| problem(&folder(), error))?;
    for path in entries(&folder())? {
        if !made.contains_key(&path) {
            std::fs::remove_file(&path).map_err(|error| problem(&path, error))?;
        }
    }
    for (path, text) in made {
        std::fs::write(&path, text).map_err(|error| problem(&path, error))?;
    }
    Ok(())
}

fn folder() -> PathBuf {
    root().join("docs/schemas")
}

/// The files and their texts.
fn made() -> Result<BTreeMap<PathBuf, String>, String> {
    // Schemas change the features of what lies below, so all of it is compiled for this alone: quickly, then.
    let printed = output(&mut cargo(&[
        "run",
        "--quiet",
        "--profile",
        "unoptimised",
        "--package",
        "nasvet-documents",
        "--features",
        "schema",
        "--example",
        "schemas",
    ]))?;
    let files: BTreeMap<String, String> = serde_json::from_str(&printed)
        .map_err(|error| format!("the schemas were not printed as an object: {error}"))?;
    let files = files.into_iter();
    Ok(files
        .map(|(name, text)| (folder().join(name), text))
        .collect())
}

fn compare(made: &BTreeMap<PathBuf, String>) -> Result<(), String> {
    for (path, text) in made {
        if let Some(line) = first_difference(&read(path)?, text) {
            return Err(format!("{}:{line} is out of date", shown(path)));
        }
    }
    match entries(&folder())?
        .iter()
        .find(|path| !made.contains_key(*path))
    {
        Some(path) => Err(format!("{} is the schema of no format", shown(path))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_that_is_stale_missing_or_left_over_is_named() {
        let there = entries(&folder()).expect("the folder is there");
        let texts = there.iter().map(|path| read(path).expect("a text"));
        let mut files: BTreeMap<PathBuf, String> = there.iter().cloned().zip(texts).collect();
        assert_eq!(compare(&files), Ok(()));

        let tree = folder().join("nasvet-tree.json");
        let text = files.remove(&tree).expect("trees have a schema");
        let left_over = "docs/schemas/nasvet-tree.json is the schema of no format";
        assert_eq!(compare(&files), Err(left_over.into()));

        files.insert(tree, format!("\n{text}"));
        let stale = "docs/schemas/nasvet-tree.json:1 is out of date";
        assert_eq!(compare(&files), Err(stale.into()));

        let only_new = BTreeMap::from([(folder().join("nasvet-new.json"), String::new())]);
        let missing = compare(&only_new).expect_err("it is not there");
        assert!(missing.starts_with("cannot read docs/schemas/nasvet-new.json"));
    }
}
