//! A survey: the answers of a chapter's reasoner over many positions, held against the tables.

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::opening::{Format, FormatName, FormatVersion};

/// What a survey has found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SurveyDocument {
    /// `nasvet-survey`.
    pub format: FormatName<SurveyDocument>,
    /// The version.
    pub version: FormatVersion<SurveyDocument>,
    /// The chapter.
    pub chapter: String,
    /// The digest of the chapter: its hypotheses, plans, lemmas and methods, and everything they call.
    pub digest: Digest,
    /// In how many parcels the positions are handed out.
    pub parcels: usize,
    /// The numbers.
    #[serde(flatten)]
    pub findings: FindingsDocument,
}

impl Format for SurveyDocument {
    const NAME: &'static str = "nasvet-survey";
    const VERSION: u64 = 1;
}

/// The numbers of a survey.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindingsDocument {
    /// The parcels that are done.
    pub done: Vec<usize>,
    /// Positions asked about.
    pub positions: u64,
    /// For each question (can we win, can we draw, can they win, can they draw): right answers that say yes, that say
    /// no; unknown; wrong.
    pub answers: [[u64; 4]; 4],
    /// Positions that searches have looked at.
    pub nodes: u64,
    /// The most for one question.
    pub most_nodes: u64,
    /// Cycles in all.
    pub cycles: u64,
    /// Questions answered wrongly, with their positions.
    pub wrong: Vec<String>,
    /// Questions not answered, with their positions.
    pub unknown: Vec<String>,
}

impl FindingsDocument {
    /// Adds what another has found.
    pub fn add(&mut self, other: FindingsDocument, examples: usize) {
        self.done.extend(other.done);
        self.positions += other.positions;
        let mine = self.answers.iter_mut().flatten();
        for (mine, theirs) in mine.zip(other.answers.as_flattened()) {
            *mine += theirs;
        }
        self.nodes += other.nodes;
        self.most_nodes = self.most_nodes.max(other.most_nodes);
        self.cycles += other.cycles;
        self.wrong.extend(other.wrong);
        self.unknown.extend(other.unknown);
        self.wrong.truncate(examples);
        self.unknown.truncate(examples);
    }

    /// Questions asked.
    pub fn n_questions(&self) -> u64 {
        self.answers.as_flattened().iter().sum()
    }

    /// Questions not answered.
    pub fn n_unknown(&self) -> u64 {
        self.answers.iter().map(|counts| counts[2]).sum()
    }

    /// Questions answered wrongly.
    pub fn n_wrong(&self) -> u64 {
        self.answers.iter().map(|counts| counts[3]).sum()
    }
}

impl SurveyDocument {
    /// Has every position been asked about?
    pub fn is_whole(&self) -> bool {
        self.findings.done.len() == self.parcels
    }

    /// The numbers, and the positions of wrong and missing answers.
    pub fn text(&self) -> String {
        let SurveyDocument {
            parcels, findings, ..
        } = self;
        let n_questions = findings.n_questions().max(1);
        let share = |n: u64| format!("{n:>10}  {:>7.3} %", n as f64 * 100.0 / n_questions as f64);
        let n_done = findings.done.len();
        let stopped = if n_done < *parcels { ", stopped" } else { "" };
        let mut text = format!(
            "{} positions, {} questions, {n_done} of {parcels} parcels{stopped}\n\n",
            findings.positions,
            findings.n_questions(),
        );
        text += "                      yes         no    unknown      wrong\n";
        let names = ["we win", "we draw", "they win", "they draw"];
        for (name, [yes, no, unknown, wrong]) in names.iter().zip(findings.answers) {
            text += &format!("  can {name:<10} {yes:>10} {no:>10} {unknown:>10} {wrong:>10}\n");
        }
        text += &format!(
            "\nunknown {}\nwrong   {}\n",
            share(findings.n_unknown()),
            share(findings.n_wrong())
        );
        text += &format!(
            "\npositions searched: {} in all, {:.1} a question, {} at most for one; {:.1} cycles a question\n",
            findings.nodes,
            findings.nodes as f64 / n_questions as f64,
            findings.most_nodes,
            findings.cycles as f64 / n_questions as f64
        );
        for (title, positions) in [("wrong", &findings.wrong), ("unknown", &findings.unknown)] {
            for position in positions {
                text += &format!("{title}: {position}\n");
            }
        }
        text
    }
}
