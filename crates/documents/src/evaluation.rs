//! The value of an expression in a position, and how it comes about.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::opening::{Format, FormatName, FormatVersion};
use crate::style::TextStyle;

/// What an expression comes to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EvaluationDocument {
    /// `nasvet-evaluation`.
    pub format: FormatName<EvaluationDocument>,
    /// The version.
    pub version: FormatVersion<EvaluationDocument>,
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The whole expression.
    #[serde(flatten)]
    pub whole: PartDocument,
    /// How many parts were left out because the trace is too long.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: usize,
    /// The values along a game, if one was given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub along: Vec<AlongDocument>,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// The value after a move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlongDocument {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// The value after it, if there is one.
    pub value: Option<ValueDocument>,
}

impl Format for EvaluationDocument {
    const NAME: &'static str = "nasvet-evaluation";
    const VERSION: u64 = 1;
}

/// A part of an expression with its value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartDocument {
    /// As it is written, on one line, shortened if it is long.
    pub expression: String,
    /// The type of its value.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its value, if it has one.
    pub value: Option<ValueDocument>,
    /// The parts that its value comes from, if they were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartDocument>,
}

/// A value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum ValueDocument {
    /// True or false.
    Truth(bool),
    /// A number.
    Number(i64),
    /// A side, a place, a man or a plan, as the game writes it.
    Item(String),
    /// A set of such.
    Set(Vec<String>),
}

impl EvaluationDocument {
    /// The expression and its parts with their values, one on a line; what has been unfolded once is not unfolded again.
    pub fn text(&self, style: TextStyle) -> String {
        let mut lines = Lines {
            text: String::new(),
            unfolded: HashSet::new(),
            style,
        };
        lines.write(&self.whole, 0);
        if self.left_out > 0 {
            lines.text += &format!(
                "({} parts are left out: the trace is too long)\n",
                self.left_out
            );
        }
        lines.text + &self.plot()
    }

    /// The values along a game, a number with a bar.
    pub fn plot(&self) -> String {
        if self.along.is_empty() {
            return String::new();
        }
        let first = ("".to_owned(), self.whole.value.clone());
        let after = self.along.iter().map(|of| (of.m.clone(), of.value.clone()));
        let values: Vec<(String, Option<ValueDocument>)> =
            [first].into_iter().chain(after).collect();
        let numbers = values.iter().filter_map(|(_, value)| match value {
            Some(ValueDocument::Number(number)) => Some(*number),
            Some(ValueDocument::Truth(_) | ValueDocument::Item(_) | ValueDocument::Set(_))
            | None => None,
        });
        let (least, most) = numbers.fold((0, 0), |(least, most), n| (n.min(least), n.max(most)));
        let span = (most - least).max(1);
        let mut text = String::from("\n");
        for (idx, (m, value)) in values.iter().enumerate() {
            let written = value_text(value.as_ref());
            let bar = match value {
                Some(ValueDocument::Number(n)) => {
                    "#".repeat(((n - least) as u128 * PLOT as u128).div_ceil(span as u128) as usize)
                }
                Some(ValueDocument::Truth(_) | ValueDocument::Item(_) | ValueDocument::Set(_))
                | None => String::new(),
            };
            let line = format!("{idx:>4} {m:<8} {written:>8}  {bar}");
            text += line.trim_end();
            text += "\n";
        }
        text
    }

    /// The value alone.
    pub fn value_text(&self) -> String {
        format!("{}\n", self.whole.value_text())
    }
}

/// The longest bar of a plot.
const PLOT: usize = 40;

impl PartDocument {
    fn value_text(&self) -> String {
        value_text(self.value.as_ref())
    }

    /// The part with all its values, to tell whether the same has been shown before.
    fn key(&self) -> String {
        let parts = self.parts.iter().map(PartDocument::key);
        format!(
            "{}={}[{}]",
            self.expression,
            self.value_text(),
            parts.collect::<Vec<_>>().join(";")
        )
    }
}

fn value_text(value: Option<&ValueDocument>) -> String {
    match value {
        None => "no value".into(),
        Some(ValueDocument::Truth(truth)) => truth.to_string(),
        Some(ValueDocument::Number(number)) => number.to_string(),
        Some(ValueDocument::Item(item)) => item.clone(),
        Some(ValueDocument::Set(items)) => {
            let mut items = items.clone();
            items.sort();
            format!("{{{}}}", items.join(", "))
        }
    }
}

/// The lines of a printed trace, and what has been unfolded in it.
struct Lines {
    text: String,
    unfolded: HashSet<String>,
    style: TextStyle,
}

impl Lines {
    fn write(&mut self, part: &PartDocument, indent: usize) {
        let value = self.style.bold(&part.value_text());
        let again = !part.parts.is_empty() && !self.unfolded.insert(part.key());
        let as_above = if again { " (as above)" } else { "" };
        self.text += &format!("{:indent$}{} = {value}{as_above}\n", "", part.expression);
        if !again {
            for part in &part.parts {
                self.write(part, indent + 2);
            }
        }
    }
}
