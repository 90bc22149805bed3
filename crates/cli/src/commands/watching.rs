//! `nasvet watch`: checks, tests and samples a chapter whenever its file is saved.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use clap::Parser;
use documents::{ExamplesDocument, TextStyle};
use domain::{Stop, Watch};
use nasvet::{Asking, Chapter, Excerpt, Questions, Stopped, Unverifiable};
use verify::{BuildError, EndgameTables, Holds};

use super::{Outcome, print};
use crate::files::load;
use crate::screen::tell_problem;
use crate::status::Status;
use crate::table_cache::TableCache;

/// Check, test and sample a chapter on every save, until Ctrl-C.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet watch my-chapter.md
  nasvet watch my-chapter.md --sample 1000

After each save the findings of `check`, the failing examples of `test` and the figures of `verify --sample` are printed. \
A save while a sample is being played ends it, and all begins anew.")]
pub(crate) struct WatchArgs {
    /// A file with a chapter
    file: String,
    /// Play from so many positions, drawn evenly; 0 for none
    #[arg(long, default_value_t = 100, value_name = "N")]
    sample: usize,
    /// Where the drawing of the sample begins
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Give up after this many positions for a piece in an example
    #[arg(long, default_value_t = 10_000_000, value_name = "N")]
    nodes: u64,
}

/// The file is looked at this often.
const EVERY: Duration = Duration::from_millis(200);

/// Plans longer than a move may take so many bytes.
const ROOM: usize = 768 << 20;

/// When a file was saved, and how long it is: whatever changes either is a save.
type Saved = Option<(SystemTime, u64)>;

fn saved(file: &str) -> Saved {
    let found = fs::metadata(Path::new(file)).ok()?;
    Some((found.modified().ok()?, found.len()))
}

pub(crate) fn run(args: &WatchArgs) -> Outcome {
    if saved(&args.file).is_none() {
        return Err(format!("there is no file {}", args.file).into());
    }
    ctrlc::set_handler(|| std::process::exit(Status::Interrupted.number().into()))
        .map_err(|error| format!("cannot listen to Ctrl-C: {error}"))?;
    loop {
        let seen = saved(&args.file);
        let (stop, is_done) = (Stop::new(), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::SeqCst) {
                    if saved(&args.file) != seen {
                        stop.raise();
                    }
                    std::thread::sleep(EVERY);
                }
            });
            let told = look(args, &stop);
            is_done.store(true, Ordering::SeqCst);
            told
        })?;
        while saved(&args.file) == seen {
            std::thread::sleep(EVERY);
        }
        print("\n")?;
    }
}

/// Looks at the file once.
fn look(args: &WatchArgs, stop: &Stop) -> Result<(), String> {
    // An editor may be in the middle of a save: then there is no file, or no text in it, and soon there will be.
    let loaded = match load(&args.file) {
        Ok(loaded) => loaded,
        Err(problem) => {
            tell_problem(&problem);
            return Ok(());
        }
    };
    let chapter = match loaded.into_chapter(&args.file) {
        Ok(chapter) => chapter,
        Err(faulty) => return print(&faulty.findings.text(TextStyle::TERMINAL)),
    };
    print(&chapter.findings().text(TextStyle::TERMINAL))?;
    let watch = Watch::nodes(args.nodes).with_stop(stop);
    let tried: ExamplesDocument = chapter.try_examples(&watch);
    if stop.is_raised() {
        return Ok(());
    }
    print(&format!("examples: {}", tried.text()))?;
    match sample(args, &chapter, stop) {
        Ok(text) => print(&text),
        // It begins anew with what was saved.
        Err(Unverifiable::Stopped(Stopped::Asked)) => Ok(()),
        Err(problem) => print(&format!("no sample: {problem}\n")),
    }
}

/// The figures of a sample.
fn sample(args: &WatchArgs, chapter: &Chapter, stop: &Stop) -> Result<String, Unverifiable> {
    if args.sample == 0 {
        return Ok(String::new());
    }
    let watch = Watch::new().with_stop(stop);
    let mut tables = EndgameTables::new();
    let cache = TableCache::of_user();
    for material in chapter.materials()? {
        let provided = cache.provide(&mut tables, material, Holds::Mate, &watch);
        provided.map_err(|error| match error {
            BuildError::Stopped(stopped) => Unverifiable::Stopped(stopped),
            BuildError::TooLarge(_) => Unverifiable::TooLarge(error),
        })?;
    }
    let questions = Questions {
        nodes: None,
        room: ROOM,
        spare: None,
        games: 1,
        group: false,
    };
    let asking = Asking {
        excerpt: Excerpt {
            sample: Some((args.sample, args.seed)),
            ..Excerpt::default()
        },
        ..Asking::default()
    };
    let document = chapter.verify_asking(&tables, questions, &asking, &watch)?;
    Ok(document.summary())
}
