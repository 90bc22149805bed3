//! Endgame tables: which are kept, what was built, and what a position is worth by them.

use serde::{Deserialize, Serialize};

use crate::opening::{Format, FormatName, FormatVersion};

/// What was asked about tables; each part is there if it was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TablesDocument {
    /// `nasvet-tables`.
    pub format: FormatName<TablesDocument>,
    /// The version.
    pub version: FormatVersion<TablesDocument>,
    /// The tables that are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<KeptTablesDocument>,
    /// The endings that were built or read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub endings: Vec<EndingDocument>,
    /// What a position is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probe: Option<ProbeDocument>,
}

impl Format for TablesDocument {
    const NAME: &'static str = "nasvet-tables";
    const VERSION: u64 = 1;
}

/// Tables on disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeptTablesDocument {
    /// Where they are kept, if anywhere.
    pub folder: Option<String>,
    /// Each table with its size in bytes.
    pub tables: Vec<(String, u64)>,
}

/// An ending that was built or read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndingDocument {
    /// The men, ours first: `KRK`.
    pub men: String,
    /// How many tables were built for it.
    pub built: usize,
    /// How many were read.
    pub read: usize,
    /// The longest of our wins, if we ever win.
    pub ours: Option<LongestDocument>,
    /// The longest of theirs.
    pub theirs: Option<LongestDocument>,
}

/// The longest win of a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LongestDocument {
    /// Moves to mate.
    pub mate: u16,
    /// Moves to a capture, promotion or mate, if that was asked for.
    pub conversion: Option<u16>,
}

/// What a position is worth, and each move in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbeDocument {
    /// The position.
    pub position: String,
    /// What it is worth to the side to move; nothing if that is not known.
    pub worth: Option<WorthDocument>,
    /// Its moves with what they are worth to whoever plays them, the best first.
    pub moves: Vec<ProbedMoveDocument>,
}

/// A move, and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbedMoveDocument {
    /// The move.
    #[serde(rename = "move")]
    pub m: String,
    /// What it is worth to whoever plays it.
    #[serde(flatten)]
    pub worth: WorthDocument,
}

/// What best play comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorthDocument {
    /// How it ends.
    pub result: ResultName,
    /// After how many plies there is mate, if there is.
    pub plies: Option<u16>,
}

/// How a game ends for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ResultName {
    /// It wins.
    Win,
    /// Neither side wins.
    Draw,
    /// It loses.
    Loss,
}

impl TablesDocument {
    /// What was asked for, part by part.
    pub fn text(&self) -> String {
        let kept = self.kept.as_ref().map(KeptTablesDocument::text);
        let endings = self.endings.iter().map(EndingDocument::text);
        let probe = self.probe.as_ref().map(ProbeDocument::text);
        kept.into_iter().chain(endings).chain(probe).collect()
    }
}

impl KeptTablesDocument {
    fn text(&self) -> String {
        let folder = self.folder.as_deref().unwrap_or("nowhere");
        let mut text = match self.tables.len() {
            0 => format!("No tables are kept in {folder}.\n"),
            n => format!("{n} tables are kept in {folder}:\n"),
        };
        for (men, bytes) in &self.tables {
            text += &format!("{men:<8} {:>8} KiB\n", bytes.div_ceil(1024));
        }
        text
    }
}

impl EndingDocument {
    /// How many tables there are, and the longest win of each side.
    pub fn text(&self) -> String {
        let EndingDocument {
            men, built, read, ..
        } = self;
        let mut text = format!("{men}: {built} built, {read} read\n");
        for (side, longest) in [("we", &self.ours), ("they", &self.theirs)] {
            let Some(LongestDocument { mate, conversion }) = longest else {
                continue;
            };
            let moves = match mate {
                1 => "1 move".to_owned(),
                moves => format!("{moves} moves"),
            };
            text += &format!("  {side} win in at most {moves}");
            if let Some(moves) = conversion {
                text += &format!(", with a capture, promotion or mate in {moves}");
            }
            text += "\n";
        }
        text
    }
}

impl ProbeDocument {
    /// What the position is worth, and each move in it.
    pub fn text(&self) -> String {
        let mut text = match self.worth {
            Some(worth) => format!("{}\n", worth.text()),
            None => "not known\n".into(),
        };
        for m in &self.moves {
            text += &format!("  {:<7} {}\n", m.m, m.worth.text());
        }
        text
    }
}

impl WorthDocument {
    fn text(self) -> String {
        let moves = self.plies.map(|plies| plies.div_ceil(2));
        match (self.result, moves) {
            (ResultName::Draw, _) => "draw".into(),
            (ResultName::Loss, Some(0)) => "mated".into(),
            (ResultName::Loss, Some(moves)) => format!("loss, mated in {moves}"),
            (ResultName::Loss, None) => "loss".into(),
            (ResultName::Win, Some(moves)) => format!("win, mate in {moves}"),
            (ResultName::Win, None) => "win".into(),
        }
    }
}
