//! Retrograde analysis: from the mates backwards, one ply after the other.
//!
//! Ströhlein's and Thompson's method with the counting of Wu and Beal (2001): every undecided position keeps the
//! number of its moves that are not yet known to lose.
//!
//! ```text
//! Step 1. Look at every position once: mates are lost, captures and promotions are looked up in smaller tables.
//! Step 2. For each ply in turn:
//!   a. positions whose capture or promotion wins in so many plies are won;
//!   b. whoever can move to a position lost in so many plies wins one ply later;
//!   c. whoever can move to a position won in so many plies has a move less to hope for, and none left, loses one
//!      ply later.
//! Step 3. What is left is drawn.
//! ```
//!
//! Each ply is done by all cores at once. What they find does not depend on who comes first: in b a position is won
//! by whoever takes it first, in c it is lost by whoever takes its last move.

use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use crate::tables::BuildError;
use crate::tables::cells::{DRAW, ILLEGAL, decided};
use crate::tables::first_look::{FirstLook, Look};
use crate::tables::meter::Meter;
use crate::tables::unmove::Unmover;

/// A number of moves that never comes to nought: the position is not lost.
pub(crate) const SAFE: u8 = u8::MAX;

/// How many positions of a ply one core takes at a time.
const HANDFUL: usize = 2048;

/// The state of the analysis, two bytes a cell.
struct Analysis<'a> {
    unmover: Unmover,
    /// What is decided so far.
    value: Vec<AtomicU8>,
    /// How many moves are not yet known to lose.
    hope: Vec<AtomicU8>,
    meter: &'a Meter<'a>,
}

/// Which positions are to be dealt with at which ply.
#[derive(Default)]
pub(crate) struct Agenda {
    plies: Vec<Due>,
}

/// What is due at one ply.
#[derive(Default)]
struct Due {
    /// Won by a capture or promotion.
    wins: Vec<u32>,
    /// All captures and promotions are known to lose by now.
    hopes: Vec<u32>,
}

impl Agenda {
    fn at(&mut self, ply: usize) -> &mut Due {
        if self.plies.len() <= ply {
            self.plies.resize_with(ply + 1, Due::default);
        }
        &mut self.plies[ply]
    }

    fn take(&mut self, ply: usize) -> Due {
        self.plies
            .get_mut(ply)
            .map(std::mem::take)
            .unwrap_or_default()
    }
}

/// The distances of all positions of an ending, by cell.
pub(crate) fn analyse(
    first_look: &FirstLook<'_>,
    meter: &Meter<'_>,
) -> Result<Vec<u8>, BuildError> {
    let layout = first_look.layout();
    let n_cells = layout.n_cells();
    let analysis = Analysis {
        unmover: Unmover::new(layout),
        value: (0..n_cells).map(|_| AtomicU8::new(ILLEGAL)).collect(),
        hope: (0..n_cells).map(|_| AtomicU8::new(SAFE)).collect(),
        meter,
    };
    // Step 1.
    let (mut lost, mut agenda) = analysis.look_at_all(first_look)?;
    // Step 2.
    let mut won = Vec::new();
    for ply in 0.. {
        if lost.is_empty() && won.is_empty() && agenda.plies.len() <= ply {
            break;
        }
        let due = agenda.take(ply);
        won.extend(
            due.wins
                .into_iter()
                .filter(|cell| analysis.win(*cell as usize, ply)),
        );
        let next_won = analysis.spread_losses(&lost, ply)?;
        let mut next_lost = analysis.spread_wins(&won, ply)?;
        next_lost.extend(
            due.hopes
                .into_iter()
                .filter(|cell| analysis.dash(*cell as usize, ply + 1)),
        );
        meter.advance((won.len() + lost.len()) / 2);
        (won, lost) = (next_won, next_lost);
    }
    // Step 3.
    Ok(analysis
        .value
        .into_iter()
        .map(AtomicU8::into_inner)
        .collect())
}

impl Analysis<'_> {
    /// Looks at every position, and gives back the mates and what is due later.
    fn look_at_all(&self, first_look: &FirstLook<'_>) -> Result<(Vec<u32>, Agenda), BuildError> {
        let block = first_look.block();
        let n_blocks = self.value.len() / block;
        let found: Vec<(Vec<u32>, Agenda)> = (0..n_blocks)
            .into_par_iter()
            .map(|idx| {
                self.meter.check()?;
                let mut mates = Vec::new();
                let mut agenda = Agenda::default();
                first_look.visit(idx * block, |cell, look| {
                    let (value, hope) = match look {
                        Look::Mate => {
                            mates.push(cell as u32);
                            (decided(0), SAFE)
                        }
                        Look::Safe => (DRAW, SAFE),
                        Look::Winning(plies) => {
                            agenda.at(plies).wins.push(cell as u32);
                            (DRAW, SAFE)
                        }
                        Look::Open { quiet, losing } => {
                            if let Some(plies) = losing {
                                agenda.at(plies - 1).hopes.push(cell as u32);
                            }
                            (DRAW, quiet + u8::from(losing.is_some()))
                        }
                    };
                    self.value[cell].store(value, Ordering::Relaxed);
                    self.hope[cell].store(hope, Ordering::Relaxed);
                });
                self.meter.advance(block / 2);
                Ok((mates, agenda))
            })
            .collect::<Result<_, BuildError>>()?;
        let mut mates = Vec::new();
        let mut agenda = Agenda::default();
        for (more_mates, more) in found {
            mates.extend(more_mates);
            for (ply, due) in more.plies.into_iter().enumerate() {
                agenda.at(ply).wins.extend(due.wins);
                agenda.at(ply).hopes.extend(due.hopes);
            }
        }
        Ok((mates, agenda))
    }

    /// Step 2b: who wins one ply later because of these losses.
    fn spread_losses(&self, lost: &[u32], ply: usize) -> Result<Vec<u32>, BuildError> {
        self.spread(lost, |before| self.win(before, ply + 1))
    }

    /// Step 2c: who loses one ply later because of these wins.
    fn spread_wins(&self, won: &[u32], ply: usize) -> Result<Vec<u32>, BuildError> {
        self.spread(won, |before| self.dash(before, ply + 1))
    }

    /// The predecessors for which `settle` says that they are decided now.
    fn spread(
        &self,
        cells: &[u32],
        settle: impl Fn(usize) -> bool + Sync,
    ) -> Result<Vec<u32>, BuildError> {
        let is_legal = |cell: usize| self.value[cell].load(Ordering::Relaxed) != ILLEGAL;
        let found: Vec<Vec<u32>> = cells
            .par_chunks(HANDFUL)
            .map(|handful| {
                self.meter.check()?;
                let mut found = Vec::new();
                for cell in handful {
                    self.unmover.visit(*cell as usize, is_legal, |before| {
                        if settle(before) {
                            found.push(before as u32);
                        }
                    });
                }
                Ok(found)
            })
            .collect::<Result<_, BuildError>>()?;
        Ok(found.concat())
    }

    /// Counts a position as won in so many plies, if nothing was known of it.
    #[inline]
    fn win(&self, cell: usize, plies: usize) -> bool {
        let value = &self.value[cell];
        let is_first = value.load(Ordering::Relaxed) == DRAW
            && value
                .compare_exchange(DRAW, decided(plies), Ordering::Relaxed, Ordering::Relaxed)
                .is_ok();
        if is_first {
            self.hope[cell].store(SAFE, Ordering::Relaxed);
        }
        is_first
    }

    /// Takes one move from a position's hopes; if it was the last, counts it as lost in so many plies.
    ///
    /// Positions are won in another step of the ply, so nobody makes a hope safe meanwhile.
    #[inline]
    fn dash(&self, cell: usize, plies: usize) -> bool {
        let hope = &self.hope[cell];
        if hope.load(Ordering::Relaxed) == SAFE {
            return false;
        }
        let is_last = hope.fetch_sub(1, Ordering::Relaxed) == 1;
        if is_last {
            self.value[cell].store(decided(plies), Ordering::Relaxed);
        }
        is_last
    }
}
