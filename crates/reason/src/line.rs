//! A line of a target: `a1, …, am => b1, …, bn`, if all on the left hold then one on the right does.

use crate::hypothesis::{Hypothesis, HypothesisSet};

/// A line. Nothing on the left is *true*, nothing on the right is *false*.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Line {
    /// What is assumed.
    pub left: HypothesisSet,
    /// Of what one holds then.
    pub right: HypothesisSet,
}

/// What is left of a line when a value has been inserted.
pub(crate) enum Inserted {
    /// The line does not mention the hypothesis.
    Same,
    /// It has lost the hypothesis.
    Shorter,
    /// It has become true.
    True,
}

impl Line {
    /// A line from lists.
    pub fn new(
        left: impl IntoIterator<Item = Hypothesis>,
        right: impl IntoIterator<Item = Hypothesis>,
    ) -> Line {
        Line {
            left: left.into_iter().collect(),
            right: right.into_iter().collect(),
        }
    }

    /// Is it true whatever the hypotheses are?
    pub fn is_tautology(&self) -> bool {
        self.left.meets(&self.right)
    }

    /// Does the other line follow, because it has everything that this one has?
    pub fn implies(&self, other: &Line) -> bool {
        self.left.is_subset(&other.left) && self.right.is_subset(&other.right)
    }

    /// The line that holds where one of two does.
    pub fn or(&self, other: &Line) -> Line {
        let mut line = self.clone();
        line.left.join(&other.left);
        line.right.join(&other.right);
        line
    }

    /// Is it true where hypotheses have these values?
    pub fn holds(&self, value: &dyn Fn(Hypothesis) -> bool) -> bool {
        !self.left.iter().all(value) || self.right.iter().any(value)
    }

    /// How many hypotheses it names.
    pub fn len(&self) -> usize {
        self.left.len() + self.right.len()
    }

    /// Does it name none? Such a line is false.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty() && self.right.is_empty()
    }

    /// Replaces a hypothesis by its value.
    pub(crate) fn insert(&mut self, hypothesis: Hypothesis, truth: bool) -> Inserted {
        let (makes_true, drops) = if truth {
            (&self.right, &mut self.left)
        } else {
            (&self.left, &mut self.right)
        };
        if makes_true.contains(hypothesis) {
            Inserted::True
        } else if drops.contains(hypothesis) {
            drops.remove(hypothesis);
            Inserted::Shorter
        } else {
            Inserted::Same
        }
    }
}

/// `[h:1,h:2] => [h:0]`, `true => [h:0]`, `[h:0] => false`.
impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side = |set: &HypothesisSet, none: &str| {
            let names: Vec<String> = set
                .iter()
                .map(|hypothesis| hypothesis.to_string())
                .collect();
            if names.is_empty() {
                none.to_owned()
            } else {
                format!("[{}]", names.join(","))
            }
        };
        write!(
            f,
            "{} => {}",
            side(&self.left, "true"),
            side(&self.right, "false")
        )
    }
}
