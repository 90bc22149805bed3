//! Conversion of any proposition into c-form, by Wang's algorithm.
//!
//! A sequent has propositions on two sides. The rule of a connective and a side splits a sequent into simpler ones;
//! without connectives it is a line. (Wang 1960; Raphael, *The Thinking Computer*, 1976.)

use crate::logic::cform::{CForm, Simplification};
use crate::logic::line::TargetLine;
use crate::logic::proposition::Proposition;
use crate::undecided::Undecided;

/// The largest c-form that a conversion gives.
const MAX_LINES: usize = 4096;

/// The c-form of a proposition, which is equivalent to it.
pub fn convert(formula: &Proposition) -> Result<CForm, Undecided> {
    Sequent {
        right: vec![formula],
        ..Sequent::default()
    }
    .lines()
}

/// A fact as the factor by which targets are multiplied: the c-form of `fact => false`.
///
/// The longest line comes first, as in the paper's Fig. 6.
pub fn fact_factor(fact: &Proposition) -> Result<CForm, Undecided> {
    let factor = Sequent {
        left: vec![fact],
        ..Sequent::default()
    }
    .lines()?;
    let mut lines = factor.lines().to_vec();
    lines.sort_by_key(|line| std::cmp::Reverse(line.len()));
    Ok(CForm::new(lines))
}

/// The propositions still to be split on either side, and the line so far.
#[derive(Clone, Default)]
struct Sequent<'a> {
    left: Vec<&'a Proposition>,
    right: Vec<&'a Proposition>,
    line: TargetLine,
}

impl<'a> Sequent<'a> {
    fn lines(self) -> Result<CForm, Undecided> {
        let mut lines: Vec<TargetLine> = Vec::new();
        // The last one is split first, so branches are pushed in reverse.
        let mut waiting = vec![self];
        while let Some(mut sequent) = waiting.pop() {
            if let Some(formula) = sequent.left.pop() {
                waiting.extend(sequent.on_the_left(formula).into_iter().rev());
            } else if let Some(formula) = sequent.right.pop() {
                waiting.extend(sequent.on_the_right(formula).into_iter().rev());
            } else if !sequent.line.is_tautology() {
                lines.push(sequent.line);
            }
            if lines.len() + waiting.len() > MAX_LINES {
                return Err(Undecided::Lines(MAX_LINES));
            }
        }
        let mut form = CForm::new(lines);
        form.simplify(Simplification::ALL);
        Ok(form)
    }

    fn with_left(mut self, formulas: impl IntoIterator<Item = &'a Proposition>) -> Sequent<'a> {
        self.left.extend(formulas);
        self
    }

    fn with_right(mut self, formulas: impl IntoIterator<Item = &'a Proposition>) -> Sequent<'a> {
        self.right.extend(formulas);
        self
    }

    /// Splits a proposition that is assumed.
    fn on_the_left(mut self, formula: &'a Proposition) -> Vec<Sequent<'a>> {
        match formula {
            Proposition::Truth(true) => vec![self],
            Proposition::Truth(false) => Vec::new(),
            Proposition::Hypothesis(hypothesis) => {
                self.line.left.insert(*hypothesis);
                vec![self]
            }
            Proposition::Not(part) => vec![self.with_right([&**part])],
            Proposition::And(parts) => vec![self.with_left(parts)],
            Proposition::Or(parts) => parts
                .iter()
                .map(|part| self.clone().with_left([part]))
                .collect(),
            Proposition::Implies(a, b) => {
                vec![self.clone().with_right([&**a]), self.with_left([&**b])]
            }
            Proposition::Iff(a, b) => vec![
                self.clone().with_left([&**a, &**b]),
                self.with_right([&**a, &**b]),
            ],
        }
    }

    /// Splits a proposition that may follow.
    fn on_the_right(mut self, formula: &'a Proposition) -> Vec<Sequent<'a>> {
        match formula {
            Proposition::Truth(true) => Vec::new(),
            Proposition::Truth(false) => vec![self],
            Proposition::Hypothesis(hypothesis) => {
                self.line.right.insert(*hypothesis);
                vec![self]
            }
            Proposition::Not(part) => vec![self.with_left([&**part])],
            Proposition::And(parts) => parts
                .iter()
                .map(|part| self.clone().with_right([part]))
                .collect(),
            Proposition::Or(parts) => vec![self.with_right(parts)],
            Proposition::Implies(a, b) => vec![self.with_left([&**a]).with_right([&**b])],
            Proposition::Iff(a, b) => vec![
                self.clone().with_left([&**a]).with_right([&**b]),
                self.with_left([&**b]).with_right([&**a]),
            ],
        }
    }
}
