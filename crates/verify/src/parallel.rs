//! Loops over independent parts: on all cores with the feature `parallel`, otherwise one after the other.
//!
//! WebAssembly has no threads, so there the loops are always plain. The results are the same.

#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
use rayon::prelude::*;

/// What `work` makes of each part, in the order of the parts.
#[cfg(all(feature = "parallel", not(target_family = "wasm")))]
pub(crate) fn map<P: Send, R: Send>(parts: Vec<P>, work: impl Fn(P) -> R + Send + Sync) -> Vec<R> {
    parts.into_par_iter().map(work).collect()
}

/// What `work` makes of each part, in the order of the parts.
#[cfg(not(all(feature = "parallel", not(target_family = "wasm"))))]
pub(crate) fn map<P: Send, R: Send>(parts: Vec<P>, work: impl Fn(P) -> R + Send + Sync) -> Vec<R> {
    parts.into_iter().map(work).collect()
}

/// Sorts numbers.
pub(crate) fn sort(numbers: &mut [u32]) {
    #[cfg(all(feature = "parallel", not(target_family = "wasm")))]
    numbers.par_sort_unstable();
    #[cfg(not(all(feature = "parallel", not(target_family = "wasm"))))]
    numbers.sort_unstable();
}
