//! Explanations as documents: the sentences with their moves, squares and arrows as text.

use domain::Domain;
use proof::{Explanation, Role};
use serde::Serialize;

/// An explanation as text and JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExplanationDocument {
    /// The sentences, the most important first.
    pub sentences: Vec<SentenceDocument>,
}

/// A sentence, and what it points at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SentenceDocument {
    /// What it is about.
    pub about: &'static str,
    /// The words.
    pub text: String,
    /// The moves it speaks of, from the position.
    pub moves: Vec<String>,
    /// The places it speaks of.
    pub places: Vec<String>,
    /// The moves as arrows.
    pub arrows: Vec<(String, String)>,
}

impl ExplanationDocument {
    /// Writes an explanation of a position as the outside world knows it.
    pub fn new<D: Domain>(
        domain: &D,
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
                about: about(sentence.role),
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

fn about(role: Role) -> &'static str {
    match role {
        Role::Move => "move",
        Role::Goal => "goal",
        Role::Line => "line",
        Role::Rule => "rule",
        Role::Tried => "tried",
        Role::AlsoGood => "also good",
        Role::Fails => "fails",
        Role::NoAdvice => "no advice",
    }
}
