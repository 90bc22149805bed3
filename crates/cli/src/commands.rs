//! The subcommands, one file each, and what they share.

pub(crate) mod advise;
pub(crate) mod annotate;
pub(crate) mod ask;
pub(crate) mod batch;
pub(crate) mod chapters;
pub(crate) mod check;
pub(crate) mod combine;
pub(crate) mod eval;
pub(crate) mod keeps;
pub(crate) mod learn;
pub(crate) mod lowers;
pub(crate) mod export;
pub(crate) mod fmt;
pub(crate) mod import;
pub(crate) mod lsp;
pub(crate) mod pager;
pub(crate) mod play;
pub(crate) mod practise;
pub(crate) mod read;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod survey;
pub(crate) mod tables;
pub(crate) mod test;
pub(crate) mod tree;
pub(crate) mod uci;
pub(crate) mod verify;
pub(crate) mod watching;
pub(crate) mod words;

mod lines_out;
mod long_run;
mod pace;
mod puzzle_file;
mod spread;
mod watch;

use documents::{DiagnosticsDocument, TextStyle};
use nasvet::{Chapter, Loaded, Players, report};

use crate::files::load;
use crate::screen::tell;
pub(crate) use crate::screen::{print, print_json};
use crate::status::{CommandProblem, Status};
use crate::table_cache::TableCache;

/// What a subcommand comes to.
pub(crate) type Outcome = Result<Status, CommandProblem>;

/// Loads a chapter that is to be used: its findings are printed to standard error, and errors end the command.
pub(crate) fn load_program(name: &str) -> Result<Loaded, String> {
    let loaded = load(name)?;
    if loaded.program.is_none() {
        for diagnostic in &loaded.diagnostics {
            let shown = report::show(&loaded.source, &loaded.libraries, diagnostic);
            tell(&format!("{shown}\n"));
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

/// Players whose tables are kept with those of the user; what is not there yet is built before they answer.
pub(crate) fn players() -> Players {
    Players::new(|| Box::new(TableCache::of_user()))
}

/// Prints findings to standard error, each with the lines it points at.
pub(crate) fn print_findings(findings: &DiagnosticsDocument) {
    for file in &findings.files {
        for diagnostic in &file.diagnostics {
            let shown = diagnostic.text(&file.file, TextStyle::TERMINAL);
            tell(&format!("{shown}\n"));
        }
    }
}
