//! `nasvet chapters`: the knowledge in the binary.

use std::process::ExitCode;

use clap::Parser;
use nasvet::{Games, Kind, SHIPPED, Shelf, check_source};
use serde::Serialize;

use super::{Outcome, print, print_json};

/// List the shipped chapters and libraries.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet chapters
  nasvet check krk-van-emden    use a chapter by its name")]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct JsonChapter {
    name: &'static str,
    kind: &'static str,
    title: String,
    game: String,
    pieces: usize,
}

pub(crate) fn run(args: &Args) -> Outcome {
    let games = Games::new();
    let mut chapters = Vec::new();
    for shipped in SHIPPED {
        let program = check_source(shipped.source(), &games, &Shelf::shipped()).program;
        let program =
            program.ok_or_else(|| format!("the shipped chapter `{}` has faults", shipped.name))?;
        chapters.push(JsonChapter {
            name: shipped.name,
            kind: match shipped.kind {
                Kind::Chapter => "chapter",
                Kind::Library => "library",
            },
            title: program.title.clone(),
            game: program.game.clone(),
            pieces: program.pieces.len(),
        });
    }
    if args.json {
        print_json(&chapters)?;
    } else {
        for chapter in &chapters {
            let library = if chapter.kind == "library" {
                " (library)"
            } else {
                ""
            };
            print(&format!(
                "{:<16} {}{library}\n",
                chapter.name, chapter.title
            ))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
