//! Long texts page by page, through the reader's own pager.

use std::io::{ErrorKind, Write};
use std::process::{Child, Command, Stdio};

use super::print;
use crate::screen::coloured;

/// Shows a text through `$PAGER`, else through `less -R`, else all at once. A reader who leaves early has read enough.
pub(crate) fn show(text: &str) -> Result<(), String> {
    let Some(mut pager) = start()? else {
        return print(text);
    };
    // Ctrl-C is meant for the pager, which must not outlive us and quarrel with the shell over the terminal.
    ctrlc::set_handler(|| {})
        .map_err(|error| format!("cannot leave Ctrl-C to the pager: {error}"))?;
    if let Some(mut input) = pager.stdin.take() {
        match input.write_all(coloured(text).as_bytes()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                return Err(format!("cannot write to the pager: {error}"));
            }
            Ok(()) | Err(_) => {}
        }
    }
    match pager.wait() {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("the pager went astray: {error}")),
    }
}

/// The pager, if there is one. One that the user names must be there.
fn start() -> Result<Option<Child>, String> {
    match std::env::var("PAGER") {
        Ok(line) if !line.trim().is_empty() => {
            let mut words = line.split_whitespace();
            let program = words.next().unwrap_or_default();
            let started = spawn(Command::new(program).args(words));
            let explain = |error| {
                format!("cannot start the pager `{line}` that PAGER names: {error}; try --no-pager")
            };
            started.map(Some).map_err(explain)
        }
        Ok(_) | Err(_) => match spawn(Command::new("less").arg("-R")) {
            Ok(pager) => Ok(Some(pager)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("cannot start less: {error}; try --no-pager")),
        },
    }
}

fn spawn(command: &mut Command) -> std::io::Result<Child> {
    if std::env::var_os("LESS").is_none() {
        // A `less` without options would show the numbers of the colours instead of the colours.
        command.env("LESS", "R");
    }
    command.stdin(Stdio::piped()).spawn()
}
