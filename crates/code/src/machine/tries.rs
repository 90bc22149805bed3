//! The moves that a constraint permits at a node, found one at a time, as they are tried.

use domain::{Fast, Item, Man, ManMoves, Stopped};

use super::batch::LastMoves;
use super::lists::Legal;
use super::{Environment, Inputs, Machine};
use crate::compiled::{AfterFilter, Constraint, Repeats, Selector};

/// A move that a constraint permits, and the position after it.
pub struct Permitted<D: Fast> {
    found: FoundMove<D::Move>,
    /// The position after it.
    pub next: D::Position,
}

/// How a move was found: as itself, or as a target of the man that is listed. The move itself is built only when it is
/// needed.
enum FoundMove<M> {
    Move(M),
    To(Item),
}

/// What is done with moves that a constraint permits.
pub trait Trying<D: Fast, E> {
    /// Tries a move: does it work, by the position after it?
    fn works(
        &mut self,
        machine: &mut Machine<D>,
        env: &mut E,
        next: &D::Position,
    ) -> Result<bool, Stopped>;

    /// So many moves have been decided at once, and perhaps one of them failed only because of the depth bound. If that is
    /// too much at once, they must be tried one after the other.
    fn tries(&mut self, env: &mut E, n_moves: u64, is_cut: bool) -> bool;
}

/// How far the moves of a constraint have been tried at a node.
#[derive(Debug)]
pub struct Tries<D: Fast> {
    /// All legal moves; they are kept while the pieces of a table are tried at one root.
    legal: Legal<D>,
    next_selector: usize,
    listed: Listed<D>,
    tried: TriedMoves<D::Move>,
}

/// The moves tried so far, for constraints that may list a move twice.
#[derive(Debug)]
struct TriedMoves<M> {
    /// With their shapes, which are quick to compare.
    moves: Vec<(usize, M)>,
    /// The targets of men whose moves need no list.
    targets: Vec<(Man, u64)>,
}

/// The moves of one selector that are still to be tried; deferred filters have not been applied yet.
#[derive(Debug)]
pub(super) struct Listed<D: Fast> {
    /// A list, and the index of the next move.
    pub(super) moves: Vec<D::Move>,
    at: usize,
    /// The moves of one man, which need no list.
    pub(super) of_man: Option<OfMan<D::ManMoves>>,
}

/// The moves of one man that are still to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfMan<T> {
    pub(super) man: Man,
    pub(super) moves: T,
    /// The order of the targets, and the index of the next one.
    pub(super) order: TargetOrder,
    pub(super) at: usize,
    /// The targets that are left.
    pub(super) rest: u64,
}

/// In which order targets are tried.
#[derive(Clone, Copy, Debug)]
pub(super) enum TargetOrder {
    HighestFirst,
    /// As in this row, by the table of an order and the start. Targets may be inserted later.
    Row(usize, Item),
    Fixed([u8; 64]),
}

impl<D: Fast> Default for Tries<D> {
    fn default() -> Tries<D> {
        Tries {
            legal: Legal::default(),
            next_selector: 0,
            listed: Listed {
                moves: Vec::new(),
                at: 0,
                of_man: None,
            },
            tried: TriedMoves {
                moves: Vec::new(),
                targets: Vec::new(),
            },
        }
    }
}

impl<D: Fast> Tries<D> {
    /// Starts over, perhaps at another node.
    pub fn restart(&mut self) {
        self.next_selector = 0;
        self.listed.restart();
        self.tried.moves.clear();
        self.tried.targets.clear();
    }
}

impl<M: Copy + Eq> TriedMoves<M> {
    fn contains(&self, shape: usize, m: M) -> bool {
        let mut moves = self.moves.iter();
        moves.any(|(other, tried)| *other == shape && *tried == m)
    }

    /// The targets of a man that have been tried.
    fn targets_of(&self, man: Man) -> u64 {
        let of_man = self.targets.iter().filter(|(other, _)| *other == man);
        of_man.fold(0, |tried, (_, targets)| tried | targets)
    }

    fn add_target(&mut self, man: Man, to: Item) {
        let known = self.targets.iter_mut().find(|(other, _)| *other == man);
        match known {
            Some((_, targets)) => *targets |= 1 << to.0,
            None => self.targets.push((man, 1 << to.0)),
        }
    }
}

impl<D: Fast> Listed<D> {
    /// Nothing is listed.
    pub(super) fn restart(&mut self) {
        self.moves.clear();
        self.at = 0;
        self.of_man = None;
    }

    /// The next of the moves, if there is one.
    #[inline(always)]
    fn next(&mut self) -> Option<FoundMove<D::Move>> {
        match &mut self.of_man {
            Some(of_man) => of_man.next().map(FoundMove::To),
            None => {
                let m = self.moves.get(self.at).copied()?;
                self.at += 1;
                Some(FoundMove::Move(m))
            }
        }
    }
}

impl<T> OfMan<T> {
    #[inline(always)]
    fn next(&mut self) -> Option<Item> {
        if self.rest == 0 {
            return None;
        }
        let to = match &self.order {
            TargetOrder::Fixed(order) => loop {
                let to = order[self.at % order.len()];
                self.at += 1;
                if self.rest >> to & 1 != 0 {
                    break to.into();
                }
            },
            TargetOrder::HighestFirst => self.rest.ilog2(),
            TargetOrder::Row(..) => panic!("the order is fixed before targets are tried"),
        };
        self.rest ^= 1 << to;
        Some(Item(to))
    }
}

impl<D: Fast> Machine<D> {
    /// The next move that the constraint permits, and the position after it.
    #[inline(always)]
    pub fn next_permitted(
        &mut self,
        constraint: &Constraint<D>,
        tries: &mut Tries<D>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<Option<Permitted<D>>, Stopped> {
        loop {
            let Some(found) = tries.listed.next() else {
                match self.list_next(constraint, tries, inputs, env)? {
                    true => {
                        self.fix_order(&mut tries.listed);
                        continue;
                    }
                    false => return Ok(None),
                }
            };
            let selector = &constraint.selectors[tries.next_selector - 1];
            let permitted = match (&found, &tries.listed.of_man) {
                (FoundMove::To(to), Some(of_man))
                    if selector.asks_of_next_alone && constraint.repeats != Repeats::Somehow =>
                {
                    let OfMan { man, moves, .. } = *of_man;
                    let next = moves.play_to(inputs.position, *to);
                    let passes = self.passes(&selector.after_filters, &next);
                    if passes && constraint.repeats == Repeats::ByMan {
                        tries.tried.add_target(man, *to);
                    }
                    passes.then_some(Permitted { found, next })
                }
                _ => self.permit(constraint, tries, found, inputs, env)?,
            };
            if permitted.is_some() {
                return Ok(permitted);
            }
        }
    }

    /// The first of the remaining moves that the constraint permits and that works, by the position after it.
    /// Nearly all of them fail.
    ///
    /// Where these are last moves, all moves of a man may be decided at once.
    #[inline(always)]
    pub fn first_that<E: Environment<D>>(
        &mut self,
        constraint: &Constraint<D>,
        tries: &mut Tries<D>,
        inputs: &Inputs<'_, D>,
        env: &mut E,
        last: Option<&LastMoves<'_, D>>,
        asked: &mut impl Trying<D, E>,
    ) -> Result<Option<D::Move>, Stopped> {
        loop {
            let selector = tries.next_selector.checked_sub(1);
            let selector = selector.map(|idx| &constraint.selectors[idx]);
            let of_next_alone = selector
                .filter(|selector| selector.asks_of_next_alone)
                .filter(|_| constraint.repeats != Repeats::Somehow);
            if let Some(last) = last
                && let Some(of_man) = &tries.listed.of_man
                && let Some(selector) = of_next_alone
                && let Some(decided) = self.decide_listed(selector, of_man, last, inputs)
                && asked.tries(env, decided.tried.count_ones().into(), decided.is_cut)
            {
                if let Some(to) = decided.found {
                    return Ok(Some(of_man.moves.move_to(inputs.position, to)));
                }
                if constraint.repeats == Repeats::ByMan {
                    tries.tried.targets.push((of_man.man, decided.tried));
                }
            } else {
                self.fix_order(&mut tries.listed);
                while let Some(found) = tries.listed.next() {
                    let permitted = match (&found, &tries.listed.of_man, of_next_alone) {
                        (FoundMove::To(to), Some(of_man), Some(selector)) => {
                            let OfMan { man, moves, .. } = *of_man;
                            let next = moves.play_to(inputs.position, *to);
                            if !self.passes(&selector.after_filters, &next) {
                                continue;
                            }
                            if constraint.repeats == Repeats::ByMan {
                                tries.tried.add_target(man, *to);
                            }
                            Permitted { found, next }
                        }
                        _ => match self.permit(constraint, tries, found, inputs, env)? {
                            Some(permitted) => permitted,
                            None => continue,
                        },
                    };
                    if asked.works(self, env, &permitted.next)? {
                        return Ok(Some(self.move_of(&permitted, tries, inputs.position)));
                    }
                }
            }
            if !self.list_next(constraint, tries, inputs, env)? {
                return Ok(None);
            }
        }
    }

    /// Before targets are tried one after the other: other nodes may insert targets into the row.
    #[inline]
    fn fix_order(&self, listed: &mut Listed<D>) {
        if let Some(of_man) = &mut listed.of_man
            && let TargetOrder::Row(table, start) = of_man.order
        {
            of_man.order = TargetOrder::Fixed(*self.targets_in_order(table, start));
        }
    }

    /// The first of some targets of a man, and those before it.
    #[inline]
    pub(super) fn first_of(&self, order: &TargetOrder, targets: u64) -> (Item, u64) {
        match order {
            TargetOrder::Fixed(order) => first_in(order, targets),
            TargetOrder::Row(table, start) => self.first_in_row(*table, *start, targets),
            TargetOrder::HighestFirst => highest_of(targets),
        }
    }

    /// Lists the moves of the next selector, if there is one.
    #[inline]
    fn list_next(
        &mut self,
        constraint: &Constraint<D>,
        tries: &mut Tries<D>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<bool, Stopped> {
        let Some(selector) = constraint.selectors.get(tries.next_selector) else {
            return Ok(false);
        };
        tries.next_selector += 1;
        self.list(selector, &mut tries.legal, inputs, env, &mut tries.listed)?;
        if constraint.repeats == Repeats::ByMan
            && let Some(of_man) = &mut tries.listed.of_man
        {
            of_man.rest &= !tries.tried.targets_of(of_man.man);
        }
        Ok(true)
    }

    /// The move itself.
    #[inline(always)]
    pub fn move_of(
        &self,
        permitted: &Permitted<D>,
        tries: &Tries<D>,
        position: &D::Position,
    ) -> D::Move {
        self.found_move(&permitted.found, &tries.listed, position)
    }

    #[inline(always)]
    fn found_move(
        &self,
        found: &FoundMove<D::Move>,
        listed: &Listed<D>,
        position: &D::Position,
    ) -> D::Move {
        match (found, &listed.of_man) {
            (FoundMove::To(to), Some(of_man)) => of_man.moves.move_to(position, *to),
            (FoundMove::Move(m), _) => *m,
            (FoundMove::To(_), None) => panic!("a target is a listed man's"),
        }
    }

    /// Does a position pass filters that read nothing but the position?
    #[inline(always)]
    fn passes(&mut self, filters: &[AfterFilter<D>], next: &D::Position) -> bool {
        match filters {
            // By far the most frequent: `not after.stalemate`.
            [AfterFilter::Not(word)] => self.has_moves(next) || !word(next),
            filters => self.passes_all(filters, next),
        }
    }

    #[inline(never)]
    fn passes_all(&mut self, filters: &[AfterFilter<D>], next: &D::Position) -> bool {
        filters.iter().all(|filter| match filter {
            AfterFilter::Not(word) => self.has_moves(next) || !word(next),
            AfterFilter::Is(_, word) => word(next) == Some(1),
            AfterFilter::Code(_) => panic!("code may ask about the move too"),
        })
    }

    /// A move that was found, if it has not been tried and passes the deferred filters.
    #[inline(never)]
    fn permit(
        &mut self,
        constraint: &Constraint<D>,
        tries: &mut Tries<D>,
        found: FoundMove<D::Move>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<Option<Permitted<D>>, Stopped> {
        let m = self.found_move(&found, &tries.listed, inputs.position);
        let shape = self.domain.shape(m);
        // A selector lists no move twice, so the first selector cannot repeat a move.
        let may_repeat = constraint.may_repeat();
        if may_repeat && tries.next_selector > 1 && tries.tried.contains(shape, m) {
            return Ok(None);
        }
        let selector = &constraint.selectors[tries.next_selector - 1];
        let next = self.play(selector, m, inputs, env)?;
        if may_repeat && next.is_some() {
            match (&found, &tries.listed.of_man, constraint.repeats) {
                (FoundMove::To(to), Some(of_man), Repeats::ByMan) => {
                    tries.tried.add_target(of_man.man, *to)
                }
                _ => tries.tried.moves.push((shape, m)),
            }
        }
        let found = FoundMove::Move(m);
        Ok(next.map(|next| Permitted { found, next }))
    }

    /// The position after a listed move, if it passes the deferred filters.
    #[inline]
    pub(super) fn play(
        &mut self,
        selector: &Selector<D>,
        m: D::Move,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<Option<D::Position>, Stopped> {
        for code in &selector.late_filters {
            if !self.truth(code, &inputs.about(m), env)? {
                return Ok(None);
            }
        }
        let next = self.domain.play(inputs.position, m);
        for filter in &selector.after_filters {
            let passes = match filter {
                AfterFilter::Not(_) | AfterFilter::Is(..) => {
                    self.passes(std::slice::from_ref(filter), &next)
                }
                AfterFilter::Code(code) => {
                    self.aside.after = Some(next.clone());
                    self.truth(code, &inputs.about(m), env)?
                }
            };
            if !passes {
                return Ok(None);
            }
        }
        Ok(Some(next))
    }
}

#[inline]
fn first_in(order: &[u8; 64], targets: u64) -> (Item, u64) {
    let mut before = 0;
    for to in order {
        if targets >> to & 1 != 0 {
            return (Item((*to).into()), before);
        }
        before |= 1 << to;
    }
    panic!("every target that is left is in the order")
}

#[inline]
pub(super) fn highest_of(targets: u64) -> (Item, u64) {
    let highest = targets.ilog2();
    (Item(highest), !(u64::MAX >> (63 - highest)))
}
