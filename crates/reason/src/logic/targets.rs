//! The positive and the negative target: what is still to be shown for *yes* and for *no*.
//!
//! The positive target begins with the question and the negative one with its opposite, and facts are multiplied into
//! both. The question follows when the positive target is a theorem. A fact that shares no hypothesis with the targets,
//! not even through other facts, cannot help, so it waits until a later fact connects it. A fact whose product would be
//! too large waits too, and so does every fact if the [`Multiplication`] says so. The true target is then the product
//! with everything that waits.

use std::collections::BTreeMap;

use crate::logic::cform::{CForm, Simplification};
use crate::logic::hypothesis::{HypothesisSet, PoolHypothesis};
use crate::logic::line::TargetLine;
use crate::logic::proposition::Proposition;
use crate::logic::wang::{convert, fact_factor};
use crate::undecided::Undecided;

/// The most lines that may wait. Further facts are left to the prover, so that memory stays bounded.
const MAX_WAITING: usize = 50_000;

/// When facts are multiplied into the targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Multiplication {
    /// At once, as long as a target has at most this many lines.
    Immediate(usize),
    /// Facts are multiplied only with each other, where that makes them shorter.
    Partial,
    /// Never: the targets are kept as products.
    Delayed,
}

/// How often each hypothesis stands on the left and on the right of lines.
pub type Frequencies = BTreeMap<PoolHypothesis, (usize, usize)>;

/// The two targets, and the facts that wait.
#[derive(Clone, Debug)]
pub struct TargetPair {
    positive: CForm,
    negative: CForm,
    waiting: Vec<Waiting>,
    values: BTreeMap<PoolHypothesis, bool>,
    rules: Simplification,
    multiplication: Multiplication,
    /// The hypotheses of facts that are too long for the c-form and left to the prover.
    too_large: Vec<HypothesisSet>,
    contradiction: bool,
}

/// A factor that waits, and its hypotheses.
#[derive(Clone, Debug)]
struct Waiting {
    factor: CForm,
    mentions: HypothesisSet,
    /// The lines of the targets when the product was too large; only smaller targets are tried again.
    refused_at: usize,
}

/// What the targets alone decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TargetState {
    Yes,
    No,
    /// The facts cannot all be true.
    Contradiction,
    /// Nothing yet.
    Open,
}

impl TargetPair {
    /// The targets of a question, without facts.
    pub fn of(
        question: &Proposition,
        rules: Simplification,
        multiplication: Multiplication,
    ) -> Result<TargetPair, Undecided> {
        let mut targets = TargetPair {
            positive: convert(question)?,
            negative: convert(&question.clone().negated())?,
            waiting: Vec::new(),
            values: BTreeMap::new(),
            rules,
            multiplication,
            too_large: Vec::new(),
            contradiction: false,
        };
        targets.tidy_up();
        Ok(targets)
    }

    /// Multiplies a fact into both targets, and gives its factor. A fact that is too long is left to the prover.
    pub fn update(&mut self, fact: &Proposition) -> Result<CForm, Undecided> {
        let factor = fact_factor(fact).and_then(|factor| {
            let n_lines: usize = self.waiting().map(|waiting| waiting.lines().len()).sum();
            let fits = n_lines + factor.lines().len() <= MAX_WAITING;
            fits.then_some(factor).ok_or(Undecided::Lines(MAX_WAITING))
        });
        let factor = factor.inspect_err(|_| self.too_large.push(fact.hypotheses()))?;
        let mut inserted = factor.clone();
        for (hypothesis, truth) in &self.values {
            inserted.insert(*hypothesis, *truth);
        }
        self.wait(inserted);
        self.tidy_up();
        Ok(factor)
    }

    /// The positive target, without the facts that wait.
    pub fn positive(&self) -> &CForm {
        &self.positive
    }

    /// The negative target, without the facts that wait.
    pub fn negative(&self) -> &CForm {
        &self.negative
    }

    /// The factors that wait.
    pub fn waiting(&self) -> impl Iterator<Item = &CForm> {
        self.waiting.iter().map(|waiting| &waiting.factor)
    }

    /// The values that rule 3 has inserted.
    pub fn values(&self) -> &BTreeMap<PoolHypothesis, bool> {
        &self.values
    }

    /// Does a fact wait that is connected to the targets?
    pub fn is_product(&self) -> bool {
        !self.too_large.is_empty() || self.connected().next().is_some()
    }

    /// How often each hypothesis stands on the left and on the right, in the targets and in what is connected to them.
    pub fn frequencies(&self) -> Frequencies {
        let mut counts = BTreeMap::new();
        let connected = self.connected();
        for form in [&self.positive, &self.negative]
            .into_iter()
            .chain(connected)
        {
            for line in form.lines() {
                for hypothesis in line.left.iter() {
                    counts.entry(hypothesis).or_insert((0, 0)).0 += 1;
                }
                for hypothesis in line.right.iter() {
                    counts.entry(hypothesis).or_insert((0, 0)).1 += 1;
                }
            }
        }
        for mentioned in &self.too_large {
            for hypothesis in mentioned.iter() {
                let (left, right) = counts.entry(hypothesis).or_insert((0, 0));
                (*left, *right) = (*left + 1, *right + 1);
            }
        }
        counts
    }

    /// What the targets alone decide.
    pub(crate) fn state(&self) -> TargetState {
        match (self.positive.is_theorem(), self.negative.is_theorem()) {
            _ if self.contradiction => TargetState::Contradiction,
            (true, true) => TargetState::Contradiction,
            (true, false) => TargetState::Yes,
            (false, true) => TargetState::No,
            (false, false) => TargetState::Open,
        }
    }

    /// The waiting facts that share a hypothesis with the targets, directly or through other waiting facts.
    fn connected(&self) -> impl Iterator<Item = &CForm> {
        let mut reached = self.mentioned();
        let mut apart: Vec<&Waiting> = self.waiting.iter().collect();
        let mut connected = Vec::new();
        loop {
            let n_connected = connected.len();
            apart.retain(|waiting| {
                let joins = waiting.mentions.meets(&reached);
                if joins {
                    reached.join(&waiting.mentions);
                    connected.push(&waiting.factor);
                }
                !joins
            });
            if connected.len() == n_connected {
                return connected.into_iter();
            }
        }
    }

    fn mentioned(&self) -> HypothesisSet {
        let mut mentioned = self.positive.hypotheses();
        mentioned.join(&self.negative.hypotheses());
        mentioned
    }

    /// Lets a factor wait, unless it says nothing.
    fn wait(&mut self, factor: CForm) {
        if factor.lines().is_empty() {
            // The fact contradicts the others.
            self.contradiction = true;
        } else if !factor.is_false() {
            self.waiting.push(Waiting {
                mentions: factor.hypotheses(),
                factor,
                refused_at: usize::MAX,
            });
        }
    }

    /// Multiplies what can be multiplied and simplifies, until nothing changes.
    fn tidy_up(&mut self) {
        loop {
            self.positive.simplify(self.rules);
            self.negative.simplify(self.rules);
            match self.multiplication {
                Multiplication::Immediate(max_lines) => self.multiply(max_lines),
                Multiplication::Partial => self.multiply_facts(),
                Multiplication::Delayed => {}
            }
            if !self.rules.values || !self.insert_values() {
                break;
            }
        }
    }

    /// Multiplies the targets with every factor that shares a hypothesis with them, if the product stays small.
    fn multiply(&mut self, max_lines: usize) {
        let mut idx = 0;
        while idx < self.waiting.len() {
            let n_lines = self.positive.lines().len() + self.negative.lines().len();
            let waiting = &self.waiting[idx];
            let (factor, refused_at) = (&waiting.factor, waiting.refused_at);
            if refused_at <= n_lines || !waiting.mentions.meets(&self.mentioned()) {
                idx += 1;
                continue;
            }
            let product = |target: &CForm| factor.times_at_most(target, self.rules, max_lines);
            match product(&self.positive).zip(product(&self.negative)) {
                Some((positive, negative)) => {
                    (self.positive, self.negative) = (positive, negative);
                    self.waiting.remove(idx);
                    // Others may be connected now.
                    idx = 0;
                }
                None => {
                    self.waiting[idx].refused_at = n_lines;
                    idx += 1;
                }
            }
        }
    }

    /// Multiplies pairs of facts whose product is shorter than the pair.
    fn multiply_facts(&mut self) {
        let mut a = 0;
        while a < self.waiting.len() {
            let joined = (a + 1..self.waiting.len()).find_map(|b| {
                let (first, second) = (&self.waiting[a], &self.waiting[b]);
                if !first.mentions.meets(&second.mentions) {
                    return None;
                }
                let (first, second) = (&first.factor, &second.factor);
                let max_lines = first.lines().len() + second.lines().len() - 1;
                let product = first.times_at_most(second, self.rules, max_lines)?;
                Some((b, product))
            });
            match joined {
                Some((b, product)) => {
                    self.waiting.remove(b);
                    self.waiting.remove(a);
                    self.wait(product);
                    a = 0;
                }
                None => a += 1,
            }
        }
    }

    /// Rule 3: a hypothesis on the same side of all lines of a factor of the positive target and of a factor of the
    /// negative one has a value, since the two cannot both hold. True if a value was found.
    fn insert_values(&mut self) -> bool {
        if self.state() != TargetState::Open {
            return false;
        }
        let [mut positive, negative] = [&self.positive, &self.negative].map(CForm::in_every_line);
        positive.left.keep(&negative.left);
        positive.right.keep(&negative.right);
        let mut implied: TargetLine = positive;
        // What waits is a factor of both.
        for factor in self.waiting() {
            implied = implied.or(&factor.in_every_line());
        }
        if implied.is_tautology() {
            self.contradiction = true;
            return false;
        }
        let values: Vec<(PoolHypothesis, bool)> = (implied.left.iter().map(|h| (h, true)))
            .chain(implied.right.iter().map(|h| (h, false)))
            .collect();
        for (hypothesis, truth) in &values {
            self.positive.insert(*hypothesis, *truth);
            self.negative.insert(*hypothesis, *truth);
            self.values.insert(*hypothesis, *truth);
        }
        for mut waiting in std::mem::take(&mut self.waiting) {
            if !values
                .iter()
                .any(|(hypothesis, _)| waiting.mentions.contains(*hypothesis))
            {
                self.waiting.push(waiting);
                continue;
            }
            for (hypothesis, truth) in &values {
                waiting.factor.insert(*hypothesis, *truth);
            }
            waiting.factor.simplify(self.rules);
            self.wait(waiting.factor);
        }
        !values.is_empty()
    }
}
