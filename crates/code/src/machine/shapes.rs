//! Orders that depend on the shapes of moves alone: what is computed for a shape once stays valid.

use domain::{Fast, Item, Man, ManMoves, OnlyMen, Side, Stopped};

use super::lists::Idx;
use super::order::{NOT_COMPUTED, SortPlace, place_by};
use super::registers::{N_KEPT, of_pair};
use super::tries::{OfMan, TargetOrder};
use super::{Environment, Inputs, Machine, NoEnvironment};
use crate::compiled::{CaseInput, ListStep, Selector, SetPart, ShapeFn, ShapeOrder, Within};
use lang::checked::Membership;

/// What has been computed for one order.
#[derive(Clone, Default)]
pub(super) struct Worked {
    /// For each shape.
    placings: Vec<Placing>,
    /// For each start: its targets in order.
    rows: Vec<TargetRow>,
    /// Sets of items that depend on the squares of some men alone, with those squares.
    sets: Vec<(u64, u64)>,
}

/// The targets of one start that have been seen so far, in order.
#[derive(Clone)]
pub(super) struct TargetRow {
    met: u64,
    /// The rank of each in the high bits, a tie-breaker in the low bits, and its target.
    order: Vec<(u64, u8)>,
    /// The target at each rank, and the targets up to there.
    by_place: [u8; 64],
    up_to: [u64; 64],
    /// The targets that are in the order, and for each the item by which it is chosen; often that is the target itself.
    kept: u64,
    items: [u8; 64],
    are_items_targets: bool,
}

impl Default for TargetRow {
    fn default() -> TargetRow {
        TargetRow {
            met: 0,
            order: Vec::new(),
            by_place: [0; 64],
            up_to: [0; 64],
            kept: 0,
            items: [0; 64],
            are_items_targets: true,
        }
    }
}

/// What is known of moves of one shape in an order.
#[derive(Clone, Copy)]
struct Placing {
    /// Their rank: lower comes first.
    place: u32,
    /// The item by which they are chosen.
    item: u8,
}

impl Placing {
    const NOT_WORKED_OUT: Placing = Placing { place: 0, item: 0 };
    const LEFT_OUT: Placing = Placing { place: 1, item: 0 };

    fn is_left_out(self) -> bool {
        self.place == Placing::LEFT_OUT.place
    }
}

/// The items of a set, the lowest first.
#[inline]
fn items_of_set(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            lowest
        })
    })
}

/// The rank: by direction first, then by key.
fn place(direction: usize, (is_missing, number): SortPlace) -> u32 {
    let number = i16::try_from(number).expect("a word about shapes gives small numbers");
    // From the highest bit: the direction, whether the key is missing, the key from 0 up; never as low as 1.
    let number = u32::from(number.cast_unsigned() ^ 1 << 15);
    (direction as u32 + 1) << 17 | u32::from(is_missing) << 16 | number
}

impl TargetRow {
    /// Inserts the targets that have not been seen before.
    #[inline(never)]
    fn meet(&mut self, targets: u64, placing: impl Fn(u32) -> Placing) {
        for to in items_of_set(targets & !self.met) {
            let placing = placing(to);
            if !placing.is_left_out() {
                // Ties go to the highest target, as in the domain's order.
                let key = u64::from(placing.place) << 32 | u64::from(63 - to);
                let at = self.order.partition_point(|(other, _)| *other < key);
                self.order.insert(at, (key, to as u8));
                self.kept |= 1 << to;
                self.items[to as usize] = placing.item;
                self.are_items_targets &= u32::from(placing.item) == to;
            }
        }
        self.met |= targets;
        let mut up_to = 0;
        for (at, (_, to)) in self.order.iter().enumerate() {
            up_to |= 1 << to;
            (self.by_place[at], self.up_to[at]) = (*to, up_to);
        }
    }

    /// The targets whose item is accepted.
    #[inline]
    pub(super) fn wanted(&self, targets: u64, items: u64) -> u64 {
        let kept = targets & self.kept;
        if self.are_items_targets || items == u64::MAX {
            return kept & items;
        }
        let is_wanted = |to: &u32| items >> self.items[*to as usize] & 1 != 0;
        items_of_set(kept)
            .filter(is_wanted)
            .fold(0, |wanted, to| wanted | 1 << to)
    }
}

impl<D: Fast> Machine<D> {
    /// Sorts by direction, then by key.
    pub(super) fn order_by_shape(
        &mut self,
        order: &ShapeOrder<D>,
        legal: &[D::Move],
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
        list: &mut Vec<Idx>,
    ) -> Result<(), Stopped> {
        let items = self.items_of(order, inputs, env)?;
        let placings = &mut self.scratch.orders[order.table].placings;
        if placings.is_empty() {
            placings.resize(D::SHAPES, Placing::NOT_WORKED_OUT);
        }
        let (placed, sorted) = (&mut self.scratch.placed, &mut self.scratch.sorted);
        placed.clear();
        for (at, idx) in (0..).zip(&*list) {
            let m = legal[*idx as usize];
            let placing = &mut placings[self.domain.shape(m)];
            if placing.place == Placing::NOT_WORKED_OUT.place {
                *placing = order.placing(m);
            }
            if !placing.is_left_out() && items >> placing.item & 1 != 0 {
                placed.push(u64::from(placing.place) << 32 | at);
            }
        }
        placed.sort_unstable();
        sorted.clear();
        // The low half is the index in the list.
        sorted.extend(placed.iter().map(|placed| list[*placed as u32 as usize]));
        std::mem::swap(sorted, list);
        Ok(())
    }

    /// The moves of the only man of a kind, unless a guard forbids them; they need no list.
    pub(super) fn list_targets(
        &mut self,
        selector: &Selector<D>,
        man: Man,
        moves: D::ManMoves,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<Option<OfMan<D::ManMoves>>, Stopped> {
        let mut of_man = OfMan {
            man,
            moves,
            order: TargetOrder::HighestFirst,
            at: 0,
            rest: moves.targets(),
        };
        for step in &selector.steps {
            match step {
                ListStep::When(code) => {
                    if !self.truth(code, inputs, env)? {
                        return Ok(None);
                    }
                }
                ListStep::Shaped(order) => {
                    let items = self.items_of(order, inputs, env)?;
                    let row = self.row(order, moves, inputs.position);
                    of_man.rest = row.wanted(moves.targets(), items);
                    of_man.order = TargetOrder::Row(order.table, moves.start());
                }
                ListStep::Filter(_)
                | ListStep::Within(_)
                | ListStep::Sort { .. }
                | ListStep::Going { .. } => {
                    panic!("nothing else is done to moves of a man by shape")
                }
            }
        }
        Ok(Some(of_man))
    }

    /// The targets of a start in order, as far as they have been seen.
    #[inline]
    pub(super) fn targets_in_order(&self, table: usize, start: Item) -> &[u8; 64] {
        &self.scratch.orders[table].rows[start.0 as usize].by_place
    }

    /// The first of some targets in the order of a row, and those before it.
    #[inline]
    pub(super) fn first_in_row(&self, table: usize, start: Item, targets: u64) -> (Item, u64) {
        let row = &self.scratch.orders[table].rows[start.0 as usize];
        for (to, up_to) in row.by_place.iter().zip(&row.up_to) {
            if up_to & targets != 0 {
                return (Item((*to).into()), up_to ^ 1 << to);
            }
        }
        panic!("every target that is left is in the order")
    }

    /// The row of an order, with all targets of a man inserted.
    #[inline]
    pub(super) fn row(
        &mut self,
        order: &ShapeOrder<D>,
        moves: D::ManMoves,
        position: &D::Position,
    ) -> &TargetRow {
        let (start, targets) = (moves.start().0 as usize, moves.targets());
        let rows = &self.scratch.orders[order.table].rows;
        let is_met = |row: &TargetRow| targets & !row.met == 0;
        if !rows.get(start).is_some_and(is_met) {
            self.meet(order, moves, position);
        }
        &self.scratch.orders[order.table].rows[start]
    }

    #[inline(never)]
    fn meet(&mut self, order: &ShapeOrder<D>, moves: D::ManMoves, position: &D::Position) {
        let Worked { rows, .. } = &mut self.scratch.orders[order.table];
        if rows.is_empty() {
            rows.resize(D::SHAPES / 64, TargetRow::default());
        }
        let row = &mut rows[moves.start().0 as usize];
        row.meet(moves.targets(), |to| {
            order.placing(moves.move_to(position, Item(to)))
        });
    }

    /// The targets of a man that come in an order, or all of them.
    #[inline(always)]
    pub(super) fn wanted(
        &mut self,
        order: Option<&ShapeOrder<D>>,
        moves: &D::ManMoves,
        inputs: &Inputs<'_, D>,
    ) -> u64 {
        let Some(order) = order else {
            return moves.targets();
        };
        match self.known_wanted(order, moves) {
            Some(wanted) => wanted,
            None => self.find_wanted(order, moves, inputs),
        }
    }

    /// The same if everything has been computed that is asked for.
    #[inline(always)]
    pub(super) fn known_wanted(&self, order: &ShapeOrder<D>, moves: &D::ManMoves) -> Option<u64> {
        let rows = &self.scratch.orders[order.table].rows;
        let (row, targets) = (rows.get(moves.start().0 as usize)?, moves.targets());
        if targets & !row.met != 0 {
            return None;
        }
        let kept = targets & row.kept;
        let Some(within) = &order.within else {
            return Some(kept);
        };
        if within.parts.is_empty() || !row.are_items_targets {
            return None;
        }
        let mut items = 0;
        for part in &within.parts {
            let set = *self.scratch.sets[part.table].get(self.case_of(part))?;
            if set == NOT_COMPUTED {
                return None;
            }
            items |= set;
        }
        Some(match within.membership {
            Membership::In => kept & items,
            Membership::NotIn => kept & !items,
        })
    }

    #[inline(never)]
    fn find_wanted(
        &mut self,
        order: &ShapeOrder<D>,
        moves: &D::ManMoves,
        inputs: &Inputs<'_, D>,
    ) -> u64 {
        let items = self.items_of_men(order, inputs);
        let row = self.row(order, *moves, inputs.position);
        row.wanted(moves.targets(), items)
    }

    /// The items that the choice of an order accepts.
    fn items_of(
        &mut self,
        order: &ShapeOrder<D>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<u64, Stopped> {
        match (&order.within, self.free_items(order, inputs)) {
            (None, _) => Ok(u64::MAX),
            (Some(_), Some(items)) => Ok(items),
            (Some(within), None) => self.items(within, inputs, env),
        }
    }

    /// The same if they depend on nothing but where some men stand, and these are there.
    #[inline]
    pub(super) fn free_items(
        &mut self,
        order: &ShapeOrder<D>,
        inputs: &Inputs<'_, D>,
    ) -> Option<u64> {
        let Some(within) = &order.within else {
            return Some(u64::MAX);
        };
        let men = within.of_men?;
        if self.load_men(inputs) & men != men {
            return None;
        }
        Some(self.items_of_men(order, inputs))
    }

    /// Loads the men of a position, if they are not in their registers already: which of them it has.
    #[inline]
    pub(super) fn load_men(&mut self, inputs: &Inputs<'_, D>) -> u64 {
        let (domain, position) = (&self.domain, inputs.position);
        let load = |places: &mut OnlyMen| domain.only_men(position, places);
        self.regs.load_men(inputs.stamp, load)
    }

    /// The items that the choice of an order accepts, if they depend on nothing but where some men stand, which are in
    /// their registers.
    fn items_of_men(&mut self, order: &ShapeOrder<D>, inputs: &Inputs<'_, D>) -> u64 {
        let Some(within) = &order.within else {
            return u64::MAX;
        };
        if within.parts.is_empty() {
            return self.items_of_squares(order.table, within, inputs);
        }
        let mut items = 0;
        for part in &within.parts {
            let case = self.case_of(part);
            items |= match self.scratch.sets[part.table].get(case) {
                Some(set) if *set != NOT_COMPUTED => *set,
                // Without one of the parts there is no set.
                _ => match self.set_of_case(part, case, inputs) {
                    Some(set) => set,
                    None => return 0,
                },
            };
        }
        match within.membership {
            Membership::In => items,
            Membership::NotIn => !items,
        }
    }

    /// The number of the case in which the men are.
    #[inline(always)]
    fn case_of(&self, part: &SetPart<D>) -> usize {
        let [first, second] = &part.inputs;
        let place_of = |input: &CaseInput| {
            let [a, b] = input.men.map(|man| self.regs.get(man));
            usize::from(of_pair(&input.places, a, b))
        };
        place_of(first) + place_of(second)
    }

    /// The set that code gives in a case, if it gives one; it is kept.
    #[inline(never)]
    fn set_of_case(
        &mut self,
        part: &SetPart<D>,
        case: usize,
        inputs: &Inputs<'_, D>,
    ) -> Option<u64> {
        let set = self.raw(&part.code, inputs, &mut NoEnvironment);
        let set = set.expect("such code costs nothing")?;
        let kept = &mut self.scratch.sets[part.table];
        if kept.is_empty() {
            kept.resize(part.n_cases, NOT_COMPUTED);
        }
        kept[case] = set;
        Some(set)
    }

    /// The items that a choice accepts for the squares of some men; those computed last are kept.
    #[inline(never)]
    fn items_of_squares(
        &mut self,
        table: usize,
        within: &Within<D>,
        inputs: &Inputs<'_, D>,
    ) -> u64 {
        let (key, at) = self.regs.key_of(within.of_men.unwrap_or(0));
        let sets = &mut self.scratch.orders[table].sets;
        if sets.is_empty() {
            sets.resize(N_KEPT, (0, 0));
        }
        let (known, items) = sets[at % N_KEPT];
        if known == key {
            return items;
        }
        let items = self.items(within, inputs, &mut NoEnvironment);
        let items = items.expect("such code costs nothing");
        self.scratch.orders[table].sets[at % N_KEPT] = (key, items);
        items
    }
}

impl<D: Fast> ShapeOrder<D> {
    /// What the order says of all moves with the shape of this one.
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
            Some((word, viewer, largest_first)) => place_by(word(m, viewer), largest_first),
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
