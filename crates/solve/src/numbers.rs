//! Numbers in every position of an ending and of those that can follow.

use domain::{Side, Symmetries};
use verify::{Images, Region, Terrain};

use crate::pieces::RootValue;

/// A number in every position of a terrain with one side to move, kept for our king in one part of the board where it is
/// the same in all images.
pub(crate) struct NumberColumn {
    turn: Side,
    endings: Vec<NumbersInEnding>,
    /// The values that occur, in rising order.
    values: Vec<i16>,
}

pub(crate) struct NumbersInEnding {
    images: Images,
    by_place: Vec<i16>,
}

impl NumbersInEnding {
    /// What is in a list by number.
    pub(crate) fn new(images: Images, values: &[i16]) -> NumbersInEnding {
        NumbersInEnding {
            by_place: images.looked_at(values),
            images,
        }
    }
}

impl NumberColumn {
    /// No value, or no position.
    pub(crate) const NONE: i16 = i16::MIN;

    pub(crate) fn new(turn: Side, endings: Vec<NumbersInEnding>) -> NumberColumn {
        let all = endings.iter().flat_map(|ending| &ending.by_place);
        let values = in_rising_order(all.copied());
        NumberColumn {
            turn,
            endings,
            values,
        }
    }

    /// The values that occur, in rising order.
    pub(crate) fn values(&self) -> &[i16] {
        &self.values
    }

    /// The values that occur in a region, in rising order.
    pub(crate) fn values_in(&self, region: &Region) -> Vec<i16> {
        let mut values = Vec::new();
        for ending in 0..region.n_sets() {
            region.set(ending).for_each(|number| {
                if let Some(value) = self.at(ending, number)
                    && values.last() != Some(&value)
                {
                    values.push(value);
                }
            });
        }
        in_rising_order(values.into_iter())
    }

    /// The same, if none of them is a bound that stands for numbers beyond it.
    pub(crate) fn exact_values(&self) -> Option<&[i16]> {
        let mut bounds = self.values.iter();
        (!bounds.any(|value| NumberColumn::is_bound(*value))).then_some(&self.values)
    }

    /// Does a value stand for numbers beyond it?
    pub(crate) fn is_bound(value: i16) -> bool {
        [NumberColumn::NONE + 1, i16::MAX].contains(&value)
    }

    /// The value in a position of an ending.
    #[inline]
    pub(crate) fn at(&self, ending: usize, number: usize) -> RootValue {
        let NumbersInEnding { images, by_place } = &self.endings[ending];
        let value = by_place[images.place(number)];
        (value != NumberColumn::NONE).then_some(value)
    }

    /// The symmetries that it keeps in an ending.
    pub(crate) fn kept(&self, ending: usize) -> Symmetries {
        self.endings[ending].images.kept()
    }

    /// A byte for the value in every position of an ending, by number.
    pub(crate) fn bytes(&self, ending: usize, of: impl Fn(RootValue) -> u8) -> Vec<u8> {
        let NumbersInEnding { images, by_place } = &self.endings[ending];
        let known = |value: &i16| (*value != NumberColumn::NONE).then_some(*value);
        let by_place = by_place.iter().map(|value| of(known(value)));
        images.by_number(by_place, of(None))
    }

    /// The values in an ending, by number.
    pub(crate) fn list(&self, ending: usize) -> Vec<i16> {
        let NumbersInEnding { images, by_place } = &self.endings[ending];
        images.by_number(by_place.iter().copied(), NumberColumn::NONE)
    }

    /// So much more everywhere; none if that is not exact.
    pub(crate) fn moved(&self, by: i16) -> Option<NumberColumn> {
        let mut values = self.exact_values()?.iter();
        let is_exact = values.all(|value| {
            let moved = value.checked_add(by);
            moved.is_some_and(|moved| moved != NumberColumn::NONE && !NumberColumn::is_bound(moved))
        });
        let moved = |value: &i16| match *value {
            NumberColumn::NONE => NumberColumn::NONE,
            value => value + by,
        };
        let endings = self.endings.iter().map(|ending| NumbersInEnding {
            images: ending.images.clone(),
            by_place: ending.by_place.iter().map(moved).collect(),
        });
        is_exact.then(|| NumberColumn::new(self.turn, endings.collect()))
    }

    /// Where the number is so.
    pub(crate) fn region(&self, terrain: &Terrain, is_so: impl Fn(RootValue) -> bool) -> Region {
        let sets = self.endings.iter().enumerate().map(|(ending, numbers)| {
            let NumbersInEnding { images, by_place } = numbers;
            terrain.set_of_places(ending, self.turn, images, |place| {
                let value = by_place[place];
                is_so((value != NumberColumn::NONE).then_some(value))
            })
        });
        Region::new(sets.collect())
    }
}

/// Values without those that say there is none, each once.
fn in_rising_order(all: impl Iterator<Item = i16>) -> Vec<i16> {
    let mut occurs = vec![false; 1 << 16];
    for value in all {
        occurs[usize::from(value.cast_unsigned())] = true;
    }
    let values = i16::MIN..=i16::MAX;
    values
        .filter(|value| *value != NumberColumn::NONE)
        .filter(|value| occurs[usize::from(value.cast_unsigned())])
        .collect()
}
