//! Runs other programs from the project's root, in sight of the reader.
//!
//! They stay in the process group of the terminal, so Ctrl-C ends them together with the task.

use std::ffi::OsString;
use std::process::{Command, ExitStatus, Stdio};

use crate::project::root;

/// Cargo, as the one that runs this task.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// The program `nasvet` as the tests build it, so that nothing is compiled twice.
pub(crate) fn nasvet(args: &[&str]) -> Command {
    program("nasvet-cli", args)
}

/// The checker of certificates, compiled in the same way.
pub(crate) fn certcheck(args: &[&str]) -> Command {
    program("nasvet-certcheck", args)
}

/// The auditor of explanations, compiled in the same way.
pub(crate) fn auditor(args: &[&str]) -> Command {
    program("nasvet-audit", args)
}

fn program(package: &str, args: &[&str]) -> Command {
    let mut command = cargo(&[
        "run",
        "--quiet",
        "--profile",
        "test",
        "--package",
        package,
        "--",
    ]);
    command.args(args);
    command
}

/// Runs a command and shows what it prints.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let line = line(command);
    eprintln!("$ {line}");
    let status = command
        .status()
        .map_err(|error| format!("cannot run `{line}`: {error}"))?;
    ended(&line, status)
}

/// Runs a command and gives what it prints to standard output.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    printed(command, &[0])
}

/// The same for a command that answers yes with status 0 and no with status 1.
pub(crate) fn answer(command: &mut Command) -> Result<String, String> {
    printed(command, &[0, 1])
}

fn printed(command: &mut Command, statuses: &[i32]) -> Result<String, String> {
    let line = line(command);
    eprintln!("$ {line}");
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run `{line}`: {error}"))?;
    if !output
        .status
        .code()
        .is_some_and(|code| statuses.contains(&code))
    {
        ended(&line, output.status)?;
    }
    String::from_utf8(output.stdout).map_err(|_| format!("`{line}` did not print UTF-8"))
}

/// Does the command run at all? What it prints is not shown.
pub(crate) fn works(command: &mut Command) -> bool {
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn ended(line: &str, status: ExitStatus) -> Result<(), String> {
    match status.code() {
        Some(0) => Ok(()),
        Some(code) => Err(format!("`{line}` ended with status {code}")),
        None => Err(format!("`{line}` was ended by a signal")),
    }
}

/// The command as one would type it, with the variables that are set for it.
fn line(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| {
        let value = value?.to_string_lossy();
        let quote = if value.contains(' ') { "\"" } else { "" };
        Some(format!("{}={quote}{value}{quote}", name.to_string_lossy()))
    });
    let program = std::path::Path::new(command.get_program())
        .file_stem()
        .map(OsString::from);
    let words = program
        .into_iter()
        .chain(command.get_args().map(OsString::from));
    let words = words.map(|word| word.to_string_lossy().into_owned());
    variables.chain(words).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("/usr/bin/cargo");
        command
            .args(["doc", "--no-deps"])
            .env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(
            line(&command),
            "RUSTDOCFLAGS=\"-D warnings\" cargo doc --no-deps"
        );
    }
}
