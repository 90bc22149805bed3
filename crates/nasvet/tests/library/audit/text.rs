//! The words of a sentence, held against its facts.

use std::collections::HashSet;

use domain::{Domain, Phrase, Value};
use lang::checked::ExprKind;
use proof::{Sentence, SentenceFact};

use super::Case;

impl<D: Domain> Case<'_, D> {
    /// What the words of a sentence say that its facts do not.
    pub(super) fn text(&self, sentence: &Sentence<D::Move>) -> Vec<String> {
        let mut faults = Vec::new();
        let known = self.known(sentence);
        for word in words(&sentence.text) {
            let names_something = word.chars().any(|c| c.is_ascii_digit());
            if names_something && !known.contains(&word) {
                faults.push(format!("nothing says `{word}`"));
            }
        }
        faults.extend(self.truths(sentence));
        faults
    }

    /// All that the sentence may name: values, moves and counts.
    fn known(&self, sentence: &Sentence<D::Move>) -> HashSet<String> {
        let mut known = HashSet::new();
        let mut add = |text: &str| known.extend(words(text));
        // The line it speaks of, from the position that was asked about; and the move that began the plan.
        let mut position = self.root.clone();
        for m in self.played.iter().chain(&sentence.line) {
            add(&self.domain.write_move(&position, self.view, *m));
            position = self.domain.play(&position, *m);
        }
        for fact in &sentence.facts {
            match fact {
                SentenceFact::Value { expr, value, .. } => {
                    let value = value.as_ref();
                    let written = value.map(|value| self.written(expr.ty, value));
                    written.iter().flatten().for_each(|text| add(text));
                }
                SentenceFact::Said { text, .. } => add(text),
                SentenceFact::Shown { tree, .. } => {
                    let branches = tree.branches(tree.root());
                    // So many other tries, and the first move of all.
                    add(&branches.len().saturating_sub(1).to_string());
                    for (m, _) in branches.iter().take(1) {
                        add(&self.domain.write_move(self.root, self.view, *m));
                    }
                }
                SentenceFact::Permitted { m, .. } => {
                    add(&self.domain.write_move(self.root, self.view, *m));
                }
                SentenceFact::NoMove { .. } | SentenceFact::Repeats { .. } => {}
            }
        }
        // The titles of pieces, the numbers of rules.
        for piece in &self.program.pieces {
            add(piece.doc.as_deref().unwrap_or(&piece.name));
        }
        for table in &self.program.tables {
            (1..=table.rules.len()).for_each(|number| add(&number.to_string()));
        }
        known.extend(self.lengths(sentence));
        // A chosen move that is only tried first.
        for m in self.domain.legal_moves(self.root) {
            let written = self.domain.write_move(self.root, self.view, m);
            if sentence
                .text
                .contains(&format!("; {written} is only tried first"))
            {
                known.extend(words(&written));
            }
        }
        known
    }

    /// The number of our moves in the longest line that a sentence speaks of.
    fn lengths(&self, sentence: &Sentence<D::Move>) -> Option<String> {
        if !sentence.text.contains("in at most") {
            return None;
        }
        let longest = sentence.facts.iter().filter_map(|fact| match fact {
            SentenceFact::Value { spot, .. }
            | SentenceFact::Said { spot, .. }
            | SentenceFact::NoMove { spot, .. } => Some(spot.line.len() - self.played.len()),
            SentenceFact::Shown { tree, .. } => {
                let here = tree.follow(self.played)?;
                Some(tree.depths()[here.idx()])
            }
            SentenceFact::Permitted { .. } | SentenceFact::Repeats { .. } => None,
        });
        Some(longest.max()?.div_ceil(2).to_string())
    }

    /// Truths of the vocabulary that are said: one of the facts must be so.
    fn truths(&self, sentence: &Sentence<D::Move>) -> Vec<String> {
        let mut faults = Vec::new();
        let vocabulary = self.domain.vocabulary();
        for word in &vocabulary.words {
            let Some(Phrase::Truth(yes, no)) = word.phrase else {
                continue;
            };
            // What the author of a chapter wrote is held against the facts as a whole.
            let mut text = sentence.text.to_lowercase();
            for fact in &sentence.facts {
                if let SentenceFact::Said { text: said, .. } = fact {
                    text = text.replace(&said.to_lowercase(), "");
                }
            }
            let says_no = matches(&text, no);
            let says_yes = !says_no && matches(&text, yes);
            for (says, wanted) in [(says_no, false), (says_yes, true)] {
                let is_so = sentence.facts.iter().any(|fact| match fact {
                    SentenceFact::Value { expr, value, .. } => {
                        let is_word = matches!(&expr.kind, ExprKind::Word(id, _)
                            if vocabulary.word(*id).name == word.name);
                        is_word && *value == Some(Value::Truth(wanted))
                    }
                    SentenceFact::Said { .. }
                    | SentenceFact::Shown { .. }
                    | SentenceFact::Permitted { .. }
                    | SentenceFact::NoMove { .. }
                    | SentenceFact::Repeats { .. } => false,
                });
                if says && !is_so {
                    faults.push(format!("`{}` is said, and is not {wanted}", word.name));
                }
            }
        }
        faults
    }
}

/// Does a text have the fixed parts of a phrase, in order?
fn matches(text: &str, phrase: &str) -> bool {
    let mut rest = text;
    let fixed = phrase
        .split(['{', '}'])
        .step_by(2)
        .filter(|part| !part.is_empty());
    let mut is_any = false;
    for part in fixed {
        let part = part.to_lowercase();
        let Some(idx) = rest.find(&part) else {
            return false;
        };
        is_any = true;
        rest = &rest[idx + part.len()..];
    }
    is_any
}

/// The words of a text without its marks, and without the signs of check and mate.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || "-→=+#".contains(c)));
    words
        .map(|word| word.trim_end_matches(['+', '#']).to_string())
        .filter(|word| !word.is_empty())
        .collect()
}
