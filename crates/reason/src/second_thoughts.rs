//! Second thoughts: where only a referee knows the answer, the reasoner goes on until it has a reason.
//!
//! A referee looks at all moves of both sides. He is right, but nobody learns from him. What he knows is kept, so
//! that only the ideas of the side that is right are tried, the cheapest first.

use domain::Domain;
use lang::checked::MethodKeyword;

use crate::logic::{FactId, Proposition};
use crate::positions::PositionId;
use crate::reasoner::{Conclusion, Reasoner};

/// The most cycles that are spent on finding a reason.
const MAX_CYCLES: usize = 200;

/// The most positions that are looked at for it: a user waits.
const MAX_NODES: u64 = 200_000;

impl<D: Domain> Reasoner<D> {
    /// Goes on where the answer rests on a referee, until it rests on something else or nothing is left to try.
    pub(crate) fn seek_reason(&mut self) {
        let (Some(answer), known) = (self.answered(), self.conclusion) else {
            return;
        };
        let most = self.explorer.nodes.saturating_add(MAX_NODES);
        for _ in 0..MAX_CYCLES {
            let is_explained = matches!(
                self.prover.implied_by(&self.reasons(), &answer),
                Ok(true) | Err(_)
            );
            if is_explained || self.explorer.nodes > most || self.explorer.watch.check().is_err() {
                break;
            }
            let Some(number) = self.next_thought() else {
                break;
            };
            // While there is an answer, nothing new is noticed.
            self.conclusion = None;
            self.execute(number);
            let has_given_up = matches!(self.conclusion, Some(Conclusion::Unknown(_)));
            self.conclusion = known;
            if has_given_up {
                break;
            }
        }
    }

    /// The question, or its opposite, whichever is true. None without an answer.
    pub(crate) fn answered(&self) -> Option<Proposition> {
        match self.conclusion? {
            Conclusion::Yes => Some(self.question.clone()),
            Conclusion::No => Some(self.question.clone().negated()),
            Conclusion::Unknown(_) => None,
        }
    }

    /// The facts that no referee contributed.
    pub(crate) fn reasons(&self) -> Vec<FactId> {
        let facts = self.pool.facts().iter().zip(0..);
        facts
            .filter(|(fact, _)| {
                let method = self.explorer.program.method(fact.method);
                method.keyword != MethodKeyword::Referee
            })
            .map(|(_, number)| FactId(number))
            .collect()
    }

    /// The cheapest context about the problem itself that can be carried out, and that is no referee's.
    fn next_thought(&mut self) -> Option<usize> {
        let mut best: Option<(u32, usize)> = None;
        for idx in 0..self.contexts.len() {
            let method = self.explorer.program.method(self.contexts[idx].method);
            let cost = method.cost;
            let is_better = best.is_none_or(|(least, _)| cost < least);
            let entries = self.contexts[idx].entries.iter();
            let is_here = entries
                .map(|id| self.pool.entry(*id).position)
                .all(|position| position == PositionId::PROBLEM);
            if method.keyword != MethodKeyword::Referee
                && is_better
                && is_here
                && !self.is_done[idx]
                && self.stands(idx)
            {
                best = Some((cost, idx));
            }
        }
        best.map(|(_, idx)| idx)
    }
}
