//! SWI-Prolog: installed where it is missing, and the tests that ask it.

use std::process::Command;

use crate::command::{cargo, run, works};

/// The exported chapters agree with ours.
pub(crate) fn check() -> Result<(), String> {
    install()?;
    run(&mut tests())
}

/// The same with more positions.
pub(crate) fn check_deep() -> Result<(), String> {
    run(tests().env("NASVET_DEEP", "1"))
}

/// These tests are no part of plain `cargo test`, which must work without Prolog.
fn tests() -> Command {
    cargo(&["test", "--package", "nasvet", "--test", "prolog"])
}

fn install() -> Result<(), String> {
    if works(Command::new("swipl").arg("--version")) {
        return Ok(());
    }
    let help = |problem| format!("{problem}\ninstall SWI-Prolog, so that `swipl` runs");
    run(Command::new("apt-get").arg("update")).map_err(help)?;
    run(Command::new("apt-get").args(["install", "--yes", "swi-prolog"])).map_err(help)
}
