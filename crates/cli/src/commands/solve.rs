//! `nasvet solve`: the puzzles of a file, by plans; how many, by what was won, by motif, and what failed.

use clap::Parser;
use documents::{FormatName, FormatVersion, PuzzleDocument, SolvingDocument};
use domain::{Progress, Watch};
use nasvet::CombinationRequest;
use nasvet::puzzles::{Puzzle, read_puzzles};

use super::lines_out::resumed_with;
use super::long_run::LongRun;
use super::puzzle_file::{PARCEL, PuzzleArgs};
use super::spread::spread;
use super::{Outcome, print, print_json};
use crate::patterns_file::patterns_of;
use crate::screen::tell_problem;
use crate::status::{CommandProblem, Status};

/// Solve the puzzles of a file by plans, and compare with its solutions.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet solve wac.epd
  nasvet solve lichess.csv --nodes 5000 --output solved.jsonl --html solved.html
  nasvet solve studies.pgn --goal mate

EPD has the solution in `bm`; CSV as lichess writes it, with the columns `FEN` and `Moves`, begins with the move before \
the puzzle; a game of PGN begins with its `FEN` tag, and its first move is the solution. The solution is compared with \
what was found, never looked at before. Another move that is proved to mate counts as solved.

With --output the run can be stopped and begun again: it goes on after the last puzzle that is written.

Exit status: 0 if all are solved, 1 if some are not, 130 if the run was stopped.")]
pub(crate) struct SolveArgs {
    /// A file with puzzles: EPD, CSV or PGN
    file: String,
    /// What is to be won: the best there is, mate, a draw, or so much material
    #[arg(long, default_value = "best", value_name = "best|mate|draw|N")]
    goal: String,
    /// Try only the ideas of Pitrat's paper, and do not answer what refutes them
    #[arg(long)]
    paper: bool,
    /// Let the patterns of this file propose plans
    #[arg(long, value_name = "FILE")]
    patterns: Option<String>,
    #[command(flatten)]
    puzzles: PuzzleArgs,
    /// Write each puzzle to this file as a line of JSON, or go on with what is there
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
    /// Write a page with boards, to be opened in a browser
    #[arg(long, value_name = "FILE")]
    html: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &SolveArgs) -> Outcome {
    let request = CombinationRequest {
        paper: args.paper,
        patterns: patterns_of(&args.patterns)?,
        ..CombinationRequest::new(&args.goal)
    };
    let checked = request.check();
    checked.map_err(|error| format!("--goal: {error}"))?;
    let mut puzzles = args.puzzles.puzzles(&args.file, read_puzzles)?;
    let mut solved: Vec<PuzzleDocument> = Vec::new();
    let mut output = match &args.output {
        Some(file) => Some(resumed_with(file, |puzzle| solved.push(puzzle))?),
        None => None,
    };
    if let Some(last) = solved.last() {
        tell_problem(&format!("going on after puzzle {}", last.number));
    }
    let run = LongRun::begin()?;
    let workers = args.puzzles.workers();
    let watch = Watch::nodes(args.puzzles.nodes).with_stop(run.stop());
    let bar = run.bar("puzzles");
    let listener = run.listener(&bar);
    let n_puzzles = puzzles.len() as u64;
    let done = solved.last().map_or(0, |last| last.number);
    puzzles.retain(|puzzle| puzzle.number > done);
    for parcel in puzzles.chunks(PARCEL) {
        let answers = spread(parcel, &workers, &watch, |(), puzzle: &Puzzle| {
            puzzle.solve(&request, &watch)
        });
        if run.stop().is_raised() {
            bar.finish_and_clear();
            let going_on = "stopped on request; with --output the same command goes on";
            return Err(CommandProblem::interrupted(going_on));
        }
        if let Some(output) = &mut output {
            let mut text = String::new();
            for answer in &answers {
                let line = serde_json::to_string(answer);
                text += &line.map_err(|error| format!("cannot write JSON: {error}"))?;
                text.push('\n');
            }
            output.write(&text)?;
        }
        solved.extend(answers);
        listener(&Progress {
            what: "puzzles".into(),
            done: solved.len() as u64,
            of: Some(n_puzzles),
        });
    }
    bar.finish_and_clear();
    let document = SolvingDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        nodes: args.puzzles.nodes,
        puzzles: solved,
    };
    if let Some(file) = &args.html {
        std::fs::write(file, document.page())
            .map_err(|error| format!("cannot write `{file}`: {error}"))?;
    }
    match args.json {
        true => print_json(&document)?,
        false => print(&document.text())?,
    }
    let is_solved = |puzzle: &PuzzleDocument| !puzzle.is_failure();
    Ok(Status::of(document.puzzles.iter().all(is_solved)))
}
