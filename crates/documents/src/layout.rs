//! What became of files that were laid out in the common style.

use serde::{Deserialize, Serialize};

use crate::diagnostics::DiagnosticDocument;
use crate::opening::{Format, FormatName, FormatVersion};

/// All files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayoutDocument {
    /// `nasvet-layout`.
    pub format: FormatName<LayoutDocument>,
    /// The version.
    pub version: FormatVersion<LayoutDocument>,
    /// The files, in the order they were given.
    pub files: Vec<LayoutFileDocument>,
}

impl Format for LayoutDocument {
    const NAME: &'static str = "nasvet-layout";
    const VERSION: u64 = 1;
}

/// One file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayoutFileDocument {
    /// Its name.
    pub file: String,
    /// What became of it.
    pub result: LayoutResult,
    /// Was it left as it is, whatever the result?
    pub only_checked: bool,
    /// Why it cannot be laid out.
    pub diagnostics: Vec<DiagnosticDocument>,
    /// The result, for standard input.
    pub text: Option<String>,
}

/// What became of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LayoutResult {
    /// It is laid out already.
    Unchanged,
    /// It was laid out anew, or would be.
    Changed,
    /// It cannot be read.
    Faulty,
}

impl LayoutDocument {
    /// Has any file come to this?
    pub fn any(&self, result: LayoutResult) -> bool {
        self.files.iter().any(|file| file.result == result)
    }
}

impl LayoutFileDocument {
    /// The result of standard input, or what became of the file; nothing if it was laid out already.
    pub fn text(&self) -> String {
        let file = &self.file;
        match (&self.text, self.result) {
            (Some(text), _) => text.clone(),
            (None, LayoutResult::Changed) if self.only_checked => {
                format!("{file}: would be changed\n")
            }
            (None, LayoutResult::Changed) => format!("{file}: formatted\n"),
            (None, LayoutResult::Unchanged | LayoutResult::Faulty) => String::new(),
        }
    }

    /// Why the file is as it was, if it cannot be read.
    pub fn problem(&self) -> Option<String> {
        (self.result == LayoutResult::Faulty).then(|| {
            format!(
                "{}: not formatted, because it cannot be read; see `nasvet check`",
                self.file
            )
        })
    }
}
