//! The user's Syzygy files as an oracle.

use chess::{Convert, Small};
use shakmaty::Chess;
use shakmaty_syzygy::{SyzygyError, Tablebase};

use crate::value::{Oracle, Wdl};

/// Syzygy tables that the caller has opened.
///
/// A win that the fifty-move rule spoils counts as a win, since advice ignores that rule.
pub struct Syzygy {
    tables: Tablebase<Chess>,
}

impl Syzygy {
    /// Probes these tables.
    pub fn new(tables: Tablebase<Chess>) -> Syzygy {
        Syzygy { tables }
    }

    /// The result for the side to move, or why it is not known: a missing table, a damaged one, an unreadable file.
    pub fn probe(&self, position: &Small) -> Result<Wdl, SyzygyError> {
        use shakmaty_syzygy::Wdl as Five;
        let full = position.to_full();
        let five = self.tables.probe_wdl_after_zeroing(full.as_chess())?;
        Ok(match five {
            Five::Loss | Five::BlessedLoss => Wdl::Loss,
            Five::Draw => Wdl::Draw,
            Five::CursedWin | Five::Win => Wdl::Win,
        })
    }
}

impl Oracle for Syzygy {
    fn wdl(&self, position: &Small) -> Option<Wdl> {
        self.probe(position).ok()
    }
}
