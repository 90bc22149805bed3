//! `nasvet lsp`: a server for editors. Threads, standard input and files are here; the protocol is in `crates/lsp`.
//!
//! One thread reads, each task has its own, and this one hands everything to the dialogue, so that an editor is answered
//! while a chapter is verified.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use clap::Parser;
use documents::{Digest, VerificationDocument};
use domain::{Progress, Stop};
use lang::{MAX_SOURCE, World};
use lsp::{Framed, Framing, LspDialogue, LspEffect, LspHost, LspOutcome, LspTask, framed};
use nasvet::{SHIPPED, Watch};

use super::Outcome;
use crate::background_tables::BackgroundTables;
use crate::files::{FolderWorld, read_file};
use crate::kept_files::KeptFiles;
use crate::status::Status;
use crate::table_cache::TableCache;

/// Be a server for editors: the Language Server Protocol on standard input and output.
///
/// Chapters in Markdown and `.advice` files alike: mistakes and fixes while one types, what names mean, completion,
/// renaming, layout; examples are run and claims verified from the text.
#[derive(Parser)]
#[command(
    after_help = "Editors start it themselves; the book says how to set up Visual Studio Code, Neovim, Helix \
and Emacs."
)]
pub(crate) struct LspArgs {
    /// For editors that say so: standard input and output, which are used anyway
    #[arg(long)]
    stdio: bool,
}

/// What happens.
enum LspEvent {
    Framed(Framed),
    Gone,
    Progress(u64, Progress),
    Ended(u64, LspOutcome),
}

pub(crate) fn run(_args: &LspArgs) -> Outcome {
    let (tell, events) = channel();
    let heard = tell.clone();
    std::thread::spawn(move || read_messages(&heard));
    LspDriver {
        dialogue: LspDialogue::new(LspFiles),
        tell,
        stops: BTreeMap::new(),
    }
    .talk(&events)
}

/// The thread that talks.
struct LspDriver {
    dialogue: LspDialogue,
    tell: Sender<LspEvent>,
    stops: BTreeMap<u64, Stop>,
}

impl LspDriver {
    fn talk(mut self, events: &Receiver<LspEvent>) -> Outcome {
        loop {
            // Findings are published when nothing else is to be done.
            let event = match events.try_recv() {
                Ok(event) => event,
                Err(_) => {
                    let effects = self.dialogue.settle();
                    self.carry_out(effects)?;
                    events
                        .recv()
                        .map_err(|_| "the thread that reads has ended")?
                }
            };
            let effects = match event {
                LspEvent::Framed(Framed::Body(body)) => self.dialogue.message(&body),
                LspEvent::Framed(Framed::TooLong(length)) => self.dialogue.too_long(length),
                LspEvent::Framed(Framed::Lost) => {
                    return Err("expected a header with `Content-Length`; this is the Language Server Protocol, which editors speak".into());
                }
                LspEvent::Gone => self.dialogue.hung_up(),
                LspEvent::Progress(task, progress) => self.dialogue.progress(task, &progress),
                LspEvent::Ended(task, outcome) => {
                    self.stops.remove(&task);
                    self.dialogue.ended(task, outcome)
                }
            };
            if let Some(status) = self.carry_out(effects)? {
                return Ok(status);
            }
        }
    }

    /// Does what the dialogue wants; says how the program ends, if it does.
    fn carry_out(&mut self, effects: Vec<LspEffect>) -> Result<Option<Status>, String> {
        for effect in effects {
            match effect {
                LspEffect::Send(body) => send(&body)?,
                LspEffect::Start(task) => self.start(task),
                LspEffect::Stop(task) => {
                    if let Some(stop) = self.stops.get(&task) {
                        stop.raise();
                    }
                }
                LspEffect::End { in_order } => return Ok(Some(Status::of(in_order))),
            }
        }
        Ok(None)
    }

    fn start(&mut self, task: Box<LspTask>) {
        let (stop, tell) = (Stop::new(), self.tell.clone());
        self.stops.insert(task.id, stop.clone());
        std::thread::spawn(move || {
            let id = task.id;
            let progress = tell.clone();
            let told = Mutex::new(None);
            let watch = Watch::new().with_stop(&stop).with_listener(move |now| {
                // An editor cannot show more than a few steps a second.
                let Ok(mut told) = told.try_lock() else {
                    return;
                };
                if told.is_none_or(|told: Instant| told.elapsed() > PACE) {
                    *told = Some(Instant::now());
                    // Whoever has gone needs no news.
                    let _ = progress.send(LspEvent::Progress(id, now.clone()));
                }
            });
            let mut store = BackgroundTables::new(TableCache::of_user());
            let outcome = task.run(&mut store, &watch);
            if let (LspOutcome::Verified(report), Some(kept)) = (&outcome, kept_reports()) {
                kept.keep_report(report);
            }
            let _ = tell.send(LspEvent::Ended(id, outcome));
        });
    }
}

/// The time between two steps of progress.
const PACE: Duration = Duration::from_millis(100);

/// Writes a message; it goes to a program and not to a terminal, byte for byte.
fn send(body: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    let sent = out.write_all(framed(body).as_bytes());
    sent.and_then(|()| out.flush())
        .map_err(|error| format!("cannot write: {error}"))
}

/// The thread that reads.
fn read_messages(tell: &Sender<LspEvent>) {
    let mut framing = Framing::default();
    let mut input = std::io::stdin().lock();
    let mut bytes = vec![0; 1 << 16];
    while let Ok(n @ 1..) = input.read(&mut bytes) {
        for message in framing.push(&bytes[..n]) {
            if tell.send(LspEvent::Framed(message)).is_err() {
                return;
            }
        }
    }
    let _ = tell.send(LspEvent::Gone);
}

/// The reports that are kept.
fn kept_reports() -> Option<KeptFiles> {
    KeptFiles::reports(&TableCache::of_user())
}

/// The files of the machine.
struct LspFiles;

/// No more files of a folder are read for one question.
const MAX_FILES: usize = 500;

impl LspHost for LspFiles {
    fn world(&self, folder: &str) -> Box<dyn World> {
        Box::new(FolderWorld::folder(Path::new(folder)))
    }

    fn chapters(&self, folder: &str) -> Vec<(String, String)> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        let is_ours = |path: &Path| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            matches!(extension, Some("advice" | "md"))
        };
        let paths = paths.filter(|path| is_ours(path)).take(MAX_FILES);
        let texts = paths.filter_map(|path| {
            let name = path.to_str()?.to_owned();
            let bytes = read_file(&name, MAX_SOURCE as u64).ok()?;
            Some((name, String::from_utf8(bytes).ok()?))
        });
        let mut texts: Vec<(String, String)> = texts.collect();
        texts.sort();
        texts
    }

    /// Editors open files only, so a shipped text is written where the tables are kept.
    fn shipped_file(&self, file: &str) -> Option<String> {
        let shipped = SHIPPED.iter().find(|shipped| shipped.file == file)?;
        let cache = TableCache::of_user();
        let path = cache.folder()?.join(Path::new(file).file_name()?);
        let is_there = std::fs::read(&path).is_ok_and(|bytes| bytes == shipped.text.as_bytes());
        if !is_there {
            std::fs::create_dir_all(cache.folder()?).ok()?;
            std::fs::write(&path, shipped.text).ok()?;
        }
        Some(path.to_str()?.to_owned())
    }

    fn report(&self, digest: &Digest) -> Option<VerificationDocument> {
        kept_reports()?.report(digest)
    }
}
