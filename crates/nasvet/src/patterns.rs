//! Patterns of combinations: learned from positions, read and written as text, and handed to the finder.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use combine::{CombinationOptions, CombinationPattern, PatternBook, PatternKept, learn};
use documents::{FormatName, FormatVersion, LearningDocument, PatternDocument, PatternsDocument};
use domain::Watch;

use crate::puzzles::Puzzle;

/// Patterns, as a file has them: if men stand like this, try that plan.
///
/// ```
/// use nasvet::patterns::Patterns;
///
/// let patterns: Patterns = "pattern check {
///   ours R rook
///   theirs k king
///   empty s
///   if R can go to s
///   if R from s attacks k
///   try R goes to s
///   try R threatens k
/// }".parse()?;
/// assert_eq!(patterns.len(), 1);
/// # Ok::<(), nasvet::patterns::BadPatterns>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Patterns {
    book: Arc<PatternBook>,
    /// So many were there before anything was learned.
    n_old: usize,
    learning: Option<LearningDocument>,
}

/// What a position taught.
#[derive(Clone, Debug)]
pub struct LearnedPatterns(Vec<CombinationPattern>);

/// What is wrong with a text of patterns, and in which line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadPatterns {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right: lower case, no full stop.
    pub problem: String,
}

impl fmt::Display for BadPatterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for BadPatterns {}

impl FromStr for Patterns {
    type Err = BadPatterns;

    fn from_str(text: &str) -> Result<Patterns, BadPatterns> {
        let book: PatternBook =
            text.parse()
                .map_err(|error: combine::ParsePatternError| BadPatterns {
                    line: error.line,
                    problem: error.kind.to_string(),
                })?;
        Ok(Patterns {
            n_old: book.patterns().len(),
            book: Arc::new(book),
            learning: None,
        })
    }
}

/// The text of the file.
impl fmt::Display for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.book.fmt(f)
    }
}

impl Patterns {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.book.patterns().len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.book.patterns().is_empty()
    }

    pub(crate) fn book(&self) -> &Arc<PatternBook> {
        &self.book
    }

    /// Keeps what a position taught; `None` where nothing was proved, which is counted as well.
    pub fn keep(&mut self, learned: Option<LearnedPatterns>) {
        let mut learning = self.learning.unwrap_or(LearningDocument {
            positions: 0,
            proved: 0,
            new: 0,
            again: 0,
            left_out: 0,
        });
        learning.positions += 1;
        learning.proved += u64::from(learned.is_some());
        let book = Arc::make_mut(&mut self.book);
        for pattern in learned.into_iter().flat_map(|learned| learned.0) {
            match book.keep(pattern) {
                PatternKept::New => learning.new += 1,
                PatternKept::Again => learning.again += 1,
                PatternKept::Full => learning.left_out += 1,
            }
        }
        self.learning = Some(learning);
    }

    /// All of it as a document, with what was learned.
    pub fn document(&self) -> PatternsDocument {
        let patterns = self.book.patterns().iter().enumerate();
        PatternsDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            learning: self.learning,
            trial: None,
            patterns: patterns
                .map(|(idx, pattern)| PatternDocument {
                    name: pattern.name.clone(),
                    text: pattern.to_string(),
                    is_new: idx >= self.n_old,
                    seen: pattern.seen,
                    won: pattern.won,
                    tried: None,
                })
                .collect(),
        }
    }
}

impl Puzzle {
    /// Looks for the best combination and learns from it, if it is proved: a pattern for every plan on the line that
    /// was played, or that shows the idea. The budget of the watch is for this position.
    pub fn learn(&self, watch: &Watch) -> Option<LearnedPatterns> {
        let task = self.task.as_ref().ok()?;
        // The goal is not used: the best there is is looked for.
        let options = CombinationOptions::new(combine::CombinationGoal::Mate);
        let learned = learn(&task.position, &task.played, &options, watch)?;
        Some(LearnedPatterns(learned.patterns))
    }
}
