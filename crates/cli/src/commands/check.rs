//! `nasvet check`: all findings about some sources.

use clap::Parser;
use documents::{DiagnosticsDocument, FileDocument, FormatName, FormatVersion, TextStyle};

use super::{Outcome, print, print_json};
use crate::files::load;
use crate::status::Status;

/// Check advice files and chapters, and show all mistakes.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet check my-chapter.md
  nasvet check krk-van-emden          a shipped chapter, by its name
  nasvet check --json *.advice        for an editor
  nasvet check --strict chapters/*.md warnings count as errors")]
pub(crate) struct CheckArgs {
    /// Files, names of shipped chapters, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print JSON: a document with one object for each file
    #[arg(long)]
    json: bool,
    /// Let warnings count as errors
    #[arg(long)]
    strict: bool,
}

pub(crate) fn run(args: &CheckArgs) -> Outcome {
    let mut files = Vec::new();
    for file in &args.files {
        let loaded = load(file)?;
        files.push(FileDocument::new(
            &loaded.source,
            &loaded.libraries,
            loaded.program.as_deref(),
            &loaded.diagnostics,
            args.strict,
        ));
    }
    let document = DiagnosticsDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        files,
    };
    match args.json {
        true => print_json(&document)?,
        false => print(&document.text(TextStyle::TERMINAL))?,
    }
    let all_ok = document.files.iter().all(|file| file.ok);
    Ok(Status::of(all_ok))
}
