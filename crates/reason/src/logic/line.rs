//! A line of a target: `a1, …, am => b1, …, bn`. If all on the left hold, one on the right holds.

use crate::logic::hypothesis::{HypothesisSet, PoolHypothesis};

/// A line. An empty left side is *true*, an empty right side *false*.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct TargetLine {
    /// What is assumed.
    pub left: HypothesisSet,
    /// One of these holds then.
    pub right: HypothesisSet,
}

/// The effect of a value on a line.
pub(crate) enum Inserted {
    /// The line does not mention the hypothesis.
    Same,
    /// The line has lost the hypothesis.
    Shorter,
    /// The line has become true.
    True,
}

impl TargetLine {
    /// A line from lists.
    pub fn new(
        left: impl IntoIterator<Item = PoolHypothesis>,
        right: impl IntoIterator<Item = PoolHypothesis>,
    ) -> TargetLine {
        TargetLine {
            left: left.into_iter().collect(),
            right: right.into_iter().collect(),
        }
    }

    /// Does it hold for all values of the hypotheses?
    pub fn is_tautology(&self) -> bool {
        self.left.meets(&self.right)
    }

    /// Does the other line have every hypothesis of this one? Then it follows.
    pub fn implies(&self, other: &TargetLine) -> bool {
        self.left.is_subset(&other.left) && self.right.is_subset(&other.right)
    }

    /// The line that holds where one of the two holds.
    pub fn or(&self, other: &TargetLine) -> TargetLine {
        let mut line = self.clone();
        line.left.join(&other.left);
        line.right.join(&other.right);
        line
    }

    /// Is it true where hypotheses have these values?
    pub fn holds(&self, value: &dyn Fn(PoolHypothesis) -> bool) -> bool {
        !self.left.iter().all(value) || self.right.iter().any(value)
    }

    /// How many hypotheses it mentions.
    pub fn len(&self) -> usize {
        self.left.len() + self.right.len()
    }

    /// Does it mention none? Such a line is false.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty() && self.right.is_empty()
    }

    /// Replaces a hypothesis by its value.
    pub(crate) fn insert(&mut self, hypothesis: PoolHypothesis, truth: bool) -> Inserted {
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
impl std::fmt::Display for TargetLine {
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
