//! How much an evaluation may do.

use domain::{Stop, Stopped, Watch};

/// Steps that are left, and a flag that ends the work at once.
#[derive(Clone, Debug)]
pub struct Budget {
    limit: u64,
    left: u64,
    stop: Option<Stop>,
}

impl Budget {
    /// At most this many steps.
    pub fn steps(limit: u64) -> Budget {
        Budget {
            limit,
            left: limit,
            stop: None,
        }
    }

    /// At most this many steps, unless the flag of the watch is raised before.
    pub fn watched(limit: u64, watch: &Watch) -> Budget {
        Budget {
            stop: watch.stop().cloned(),
            ..Budget::steps(limit)
        }
    }

    /// Takes a step.
    pub(super) fn spend(&mut self) -> Result<(), Stopped> {
        if self.stop.as_ref().is_some_and(Stop::is_raised) {
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
