//! `cargo xtask announcements FILE…`: what Stockfish says of combinations that `nasvet solve` announced, and how many
//! puzzles of a suite it solves itself. Minutes; no part of the check.

use std::process::Command;

use crate::command::run as run_command;
use crate::failure::Failure;
use crate::project::root;
use crate::steps::Steps;
use crate::tools::OPPONENTS;

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let (flags, files): (Vec<String>, Vec<String>) =
        args.iter().cloned().partition(|arg| arg.starts_with('-'));
    if files.is_empty() {
        let usage = "name a suite (.epd), or what `nasvet solve --output` wrote (.jsonl)";
        return Err(Failure::Usage(usage.into()));
    }
    let mut steps = Steps::from_args("announcements", &flags)?;
    steps.step_with(&OPPONENTS, "what Stockfish says", || {
        let mut python = Command::new("python3");
        python
            .arg(root().join("xtask/announcements.py"))
            .args(&files);
        run_command(&mut python)
    })?;
    steps.finish()
}
