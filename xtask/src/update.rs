//! `cargo xtask update`: rewrites the files that are not written by hand.

use crate::args::Args;
use crate::command::{cargo, run as run_command};
use crate::failure::Failure;
use crate::steps::Steps;
use crate::{pages, schemas};

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut args = Args::of("update", args);
    if let Some(arg) = args.next() {
        return args.unknown(&arg);
    }
    let mut steps = Steps::default();
    steps.step("generated pages", pages::update)?;
    steps.step("schemas of the documents", schemas::update)?;
    // Tests with golden files rewrite them instead of comparing.
    steps.step("golden files", || {
        run_command(cargo(&["test", "--workspace"]).env("NASVET_UPDATE", "1"))
    })?;
    steps.finish()
}
