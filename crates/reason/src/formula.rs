//! Facts and questions as formulas of the propositional calculus, made of hypotheses.

use crate::hypothesis::{Hypothesis, HypothesisSet};

/// A formula.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Formula {
    /// True or false in any case.
    Truth(bool),
    /// The hypothesis holds.
    Hypothesis(Hypothesis),
    /// Not.
    Not(Box<Formula>),
    /// All of them; true if there are none.
    And(Vec<Formula>),
    /// One of them at least; false if there are none.
    Or(Vec<Formula>),
    /// If the first holds, so does the second.
    Implies(Box<Formula>, Box<Formula>),
    /// Both hold, or neither does.
    Iff(Box<Formula>, Box<Formula>),
}

impl Formula {
    /// Not this one.
    pub fn negated(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    /// This one implies another.
    pub fn implies(self, then: Formula) -> Formula {
        Formula::Implies(Box::new(self), Box::new(then))
    }

    /// This one holds exactly where another does.
    pub fn iff(self, other: Formula) -> Formula {
        Formula::Iff(Box::new(self), Box::new(other))
    }

    /// Is it true where hypotheses have these values?
    pub fn holds(&self, value: &dyn Fn(Hypothesis) -> bool) -> bool {
        match self {
            Formula::Truth(truth) => *truth,
            Formula::Hypothesis(hypothesis) => value(*hypothesis),
            Formula::Not(part) => !part.holds(value),
            Formula::And(parts) => parts.iter().all(|part| part.holds(value)),
            Formula::Or(parts) => parts.iter().any(|part| part.holds(value)),
            Formula::Implies(a, b) => !a.holds(value) || b.holds(value),
            Formula::Iff(a, b) => a.holds(value) == b.holds(value),
        }
    }

    /// The hypotheses it mentions.
    pub fn hypotheses(&self) -> HypothesisSet {
        let mut found = HypothesisSet::default();
        let mut waiting = vec![self];
        while let Some(formula) = waiting.pop() {
            match formula {
                Formula::Truth(_) => {}
                Formula::Hypothesis(hypothesis) => found.insert(*hypothesis),
                Formula::Not(part) => waiting.push(part),
                Formula::And(parts) | Formula::Or(parts) => waiting.extend(parts),
                Formula::Implies(a, b) | Formula::Iff(a, b) => waiting.extend([&**a, &**b]),
            }
        }
        found
    }
}

impl From<Hypothesis> for Formula {
    fn from(hypothesis: Hypothesis) -> Formula {
        Formula::Hypothesis(hypothesis)
    }
}

/// As the paper writes it: `h:0 <=> h:1 and h:2`.
impl std::fmt::Display for Formula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |f: &mut std::fmt::Formatter<'_>, parts: &[Formula], word: &str, none: &str| {
            if parts.is_empty() {
                return f.write_str(none);
            }
            for (idx, part) in parts.iter().enumerate() {
                if idx > 0 {
                    write!(f, " {word} ")?;
                }
                part.fmt_inside(f)?;
            }
            Ok(())
        };
        match self {
            Formula::Truth(truth) => write!(f, "{truth}"),
            Formula::Hypothesis(hypothesis) => write!(f, "{hypothesis}"),
            Formula::Not(part) => {
                f.write_str("not ")?;
                part.fmt_inside(f)
            }
            Formula::And(parts) => list(f, parts, "and", "true"),
            Formula::Or(parts) => list(f, parts, "or", "false"),
            Formula::Implies(a, b) | Formula::Iff(a, b) => {
                let is_iff = matches!(self, Formula::Iff(..));
                a.fmt_inside(f)?;
                f.write_str(if is_iff { " <=> " } else { " => " })?;
                b.fmt_inside(f)
            }
        }
    }
}

impl Formula {
    /// A part of another formula: in parentheses where it has parts of its own.
    fn fmt_inside(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let is_one = match self {
            Formula::Truth(_) | Formula::Hypothesis(_) | Formula::Not(_) => true,
            Formula::And(parts) | Formula::Or(parts) => parts.is_empty(),
            Formula::Implies(..) | Formula::Iff(..) => false,
        };
        if is_one {
            write!(f, "{self}")
        } else {
            write!(f, "({self})")
        }
    }
}
