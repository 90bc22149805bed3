//! The desk at which requests are answered.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nasvet::{BuiltTables, Referee, TableStore, Watch};
use serde::Serialize;

use crate::advising::{WantedAdvice, advise, reply};
use crate::board::board;
use crate::chapters::KnownChapters;
use crate::contents::contents;
use crate::practising::{PracticeStart, practise};
use crate::refused::{Refused, refused};
use crate::request::DeskRequest;
use crate::sections::chapter;

/// Tables are asked for positions of at most so many men.
const MAX_MEN: usize = 4;

/// How many positions a piece of advice may look at where a reader waits for the answer.
pub(crate) const MAX_NODES: u64 = 3_000_000;

/// How many steps an expression may take.
const MAX_STEPS: u64 = 1_000_000;

/// Answers requests.
pub struct Desk {
    pub(crate) chapters: KnownChapters,
    referee: Arc<Mutex<Referee>>,
    #[cfg_attr(
        not(feature = "workshop"),
        expect(dead_code, reason = "the verifier's")
    )]
    pub(crate) store: Box<dyn TableStore>,
}

impl Default for Desk {
    fn default() -> Desk {
        Desk::new()
    }
}

impl fmt::Debug for Desk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

impl Desk {
    /// A desk that builds its tables itself.
    pub fn new() -> Desk {
        Desk::with_stores(Box::new(BuiltTables), Box::new(BuiltTables))
    }

    /// A desk whose tables come from elsewhere: one store for verdicts, one for the verifier.
    pub fn with_stores(verdicts: Box<dyn TableStore>, verifier: Box<dyn TableStore>) -> Desk {
        Desk {
            chapters: KnownChapters::default(),
            referee: Arc::new(Mutex::new(Referee::new(verdicts, MAX_MEN))),
            store: verifier,
        }
    }

    /// The answer to a request, both as JSON; or why there is none. The watch stops long work and hears of it.
    pub fn answer(&mut self, request: &str, watch: &Watch) -> Result<String, Refused> {
        let request = serde_json::from_str::<DeskRequest>(request)
            .map_err(|error| refused(format!("the request cannot be read: {error}")))?;
        self.serve(request, watch)
    }

    /// The answer to a request that has been read.
    pub fn serve(&mut self, request: DeskRequest, watch: &Watch) -> Result<String, Refused> {
        #[cfg(feature = "workshop")]
        return self.work(request, watch);
        #[cfg(not(feature = "workshop"))]
        self.help_reader(request, watch)
    }

    /// The answer to a request of somebody who reads, plays or practises.
    pub(crate) fn help_reader(
        &mut self,
        request: DeskRequest,
        watch: &Watch,
    ) -> Result<String, Refused> {
        let stop = watch.stop().cloned().unwrap_or_default();
        let limited = watch.clone().with_nodes(MAX_NODES);
        match request {
            DeskRequest::Contents => json(&contents(&mut self.chapters)?),
            DeskRequest::Chapter { chapter: choice } => {
                json(&chapter(&self.chapters.get(&choice)?))
            }
            DeskRequest::Board {
                chapter,
                position,
                moves,
            } => json(&board(&self.chapters.get(&chapter)?, &position, &moves)?),
            DeskRequest::Advise {
                chapter,
                position,
                why,
                why_not,
                tree,
                stats,
            } => {
                let chapter = self.chapters.get(&chapter)?;
                let wanted = WantedAdvice {
                    why,
                    why_not,
                    tree,
                    stats,
                };
                json(&advise(
                    &chapter,
                    &position,
                    wanted,
                    &mut self.referee(),
                    &limited,
                )?)
            }
            DeskRequest::Reply { chapter, position } => {
                let chapter = self.chapters.get(&chapter)?;
                json(&reply(&chapter, &position, &mut self.referee(), &stop)?)
            }
            DeskRequest::Evaluate {
                chapter,
                position,
                expression,
            } => {
                let chapter = self.chapters.get(&chapter)?;
                let steps = watch.clone().with_nodes(MAX_STEPS);
                json(
                    &chapter
                        .evaluate(&expression, &position, &steps)
                        .map_err(refused)?,
                )
            }
            DeskRequest::Practise {
                chapter,
                position,
                seed,
                now,
                progress,
                lines,
            } => {
                let start = PracticeStart {
                    chapter,
                    position,
                    seed,
                    now,
                    progress: progress.map(|progress| *progress).unwrap_or_default(),
                };
                let Desk {
                    chapters, referee, ..
                } = self;
                json(&practise(start, &lines, chapters, referee, &stop)?)
            }
            DeskRequest::Think { .. }
            | DeskRequest::Combine { .. }
            | DeskRequest::Analyse { .. }
            | DeskRequest::Hover { .. }
            | DeskRequest::Complete { .. }
            | DeskRequest::Rename { .. }
            | DeskRequest::Format { .. }
            | DeskRequest::Examples { .. }
            | DeskRequest::Verify { .. } => Err(refused(
                "this engine is for readers: it does not reason, combine, write or verify",
            )),
        }
    }

    fn referee(&self) -> MutexGuard<'_, Referee> {
        self.referee.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn json(answer: &impl Serialize) -> Result<String, Refused> {
    serde_json::to_string(answer).map_err(refused)
}
