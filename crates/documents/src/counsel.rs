//! What to do in a position: how it ends, by which plan, and what becomes of the moves.

use serde::{Deserialize, Serialize};

use crate::answer::{IdeaDocument, capitalised, wrapped};
use crate::digest::Digest;
use crate::opening::{Format, FormatName, FormatVersion};
use crate::tables::ResultName;

/// The answer to a question about what to do: `what should White do?`, `which moves win?`, `why does Kh2 lose?`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CounselDocument {
    /// `nasvet-counsel`.
    pub format: FormatName<CounselDocument>,
    /// The version.
    pub version: FormatVersion<CounselDocument>,
    /// The chapter's name.
    pub chapter: String,
    /// The digest of the chapter that was thought with.
    pub digest: Digest,
    /// The problem.
    pub problem: String,
    /// The question.
    pub question: String,
    /// The side that the answer is about.
    pub side: String,
    /// How it ends for that side, after the move where one was asked about; nothing if that is not settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultName>,
    /// The answer in a sentence or two.
    pub says: String,
    /// The plan of the side that is right, and the lines that carry it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idea: Option<IdeaDocument>,
    /// Without a plan, why it is seen at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_at_once: Option<String>,
    /// The moves that the answer names, those that it recommends first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<CounselMoveDocument>,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl Format for CounselDocument {
    const NAME: &'static str = "nasvet-counsel";
    const VERSION: u64 = 1;
}

/// A move, and how it ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CounselMoveDocument {
    /// As it is written.
    #[serde(rename = "move")]
    pub m: String,
    /// How it ends for the side that plays it; nothing if that is not settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultName>,
    /// The reply that shows it, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}

impl CounselDocument {
    /// The answer, the plan behind it, and the other moves.
    pub fn text(&self) -> String {
        let mut text = wrapped(&self.says, "");
        match (&self.idea, &self.seen_at_once) {
            (Some(idea), _) => text += &idea.text(),
            (None, Some(why)) => text += &wrapped(&format!("{}.", capitalised(why)), ""),
            (None, None) => {}
        }
        let others: Vec<String> = self
            .moves
            .iter()
            .filter(|told| told.result != self.result)
            .map(CounselMoveDocument::text)
            .collect();
        if !others.is_empty() {
            // Where none was named before, there are no others.
            let all = match others.len() == self.moves.len() {
                true => "The moves",
                false => "Other moves",
            };
            text += &wrapped(&format!("{all}: {}.", others.join(", ")), "");
        }
        match self.nodes {
            0 => text,
            1 => text + "\nLooked at 1 position.\n",
            nodes => text + &format!("\nLooked at {nodes} positions.\n"),
        }
    }
}

impl CounselMoveDocument {
    /// `c3 draws (Ke4)`.
    fn text(&self) -> String {
        let result = match self.result {
            Some(ResultName::Win) => "wins",
            Some(ResultName::Draw) => "draws",
            Some(ResultName::Loss) => "loses",
            None => "is not settled",
        };
        match &self.reply {
            Some(reply) => format!("{} {result} ({reply})", self.m),
            None => format!("{} {result}", self.m),
        }
    }
}
