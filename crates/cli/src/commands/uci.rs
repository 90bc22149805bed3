//! `nasvet uci`: an engine for chess programs. Threads, standard input and the clock are here; the protocol is in
//! `crates/uci`.
//!
//! One thread reads lines, one thinks, and this one hands everything to the dialogue, so that `isready` and `stop` are
//! answered while somebody thinks.

use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use clap::Parser;
use domain::Stop;
use nasvet::{Chapter, Players};
use shakmaty::{Chess, Move};
use shakmaty_syzygy::{Tablebase, Wdl as SyzygyWdl};
use uci::{RootTables, ThinkTask, Thinker, UciDialogue, UciEffect, UciThought};
use verify::Wdl;

use super::{Outcome, print};
use crate::background_tables::BackgroundTables;
use crate::files::{harmless, load};
use crate::status::Status;
use crate::table_cache::TableCache;

/// Be an engine for chess programs: the UCI protocol on standard input and output.
///
/// Endings are played by chapters and tables, combinations are found by plans, and a modest search keeps the game going
/// elsewhere. Reasons are told as `info string`.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet uci
  printf 'position fen 8/8/8/3k4/8/8/1R6/K7 w - -\\ngo movetime 1000\\n' | nasvet uci

In a chess program, add `nasvet` with the argument `uci` as an engine. Its own options:
  AdviceFile    a chapter of yours, asked before the shipped ones
  AdviceMode    strong follows a strategy to its end, weak makes a new one for every move, off asks no chapter
  Explain       tell reasons
  SyzygyPath    folders with Syzygy tables
The others are those of every engine: Hash, Clear Hash, Threads, MultiPV, Ponder, Move Overhead, UCI_AnalyseMode, \
UCI_ShowWDL and UCI_Chess960.")]
pub(crate) struct UciArgs {}

/// What happens.
enum UciEvent {
    Line(String),
    TooLong,
    Gone,
    Thought(u64, UciThought),
}

/// What the thinker is told.
enum ThinkerOrder {
    Think(Box<ThinkTask>, Stop),
    Resize(usize),
    Forget,
    Chapter(Option<Chapter>),
    Syzygy(Option<Box<dyn RootTables>>),
}

pub(crate) fn run(_args: &UciArgs) -> Outcome {
    let (tell, events) = channel();
    let (order, orders) = channel();
    let heard = tell.clone();
    std::thread::spawn(move || read_lines(&heard));
    std::thread::spawn(move || think(&orders, &tell));
    Driver {
        dialogue: UciDialogue::new(),
        order,
        stop: Stop::new(),
        begun: Instant::now(),
    }
    .talk(&events)
}

/// The thread that talks.
struct Driver {
    dialogue: UciDialogue,
    order: Sender<ThinkerOrder>,
    /// Stops what is being thought about.
    stop: Stop,
    begun: Instant,
}

impl Driver {
    fn talk(mut self, events: &Receiver<UciEvent>) -> Outcome {
        let mut is_gone = false;
        loop {
            let now = self.begun.elapsed();
            let event = match self.dialogue.deadline() {
                Some(deadline) => events.recv_timeout(deadline.saturating_sub(now)),
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let now = self.begun.elapsed();
            let effects = match event {
                Ok(UciEvent::Line(line)) => self.dialogue.line(&line, now),
                Ok(UciEvent::Thought(id, thought)) => self.dialogue.thought(id, thought, now),
                Ok(UciEvent::TooLong) => {
                    print("info string a line that is too long was skipped\n")?;
                    Vec::new()
                }
                Ok(UciEvent::Gone) => {
                    is_gone = true;
                    self.dialogue.hung_up(now)
                }
                Err(RecvTimeoutError::Timeout) => self.dialogue.tick(now),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err("the thread that thinks has ended".into());
                }
            };
            if self.carry_out(effects)? || is_gone && !self.dialogue.is_thinking() {
                return Ok(Status::Done);
            }
        }
    }

    /// Does what the dialogue wants; says whether the program ends.
    fn carry_out(&mut self, effects: Vec<UciEffect>) -> Result<bool, String> {
        for effect in effects {
            let order = match effect {
                UciEffect::Say(line) => {
                    print(&format!("{line}\n"))?;
                    continue;
                }
                UciEffect::Stop => {
                    self.stop.raise();
                    continue;
                }
                UciEffect::End => return Ok(true),
                UciEffect::Think(task) => {
                    self.stop = Stop::new();
                    ThinkerOrder::Think(task, self.stop.clone())
                }
                UciEffect::Resize(size) => ThinkerOrder::Resize(size),
                UciEffect::Forget => ThinkerOrder::Forget,
                UciEffect::OpenChapter(name) => match open_chapter(&name) {
                    Ok(chapter) => ThinkerOrder::Chapter(chapter),
                    Err(problem) => {
                        print(&format!("info string {problem}\n"))?;
                        continue;
                    }
                },
                UciEffect::OpenSyzygy(path) => match open_syzygy(&path) {
                    Ok(tables) => ThinkerOrder::Syzygy(tables),
                    Err(problem) => {
                        print(&format!("info string {problem}\n"))?;
                        continue;
                    }
                },
            };
            self.order
                .send(order)
                .map_err(|_| "the thread that thinks has ended")?;
        }
        Ok(false)
    }
}

/// The thread that thinks.
fn think(orders: &Receiver<ThinkerOrder>, tell: &Sender<UciEvent>) {
    let players = Players::new(|| {
        let tables = BackgroundTables::new(TableCache::of_user());
        Box::new(tables.with_patience(PATIENCE))
    });
    let mut thinker = Thinker::new(players, HASH);
    for order in orders {
        match order {
            ThinkerOrder::Think(task, stop) => thinker.think(&task, &stop, &mut |thought| {
                // Whoever has gone needs no answer.
                let _ = tell.send(UciEvent::Thought(task.id, thought));
            }),
            ThinkerOrder::Resize(size) => thinker.resize(size),
            ThinkerOrder::Forget => thinker.forget(),
            ThinkerOrder::Chapter(chapter) => thinker.set_chapter(chapter),
            ThinkerOrder::Syzygy(tables) => thinker.set_syzygy(tables),
        }
    }
}

/// Tables that take longer than this are made in the background.
const PATIENCE: Duration = Duration::from_millis(200);

/// The size of the table of positions in mebibytes, until somebody sets it.
const HASH: usize = 16;

/// The thread that reads.
fn read_lines(tell: &Sender<UciEvent>) {
    let mut input = std::io::stdin().lock();
    loop {
        let mut bytes = Vec::new();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
        let is_whole = bytes.last() == Some(&b'\n');
        let event = match read {
            Ok(0) | Err(_) => UciEvent::Gone,
            Ok(n) if n as u64 == MAX_LINE && !is_whole => {
                skip_line(&mut input);
                UciEvent::TooLong
            }
            Ok(_) => UciEvent::Line(harmless(&String::from_utf8_lossy(&bytes))),
        };
        let is_last = matches!(event, UciEvent::Gone);
        if tell.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Skips the rest of a line that is too long, piece by piece.
fn skip_line(input: &mut impl BufRead) {
    loop {
        let mut bytes = Vec::new();
        let read = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) || bytes.last() == Some(&b'\n') {
            return;
        }
    }
}

/// A line has at most so many bytes: a game of two hundred thousand moves.
const MAX_LINE: u64 = 1 << 20;

/// The chapter of this name or file; none if the name is empty.
fn open_chapter(name: &str) -> Result<Option<Chapter>, String> {
    if name.is_empty() {
        return Ok(None);
    }
    let chapter = load(name)?.into_chapter(name);
    chapter.map(Some).map_err(|faulty| faulty.in_a_sentence())
}

/// The user's Syzygy tables.
struct UserTables(Tablebase<Chess>);

impl RootTables for UserTables {
    fn best(&self, position: &Chess) -> Option<(Move, Wdl)> {
        let (m, _) = self.0.best_move(position).ok()??;
        let wdl = match self.0.probe_wdl_after_zeroing(position).ok()? {
            SyzygyWdl::Win => Wdl::Win,
            // The fifty-move rule counts in a game.
            SyzygyWdl::CursedWin | SyzygyWdl::Draw | SyzygyWdl::BlessedLoss => Wdl::Draw,
            SyzygyWdl::Loss => Wdl::Loss,
        };
        Some((m, wdl))
    }
}

fn open_syzygy(path: &str) -> Result<Option<Box<dyn RootTables>>, String> {
    if path.is_empty() {
        return Ok(None);
    }
    let mut tables = Tablebase::new();
    let mut n_tables = 0;
    for folder in std::env::split_paths(path) {
        let added = tables.add_directory(&folder);
        n_tables += added.map_err(|error| {
            format!(
                "cannot read the Syzygy tables in {}: {error}",
                folder.display()
            )
        })?;
    }
    match n_tables {
        0 => Err(format!("there are no Syzygy tables in {path}")),
        _ => Ok(Some(Box::new(UserTables(tables)))),
    }
}
