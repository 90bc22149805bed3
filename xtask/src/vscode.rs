//! `cargo xtask vscode`: the extension for Visual Studio Code, tried on all chapters and packed.

use std::process::Command;

use crate::command::run as run_command;
use crate::failure::Failure;
use crate::project::{root, target};
use crate::steps::Steps;
use crate::tools::NPM;

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut steps = Steps::from_args("vscode", args)?;
    steps.step_with(&NPM, "packages of the extension", || {
        npm(&["ci", "--no-audit", "--no-fund"])
    })?;
    steps.step_with(&NPM, "the grammar on all chapters", || npm(&["test"]))?;
    steps.step_with(&NPM, "the extension as a package", || {
        let file = target().join("nasvet.vsix");
        let file = file.display().to_string();
        let vsce = ["exec", "--", "vsce", "package", "--skip-license"];
        npm(&[&vsce[..], &["--allow-missing-repository", "--out", &file]].concat())
    })?;
    steps.finish()
}

/// Runs npm in the folder of the extension.
fn npm(args: &[&str]) -> Result<(), String> {
    let folder = root().join("editors/vscode");
    run_command(Command::new("npm").args(args).current_dir(folder))
}
