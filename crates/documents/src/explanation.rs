//! Explanations as documents: the sentences with their moves, squares and arrows as text.

use domain::Domain;
use lang::checked::Program;
use proof::{Explanation, SentenceRole};
use serde::{Deserialize, Serialize};

use crate::digest::{Digest, digest_of_chapter};
use crate::opening::{Format, FormatName, FormatVersion};

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
    /// The sentences, the most important first.
    pub sentences: Vec<SentenceDocument>,
}

impl Format for ExplanationDocument {
    const NAME: &'static str = "nasvet-explanation";
    const VERSION: u64 = 1;
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
    /// The move and the piece behind it.
    Move,
    /// What is reached.
    Goal,
    /// The moves that lead there.
    Line,
    /// A rule of the table.
    Rule,
    /// A piece that was tried before.
    Tried,
    /// Another move that does as well.
    #[serde(rename = "also good")]
    AlsoGood,
    /// Another move that does not.
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
    /// Writes an explanation of a position as the outside world knows it.
    pub fn new<D: Domain>(
        domain: &D,
        program: &Program,
        position: &D::Position,
        view: D::View,
        explanation: &Explanation<D::Move>,
    ) -> ExplanationDocument {
        let place = domain.vocabulary().place;
        let write = |item| domain.write_item(position, view, place, item);
        let sentences = explanation.sentences.iter().map(|sentence| {
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
        });
        ExplanationDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            digest: Some(digest_of_chapter(domain.vocabulary(), program)),
            sentences: sentences.collect(),
        }
    }

    /// The sentences, one to a line.
    pub fn text(&self) -> String {
        let lines = self.sentences.iter();
        lines
            .map(|sentence| format!("{}\n", sentence.text))
            .collect()
    }
}

impl From<SentenceRole> for About {
    fn from(role: SentenceRole) -> About {
        match role {
            SentenceRole::Move => About::Move,
            SentenceRole::Goal => About::Goal,
            SentenceRole::Line => About::Line,
            SentenceRole::Rule => About::Rule,
            SentenceRole::Tried => About::Tried,
            SentenceRole::AlsoGood => About::AlsoGood,
            SentenceRole::Fails => About::Fails,
            SentenceRole::NoAdvice => About::NoAdvice,
        }
    }
}
