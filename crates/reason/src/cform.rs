//! The c-form: lines that all hold. How two are multiplied, and what may be left out.

use crate::hypothesis::{Hypothesis, HypothesisSet};
use crate::line::{Inserted, Line};

/// A conjunction of lines. Without a line it is true; with a line that names nothing, false.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CForm {
    lines: Vec<Line>,
}

/// The paper's rules of simplification, each of which can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Rule 1: lines that are always true are deleted.
    pub tautologies: bool,
    /// Rule 2: lines that follow from other lines are deleted.
    pub implied: bool,
    /// Rule 3: the values of hypotheses that the targets imply are inserted.
    pub values: bool,
}

impl Rules {
    /// All three.
    pub const ALL: Rules = Rules {
        tautologies: true,
        implied: true,
        values: true,
    };

    /// None of them.
    pub const NONE: Rules = Rules {
        tautologies: false,
        implied: false,
        values: false,
    };
}

impl CForm {
    /// The conjunction of some lines.
    pub fn new(lines: Vec<Line>) -> CForm {
        CForm { lines }
    }

    /// What is false: multiplied with it, a target stays as it is. It says that nothing new is known.
    pub fn nothing() -> CForm {
        CForm::new(vec![Line::default()])
    }

    /// The lines.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Are all lines tautologies?
    pub fn is_theorem(&self) -> bool {
        self.lines.iter().all(Line::is_tautology)
    }

    /// Is there a line that cannot hold?
    pub fn is_false(&self) -> bool {
        self.lines.iter().any(Line::is_empty)
    }

    /// Is it true where hypotheses have these values?
    pub fn holds(&self, value: &dyn Fn(Hypothesis) -> bool) -> bool {
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

    /// The product: each line of the one with each of the other. It is true where one of the two is.
    pub fn times(&self, other: &CForm, rules: Rules) -> CForm {
        self.times_at_most(other, rules, usize::MAX)
            .expect("there is no bound")
    }

    /// The product, unless it comes to have more lines than this.
    pub fn times_at_most(&self, other: &CForm, rules: Rules, max_lines: usize) -> Option<CForm> {
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

    /// Rules 1 and 2. What stays keeps its order; of equal lines the first stays.
    pub fn simplify(&mut self, rules: Rules) {
        for line in std::mem::take(&mut self.lines) {
            self.add(line, rules);
        }
    }

    /// Adds a line, unless the rules delete it, and deletes what it implies.
    fn add(&mut self, line: Line, rules: Rules) {
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

    /// Replaces a hypothesis by its value. Lines that become true are left out.
    pub fn insert(&mut self, hypothesis: Hypothesis, truth: bool) {
        self.lines
            .retain_mut(|line| !matches!(line.insert(hypothesis, truth), Inserted::True));
    }

    /// The hypotheses that stand on the left of every line, and those on the right of every line.
    pub(crate) fn in_every_line(&self) -> Line {
        let Some((first, rest)) = self.lines.split_first() else {
            return Line::default();
        };
        let mut common = first.clone();
        for line in rest {
            common.left.keep(&line.left);
            common.right.keep(&line.right);
        }
        common
    }
}
