//! `cargo xtask editors`: the language server in a real editor, and advice in colours for print.

use std::process::Command;

use crate::command::{cargo, run as run_command};
use crate::failure::Failure;
use crate::project::{root, target};
use crate::steps::Steps;
use crate::tools::{NEOVIM, PYGMENTS, python_with_pygments};

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut steps = Steps::from_args("editors", args)?;
    steps.step_with(&PYGMENTS, "advice in print", check_print)?;
    steps.step_with(&NEOVIM, "a chapter in Neovim", check)?;
    steps.finish()
}

/// Pygments colours every chapter and every mistake.
pub(crate) fn check_print() -> Result<(), String> {
    let mut python = python_with_pygments().ok_or("no Python has Pygments")?;
    run_command(python.arg("-B").arg(root().join("editors/pygments/try.py")))
}

/// Neovim opens a faulty chapter and mends it.
pub(crate) fn check() -> Result<(), String> {
    run_command(&mut cargo(&["build", "--package", "nasvet-cli"]))?;
    let folder = target().join("editors");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let script = root().join("editors/neovim/try.lua");
    run_command(
        Command::new("nvim")
            .args(["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c"])
            .arg(format!("luafile {}", script.display()))
            .env("NASVET", target().join("debug/nasvet"))
            .current_dir(folder),
    )
}
