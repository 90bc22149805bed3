//! `nasvet learn`: patterns from solved combinations, and what patterns are good for.

use clap::Parser;
use documents::PuzzleDocument;
use domain::{Progress, Watch};
use nasvet::CombinationRequest;
use nasvet::patterns::Patterns;
use nasvet::puzzles::{Puzzle, read_lessons, read_puzzles};

use super::long_run::LongRun;
use super::puzzle_file::{PARCEL, PuzzleArgs};
use super::spread::spread;
use super::{Outcome, print, print_json};
use crate::patterns_file::{read_patterns, read_patterns_if_any, write_patterns};
use crate::screen::tell_problem;
use crate::status::{CommandProblem, Status};

/// Learn patterns from combinations: if men stand like this, try that plan.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet learn game.pgn
  nasvet learn puzzles.epd --patterns mine.txt
  nasvet learn --list mine.txt
  nasvet learn --list mine.txt --on others.epd
  nasvet solve others.epd --patterns mine.txt

In every position of the file the best combination is looked for. Where it is proved, each plan on its line becomes a \
pattern: the men and how they stand to each other, as far as the plan rests on it, without squares. In a game the \
moves that were played are followed. --patterns keeps patterns in a file, one that is there is added to; the file is \
text, to be read, changed and shortened by hand, and comments stay. Patterns propose plans and prove nothing.

--list shows what a file holds. With --on, the puzzles of another file are solved without the patterns and with them, \
and the list says how often each was tried, proposed something, and helped.

Ctrl-C keeps what was learned so far. Exit status: 0, or 130 if the run was stopped.")]
pub(crate) struct LearnArgs {
    /// A file with puzzles or games: EPD, CSV or PGN
    #[arg(required_unless_present = "list", conflicts_with = "list")]
    file: Option<String>,
    /// Keep patterns in this file
    #[arg(long, value_name = "FILE", conflicts_with = "list")]
    patterns: Option<String>,
    /// Show the patterns of this file
    #[arg(long, value_name = "FILE")]
    list: Option<String>,
    /// Try the patterns on the puzzles of this file
    #[arg(long, value_name = "FILE", requires = "list")]
    on: Option<String>,
    #[command(flatten)]
    puzzles: PuzzleArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &LearnArgs) -> Outcome {
    let (document, status) = match (&args.list, &args.file) {
        (Some(list), _) => {
            let patterns = read_patterns(list)?;
            let mut document = patterns.document();
            if let Some(file) = &args.on {
                let (without, with) = tried(args, file, &patterns)?;
                document.tried_on(args.puzzles.nodes, &without, &with);
            }
            (document, Status::Done)
        }
        (None, Some(file)) => {
            let (patterns, status) = learned(args, file)?;
            (patterns.document(), status)
        }
        (None, None) => return Err("a file to learn from is missing".to_owned().into()),
    };
    match args.json {
        true => print_json(&document)?,
        false => print(&document.text())?,
    }
    Ok(status)
}

/// The patterns, with what the positions of a file teach. After Ctrl-C, with what those taught that were looked at.
fn learned(args: &LearnArgs, file: &str) -> Result<(Patterns, Status), CommandProblem> {
    let mut patterns = match &args.patterns {
        Some(kept) => read_patterns_if_any(kept)?,
        None => Patterns::default(),
    };
    let lessons = args.puzzles.puzzles(file, read_lessons)?;
    tell_unreadable(&lessons);
    let looked = look_at_each(args, &lessons, "positions", Puzzle::learn)?;
    let n_looked = looked.found.len();
    looked
        .found
        .into_iter()
        .for_each(|learned| patterns.keep(learned));
    if let Some(kept) = &args.patterns {
        write_patterns(kept, &patterns)?;
    }
    if !looked.is_stopped {
        return Ok((patterns, Status::Done));
    }
    let n_lessons = lessons.len();
    tell_problem(&format!(
        "stopped on request after {n_looked} of {n_lessons} positions; what they taught is not lost"
    ));
    Ok((patterns, Status::Interrupted))
}

/// Says how many positions cannot be read, and why the first of them cannot.
fn tell_unreadable(lessons: &[Puzzle]) {
    let problems = lessons.iter().filter_map(|lesson| {
        let unreadable = lesson.task.as_ref().err()?;
        Some((lesson.number, unreadable))
    });
    let n_problems = problems.clone().count();
    if let Some((number, first)) = problems.clone().next() {
        let of = lessons.len();
        tell_problem(&format!(
            "{n_problems} of {of} positions cannot be read; the first is number {number}, `{}`: {}",
            first.text, first.problem
        ));
    }
}

/// The puzzles of a file, solved without the patterns and with them.
fn tried(
    args: &LearnArgs,
    file: &str,
    patterns: &Patterns,
) -> Result<(Vec<PuzzleDocument>, Vec<PuzzleDocument>), CommandProblem> {
    let puzzles = args.puzzles.puzzles(file, read_puzzles)?;
    let without = CombinationRequest::new("best");
    let with = CombinationRequest {
        patterns: patterns.clone(),
        ..without.clone()
    };
    let both = look_at_each(args, &puzzles, "puzzles", |puzzle, watch| {
        (puzzle.solve(&without, watch), puzzle.solve(&with, watch))
    })?;
    match both.is_stopped {
        true => Err(CommandProblem::interrupted("stopped on request")),
        false => Ok(both.found.into_iter().unzip()),
    }
}

/// What was found in positions, in the order of the file; after Ctrl-C, in the first of them.
struct Looked<A> {
    found: Vec<A>,
    is_stopped: bool,
}

/// Looks at each position, on all threads.
fn look_at_each<A: Send>(
    args: &LearnArgs,
    puzzles: &[Puzzle],
    what: &'static str,
    look: impl Fn(&Puzzle, &Watch) -> A + Sync,
) -> Result<Looked<A>, CommandProblem> {
    let run = LongRun::begin()?;
    let workers = args.puzzles.workers();
    let watch = Watch::nodes(args.puzzles.nodes).with_stop(run.stop());
    let bar = run.bar(what);
    let listener = run.listener(&bar);
    let mut found = Vec::new();
    for parcel in puzzles.chunks(PARCEL) {
        let parcel = spread(parcel, &workers, &watch, |(), puzzle: &Puzzle| {
            look(puzzle, &watch)
        });
        // What a stopped search says is not to be kept.
        if run.stop().is_raised() {
            break;
        }
        found.extend(parcel);
        listener(&Progress {
            what: what.into(),
            done: found.len() as u64,
            of: Some(puzzles.len() as u64),
        });
    }
    bar.finish_and_clear();
    Ok(Looked {
        found,
        is_stopped: run.stop().is_raised(),
    })
}
