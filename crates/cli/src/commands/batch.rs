//! `nasvet batch`: one question about many positions, in one process and on all cores; a line of JSON for each.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::{Parser, ValueEnum};
use documents::BatchDocument;
use domain::{Progress, Watch};
use nasvet::batch::{BatchForm, BatchPosition, BatchQuestion, BatchReader, BatchWorker};
use nasvet::{Chapter, TableStore};

use super::long_run::LongRun;
use super::{Outcome, load_chapter};
use crate::files::{harmless, open};
use crate::screen::tell_problem;
use crate::status::{CommandProblem, Status};
use crate::table_cache::TableCache;

/// Ask the same about many positions: EPD, CSV or JSON lines in, JSON lines out.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet batch endings.epd --ask why                      by the shipped chapter for the men of each position
  nasvet batch puzzles.csv --ask combine --goal mate
  nasvet batch positions.jsonl --ask table --output verdicts.jsonl
  nasvet batch pawns.epd --ask ask --chapter kpkp --question 'can White win?'
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
    /// The chapter that is asked; without it, the shipped one for the men of each position
    #[arg(long, value_name = "CHAPTER")]
    chapter: Option<String>,
    /// The question to the chapter's reasoner, with --ask ask
    #[arg(long, value_name = "QUESTION", required_if_eq("ask", "ask"))]
    question: Option<String>,
    /// What a combination must win, with --ask combine
    #[arg(long, default_value = "10", value_name = "mate|N")]
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

/// `2/5`: the second of five parts.
fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/');
    let read = parts.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    read.filter(|(i, n)| (1..=*n).contains(i))
        .ok_or_else(|| "expected a part such as 2/5".into())
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
        AskArg::Combine => BatchQuestion::Combine(args.goal.clone()),
        AskArg::Table => BatchQuestion::Table,
    };
    let run = LongRun::begin()?;
    let (mut output, done) = match &args.output {
        None => (Output::Screen(std::io::stdout()), 0),
        Some(file) => resumed(file)?,
    };
    if done > 0 {
        tell_problem(&format!("going on after line {done}"));
    }
    let n_threads = match args.threads {
        Some(threads) => threads as usize,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
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
        let answers = answered(&parcel, &workers, &watch);
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
    let store = || -> Box<dyn TableStore> { Box::new(TableCache::of_user()) };
    BatchWorker::new(question.clone(), chapter.cloned(), Box::new(store))
}

/// The answers to a parcel in its order, by all workers.
fn answered(
    parcel: &[BatchPosition],
    workers: &[Mutex<BatchWorker>],
    watch: &Watch,
) -> Vec<BatchDocument> {
    let next = AtomicUsize::new(0);
    let mut answers: Vec<(usize, BatchDocument)> = Vec::with_capacity(parcel.len());
    std::thread::scope(|scope| {
        let work = |worker: &Mutex<BatchWorker>| {
            let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
            let mut answers = Vec::new();
            while let at = next.fetch_add(1, Ordering::Relaxed)
                && at < parcel.len()
                && !watch.is_stopped()
            {
                answers.push((at, worker.answer(&parcel[at], watch)));
            }
            answers
        };
        let threads: Vec<_> = workers
            .iter()
            .map(|worker| scope.spawn(move || work(worker)))
            .collect();
        for thread in threads {
            match thread.join() {
                Ok(own) => answers.extend(own),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    answers.sort_by_key(|(at, _)| *at);
    answers.into_iter().map(|(_, answer)| answer).collect()
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
            let line = harmless(&String::from_utf8_lossy(&bytes));
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

/// Where the answers go.
enum Output {
    Screen(std::io::Stdout),
    File(BufWriter<File>),
}

impl Output {
    /// Writes whole lines; says whether anybody still reads them.
    fn write(&mut self, text: &str) -> Result<bool, String> {
        let written = match self {
            Output::Screen(screen) => screen
                .write_all(text.as_bytes())
                .and_then(|()| screen.flush()),
            Output::File(file) => file.write_all(text.as_bytes()).and_then(|()| file.flush()),
        };
        match written {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(false),
            Err(error) => Err(format!("cannot write the answers: {error}")),
        }
    }
}

/// A file of answers that is gone on with, and the last line of the input that it answers. What a stopped run has left
/// of a line is cut off.
fn resumed(name: &str) -> Result<(Output, u64), String> {
    let problem = |error: std::io::Error| format!("cannot write `{name}`: {error}");
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let mut file = options.open(name).map_err(problem)?;
    let (mut done, mut whole) = (0, 0);
    let mut lines = BufReader::new(&file);
    loop {
        let mut line = String::new();
        let n = lines.read_line(&mut line).map_err(problem)?;
        if n == 0 || !line.ends_with('\n') {
            break;
        }
        let answer: BatchDocument = serde_json::from_str(&line)
            .map_err(|_| format!("`{name}` holds something else than answers of a batch"))?;
        done = answer.line;
        whole += n as u64;
    }
    file.set_len(whole).map_err(problem)?;
    file.seek(std::io::SeekFrom::End(0)).map_err(problem)?;
    Ok((Output::File(BufWriter::new(file)), done))
}
