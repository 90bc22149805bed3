//! `nasvet annotate`: games with what chapters and plans say of their moves.

use std::path::Path;

use clap::Parser;
use pgn::{AnnotateRequest, Annotator};

use super::long_run::LongRun;
use super::{Outcome, players};
use crate::files::read_file;
use crate::screen::{print_bytes, tell_problem};
use crate::status::{CommandProblem, Status};

/// Put comments into the games of a PGN file: what chapters say of endings, and which combinations there are.
///
/// Verdicts, the advice that a move followed or broke, the line that punishes, the better plan; with arrows and circles
/// as lichess draws them. What was in the file stays as it was.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet annotate game.pgn                                prints the games
  nasvet annotate game.pgn -o annotated.pgn
  nasvet annotate game.pgn -o annotated.pgn --endings practice.pgn
  nasvet annotate many.pgn -o annotated.pgn --without-combinations")]
pub(crate) struct AnnotateArgs {
    /// A PGN file, or - for standard input
    file: String,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Write the positions in which a chapter begins to speak to this file, to practise them: as PGN if its name ends so,
    /// otherwise as EPD
    #[arg(long, value_name = "FILE")]
    endings: Option<String>,
    /// Do not look for combinations
    #[arg(long)]
    without_combinations: bool,
    /// A chapter or a plan may look at so many positions for each move
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    nodes: u64,
}

/// No file of games is longer.
const MAX_BYTES: u64 = 1 << 28;

pub(crate) fn run(args: &AnnotateArgs) -> Outcome {
    let text = read_file(&args.file, MAX_BYTES)?;
    let run = LongRun::begin()?;
    let bar = run.bar("moves");
    let watch = domain::Watch::new()
        .with_stop(run.stop())
        .with_listener(run.listener(&bar));
    let request = AnnotateRequest {
        combinations: !args.without_combinations,
        nodes: args.nodes,
    };
    let annotated = Annotator::new(players()).annotate(&text, &request, &watch);
    bar.finish_and_clear();
    if run.stop().is_raised() {
        return Err(CommandProblem::interrupted(
            "stopped on request; nothing is written",
        ));
    }
    if let Some(file) = &args.endings {
        let is_pgn = file.to_ascii_lowercase().ends_with(".pgn");
        let endings = annotated.endings.iter().map(|ending| match is_pgn {
            true => ending.to_pgn(),
            false => ending.to_epd(),
        });
        write(file, endings.collect::<String>().as_bytes())?;
    }
    match &args.output {
        None => print_bytes(&annotated.text)?,
        Some(file) => {
            write(file, &annotated.text)?;
            let games = counted(annotated.n_games, "game");
            let comments = counted(annotated.n_comments, "comment");
            tell_problem(&format!("{games}, {comments}"));
        }
    }
    Ok(Status::Done)
}

fn counted(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        _ => format!("{n} {what}s"),
    }
}

fn write(file: &str, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(Path::new(file), bytes)
        .map_err(|error| format!("cannot write `{file}`: {error}"))
}
