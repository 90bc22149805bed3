//! `nasvet export`: a chapter as a program for other systems.

use std::process::ExitCode;

use clap::Parser;
use lang::Diagnostic;
use logic::{ExportInput, export};
use nasvet::{Games, report};

use super::{Outcome, load_program, print};

/// Write a chapter as a logic program that runs by itself.
///
/// Definitions become clauses, pieces and tables facts; the interpreter and the rules of the game come with them.
/// The program says at its top how it is asked.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet export krk --prolog                 prints the program
  nasvet export krk --prolog -o krk.pl       writes it to a file
  swipl -g 'advise(\"8/8/8/3k4/8/8/1R6/K7 w - -\", R, P, T), print(R-P-T), nl' -t halt krk.pl")]
pub(crate) struct Args {
    /// A chapter: a file, the name of a shipped one, or - for standard input
    chapter: String,
    /// As a program for SWI-Prolog
    #[arg(long, required = true)]
    prolog: bool,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let games = Games::new();
    let loaded = load_program(&args.chapter)?;
    let program = loaded
        .program
        .as_ref()
        .expect("a chapter with faults is not loaded");
    let game = games
        .named(&program.game)
        .expect("a checked program is about a game there is");
    let text = export(ExportInput {
        program,
        vocabulary: game.vocabulary(),
        source: &loaded.source,
        libraries: &loaded.libraries,
    });
    match (text, &args.output) {
        (Err(error), _) => {
            let diagnostic = Diagnostic::error("not-exported", error.span, error.message);
            anstream::eprintln!(
                "{}",
                report::show(&loaded.source, &loaded.libraries, &diagnostic)
            );
            Ok(ExitCode::FAILURE)
        }
        (Ok(text), None) => {
            print(&text)?;
            Ok(ExitCode::SUCCESS)
        }
        (Ok(text), Some(file)) => {
            std::fs::write(file, text)
                .map_err(|error| format!("cannot write `{file}`: {error}"))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
