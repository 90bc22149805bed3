//! Why the answer is what it is: the facts that it needs, in words.

use domain::{Domain, Value};
use lang::checked::{MethodId, Template};

use crate::formula::Formula;
use crate::hypothesis::Hypothesis;
use crate::prover::FactId;
use crate::reasoner::Reasoner;

/// A step of an explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The fact.
    pub fact: FactId,
    /// The lemma or method that knows it.
    pub method: MethodId,
    /// The fact in words.
    pub text: String,
}

impl<D: Domain> Reasoner<'_, '_, D> {
    /// The facts that the answer needs, in the order in which they became known. None can be left out.
    ///
    /// Each is said with the note of the method that contributed it, or else with what its hypotheses mean.
    pub fn explanation(&mut self) -> Vec<Step> {
        let needed = self.needed_facts();
        let steps = needed.into_iter().map(|id| {
            let fact = self.pool.facts()[id.0 as usize].clone();
            let text = fact.note.unwrap_or_else(|| self.say(&fact.formula));
            Step {
                fact: id,
                method: fact.method,
                text,
            }
        });
        steps.collect()
    }

    /// The question in words, and its opposite.
    pub fn say_answer(&mut self, truth: bool) -> String {
        let question = self.question().clone();
        if truth {
            self.say(&question)
        } else {
            self.say(&question.negated())
        }
    }

    /// A formula in words.
    fn say(&mut self, formula: &Formula) -> String {
        let list = |reasoner: &mut Self, parts: &[Formula], word: &str, none: &str| {
            let parts: Vec<String> = parts.iter().map(|part| reasoner.say(part)).collect();
            if parts.is_empty() {
                none.to_owned()
            } else {
                parts.join(word)
            }
        };
        match formula {
            Formula::Truth(truth) => if *truth { "it is so" } else { "it is not so" }.into(),
            Formula::Hypothesis(hypothesis) => self.say_hypothesis(*hypothesis, true),
            Formula::Not(part) => match &**part {
                Formula::Hypothesis(hypothesis) => self.say_hypothesis(*hypothesis, false),
                Formula::Not(inner) => self.say(inner),
                Formula::Truth(_)
                | Formula::And(_)
                | Formula::Or(_)
                | Formula::Implies(..)
                | Formula::Iff(..) => format!("it is not so that {}", self.say(part)),
            },
            Formula::And(parts) => list(self, parts, " and ", "it is so"),
            Formula::Or(parts) => list(self, parts, " or ", "it is not so"),
            Formula::Implies(a, b) => format!("if {} then {}", self.say(a), self.say(b)),
            Formula::Iff(a, b) => format!("{} exactly if {}", self.say(a), self.say(b)),
        }
    }

    fn say_hypothesis(&mut self, hypothesis: Hypothesis, holds: bool) -> String {
        let entry = self.pool.entry(self.pool.entry_of(hypothesis)).clone();
        self.explorer.here = entry.position;
        let kind = self.explorer.program.hypothesis(entry.kind);
        let locals: Vec<Option<Value>> = entry.args.iter().cloned().map(Some).collect();
        let said = |template: &Option<Template>| {
            let template = template.as_ref()?;
            self.explorer.said(template, &locals).ok().flatten()
        };
        let own = said(if holds { &kind.means } else { &kind.means_not });
        let opposite = said(&kind.means).filter(|_| !holds);
        let said = own.or_else(|| opposite.map(|text| format!("it is not so that {text}")));
        let said = said.unwrap_or_else(|| {
            let written = self.write_entry(&entry);
            if holds {
                written
            } else {
                format!("not {written}")
            }
        });
        let explorer = &self.explorer;
        match explorer
            .positions
            .path(explorer.domain, explorer.view, entry.position)
        {
            Some(path) => format!("after {path} {said}"),
            None => said,
        }
    }
}
