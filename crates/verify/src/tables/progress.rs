//! Reports how much of a request for tables is done.

use std::sync::atomic::{AtomicU64, Ordering};

use domain::{Stopped, Watch};

use crate::material::Material;

/// Counts the cells that are done on one table, within a request for several.
pub(crate) struct TableProgress<'a> {
    watch: &'a Watch,
    material: Material,
    /// The cells that were done before this table.
    before: u64,
    done: AtomicU64,
    total: u64,
}

impl<'a> TableProgress<'a> {
    /// For a table that is begun when `before` cells of `total` are done.
    pub(crate) fn new(
        watch: &'a Watch,
        material: Material,
        before: u64,
        total: u64,
    ) -> TableProgress<'a> {
        TableProgress {
            watch,
            material,
            before,
            done: AtomicU64::new(before),
            total,
        }
    }

    /// More cells are done.
    pub(crate) fn advance(&self, n: usize) {
        let done = self.done.fetch_add(n as u64, Ordering::Relaxed) + n as u64;
        self.tell(done);
    }

    /// The whole table is done.
    pub(crate) fn finish(&self, n_cells: usize) {
        self.tell(self.before + n_cells as u64);
    }

    pub(crate) fn check(&self) -> Result<(), Stopped> {
        self.watch.check()
    }

    fn tell(&self, done: u64) {
        if self.watch.is_listened_to() {
            let what = format!("table of {}", self.material);
            self.watch.tell(what, done, Some(self.total));
        }
    }
}
