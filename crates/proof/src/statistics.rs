//! How many positions a search looked at, by depth, as AL2 prints it (Fig. 4 of the paper).

/// Most searches are not deeper than this, and their counts need no list.
const USUAL_DEPTH: usize = 8;

/// Positions counted at each depth; the root is not counted.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// The counts, as long as there are no more than these, and how many there are.
    few: [u64; USUAL_DEPTH],
    n_few: usize,
    /// All of them, where there are more.
    many: Vec<u64>,
}

impl PartialEq for Statistics {
    fn eq(&self, other: &Statistics) -> bool {
        self.by_depth() == other.by_depth()
    }
}

impl Eq for Statistics {}

impl Statistics {
    /// Counts a position at this depth, from 1.
    #[inline]
    pub fn count(&mut self, depth: u32) {
        self.count_all(depth, 1);
    }

    /// Counts so many positions at this depth.
    #[inline]
    pub fn count_all(&mut self, depth: u32, n: u64) {
        if n == 0 {
            return;
        }
        let idx = depth as usize - 1;
        match self.few.get_mut(idx) {
            Some(count) if self.many.is_empty() => {
                *count += n;
                self.n_few = self.n_few.max(idx + 1);
            }
            _ => self.deepen(idx + 1)[idx] += n,
        }
    }

    /// Adds the counts of another search.
    pub fn add(&mut self, other: &Statistics) {
        let counts = self.deepen(other.by_depth().len());
        for (sum, count) in counts.iter_mut().zip(other.by_depth()) {
            *sum += count;
        }
    }

    /// The counts from depth 1 on, up to the deepest that is not zero.
    pub fn by_depth(&self) -> &[u64] {
        if self.many.is_empty() {
            &self.few[..self.n_few]
        } else {
            &self.many
        }
    }

    /// All positions.
    pub fn nodes(&self) -> u64 {
        self.by_depth().iter().sum()
    }

    #[inline]
    fn counts(&mut self) -> &mut [u64] {
        if self.many.is_empty() {
            &mut self.few[..self.n_few]
        } else {
            &mut self.many
        }
    }

    /// The counts, at least to this depth.
    #[cold]
    fn deepen(&mut self, depth: usize) -> &mut [u64] {
        if self.many.is_empty() && depth <= USUAL_DEPTH {
            self.n_few = self.n_few.max(depth);
        } else if depth > self.by_depth().len() {
            let mut many = self.by_depth().to_vec();
            many.resize(depth, 0);
            self.many = many;
        }
        self.counts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_searches_are_counted_like_others() {
        let mut statistics = Statistics::default();
        let mut expected = Vec::new();
        for depth in [1, 1, 3, 8, 8, 9, 2, 20] {
            statistics.count(depth);
            expected.resize(expected.len().max(depth as usize), 0);
            expected[depth as usize - 1] += 1;
            assert_eq!(statistics.by_depth(), expected);
        }
        let mut sum = Statistics::default();
        sum.count(1);
        sum.add(&statistics);
        expected[0] += 1;
        assert_eq!(sum.by_depth(), expected);
        assert_eq!(sum.nodes(), 9);
        sum.add(&Statistics::default());
        assert_eq!(sum.by_depth(), expected);
    }
}
