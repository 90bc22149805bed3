//! Runs other programs from the project's root, in sight of the reader.
//!
//! They stay in the process group of the terminal, so Ctrl-C ends them together with the task.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::OnceLock;

use crate::project::root;

/// Cargo, as the one that runs this task.
pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// The program `nasvet`, as the tests have built it.
pub(crate) fn nasvet(args: &[&str]) -> Result<Command, String> {
    program("nasvet", args)
}

/// The checker of certificates.
pub(crate) fn certcheck(args: &[&str]) -> Result<Command, String> {
    program("certcheck", args)
}

/// The auditor of explanations.
pub(crate) fn auditor(args: &[&str]) -> Result<Command, String> {
    program("nasvet-audit", args)
}

/// A program of the workspace. `cargo run` would compile half of it again: features of libraries depend on what is
/// compiled together, and the tests compile everything.
fn program(name: &str, args: &[&str]) -> Result<Command, String> {
    static BUILT: OnceLock<Result<BTreeMap<String, PathBuf>, String>> = OnceLock::new();
    let built = BUILT.get_or_init(build_with_tests).as_ref();
    let path = built.map_err(String::clone)?.get(name);
    let path = path.ok_or_else(|| format!("the workspace has no program `{name}`"))?;
    let mut command = Command::new(path);
    command.args(args).current_dir(root());
    Ok(command)
}

/// The programs of the workspace, built if need be: their names, and where they are.
fn build_with_tests() -> Result<BTreeMap<String, PathBuf>, String> {
    let messages = output(&mut cargo(&[
        "test",
        "--quiet",
        "--workspace",
        "--no-run",
        "--message-format",
        "json-render-diagnostics",
    ]))?;
    Ok(messages.lines().filter_map(built_program).collect())
}

/// The program that a message of cargo tells of, if it does.
fn built_program(message: &str) -> Option<(String, PathBuf)> {
    let message: serde_json::Value = serde_json::from_str(message).ok()?;
    let target = &message["target"];
    let is_program = target["kind"].as_array()?.iter().any(|kind| kind == "bin");
    // The tests inside a program are compiled under its name, too.
    let is_test = message["profile"]["test"].as_bool()?;
    let path = message["executable"].as_str()?;
    (is_program && !is_test).then_some((target["name"].as_str()?.to_owned(), path.into()))
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
