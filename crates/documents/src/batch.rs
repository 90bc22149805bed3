//! One position of a batch: what was asked about it, on one line of JSON.

use serde::{Deserialize, Serialize};

use crate::answer::AnswerDocument;
use crate::combination::CombinationDocument;
use crate::counsel::CounselDocument;
use crate::digest::Digest;
use crate::explanation::ExplanationDocument;
use crate::opening::{Format, FormatName, FormatVersion};
use crate::tables::WorthDocument;

/// What was found out about a position; each part is there if it was asked for.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BatchDocument {
    /// `nasvet-batch`.
    pub format: FormatName<BatchDocument>,
    /// The version.
    pub version: FormatVersion<BatchDocument>,
    /// The line of the input, from 1.
    pub line: u64,
    /// The name of the position, if the input has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The position, as it was written.
    pub position: String,
    /// Why there is no answer, or not the whole one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// The chapter that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chapter: Option<String>,
    /// The digest of that chapter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// The move that the chapter advises.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<BatchAdviceDocument>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<ExplanationDocument>,
    /// The answer to a question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<AnswerDocument>,
    /// The answer to a question about what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counsel: Option<CounselDocument>,
    /// A combination.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combination: Option<CombinationDocument>,
    /// What the position is worth to the side to move, by the tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<WorthDocument>,
}

impl Format for BatchDocument {
    const NAME: &'static str = "nasvet-batch";
    const VERSION: u64 = 1;
}

/// A move and the advice behind it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BatchAdviceDocument {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// The name of the piece of advice; nothing where the chapter thinks instead of having a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// What its author says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}
