//! Work on many things at once: by all cores, in parts for several machines.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use domain::Watch;

/// `2/5`: the second of five parts.
pub(crate) fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/');
    let read = parts.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    read.filter(|(i, n)| (1..=*n).contains(i))
        .ok_or_else(|| "expected a part such as 2/5".into())
}

/// So many threads as were asked for, or as the machine has.
pub(crate) fn threads(wanted: Option<u64>) -> usize {
    match wanted {
        Some(threads) => threads as usize,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    }
}

/// What the workers make of each thing, in the order of the things; fewer if the watch is stopped.
pub(crate) fn spread<W: Send, T: Sync, A: Send>(
    things: &[T],
    workers: &[Mutex<W>],
    watch: &Watch,
    work: impl Fn(&mut W, &T) -> A + Sync,
) -> Vec<A> {
    let next = AtomicUsize::new(0);
    let mut made: Vec<(usize, A)> = Vec::with_capacity(things.len());
    std::thread::scope(|scope| {
        let shift = |worker: &Mutex<W>| {
            let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
            let mut own = Vec::new();
            while let at = next.fetch_add(1, Ordering::Relaxed)
                && at < things.len()
                && !watch.is_stopped()
            {
                own.push((at, work(&mut worker, &things[at])));
            }
            own
        };
        let threads: Vec<_> = workers
            .iter()
            .map(|worker| scope.spawn(move || shift(worker)))
            .collect();
        for thread in threads {
            match thread.join() {
                Ok(own) => made.extend(own),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    made.sort_by_key(|(at, _)| *at);
    made.into_iter().map(|(_, answer)| answer).collect()
}
