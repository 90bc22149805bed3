//! What is known of each position during the analysis of its ending: one byte per cell.
//!
//! ```text
//! 0              not decided, and never lost
//! 1 … h          not decided; this many moves are not yet known to lose
//! h + 1 … 254    decided; h + 1 more than the distance in plies
//! 255            no legal position
//! ```
//!
//! `h` is the most moves that the men of a side can have, where captures and promotions together count as one. Three
//! queens and a king have 89, and mate at once; king, bishop and knight have 29, and may need 107 moves against king and
//! knight. That is the longest mate of five men without pawns (H. Conrady's list of Nalimov's tables, Computer Chess Club,
//! 1 June 2000: 213 plies), and no mate of four men takes more than 43 moves, so the distances fit.

use std::sync::atomic::{AtomicU8, Ordering};

use domain::Side;
use shakmaty::Role;

use crate::material::Material;

const SAFE: u8 = 0;
const ILLEGAL: u8 = u8::MAX;

/// The bytes of all cells, shared by all cores.
///
/// Threads share nothing else, and the result does not depend on their order.
pub(crate) struct AnalysisState {
    cells: Vec<AtomicU8>,
    /// A bound on the moves of a side.
    max_hope: u8,
}

impl AnalysisState {
    /// No legal positions yet.
    pub(crate) fn new(material: Material, n_cells: usize) -> AnalysisState {
        AnalysisState {
            cells: (0..n_cells).map(|_| AtomicU8::new(ILLEGAL)).collect(),
            max_hope: max_hope(material),
        }
    }

    pub(crate) fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// Notes a position that is never lost.
    #[inline]
    pub(crate) fn set_safe(&self, cell: usize) {
        self.cells[cell].store(SAFE, Ordering::Relaxed);
    }

    /// Notes a position that is lost once this many moves are known to lose.
    #[inline]
    pub(crate) fn set_hope(&self, cell: usize, n_moves: u8) {
        debug_assert!((1..=self.max_hope).contains(&n_moves), "{n_moves}");
        self.cells[cell].store(n_moves, Ordering::Relaxed);
    }

    /// Notes that a position is decided in this many plies.
    #[inline]
    pub(crate) fn set_decided(&self, cell: usize, plies: u8) {
        self.cells[cell].store(self.decided(plies), Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn is_legal(&self, cell: usize) -> bool {
        self.cells[cell].load(Ordering::Relaxed) != ILLEGAL
    }

    /// May it still be won?
    #[inline]
    pub(crate) fn is_open(&self, cell: usize) -> bool {
        self.cells[cell].load(Ordering::Relaxed) <= self.max_hope
    }

    /// May it still be lost?
    #[inline]
    pub(crate) fn has_hope(&self, cell: usize) -> bool {
        // Zero wraps around to the top, where decided and illegal states are.
        self.cells[cell].load(Ordering::Relaxed).wrapping_sub(1) < self.max_hope
    }

    /// Marks a position as won in this many plies; false if it was decided before.
    ///
    /// No thread may call [`AnalysisState::take_hope`] at the same time.
    #[inline]
    pub(crate) fn win(&self, cell: usize, plies: u8) -> bool {
        let state = self.cells[cell].load(Ordering::Relaxed);
        state <= self.max_hope
            && self.cells[cell]
                .compare_exchange(
                    state,
                    self.decided(plies),
                    Ordering::Relaxed,
                    Ordering::Relaxed,
                )
                .is_ok()
    }

    /// Takes one of a position's hopes. After the last one the position is lost in this many plies, and this is true.
    ///
    /// It must have a hope, and no thread may call [`AnalysisState::win`] at the same time.
    #[inline]
    pub(crate) fn take_hope(&self, cell: usize, plies: u8) -> bool {
        let is_last = self.cells[cell].fetch_sub(1, Ordering::Relaxed) == 1;
        if is_last {
            self.set_decided(cell, plies);
        }
        is_last
    }

    /// The bytes of a finished table: see [`cells`](crate::tables::cells).
    pub(crate) fn into_cells(self) -> Vec<u8> {
        let first_decided = self.max_hope + 1;
        let finished = |state: u8| match state {
            ILLEGAL => crate::tables::cells::ILLEGAL,
            _ if state >= first_decided => crate::tables::cells::decided(state - first_decided),
            _ => crate::tables::cells::DRAW,
        };
        let states = self.cells.into_iter().map(AtomicU8::into_inner);
        states.map(finished).collect()
    }

    #[inline]
    fn decided(&self, plies: u8) -> u8 {
        let state = (self.max_hope + 1).checked_add(plies);
        state
            .filter(|state| *state < ILLEGAL)
            .expect("the longest mate is known to be shorter")
    }
}

/// A bound on the moves of a side with these men, on an empty board and with its captures and promotions counted as one.
fn max_hope(material: Material) -> u8 {
    let of_side = |side: Side| -> u8 {
        let men = material.others().filter(|(owner, _)| *owner == side);
        men.map(|(_, role)| most_moves(role)).sum()
    };
    most_moves(Role::King) + of_side(Side::Us).max(of_side(Side::Them)) + 1
}

fn most_moves(role: Role) -> u8 {
    match role {
        Role::Pawn => 2,
        Role::Knight | Role::King => 8,
        Role::Bishop => 13,
        Role::Rook => 14,
        Role::Queen => 27,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_mate_without_pawns_fits() {
        let state = AnalysisState::new("KBNKN".parse().unwrap(), 1);
        // Mate in 107 moves begins with the other side to move.
        state.set_decided(0, 214);
        assert_eq!(state.into_cells(), [crate::tables::cells::decided(214)]);
    }

    #[test]
    fn three_queens_have_the_most_moves() {
        let all = [3, 4, 5].into_iter().flat_map(Material::all_with);
        assert_eq!(all.map(max_hope).max(), Some(90));
    }
}
