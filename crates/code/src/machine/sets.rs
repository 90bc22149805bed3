//! Sets in registers: 64 bits, or the index of a set that is kept aside where a domain's sets do not fit.

use domain::{Fast, Item, ItemSet};

use super::aside::Aside;

impl<D: Fast> Aside<D> {
    /// The set that a register denotes.
    pub(super) fn set(&self, raw: u64) -> ItemSet {
        if D::WORD_SETS {
            ItemSet::from_bits(raw)
        } else {
            self.sets[raw as usize].clone()
        }
    }

    /// The register value that denotes a set.
    pub(super) fn hold(&mut self, set: ItemSet) -> u64 {
        if D::WORD_SETS {
            set.low_bits()
        } else {
            self.sets.push(set);
            self.sets.len() as u64 - 1
        }
    }

    #[inline]
    pub(super) fn empty(&mut self) -> u64 {
        if D::WORD_SETS {
            0
        } else {
            self.hold(ItemSet::EMPTY)
        }
    }

    #[inline]
    pub(super) fn union(&mut self, a: u64, b: u64) -> u64 {
        if D::WORD_SETS {
            a | b
        } else {
            self.hold(self.set(a).union(&self.set(b)))
        }
    }

    #[inline]
    pub(super) fn intersect(&mut self, a: u64, b: u64) -> u64 {
        if D::WORD_SETS {
            a & b
        } else {
            self.hold(self.set(a).intersect(&self.set(b)))
        }
    }

    #[inline]
    pub(super) fn without(&mut self, a: u64, b: u64) -> u64 {
        if D::WORD_SETS {
            a & !b
        } else {
            self.hold(self.set(a).without(&self.set(b)))
        }
    }

    #[inline]
    pub(super) fn with_item(&mut self, set: u64, item: u64) -> u64 {
        if D::WORD_SETS {
            set | 1 << item
        } else {
            let mut items = self.set(set);
            items.insert(Item(item as u32));
            self.hold(items)
        }
    }

    #[inline]
    pub(super) fn count(&self, set: u64) -> u64 {
        if D::WORD_SETS {
            set.count_ones().into()
        } else {
            self.set(set).len() as u64
        }
    }

    /// The item of a set that has just one.
    #[inline]
    pub(super) fn only(&self, set: u64) -> Option<u64> {
        let set = self.set(set);
        let mut items = set.iter();
        match (items.next(), items.next()) {
            (Some(item), None) => Some(item.0.into()),
            (None | Some(_), _) => None,
        }
    }

    /// The first item of a set, and the rest.
    #[inline]
    pub(super) fn first(&mut self, set: u64) -> Option<(u64, u64)> {
        if D::WORD_SETS {
            (set != 0).then(|| (set.trailing_zeros().into(), set & (set - 1)))
        } else {
            let items = self.set(set);
            let first = items.iter().next()?;
            let rest = items.without(&[first].into_iter().collect());
            Some((first.0.into(), self.hold(rest)))
        }
    }

    #[inline]
    pub(super) fn contains(&self, set: u64, item: u64) -> bool {
        if D::WORD_SETS {
            set >> item & 1 != 0
        } else {
            self.set(set).contains(Item(item as u32))
        }
    }

    #[inline]
    pub(super) fn is_empty(&self, set: u64) -> bool {
        if D::WORD_SETS {
            set == 0
        } else {
            self.set(set).is_empty()
        }
    }

    pub(super) fn same(&self, a: u64, b: u64) -> bool {
        self.set(a) == self.set(b)
    }
}
