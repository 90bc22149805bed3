//! `nasvet keeps`: from how many positions something can be kept for ever, and how soon it can be had.

use serde::{Deserialize, Serialize};

use crate::numbers::{grouped, share};
use crate::opening::{Format, FormatName, FormatVersion};

/// From how many positions of an ending something can be kept, against every defence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeepsDocument {
    /// `nasvet-keeps`.
    pub format: FormatName<KeepsDocument>,
    /// The version.
    pub version: FormatVersion<KeepsDocument>,
    /// The men, ours first: `KNKR`.
    pub ending: String,
    /// What is to be kept after each of our moves.
    pub expression: String,
    /// Positions with us to move that are not lost.
    pub not_lost: u64,
    /// Of these, how many can be brought to keep it within so many moves of ours; the first are those that keep it from
    /// the first move on.
    pub within: Vec<KeptWithin>,
    /// Of these, from how many it can never be kept.
    pub never: u64,
    /// Some of those, not lost and yet never.
    pub examples: Vec<String>,
}

impl Format for KeepsDocument {
    const NAME: &'static str = "nasvet-keeps";
    const VERSION: u64 = 1;
}

/// How many positions keep something after so many moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeptWithin {
    /// The moves of ours before it is kept.
    pub moves: u32,
    /// How many positions, those of fewer moves included.
    pub positions: u64,
}

impl KeepsDocument {
    /// The numbers as a table, some of the moves left out where there are many, and the positions.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}: `{}`, after each of our moves, for ever and against every reply.\n\
             {} positions with us to move are not lost.\n\n",
            self.ending,
            self.expression,
            grouped(self.not_lost)
        );
        let mut row = |positions: u64, what: &str| {
            let percent = share(positions, self.not_lost);
            text += &format!("{:>14}  {percent:>9}  {what}\n", grouped(positions));
        };
        let last = self.within.len().saturating_sub(1);
        let is_shown = |idx: usize| idx <= 4 || idx.is_power_of_two() || idx == last;
        for (_, kept) in self
            .within
            .iter()
            .enumerate()
            .filter(|(idx, _)| is_shown(*idx))
        {
            row(
                kept.positions,
                &match kept.moves {
                    0 => "can keep it from now on".to_owned(),
                    1 => "can, after one move at most".to_owned(),
                    n => format!("can, after {n} moves at most"),
                },
            );
        }
        row(self.never, "never can");
        if !self.examples.is_empty() {
            text += "\nNot lost, and it can never be kept:\n";
            for position in &self.examples {
                text += &format!("  {position}\n");
            }
        }
        text
    }
}
