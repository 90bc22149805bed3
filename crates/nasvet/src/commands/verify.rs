//! `nasvet verify`: plays a chapter from every position, and rules on its claims.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;
use nasvet::picture::Style;
use nasvet::{Games, Questions, VerificationDocument, judged_material, verify_program};
use verify::{BuildError, Holds, Tables, Watch};

use super::{Outcome, load_program, print, print_json};

/// Prove a chapter over all positions, or show the games where it fails.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet verify krk
  nasvet verify my-chapter.md --json

The chapter is played from every legal position with us to move, against every reply: in strong mode a plan is
followed to its end, in weak mode a new one is made for every move. The exit status is 0 if all claims of the
chapter hold, 1 if one is broken.")]
pub(crate) struct Args {
    /// A file or the name of a shipped chapter
    chapter: String,
    /// Give up on a piece after this many positions
    #[arg(long, default_value_t = 10_000_000, value_name = "N")]
    nodes: u64,
    /// Show this many games for each way to fail
    #[arg(long, default_value_t = 2, value_name = "N")]
    games: usize,
    /// Show a board at the beginning of each game
    #[arg(long)]
    boards: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Raised by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(args: &Args) -> Outcome {
    let games = Games::new();
    let loaded = load_program(&args.chapter, &games)?;
    let Some(program) = &loaded.program else {
        return Ok(ExitCode::from(1));
    };
    let material = judged_material(program).map_err(|problem| problem.to_string())?;
    ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed))
        .map_err(|error| format!("cannot listen to Ctrl-C: {error}"))?;
    let watch = Watch {
        stop: &STOP,
        ..Watch::nobody()
    };
    let mut tables = Tables::new();
    match tables.build(material, Holds::Mate, &watch) {
        Ok(()) => {}
        Err(BuildError::Stopped) => return Err("stopped on request".into()),
        Err(error) => return Err(error.to_string()),
    }
    let questions = Questions {
        nodes: args.nodes,
        games: args.games,
    };
    let found = verify_program(program, &tables, questions, &STOP, &|_, _| {})
        .map_err(|problem| problem.to_string())?;
    let document = VerificationDocument::new(&args.chapter, &loaded, &found);
    if args.json {
        print_json(&document)?;
    } else {
        print(&document.text(args.boards.then(Style::of_stdout)))?;
    }
    Ok(ExitCode::from(u8::from(!document.all_hold())))
}
