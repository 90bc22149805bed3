//! One table: the value of every position of an ending.

use std::sync::Arc;

use chess::Small;
use domain::Side;

use crate::material::Material;
use crate::tables::cells::{mate_outcome, with_distance};
use crate::tables::layout::Layout;
use crate::value::GameValue;

/// What a table holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Holds {
    /// Results and distances to mate.
    Mate,
    /// Also distances to conversion: to the next capture, promotion or mate.
    MateAndConversion,
}

/// The truth about every position of one ending. A copy shares it.
#[derive(Clone)]
pub struct EndgameTable {
    pub(crate) layout: Layout,
    /// By cell, the distances to mate.
    pub(crate) mate: Arc<Vec<u8>>,
    /// By cell, the distances to conversion.
    pub(crate) conversion: Option<Arc<Vec<u8>>>,
}

impl EndgameTable {
    /// The ending, canonical.
    pub fn material(&self) -> Material {
        self.layout.index.material()
    }

    /// What it holds.
    pub fn holds(&self) -> Holds {
        match self.conversion {
            None => Holds::Mate,
            Some(_) => Holds::MateAndConversion,
        }
    }

    /// The longest mate in plies that a side to move can need, with a position where it does; none if that side never
    /// wins. We are the first side of the [material](EndgameTable::material).
    pub fn longest_mate(&self, winner: Side) -> Option<(u16, Small)> {
        self.longest(winner, |cell| self.outcome(cell))
    }

    /// The longest way to a capture, promotion or mate that a winning side to move can need; none also if the table
    /// does not hold it.
    pub fn longest_conversion(&self, winner: Side) -> Option<(u16, Small)> {
        self.longest(winner, |cell| self.outcome_to_conversion(cell))
    }

    fn longest(
        &self,
        winner: Side,
        outcome: impl Fn(usize) -> Option<GameValue>,
    ) -> Option<(u16, Small)> {
        let half = self.layout.n_cells() / 2;
        let start = half * winner as usize;
        let wins = (start..start + half).filter_map(|cell| match outcome(cell)? {
            GameValue::Win(plies) => Some((plies, cell)),
            GameValue::Draw | GameValue::Loss(_) => None,
        });
        let (plies, cell) = wins.max()?;
        Some((plies, self.layout.index.position(self.layout.number(cell))?))
    }

    /// The value of a cell; none if it has no legal position.
    #[inline]
    pub(crate) fn outcome(&self, cell: usize) -> Option<GameValue> {
        mate_outcome(self.mate[cell])
    }

    /// The same with the distance to conversion; none also if the table does not hold it.
    #[inline]
    pub(crate) fn outcome_to_conversion(&self, cell: usize) -> Option<GameValue> {
        with_distance(self.outcome(cell)?, self.conversion.as_ref()?[cell])
    }

    /// The cell of a position with the men of this table. `first` is the side whose men come first in it.
    #[inline]
    pub(crate) fn cell(&self, position: &Small, first: Side) -> usize {
        self.layout.cell(self.layout.index.number(position, first))
    }
}
