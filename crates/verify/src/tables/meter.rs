//! How much of a request is done, told to whoever watches.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::material::Material;
use crate::tables::BuildError;
use crate::watch::Watch;

/// Counts what is done on one table, within a request for several.
pub(crate) struct Meter<'a> {
    watch: &'a Watch<'a>,
    material: Material,
    done: AtomicU64,
    total: u64,
}

impl<'a> Meter<'a> {
    /// For a table that begins when so much of the total is done.
    pub(crate) fn new(
        watch: &'a Watch<'a>,
        material: Material,
        done: u64,
        total: u64,
    ) -> Meter<'a> {
        Meter {
            watch,
            material,
            done: AtomicU64::new(done),
            total,
        }
    }

    pub(crate) fn advance(&self, n: usize) {
        let done = self.done.fetch_add(n as u64, Ordering::Relaxed) + n as u64;
        self.watch.progress.step(self.material, done, self.total);
    }

    pub(crate) fn check(&self) -> Result<(), BuildError> {
        self.watch.check()
    }
}
