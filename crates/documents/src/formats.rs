//! The list of all formats: everything that Nasvet writes as JSON is one of them.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::advice::AdviceDocument;
use crate::answer::AnswerDocument;
use crate::batch::BatchDocument;
use crate::chapters::ChaptersDocument;
use crate::combination::CombinationDocument;
use crate::counsel::CounselDocument;
use crate::diagnostics::DiagnosticsDocument;
use crate::evaluation::EvaluationDocument;
use crate::examples::ExamplesDocument;
use crate::explanation::ExplanationDocument;
use crate::import::ImportDocument;
use crate::keeps::KeepsDocument;
use crate::layout::LayoutDocument;
use crate::lowers::LowersDocument;
use crate::opening::Format;
use crate::patterns::PatternsDocument;
use crate::practice::PracticeDocument;
use crate::solving::{PuzzleDocument, SolvingDocument};
use crate::survey::SurveyDocument;
use crate::tables::TablesDocument;
use crate::tree::TreeDocument;
use crate::tree_check::TreeCheckDocument;
use crate::verification::VerificationDocument;
use crate::words::WordsDocument;

/// Every format, in the order of the names. Each has a schema in `docs/schemas` and a section in `book/documents.md`.
pub const FORMATS: &[ListedFormat] = &[
    ListedFormat::of::<AdviceDocument>(),
    ListedFormat::of::<AnswerDocument>(),
    ListedFormat::of::<BatchDocument>(),
    ListedFormat::of::<ChaptersDocument>(),
    ListedFormat::of::<CombinationDocument>(),
    ListedFormat::of::<CounselDocument>(),
    ListedFormat::of::<DiagnosticsDocument>(),
    ListedFormat::of::<EvaluationDocument>(),
    ListedFormat::of::<ExamplesDocument>(),
    ListedFormat::of::<ExplanationDocument>(),
    ListedFormat::of::<ImportDocument>(),
    ListedFormat::of::<KeepsDocument>(),
    ListedFormat::of::<LayoutDocument>(),
    ListedFormat::of::<LowersDocument>(),
    ListedFormat::of::<PatternsDocument>(),
    ListedFormat::of::<PracticeDocument>(),
    ListedFormat::of::<PuzzleDocument>(),
    ListedFormat::of::<SolvingDocument>(),
    ListedFormat::of::<SurveyDocument>(),
    ListedFormat::of::<TablesDocument>(),
    ListedFormat::of::<TreeDocument>(),
    ListedFormat::of::<TreeCheckDocument>(),
    ListedFormat::of::<VerificationDocument>(),
    ListedFormat::of::<WordsDocument>(),
];

/// A format of the list, without the type of its documents.
#[derive(Clone, Copy, Debug)]
pub struct ListedFormat {
    /// What it calls itself: `nasvet-tree`.
    pub name: &'static str,
    /// The version that is written.
    pub version: u64,
    rewrite: fn(&str) -> serde_json::Result<Value>,
    #[cfg(feature = "schema")]
    schema: fn() -> schemars::Schema,
}

impl ListedFormat {
    /// The format of this name.
    pub fn named(name: &str) -> Option<&'static ListedFormat> {
        FORMATS.iter().find(|format| format.name == name)
    }

    /// Reads a document of this format and writes it again: what comes back says the same as what came in.
    pub fn rewrite(&self, json: &str) -> serde_json::Result<Value> {
        (self.rewrite)(json)
    }

    /// The schema of the documents that are written.
    #[cfg(feature = "schema")]
    pub fn schema(&self) -> schemars::Schema {
        (self.schema)()
    }

    const fn of<T: Format + Serialize + DeserializeOwned + Described>() -> ListedFormat {
        ListedFormat {
            name: T::NAME,
            version: T::VERSION,
            rewrite: rewrite::<T>,
            #[cfg(feature = "schema")]
            schema: crate::schemas::schema::<T>,
        }
    }
}

fn rewrite<T: Serialize + DeserializeOwned>(json: &str) -> serde_json::Result<Value> {
    serde_json::to_value(serde_json::from_str::<T>(json)?)
}

/// What has a schema; without the feature `schema`, anything.
#[cfg(feature = "schema")]
use schemars::JsonSchema as Described;
#[cfg(not(feature = "schema"))]
trait Described {}
#[cfg(not(feature = "schema"))]
impl<T> Described for T {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_listed_once_and_in_order() {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
        assert!(names.iter().all(|name| name.starts_with("nasvet-")));
    }
}
