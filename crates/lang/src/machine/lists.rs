//! Compiled constraints: the lists of moves they make.

use std::ops::ControlFlow;

use domain::{Domain, Item, ItemSet, Native, Side, Type};

use super::{Host, Machine, Moment, PAID_MOVES, Placing, sort_key};
use crate::compiled::{
    Code, Constraint, Meaning, MoveSource, Selector, ShapeFn, ShapeOrder, Step, When,
};
use crate::reference::Stopped;

impl<D: Domain> Machine<'_, D> {
    /// The moves of one selector, in order; its late filters have not been asked yet.
    pub fn list(
        &mut self,
        selector: &Selector<D>,
        legal: &[D::Move],
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
        moves: &mut Vec<D::Move>,
    ) -> Result<(), Stopped> {
        moves.clear();
        // A guard comes first: where it fails there is nothing to do.
        for step in &selector.steps {
            if let Step::When(code) = step
                && !self.truth(code, moment, host)?
            {
                return Ok(());
            }
        }
        self.source(&selector.source, legal, moment, host, moves)?;
        for step in &selector.steps {
            match step {
                Step::When(_) => {}
                Step::Filter(code) => {
                    let mut kept = 0;
                    for idx in 0..moves.len() {
                        if self.truth(code, &moment.asking_about(moves[idx]), host)? {
                            moves[kept] = moves[idx];
                            kept += 1;
                        }
                    }
                    moves.truncate(kept);
                }
                Step::Sort { largest_first, key } => {
                    self.sort(*largest_first, key, moment, host, moves)?
                }
                Step::Going { directions } => self.going(directions, moment, moves),
                Step::Shaped(order) => self.order_by_shape(order, moves),
            }
        }
        Ok(())
    }

    /// Does a listed move pass the filters that play it out?
    pub fn passes(
        &mut self,
        selector: &Selector<D>,
        m: D::Move,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<bool, Stopped> {
        for code in &selector.late_filters {
            if !self.truth(code, &moment.asking_about(m), host)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All moves of a constraint, in order, each once.
    pub fn select(
        &mut self,
        constraint: &Constraint<D>,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<Vec<D::Move>, Stopped> {
        let legal = self.legal(moment.position, host)?;
        let mut all = Vec::new();
        self.select_all(&constraint.selectors, &legal, moment, host, &mut all)?;
        Ok(all)
    }

    /// The legal moves, each paid for.
    pub fn legal(
        &mut self,
        position: &D::Position,
        host: &mut dyn Host<D>,
    ) -> Result<Vec<D::Move>, Stopped> {
        let mut moves = Vec::new();
        self.legal_into(position, host, &mut moves)?;
        Ok(moves)
    }

    /// The same into a list that is there already.
    pub fn legal_into(
        &mut self,
        position: &D::Position,
        host: &mut dyn Host<D>,
        moves: &mut Vec<D::Move>,
    ) -> Result<(), Stopped> {
        moves.clear();
        let mut stopped = Ok(());
        let _ = self.domain.visit_moves(position, &mut |m| {
            moves.push(m);
            // Few positions have more moves than this; those that do pay as they go.
            if moves.len() % PAID_MOVES == 0
                && let Err(reason) = host.steps(PAID_MOVES as u64)
            {
                stopped = Err(reason);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        stopped
    }

    fn select_all(
        &mut self,
        selectors: &[Selector<D>],
        legal: &[D::Move],
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
        all: &mut Vec<D::Move>,
    ) -> Result<(), Stopped> {
        let mut moves = Vec::new();
        for selector in selectors {
            self.list(selector, legal, moment, host, &mut moves)?;
            for m in &moves {
                if !all.contains(m) && self.passes(selector, *m, moment, host)? {
                    all.push(*m);
                }
            }
        }
        Ok(())
    }

    fn source(
        &mut self,
        source: &MoveSource<D>,
        legal: &[D::Move],
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
        moves: &mut Vec<D::Move>,
    ) -> Result<(), Stopped> {
        match source {
            MoveSource::None => {}
            MoveSource::Legal => moves.extend_from_slice(legal),
            MoveSource::Man(man) => {
                moves.extend(
                    legal
                        .iter()
                        .filter(|m| self.domain.moves_man(moment.position, **m, *man)),
                );
            }
            MoveSource::Of(places) => {
                if let Some(places) = self.places(places, moment, host)? {
                    let starts_there = |m: &&D::Move| {
                        self.domain
                            .origin(moment.position, **m)
                            .is_some_and(|origin| places.contains(origin))
                    };
                    moves.extend(legal.iter().filter(starts_there));
                }
            }
            MoveSource::Walk {
                man,
                targets,
                within,
            } => {
                let Some(targets) = self.places(targets, moment, host)? else {
                    return Ok(());
                };
                let longest = match within {
                    None => i64::MAX,
                    Some(length) => match self.run(length, moment, host)? {
                        // The side to move has moved every second ply since the root.
                        Some(length) => length
                            .cast_signed()
                            .saturating_sub(i64::from(moment.depth / 2) + 1),
                        None => return Ok(()),
                    },
                };
                let of_man = legal
                    .iter()
                    .filter(|m| self.domain.moves_man(moment.position, **m, *man));
                let mut steps: Vec<(i64, D::Move)> = of_man
                    .filter_map(|m| {
                        Some((self.domain.moves_left(moment.position, *m, &targets)?, *m))
                    })
                    .filter(|(left, _)| *left <= longest)
                    .collect();
                // AL2's exchange sort, in which equal ones can change places.
                for i in 0..steps.len() {
                    for j in i + 1..steps.len() {
                        if steps[j].0 < steps[i].0 {
                            steps.swap(i, j);
                        }
                    }
                }
                moves.extend(steps.into_iter().map(|(_, m)| m));
            }
            MoveSource::Then(selectors) => {
                self.select_all(selectors, legal, moment, host, moves)?
            }
            MoveSource::Joined(first, second) => {
                let (mut own, mut others) = (Vec::new(), Vec::new());
                self.select_all(first, legal, moment, host, &mut own)?;
                self.select_all(second, legal, moment, host, &mut others)?;
                moves.extend(own.iter().filter(|m| others.contains(m)));
                moves.extend(own.iter().filter(|m| !others.contains(m)));
                moves.extend(others.iter().filter(|m| !own.contains(m)));
            }
        }
        Ok(())
    }

    fn places(
        &mut self,
        code: &Code<D>,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<Option<ItemSet>, Stopped> {
        Ok(self.run(code, moment, host)?.map(|raw| match code.ty {
            Type::Set(_) => self.set(raw),
            Type::Truth | Type::Number | Type::Side | Type::Item(_) | Type::Plan => {
                [Item(raw as u32)].into_iter().collect()
            }
        }))
    }

    fn sort(
        &mut self,
        largest_first: bool,
        key: &Code<D>,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
        moves: &mut [D::Move],
    ) -> Result<(), Stopped> {
        let mut keyed = std::mem::take(&mut self.keyed);
        keyed.clear();
        for m in &*moves {
            let raw = self.run(key, &moment.asking_about(*m), host)?;
            keyed.push(((0, sort_key(raw, largest_first)), *m));
        }
        keyed.sort_by_key(|(key, _)| *key);
        for (slot, (_, m)) in moves.iter_mut().zip(&keyed) {
            *slot = *m;
        }
        self.keyed = keyed;
        Ok(())
    }

    /// One direction after the other, in each by the key; what has been worked out for a shape holds for ever.
    fn order_by_shape(&mut self, order: &ShapeOrder<D>, moves: &mut Vec<D::Move>) {
        let table = &mut self.orders[order.table];
        if table.is_empty() {
            table.resize(D::SHAPES, Placing::NotWorkedOut);
        }
        self.keyed.clear();
        for m in &*moves {
            let placing = &mut table[self.domain.shape(*m)];
            if matches!(placing, Placing::NotWorkedOut) {
                let goes = |(word, viewer): &(ShapeFn<D>, Side)| word(*m, *viewer) == Some(1);
                let direction = match &order.directions[..] {
                    [] => Some(0),
                    directions => directions.iter().position(goes),
                };
                let key = match order.sort {
                    None => (false, 0),
                    Some((word, viewer, largest_first)) => {
                        sort_key(word(*m, viewer), largest_first)
                    }
                };
                *placing =
                    direction.map_or(Placing::LeftOut, |direction| Placing::At(direction, key));
            }
            if let Placing::At(direction, key) = *placing {
                self.keyed.push(((direction, key), *m));
            }
        }
        self.keyed.sort_by_key(|(key, _)| *key);
        moves.clear();
        moves.extend(self.keyed.iter().map(|(_, m)| *m));
    }

    fn going(
        &mut self,
        directions: &[(Meaning<D>, Side)],
        moment: &Moment<'_, D>,
        moves: &mut Vec<D::Move>,
    ) {
        let mut sorted = std::mem::take(&mut self.sorted);
        sorted.clear();
        for (meaning, viewer) in directions {
            for m in &*moves {
                let goes = match meaning {
                    Meaning::Native(Native::Shape(word)) => word(*m, *viewer),
                    Meaning::Native(Native::Position(word)) => {
                        word(moment.position, *viewer, [0; 3])
                    }
                    Meaning::Native(Native::Move(word)) => {
                        word(moment.position, *m, *viewer, [0; 3])
                    }
                    Meaning::Slow(word) => {
                        self.slow_word(*word, When::Now, *viewer, [0; 3], &moment.asking_about(*m))
                    }
                };
                if goes == Some(1) && !sorted.contains(m) {
                    sorted.push(*m);
                }
            }
        }
        std::mem::swap(&mut sorted, moves);
        self.sorted = sorted;
    }
}

impl<D: Domain> Moment<'_, D> {
    /// The same moment, asked about a move.
    fn asking_about(&self, m: D::Move) -> Self {
        Moment {
            the_move: Some(m),
            ..*self
        }
    }
}
