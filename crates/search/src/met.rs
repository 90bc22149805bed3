//! The goals of positions that a search has met: whoever comes to a position by another order of moves asks once.
//!
//! Only the answers to one search are kept, in a few places; what is forgotten is worked out again. Nothing that is
//! counted depends on it.

use std::hash::{Hash, Hasher};

use lang::compiled::Reached;
use rustc_hash::FxHasher;

/// So many places; a power of two.
const PLACES: usize = 1 << 9;

/// What positions were to the piece that is searched.
pub(crate) struct Met<P> {
    places: Vec<Option<Place<P>>>,
    /// The number of the search.
    search: u64,
}

struct Place<P> {
    search: u64,
    position: P,
    reached: Reached,
}

impl<P: Eq + Hash> Met<P> {
    pub(crate) fn new() -> Met<P> {
        Met {
            places: (0..PLACES).map(|_| None).collect(),
            search: 0,
        }
    }

    /// Forgets everything, for a new search.
    pub(crate) fn forget(&mut self) {
        self.search += 1;
    }

    /// The place of a position, and what it was to the piece if it is the one that stands there.
    #[inline]
    pub(crate) fn recall(&self, position: &P) -> (usize, Option<Reached>) {
        let mut hasher = FxHasher::default();
        position.hash(&mut hasher);
        let at = hasher.finish() as usize % PLACES;
        let met = self.places[at]
            .as_ref()
            .filter(|place| place.search == self.search && place.position == *position);
        (at, met.map(|place| place.reached))
    }

    #[inline]
    pub(crate) fn remember(&mut self, at: usize, position: P, reached: Reached) {
        self.places[at] = Some(Place {
            search: self.search,
            position,
            reached,
        });
    }
}
