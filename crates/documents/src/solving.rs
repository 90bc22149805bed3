//! A suite of puzzles: what was found in each, and whether that is what the suite wants.

mod page;
mod text;

use serde::{Deserialize, Serialize};

use crate::combination::{CombinationDocument, FoundName};
use crate::opening::{Format, FormatName, FormatVersion};

/// What was found in a suite.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SolvingDocument {
    /// `nasvet-solving`.
    pub format: FormatName<SolvingDocument>,
    /// The version.
    pub version: FormatVersion<SolvingDocument>,
    /// The most moves in all trees of a puzzle.
    pub nodes: u64,
    /// The puzzles, in the order of the file.
    pub puzzles: Vec<PuzzleDocument>,
}

impl Format for SolvingDocument {
    const NAME: &'static str = "nasvet-solving";
    const VERSION: u64 = 1;
}

/// What was found in a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PuzzleDocument {
    /// `nasvet-puzzle`.
    pub format: FormatName<PuzzleDocument>,
    /// The version.
    pub version: FormatVersion<PuzzleDocument>,
    /// The number of the puzzle in the file, from 1.
    pub number: u64,
    /// Its name, if the file has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The position.
    pub position: String,
    /// The first moves that the file calls best.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<String>,
    /// The themes that the file names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<String>,
    /// How it ended.
    pub outcome: PuzzleOutcome,
    /// Why it could not be asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// What was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub combination: Option<CombinationDocument>,
}

impl Format for PuzzleDocument {
    const NAME: &'static str = "nasvet-puzzle";
    const VERSION: u64 = 1;
}

/// How a puzzle ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PuzzleOutcome {
    /// The combination begins with a move that the file calls best.
    Solved,
    /// It begins with another move, which is proved to mate.
    OtherMate,
    /// It begins with another move.
    OtherMove,
    /// Something was found, and the file does not say what is best.
    Found,
    /// Nothing was found.
    NotFound,
    /// A limit came first.
    Unknown,
    /// The puzzle cannot be read.
    Unreadable,
}

impl PuzzleOutcome {
    /// Is it as good as what the file wants?
    pub fn is_right(self) -> bool {
        matches!(self, PuzzleOutcome::Solved | PuzzleOutcome::OtherMate)
    }
}

impl PuzzleDocument {
    /// The combination, if one was found.
    fn announced(&self) -> Option<&CombinationDocument> {
        let found = self.combination.as_ref();
        found.filter(|found| found.verdict.is_found())
    }

    /// Is the answer not what the file wants?
    pub fn is_failure(&self) -> bool {
        !self.outcome.is_right() && self.outcome != PuzzleOutcome::Found
    }

    /// Is what was found proved?
    fn is_proved(&self) -> bool {
        let found = self.announced();
        found.is_some_and(|found| found.verdict == FoundName::Proved)
    }

    /// What it is called: its name, or its number.
    fn name(&self) -> String {
        match &self.id {
            Some(id) => id.clone(),
            None => format!("number {}", self.number),
        }
    }
}
