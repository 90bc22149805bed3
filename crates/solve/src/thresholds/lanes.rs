//! Goals as thresholds, 64 positions at a time.

use std::sync::Arc;

use domain::Symmetries;
use verify::{LaneBytes, Region};

use super::bytes::ByteTable;
use super::{ALWAYS, NEVER};
use crate::numbers::NumberColumn;

/// The thresholds of a formula, a word at a time.
pub(super) enum LaneFormula {
    Never,
    /// Always there, and never elsewhere.
    In(Arc<Region>),
    /// By the number of a position.
    Number(Arc<NumberColumn>, ByteTable),
    /// Of all parts.
    Greatest(Vec<LaneFormula>),
    /// Of any part.
    Least(Vec<LaneFormula>),
}

impl LaneFormula {
    pub(super) fn lanes(&self, ending: usize, at: usize) -> LaneBytes {
        let together = |parts: &[LaneFormula], first: u8, of: fn(u8, u8) -> u8| {
            let mut found = [first; 64];
            for part in parts {
                let lanes = part.lanes(ending, at);
                found = std::array::from_fn(|lane| of(found[lane], lanes[lane]));
            }
            found
        };
        match self {
            LaneFormula::Never => [NEVER; 64],
            LaneFormula::In(region) => {
                let word = region.set(ending).word(at);
                where_set(word, &[ALWAYS; 64], NEVER)
            }
            LaneFormula::Number(column, table) => {
                std::array::from_fn(|lane| table.of(column.at(ending, at << 6 | lane)))
            }
            LaneFormula::Greatest(parts) => together(parts, ALWAYS, u8::max),
            LaneFormula::Least(parts) => together(parts, NEVER, u8::min),
        }
    }

    pub(super) fn kept(&self, ending: usize) -> Symmetries {
        match self {
            LaneFormula::Never => Symmetries::ALL,
            LaneFormula::In(region) => region.set(ending).kept(),
            LaneFormula::Number(column, _) => column.kept(ending),
            LaneFormula::Greatest(parts) | LaneFormula::Least(parts) => {
                let kept = parts.iter().map(|part| part.kept(ending));
                kept.fold(Symmetries::ALL, Symmetries::and)
            }
        }
    }
}

/// The bytes of those whose bit is set, and another for the rest.
#[inline]
pub(super) fn where_set(word: u64, lanes: &LaneBytes, outside: u8) -> LaneBytes {
    match word {
        0 => [outside; 64],
        u64::MAX => *lanes,
        _ => std::array::from_fn(|lane| match word >> lane & 1 {
            1 => lanes[lane],
            _ => outside,
        }),
    }
}
