//! `nasvet lowers`: from which values a number can be forced lower, and how soon.

use serde::{Deserialize, Serialize};

use crate::numbers::{grouped, share};
use crate::opening::{Format, FormatName, FormatVersion};

/// From which values a number can be forced lower, never letting it grow meanwhile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LowersDocument {
    /// `nasvet-lowers`.
    pub format: FormatName<LowersDocument>,
    /// The version.
    pub version: FormatVersion<LowersDocument>,
    /// The men, ours first: `KRK`.
    pub ending: String,
    /// The number.
    pub expression: String,
    /// Positions with us to move in which the number has a value.
    pub positions: u64,
    /// Of these, how many can force it lower, or mate.
    pub lowered: u64,
    /// The values, in rising order.
    pub values: Vec<LoweredValue>,
}

impl Format for LowersDocument {
    const NAME: &'static str = "nasvet-lowers";
    const VERSION: u64 = 1;
}

/// The positions with one value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoweredValue {
    /// The value.
    pub value: i64,
    /// How many positions have it.
    pub positions: u64,
    /// How many of them can force a lower one, or mate.
    pub lowered: u64,
    /// The most moves that takes.
    pub longest: u32,
    /// A position in which it is stuck, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stuck: Option<String>,
}

impl LowersDocument {
    /// A line for each value.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}: `{}`, measured where it is our move: forced lower or mate, however long it takes, and never larger meanwhile.\n\
             {} of {} positions can: {}.\n\n",
            self.ending,
            self.expression,
            grouped(self.lowered),
            grouped(self.positions),
            share(self.lowered, self.positions),
        );
        text += " value       positions      can lower it            longest  stuck in\n";
        for value in &self.values {
            let percent = share(value.lowered, value.positions);
            let stuck = value.stuck.as_deref().unwrap_or("");
            let line = format!(
                "{:>6}  {:>14}  {:>14}  {percent:>9}  {:>6}  {stuck}",
                value.value,
                grouped(value.positions),
                grouped(value.lowered),
                value.longest,
            );
            text += line.trim_end();
            text.push('\n');
        }
        text
    }
}
