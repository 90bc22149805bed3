//! `nasvet learn`: patterns from solved combinations, and what patterns are good for.

use std::sync::Mutex;

use clap::Parser;
use documents::PuzzleDocument;
use domain::{Progress, Watch};
use nasvet::CombinationRequest;
use nasvet::patterns::Patterns;
use nasvet::puzzles::{Puzzle, PuzzleForm, read_lessons, read_puzzles};

use super::long_run::LongRun;
use super::solve::PuzzleFormArg;
use super::spread::{shard, spread, threads};
use super::{Outcome, print, print_json};
use crate::files::{harmless, read_file};
use crate::patterns_file::{read_patterns, read_patterns_if_any, write_patterns};
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
text, to be read, changed and shortened by hand. Patterns propose plans and prove nothing.

--list shows what a file holds. With --on, the puzzles of another file are solved without the patterns and with them, \
and the list says how often each was tried, proposed something, and helped.

Exit status: 0, or 130 if the run was stopped.")]
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
    /// How positions are written; without it, the name of the file says so
    #[arg(long, value_enum)]
    form: Option<PuzzleFormArg>,
    /// Give up a position after this many moves in its trees
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=2_000_000))]
    nodes: u64,
    /// Take only every Nth position, beginning with the Ith
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// Use so many threads; without it, as many as the machine has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Larger files are refused.
const MAX_FILE: u64 = 1 << 26;

/// So many positions are looked at together.
const PARCEL: usize = 32;

pub(crate) fn run(args: &LearnArgs) -> Outcome {
    let document = match (&args.list, &args.file) {
        (Some(list), _) => {
            let patterns = read_patterns(list)?;
            let mut document = patterns.document();
            if let Some(file) = &args.on {
                let (without, with) = tried(args, file, &patterns)?;
                document.tried_on(args.nodes, &without, &with);
            }
            document
        }
        (None, Some(file)) => learned(args, file)?.document(),
        (None, None) => return Err("a file to learn from is missing".to_owned().into()),
    };
    match args.json {
        true => print_json(&document)?,
        false => print(&document.text())?,
    }
    Ok(Status::Done)
}

/// The patterns, with what the positions of a file teach.
fn learned(args: &LearnArgs, file: &str) -> Result<Patterns, CommandProblem> {
    let mut patterns = match &args.patterns {
        Some(kept) => read_patterns_if_any(kept)?,
        None => Patterns::default(),
    };
    let lessons = positions(args, file, read_lessons)?;
    let taught = for_each(args, &lessons, "positions", Puzzle::learn)?;
    taught
        .into_iter()
        .for_each(|learned| patterns.keep(learned));
    if let Some(kept) = &args.patterns {
        write_patterns(kept, &patterns)?;
    }
    Ok(patterns)
}

/// The puzzles of a file, solved without the patterns and with them.
fn tried(
    args: &LearnArgs,
    file: &str,
    patterns: &Patterns,
) -> Result<(Vec<PuzzleDocument>, Vec<PuzzleDocument>), CommandProblem> {
    let puzzles = positions(args, file, read_puzzles)?;
    let without = CombinationRequest::new("best");
    let with = CombinationRequest {
        patterns: patterns.clone(),
        ..without.clone()
    };
    let both = for_each(args, &puzzles, "puzzles", |puzzle, watch| {
        (puzzle.solve(&without, watch), puzzle.solve(&with, watch))
    })?;
    Ok(both.into_iter().unzip())
}

/// The positions of a file that are asked for.
fn positions(
    args: &LearnArgs,
    file: &str,
    read: fn(&str, PuzzleForm) -> Vec<Puzzle>,
) -> Result<Vec<Puzzle>, CommandProblem> {
    let bytes = read_file(file, MAX_FILE)?;
    let form = PuzzleFormArg::form_of(args.form, file);
    let mut puzzles = read(&harmless(&String::from_utf8_lossy(&bytes)), form);
    if puzzles.is_empty() {
        return Err(format!("`{file}` has no positions").into());
    }
    if let Some((own, n_shards)) = args.shard {
        puzzles.retain(|puzzle| (puzzle.number - 1) % n_shards == own - 1);
    }
    Ok(puzzles)
}

/// What is found in each position, on all threads, in the order of the file.
fn for_each<A: Send>(
    args: &LearnArgs,
    puzzles: &[Puzzle],
    what: &'static str,
    look: impl Fn(&Puzzle, &Watch) -> A + Sync,
) -> Result<Vec<A>, CommandProblem> {
    let run = LongRun::begin()?;
    let workers: Vec<Mutex<()>> = (0..threads(args.threads))
        .map(|_| Mutex::default())
        .collect();
    let watch = Watch::nodes(args.nodes).with_stop(run.stop());
    let bar = run.bar(what);
    let listener = run.listener(&bar);
    let mut found = Vec::new();
    for parcel in puzzles.chunks(PARCEL) {
        found.extend(spread(parcel, &workers, &watch, |(), puzzle: &Puzzle| {
            look(puzzle, &watch)
        }));
        if run.stop().is_raised() {
            bar.finish_and_clear();
            return Err(CommandProblem::interrupted(
                "stopped on request; nothing is kept",
            ));
        }
        listener(&Progress {
            what: what.into(),
            done: found.len() as u64,
            of: Some(puzzles.len() as u64),
        });
    }
    bar.finish_and_clear();
    Ok(found)
}
