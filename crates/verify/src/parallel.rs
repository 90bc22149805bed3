//! Loops over independent parts: on all cores with the feature `parallel`, otherwise one after the other.
//!
//! WebAssembly has no threads, so there the loops are always plain. The results are the same.

#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
use std::collections::VecDeque;
#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
use std::sync::atomic::{AtomicUsize, Ordering};
#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
use std::sync::{Mutex, PoisonError};

#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
use rayon::prelude::*;

/// What `work` makes of each part, in the order of the parts.
pub(crate) fn map<P: Send, R: Send>(parts: Vec<P>, work: impl Fn(P) -> R + Send + Sync) -> Vec<R> {
    map_by(parts, &work)
}

/// The same. Code is generated for the kinds of parts and results, and not for every loop.
#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
fn map_by<P: Send, R: Send>(parts: Vec<P>, work: &(dyn Fn(P) -> R + Sync)) -> Vec<R> {
    /// A part, and then what has become of it.
    struct Place<P, R>(Option<P>, Option<R>);
    let places = parts.into_iter().map(|part| Place(Some(part), None));
    let places: Vec<Mutex<Place<P, R>>> = places.map(Mutex::new).collect();
    on_all_cores(places.len(), &|idx| {
        // Nobody else wants this place.
        let mut place = places[idx].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(part) = place.0.take() {
            place.1 = Some(work(part));
        }
    });
    let results = places.into_iter().filter_map(|place| {
        let place = place.into_inner().unwrap_or_else(PoisonError::into_inner);
        place.1
    });
    results.collect()
}

/// The same, one part after the other.
#[cfg(not(all(feature = "parallel", not(target_family = "wasm"))))]
fn map_by<P: Send, R: Send>(parts: Vec<P>, work: &(dyn Fn(P) -> R + Sync)) -> Vec<R> {
    parts.into_iter().map(work).collect()
}

/// Gives what `work` makes of each number below `n` to `take`, in their order. They are begun in that order too, so that
/// little has to wait for its turn.
#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
pub(crate) fn in_order<R: Send>(
    n: usize,
    work: impl Fn(usize) -> R + Send + Sync,
    take: impl FnMut(usize, R) + Send,
) {
    struct Queue<R, T> {
        /// Whose turn it is.
        next: usize,
        /// What was found from there on.
        waiting: VecDeque<Option<R>>,
        take: T,
    }
    let begun = AtomicUsize::new(0);
    let queue = Mutex::new(Queue {
        next: 0,
        waiting: VecDeque::new(),
        take,
    });
    on_all_cores(rayon::current_num_threads(), &|_| {
        loop {
            let idx = begun.fetch_add(1, Ordering::Relaxed);
            if idx >= n {
                break;
            }
            let result = work(idx);
            let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            let Queue {
                next,
                waiting,
                take,
            } = &mut *queue;
            let place = idx - *next;
            if place >= waiting.len() {
                waiting.resize_with(place + 1, || None);
            }
            waiting[place] = Some(result);
            while let Some(result) = waiting.front_mut().and_then(Option::take) {
                waiting.pop_front();
                take(*next, result);
                *next += 1;
            }
        }
    });
}

/// Gives what `work` makes of each number below `n` to `take`, in their order.
#[cfg(not(all(feature = "parallel", not(target_family = "wasm"))))]
pub(crate) fn in_order<R: Send>(
    n: usize,
    work: impl Fn(usize) -> R + Send + Sync,
    mut take: impl FnMut(usize, R) + Send,
) {
    (0..n).for_each(|idx| take(idx, work(idx)));
}

/// Calls `work` with every number below `n`. The threads know nothing of what they work on, so that their code is
/// generated once, and not for every loop.
#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
fn on_all_cores(n: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..n).into_par_iter().for_each(work);
}

/// Sorts numbers.
pub(crate) fn sort(numbers: &mut [u32]) {
    #[cfg(all(feature = "parallel", not(target_family = "wasm")))]
    numbers.par_sort_unstable();
    #[cfg(not(all(feature = "parallel", not(target_family = "wasm"))))]
    numbers.sort_unstable();
}
