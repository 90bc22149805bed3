//! The list of the chapters and libraries that come with Nasvet.

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::opening::{Format, FormatName, FormatVersion};

/// All of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChaptersDocument {
    /// `nasvet-chapters`.
    pub format: FormatName<ChaptersDocument>,
    /// The version.
    pub version: FormatVersion<ChaptersDocument>,
    /// In the order in which they are best read.
    pub chapters: Vec<ChapterDocument>,
}

impl Format for ChaptersDocument {
    const NAME: &'static str = "nasvet-chapters";
    const VERSION: u64 = 1;
}

/// One of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChapterDocument {
    /// Its name.
    pub name: String,
    /// Whether one plays by it or imports it.
    pub kind: ChapterKind,
    /// Its title.
    pub title: String,
    /// The name of the game it is about.
    pub game: String,
    /// The digest of a chapter; a library advises nothing by itself, and has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// How many pieces of advice it has.
    pub pieces: usize,
}

/// Whether one plays by a source or imports it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ChapterKind {
    /// Advice to play by.
    Chapter,
    /// Definitions to be imported.
    Library,
}

impl ChaptersDocument {
    /// One on a line, with its title.
    pub fn text(&self) -> String {
        let line = |chapter: &ChapterDocument| {
            let library = match chapter.kind {
                ChapterKind::Chapter => "",
                ChapterKind::Library => " (library)",
            };
            format!("{:<16} {}{library}\n", chapter.name, chapter.title)
        };
        self.chapters.iter().map(line).collect()
    }
}
