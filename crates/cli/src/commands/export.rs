//! `nasvet export`: a chapter for other systems: a program for Prolog, or a study for chess programs.

use clap::{ArgGroup, Parser};
use domain::Watch;

use super::{Outcome, load_chapter, print, print_findings};
use crate::status::Status;

/// Write a chapter as a logic program that runs by itself, or as a study.
///
/// As a program: definitions become clauses, pieces and tables facts; the interpreter and the rules of the game come
/// with them. The program says at its top how it is asked.
///
/// As a study: PGN with a game for each section, the prose as comments, the examples as boards with arrows.
#[derive(Parser)]
#[command(group(ArgGroup::new("form").required(true).args(["prolog", "study"])))]
#[command(after_help = "Examples:
  nasvet export krk --prolog                 prints the program
  nasvet export krk --prolog -o krk.pl       writes it to a file
  nasvet export krk --study -o krk.pgn       a study that lichess imports
  swipl -g 'advise(\"8/8/8/3k4/8/8/1R6/K7 w - -\", R, P, T), print(R-P-T), nl' -t halt krk.pl")]
pub(crate) struct ExportArgs {
    /// A chapter: a file, the name of a shipped one, or - for standard input
    chapter: String,
    /// As a program for SWI-Prolog
    #[arg(long)]
    prolog: bool,
    /// As a study in PGN
    #[arg(long)]
    study: bool,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

pub(crate) fn run(args: &ExportArgs) -> Outcome {
    let chapter = load_chapter(&args.chapter)?;
    let text = if args.study {
        pgn::study(&chapter, &Watch::nodes(MAX_NODES))?
    } else {
        match chapter.to_prolog() {
            Ok(text) => text,
            Err(faulty) => {
                print_findings(&faulty.findings);
                return Ok(Status::No);
            }
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

/// For each board of a study, a piece of advice may look at so many positions.
const MAX_NODES: u64 = 10_000_000;
