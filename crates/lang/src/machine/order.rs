//! How lists of moves are put in order: by keys, by directions, and by the shapes of moves.

use domain::{Domain, Item, Man, Native, Side, Targets};

use super::lists::Idx;
use super::{Host, Machine, Moment};
use crate::compiled::{Code, Meaning, Selector, ShapeFn, ShapeOrder, Step, When};
use crate::reference::Stopped;

/// What is used again and again while lists are made.
#[derive(Default)]
pub(super) struct Scratch {
    /// Moves with their keys, by their places in the list.
    keyed: Vec<(SortKey, Idx)>,
    /// The same for orders by shape: the placing above the place in the list.
    placed: Vec<u64>,
    sorted: Vec<Idx>,
    pub(super) list: Vec<Idx>,
    /// For each order by shape, what has been worked out for each shape.
    pub(super) orders: Vec<Vec<Placing>>,
}

/// What a list is sorted by: moves without a key come last.
type SortKey = (bool, i64);

fn sort_key(raw: Option<u64>, largest_first: bool) -> SortKey {
    // The complement turns the order of numbers round.
    let number = raw.map(|raw| {
        if largest_first {
            !raw.cast_signed()
        } else {
            raw.cast_signed()
        }
    });
    (number.is_none(), number.unwrap_or(0))
}

/// What is known of moves of one shape in an order.
#[derive(Clone, Copy)]
pub(super) struct Placing {
    /// Where they stand: lower comes first.
    place: u32,
    /// The item by which they are chosen.
    item: u8,
}

impl Placing {
    const NOT_WORKED_OUT: Placing = Placing { place: 0, item: 0 };
    const LEFT_OUT: Placing = Placing { place: 1, item: 0 };

    /// Do they stay, and is their item one of these?
    fn is_among(self, items: u64) -> bool {
        self.place != Placing::LEFT_OUT.place && items >> self.item & 1 != 0
    }
}

/// What has been worked out for an order.
fn worked_out<'s, D: Domain>(
    orders: &'s mut [Vec<Placing>],
    order: &ShapeOrder<D>,
) -> &'s mut Vec<Placing> {
    let table = &mut orders[order.table];
    if table.is_empty() {
        table.resize(D::SHAPES, Placing::NOT_WORKED_OUT);
    }
    table
}

/// The items of a set, the highest first.
fn highest_first(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let highest = set.checked_ilog2()?;
        set ^= 1 << highest;
        Some(highest)
    })
}

/// The place in the direction of this index, and there by this key.
fn place(direction: usize, (is_missing, number): SortKey) -> u32 {
    let number = i16::try_from(number).expect("a word about shapes gives small numbers");
    // From the highest bit: the direction, whether the key is missing, the key from 0 up; never as low as 1.
    let number = u32::from(number.cast_unsigned() ^ 1 << 15);
    (direction as u32 + 1) << 17 | u32::from(is_missing) << 16 | number
}

impl<D: Domain> Machine<'_, D> {
    pub(super) fn sort(
        &mut self,
        largest_first: bool,
        key: &Code<D>,
        legal: &[D::Move],
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
        list: &mut [Idx],
    ) -> Result<(), Stopped> {
        let mut keyed = std::mem::take(&mut self.scratch.keyed);
        keyed.clear();
        for idx in &*list {
            let asked = moment.about(legal[*idx as usize]);
            let raw = self.run(key, &asked, host)?;
            keyed.push((sort_key(raw, largest_first), *idx));
        }
        keyed.sort_by_key(|(key, _)| *key);
        for (slot, (_, idx)) in list.iter_mut().zip(&keyed) {
            *slot = *idx;
        }
        self.scratch.keyed = keyed;
        Ok(())
    }

    /// One direction after the other, in each by the key; what has been worked out for a shape holds for ever.
    pub(super) fn order_by_shape(
        &mut self,
        order: &ShapeOrder<D>,
        legal: &[D::Move],
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
        list: &mut Vec<Idx>,
    ) -> Result<(), Stopped> {
        let items = self.items_of(order, moment, host)?;
        let Scratch {
            placed,
            sorted,
            orders,
            ..
        } = &mut self.scratch;
        let table = worked_out::<D>(orders, order);
        placed.clear();
        for (at, idx) in (0..).zip(&*list) {
            let m = legal[*idx as usize];
            let placing = &mut table[self.domain.shape(m)];
            if placing.place == Placing::NOT_WORKED_OUT.place {
                *placing = order.placing(m);
            }
            if placing.is_among(items) {
                placed.push(u64::from(placing.place) << 32 | at);
            }
        }
        placed.sort_unstable();
        sorted.clear();
        // The lower half says where in the list it was.
        sorted.extend(placed.iter().map(|placed| list[*placed as u32 as usize]));
        std::mem::swap(sorted, list);
        Ok(())
    }

    /// The moves of the only man of a kind, in an order by shape.
    pub(super) fn list_targets(
        &mut self,
        selector: &Selector<D>,
        man: Man,
        targets: Targets,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
        moves: &mut Vec<D::Move>,
    ) -> Result<(), Stopped> {
        let domain = self.domain;
        let move_to = |to: u32| domain.move_to(moment.position, man, targets, Item(to));
        let mut order = None;
        for step in &selector.steps {
            match step {
                Step::When(code) => {
                    if !self.truth(code, moment, host)? {
                        return Ok(());
                    }
                }
                Step::Shaped(shaped) => order = Some(shaped),
                Step::Filter(_) | Step::Within(_) | Step::Sort { .. } | Step::Going { .. } => {
                    panic!("nothing else is done to moves of a man by shape")
                }
            }
        }
        let Some(order) = order else {
            moves.extend(highest_first(targets.to).map(move_to));
            return Ok(());
        };
        let items = self.items_of(order, moment, host)?;
        let Scratch { placed, orders, .. } = &mut self.scratch;
        let table = worked_out::<D>(orders, order);
        placed.clear();
        let row = targets.from.0 as usize * 64;
        for to in highest_first(targets.to) {
            let placing = &mut table[row + to as usize];
            if placing.place == Placing::NOT_WORKED_OUT.place {
                *placing = order.placing(move_to(to));
            }
            if placing.is_among(items) {
                // Equal ones stay in the order in which they came.
                placed.push(u64::from(placing.place) << 32 | u64::from(63 - to));
            }
        }
        placed.sort_unstable();
        moves.extend(placed.iter().map(|placed| move_to(63 - *placed as u32)));
        Ok(())
    }

    /// The items that the choice of an order wants.
    fn items_of(
        &mut self,
        order: &ShapeOrder<D>,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<u64, Stopped> {
        match &order.within {
            Some(within) => self.items(within, moment, host),
            None => Ok(u64::MAX),
        }
    }

    pub(super) fn going(
        &mut self,
        directions: &[(Meaning<D>, Side)],
        legal: &[D::Move],
        moment: &Moment<'_, D>,
        list: &mut Vec<Idx>,
    ) {
        let mut sorted = std::mem::take(&mut self.scratch.sorted);
        sorted.clear();
        for (meaning, viewer) in directions {
            for idx in &*list {
                let m = legal[*idx as usize];
                let goes = match meaning {
                    Meaning::Native(Native::Shape(word)) => word(m, *viewer),
                    Meaning::Native(Native::Position(word)) => {
                        word(moment.position, *viewer, [0; 3])
                    }
                    Meaning::Native(Native::Move(word)) => {
                        word(moment.position, m, *viewer, [0; 3])
                    }
                    Meaning::Native(Native::OfSide(words)) => words[*viewer](moment.position),
                    Meaning::Native(Native::Timeless(word)) => word(*viewer, [0; 3]),
                    Meaning::Native(Native::WithoutMoves(word)) => {
                        let is_stuck = !self.domain.has_moves(moment.position);
                        Some(u64::from(is_stuck && word(moment.position)))
                    }
                    Meaning::Native(Native::After(word)) => {
                        word(&self.domain.play(moment.position, m))
                    }
                    Meaning::Slow(word) => {
                        let asked = moment.about(m);
                        self.aside
                            .slow_word(*word, When::Now, *viewer, [0; 3], &asked)
                    }
                };
                if goes == Some(1) && !sorted.contains(idx) {
                    sorted.push(*idx);
                }
            }
        }
        std::mem::swap(&mut sorted, list);
        self.scratch.sorted = sorted;
    }
}

impl<D: Domain> ShapeOrder<D> {
    /// What is to be known of moves of the same shape as this one.
    fn placing(&self, m: D::Move) -> Placing {
        let item = match &self.within {
            Some(within) => (within.word)(m, within.viewer),
            None => Some(0),
        };
        let goes = |(word, viewer): &(ShapeFn<D>, Side)| word(m, *viewer) == Some(1);
        let direction = match &self.directions[..] {
            [] => Some(0),
            directions => directions.iter().position(goes),
        };
        let key = match self.sort {
            None => (false, 0),
            Some((word, viewer, largest_first)) => sort_key(word(m, viewer), largest_first),
        };
        match (direction, item) {
            (Some(direction), Some(item)) => Placing {
                place: place(direction, key),
                item: item as u8,
            },
            (None, _) | (_, None) => Placing::LEFT_OUT,
        }
    }
}
