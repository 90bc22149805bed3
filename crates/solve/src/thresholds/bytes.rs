//! Numbers as bytes: their ranks, and what they compare with.

use lang::checked::Comparison;

use super::{BetterNumbers, NEVER};
use crate::formula::compares;
use crate::pieces::RootValue;

/// A byte for each number of some that occur.
pub(super) struct ByteTable {
    least: i16,
    bytes: Vec<u8>,
    none: u8,
}

impl ByteTable {
    /// The bytes of some numbers in rising order; another stands for no number.
    pub(super) fn new(values: &[i16], none: u8, of: impl Fn(i16) -> u8) -> ByteTable {
        let (least, most) = match (values.first(), values.last()) {
            (Some(least), Some(most)) => (*least, *most),
            (_, _) => (0, 0),
        };
        let mut bytes = vec![none; usize::from(most.abs_diff(least)) + 1];
        for value in values {
            bytes[usize::from(value.abs_diff(least))] = of(*value);
        }
        ByteTable { least, bytes, none }
    }

    /// The places of numbers, the first in an order counted as 1, and 0 for no number; none if a byte does not suffice.
    pub(super) fn of_ranks(values: &[i16], direction: BetterNumbers) -> Option<ByteTable> {
        (values.len() < usize::from(NEVER)).then(|| {
            ByteTable::new(values, 0, |value| {
                let below = values.partition_point(|other| *other < value);
                match direction {
                    BetterNumbers::Rising => below as u8 + 1,
                    BetterNumbers::Falling => (values.len() - below) as u8,
                }
            })
        })
    }

    #[inline]
    pub(super) fn of(&self, value: RootValue) -> u8 {
        match value {
            Some(value) if value >= self.least => {
                let byte = self.bytes.get(usize::from(value.abs_diff(self.least)));
                byte.copied().unwrap_or(self.none)
            }
            Some(_) | None => self.none,
        }
    }
}

/// The least rank of a root's number with which a number of a later position compares so.
pub(super) fn threshold(
    here: i16,
    comparison: Comparison,
    values: &[i16],
    ranks: &ByteTable,
) -> u8 {
    let met = values
        .iter()
        .filter(|root| compares(comparison, here, **root));
    let met = met.map(|root| ranks.of(Some(*root)));
    met.min().unwrap_or(NEVER)
}
