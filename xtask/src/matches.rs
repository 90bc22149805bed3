//! `cargo xtask matches`: games against other engines, how soon a stopped engine moves, and annotated games as others read
//! them. Minutes; no part of the check.

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
    let script = |name: &str| {
        let mut python = Command::new("python3");
        python
            .arg(root().join("xtask").join(name))
            .arg(target().join("release/nasvet"))
            .current_dir(root());
        run_command(&mut python)
    };
    steps.step_with(&OPPONENTS, "annotated games, read by python-chess", || {
        script("annotated.py")
    })?;
    steps.step_with(&OPPONENTS, "games against Stockfish and GNU Chess", || {
        script("matches.py")
    })?;
    steps.finish()
}
