//! Subproblems: questions that a method wants answered first, each with targets of its own.
//!
//! All of them share one pool. The newest is pursued until it is answered or nothing more can be done for it.

use crate::control::Control;
use crate::logic::{Frequencies, Proposition, TargetPair, TargetState};
use crate::matcher::MethodContext;
use crate::pool::Pool;

/// The open subproblems, the newest last.
#[derive(Default)]
pub(crate) struct Subproblems(Vec<Subproblem>);

/// A question with its targets.
struct Subproblem {
    question: Proposition,
    targets: TargetPair,
    frequencies: Frequencies,
}

impl Subproblems {
    /// Makes a question the newest subproblem, unless it is one already.
    pub(crate) fn push(&mut self, question: Proposition, control: &Control, pool: &Pool) {
        let is_asked = |problem: &Subproblem| problem.question == question;
        if self.0.iter().any(is_asked) {
            return;
        }
        // A question that is too long for a target cannot direct the search for facts.
        let Ok(mut targets) = TargetPair::of(&question, control.rules, control.multiplication)
        else {
            return;
        };
        for fact in pool.facts() {
            // A fact that is too long for the targets is still known to the prover.
            let _ = targets.update(&fact.proposition);
        }
        self.0.push(Subproblem {
            question,
            frequencies: targets.frequencies(),
            targets,
        });
    }

    /// Multiplies a new fact into the targets of all subproblems.
    pub(crate) fn update(&mut self, fact: &Proposition) {
        for problem in &mut self.0 {
            let _ = problem.targets.update(fact);
            problem.frequencies = problem.targets.frequencies();
        }
    }

    /// The open contexts that help with the newest subproblem, and what its targets mention. Subproblems that are
    /// answered, or that no context helps with, are dropped.
    pub(crate) fn narrow(
        &mut self,
        open: &[usize],
        contexts: &[MethodContext],
        pool: &Pool,
    ) -> Option<(Vec<usize>, Frequencies)> {
        while let Some(problem) = self.0.last() {
            let is_open = match problem.targets.state() {
                TargetState::Open => true,
                TargetState::Yes | TargetState::No | TargetState::Contradiction => false,
            };
            if is_open {
                let helps = |idx: &usize| {
                    let mut entries = contexts[*idx].entries.iter();
                    entries.any(|id| {
                        let hypothesis = pool.hypothesis(*id);
                        hypothesis
                            .is_some_and(|hypothesis| problem.frequencies.contains_key(&hypothesis))
                    })
                };
                let helping: Vec<usize> = open.iter().copied().filter(helps).collect();
                if !helping.is_empty() {
                    return Some((helping, problem.frequencies.clone()));
                }
            }
            self.0.pop();
        }
        None
    }
}
