//! How much a search may look at, and who may call it off.

use std::sync::atomic::{AtomicBool, Ordering};

use lang::reference::Stopped;

/// Limits of one question. Time is kept outside: whoever keeps it raises the flag.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// How many positions may be counted, nested searches included.
    pub nodes: u64,
    /// Ends the search at once when it is raised.
    pub stop: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// So many positions.
    pub fn nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes, stop: None }
    }
}

/// Rounds of loops that cost as much as one position.
const STEPS_A_NODE: u64 = 1_000;

/// The graph of a search that may look at no more positions is small.
const SMALL_GRAPH: u64 = 10_000;

/// What is left of the limits. Positions and the rounds of loops draw on one account.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    limits: Limits<'a>,
    steps_left: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: Limits<'a>) -> Meter<'a> {
        Meter {
            limits,
            steps_left: limits.nodes.saturating_mul(STEPS_A_NODE),
        }
    }

    /// Pays for a position.
    #[inline]
    pub(crate) fn node(&mut self) -> Result<(), Stopped> {
        self.pay(STEPS_A_NODE)
    }

    /// Pays for so many rounds of a loop.
    #[inline]
    pub(crate) fn steps(&mut self, n: u64) -> Result<(), Stopped> {
        self.pay(n)
    }

    /// A graph has been gone through, again and again, so many nodes in all. That costs little, and is free as long as it
    /// is no more than the positions themselves may cost, or than a small graph needs.
    pub(crate) fn rounds(&mut self, n_visits: u64) -> Result<(), Stopped> {
        self.pay(0)?;
        let free = self.limits.nodes.max(SMALL_GRAPH);
        if n_visits > free.saturating_mul(STEPS_A_NODE) {
            return Err(Stopped::Nodes(self.limits.nodes));
        }
        Ok(())
    }

    /// How much is left.
    #[inline]
    pub(crate) fn steps_left(&self) -> u64 {
        self.steps_left
    }

    #[inline]
    fn pay(&mut self, steps: u64) -> Result<(), Stopped> {
        if self
            .limits
            .stop
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
        {
            return Err(Stopped::Asked);
        }
        match self.steps_left.checked_sub(steps) {
            Some(left) => {
                self.steps_left = left;
                Ok(())
            }
            None => Err(Stopped::Nodes(self.limits.nodes)),
        }
    }
}
