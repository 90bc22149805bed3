//! Positions that a search has met with one ply left: whoever comes there by another order of moves need not try our
//! moves again.
//!
//! Only one search's positions are kept, in a few places; what is forgotten is tried again. What was counted and paid
//! at the first visit is counted and paid at every other, so nothing that is counted depends on what is kept.

use std::hash::{Hash, Hasher};

use proof::Verdict;
use rustc_hash::FxHasher;

/// So many places; a power of two.
const PLACES: usize = 1 << 10;

/// What came of positions with our move and one ply left.
pub(crate) struct Met<P, M> {
    places: Vec<Option<MetPlace<P, M>>>,
    /// The number of the search.
    search: u64,
}

struct MetPlace<P, M> {
    search: u64,
    position: P,
    outcome: MetOutcome<M>,
}

/// What came of our moves there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MetOutcome<M> {
    pub(crate) verdict: Verdict,
    /// The move that was tried last.
    pub(crate) last: Option<M>,
    /// How many were tried and counted, and what was paid for them and for all that was asked.
    pub(crate) tried: u64,
    pub(crate) steps: u64,
}

/// A position for which there is a place, and how things stood when it was entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    pub(crate) place: usize,
    pub(crate) counted: u64,
    pub(crate) steps_left: u64,
    pub(crate) n_asked: u64,
}

impl<P: Eq + Hash, M: Copy> Met<P, M> {
    pub(crate) fn new() -> Met<P, M> {
        Met {
            places: (0..PLACES).map(|_| None).collect(),
            search: 0,
        }
    }

    /// Forgets everything, for a new search.
    pub(crate) fn forget(&mut self) {
        self.search += 1;
    }

    /// The place of a position, and what came of it if it is the one that stands there.
    #[inline]
    pub(crate) fn recall(&self, position: &P) -> (usize, Option<MetOutcome<M>>) {
        let mut hasher = FxHasher::default();
        position.hash(&mut hasher);
        let at = hasher.finish() as usize % PLACES;
        let met = self.places[at]
            .as_ref()
            .filter(|place| place.search == self.search && place.position == *position);
        (at, met.map(|place| place.outcome))
    }

    #[inline]
    pub(crate) fn remember(&mut self, at: usize, position: P, outcome: MetOutcome<M>) {
        self.places[at] = Some(MetPlace {
            search: self.search,
            position,
            outcome,
        });
    }
}
