//! How many positions a search looked at, by depth, as AL2 prints it (Fig. 4 of the paper).

/// Positions counted at each depth; the root is not counted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    by_depth: Vec<u64>,
}

/// Room is made for so many depths at once.
const USUAL_DEPTH: usize = 8;

impl Statistics {
    /// Counts a position at this depth, from 1.
    #[inline]
    pub fn count(&mut self, depth: u32) {
        let idx = depth as usize - 1;
        if idx >= self.by_depth.len() {
            // Most searches are not deep, and need no second allocation.
            self.by_depth.reserve(USUAL_DEPTH);
            self.by_depth.resize(idx + 1, 0);
        }
        self.by_depth[idx] += 1;
    }

    /// Adds the counts of another search.
    pub fn add(&mut self, other: &Statistics) {
        if self.by_depth.len() < other.by_depth.len() {
            self.by_depth.resize(other.by_depth.len(), 0);
        }
        for (sum, count) in self.by_depth.iter_mut().zip(&other.by_depth) {
            *sum += count;
        }
    }

    /// The counts from depth 1 on, up to the deepest that is not zero.
    pub fn by_depth(&self) -> &[u64] {
        &self.by_depth
    }

    /// All positions.
    pub fn nodes(&self) -> u64 {
        self.by_depth.iter().sum()
    }
}
