//! Watches over a search: the clock, Ctrl-C, and a line that tells a waiting user that something is going on.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use domain::Stop;
use nasvet::session::Interruption;

use crate::background_tables::TablesWaitedFor;
use crate::status::Status;

/// The watch of a session.
pub(crate) struct Lookout {
    signals: Arc<Signals>,
    stop: Stop,
    tells: bool,
    /// The tables that a search waits for.
    tables: TablesWaitedFor,
    running: Option<Running>,
}

/// What Ctrl-C has to know, and what it leaves behind.
#[derive(Default)]
struct Signals {
    searching: AtomicBool,
    interrupted: AtomicBool,
    time_is_up: AtomicBool,
}

/// The thread that looks at the clock; it ends when `done` is dropped.
struct Running {
    done: Sender<()>,
    thread: JoinHandle<()>,
}

/// A search that takes longer than this is told of, and told of again that often.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// What Ctrl-C does where nothing is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outside {
    /// It ends the program.
    Ends,
    /// The program goes on, and reads Ctrl-C by itself.
    Goes,
}

impl Lookout {
    /// A watch that may tell of long searches. From now on Ctrl-C ends a search; where it does not end it, a second one
    /// ends the program.
    pub(crate) fn new(tells: bool, outside: Outside) -> Result<Lookout, String> {
        let (signals, stop): (Arc<Signals>, Stop) = Default::default();
        let (heard, to_stop) = (Arc::clone(&signals), stop.clone());
        let handler = move || {
            if heard.searching.load(Ordering::SeqCst) {
                // Whoever asks twice does not want to wait.
                if heard.interrupted.swap(true, Ordering::SeqCst) {
                    std::process::exit(Status::Interrupted.number().into());
                }
                to_stop.raise();
            } else if outside == Outside::Ends {
                std::process::exit(Status::Interrupted.number().into());
            }
        };
        ctrlc::set_handler(handler).map_err(|error| format!("cannot listen to Ctrl-C: {error}"))?;
        Ok(Lookout {
            signals,
            stop,
            tells,
            tables: TablesWaitedFor::default(),
            running: None,
        })
    }

    /// Whoever makes tables says here how far they are, so that the line can tell it.
    pub(crate) fn tables(&self) -> &TablesWaitedFor {
        &self.tables
    }

    /// A search begins.
    pub(crate) fn begin(&mut self, seconds: Option<u64>) -> Stop {
        self.stop.lower();
        self.signals.interrupted.store(false, Ordering::SeqCst);
        self.signals.time_is_up.store(false, Ordering::SeqCst);
        self.signals.searching.store(true, Ordering::SeqCst);
        if self.tells || seconds.is_some() {
            let (done, wait) = channel();
            let (signals, stop) = (Arc::clone(&self.signals), self.stop.clone());
            let (tells, limit) = (self.tells, seconds.map(Duration::from_secs));
            let tables = self.tables.clone();
            let begun = Instant::now();
            let thread = std::thread::spawn(move || {
                let mut told = false;
                let mut next = TELL_EVERY;
                loop {
                    let until = limit
                        .filter(|limit| *limit > begun.elapsed())
                        .map_or(next, |limit| limit.min(next));
                    match wait.recv_timeout(until.saturating_sub(begun.elapsed())) {
                        Err(RecvTimeoutError::Timeout) => {}
                        Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
                    }
                    let elapsed = begun.elapsed();
                    if limit.is_some_and(|limit| elapsed >= limit) {
                        signals.time_is_up.store(true, Ordering::SeqCst);
                        stop.raise();
                    }
                    if elapsed >= next {
                        next += TELL_EVERY;
                        if tells {
                            let doing = match tables.percent() {
                                Some(percent) => format!("making endgame tables: {percent} %"),
                                None => "thinking".to_owned(),
                            };
                            let seconds = elapsed.as_secs_f32();
                            // What is left of a longer line is wiped out.
                            tell(&format!(
                                "\r  {doing}, {seconds:.1} s (Ctrl-C stops) \u{1b}[K"
                            ));
                            told = true;
                        }
                    }
                }
                if told {
                    tell("\r\u{1b}[K");
                }
            });
            self.running = Some(Running { done, thread });
        }
        self.stop.clone()
    }

    /// The search has ended.
    pub(crate) fn end(&mut self) -> Interruption {
        self.signals.searching.store(false, Ordering::SeqCst);
        if let Some(Running { done, thread }) = self.running.take() {
            drop(done);
            // A clock that has failed is no reason to end the game.
            let _ = thread.join();
        }
        self.interruption()
    }

    /// Who has called off the search, if anybody has.
    pub(crate) fn interruption(&self) -> Interruption {
        if self.signals.interrupted.load(Ordering::SeqCst) {
            Interruption::User
        } else if self.signals.time_is_up.load(Ordering::SeqCst) {
            Interruption::Time
        } else {
            Interruption::None
        }
    }
}

/// Tells the user of a terminal what is going on; if that fails, nothing is lost.
fn tell(text: &str) {
    let mut terminal = anstream::stderr().lock();
    let _ = terminal
        .write_all(text.as_bytes())
        .and_then(|()| terminal.flush());
}
