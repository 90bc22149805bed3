//! Explanations as documents: the sentences with their moves, squares and arrows as text.

use domain::Domain;
use proof::{Explanation, Sentence, SentenceRole};
use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::opening::{Format, FormatName, FormatVersion};
use crate::tables::ResultName;

/// An explanation as text and JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(transform = crate::schemas::with_digest))]
pub struct ExplanationDocument {
    /// `nasvet-explanation`.
    pub format: FormatName<ExplanationDocument>,
    /// The version.
    pub version: FormatVersion<ExplanationDocument>,
    /// The digest of the chapter that is spoken of; documents of earlier days had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    /// What the move does to the result, where that is known; version 1 had none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictDocument>,
    /// The answer: the verdict, a reason, and what shows it.
    pub sentences: Vec<SentenceDocument>,
    /// How the move was found: the rules that apply, and what was tried; version 1 had all of it in the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<SentenceDocument>,
}

impl Format for ExplanationDocument {
    const NAME: &'static str = "nasvet-explanation";
    const VERSION: u64 = 2;
    const OLDEST: u64 = 1;
}

/// What a move does to the result, under best play, for the side that makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerdictDocument {
    /// What the position is worth.
    pub position: ResultName,
    /// What the move leaves of it.
    #[serde(rename = "move")]
    pub m: ResultName,
    /// Does the move keep the result?
    pub keeps: bool,
    /// In how many moves there is mate after the move, if that is known.
    pub mate_in: Option<u16>,
    /// A move that has the most.
    pub best: String,
    /// How many moves keep the result.
    pub keeping: usize,
    /// The moves that show it, the move itself first.
    pub line: Vec<String>,
}

/// A sentence, and what it points at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SentenceDocument {
    /// What it is about.
    pub about: About,
    /// The words.
    pub text: String,
    /// The moves it speaks of, from the position.
    pub moves: Vec<String>,
    /// The places it speaks of.
    pub places: Vec<String>,
    /// The moves as arrows.
    pub arrows: Vec<(String, String)>,
}

/// What a sentence is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum About {
    /// What the move does to the result.
    Verdict,
    /// Why the move is good or bad.
    Reason,
    /// The moves that show it.
    Line,
    /// What the move gains.
    Gain,
    /// What the move gives up.
    Slip,
    /// The move and the piece behind it.
    Move,
    /// What is reached; in documents of version 1.
    Goal,
    /// A rule of the table.
    Rule,
    /// A piece that was tried before.
    Tried,
    /// Another move with which a piece works.
    Alternative,
    /// The same; in documents of version 1.
    #[serde(rename = "also good")]
    AlsoGood,
    /// Another move with which a piece does not work.
    Fails,
    /// That there is nothing to say.
    #[serde(rename = "no advice")]
    NoAdvice,
    /// What was seen in the position that a combination begins with.
    Seen,
    /// What went wrong in a combination at first.
    Danger,
    /// How that is mended.
    Way,
}

impl ExplanationDocument {
    /// Writes an explanation of a position as the outside world knows it. The digest is that of the chapter.
    pub fn new<D: Domain>(
        domain: &D,
        digest: Digest,
        position: &D::Position,
        view: D::View,
        explanation: &Explanation<D::Move>,
    ) -> ExplanationDocument {
        let place = domain.vocabulary().place;
        let write = |item| domain.write_item(position, view, place, item);
        let written = |sentence: &Sentence<D::Move>| {
            let mut position = position.clone();
            let mut moves = Vec::new();
            for m in &sentence.line {
                moves.push(domain.write_move(&position, view, *m));
                position = domain.play(&position, *m);
            }
            SentenceDocument {
                about: About::from(sentence.role),
                text: sentence.text.clone(),
                moves,
                places: sentence.places.iter().map(|item| write(*item)).collect(),
                arrows: sentence
                    .arrows
                    .iter()
                    .map(|(from, to)| (write(*from), write(*to)))
                    .collect(),
            }
        };
        let all = explanation.sentences.iter();
        let (sentences, more): (Vec<_>, Vec<_>) =
            all.partition(|sentence| sentence.role.is_reason());
        ExplanationDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            digest: Some(digest),
            verdict: None,
            sentences: sentences.into_iter().map(written).collect(),
            more: more.into_iter().map(written).collect(),
        }
    }

    /// The answer, one sentence to a line.
    pub fn text(&self) -> String {
        lines(&self.sentences)
    }

    /// How the move was found, one sentence to a line.
    pub fn more_text(&self) -> String {
        lines(&self.more)
    }
}

fn lines(sentences: &[SentenceDocument]) -> String {
    let lines = sentences.iter();
    lines
        .map(|sentence| format!("{}\n", sentence.text))
        .collect()
}

impl From<SentenceRole> for About {
    fn from(role: SentenceRole) -> About {
        match role {
            SentenceRole::Taught | SentenceRole::Goal => About::Reason,
            SentenceRole::Line => About::Line,
            SentenceRole::Gain => About::Gain,
            SentenceRole::Slip => About::Slip,
            SentenceRole::Move => About::Move,
            SentenceRole::Rule => About::Rule,
            SentenceRole::Tried => About::Tried,
            SentenceRole::Alternative => About::Alternative,
            SentenceRole::Fails => About::Fails,
            SentenceRole::NoAdvice => About::NoAdvice,
        }
    }
}
