//! Time and memory of a whole process: no other tests run beside these.

use std::sync::{Mutex, MutexGuard, PoisonError};

mod hostile;
mod long_run;

/// Time and memory are a matter of the whole process, so only one test runs at a time.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
