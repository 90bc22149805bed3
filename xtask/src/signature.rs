//! `cargo xtask signature` and `cargo xtask instructions`: what the search does, counted and not timed.

use crate::args::Args;
use crate::command::{cargo, run as run_command, works};
use crate::failure::Failure;
use crate::project::root;

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
    if !works(std::process::Command::new("valgrind").arg("--version")) {
        let mend = "valgrind is not installed; on Debian: apt-get install valgrind";
        return Err(Failure::Task(mend.to_owned()));
    }
    let args: Vec<&str> = ["build", "--quiet"].into_iter().chain(EXAMPLE).collect();
    run_command(&mut cargo(&args)).map_err(Failure::Task)?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), Into::into);
    let mut valgrind = std::process::Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind
        .arg(target.join("release/examples/signature"))
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
