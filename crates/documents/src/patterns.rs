//! Patterns of combinations: what was learned, what a file of them holds, and what each was good for.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::numbers::grouped;
use crate::opening::{Format, FormatName, FormatVersion};
use crate::solving::PuzzleDocument;

/// Patterns: if men stand like this, try that plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatternsDocument {
    /// `nasvet-patterns`.
    pub format: FormatName<PatternsDocument>,
    /// The version.
    pub version: FormatVersion<PatternsDocument>,
    /// What was learned from, if anything was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learning: Option<LearningDocument>,
    /// What came of them in a suite, if they were tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trial: Option<PatternTrialDocument>,
    /// The patterns, in the order of their file.
    pub patterns: Vec<PatternDocument>,
}

impl Format for PatternsDocument {
    const NAME: &'static str = "nasvet-patterns";
    const VERSION: u64 = 1;
}

/// What was learned from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LearningDocument {
    /// Positions that were looked at.
    pub positions: u64,
    /// Of these, with a combination that is proved.
    pub proved: u64,
    /// Patterns that are new.
    pub new: u64,
    /// Patterns that were known, and were seen again.
    pub again: u64,
    /// Patterns that were not kept, because there are too many.
    pub left_out: u64,
}

/// A suite, solved without patterns and with them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatternTrialDocument {
    /// The puzzles.
    pub puzzles: u64,
    /// The most moves in all trees of a puzzle.
    pub nodes: u64,
    /// Solved without patterns.
    pub solved_without: u64,
    /// Solved with them.
    pub solved_with: u64,
    /// Solved either way.
    pub solved_both: u64,
    /// Moves in the trees of those solved either way, without patterns.
    pub nodes_without: u64,
    /// The same with them.
    pub nodes_with: u64,
}

/// A pattern.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatternDocument {
    /// Its name.
    pub name: String,
    /// The pattern as it is written in the file.
    pub text: String,
    /// Was it learned just now?
    pub is_new: bool,
    /// In how many positions it was seen.
    pub seen: u32,
    /// In how many of them whoever had the plan succeeded.
    pub won: u32,
    /// What it was good for, if it was tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried: Option<PatternUseDocument>,
}

/// What a pattern was good for in a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecalledPatternDocument {
    /// Its name.
    pub name: String,
    /// Positions of the trees in which it was looked for.
    pub tried: u64,
    /// Plans that it proposed.
    pub proposed: u64,
    /// Moves of the announced line that came from it.
    pub helped: u64,
}

/// What a pattern was good for in a suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PatternUseDocument {
    /// Positions of the trees in which it was looked for.
    pub tried: u64,
    /// Plans that it proposed.
    pub proposed: u64,
    /// Puzzles in which a move of the announced line came from it.
    pub helped: u64,
}

impl PatternsDocument {
    /// Adds what came of the patterns: the same puzzles, solved without them and with them.
    pub fn tried_on(&mut self, nodes: u64, without: &[PuzzleDocument], with: &[PuzzleDocument]) {
        let mut trial = PatternTrialDocument {
            puzzles: without.len() as u64,
            nodes,
            solved_without: 0,
            solved_with: 0,
            solved_both: 0,
            nodes_without: 0,
            nodes_with: 0,
        };
        for (without, with) in without.iter().zip(with) {
            let (before, after) = (without.outcome.is_right(), with.outcome.is_right());
            trial.solved_without += u64::from(before);
            trial.solved_with += u64::from(after);
            if before && after {
                trial.solved_both += 1;
                trial.nodes_without += moves_in_trees(without);
                trial.nodes_with += moves_in_trees(with);
            }
        }
        self.trial = Some(trial);
        let mut uses: BTreeMap<&str, PatternUseDocument> = BTreeMap::new();
        let found = with.iter().filter_map(|puzzle| puzzle.combination.as_ref());
        for pattern in found.flat_map(|found| &found.recall) {
            let of = uses.entry(&pattern.name).or_default();
            of.tried += pattern.tried;
            of.proposed += pattern.proposed;
            of.helped += u64::from(pattern.helped > 0);
        }
        for pattern in &mut self.patterns {
            let of = uses.get(pattern.name.as_str());
            pattern.tried = Some(of.copied().unwrap_or_default());
        }
    }

    /// What was learned, with the new patterns in full; or a table of all of them.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Some(learning) = &self.learning {
            text += &learning.text();
            let new: Vec<&str> = self
                .patterns
                .iter()
                .filter(|pattern| pattern.is_new)
                .map(|pattern| pattern.text.as_str())
                .collect();
            for pattern in new {
                text += &format!("\n{pattern}");
            }
            return text;
        }
        text += &format!("{}.\n", counted(self.patterns.len() as u64, "pattern"));
        if let Some(trial) = &self.trial {
            text += &trial.text();
        }
        if self.patterns.is_empty() {
            return text;
        }
        let is_tried = self.trial.is_some();
        text += &format!("\n{:<28} {:>6} {:>6}", "pattern", "seen", "won");
        if is_tried {
            text += &format!(" {:>9} {:>9} {:>6}", "tried", "proposed", "helped");
        }
        text.push('\n');
        for pattern in &self.patterns {
            text += &format!(
                "{:<28} {:>6} {:>6}",
                pattern.name, pattern.seen, pattern.won
            );
            if let Some(of) = pattern.tried {
                text += &format!(
                    " {:>9} {:>9} {:>6}",
                    grouped(of.tried),
                    grouped(of.proposed),
                    grouped(of.helped)
                );
            }
            text.push('\n');
        }
        text
    }
}

impl LearningDocument {
    fn text(&self) -> String {
        let mut text = format!(
            "{}, {} with a combination that is proved.\nPatterns: {} new, {} seen again.\n",
            counted(self.positions, "position"),
            grouped(self.proved),
            grouped(self.new),
            grouped(self.again)
        );
        if self.left_out > 0 {
            text += &format!(
                "Not kept, because the file has as many as it may have: {}.\n",
                grouped(self.left_out)
            );
        }
        text
    }
}

impl PatternTrialDocument {
    fn text(&self) -> String {
        format!(
            "Tried on {}, at most {} moves in the trees of each.\n\
             Solved without patterns: {}; with them: {}.\n\
             Moves in the trees of the {} solved either way: {} without patterns, {} with them.\n",
            counted(self.puzzles, "puzzle"),
            grouped(self.nodes),
            grouped(self.solved_without),
            grouped(self.solved_with),
            grouped(self.solved_both),
            grouped(self.nodes_without),
            grouped(self.nodes_with)
        )
    }
}

/// Moves in all trees of a puzzle.
fn moves_in_trees(puzzle: &PuzzleDocument) -> u64 {
    let found = puzzle.combination.iter();
    found
        .flat_map(|found| &found.tried)
        .map(|tried| tried.nodes)
        .sum()
}

fn counted(number: u64, what: &str) -> String {
    let end = if number == 1 { "" } else { "s" };
    format!("{} {what}{end}", grouped(number))
}
