//! Positions that a search has met with one ply left, so that a transposition need not try our moves again.
//!
//! Only the positions of one search are kept, in a small table; a lost entry is searched again. What was counted and
//! paid at the first visit is counted and paid at every later one, so node counts do not depend on this table.

use std::hash::{Hash, Hasher};

use proof::Verdict;
use rustc_hash::FxHasher;

/// The size of the table; a power of two.
const PLACES: usize = 1 << 10;

/// The outcomes of positions with our move and one ply left.
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

/// The outcome of our moves there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MetOutcome<M> {
    pub(crate) verdict: Verdict,
    /// The move that was tried last.
    pub(crate) last: Option<M>,
    /// How many were tried and counted, and what was paid in all.
    pub(crate) tried: u64,
    pub(crate) steps: u64,
}

/// A position that has an entry in the table, and the counts when it was entered.
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

    /// The index of a position, and its outcome if the entry is its own.
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
