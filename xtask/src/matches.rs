//! `cargo xtask matches`: games against other engines, and how soon a stopped engine moves. Minutes; no part of the
//! check.

use std::process::Command;

use crate::command::{cargo, run as run_command};
use crate::failure::Failure;
use crate::project::{root, target};
use crate::steps::Steps;
use crate::tools::OPPONENTS;

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut steps = Steps::from_args("matches", args)?;
    steps.step("build the program", || {
        run_command(&mut cargo(&[
            "build",
            "--release",
            "--package",
            "nasvet-cli",
        ]))
    })?;
    steps.step_with(&OPPONENTS, "games against Stockfish and GNU Chess", || {
        let mut python = Command::new("python3");
        python
            .arg(root().join("xtask/matches.py"))
            .arg(target().join("release/nasvet"))
            .current_dir(root());
        run_command(&mut python)
    })?;
    steps.finish()
}
