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
        lines.text
    }

    /// The value alone.
    pub fn value_text(&self) -> String {
        format!("{}\n", self.whole.value_text())
    }
}

impl PartDocument {
    fn value_text(&self) -> String {
        match &self.value {
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
