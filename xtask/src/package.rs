//! `cargo xtask package`: every crate that others may use can be packaged, with all that it needs inside.

use crate::command::{cargo, output, run as run_command};
use crate::failure::Failure;
use crate::metadata::Metadata;
use crate::project::{entries, root, shown};
use crate::steps::Steps;

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut steps = Steps::from_args("package", args)?;
    steps.step("packages", check)?;
    steps.step("packages compile", check_deep)?;
    steps.finish()
}

/// The packages can be made, a registry would take them, and the chapters are inside.
pub(crate) fn check() -> Result<(), String> {
    for package in Metadata::read()?.members() {
        if package.is_published && !package.missing.is_empty() {
            let missing = package.missing.join(", ");
            return Err(format!(
                "the manifest of `{}` lacks {missing}",
                package.name
            ));
        }
    }
    chapters_are_inside()?;
    // What was compiled once is known here; only a new dependency must be asked about.
    run_command(package()?.args(["--no-verify", "--offline"])).or_else(|_| {
        eprintln!("once more, with the network");
        run_command(package()?.arg("--no-verify"))
    })
}

/// Each package compiles as those will have it who use it.
pub(crate) fn check_deep() -> Result<(), String> {
    run_command(&mut package()?)
}

fn package() -> Result<std::process::Command, String> {
    let mut command = cargo(&["package", "--quiet", "--workspace", "--allow-dirty"]);
    for package in Metadata::read()?.members() {
        if !package.is_published {
            command.args(["--exclude", &package.name]);
        }
    }
    Ok(command)
}

fn chapters_are_inside() -> Result<(), String> {
    let list = output(&mut cargo(&[
        "package",
        "--package",
        "nasvet",
        "--list",
        "--allow-dirty",
    ]))?;
    for folder in ["chapters", "chapters/library"] {
        for path in entries(&root().join(folder))? {
            let file = shown(&path);
            if path.is_file() && !list.lines().any(|line| line == file) {
                return Err(format!("the package `nasvet` lacks {file}"));
            }
        }
    }
    Ok(())
}
