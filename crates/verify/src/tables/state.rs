//! What is known of each position during the analysis of its ending: one byte per cell.
//!
//! ```text
//! 0          not decided, and never lost
//! 1 …  90    not decided; this many moves are not yet known to lose
//! 91 … 254   decided; 91 more than the distance in plies
//! 255        no legal position
//! ```
//!
//! Three queens and a king have at most 89 moves, and captures and promotions together count as one. No mate of up to
//! five men without pawns takes more than 78 moves (king and two bishops against king and knight), none of four men
//! more than 43, so the distances fit.

use std::sync::atomic::{AtomicU8, Ordering};

const SAFE: u8 = 0;
const MAX_HOPE: u8 = 90;
const DECIDED: u8 = MAX_HOPE + 1;
const ILLEGAL: u8 = u8::MAX;

/// The bytes of all cells, shared by all cores.
///
/// Threads share nothing else, and the result does not depend on their order.
pub(crate) struct AnalysisState(Vec<AtomicU8>);

impl AnalysisState {
    /// No legal positions yet.
    pub(crate) fn new(n_cells: usize) -> AnalysisState {
        AnalysisState((0..n_cells).map(|_| AtomicU8::new(ILLEGAL)).collect())
    }

    pub(crate) fn n_cells(&self) -> usize {
        self.0.len()
    }

    /// Notes a position that is never lost.
    #[inline]
    pub(crate) fn set_safe(&self, cell: usize) {
        self.0[cell].store(SAFE, Ordering::Relaxed);
    }

    /// Notes a position that is lost once this many moves are known to lose.
    #[inline]
    pub(crate) fn set_hope(&self, cell: usize, n_moves: u8) {
        debug_assert!((1..=MAX_HOPE).contains(&n_moves), "{n_moves}");
        self.0[cell].store(n_moves, Ordering::Relaxed);
    }

    /// Notes that a position is decided in this many plies.
    #[inline]
    pub(crate) fn set_decided(&self, cell: usize, plies: u8) {
        self.0[cell].store(decided(plies), Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn is_legal(&self, cell: usize) -> bool {
        self.0[cell].load(Ordering::Relaxed) != ILLEGAL
    }

    /// May it still be won?
    #[inline]
    pub(crate) fn is_open(&self, cell: usize) -> bool {
        self.0[cell].load(Ordering::Relaxed) <= MAX_HOPE
    }

    /// May it still be lost?
    #[inline]
    pub(crate) fn has_hope(&self, cell: usize) -> bool {
        // Zero wraps around to the top, where decided and illegal states are.
        self.0[cell].load(Ordering::Relaxed).wrapping_sub(1) < MAX_HOPE
    }

    /// Marks a position as won in this many plies; false if it was decided before.
    ///
    /// No thread may call [`AnalysisState::take_hope`] at the same time.
    #[inline]
    pub(crate) fn win(&self, cell: usize, plies: u8) -> bool {
        let state = self.0[cell].load(Ordering::Relaxed);
        state <= MAX_HOPE
            && self.0[cell]
                .compare_exchange(state, decided(plies), Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }

    /// Takes one of a position's hopes. After the last one the position is lost in this many plies, and this is true.
    ///
    /// It must have a hope, and no thread may call [`AnalysisState::win`] at the same time.
    #[inline]
    pub(crate) fn take_hope(&self, cell: usize, plies: u8) -> bool {
        let is_last = self.0[cell].fetch_sub(1, Ordering::Relaxed) == 1;
        if is_last {
            self.set_decided(cell, plies);
        }
        is_last
    }

    /// The bytes of a finished table: see [`cells`](crate::tables::cells).
    pub(crate) fn into_cells(self) -> Vec<u8> {
        let finished = |state: u8| match state {
            ILLEGAL => crate::tables::cells::ILLEGAL,
            DECIDED.. => crate::tables::cells::decided(state - DECIDED),
            SAFE..=MAX_HOPE => crate::tables::cells::DRAW,
        };
        let states = self.0.into_iter().map(AtomicU8::into_inner);
        states.map(finished).collect()
    }
}

#[inline]
fn decided(plies: u8) -> u8 {
    let state = DECIDED + plies;
    assert!(state < ILLEGAL, "the longest mate is known to be shorter");
    state
}
