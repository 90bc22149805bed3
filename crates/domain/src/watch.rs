//! What watches over long work: a budget, a flag that stops it, and a listener for its progress.
//!
//! Every engine takes a [`Watch`] and, where it ends early, says [`Stopped`]. A watch is owned and cheap to clone, so
//! that the caller can keep a [`Stop`] in another thread. It knows no clock: for a time limit the caller raises the
//! stop.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A budget of positions, a stop flag, and a listener for progress.
#[derive(Clone)]
pub struct Watch {
    nodes: u64,
    stop: Option<Stop>,
    listener: Option<Arc<Listener>>,
}

/// Hears how far the work has come.
type Listener = dyn Fn(&Progress) + Send + Sync;

/// A flag that ends the work at once when it is raised. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

/// The progress of a piece of work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What is being done: `table of KRK`, `depth 7`.
    pub what: Cow<'static, str>,
    /// How much is done. It may jump ahead.
    pub done: u64,
    /// How much there is to do, where that is known.
    pub of: Option<u64>,
}

/// Why work ended before it was done. This is an answer, not an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stopped {
    /// The stop flag was raised.
    Asked,
    /// The budget of positions ran out.
    Nodes(u64),
    /// The steps of an evaluation ran out.
    Steps(u64),
    /// A line of play grew longer than this many plies.
    Plies(u32),
    /// The cycles of a reasoner ran out.
    Cycles(u64),
    /// The work needs more than this many bytes.
    Memory(u64),
    /// The question is about a piece without a bound, which only somebody can answer who knows all positions.
    Endless,
}

impl Watch {
    /// No limit, no flag, no listener.
    pub const fn new() -> Watch {
        Watch {
            nodes: u64::MAX,
            stop: None,
            listener: None,
        }
    }

    /// At most this many positions.
    pub const fn nodes(nodes: u64) -> Watch {
        Watch::new().with_nodes(nodes)
    }

    /// The same with another budget of positions.
    #[must_use]
    pub const fn with_nodes(mut self, nodes: u64) -> Watch {
        self.nodes = nodes;
        self
    }

    /// The same with a flag that ends the work.
    #[must_use]
    pub fn with_stop(mut self, stop: &Stop) -> Watch {
        self.stop = Some(stop.clone());
        self
    }

    /// The same without a flag: what begins after a stop is brought to its end.
    #[must_use]
    pub fn without_stop(mut self) -> Watch {
        self.stop = None;
        self
    }

    /// The same with a listener. It may be called from several threads, and should be quick.
    #[must_use]
    pub fn with_listener(mut self, listener: impl Fn(&Progress) + Send + Sync + 'static) -> Watch {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// How many positions may be counted.
    pub fn max_nodes(&self) -> u64 {
        self.nodes
    }

    /// The flag that ends the work, if there is one.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// Has the flag been raised?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_raised)
    }

    /// Goes on unless the flag has been raised.
    #[inline]
    pub fn check(&self) -> Result<(), Stopped> {
        match self.is_stopped() {
            true => Err(Stopped::Asked),
            false => Ok(()),
        }
    }

    /// Is there a listener? Without one, progress need not be computed.
    pub fn is_listened_to(&self) -> bool {
        self.listener.is_some()
    }

    /// Reports progress to the listener.
    pub fn tell(&self, what: impl Into<Cow<'static, str>>, done: u64, of: Option<u64>) {
        if let Some(listener) = &self.listener {
            listener(&Progress {
                what: what.into(),
                done,
                of,
            });
        }
    }
}

impl Default for Watch {
    fn default() -> Watch {
        Watch::new()
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("nodes", &self.nodes)
            .field("stop", &self.stop)
            .field("is_listened_to", &self.is_listened_to())
            .finish()
    }
}

impl Stop {
    /// A flag that is not raised yet.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends the work.
    pub fn raise(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Makes the flag ready for the next piece of work.
    pub fn lower(&self) {
        self.0.store(false, Ordering::SeqCst);
    }

    /// Has it been raised?
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stopped::Asked => write!(f, "stopped on request"),
            Stopped::Nodes(limit) => write!(f, "stopped after {limit} positions"),
            Stopped::Steps(limit) => write!(f, "stopped after {limit} steps"),
            Stopped::Plies(limit) => write!(f, "stopped at a line of {limit} plies"),
            Stopped::Cycles(limit) => write!(f, "stopped after {limit} cycles"),
            Stopped::Endless => f.write_str(
                "a piece without a bound is decided over all positions, and they are not at hand",
            ),
            Stopped::Memory(limit) => {
                write!(f, "stopped: it needs more than {} MiB", limit >> 20)
            }
        }
    }
}

impl std::error::Error for Stopped {}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_raised_flag_is_seen_through_every_clone() {
        let stop = Stop::new();
        let watch = Watch::nodes(10).with_stop(&stop);
        let other = watch.clone();
        assert_eq!((watch.check(), other.max_nodes()), (Ok(()), 10));
        stop.raise();
        assert_eq!(other.check(), Err(Stopped::Asked));
        stop.lower();
        assert!(!other.is_stopped());
    }

    #[test]
    fn the_listener_hears_what_is_told() {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ear = Arc::clone(&heard);
        let watch = Watch::new().with_listener(move |progress| {
            ear.lock()
                .expect("nobody panics here")
                .push(progress.clone());
        });
        watch.tell("table of KRK", 1, Some(4));
        let heard = heard.lock().expect("nobody panics here");
        assert_eq!(heard.len(), 1);
        assert_eq!((heard[0].done, heard[0].of), (1, Some(4)));
        assert!(!Watch::new().is_listened_to());
    }

    #[test]
    fn watches_can_be_sent_to_other_threads() {
        fn check<T: Send + Sync + 'static>() {}
        check::<Watch>();
        check::<Stop>();
    }
}
