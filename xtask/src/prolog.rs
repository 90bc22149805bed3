//! The tests that ask SWI-Prolog.

use std::process::Command;

use crate::command::{cargo, run};

/// The exported chapters agree with ours.
pub(crate) fn check() -> Result<(), String> {
    run(&mut tests())
}

/// The same with more positions.
pub(crate) fn check_deep() -> Result<(), String> {
    run(tests().env("NASVET_DEEP", "1"))
}

/// These tests are no part of plain `cargo test`, which must work without Prolog. With the whole workspace they are
/// compiled against what its tests have compiled already.
fn tests() -> Command {
    cargo(&["test", "--workspace", "--test", "prolog"])
}
