//! The current-knowledge-pool: hypotheses and other objects, each once, and the facts known so far.

use std::collections::HashMap;

use domain::{Plan, PlanForm, Value};
use lang::checked::{HypothesisId, HypothesisKeyword, MethodId, Program};

use crate::logic::{PoolHypothesis, Proposition};
use crate::positions::PositionId;

/// A hypothesis or an object: what it is, and what it is about.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PoolEntry {
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
pub struct KnownFact {
    /// What is true.
    pub proposition: Proposition,
    /// The lemma or method that contributed it.
    pub method: MethodId,
    /// In which context: the entries that matched.
    pub context: Vec<EntryId>,
    /// The note of its method, if it has one.
    pub note: Option<String>,
}

/// Everything that is known or suspected about a problem.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    entries: Vec<PoolEntry>,
    found: HashMap<PoolEntry, EntryId>,
    /// The number of each entry among the hypotheses, or among the objects.
    numbers: Vec<u32>,
    /// The entry of each hypothesis.
    hypotheses: Vec<EntryId>,
    n_objects: u32,
    facts: Vec<KnownFact>,
    /// The simple plans that entries are about, in the order in which they came.
    plans: Vec<Plan>,
    plan_numbers: HashMap<Plan, usize>,
}

impl Pool {
    /// Puts an entry into the pool, unless it is there. Says whether it is new.
    pub fn put(&mut self, entry: PoolEntry, program: &Program) -> (EntryId, bool) {
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
        for value in &entry.args {
            if let Value::Plan(plan) = value {
                self.number_plans(plan);
            }
        }
        self.entries.push(entry.clone());
        self.found.insert(entry, id);
        (id, true)
    }

    /// Numbers the simple plans of a plan.
    fn number_plans(&mut self, plan: &Plan) {
        match plan.form() {
            PlanForm::Simple(_) => {
                if !self.plan_numbers.contains_key(plan) {
                    self.plan_numbers.insert(plan.clone(), self.plans.len());
                    self.plans.push(plan.clone());
                }
            }
            PlanForm::Or(a, b) | PlanForm::Mod(a, b) => {
                self.number_plans(a);
                self.number_plans(b);
            }
        }
    }

    /// The hypothesis that is such an entry, if it is there.
    pub(crate) fn find(&self, entry: &PoolEntry) -> Option<PoolHypothesis> {
        self.hypothesis(*self.found.get(entry)?)
    }

    /// The entry of an index.
    pub fn entry(&self, id: EntryId) -> &PoolEntry {
        &self.entries[id.0 as usize]
    }

    /// All entries, oldest first.
    pub fn entries(&self) -> impl Iterator<Item = (EntryId, &PoolEntry)> {
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
    pub fn hypothesis(&self, id: EntryId) -> Option<PoolHypothesis> {
        let number = self.numbers[id.0 as usize];
        let is_hypothesis = self.hypotheses.get(number as usize) == Some(&id);
        is_hypothesis.then_some(PoolHypothesis(number))
    }

    /// The number of an entry among the hypotheses, or among the objects.
    pub(crate) fn number(&self, id: EntryId) -> u32 {
        self.numbers[id.0 as usize]
    }

    /// The entry of a hypothesis.
    pub fn entry_of(&self, hypothesis: PoolHypothesis) -> EntryId {
        self.hypotheses[hypothesis.0 as usize]
    }

    /// How many hypotheses there are.
    pub fn n_hypotheses(&self) -> usize {
        self.hypotheses.len()
    }

    /// The facts, in the order in which they became known.
    pub fn facts(&self) -> &[KnownFact] {
        &self.facts
    }

    /// Adds a fact.
    pub fn know(&mut self, fact: KnownFact) {
        self.facts.push(fact);
    }

    /// The simple plans that entries are about, in the order in which they came.
    pub(crate) fn plans(&self) -> &[Plan] {
        &self.plans
    }

    /// A plan by the numbers of its simple plans: `p:1 mod p:4`.
    pub(crate) fn write_numbered(&self, plan: &Plan) -> String {
        let part = |part: &Plan| match part.form() {
            PlanForm::Or(..) => format!("({})", self.write_numbered(part)),
            PlanForm::Simple(_) | PlanForm::Mod(..) => self.write_numbered(part),
        };
        match plan.form() {
            PlanForm::Simple(_) => {
                let number = self.plan_numbers.get(plan).map_or(0, |idx| idx + 1);
                format!("p:{number}")
            }
            PlanForm::Or(a, b) => {
                format!("{} or {}", self.write_numbered(a), self.write_numbered(b))
            }
            PlanForm::Mod(a, b) => format!("{} mod {}", part(a), part(b)),
        }
    }
}
