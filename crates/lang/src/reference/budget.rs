//! How much work may be done, and who may call it off.

use std::sync::atomic::{AtomicBool, Ordering};

/// Why an evaluation ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The steps ran out.
    Steps(u64),
    /// The positions that a search may look at ran out.
    Nodes(u64),
    /// A line of play grew longer than this many plies.
    Plies(u32),
    /// Somebody asked to stop.
    Asked,
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stopped::Steps(limit) => write!(f, "stopped after {limit} steps"),
            Stopped::Nodes(limit) => write!(f, "stopped after {limit} positions"),
            Stopped::Plies(limit) => write!(f, "stopped at a line of {limit} plies"),
            Stopped::Asked => write!(f, "stopped on request"),
        }
    }
}

/// Steps that are left, and a flag that ends the work at once.
#[derive(Debug)]
pub struct Budget<'a> {
    limit: u64,
    left: u64,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Budget<'a> {
    /// So many steps.
    pub fn steps(limit: u64) -> Budget<'a> {
        Budget {
            limit,
            left: limit,
            stop: None,
        }
    }

    /// So many steps, unless the flag is raised before.
    pub fn until(limit: u64, stop: &'a AtomicBool) -> Budget<'a> {
        Budget {
            limit,
            left: limit,
            stop: Some(stop),
        }
    }

    /// Takes a step.
    pub(super) fn spend(&mut self) -> Result<(), Stopped> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stopped::Asked);
        }
        self.left = self.left.checked_sub(1).ok_or(Stopped::Steps(self.limit))?;
        Ok(())
    }

    /// How many steps were taken.
    pub fn spent(&self) -> u64 {
        self.limit - self.left
    }
}
