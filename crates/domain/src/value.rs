//! The values an expression can have, and their types.
//!
//! Types are checked before anything runs, so a value does not carry its sort: an [`Item`] is a plain
//! index that means a square, a kind of man or a heap depending on the type of the expression it came from.

use std::sync::Arc;

use crate::plan::Plan;
use crate::side::Side;

/// A sort of item that a domain knows (square, kind of man, heap): an index into its vocabulary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Sort(pub u8);

/// The type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Type {
    /// True or false.
    Truth,
    /// A whole number.
    Number,
    /// Us or them.
    Side,
    /// One item of a sort.
    Item(Sort),
    /// A set of items of a sort.
    Set(Sort),
    /// A plan; only the reasoner uses these.
    Plan,
}

/// One item: a square, a kind of man, a heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Item(pub u32);

/// A set of items. The first 64 live in one word; a domain with more items spills into further words.
///
/// The spill never ends in an empty word, so equal sets are equal values.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ItemSet {
    low: u64,
    more: Vec<u64>,
}

impl ItemSet {
    /// The set with no item.
    pub const EMPTY: ItemSet = ItemSet {
        low: 0,
        more: Vec::new(),
    };

    /// The set of items below 64 whose bits are set.
    pub const fn from_bits(low: u64) -> ItemSet {
        ItemSet {
            low,
            more: Vec::new(),
        }
    }

    /// The bits of the items below 64.
    pub const fn low_bits(&self) -> u64 {
        self.low
    }

    /// All items from 0 up to, but not including, `n`.
    pub fn first(n: u32) -> ItemSet {
        (0..n).map(Item).collect()
    }

    /// Adds an item.
    pub fn insert(&mut self, item: Item) {
        let (word, bit) = (item.0 as usize / 64, 1 << (item.0 % 64));
        if word == 0 {
            self.low |= bit;
        } else {
            if self.more.len() < word {
                self.more.resize(word, 0);
            }
            self.more[word - 1] |= bit;
        }
    }

    /// Is the item in the set?
    pub fn contains(&self, item: Item) -> bool {
        self.word(item.0 as usize / 64) & (1 << (item.0 % 64)) != 0
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.low.count_ones() as usize
            + self
                .more
                .iter()
                .map(|word| word.count_ones() as usize)
                .sum::<usize>()
    }

    /// Is there no item?
    pub fn is_empty(&self) -> bool {
        self.low == 0 && self.more.is_empty()
    }

    /// The items in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = Item> + '_ {
        (0..=self.more.len()).flat_map(move |word| {
            let mut bits = self.word(word);
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let bit = bits.trailing_zeros();
                    bits &= bits - 1;
                    Item(word as u32 * 64 + bit)
                })
            })
        })
    }

    /// Items in either set.
    pub fn union(&self, other: &ItemSet) -> ItemSet {
        self.zip(other, |a, b| a | b)
    }

    /// Items in both sets.
    pub fn intersect(&self, other: &ItemSet) -> ItemSet {
        self.zip(other, |a, b| a & b)
    }

    /// Items in this set that are not in the other.
    pub fn without(&self, other: &ItemSet) -> ItemSet {
        self.zip(other, |a, b| a & !b)
    }

    fn word(&self, idx: usize) -> u64 {
        if idx == 0 {
            self.low
        } else {
            self.more.get(idx - 1).copied().unwrap_or(0)
        }
    }

    fn zip(&self, other: &ItemSet, combine: impl Fn(u64, u64) -> u64) -> ItemSet {
        let n_more = self.more.len().max(other.more.len());
        let mut more: Vec<u64> = (1..=n_more)
            .map(|idx| combine(self.word(idx), other.word(idx)))
            .collect();
        while more.last() == Some(&0) {
            more.pop();
        }
        ItemSet {
            low: combine(self.low, other.low),
            more,
        }
    }
}

impl FromIterator<Item> for ItemSet {
    fn from_iter<I: IntoIterator<Item = Item>>(items: I) -> ItemSet {
        let mut set = ItemSet::EMPTY;
        for item in items {
            set.insert(item);
        }
        set
    }
}

/// The value of an expression. That an expression has *no* value is said by `Option<Value>`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// True or false.
    Truth(bool),
    /// A whole number.
    Number(i64),
    /// Us or them.
    Side(Side),
    /// One item; its sort is in the type.
    Item(Item),
    /// A set of items; their sort is in the type.
    Set(ItemSet),
    /// A plan.
    Plan(Arc<Plan>),
}

impl Value {
    /// The truth value of an expression of type truth.
    pub fn truth(&self) -> bool {
        match self {
            Value::Truth(truth) => *truth,
            Value::Number(_) | Value::Side(_) | Value::Item(_) | Value::Set(_) | Value::Plan(_) => {
                mistyped("truth", self)
            }
        }
    }

    /// The number of an expression of type number.
    pub fn number(&self) -> i64 {
        match self {
            Value::Number(number) => *number,
            Value::Truth(_) | Value::Side(_) | Value::Item(_) | Value::Set(_) | Value::Plan(_) => {
                mistyped("number", self)
            }
        }
    }

    /// The side of an expression of type side.
    pub fn side(&self) -> Side {
        match self {
            Value::Side(side) => *side,
            Value::Truth(_)
            | Value::Number(_)
            | Value::Item(_)
            | Value::Set(_)
            | Value::Plan(_) => mistyped("side", self),
        }
    }

    /// The item of an expression of an item type.
    pub fn item(&self) -> Item {
        match self {
            Value::Item(item) => *item,
            Value::Truth(_)
            | Value::Number(_)
            | Value::Side(_)
            | Value::Set(_)
            | Value::Plan(_) => mistyped("item", self),
        }
    }

    /// The set of an expression of a set type.
    pub fn set(&self) -> &ItemSet {
        match self {
            Value::Set(set) => set,
            Value::Truth(_)
            | Value::Number(_)
            | Value::Side(_)
            | Value::Item(_)
            | Value::Plan(_) => mistyped("set", self),
        }
    }

    /// The plan of an expression of type plan.
    pub fn plan(&self) -> &Arc<Plan> {
        match self {
            Value::Plan(plan) => plan,
            Value::Truth(_)
            | Value::Number(_)
            | Value::Side(_)
            | Value::Item(_)
            | Value::Set(_) => mistyped("plan", self),
        }
    }
}

/// Raw values: 64 bits whose meaning is in the type. A truth is 0 or 1, a number its two's complement, a side 0
/// (us) or 1, an item its index, a set the bits of its items, which must all be below 64. A plan has none.
impl Value {
    /// The value in 64 bits.
    pub fn to_raw(&self) -> u64 {
        match self {
            Value::Truth(truth) => u64::from(*truth),
            Value::Number(number) => number.cast_unsigned(),
            Value::Side(side) => u64::from(*side == Side::Them),
            Value::Item(item) => u64::from(item.0),
            Value::Set(set) => {
                debug_assert!(set.more.is_empty(), "a raw set has no item above 63");
                set.low
            }
            Value::Plan(_) => mistyped("value of 64 bits", self),
        }
    }

    /// The value of a type from its 64 bits.
    pub fn from_raw(raw: u64, ty: Type) -> Value {
        match ty {
            Type::Truth => Value::Truth(raw != 0),
            Type::Number => Value::Number(raw.cast_signed()),
            Type::Side => Value::Side(if raw == 0 { Side::Us } else { Side::Them }),
            Type::Item(_) => Value::Item(Item(raw as u32)),
            Type::Set(_) => Value::Set(ItemSet::from_bits(raw)),
            Type::Plan => panic!("a plan does not fit into 64 bits"),
        }
    }
}

/// The checker has typed every expression before it runs, so a value of another type is our own mistake.
fn mistyped(expected: &str, found: &Value) -> ! {
    panic!("checked expressions are well typed: expected a {expected}, found {found:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_agree_with_a_plain_list_across_the_word_boundary() {
        let evens: ItemSet = (0..200).filter(|n| n % 2 == 0).map(Item).collect();
        let threes: ItemSet = (0..200).filter(|n| n % 3 == 0).map(Item).collect();
        let check = |set: ItemSet, holds: &dyn Fn(u32) -> bool| {
            let expected: Vec<Item> = (0..200).filter(|&n| holds(n)).map(Item).collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), expected);
            assert_eq!(set.len(), expected.len());
            assert!((0..300).all(|n| set.contains(Item(n)) == expected.contains(&Item(n))));
            assert_eq!(set, expected.into_iter().collect());
        };
        check(evens.union(&threes), &|n| n % 2 == 0 || n % 3 == 0);
        check(evens.intersect(&threes), &|n| n % 6 == 0);
        check(evens.without(&threes), &|n| n % 2 == 0 && n % 3 != 0);
        check(evens.without(&evens), &|_| false);
    }
}
