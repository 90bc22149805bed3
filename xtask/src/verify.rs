//! `cargo xtask verify`: the verifier's reports about the shipped chapters, re-made or compared.
//!
//! A report depends on the chapter and on nothing else, so a difference is a change of the chapter or of the program,
//! and one to defend.

use std::path::PathBuf;

use crate::args::{Arg, Args};
use crate::command::{answer, certcheck, nasvet, run as run_command};
use crate::failure::Failure;
use crate::project::{read, root, shown};

/// Verified with every check: each takes a few seconds.
const QUICK: &[&str] = &[
    "advice-and-logic",
    "kqk",
    "krk",
    "krk-box",
    "krk-memoryless",
    "krk-van-emden",
];

/// Verified with the deep check.
const SLOW: &[&str] = &[
    "first-advice",
    "kbbk",
    "kbnk",
    "knkr",
    "knkr-together",
    "kpk",
    "kpk-defence",
    "kqkp",
    "kqkr",
    "krkn",
    "krkp",
    "krkp-defence",
];

/// Those with claims that can be certified.
const CERTIFIED: &[&str] = &[
    "first-advice",
    "kbbk",
    "kbnk",
    "knkr",
    "knkr-together",
    "kpk",
    "kpk-defence",
    "kqk",
    "kqkp",
    "kqkr",
    "krk",
    "krk-box",
    "krk-memoryless",
    "krk-van-emden",
    "krkn",
    "krkp",
    "krkp-defence",
];

/// Makes the reports of some chapters, or of all; with `--check` they are only compared.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut args = Args::of("verify", args);
    let (mut names, mut compares) = (Vec::new(), false);
    while let Some(arg) = args.next() {
        match arg {
            Arg::Flag("--check") if !compares => compares = true,
            Arg::Word(name) if QUICK.contains(&name) || SLOW.contains(&name) => names.push(name),
            Arg::Word(name) => return args.wrong(&format!("no chapter `{name}` to verify")),
            Arg::Flag(_) => return args.unknown(&arg),
        }
    }
    if names.is_empty() {
        names = [QUICK, SLOW].concat();
    }
    let result = match compares {
        true => check(&names),
        false => names.iter().try_for_each(|name| update(name)),
    };
    result.map_err(Failure::Task)
}

/// The quick reports are as they were, and the certificates of the same claims are accepted.
pub(crate) fn check_quick() -> Result<(), String> {
    check(QUICK)
}

/// So are the others.
pub(crate) fn check_slow() -> Result<(), String> {
    check(SLOW)
}

fn check(names: &[&str]) -> Result<(), String> {
    for name in names {
        let path = path(name);
        let (found, expected) = (report(name)?, read(&path)?);
        if let Some(difference) = first_difference(&expected, &found) {
            return Err(format!(
                "{} is not what `nasvet verify {name}` says: {difference}\n\
                 `cargo xtask verify {name}` writes it anew",
                shown(&path)
            ));
        }
    }
    Ok(())
}

fn update(name: &str) -> Result<(), String> {
    let path = path(name);
    std::fs::write(&path, report(name)?)
        .map_err(|error| format!("cannot write {}: {error}", shown(&path)))
}

fn path(name: &str) -> PathBuf {
    root().join("verification").join(format!("{name}.txt"))
}

/// What the verifier prints, whether the claims hold or not; its certificates must be accepted.
fn report(name: &str) -> Result<String, String> {
    if !CERTIFIED.contains(&name) {
        return answer(&mut nasvet(&["verify", name])?);
    }
    let file = format!("nasvet-{name}-{}.cert", std::process::id());
    let file = std::env::temp_dir().join(file);
    let shown = file.to_string_lossy();
    let report = answer(&mut nasvet(&["verify", name, "--certificate", &shown])?);
    let accepted = report.and_then(|report| {
        run_command(&mut certcheck(&[&shown])?)?;
        Ok(report)
    });
    let _ = std::fs::remove_file(&file);
    accepted
}

/// The first line that differs, if one does.
fn first_difference(expected: &str, found: &str) -> Option<String> {
    let (mut expected, mut found) = (expected.lines(), found.lines());
    for number in 1.. {
        match (expected.next(), found.next()) {
            (None, None) => return None,
            (expected, found) if expected == found => {}
            (expected, found) => {
                let shown =
                    |line: Option<&str>| line.map_or("nothing".into(), |s| format!("`{s}`"));
                return Some(format!(
                    "line {number} was {} and is {}",
                    shown(expected),
                    shown(found)
                ));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::entries;

    #[test]
    fn every_chapter_of_chess_is_verified() {
        let paths = entries(&root().join("chapters")).expect("the chapters are there");
        let is_chapter = |path: &&PathBuf| path.extension().is_some_and(|found| found == "md");
        let chapters = paths.iter().filter(is_chapter).map(|path| {
            let stem = path.file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        });
        // Two are about other games, and two think instead of having a table: `nasvet survey` is for them.
        let left_out = ["nim", "and-or", "kpkp", "opposition"];
        let is_left_out = |name: &String| left_out.contains(&name.as_str());
        let mut chapters: Vec<String> = chapters.filter(|name| !is_left_out(name)).collect();
        chapters.sort_unstable();
        let mut verified = [QUICK, SLOW].concat();
        verified.sort_unstable();
        assert_eq!(chapters, verified);
    }

    #[test]
    fn a_difference_is_shown_by_its_line() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        let shown = first_difference("a\nb\n", "a\nc\n");
        assert_eq!(shown.as_deref(), Some("line 2 was `b` and is `c`"));
        let shown = first_difference("a\n", "a\nb\n");
        assert_eq!(shown.as_deref(), Some("line 2 was nothing and is `b`"));
    }
}
