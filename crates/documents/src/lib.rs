//! Everything that leaves Nasvet as JSON: documents with a format, a version and a text.
//!
//! A document is plain data that the engines' owners fill; what people read is made from the document and from nothing
//! else. Trees can be read back and replayed, and so be judged by somebody who did not make them.

mod opening;
mod strangers;
mod style;
mod positions;
mod digest;
mod diagnostics;
mod layout;
mod chapters;
mod words;
mod evaluation;
mod import;
mod keeps;
mod numbers;
mod lowers;
mod examples;
mod explanation;
mod tree;
mod advice;
mod answer;
mod tree_check;
mod evidence;
mod page;
mod verification;
mod combination;
mod solving;
mod patterns;
mod survey;
mod tables;
mod practice;
mod counsel;
mod batch;
#[cfg(any(test, feature = "formats"))]
mod formats;
#[cfg(feature = "schema")]
mod schemas;

pub use advice::{AdviceDocument, AdvisedMoveDocument, TriedName, TriedPieceDocument};
pub use answer::{
    AnswerDocument, AnswerName, AnswerStepDocument, IdeaDocument, IdeaLineDocument,
    IdeaMoveDocument, LimitName, LineEndDocument, ProposalDocument, capitalised,
};
pub use batch::{BatchAdviceDocument, BatchDocument};
pub use chapters::{ChapterDocument, ChapterKind, ChaptersDocument};
pub use combination::text::numbered;
pub use combination::{
    BranchDocument, ColourName, CombinationCountsDocument, CombinationDocument, FoundName,
    GivenPlanDocument, TracedPlanDocument, TriedGoalDocument,
};
pub use counsel::{CounselDocument, CounselMoveDocument};
pub use diagnostics::{
    ContentsDocument, DiagnosticDocument, DiagnosticsDocument, EditDocument, ExcerptDocument,
    FileDocument, FixDocument, RelatedDocument, SeverityDocument,
};
pub use digest::{Digest, digest_of_chapter, digest_of_piece, digest_of_pieces, digest_of_text};
pub use evaluation::{AlongDocument, EvaluationDocument, PartDocument, ValueDocument};
pub use evidence::Evidence;
pub use examples::{ExampleDocument, ExamplesDocument};
pub use explanation::{About, ExplanationDocument, SentenceDocument, VerdictDocument};
#[cfg(feature = "formats")]
pub use formats::{FORMATS, ListedFormat};
pub use import::{DialectName, ImportDocument};
pub use keeps::{KeepsDocument, KeptWithin};
pub use layout::{LayoutDocument, LayoutFileDocument, LayoutResult};
pub use lowers::{LoweredValue, LowersDocument};
pub use opening::{Format, FormatName, FormatVersion, Opening};
pub use page::board::board_picture;
pub use patterns::{
    LearningDocument, PatternDocument, PatternTrialDocument, PatternUseDocument, PatternsDocument,
    RecalledPatternDocument,
};
pub use positions::read_position;
pub use practice::{
    PracticeChapterDocument, PracticeDayDocument, PracticeDocument, PracticeIdeaDocument,
    RepeatDocument, StageName, TaskResultName,
};
pub use solving::{PuzzleDocument, PuzzleOutcome, SolvingDocument};
pub use strangers::refuse_steering;
pub use style::TextStyle;
pub use survey::{FindingsDocument, SurveyDocument};
pub use tables::{
    EndingDocument, KeptTablesDocument, LongestDocument, ProbeDocument, ProbedMoveDocument,
    ResultName, TablesDocument, WorthDocument,
};
pub use tree::{MAX_BYTES, Replayed, TreeDocument, TreeError, TreeQuestion, WrittenTree};
pub use tree_check::{CheckName, CheckedTreeDocument, TreeCheckDocument};
pub use verification::{
    ChangesDocument, ClaimDocument, ComparisonDocument, DefinitionTimeDocument, Draw, GameDocument,
    GroupDocument, HalfPointsDocument, LengthsDocument, LessonDocument, LoopDocument,
    MissingDocument, ModeDocument, ModeName, MoveDocument, OutcomeName, PartialDocument,
    PieceTimeDocument, ProfileDocument, RulingDocument, SelectionDocument, Shows, SlipDocument,
    TruthDocument, UseDocument, VerificationDocument, ZoneName,
};
pub use words::{WordDocument, WordsDocument};
