//! `nasvet annotate`: games with what chapters and plans say of their moves.

use std::path::Path;

use clap::Parser;
use nasvet::TableStore;
use pgn::{AnnotateRequest, Annotator};

use super::long_run::LongRun;
use super::{Outcome, print};
use crate::files::read_file;
use crate::screen::tell_problem;
use crate::status::{CommandProblem, Status};
use crate::table_cache::TableCache;

/// Put comments into the games of a PGN file: what chapters say of endings, and which combinations there are.
///
/// Verdicts, the advice that a move followed or broke, the line that punishes, the better plan; with arrows and circles
/// as lichess draws them. What was in the file stays as it was.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet annotate game.pgn                                prints the games
  nasvet annotate game.pgn -o annotated.pgn
  nasvet annotate game.pgn -o annotated.pgn --endings practice.epd
  nasvet annotate many.pgn -o annotated.pgn --without-combinations")]
pub(crate) struct AnnotateArgs {
    /// A PGN file, or - for standard input
    file: String,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Write the positions in which a chapter begins to speak to this file, as EPD, to practise them
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
    let store = || -> Box<dyn TableStore> { Box::new(TableCache::of_user()) };
    let request = AnnotateRequest {
        combinations: !args.without_combinations,
        nodes: args.nodes,
    };
    let annotated = Annotator::new(Box::new(store)).annotate(&text, &request, &watch);
    bar.finish_and_clear();
    if run.stop().is_raised() {
        return Err(CommandProblem::interrupted(
            "stopped on request; nothing is written",
        ));
    }
    if let Some(file) = &args.endings {
        write(file, (annotated.endings.join("\n") + "\n").as_bytes())?;
    }
    match &args.output {
        None => print(&String::from_utf8_lossy(&annotated.text))?,
        Some(file) => {
            write(file, &annotated.text)?;
            let (games, comments) = (annotated.n_games, annotated.n_comments);
            tell_problem(&format!("{games} games, {comments} comments"));
        }
    }
    Ok(Status::Done)
}

fn write(file: &str, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(Path::new(file), bytes)
        .map_err(|error| format!("cannot write `{file}`: {error}"))
}
