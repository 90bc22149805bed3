//! Move constraints: the legal moves they select, in the order they say.

use std::ops::ControlFlow;

use domain::{ItemSet, Man, Meaning, Stopped, Value};

use super::{Evaluator, Locals, Scene};
use crate::checked::{Constraint, ConstraintKind, Expr, Order};

impl<D: Meaning> Evaluator<'_, D> {
    /// The moves that a constraint selects, in its order.
    #[inline(never)]
    pub(super) fn select(
        &mut self,
        constraint: &Constraint,
        scene: Scene<'_, D>,
        locals: &mut Locals,
    ) -> Result<Vec<D::Move>, Stopped> {
        match &constraint.kind {
            ConstraintKind::Any => self.legal_moves(scene.position),
            ConstraintKind::None => Ok(Vec::new()),
            ConstraintKind::Man(man) => self.moves_of_man(*man, scene),
            ConstraintKind::Of(places) => {
                let Some(places) = self.places(places, scene, locals)? else {
                    return Ok(Vec::new());
                };
                let mut moves = self.legal_moves(scene.position)?;
                moves.retain(|m| {
                    self.domain
                        .origin(scene.position, *m)
                        .is_some_and(|origin| places.contains(origin))
                });
                Ok(moves)
            }
            ConstraintKind::Named(id, args) => {
                let mut inner = Locals::with_capacity(args.len());
                for arg in args {
                    inner.push(self.eval(arg, scene, locals)?);
                }
                self.select(&self.program.constraint(*id).body, scene, &mut inner)
            }
            ConstraintKind::Walk(man, targets, within) => {
                self.walk(*man, targets, within.as_ref(), scene, locals)
            }
            ConstraintKind::Then(parts) => {
                let mut moves: Vec<D::Move> = Vec::new();
                for part in parts {
                    for m in self.select(part, scene, locals)? {
                        if !moves.contains(&m) {
                            self.budget.spend()?;
                            moves.push(m);
                        }
                    }
                }
                Ok(moves)
            }
            ConstraintKind::That(inner, condition) => {
                let mut kept = Vec::new();
                for m in self.select(inner, scene, locals)? {
                    if self.truth(condition, scene.asking_about(m), locals)? {
                        kept.push(m);
                    }
                }
                Ok(kept)
            }
            ConstraintKind::When(inner, condition) => {
                if self.truth(condition, scene, locals)? {
                    self.select(inner, scene, locals)
                } else {
                    Ok(Vec::new())
                }
            }
            ConstraintKind::By(inner, order, key) => {
                let mut keyed = Vec::new();
                for m in self.select(inner, scene, locals)? {
                    let key = self.eval(key, scene.asking_about(m), locals)?;
                    keyed.push((key.map(|key| key.number()), m));
                }
                // Stable; moves without a key come last in either direction.
                keyed.sort_by(|(a, _), (b, _)| {
                    b.is_some().cmp(&a.is_some()).then(match order {
                        Order::SmallestFirst => a.cmp(b),
                        Order::LargestFirst => b.cmp(a),
                    })
                });
                Ok(keyed.into_iter().map(|(_, m)| m).collect())
            }
            ConstraintKind::First(inner, count) => {
                let count = self.eval(count, scene, locals)?;
                let count = count.map_or(0, |count| count.number());
                let mut moves = self.select(inner, scene, locals)?;
                moves.truncate(usize::try_from(count).unwrap_or(0));
                Ok(moves)
            }
            ConstraintKind::Joined(a, b) => {
                let own = self.select(a, scene, locals)?;
                let others = self.select(b, scene, locals)?;
                let both = own.iter().filter(|m| others.contains(m));
                let own_alone = own.iter().filter(|m| !others.contains(m));
                let others_alone = others.iter().filter(|m| !own.contains(m));
                Ok(both.chain(own_alone).chain(others_alone).copied().collect())
            }
            ConstraintKind::ForThem(inner) => {
                let theirs = Scene {
                    viewer: !scene.viewer,
                    ..scene
                };
                self.select(inner, theirs, locals)
            }
            ConstraintKind::Going(inner, directions) => {
                let moves = self.select(inner, scene, locals)?;
                let mut sorted: Vec<D::Move> = Vec::new();
                for direction in directions {
                    for m in &moves {
                        self.budget.spend()?;
                        let goes = self.domain.move_word(
                            *direction,
                            scene.position,
                            *m,
                            scene.viewer,
                            &[],
                        );
                        if goes.is_some_and(|value| value.truth()) && !sorted.contains(m) {
                            sorted.push(*m);
                        }
                    }
                }
                Ok(sorted)
            }
        }
    }

    pub(super) fn legal_moves(&mut self, position: &D::Position) -> Result<Vec<D::Move>, Stopped> {
        let mut moves = Vec::new();
        let mut stopped = None;
        let _ = self
            .domain
            .visit_moves(position, |m| match self.budget.spend() {
                Ok(()) => {
                    moves.push(m);
                    ControlFlow::Continue(())
                }
                Err(reason) => {
                    stopped = Some(reason);
                    ControlFlow::Break(())
                }
            });
        stopped.map_or(Ok(moves), Err)
    }

    fn moves_of_man(&mut self, man: Man, scene: Scene<'_, D>) -> Result<Vec<D::Move>, Stopped> {
        let mut moves = self.legal_moves(scene.position)?;
        moves.retain(|m| self.domain.moves_man(scene.position, *m, man));
        Ok(moves)
    }

    /// One place, or a set of them.
    fn places(
        &mut self,
        places: &Expr,
        scene: Scene<'_, D>,
        locals: &mut Locals,
    ) -> Result<Option<ItemSet>, Stopped> {
        Ok(self.eval(places, scene, locals)?.map(|value| match value {
            Value::Set(set) => set,
            Value::Item(item) => [item].into_iter().collect(),
            Value::Truth(_) | Value::Number(_) | Value::Side(_) | Value::Plan(_) => {
                panic!("places are items or sets")
            }
        }))
    }

    /// A macromove: each step must leave a way short enough for what remains of its length, and the steps are
    /// sorted by what they leave with AL2's exchange sort, which is not stable. Without a length it only sorts.
    fn walk(
        &mut self,
        man: Man,
        targets: &Expr,
        within: Option<&Expr>,
        scene: Scene<'_, D>,
        locals: &mut Locals,
    ) -> Result<Vec<D::Move>, Stopped> {
        let Some(targets) = self.places(targets, scene, locals)? else {
            return Ok(Vec::new());
        };
        // The side to move has moved every second ply since the root.
        let moves_made = i64::from(scene.depth / 2) + 1;
        let longest = match within {
            None => None,
            Some(length) => match self.eval(length, scene, locals)? {
                Some(length) => Some(length.number().saturating_sub(moves_made)),
                None => return Ok(Vec::new()),
            },
        };
        let mut steps: Vec<(i64, D::Move)> = Vec::new();
        for m in self.moves_of_man(man, scene)? {
            if let Some(left) = self.domain.moves_left(scene.position, m, &targets)
                && longest.is_none_or(|longest| left <= longest)
            {
                steps.push((left, m));
            }
        }
        exchange_sort(&mut steps);
        Ok(steps.into_iter().map(|(_, m)| m).collect())
    }
}

/// AL2's sort: swap whenever a later one is smaller. It is not stable.
fn exchange_sort<M>(steps: &mut [(i64, M)]) {
    for i in 0..steps.len() {
        for j in i + 1..steps.len() {
            if steps[j].0 < steps[i].0 {
                steps.swap(i, j);
            }
        }
    }
}

impl<D: Meaning> Scene<'_, D> {
    /// The same scene with a move in question.
    fn asking_about(self, m: D::Move) -> Self {
        Scene {
            the_move: Some((self.position, m)),
            ..self
        }
    }
}
