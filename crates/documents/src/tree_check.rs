//! What the checker of trees found.

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::opening::{Format, FormatName, FormatVersion};
use crate::style::TextStyle;

/// What was found about all trees of a document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeCheckDocument {
    /// `nasvet-tree-check`.
    pub format: FormatName<TreeCheckDocument>,
    /// The version.
    pub version: FormatVersion<TreeCheckDocument>,
    /// The digest of the chapter by which the trees were checked; none for a combination, which has no chapter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// Does every tree show what it claims? Nothing if that is not known.
    pub sound: Option<bool>,
    /// What is wrong with the first that does not.
    pub finding: String,
    /// The trees, and the moves that follow them, in the order of the document.
    pub trees: Vec<CheckedTreeDocument>,
    /// What else one should know about all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Format for TreeCheckDocument {
    const NAME: &'static str = "nasvet-tree-check";
    const VERSION: u64 = 2;
}

/// What was found about one tree, or about a move that follows one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedTreeDocument {
    /// The position.
    pub position: String,
    /// The piece of advice.
    pub piece: Option<String>,
    /// The move that is to be played, if the document names one.
    #[serde(rename = "move")]
    pub m: Option<String>,
    /// Does the tree show what it claims, and does the document say what it shows? Nothing if that is not known.
    pub sound: Option<bool>,
    /// The same in a word.
    pub outcome: CheckName,
    /// What was found.
    pub finding: String,
    /// What else one should know about it.
    pub note: Option<String>,
}

/// What became of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum CheckName {
    /// It shows what it claims.
    Sound,
    /// It does not.
    Flawed,
    /// A limit came first.
    Unknown,
    /// There is no tree for a move.
    Unshown,
}

impl CheckName {
    /// Is it as claimed?
    pub(crate) fn sound(self) -> Option<bool> {
        match self {
            CheckName::Sound => Some(true),
            CheckName::Flawed => Some(false),
            CheckName::Unknown | CheckName::Unshown => None,
        }
    }
}

impl TreeCheckDocument {
    /// What was found about a combination.
    pub fn of_combination(
        position: &str,
        m: Option<&String>,
        outcome: CheckName,
        finding: String,
    ) -> TreeCheckDocument {
        TreeCheckDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            digest: None,
            sound: outcome.sound(),
            finding: finding.clone(),
            trees: vec![CheckedTreeDocument {
                m: m.cloned(),
                ..CheckedTreeDocument::new(position, outcome, finding)
            }],
            note: None,
        }
    }

    /// The finding; with several trees, that of each.
    pub fn text(&self, style: TextStyle) -> String {
        let text: String = match &*self.trees {
            [tree] => tree.text(style),
            trees => {
                let lines = trees.iter().map(|tree| {
                    let m = tree.m.as_deref().unwrap_or("-");
                    let piece = tree.piece.as_deref().unwrap_or("-");
                    format!("{m:<7} {piece}: {}", tree.text(style))
                });
                lines.collect()
            }
        };
        let note = self.note.iter().map(|note| format!("{note}\n"));
        text + &note.collect::<String>()
    }
}

impl CheckedTreeDocument {
    pub(crate) fn new(position: &str, outcome: CheckName, finding: String) -> CheckedTreeDocument {
        CheckedTreeDocument {
            position: position.to_owned(),
            piece: None,
            m: None,
            sound: outcome.sound(),
            outcome,
            finding,
            note: None,
        }
    }

    fn text(&self, style: TextStyle) -> String {
        let more = match self.outcome {
            CheckName::Unknown => style.allow_more("--steps"),
            CheckName::Sound | CheckName::Flawed | CheckName::Unshown => String::new(),
        };
        let note = self.note.iter().map(|note| format!("{note}\n"));
        format!("{}{more}\n{}", self.finding, note.collect::<String>())
    }
}
