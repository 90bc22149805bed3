//! Any formula in c-form, by Wang's algorithm.
//!
//! A sequent has formulas on two sides. A connective on one side is taken apart by its rule, which leaves one sequent
//! or two; what has none left is a line. (Wang 1960; Raphael, *The Thinking Computer*, 1976.)

use crate::cform::{CForm, Rules};
use crate::formula::Formula;
use crate::line::Line;

/// The c-form of a formula would have more lines than this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge(pub usize);

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a fact has more than {} lines in c-form", self.0)
    }
}

/// No conversion gives more lines.
const MAX_LINES: usize = 4096;

/// The c-form of a formula: the lines that hold together exactly where it does.
pub fn convert(formula: &Formula) -> Result<CForm, TooLarge> {
    Sequent {
        right: vec![formula],
        ..Sequent::default()
    }
    .lines()
}

/// A fact as the factor by which targets are multiplied: the c-form of `fact => false`.
///
/// The longest line comes first, as in the paper's Fig. 6.
pub fn fact_factor(fact: &Formula) -> Result<CForm, TooLarge> {
    let factor = Sequent {
        left: vec![fact],
        ..Sequent::default()
    }
    .lines()?;
    let mut lines = factor.lines().to_vec();
    lines.sort_by_key(|line| std::cmp::Reverse(line.len()));
    Ok(CForm::new(lines))
}

/// Formulas still to be taken apart on either side, and the line that has come out so far.
#[derive(Clone, Default)]
struct Sequent<'a> {
    left: Vec<&'a Formula>,
    right: Vec<&'a Formula>,
    line: Line,
}

impl<'a> Sequent<'a> {
    fn lines(self) -> Result<CForm, TooLarge> {
        let mut lines: Vec<Line> = Vec::new();
        // The last one is taken apart first, so branches are pushed in reverse.
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
                return Err(TooLarge(MAX_LINES));
            }
        }
        let mut form = CForm::new(lines);
        form.simplify(Rules::ALL);
        Ok(form)
    }

    fn with_left(mut self, formulas: impl IntoIterator<Item = &'a Formula>) -> Sequent<'a> {
        self.left.extend(formulas);
        self
    }

    fn with_right(mut self, formulas: impl IntoIterator<Item = &'a Formula>) -> Sequent<'a> {
        self.right.extend(formulas);
        self
    }

    /// A formula is assumed.
    fn on_the_left(mut self, formula: &'a Formula) -> Vec<Sequent<'a>> {
        match formula {
            Formula::Truth(true) => vec![self],
            Formula::Truth(false) => Vec::new(),
            Formula::Hypothesis(hypothesis) => {
                self.line.left.insert(*hypothesis);
                vec![self]
            }
            Formula::Not(part) => vec![self.with_right([&**part])],
            Formula::And(parts) => vec![self.with_left(parts)],
            Formula::Or(parts) => parts
                .iter()
                .map(|part| self.clone().with_left([part]))
                .collect(),
            Formula::Implies(a, b) => {
                vec![self.clone().with_right([&**a]), self.with_left([&**b])]
            }
            Formula::Iff(a, b) => vec![
                self.clone().with_left([&**a, &**b]),
                self.with_right([&**a, &**b]),
            ],
        }
    }

    /// A formula is what one may conclude.
    fn on_the_right(mut self, formula: &'a Formula) -> Vec<Sequent<'a>> {
        match formula {
            Formula::Truth(true) => Vec::new(),
            Formula::Truth(false) => vec![self],
            Formula::Hypothesis(hypothesis) => {
                self.line.right.insert(*hypothesis);
                vec![self]
            }
            Formula::Not(part) => vec![self.with_left([&**part])],
            Formula::And(parts) => parts
                .iter()
                .map(|part| self.clone().with_right([part]))
                .collect(),
            Formula::Or(parts) => vec![self.with_right(parts)],
            Formula::Implies(a, b) => vec![self.with_left([&**a]).with_right([&**b])],
            Formula::Iff(a, b) => vec![
                self.clone().with_left([&**a]).with_right([&**b]),
                self.with_left([&**b]).with_right([&**a]),
            ],
        }
    }
}
