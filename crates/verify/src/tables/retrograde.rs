//! Retrograde analysis: from the mates backwards, one ply after the other.
//!
//! Ströhlein's and Thompson's method with the counting of Wu and Beal (2001): every undecided position keeps the
//! number of its moves that are not yet known to lose, its hopes.
//!
//! ```text
//! Step 1. Look at every position once: mates are lost, captures and promotions are looked up in smaller tables.
//! Step 2. For each ply in turn:
//!   a. positions whose capture or promotion wins in this many plies are won;
//!   b. positions with a move to one lost in this many plies are won one ply later;
//!   c. positions with a move to one won in this many plies have a hope less; without any they are lost one ply later.
//! Step 3. What is left is drawn.
//! ```
//!
//! All cores share each step.

use domain::Stopped;

use crate::parallel;
use crate::tables::first_look::{FirstLook, Look};
use crate::tables::progress::TableProgress;
use crate::tables::state::AnalysisState;
use crate::tables::unmove::Unmover;

/// How many positions of a ply one core takes at a time.
const HANDFUL: usize = 2048;

/// A bound on quiet moves to a position: a king and three queens have at most 89, and each may start in two more
/// positions, with a pawn that can be captured en passant.
const MAX_NEAR: usize = 512;

/// One ending under analysis.
struct RetrogradeAnalysis<'a> {
    unmover: Unmover,
    state: AnalysisState,
    meter: &'a TableProgress<'a>,
}

/// What is due at one ply.
#[derive(Default)]
struct Due {
    /// Won by a capture or promotion.
    wins: Vec<u32>,
    /// All captures and promotions are known to lose by now.
    hopes: Vec<u32>,
}

/// What the first look found in one block, with the ply at which it is due.
#[derive(Default)]
struct BlockFindings {
    mates: Vec<u32>,
    wins: Vec<(u8, u32)>,
    hopes: Vec<(u8, u32)>,
}

/// The distances of all positions of an ending, by cell.
pub(crate) fn analyse(
    first_look: &FirstLook<'_>,
    meter: &TableProgress<'_>,
) -> Result<Vec<u8>, Stopped> {
    let layout = first_look.layout();
    let analysis = RetrogradeAnalysis {
        unmover: Unmover::new(layout),
        state: AnalysisState::new(layout.index.material(), layout.n_cells()),
        meter,
    };
    let state = &analysis.state;
    // Step 1.
    let (mut lost, agenda) = analysis.look_at_all(first_look)?;
    // Step 2.
    let mut won = Vec::new();
    let mut agenda = agenda.into_iter();
    for ply in 0..u8::MAX {
        let due = agenda.next();
        if lost.is_empty() && won.is_empty() && due.is_none() {
            break;
        }
        let due = due.unwrap_or_default();
        won.extend(analysis.sift(&due.wins, |cell| state.win(cell, ply))?);
        // Neighbouring cells share cache lines.
        parallel::sort(&mut won);
        parallel::sort(&mut lost);
        let next_won = analysis.spread(
            &lost,
            |before| state.is_open(before),
            |before| state.win(before, ply + 1),
        )?;
        let mut next_lost = analysis.spread(
            &won,
            |before| state.has_hope(before),
            |before| state.take_hope(before, ply + 1),
        )?;
        next_lost.extend(analysis.sift(&due.hopes, |cell| {
            state.has_hope(cell) && state.take_hope(cell, ply + 1)
        })?);
        meter.advance((won.len() + lost.len()) / 2);
        (won, lost) = (next_won, next_lost);
    }
    // Step 3.
    Ok(analysis.state.into_cells())
}

impl RetrogradeAnalysis<'_> {
    /// Looks at every position, and gives back the mates and what is due at each ply.
    fn look_at_all(&self, first_look: &FirstLook<'_>) -> Result<(Vec<u32>, Vec<Due>), Stopped> {
        let block = first_look.block();
        let blocks = (0..self.state.n_cells() / block).collect();
        let found = parallel::map(blocks, |idx: usize| {
            self.meter.check()?;
            let mut found = BlockFindings::default();
            first_look.visit(idx * block, |cell, look| {
                found.note(&self.state, cell, look);
            });
            self.meter.advance(block / 2);
            Ok(found)
        });
        let found = found.into_iter().collect::<Result<Vec<_>, Stopped>>()?;
        let mut mates = Vec::new();
        let mut agenda: Vec<Due> = Vec::new();
        for more in found {
            mates.extend(more.mates);
            for (ply, cell) in more.wins {
                due_at(&mut agenda, ply).wins.push(cell);
            }
            for (ply, cell) in more.hopes {
                due_at(&mut agenda, ply).hopes.push(cell);
            }
        }
        Ok((mates, agenda))
    }

    /// The concerned predecessors of the cells that `settle` finds decided now.
    fn spread(
        &self,
        cells: &[u32],
        is_concerned: impl Fn(usize) -> bool + Send + Sync,
        settle: impl Fn(usize) -> bool + Send + Sync,
    ) -> Result<Vec<u32>, Stopped> {
        let is_legal = |cell: usize| self.state.is_legal(cell);
        self.shared(cells, |handful, decided| {
            let mut near = [0; MAX_NEAR];
            for cell in handful {
                // Filtered without a branch: most are decided already, and the processor cannot predict which.
                let mut n_near = 0;
                self.unmover.visit(*cell as usize, is_legal, |before| {
                    near[n_near % MAX_NEAR] = before as u32;
                    n_near += usize::from(is_concerned(before));
                });
                let near = &near[..n_near];
                decided.extend(near.iter().filter(|before| settle(**before as usize)));
            }
        })
    }

    /// The cells that `settle` finds decided now.
    fn sift(
        &self,
        cells: &[u32],
        settle: impl Fn(usize) -> bool + Send + Sync,
    ) -> Result<Vec<u32>, Stopped> {
        self.shared(cells, |handful, decided| {
            decided.extend(handful.iter().filter(|cell| settle(**cell as usize)));
        })
    }

    /// Visits cells on all cores, and collects the results.
    fn shared(
        &self,
        cells: &[u32],
        visit: impl Fn(&[u32], &mut Vec<u32>) + Send + Sync,
    ) -> Result<Vec<u32>, Stopped> {
        let found = parallel::map(cells.chunks(HANDFUL).collect(), |handful| {
            self.meter.check()?;
            let mut found = Vec::new();
            visit(handful, &mut found);
            Ok(found)
        });
        let found = found.into_iter().collect::<Result<Vec<_>, Stopped>>()?;
        Ok(found.concat())
    }
}

impl BlockFindings {
    /// Notes the result of a look at a position.
    fn note(&mut self, state: &AnalysisState, cell: usize, look: Look) {
        match look {
            Look::Mate => {
                self.mates.push(cell as u32);
                state.set_decided(cell, 0);
            }
            Look::Safe => state.set_safe(cell),
            Look::Winning(plies) => {
                self.wins.push((plies, cell as u32));
                state.set_safe(cell);
            }
            Look::Open { quiet, losing } => {
                if let Some(plies) = losing {
                    self.hopes.push((plies - 1, cell as u32));
                }
                state.set_hope(cell, quiet + u8::from(losing.is_some()));
            }
        }
    }
}

/// What is due at a ply; the agenda grows as needed.
fn due_at(agenda: &mut Vec<Due>, ply: u8) -> &mut Due {
    let ply = usize::from(ply);
    if agenda.len() <= ply {
        agenda.resize_with(ply + 1, Due::default);
    }
    &mut agenda[ply]
}
