//! How a long computation is watched and stopped.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::material::Material;
use crate::tables::BuildError;

/// Whoever wants to know how far a build has come.
///
/// Called from several threads, some hundred times for each table.
pub trait Progress: Sync {
    /// The table in hand, and how much of the whole request is done; `done` may jump ahead, and ends as `total`.
    fn step(&self, material: Material, done: u64, total: u64);
}

impl<F: Fn(Material, u64, u64) + Sync> Progress for F {
    fn step(&self, material: Material, done: u64, total: u64) {
        self(material, done, total);
    }
}

/// A stop flag and an ear for progress.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Once it is set, the computation ends soon with [`BuildError::Stopped`].
    pub stop: &'a AtomicBool,
    /// Who hears of the progress.
    pub progress: &'a dyn Progress,
}

impl Watch<'static> {
    /// Nobody watches, and nobody stops it.
    pub fn nobody() -> Watch<'static> {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Watch {
            stop: &NEVER,
            progress: &|_, _, _| (),
        }
    }
}

impl Watch<'_> {
    pub(crate) fn check(&self) -> Result<(), BuildError> {
        if self.stop.load(Ordering::Relaxed) {
            Err(BuildError::Stopped)
        } else {
            Ok(())
        }
    }
}
