//! Progress in practice: what was tried in each chapter, which mistakes come again and when, and on which days.
//!
//! The document is kept in a file of the learner's, and handed back and forth between the file and the library.

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::opening::{Format, FormatName, FormatVersion};

/// What a learner has practised.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PracticeDocument {
    /// `nasvet-practice`.
    pub format: FormatName<PracticeDocument>,
    /// The version.
    pub version: FormatVersion<PracticeDocument>,
    /// The chapter that was practised last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// The chapters that were practised, in the order of their names.
    pub chapters: Vec<PracticeChapterDocument>,
    /// The days on which something was practised, the earliest first.
    pub days: Vec<PracticeDayDocument>,
}

impl Format for PracticeDocument {
    const NAME: &'static str = "nasvet-practice";
    const VERSION: u64 = 1;
}

/// What was practised of a chapter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PracticeChapterDocument {
    /// The name by which one asks for it.
    pub chapter: String,
    /// The digest that it had when it was last practised.
    pub digest: Digest,
    /// The ideas that were tried.
    pub ideas: Vec<PracticeIdeaDocument>,
    /// The examples of the chapter that have been set as tasks, as positions.
    pub examples: Vec<String>,
    /// The positions that come again.
    pub repeats: Vec<RepeatDocument>,
}

/// How an idea of a chapter has gone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PracticeIdeaDocument {
    /// Its name: the heading of a section, or the title of a piece of advice.
    pub idea: String,
    /// How many tasks were ended.
    pub tried: u64,
    /// How many of them without a mistake.
    pub solved: u64,
    /// How many of the last tasks were solved without a mistake and without help.
    pub streak: u64,
    /// The longest streak there was.
    pub best: u64,
    /// The last results, the earliest first.
    pub recent: Vec<TaskResultName>,
}

/// How a task has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TaskResultName {
    /// Solved without a mistake and without help.
    Solved,
    /// Solved without a mistake, with hints.
    Helped,
    /// The result was given away, or the solution was shown.
    Failed,
}

/// A position in which a mistake was made, and when it comes again. The numbers are those of the scheduler FSRS-6.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepeatDocument {
    /// The position, with the learner to move.
    pub position: String,
    /// The idea that it belongs to, if one is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idea: Option<String>,
    /// When it comes again, in seconds since 1970.
    pub due: u64,
    /// When it was tried last, in seconds since 1970.
    pub seen: u64,
    /// How it is being learnt.
    pub stage: StageName,
    /// After how many days nine in ten remember it, to six decimal places.
    pub stability: f64,
    /// From 1, easy, to 10, hard; to six decimal places.
    pub difficulty: f64,
    /// How often it was solved.
    pub solved: u64,
    /// How often it was not.
    pub failed: u64,
}

/// How a position that comes again is being learnt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StageName {
    /// For the first time: it comes again after a minute.
    Learning,
    /// For the first time, and solved once: it comes again after ten minutes.
    Settling,
    /// Learnt: it comes again after days.
    Review,
    /// Forgotten: it comes again after ten minutes.
    Relearning,
}

/// What was practised on a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PracticeDayDocument {
    /// The day, counted from 1 January 1970 (UTC), which is day 0.
    pub day: u64,
    /// How many tasks were ended.
    pub tasks: u64,
    /// How many of them without a mistake.
    pub solved: u64,
}
