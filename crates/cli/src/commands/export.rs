//! `nasvet export`: a chapter as a program for other systems.

use clap::Parser;

use super::{Outcome, load_chapter, print, print_findings};
use crate::status::Status;

/// Write a chapter as a logic program that runs by itself.
///
/// Definitions become clauses, pieces and tables facts; the interpreter and the rules of the game come with them.
/// The program says at its top how it is asked.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet export krk --prolog                 prints the program
  nasvet export krk --prolog -o krk.pl       writes it to a file
  swipl -g 'advise(\"8/8/8/3k4/8/8/1R6/K7 w - -\", R, P, T), print(R-P-T), nl' -t halt krk.pl")]
pub(crate) struct ExportArgs {
    /// A chapter: a file, the name of a shipped one, or - for standard input
    chapter: String,
    /// As a program for SWI-Prolog
    #[arg(long, required = true)]
    prolog: bool,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

pub(crate) fn run(args: &ExportArgs) -> Outcome {
    let text = match load_chapter(&args.chapter)?.to_prolog() {
        Ok(text) => text,
        Err(faulty) => {
            print_findings(&faulty.findings);
            return Ok(Status::No);
        }
    };
    match &args.output {
        None => print(&text)?,
        Some(file) => {
            std::fs::write(file, text).map_err(|error| format!("cannot write `{file}`: {error}"))?
        }
    }
    Ok(Status::Done)
}
