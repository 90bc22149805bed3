//! Hypotheses by number, and sets of hypotheses.

/// A hypothesis by its number in the pool, printed as `h:3`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PoolHypothesis(pub u32);

impl std::fmt::Display for PoolHypothesis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "h:{}", self.0)
    }
}

/// A set of hypotheses, one bit each. The last word is never empty, so equal sets are equal values.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct HypothesisSet {
    words: Vec<u64>,
}

impl HypothesisSet {
    /// Adds a hypothesis.
    pub fn insert(&mut self, hypothesis: PoolHypothesis) {
        let (word, bit) = place(hypothesis);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= bit;
    }

    /// Removes a hypothesis.
    pub fn remove(&mut self, hypothesis: PoolHypothesis) {
        let (word, bit) = place(hypothesis);
        if let Some(bits) = self.words.get_mut(word) {
            *bits &= !bit;
        }
        self.trim();
    }

    /// Is the hypothesis in the set?
    pub fn contains(&self, hypothesis: PoolHypothesis) -> bool {
        let (word, bit) = place(hypothesis);
        self.words.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        let ones = self.words.iter().map(|bits| bits.count_ones() as usize);
        ones.sum()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Do the sets have a hypothesis in common?
    pub fn meets(&self, other: &HypothesisSet) -> bool {
        let pairs = self.words.iter().zip(&other.words);
        pairs.into_iter().any(|(a, b)| a & b != 0)
    }

    /// Are all of these in the other set?
    pub fn is_subset(&self, other: &HypothesisSet) -> bool {
        self.words.len() <= other.words.len()
            && self
                .words
                .iter()
                .zip(&other.words)
                .all(|(a, b)| a & !b == 0)
    }

    /// Adds all hypotheses of the other set.
    pub fn join(&mut self, other: &HypothesisSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (bits, more) in self.words.iter_mut().zip(&other.words) {
            *bits |= more;
        }
    }

    /// Keeps only hypotheses of the other set.
    pub fn keep(&mut self, other: &HypothesisSet) {
        self.words.truncate(other.words.len());
        for (bits, kept) in self.words.iter_mut().zip(&other.words) {
            *bits &= kept;
        }
        self.trim();
    }

    /// The hypotheses, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = PoolHypothesis> + '_ {
        (0u32..).zip(&self.words).flat_map(|(word, bits)| {
            let mut bits = *bits;
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let bit = bits.trailing_zeros();
                    bits &= bits - 1;
                    PoolHypothesis(word * 64 + bit)
                })
            })
        })
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

impl FromIterator<PoolHypothesis> for HypothesisSet {
    fn from_iter<I: IntoIterator<Item = PoolHypothesis>>(hypotheses: I) -> HypothesisSet {
        let mut set = HypothesisSet::default();
        for hypothesis in hypotheses {
            set.insert(hypothesis);
        }
        set
    }
}

fn place(hypothesis: PoolHypothesis) -> (usize, u64) {
    (hypothesis.0 as usize / 64, 1 << (hypothesis.0 % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn sets_agree_with_plain_sets_across_words() {
        let every = |step: usize| (0..200).step_by(step).collect::<BTreeSet<u32>>();
        let set = |plain: &BTreeSet<u32>| plain.iter().copied().map(PoolHypothesis).collect();
        for (a, b) in [(2, 3), (3, 6), (6, 3), (7, 70), (1, 199)] {
            let (plain_a, plain_b) = (every(a), every(b));
            let (set_a, set_b): (HypothesisSet, HypothesisSet) = (set(&plain_a), set(&plain_b));
            let mut joined = set_a.clone();
            joined.join(&set_b);
            assert_eq!(joined, set(&(&plain_a | &plain_b)));
            let mut kept = set_a.clone();
            kept.keep(&set_b);
            assert_eq!(kept, set(&(&plain_a & &plain_b)));
            assert_eq!(set_a.meets(&set_b), !plain_a.is_disjoint(&plain_b));
            assert_eq!(set_a.is_subset(&set_b), plain_a.is_subset(&plain_b));
            assert_eq!(set_a.len(), plain_a.len());
            let listed: Vec<u32> = set_a.iter().map(|hypothesis| hypothesis.0).collect();
            assert_eq!(listed, plain_a.into_iter().collect::<Vec<_>>());
        }
        let mut one = HypothesisSet::default();
        one.insert(PoolHypothesis(150));
        one.remove(PoolHypothesis(150));
        assert!(one.is_empty() && one == HypothesisSet::default());
    }
}
