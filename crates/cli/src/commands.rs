//! The subcommands, one file each, and what they share.

pub(crate) mod advise;
pub(crate) mod ask;
pub(crate) mod chapters;
pub(crate) mod check;
pub(crate) mod combine;
pub(crate) mod eval;
pub(crate) mod export;
pub(crate) mod fmt;
pub(crate) mod pager;
pub(crate) mod play;
pub(crate) mod read;
pub(crate) mod survey;
pub(crate) mod tables;
pub(crate) mod test;
pub(crate) mod tree;
pub(crate) mod verify;
pub(crate) mod words;

mod long_run;
mod watch;

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

use documents::{DiagnosticsDocument, Format, TextStyle};
use nasvet::{Chapter, Loaded, report};

use crate::files::load;

/// What a subcommand comes to: an exit status, or a problem with the question itself.
pub(crate) type Outcome = Result<ExitCode, String>;

/// Prints to standard output; a reader that has gone away (`| head`) is no problem.
pub(crate) fn print(text: &str) -> Result<(), String> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot print: {error}"))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints a document as JSON, on lines; what has no format and version is not printed.
pub(crate) fn print_json(document: &(impl Format + serde::Serialize)) -> Result<(), String> {
    let json = serde_json::to_string_pretty(document)
        .map_err(|error| format!("cannot write JSON: {error}"))?;
    print(&format!("{json}\n"))
}

/// Loads a chapter that is to be used: its findings are printed to standard error, and errors end the command.
pub(crate) fn load_program(name: &str) -> Result<Loaded, String> {
    let loaded = load(name)?;
    if loaded.program.is_none() {
        for diagnostic in &loaded.diagnostics {
            anstream::eprintln!(
                "{}\n",
                report::show(&loaded.source, &loaded.libraries, diagnostic)
            );
        }
        return Err(format!("`{name}` has faults; mend them first"));
    }
    Ok(loaded)
}

/// Loads a chapter that is to be used. If it has errors they are printed to standard error, and end the command.
pub(crate) fn load_chapter(name: &str) -> Result<Chapter, String> {
    load(name)?.into_chapter(name).map_err(|faulty| {
        print_findings(&faulty.findings);
        format!("`{name}` has faults; mend them first")
    })
}

/// Prints findings to standard error, each with the lines it points at.
pub(crate) fn print_findings(findings: &DiagnosticsDocument) {
    for file in &findings.files {
        for diagnostic in &file.diagnostics {
            anstream::eprintln!("{}\n", diagnostic.text(&file.file, TextStyle::TERMINAL));
        }
    }
}
