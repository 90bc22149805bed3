//! What became of the examples of some chapters.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::opening::{Format, FormatName, FormatVersion};

/// All examples that were run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExamplesDocument {
    /// `nasvet-examples`.
    pub format: FormatName<ExamplesDocument>,
    /// The version.
    pub version: FormatVersion<ExamplesDocument>,
    /// The files, each with the digest of its chapter.
    pub digests: Vec<(String, Digest)>,
    /// In the order of the files, and of their places there.
    pub examples: Vec<ExampleDocument>,
}

impl Format for ExamplesDocument {
    const NAME: &'static str = "nasvet-examples";
    const VERSION: u64 = 1;
}

/// One example.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExampleDocument {
    /// The file it is in.
    pub file: String,
    /// Its line there, from 1.
    pub line: usize,
    /// The position it shows.
    pub position: String,
    /// Is all as it says?
    pub ok: bool,
    /// What is not.
    pub problems: Vec<String>,
    /// Why not, in sentences, as far as the chapter can tell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
}

/// How the problem begins where a limit came first.
const UNKNOWN: &str = "unknown: ";

impl ExampleDocument {
    /// The problem where a limit came first.
    pub fn unknown(stopped: impl Display) -> String {
        format!("{UNKNOWN}{stopped}")
    }
}

impl ExamplesDocument {
    /// How many examples have problems.
    pub fn n_failed(&self) -> usize {
        self.examples.iter().filter(|example| !example.ok).count()
    }

    /// How many examples have no other problem than that a limit came first.
    pub fn n_unknown(&self) -> usize {
        let is_unknown = |example: &&ExampleDocument| {
            let mut problems = example.problems.iter();
            !example.ok && problems.all(|problem| problem.starts_with(UNKNOWN))
        };
        self.examples.iter().filter(is_unknown).count()
    }

    /// The problems with their places, and how many examples passed.
    pub fn text(&self) -> String {
        if self.examples.is_empty() {
            return "There is no example to run. A line such as `example \"POSITION\" fires PIECE` \
                    is one.\n"
                .into();
        }
        let mut text = String::new();
        for example in &self.examples {
            let ExampleDocument {
                file,
                line,
                position,
                problems,
                why,
                ..
            } = example;
            for problem in problems {
                text += &format!("{file}:{line}: {position}: {problem}\n");
            }
            for sentence in why {
                text += &format!("    {sentence}\n");
            }
        }
        let n_failed = self.n_failed();
        let n_passed = self.examples.len() - n_failed;
        text + &format!("{n_passed} passed, {n_failed} failed\n")
    }
}
