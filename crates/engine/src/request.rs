//! What can be asked.

use documents::PracticeDocument;
use serde::Deserialize;

/// A request, by what it asks.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum DeskRequest {
    /// The list of contents.
    Contents,
    /// A chapter to be read: its sections, with examples.
    Chapter {
        /// Which one.
        chapter: ChapterChoice,
    },
    /// A position: who is to move, and the legal moves.
    Board {
        /// The chapter whose position it is; `chess` for any.
        chapter: ChapterChoice,
        /// The position.
        position: String,
        /// Moves that are played first.
        #[serde(default)]
        moves: Vec<String>,
    },
    /// Our move, with everything that is known about it.
    Advise {
        /// The chapter.
        chapter: ChapterChoice,
        /// The position.
        position: String,
        /// Say why.
        #[serde(default)]
        why: bool,
        /// Say why not this move, or what it does.
        #[serde(default)]
        why_not: Option<String>,
        /// Give the forcing tree.
        #[serde(default)]
        tree: bool,
        /// Count positions as the paper does.
        #[serde(default)]
        stats: bool,
    },
    /// Their best move.
    Reply {
        /// The chapter.
        chapter: ChapterChoice,
        /// The position.
        position: String,
    },
    /// The value of a definition or expression in a position.
    Evaluate {
        /// The chapter.
        chapter: ChapterChoice,
        /// The position.
        position: String,
        /// The expression.
        expression: String,
    },
    /// Practice: the same dialogue from its beginning, and what is said after its last line.
    Practise {
        /// The chapter; none: what is due, or the last one.
        #[serde(default)]
        chapter: Option<String>,
        /// The first position; otherwise one is chosen.
        #[serde(default)]
        position: Option<String>,
        /// Where chance begins.
        #[serde(default = "one")]
        seed: u64,
        /// When it began, in seconds since 1970.
        now: u64,
        /// What was practised before.
        #[serde(default)]
        progress: Option<Box<PracticeDocument>>,
        /// What was entered since.
        #[serde(default)]
        lines: Vec<PracticeLine>,
    },
    /// A question to the reasoner of a chapter, thought about for so many cycles or to the end.
    Think {
        /// The chapter.
        chapter: ChapterChoice,
        /// The problem.
        problem: String,
        /// The question.
        question: String,
        /// So many cycles; none: to the end.
        #[serde(default)]
        cycles: Option<usize>,
    },
    /// A combination.
    Combine {
        /// The position.
        position: String,
        /// `mate`, or how much is to be won.
        goal: String,
        /// Every plan that was made, too.
        #[serde(default)]
        trace: bool,
        /// At most so many plans.
        #[serde(default)]
        nodes: Option<u64>,
    },
    /// What is to be said about a text that is being written.
    Analyse {
        /// The text.
        text: String,
    },
    /// What the name at a place means.
    Hover {
        /// The text.
        text: String,
        /// The place, in units of UTF-16.
        at: usize,
    },
    /// What can be written at a place.
    Complete {
        /// The text.
        text: String,
        /// The place, in units of UTF-16.
        at: usize,
    },
    /// The edits that give something another name.
    Rename {
        /// The text.
        text: String,
        /// A place of the old name, in units of UTF-16.
        at: usize,
        /// The new name.
        name: String,
    },
    /// The text in the common layout.
    Format {
        /// The text.
        text: String,
    },
    /// What becomes of the examples of a chapter.
    Examples {
        /// The chapter.
        chapter: ChapterChoice,
    },
    /// A chapter played from every position, or from some.
    Verify {
        /// The chapter.
        chapter: ChapterChoice,
        /// So many positions drawn evenly; none: all of them.
        #[serde(default)]
        sample: Option<usize>,
    },
}

/// A chapter that is shipped, or a text.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum ChapterChoice {
    /// By its name.
    Shipped(String),
    /// By its text.
    Own {
        /// The whole text.
        text: String,
    },
}

/// A line of practice, and when it was entered.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct PracticeLine {
    /// The line.
    pub line: String,
    /// In seconds since 1970.
    pub now: u64,
}

fn one() -> u64 {
    1
}
