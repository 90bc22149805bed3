//! What came of AL0 files that were read as a chapter.

use serde::{Deserialize, Serialize};

use crate::diagnostics::FileDocument;
use crate::opening::{Format, FormatName, FormatVersion};

/// An AL0 table as a chapter, and what is to be said of its files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportDocument {
    /// `nasvet-import`.
    pub format: FormatName<ImportDocument>,
    /// The version.
    pub version: FormatVersion<ImportDocument>,
    /// For which interpreter the files were read.
    pub dialect: DialectName,
    /// The files with the findings about each: the table, then its libraries.
    pub files: Vec<FileDocument>,
    /// The chapter, in Markdown; left out if a file has an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chapter: Option<String>,
}

impl Format for ImportDocument {
    const NAME: &'static str = "nasvet-import";
    const VERSION: u64 = 1;
}

/// An interpreter of AL0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DialectName {
    /// That of the book.
    Book,
    /// That of the course.
    Course,
}
