//! Facts and questions as formulas of the propositional calculus over hypotheses.

use crate::logic::hypothesis::{HypothesisSet, PoolHypothesis};

/// A formula over hypotheses.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Proposition {
    /// True, or false.
    Truth(bool),
    /// The hypothesis holds.
    Hypothesis(PoolHypothesis),
    /// The part does not hold.
    Not(Box<Proposition>),
    /// All of them; true if there are none.
    And(Vec<Proposition>),
    /// At least one of them; false if there are none.
    Or(Vec<Proposition>),
    /// If the first holds, so does the second.
    Implies(Box<Proposition>, Box<Proposition>),
    /// Both hold, or neither does.
    Iff(Box<Proposition>, Box<Proposition>),
}

impl Proposition {
    /// The negation.
    pub fn negated(self) -> Proposition {
        Proposition::Not(Box::new(self))
    }

    /// The implication of another.
    pub fn implies(self, then: Proposition) -> Proposition {
        Proposition::Implies(Box::new(self), Box::new(then))
    }

    /// The equivalence with another.
    pub fn iff(self, other: Proposition) -> Proposition {
        Proposition::Iff(Box::new(self), Box::new(other))
    }

    /// Is it true where hypotheses have these values?
    pub fn holds(&self, value: &dyn Fn(PoolHypothesis) -> bool) -> bool {
        match self {
            Proposition::Truth(truth) => *truth,
            Proposition::Hypothesis(hypothesis) => value(*hypothesis),
            Proposition::Not(part) => !part.holds(value),
            Proposition::And(parts) => parts.iter().all(|part| part.holds(value)),
            Proposition::Or(parts) => parts.iter().any(|part| part.holds(value)),
            Proposition::Implies(a, b) => !a.holds(value) || b.holds(value),
            Proposition::Iff(a, b) => a.holds(value) == b.holds(value),
        }
    }

    /// The hypotheses it mentions.
    pub fn hypotheses(&self) -> HypothesisSet {
        let mut found = HypothesisSet::default();
        let mut waiting = vec![self];
        while let Some(formula) = waiting.pop() {
            match formula {
                Proposition::Truth(_) => {}
                Proposition::Hypothesis(hypothesis) => found.insert(*hypothesis),
                Proposition::Not(part) => waiting.push(part),
                Proposition::And(parts) | Proposition::Or(parts) => waiting.extend(parts),
                Proposition::Implies(a, b) | Proposition::Iff(a, b) => waiting.extend([&**a, &**b]),
            }
        }
        found
    }
}

impl From<PoolHypothesis> for Proposition {
    fn from(hypothesis: PoolHypothesis) -> Proposition {
        Proposition::Hypothesis(hypothesis)
    }
}

/// As the paper writes it: `h:0 <=> h:1 and h:2`.
impl std::fmt::Display for Proposition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list =
            |f: &mut std::fmt::Formatter<'_>, parts: &[Proposition], word: &str, none: &str| {
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
            Proposition::Truth(truth) => write!(f, "{truth}"),
            Proposition::Hypothesis(hypothesis) => write!(f, "{hypothesis}"),
            Proposition::Not(part) => {
                f.write_str("not ")?;
                part.fmt_inside(f)
            }
            Proposition::And(parts) => list(f, parts, "and", "true"),
            Proposition::Or(parts) => list(f, parts, "or", "false"),
            Proposition::Implies(a, b) | Proposition::Iff(a, b) => {
                let is_iff = matches!(self, Proposition::Iff(..));
                a.fmt_inside(f)?;
                f.write_str(if is_iff { " <=> " } else { " => " })?;
                b.fmt_inside(f)
            }
        }
    }
}

impl Proposition {
    /// Writes a part of another formula, in parentheses if it has parts of its own.
    fn fmt_inside(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let is_one = match self {
            Proposition::Truth(_) | Proposition::Hypothesis(_) | Proposition::Not(_) => true,
            Proposition::And(parts) | Proposition::Or(parts) => parts.is_empty(),
            Proposition::Implies(..) | Proposition::Iff(..) => false,
        };
        if is_one {
            write!(f, "{self}")
        } else {
            write!(f, "({self})")
        }
    }
}
