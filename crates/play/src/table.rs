//! A table of positions that were searched, shared between threads without locks.
//!
//! An entry is two words, the second of them mixed into the first: where two threads write at once, the words do not
//! fit together, and the entry is not believed.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use shakmaty::{Move, Role};

use crate::score::MATE_BOUND;

/// What is remembered of positions, for as many of them as there is room for.
#[derive(Debug)]
pub struct PositionTable {
    entries: Vec<(AtomicU64, AtomicU64)>,
    /// The number of the search, so that old entries go first.
    generation: AtomicU8,
}

/// What was found out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableEntry {
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: ScoreBound,
    /// The best move, as [`code`] writes it; 0 for none.
    pub(crate) best: u16,
}

/// How a score is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ScoreBound {
    Exact,
    AtLeast,
    AtMost,
}

impl PositionTable {
    /// A table of so many mebibytes, at least one.
    pub fn new(mebibytes: usize) -> PositionTable {
        let n_entries = mebibytes.max(1) << 16;
        PositionTable {
            entries: (0..n_entries)
                .map(|_| (AtomicU64::new(0), AtomicU64::new(0)))
                .collect(),
            generation: AtomicU8::new(0),
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for (key, data) in &self.entries {
            key.store(0, Ordering::Relaxed);
            data.store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// How much of it the present search has used, in thousandths.
    pub fn fullness(&self) -> usize {
        let generation = u64::from(self.generation.load(Ordering::Relaxed));
        let used = self.entries.iter().take(1000).filter(|(_, data)| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && data >> 56 == generation
        });
        used.count()
    }

    /// A new search begins.
    pub(crate) fn begin(&self) {
        let next = self.generation.load(Ordering::Relaxed).wrapping_add(1);
        self.generation.store(next, Ordering::Relaxed);
    }

    /// What is remembered of a position that stands this many plies below the root.
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<TableEntry> {
        let (mixed, data) = self.entry(key);
        let data = data.load(Ordering::Relaxed);
        if data == 0 || mixed.load(Ordering::Relaxed) ^ data != key {
            return None;
        }
        let score = i32::from((data & 0xffff) as u16 as i16);
        Some(TableEntry {
            score: from_here(score, ply),
            depth: i32::from((data >> 32) as u8),
            bound: match (data >> 40) & 3 {
                1 => ScoreBound::Exact,
                2 => ScoreBound::AtLeast,
                _ => ScoreBound::AtMost,
            },
            best: (data >> 16) as u16,
        })
    }

    /// Remembers something, unless something deeper of this search is in its place.
    pub(crate) fn put(&self, key: u64, ply: usize, found: TableEntry) {
        let (mixed, data) = self.entry(key);
        let generation = u64::from(self.generation.load(Ordering::Relaxed));
        let old = data.load(Ordering::Relaxed);
        let is_same = mixed.load(Ordering::Relaxed) ^ old == key;
        let is_deeper = i32::from((old >> 32) as u8) > found.depth;
        if old != 0 && old >> 56 == generation && is_deeper && !is_same {
            return;
        }
        let bound = match found.bound {
            ScoreBound::Exact => 1,
            ScoreBound::AtLeast => 2,
            ScoreBound::AtMost => 3,
        };
        let score = u64::from(to_there(found.score, ply) as i16 as u16);
        let depth = found.depth.clamp(0, 255) as u64;
        let new =
            score | u64::from(found.best) << 16 | depth << 32 | bound << 40 | generation << 56;
        data.store(new, Ordering::Relaxed);
        mixed.store(key ^ new, Ordering::Relaxed);
    }

    fn entry(&self, key: u64) -> &(AtomicU64, AtomicU64) {
        // The high half of the product is below the length, and every entry gets its share.
        let idx = (u128::from(key) * self.entries.len() as u128) >> 64;
        &self.entries[idx as usize]
    }
}

/// A mate is so far from the root; in the table it is so far from the position.
fn to_there(score: i32, ply: usize) -> i32 {
    match score {
        score if score > MATE_BOUND => score + ply as i32,
        score if score < -MATE_BOUND => score - ply as i32,
        score => score,
    }
}

fn from_here(score: i32, ply: usize) -> i32 {
    match score {
        score if score > MATE_BOUND => score - ply as i32,
        score if score < -MATE_BOUND => score + ply as i32,
        score => score,
    }
}

/// A move in 16 bits, never 0.
pub(crate) fn code(m: Move) -> u16 {
    let from = m.from().map_or(0, |from| u32::from(from) as u16);
    let promotion = m.promotion().map_or(0, |role: Role| role as u16);
    1 << 15 | promotion << 12 | from << 6 | u32::from(m.to()) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;

    #[test]
    fn what_was_put_is_got() {
        let table = PositionTable::new(1);
        table.begin();
        let found = TableEntry {
            score: -123,
            depth: 7,
            bound: ScoreBound::AtLeast,
            best: 0x8abc,
        };
        assert_eq!(table.get(42, 3), None);
        table.put(42, 3, found);
        assert_eq!(table.get(42, 9), Some(found));
        assert_eq!(table.get(43, 3), None);
        table.clear();
        assert_eq!(table.get(42, 3), None);
    }

    #[test]
    fn a_mate_is_as_far_as_it_is_from_the_position() {
        let table = PositionTable::new(1);
        table.begin();
        let found = TableEntry {
            score: MATE - 5,
            depth: 1,
            bound: ScoreBound::Exact,
            best: 0,
        };
        // Five plies from the root and two from the position; met again at the root, it is two plies away.
        table.put(7, 3, found);
        assert_eq!(table.get(7, 0).map(|got| got.score), Some(MATE - 2));
    }
}
