//! The regions that were asked for last, with all their words; the others are kept in less memory.

use std::collections::VecDeque;
use std::sync::Arc;

use verify::Region;

/// So many regions are at hand.
pub(crate) const MOST_AT_HAND: usize = 6;

/// The last regions, by what they are.
pub(crate) struct AtHand<K> {
    regions: VecDeque<(K, Arc<Region>)>,
}

impl<K> Default for AtHand<K> {
    fn default() -> AtHand<K> {
        AtHand {
            regions: VecDeque::new(),
        }
    }
}

impl<K: PartialEq> AtHand<K> {
    /// A region, if it is at hand; it counts as asked for last.
    pub(crate) fn get(&mut self, key: &K) -> Option<Arc<Region>> {
        let place = self.regions.iter().position(|(known, _)| known == key)?;
        let (key, region) = self.regions.remove(place)?;
        self.regions.push_back((key, Arc::clone(&region)));
        Some(region)
    }

    /// Takes a region; the one that was asked for longest ago gives way.
    pub(crate) fn put(&mut self, key: K, region: Region) -> Arc<Region> {
        if self.regions.len() == MOST_AT_HAND {
            self.regions.pop_front();
        }
        let region = Arc::new(region);
        self.regions.push_back((key, Arc::clone(&region)));
        region
    }
}
