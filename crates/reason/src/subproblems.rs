//! Subproblems: questions that a method wants answered first, each with targets of its own.
//!
//! All of them share one pool. The newest is thought about until it is answered or nothing more can be done for it.

use std::collections::BTreeMap;

use domain::Domain;

use crate::formula::Formula;
use crate::hypothesis::Hypothesis;
use crate::reasoner::Reasoner;
use crate::targets::{Targets, Told};

/// How often hypotheses stand on the left and on the right of targets.
type Frequencies = BTreeMap<Hypothesis, (usize, usize)>;

/// A question with its targets.
pub(crate) struct Subproblem {
    question: Formula,
    targets: Targets,
    frequencies: Frequencies,
}

impl<D: Domain> Reasoner<'_, '_, D> {
    /// Makes a question the subproblem that is thought about next, unless it is one already.
    pub(crate) fn set_problem(&mut self, question: Formula) {
        let is_asked = |problem: &Subproblem| problem.question == question;
        if self.subproblems.iter().any(is_asked) {
            return;
        }
        let control = &self.control;
        // A question that is too long to be a target is left to chance.
        let Ok(mut targets) = Targets::of(&question, control.rules, control.multiplication) else {
            return;
        };
        for fact in self.pool.facts() {
            // What cannot be multiplied is known to the prover all the same.
            let _ = targets.update(&fact.formula);
        }
        self.subproblems.push(Subproblem {
            question,
            frequencies: targets.frequencies(),
            targets,
        });
    }

    /// Tells the subproblems a fact.
    pub(crate) fn tell_subproblems(&mut self, fact: &Formula) {
        for problem in &mut self.subproblems {
            let _ = problem.targets.update(fact);
            problem.frequencies = problem.targets.frequencies();
        }
    }

    /// Which of these contexts help with the newest subproblem, and what its targets mention. Subproblems that are
    /// answered, or that none of them helps with, are laid aside.
    pub(crate) fn narrowed(&mut self, open: &[usize]) -> Option<(Vec<usize>, Frequencies)> {
        while let Some(problem) = self.subproblems.last() {
            let is_open = match problem.targets.told() {
                Told::Open => true,
                Told::Yes | Told::No | Told::Contradiction => false,
            };
            if is_open {
                let helps = |idx: &usize| {
                    let mut entries = self.contexts[*idx].entries.iter();
                    entries.any(|id| {
                        let hypothesis = self.pool.hypothesis(*id);
                        hypothesis
                            .is_some_and(|hypothesis| problem.frequencies.contains_key(&hypothesis))
                    })
                };
                let helping: Vec<usize> = open.iter().copied().filter(helps).collect();
                if !helping.is_empty() {
                    return Some((helping, problem.frequencies.clone()));
                }
            }
            self.subproblems.pop();
        }
        None
    }
}
