//! `cargo xtask signature` and `cargo xtask instructions`: what the search does, counted and not timed.

use crate::args::Args;
use crate::command::{cargo, run as run_command};
use crate::failure::Failure;
use crate::project::{root, target};
use crate::tools::VALGRIND;

const EXAMPLE: [&str; 5] = ["--release", "--package", "nasvet", "--example", "signature"];

/// Prints how many positions the search counts over the fixed suite.
pub(crate) fn signature(args: &[String]) -> Result<(), Failure> {
    no_args("signature", args)?;
    let args: Vec<&str> = ["run", "--quiet"].into_iter().chain(EXAMPLE).collect();
    run_command(&mut cargo(&args)).map_err(Failure::Task)
}

/// Prints how many instructions that takes, which does not wander as times do. Needs valgrind.
pub(crate) fn instructions(args: &[String]) -> Result<(), Failure> {
    no_args("instructions", args)?;
    if !VALGRIND.is_there() {
        let (name, how) = (VALGRIND.name, VALGRIND.how);
        return Err(Failure::Task(format!("{name} is not installed; {how}")));
    }
    let args: Vec<&str> = ["build", "--quiet"].into_iter().chain(EXAMPLE).collect();
    run_command(&mut cargo(&args)).map_err(Failure::Task)?;
    let mut valgrind = std::process::Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind
        .arg(target().join("release/examples/signature"))
        .current_dir(root());
    run_command(&mut valgrind).map_err(Failure::Task)
}

fn no_args(task: &'static str, args: &[String]) -> Result<(), Failure> {
    let mut args = Args::of(task, args);
    match args.next() {
        Some(arg) => args.unknown(&arg),
        None => Ok(()),
    }
}
