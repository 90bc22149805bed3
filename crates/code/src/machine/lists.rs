//! Compiled constraints: the lists of moves they make.
//!
//! While a list is made it holds places in the list of legal moves, so that it is cheap to put in order and to compare.
//! Where the domain knows the targets of a man, its moves are listed without the other legal moves.

use std::ops::ControlFlow;

use domain::{Fast, Item, ItemSet, Stopped, Type};

use super::tries::Listed;
use super::{Environment, Inputs, Machine, PAID_MOVES};
use crate::compiled::{Code, Constraint, ListStep, MoveSource, Selector, Within};
use lang::checked::Membership;

/// The place of a move in the list of legal moves.
pub(super) type Idx = u32;

/// The legal moves of a position, generated when they are first needed.
#[derive(Debug)]
pub(super) struct Legal<D: Fast> {
    moves: Vec<D::Move>,
    of: Option<D::Position>,
}

impl<D: Fast> Default for Legal<D> {
    fn default() -> Legal<D> {
        Legal {
            moves: Vec::new(),
            of: None,
        }
    }
}

impl<D: Fast> Machine<D> {
    /// The moves of one selector, in order; deferred filters have not been applied yet.
    #[inline(never)]
    pub(super) fn list(
        &mut self,
        selector: &Selector<D>,
        legal: &mut Legal<D>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
        listed: &mut Listed<D>,
    ) -> Result<(), Stopped> {
        listed.restart();
        if selector.is_of_man_by_shape
            && let MoveSource::Man(man) = selector.source
            && let Some(moves) = self.domain.man_moves(inputs.position, man)
        {
            listed.of_man = self.list_targets(selector, man, moves, inputs, env)?;
            return Ok(());
        }
        self.find_legal(legal, inputs.position, env)?;
        let mut list = std::mem::take(&mut self.scratch.list);
        self.list_places(selector, &legal.moves, inputs, env, &mut list)?;
        let moves = list.iter().map(|idx| legal.moves[*idx as usize]);
        listed.moves.extend(moves);
        self.scratch.list = list;
        Ok(())
    }

    /// The same as places in the list of legal moves.
    fn list_places(
        &mut self,
        selector: &Selector<D>,
        legal: &[D::Move],
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
        list: &mut Vec<Idx>,
    ) -> Result<(), Stopped> {
        list.clear();
        // Guards come first: if one fails the list is empty.
        for step in &selector.steps {
            if let ListStep::When(code) = step
                && !self.truth(code, inputs, env)?
            {
                return Ok(());
            }
        }
        self.source(&selector.source, legal, inputs, env, list)?;
        for step in &selector.steps {
            match step {
                ListStep::When(_) => {}
                ListStep::Filter(code) => {
                    let mut kept = 0;
                    for at in 0..list.len() {
                        let asked = inputs.about(legal[list[at] as usize]);
                        if self.truth(code, &asked, env)? {
                            list[kept] = list[at];
                            kept += 1;
                        }
                    }
                    list.truncate(kept);
                }
                ListStep::Within(within) => {
                    let items = self.items(within, inputs, env)?;
                    let is_wanted = |item| items >> item & 1 != 0;
                    list.retain(|idx| {
                        (within.word)(legal[*idx as usize], within.viewer).is_some_and(is_wanted)
                    });
                }
                ListStep::Sort { largest_first, key } => {
                    self.sort(*largest_first, key, legal, inputs, env, list)?
                }
                ListStep::Going { directions } => self.going(directions, legal, inputs, list),
                ListStep::Shaped(order) => self.order_by_shape(order, legal, inputs, env, list)?,
            }
        }
        Ok(())
    }

    /// All moves of a constraint, in order, each once.
    pub fn select(
        &mut self,
        constraint: &Constraint<D>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<Vec<D::Move>, Stopped> {
        let mut legal = Legal::default();
        self.find_legal(&mut legal, inputs.position, env)?;
        let legal = legal.moves;
        let mut all = Vec::new();
        self.select_all(
            &constraint.selectors,
            usize::MAX,
            &legal,
            inputs,
            env,
            &mut all,
        )?;
        Ok(all.into_iter().map(|idx| legal[idx as usize]).collect())
    }

    /// The first of some legal moves in the order of a constraint that permits them all and
    /// [orders](Constraint::is_costly_order) each by itself.
    ///
    /// The order that was named last comes first, and the others matter only among moves that it leaves equal.
    pub fn first_in_order(
        &mut self,
        constraint: &Constraint<D>,
        mut moves: Vec<D::Move>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<Option<D::Move>, Stopped> {
        let [selector] = &constraint.selectors[..] else {
            return Ok(None);
        };
        for step in selector.steps.iter().rev() {
            if let [] | [_] = moves[..] {
                break;
            }
            if let ListStep::Sort { largest_first, key } = step {
                self.keep_first(*largest_first, key, &mut moves, inputs, env)?;
            }
        }
        Ok(moves.first().copied())
    }

    /// Generates the legal moves and pays for each, unless they are known.
    fn find_legal(
        &mut self,
        legal: &mut Legal<D>,
        position: &D::Position,
        env: &mut dyn Environment<D>,
    ) -> Result<(), Stopped> {
        if legal.of.as_ref() == Some(position) {
            return Ok(());
        }
        let moves = &mut legal.moves;
        moves.clear();
        legal.of = None;
        let mut stopped = Ok(());
        let _ = self.domain.visit_moves(position, |m| {
            moves.push(m);
            // Positions with more moves than this pay while the list grows.
            if moves.len().is_multiple_of(PAID_MOVES)
                && let Err(reason) = env.steps(PAID_MOVES as u64)
            {
                stopped = Err(reason);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        // A list that costs something is not kept, so that it costs the same every time.
        if moves.len() < PAID_MOVES {
            legal.of = Some(position.clone());
        }
        stopped
    }

    fn select_all(
        &mut self,
        selectors: &[Selector<D>],
        at_most: usize,
        legal: &[D::Move],
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
        all: &mut Vec<Idx>,
    ) -> Result<(), Stopped> {
        let mut is_listed = vec![false; legal.len()];
        let mut list = Vec::new();
        for selector in selectors {
            self.list_places(selector, legal, inputs, env, &mut list)?;
            for idx in &list {
                if all.len() == at_most {
                    return Ok(());
                }
                let at = *idx as usize;
                if is_listed[at] {
                    continue;
                }
                let next = self.play(selector, legal[at], inputs, env)?;
                if next.is_some() {
                    is_listed[at] = true;
                    all.push(*idx);
                }
            }
        }
        Ok(())
    }

    fn source(
        &mut self,
        source: &MoveSource<D>,
        legal: &[D::Move],
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
        list: &mut Vec<Idx>,
    ) -> Result<(), Stopped> {
        let domain = self.domain;
        match source {
            MoveSource::None => {}
            MoveSource::Legal => list.extend(0..legal.len() as Idx),
            MoveSource::Man(man) => {
                list_those(legal, list, |m| domain.moves_man(inputs.position, m, *man));
            }
            MoveSource::Of(places) => {
                if let Some(places) = self.places(places, inputs, env)? {
                    list_those(legal, list, |m| {
                        let origin = domain.origin(inputs.position, m);
                        origin.is_some_and(|origin| places.contains(origin))
                    });
                }
            }
            MoveSource::Walk {
                man,
                targets,
                within,
            } => {
                let Some(targets) = self.places(targets, inputs, env)? else {
                    return Ok(());
                };
                let longest = match within {
                    None => i64::MAX,
                    Some(length) => match self.raw(length, inputs, env)? {
                        // The side to move has moved every second ply since the root.
                        Some(length) => length
                            .cast_signed()
                            .saturating_sub(i64::from(inputs.depth / 2) + 1),
                        None => return Ok(()),
                    },
                };
                let mut steps: Vec<(i64, Idx)> = (0..)
                    .zip(legal)
                    .filter(|(_, m)| domain.moves_man(inputs.position, **m, *man))
                    .filter_map(|(idx, m)| {
                        Some((domain.moves_left(inputs.position, *m, &targets)?, idx))
                    })
                    .filter(|(left, _)| *left <= longest)
                    .collect();
                // AL2's exchange sort, which is not stable.
                for i in 0..steps.len() {
                    for j in i + 1..steps.len() {
                        if steps[j].0 < steps[i].0 {
                            steps.swap(i, j);
                        }
                    }
                }
                list.extend(steps.into_iter().map(|(_, idx)| idx));
            }
            MoveSource::Then(selectors) => {
                self.select_all(selectors, usize::MAX, legal, inputs, env, list)?;
            }
            MoveSource::First(selectors, count) => {
                let count = self.raw(count, inputs, env)?;
                let count = count.map_or(0, u64::cast_signed);
                if let Ok(count @ 1..) = usize::try_from(count) {
                    self.select_all(selectors, count, legal, inputs, env, list)?;
                }
            }
            MoveSource::Joined(first, second) => {
                let (mut own, mut others) = (Vec::new(), Vec::new());
                self.select_all(first, usize::MAX, legal, inputs, env, &mut own)?;
                self.select_all(second, usize::MAX, legal, inputs, env, &mut others)?;
                list.extend(own.iter().filter(|idx| others.contains(idx)));
                list.extend(own.iter().filter(|idx| !others.contains(idx)));
                list.extend(others.iter().filter(|idx| !own.contains(idx)));
            }
        }
        Ok(())
    }

    /// The items that a choice accepts.
    pub(super) fn items(
        &mut self,
        within: &Within<D>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<u64, Stopped> {
        let set = self.raw(&within.set, inputs, env)?;
        // Without a set neither `in` nor `not in` holds for any item.
        Ok(set.map_or(0, |set| match within.membership {
            Membership::In => set,
            Membership::NotIn => !set,
        }))
    }

    /// One place, or a set of them.
    fn places(
        &mut self,
        code: &Code<D>,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Result<Option<ItemSet>, Stopped> {
        Ok(self.raw(code, inputs, env)?.map(|raw| match code.ty {
            Type::Set(_) => self.aside.set(raw),
            Type::Truth | Type::Number | Type::Side | Type::Item(_) | Type::Plan => {
                [Item(raw as u32)].into_iter().collect()
            }
        }))
    }
}

/// Lists the moves for which `holds` is true.
#[inline]
fn list_those<M: Copy>(legal: &[M], list: &mut Vec<Idx>, holds: impl Fn(M) -> bool) {
    let those = (0..).zip(legal).filter(|(_, m)| holds(**m));
    list.extend(those.map(|(idx, _)| idx));
}
