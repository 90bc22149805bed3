//! `cargo xtask names`: type names that more than one place defines. One word, one thing.

use std::collections::BTreeMap;

use crate::args::Args;
use crate::failure::Failure;
use crate::project::{files, read, root, shown};

/// More than this are too many.
const MOST: usize = 19;

/// Where a name is defined.
type Places = BTreeMap<String, Vec<String>>;

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut args = Args::of("names", args);
    if let Some(arg) = args.next() {
        return args.unknown(&arg);
    }
    let repeated = repeated().map_err(Failure::Task)?;
    print!("{}", listed(&repeated));
    println!("{} names are defined more than once", repeated.len());
    Ok(())
}

/// Few enough names are defined more than once.
pub(crate) fn check() -> Result<(), String> {
    let repeated = repeated()?;
    if repeated.len() <= MOST {
        return Ok(());
    }
    Err(format!(
        "{} type names are defined more than once, and {MOST} may be; `cargo xtask names` lists them",
        repeated.len()
    ))
}

fn listed(repeated: &Places) -> String {
    repeated
        .iter()
        .map(|(name, places)| format!("{name}\n  {}\n", places.join("\n  ")))
        .collect()
}

/// The names with more than one place.
fn repeated() -> Result<Places, String> {
    let mut places = Places::new();
    let crates = root().join("crates");
    for path in files("rs")? {
        let is_source = path.strip_prefix(&crates).is_ok_and(|path| {
            path.components()
                .nth(1)
                .is_some_and(|part| part.as_os_str() == "src")
        });
        if is_source {
            for (number, name) in defined(&read(&path)?) {
                let place = format!("{}:{number}", shown(&path));
                places.entry(name).or_default().push(place);
            }
        }
    }
    places.retain(|_, places| places.len() > 1);
    Ok(places)
}

/// The types that a file defines, with their lines. What is indented stands in an implementation, a function or a test.
fn defined(text: &str) -> Vec<(usize, String)> {
    let lines = (1..).zip(text.lines());
    lines
        .filter_map(|(number, line)| Some((number, type_name(line)?.to_owned())))
        .collect()
}

fn type_name(line: &str) -> Option<&str> {
    let line = ["pub(crate) ", "pub(super) ", "pub "]
        .into_iter()
        .find_map(|visible| line.strip_prefix(visible))
        .unwrap_or(line);
    let rest = ["struct ", "enum ", "trait ", "type ", "union "]
        .into_iter()
        .find_map(|keyword| line.strip_prefix(keyword))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_found_where_they_stand_alone() {
        let text = "pub struct Plan<D> {\n    type Move = u8;\n}\nenum Verdict {\npub(crate) trait Game: Sized {\n\
                    type Place = (u8, u8);\nimpl Plan {\n// struct Comment;\nstruct Unit;\n";
        let names: Vec<String> = defined(text).into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["Plan", "Verdict", "Game", "Place", "Unit"]);
        assert_eq!(defined("\nstruct A;\n")[0].0, 2);
    }
}
