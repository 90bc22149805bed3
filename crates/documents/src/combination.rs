//! A combination: what was found, the moves that show it, and how the idea was found.

pub(crate) mod text;

use serde::{Deserialize, Serialize};

use crate::explanation::SentenceDocument;
use crate::opening::{Format, FormatName, FormatVersion};
use crate::patterns::RecalledPatternDocument;

/// What was found about a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CombinationDocument {
    /// `nasvet-combination`.
    pub format: FormatName<CombinationDocument>,
    /// The version.
    pub version: FormatVersion<CombinationDocument>,
    /// The position.
    pub position: String,
    /// Who looks for a combination: the side to move.
    pub side: ColourName,
    /// What is won: `mate`, so much material, or a `draw`. If nothing is, what was looked for last.
    pub goal: String,
    /// What the men are worth, from king to pawn, if not what they were in Pitrat's program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<String>,
    /// What was looked for, in falling order, down to what is won.
    #[serde(default)]
    pub tried: Vec<TriedGoalDocument>,
    /// Is there one?
    pub verdict: FoundName,
    /// Which limit came first, if one did.
    pub stopped: Option<String>,
    /// Is the goal reached, as far as the tree has grown?
    pub succeeds: bool,
    /// The line that shows the idea: what is offered is taken. Without a combination, the longest try.
    pub line: Vec<String>,
    /// The line in which the other side holds out longest, if it is another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub longest: Vec<String>,
    /// What the side has won at the end of the line.
    pub gain: i32,
    /// Where it is found and not proved: a line whose last reply has no answer yet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unanswered: Vec<String>,
    /// Positions that were looked at to prove it.
    #[serde(default)]
    pub positions: u64,
    /// Other answers to the first move, and how they are met.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Vec<String>>,
    /// The motifs of the line: `fork`, `deflection` and so on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub motifs: Vec<String>,
    /// How the idea was found.
    pub story: Vec<SentenceDocument>,
    /// The plans that were given, and what was thought of them.
    pub given: Vec<GivenPlanDocument>,
    /// What the given patterns were good for, those that were looked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recall: Vec<RecalledPatternDocument>,
    /// The moves that justify the answer, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Vec<BranchDocument>>,
    /// The counts of Pitrat's Table 1.
    pub statistics: CombinationCountsDocument,
    /// Every plan in the order of making, if that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<TracedPlanDocument>,
}

impl Format for CombinationDocument {
    const NAME: &'static str = "nasvet-combination";
    const VERSION: u64 = 2;
}

/// A side of a chessboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ColourName {
    /// White.
    White,
    /// Black.
    Black,
}

impl ColourName {
    /// The other one.
    pub fn other(self) -> ColourName {
        match self {
            ColourName::White => ColourName::Black,
            ColourName::Black => ColourName::White,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ColourName::White => "White",
            ColourName::Black => "Black",
        }
    }
}

/// Is there a combination?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FoundName {
    /// There is one: every legal reply has an answer.
    Proved,
    /// There is one, but not every legal reply was looked at.
    Found,
    /// There is none that plans could find.
    #[serde(rename = "not found")]
    NotFound,
    /// A limit came first.
    Unknown,
}

impl FoundName {
    /// Is there one?
    pub fn is_found(self) -> bool {
        match self {
            FoundName::Proved | FoundName::Found => true,
            FoundName::NotFound | FoundName::Unknown => false,
        }
    }

    /// As people say it.
    pub fn name(self) -> &'static str {
        match self {
            FoundName::Proved => "proved",
            FoundName::Found => "found",
            FoundName::NotFound => "not found",
            FoundName::Unknown => "unknown",
        }
    }
}

/// Something that was looked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TriedGoalDocument {
    /// `mate`, or so much material.
    pub goal: String,
    /// How it ended.
    pub verdict: FoundName,
    /// Moves in its tree.
    pub nodes: u64,
}

/// A plan that was given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GivenPlanDocument {
    /// The plan.
    pub plan: String,
    /// `accepted`, or why it is not tried.
    pub verdict: String,
}

/// A move, and the moves after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BranchDocument {
    /// The move; `--` where somebody passes.
    #[serde(rename = "move")]
    pub m: String,
    /// What follows.
    pub after: Vec<BranchDocument>,
}

/// The counts, named as in Pitrat's Table 1.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CombinationCountsDocument {
    /// P: plans made by both players.
    pub plans: u64,
    /// N: nodes of the tree.
    pub nodes: u64,
    /// NR: nodes of the reduced tree.
    pub reduced_nodes: u64,
    /// DR: the depth of the reduced tree.
    pub reduced_depth: u64,
    /// MER: the most answers considered after a move of the reduced tree.
    pub max_replies: u64,
    /// F: first moves considered.
    pub first_moves: u64,
    /// FL: legal first moves.
    pub legal_moves: u64,
    /// r: 100 NR / N.
    pub ratio: Option<f64>,
    /// Plans that the simulation threw away.
    pub rejected: u64,
    /// Plans and ends of plans that were simulated.
    pub simulated: u64,
    /// Captures in exchange tests.
    pub exchanges: u64,
}

/// A plan that was put on the list of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TracedPlanDocument {
    /// The moves up to there, as pairs of squares.
    pub line: Vec<String>,
    /// Whose plan it is.
    pub side: ColourName,
    /// The plan.
    pub plan: String,
    /// What was thought of it.
    pub verdict: String,
}
