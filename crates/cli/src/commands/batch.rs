//! `nasvet batch`: one question about many positions, in one process and on all cores; a line of JSON for each.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Mutex;

use clap::{Parser, ValueEnum};
use documents::BatchDocument;
use domain::{Progress, Watch};
use nasvet::batch::{BatchForm, BatchPosition, BatchQuestion, BatchReader, BatchWorker};
use nasvet::{Chapter, CombinationRequest};

use super::lines_out::{LinesOut, resumed};
use super::long_run::LongRun;
use super::spread::{shard, spread, threads};
use super::{Outcome, load_chapter, players};
use crate::files::{harmless, open};
use crate::screen::tell_problem;
use crate::status::{CommandProblem, Status};

/// Ask the same about many positions: EPD, CSV or JSON lines in, JSON lines out.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet batch endings.epd --ask why                      by the shipped chapter of each ending
  nasvet batch puzzles.csv --ask combine --goal mate
  nasvet batch positions.jsonl --ask table --output verdicts.jsonl
  nasvet batch pawns.epd --ask ask --chapter kpkp --question 'which moves win?'
  nasvet batch large.epd --ask advise --shard 2/5 --output part-2.jsonl

With --output the run can be stopped and begun again: it goes on after the last line that is written. \
A position that cannot be answered gets a line with a `problem`.

Exit status: 0 if every position was answered, 1 if some could not be, 130 if the run was stopped.")]
pub(crate) struct BatchArgs {
    /// A file with positions, or - for standard input
    file: String,
    /// What is asked about each position
    #[arg(long, value_enum, default_value_t = AskArg::Advise)]
    ask: AskArg,
    /// The chapter that is asked; without it, the shipped one for the pieces of each position
    #[arg(long, value_name = "CHAPTER")]
    chapter: Option<String>,
    /// The question to the chapter's reasoner, with --ask ask
    #[arg(long, value_name = "QUESTION", required_if_eq("ask", "ask"))]
    question: Option<String>,
    /// What a combination must win, with --ask combine
    #[arg(long, default_value = "best", value_name = "mate|best|N")]
    goal: String,
    /// How positions are written; without it, the name of the file says so
    #[arg(long, value_enum)]
    form: Option<FormArg>,
    /// Write to this file, or go on with what is there
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    output: Option<String>,
    /// Answer only every Nth position, beginning with the Ith: parts for several machines
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// Look at so many positions for each answer
    #[arg(long, default_value_t = 1_000_000, value_name = "N")]
    nodes: u64,
    /// Use so many threads; without it, as many as the machine has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,
    /// Print each document on many lines, as other commands do
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AskArg {
    /// The move that the chapter advises
    Advise,
    /// The move and why
    Why,
    /// A question to the chapter's reasoner
    Ask,
    /// A combination
    Combine,
    /// What the tables say
    Table,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormArg {
    Epd,
    Csv,
    Json,
}

/// So many positions are read, answered and written together.
const PARCEL: usize = 512;

/// A line of the input has at most so many bytes.
const MAX_LINE: u64 = 1 << 16;

pub(crate) fn run(args: &BatchArgs) -> Outcome {
    let chapter = args.chapter.as_deref().map(load_chapter).transpose()?;
    let question = match args.ask {
        AskArg::Advise => BatchQuestion::Advise,
        AskArg::Why => BatchQuestion::Why,
        AskArg::Ask if chapter.is_none() => return Err("--ask ask needs a --chapter".into()),
        AskArg::Ask => BatchQuestion::Ask(args.question.clone().unwrap_or_default()),
        AskArg::Combine => {
            let request = CombinationRequest::new(&args.goal);
            request
                .check()
                .map_err(|error| format!("--goal: {error}"))?;
            BatchQuestion::Combine(args.goal.clone())
        }
        AskArg::Table => BatchQuestion::Table,
    };
    let run = LongRun::begin()?;
    let (mut output, done) = match &args.output {
        None => (LinesOut::screen(), 0),
        Some(file) => resumed(file, |answer: &BatchDocument| answer.line)?,
    };
    if done > 0 {
        tell_problem(&format!("going on after line {done}"));
    }
    let n_threads = threads(args.threads);
    let workers = (0..n_threads).map(|_| Mutex::new(worker(&question, chapter.as_ref())));
    let workers: Vec<Mutex<BatchWorker>> = workers.collect();
    let watch = Watch::nodes(args.nodes).with_stop(run.stop());
    let mut input = BatchInput::open(args)?;
    let bar = run.bar("positions");
    let listener = run.listener(&bar);
    let mut n_answered = 0;
    let mut n_problems = 0;
    loop {
        let parcel = input.parcel(args.shard, done)?;
        if parcel.is_empty() {
            break;
        }
        let answers = spread(&parcel, &workers, &watch, |worker, position| {
            worker.answer(position, &watch)
        });
        if run.stop().is_raised() {
            bar.finish_and_clear();
            return Err(CommandProblem::interrupted(
                "stopped on request; with --output the same command goes on",
            ));
        }
        let mut text = String::new();
        for answer in &answers {
            n_problems += u64::from(answer.problem.is_some());
            let line = match args.json {
                true => serde_json::to_string_pretty(answer),
                false => serde_json::to_string(answer),
            };
            text += &line.map_err(|error| format!("cannot write JSON: {error}"))?;
            text.push('\n');
        }
        if !output.write(&text)? {
            break;
        }
        n_answered += answers.len() as u64;
        listener(&Progress {
            what: "positions".into(),
            done: n_answered,
            of: None,
        });
    }
    bar.finish_and_clear();
    Ok(Status::of(n_problems == 0))
}

fn worker(question: &BatchQuestion, chapter: Option<&Chapter>) -> BatchWorker {
    BatchWorker::new(question.clone(), chapter.cloned(), players())
}

/// The positions of the input.
struct BatchInput {
    lines: Box<dyn BufRead>,
    reader: BatchReader,
    /// How many positions were read, for the parts of the work.
    n_positions: u64,
}

impl BatchInput {
    fn open(args: &BatchArgs) -> Result<BatchInput, String> {
        let form = match args.form {
            Some(FormArg::Epd) => BatchForm::Epd,
            Some(FormArg::Csv) => BatchForm::Csv,
            Some(FormArg::Json) => BatchForm::Json,
            None => BatchForm::of_name(&args.file),
        };
        let lines: Box<dyn BufRead> = match args.file.as_str() {
            "-" => Box::new(BufReader::new(std::io::stdin())),
            name => {
                let file = open(Path::new(name));
                let file = file.map_err(|error| format!("cannot read `{name}`: {error}"))?;
                Box::new(BufReader::new(file))
            }
        };
        Ok(BatchInput {
            lines,
            reader: BatchReader::new(form),
            n_positions: 0,
        })
    }

    /// The next positions of this part that come after a line; empty at the end.
    fn parcel(
        &mut self,
        shard: Option<(u64, u64)>,
        done: u64,
    ) -> Result<Vec<BatchPosition>, String> {
        let (own, n_shards) = shard.unwrap_or((1, 1));
        let mut parcel = Vec::new();
        while parcel.len() < PARCEL {
            let mut bytes = Vec::new();
            let mut line = self.lines.by_ref().take(MAX_LINE + 1);
            let read = line.read_until(b'\n', &mut bytes);
            match read.map_err(|error| format!("cannot read the positions: {error}"))? {
                0 => break,
                n if n as u64 > MAX_LINE => {
                    return Err(format!("a line has more than {MAX_LINE} bytes"));
                }
                _ => {}
            }
            // Some editors begin a file with a byte order mark.
            let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&bytes);
            let line = harmless(&String::from_utf8_lossy(text));
            let Some(position) = self.reader.line(&line) else {
                continue;
            };
            self.n_positions += 1;
            if (self.n_positions - 1) % n_shards == own - 1 && position.line > done {
                parcel.push(position);
            }
        }
        Ok(parcel)
    }
}
