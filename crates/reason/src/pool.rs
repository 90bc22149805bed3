//! The current-knowledge-pool: hypotheses and other objects, each once, and the facts known so far.

use std::collections::HashMap;

use domain::Value;
use lang::checked::{HypothesisId, HypothesisKeyword, MethodId, Program};

use crate::formula::Formula;
use crate::hypothesis::Hypothesis;
use crate::positions::PositionId;

/// Something in the pool: what it is, and about what.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// Which hypothesis or object of the program.
    pub kind: HypothesisId,
    /// What it is about.
    pub args: Vec<Value>,
    /// In which position.
    pub position: PositionId,
}

/// An index into the entries of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EntryId(pub u32);

/// A fact, and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// What is true.
    pub formula: Formula,
    /// Who knows it.
    pub method: MethodId,
    /// In which context: the entries that matched.
    pub context: Vec<EntryId>,
    /// What is said about it, if its method says something.
    pub note: Option<String>,
}

/// Everything that is known or suspected about a problem.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    entries: Vec<Entry>,
    found: HashMap<Entry, EntryId>,
    /// For each entry its number among the hypotheses, or among the objects.
    numbers: Vec<u32>,
    /// The entry of each hypothesis.
    hypotheses: Vec<EntryId>,
    n_objects: u32,
    facts: Vec<Fact>,
}

impl Pool {
    /// The entry, which is made if it is not there. Also says whether it is new.
    pub fn put(&mut self, entry: Entry, program: &Program) -> (EntryId, bool) {
        if let Some(id) = self.found.get(&entry) {
            return (*id, false);
        }
        let id = EntryId(self.entries.len() as u32);
        match program.hypothesis(entry.kind).keyword {
            HypothesisKeyword::Hypothesis => {
                self.numbers.push(self.hypotheses.len() as u32);
                self.hypotheses.push(id);
            }
            HypothesisKeyword::Object => {
                self.numbers.push(self.n_objects);
                self.n_objects += 1;
            }
        }
        self.entries.push(entry.clone());
        self.found.insert(entry, id);
        (id, true)
    }

    /// The hypothesis that is such an entry, if it is there.
    pub(crate) fn find(&self, entry: &Entry) -> Option<Hypothesis> {
        self.hypothesis(*self.found.get(entry)?)
    }

    /// The entry of an index.
    pub fn entry(&self, id: EntryId) -> &Entry {
        &self.entries[id.0 as usize]
    }

    /// All entries, oldest first.
    pub fn entries(&self) -> impl Iterator<Item = (EntryId, &Entry)> {
        (0..).map(EntryId).zip(&self.entries)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The number of an entry among the hypotheses, if it is one.
    pub fn hypothesis(&self, id: EntryId) -> Option<Hypothesis> {
        let number = self.numbers[id.0 as usize];
        let is_hypothesis = self.hypotheses.get(number as usize) == Some(&id);
        is_hypothesis.then_some(Hypothesis(number))
    }

    /// The number of an entry among its like.
    pub(crate) fn number(&self, id: EntryId) -> u32 {
        self.numbers[id.0 as usize]
    }

    /// The entry of a hypothesis.
    pub fn entry_of(&self, hypothesis: Hypothesis) -> EntryId {
        self.hypotheses[hypothesis.0 as usize]
    }

    /// How many hypotheses there are.
    pub fn n_hypotheses(&self) -> usize {
        self.hypotheses.len()
    }

    /// The facts, in the order in which they became known.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Adds a fact.
    pub fn know(&mut self, fact: Fact) {
        self.facts.push(fact);
    }
}
