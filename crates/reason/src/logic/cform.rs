//! The c-form: a conjunction of lines, its product with another, and its simplification.

use crate::logic::hypothesis::{HypothesisSet, PoolHypothesis};
use crate::logic::line::{Inserted, TargetLine};

/// A conjunction of lines. Without lines it is true; with an empty line it is false.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CForm {
    lines: Vec<TargetLine>,
}

/// The paper's rules of simplification, each of which can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simplification {
    /// Rule 1: lines that are always true are deleted.
    pub tautologies: bool,
    /// Rule 2: lines that follow from other lines are deleted.
    pub implied: bool,
    /// Rule 3: the values of hypotheses that the targets imply are inserted.
    pub values: bool,
}

impl Simplification {
    /// All three.
    pub const ALL: Simplification = Simplification {
        tautologies: true,
        implied: true,
        values: true,
    };

    /// None of them.
    pub const NONE: Simplification = Simplification {
        tautologies: false,
        implied: false,
        values: false,
    };
}

impl CForm {
    /// The conjunction of some lines.
    pub fn new(lines: Vec<TargetLine>) -> CForm {
        CForm { lines }
    }

    /// False, the factor that changes no target: nothing new is known.
    pub fn nothing() -> CForm {
        CForm::new(vec![TargetLine::default()])
    }

    /// The lines.
    pub fn lines(&self) -> &[TargetLine] {
        &self.lines
    }

    /// Are all lines tautologies?
    pub fn is_theorem(&self) -> bool {
        self.lines.iter().all(TargetLine::is_tautology)
    }

    /// Is there a line that cannot hold?
    pub fn is_false(&self) -> bool {
        self.lines.iter().any(TargetLine::is_empty)
    }

    /// Is it true where hypotheses have these values?
    pub fn holds(&self, value: &dyn Fn(PoolHypothesis) -> bool) -> bool {
        self.lines.iter().all(|line| line.holds(value))
    }

    /// The hypotheses it mentions.
    pub fn hypotheses(&self) -> HypothesisSet {
        let mut found = HypothesisSet::default();
        for line in &self.lines {
            found.join(&line.left);
            found.join(&line.right);
        }
        found
    }

    /// The product: each line of one with each line of the other. It holds where one of the two holds.
    pub fn times(&self, other: &CForm, rules: Simplification) -> CForm {
        self.times_at_most(other, rules, usize::MAX)
            .expect("there is no bound")
    }

    /// The product, unless it would have more lines than this.
    pub fn times_at_most(
        &self,
        other: &CForm,
        rules: Simplification,
        max_lines: usize,
    ) -> Option<CForm> {
        let mut product = CForm::default();
        for a in &self.lines {
            for b in &other.lines {
                product.add(a.or(b), rules);
                if product.lines.len() > max_lines {
                    return None;
                }
            }
        }
        Some(product)
    }

    /// Applies rules 1 and 2. The remaining lines keep their order; of equal lines the first remains.
    pub fn simplify(&mut self, rules: Simplification) {
        for line in std::mem::take(&mut self.lines) {
            self.add(line, rules);
        }
    }

    /// Adds a line, unless the rules delete it, and deletes what it implies.
    fn add(&mut self, line: TargetLine, rules: Simplification) {
        if rules.tautologies && line.is_tautology() {
            return;
        }
        if rules.implied {
            if self.lines.iter().any(|other| other.implies(&line)) {
                return;
            }
            self.lines.retain(|other| !line.implies(other));
        }
        self.lines.push(line);
    }

    /// Replaces a hypothesis by its value. Lines that become true are deleted.
    pub fn insert(&mut self, hypothesis: PoolHypothesis, truth: bool) {
        self.lines
            .retain_mut(|line| !matches!(line.insert(hypothesis, truth), Inserted::True));
    }

    /// The hypotheses on the left of every line, and those on the right of every line.
    pub(crate) fn in_every_line(&self) -> TargetLine {
        let Some((first, rest)) = self.lines.split_first() else {
            return TargetLine::default();
        };
        let mut common = first.clone();
        for line in rest {
            common.left.keep(&line.left);
            common.right.keep(&line.right);
        }
        common
    }
}
