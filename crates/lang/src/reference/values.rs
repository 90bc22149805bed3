//! Expressions. `None` is "no value"; a truth without a value is false.

use domain::{Item, ItemSet, Meaning, Plan, Side, Stopped, Type, Value};

use super::{Evaluator, Locals, Scene, Verdict};
use crate::builtin::Builtin;
use crate::checked::{
    Combination, Comparison, Expr, ExprKind, Extreme, Joining, Local, Membership, Operation,
    Quantifier, Time,
};
use crate::plans;

type Evaluated = Result<Option<Value>, Stopped>;

impl<D: Meaning> Evaluator<'_, D> {
    /// The value of an expression, recorded if there is a trace.
    #[inline(never)]
    pub(super) fn eval(
        &mut self,
        expr: &Expr,
        scene: Scene<'_, D>,
        locals: &mut Locals,
    ) -> Evaluated {
        self.budget.spend()?;
        if let Some(recorder) = &mut self.trace {
            recorder.open(expr);
        }
        let value = self.eval_kind(expr, scene, locals)?;
        let value = if expr.ty == Type::Truth {
            value.or(Some(Value::Truth(false)))
        } else {
            value
        };
        if let Some(recorder) = &mut self.trace {
            recorder.close(value.clone());
        }
        Ok(value)
    }

    fn eval_kind(&mut self, expr: &Expr, scene: Scene<'_, D>, locals: &mut Locals) -> Evaluated {
        Ok(match &expr.kind {
            ExprKind::Number(number) => Some(Value::Number(*number)),
            ExprKind::Truth(truth) => Some(Value::Truth(*truth)),
            ExprKind::Side(side) => Some(Value::Side(if scene.viewer == Side::Us {
                *side
            } else {
                !*side
            })),
            ExprKind::Constant(id) => Some(Value::Item(self.domain.constant(*id, scene.viewer))),
            ExprKind::Item(item) => Some(Value::Item(*item)),
            ExprKind::Local(Local(idx)) => locals[usize::from(*idx)].clone(),
            ExprKind::Word(id, args) => {
                let Some(args) = self.eval_all(args, scene, locals)? else {
                    return Ok(None);
                };
                self.domain.word(*id, scene.position, scene.viewer, &args)
            }
            ExprKind::MoveWord(id, args) => {
                let Some(args) = self.eval_all(args, scene, locals)? else {
                    return Ok(None);
                };
                let (position, m) = scene
                    .the_move
                    .expect("words about moves are used in constraints only");
                self.domain.move_word(*id, position, m, scene.viewer, &args)
            }
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, scene, locals)?,
            ExprKind::Call(id, args) => {
                let mut inner = Locals::with_capacity(args.len());
                for arg in args {
                    inner.push(self.eval(arg, scene, locals)?);
                }
                let definition = self.program.definition(*id);
                self.eval(&definition.body, scene, &mut inner)?
            }
            ExprKind::Plan(id, args) => {
                let Some(mut args) = self.eval_all(args, scene, locals)? else {
                    return Ok(None);
                };
                let owner = args.remove(0).side();
                Some(Value::Plan(Plan::simple(id.0, owner, args)))
            }
            ExprKind::Join(joining, a, b) => {
                let a = self.eval(a, scene, locals)?;
                let b = self.eval(b, scene, locals)?;
                let (Some(a), Some(b)) = (a, b) else {
                    return Ok(None);
                };
                let (a, b) = (a.plan(), b.plan());
                let join = match joining {
                    Joining::Or => Plan::or,
                    Joining::Mod => Plan::modified,
                };
                (a.owner() == b.owner()).then(|| Value::Plan(join(a.clone(), b.clone())))
            }
            ExprKind::Can(piece) => {
                let verdict = self.satisfy(*piece, scene.position, scene.viewer)?;
                Some(Value::Truth(verdict == Verdict::Satisfied))
            }
            ExprKind::Not(part) => Some(Value::Truth(!self.truth(part, scene, locals)?)),
            ExprKind::And(parts) => {
                for part in parts {
                    if !self.truth(part, scene, locals)? {
                        return Ok(Some(Value::Truth(false)));
                    }
                }
                Some(Value::Truth(true))
            }
            ExprKind::Or(parts) => {
                for part in parts {
                    if self.truth(part, scene, locals)? {
                        return Ok(Some(Value::Truth(true)));
                    }
                }
                Some(Value::Truth(false))
            }
            ExprKind::Compare(comparison, a, b) => {
                let a = self.eval(a, scene, locals)?;
                let b = self.eval(b, scene, locals)?;
                let (Some(a), Some(b)) = (a, b) else {
                    return Ok(None);
                };
                Some(Value::Truth(compare(*comparison, &a, &b)))
            }
            ExprKind::In(item, membership, set) => {
                let item = self.eval(item, scene, locals)?;
                let set = self.eval(set, scene, locals)?;
                let (Some(item), Some(set)) = (item, set) else {
                    return Ok(None);
                };
                belongs(*membership, set.set().contains(item.item()))
            }
            ExprKind::InRange(item, membership, low, high) => {
                let item = self.eval(item, scene, locals)?;
                let low = self.eval(low, scene, locals)?;
                let high = self.eval(high, scene, locals)?;
                let (Some(item), Some(low), Some(high)) = (item, low, high) else {
                    return Ok(None);
                };
                belongs(
                    *membership,
                    (low.number()..=high.number()).contains(&item.number()),
                )
            }
            ExprKind::InList(item, membership, list) => {
                let item = self.eval(item, scene, locals)?;
                let mut found = false;
                for part in list {
                    let part = self.eval(part, scene, locals)?;
                    found |= part.is_some() && part == item;
                }
                if item.is_none() {
                    None
                } else {
                    belongs(*membership, found)
                }
            }
            ExprKind::Arithmetic(operation, a, b) => {
                let a = self.eval(a, scene, locals)?;
                let b = self.eval(b, scene, locals)?;
                let (Some(a), Some(b)) = (a, b) else {
                    return Ok(None);
                };
                arithmetic(*operation, a.number(), b.number()).map(Value::Number)
            }
            ExprKind::Negate(part) => {
                let part = self.eval(part, scene, locals)?;
                part.and_then(|value| value.number().checked_neg())
                    .map(Value::Number)
            }
            ExprKind::Combine(combination, a, b) => {
                let a = self.eval(a, scene, locals)?;
                let b = self.eval(b, scene, locals)?;
                let (Some(a), Some(b)) = (a, b) else {
                    return Ok(None);
                };
                Some(Value::Set(combine(*combination, a.set(), b.set())))
            }
            ExprKind::Set(items) => {
                let mut set = ItemSet::EMPTY;
                for item in items {
                    if let Some(item) = self.eval(item, scene, locals)? {
                        set.insert(item.item());
                    }
                }
                Some(Value::Set(set))
            }
            ExprKind::If(cases, otherwise) => {
                for (condition, value) in cases {
                    if self.truth(condition, scene, locals)? {
                        return self.eval(value, scene, locals);
                    }
                }
                match otherwise {
                    Some(value) => self.eval(value, scene, locals)?,
                    None => None,
                }
            }
            ExprKind::Quantified(quantifier, local, set, body) => {
                let Some(set) = self.eval(set, scene, locals)? else {
                    return Ok(None);
                };
                self.quantified(*quantifier, *local, set.set(), body, scene, locals)?
            }
            ExprKind::ForThem(part) => {
                let scene = Scene {
                    viewer: !scene.viewer,
                    ..scene
                };
                self.eval(part, scene, locals)?
            }
            ExprKind::At(time, part) => self.at_time(*time, part, scene, locals)?,
            ExprKind::AnySide(part) => Some(Value::Truth(self.any_side(part, scene, locals)?)),
            ExprKind::OverMoves(extreme, part) => self.over_moves(*extreme, part, scene, locals)?,
        })
    }

    /// The truth of an expression of type truth.
    pub(super) fn truth(
        &mut self,
        expr: &Expr,
        scene: Scene<'_, D>,
        locals: &mut Locals,
    ) -> Result<bool, Stopped> {
        Ok(self
            .eval(expr, scene, locals)?
            .is_some_and(|value| value.truth()))
    }

    /// All values, if each has one.
    fn eval_all(
        &mut self,
        exprs: &[Expr],
        scene: Scene<'_, D>,
        locals: &mut Locals,
    ) -> Result<Option<Vec<Value>>, Stopped> {
        let mut values = Vec::with_capacity(exprs.len());
        for expr in exprs {
            values.push(self.eval(expr, scene, locals)?);
        }
        Ok(values.into_iter().collect())
    }

    fn at_time(
        &mut self,
        time: Time,
        part: &Expr,
        scene: Scene<'_, D>,
        locals: &mut Locals,
    ) -> Evaluated {
        match time {
            Time::Before | Time::Root => match scene.earlier(time) {
                Some(scene) => self.eval(part, scene, locals),
                None => Ok(None),
            },
            Time::After => {
                let (position, m) = scene.the_move.expect("`after` is used in constraints only");
                let after = self.domain.play(position, m);
                self.eval(
                    part,
                    Scene {
                        position: &after,
                        ..scene
                    },
                    locals,
                )
            }
        }
    }

    /// Is it true of an image of the position? Places that come from outside are turned with it.
    fn any_side(
        &mut self,
        part: &Expr,
        scene: Scene<'_, D>,
        locals: &Locals,
    ) -> Result<bool, Stopped> {
        let mut types = vec![None; locals.len()];
        types_of_locals(part, &mut types);
        let place = self.domain.vocabulary().place;
        for idx in 0..self.domain.n_images(scene.position) {
            let turned = |item: Item| self.domain.image_of_place(item, idx);
            let mut seen: Locals = locals
                .iter()
                .zip(&types)
                .map(|(value, ty)| match (value, ty) {
                    (Some(Value::Item(item)), Some(Type::Item(sort))) if *sort == place => {
                        Some(Value::Item(turned(*item)))
                    }
                    (Some(Value::Set(set)), Some(Type::Set(sort))) if *sort == place => {
                        Some(Value::Set(set.iter().map(turned).collect()))
                    }
                    (value, _) => value.clone(),
                })
                .collect();
            let image = self.domain.image(scene.position, idx);
            if self.truth(part, alone(&image, scene.viewer), &mut seen)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The least or the greatest number after a legal move.
    fn over_moves(
        &mut self,
        extreme: Extreme,
        part: &Expr,
        scene: Scene<'_, D>,
        locals: &mut Locals,
    ) -> Evaluated {
        let mut numbers = Vec::new();
        for m in self.legal_moves(scene.position)? {
            let after = self.domain.play(scene.position, m);
            let value = self.eval(part, alone(&after, scene.viewer), locals)?;
            numbers.extend(value.map(|value| value.number()));
        }
        let found = match extreme {
            Extreme::Least => numbers.into_iter().min(),
            Extreme::Greatest => numbers.into_iter().max(),
        };
        Ok(found.map(Value::Number))
    }

    fn builtin(
        &mut self,
        builtin: Builtin,
        args: &[Expr],
        scene: Scene<'_, D>,
        locals: &mut Locals,
    ) -> Evaluated {
        if builtin == Builtin::Exists {
            return Ok(Some(Value::Truth(
                self.eval(&args[0], scene, locals)?.is_some(),
            )));
        }
        let Some(args) = self.eval_all(args, scene, locals)? else {
            return Ok(None);
        };
        let number = |idx: usize| args[idx].number();
        Ok(match builtin {
            Builtin::UsToMove => Some(Value::Truth(
                self.domain.turn(scene.position) == scene.viewer,
            )),
            Builtin::ThemToMove => Some(Value::Truth(
                self.domain.turn(scene.position) != scene.viewer,
            )),
            Builtin::NoMoves => Some(Value::Truth(!self.domain.has_moves(scene.position))),
            Builtin::Depth => Some(Value::Number(i64::from(scene.depth))),
            Builtin::Abs => number(0).checked_abs().map(Value::Number),
            Builtin::Sign => Some(Value::Number(number(0).signum())),
            Builtin::Min => args.iter().map(Value::number).min().map(Value::Number),
            Builtin::Max => args.iter().map(Value::number).max().map(Value::Number),
            Builtin::Count => Some(Value::Number(args[0].set().len() as i64)),
            Builtin::Empty => Some(Value::Truth(args[0].set().is_empty())),
            Builtin::Exists => Some(Value::Truth(true)),
            Builtin::Owner => Some(Value::Side(args[0].plan().owner())),
            Builtin::Better | Builtin::Holding => {
                let plan = args[0].plan();
                let goal = if builtin == Builtin::Better {
                    plans::better_goal(self.program, plan)
                } else {
                    plans::holding_goal(self.program, plan)
                };
                let owners = Scene {
                    viewer: plan.owner(),
                    ..scene
                };
                // These goals are in no text, so a trace could not show them.
                let recorder = self.trace.take();
                let value = self.eval(&goal, owners, &mut Vec::new());
                self.trace = recorder;
                value?
            }
            Builtin::Narrower => {
                let (plan, other) = (args[0].plan(), args[1].plan());
                // Each part of one is compared with each part of the other.
                for _ in 0..plan.size() * other.size() {
                    self.budget.spend()?;
                }
                Some(Value::Truth(plan.is_narrower_than(other)))
            }
        })
    }

    /// Evaluates the body for each item in turn.
    fn quantified(
        &mut self,
        quantifier: Quantifier,
        local: Local,
        set: &ItemSet,
        body: &Expr,
        scene: Scene<'_, D>,
        locals: &mut Locals,
    ) -> Evaluated {
        let mut answers: Vec<(Item, Option<Value>)> = Vec::new();
        for item in set.iter() {
            locals.truncate(usize::from(local.0));
            locals.push(Some(Value::Item(item)));
            answers.push((item, self.eval(body, scene, locals)?));
        }
        locals.truncate(usize::from(local.0));
        let is_true =
            |(_, answer): &&(Item, Option<Value>)| answer.as_ref().is_some_and(Value::truth);
        let numbers = || {
            answers
                .iter()
                .filter_map(|(_, answer)| answer.as_ref().map(Value::number))
        };
        Ok(match quantifier {
            Quantifier::Some => Some(Value::Truth(answers.iter().any(|answer| is_true(&answer)))),
            Quantifier::Every => Some(Value::Truth(answers.iter().all(|answer| is_true(&answer)))),
            Quantifier::Count => Some(Value::Number(answers.iter().filter(is_true).count() as i64)),
            Quantifier::Those => Some(Value::Set(
                answers
                    .iter()
                    .filter(is_true)
                    .map(|(item, _)| *item)
                    .collect(),
            )),
            Quantifier::The => {
                let mut those = answers.iter().filter(is_true);
                match (those.next(), those.next()) {
                    (Some((item, _)), None) => Some(Value::Item(*item)),
                    (None | Some(_), _) => None,
                }
            }
            Quantifier::Least => numbers().min().map(Value::Number),
            Quantifier::Greatest => numbers().max().map(Value::Number),
            Quantifier::Sum => {
                let all = answers
                    .iter()
                    .map(|(_, answer)| answer.as_ref().map(Value::number));
                let sum = all.collect::<Option<Vec<i64>>>();
                sum.and_then(|all| all.into_iter().try_fold(0i64, i64::checked_add))
                    .map(Value::Number)
            }
        })
    }
}

/// A position by itself, seen by a side.
fn alone<D: Meaning>(position: &D::Position, viewer: Side) -> Scene<'_, D> {
    Scene {
        viewer,
        ..Scene::of(position)
    }
}

/// The types of the locals that an expression names, as far as they come from outside.
fn types_of_locals(expr: &Expr, types: &mut [Option<Type>]) {
    if let ExprKind::Local(Local(idx)) = &expr.kind
        && let Some(ty) = types.get_mut(usize::from(*idx))
    {
        *ty = Some(expr.ty);
    }
    for part in expr.parts() {
        types_of_locals(part, types);
    }
}

fn belongs(membership: Membership, found: bool) -> Option<Value> {
    Some(Value::Truth(match membership {
        Membership::In => found,
        Membership::NotIn => !found,
    }))
}

fn compare(comparison: Comparison, a: &Value, b: &Value) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::Unequal => a != b,
        Comparison::Less => a.number() < b.number(),
        Comparison::LessOrEqual => a.number() <= b.number(),
        Comparison::Greater => a.number() > b.number(),
        Comparison::GreaterOrEqual => a.number() >= b.number(),
    }
}

/// Whole numbers; what does not fit, and division by zero, has no value.
/// Arithmetic with whole numbers; no value for what cannot be said.
pub(crate) fn arithmetic(operation: Operation, a: i64, b: i64) -> Option<i64> {
    match operation {
        Operation::Add => a.checked_add(b),
        Operation::Subtract => a.checked_sub(b),
        Operation::Multiply => a.checked_mul(b),
        Operation::Divide => {
            let quotient = a.checked_div(b)?;
            let rounds_up = a % b != 0 && (a < 0) != (b < 0);
            Some(quotient - i64::from(rounds_up))
        }
        // The remainder of the division rounded down: it has the sign of the divisor.
        Operation::Modulo => {
            let remainder = a.checked_rem(b)?;
            let has_other_sign = remainder != 0 && (remainder < 0) != (b < 0);
            Some(if has_other_sign {
                remainder + b
            } else {
                remainder
            })
        }
    }
}

fn combine(combination: Combination, a: &ItemSet, b: &ItemSet) -> ItemSet {
    match combination {
        Combination::Union => a.union(b),
        Combination::Intersect => a.intersect(b),
        Combination::Without => a.without(b),
    }
}

#[cfg(test)]
mod tests {
    use super::{Operation, arithmetic};

    #[test]
    fn division_rounds_down_and_nothing_overflows() {
        for (a, b) in [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3), (-6, 3), (0, 5)] {
            let floor = (a as f64 / b as f64).floor() as i64;
            assert_eq!(
                arithmetic(Operation::Divide, a, b),
                Some(floor),
                "{a} / {b}"
            );
            assert_eq!(
                arithmetic(Operation::Modulo, a, b),
                Some(a - b * floor),
                "{a} mod {b}"
            );
        }
        for operation in [Operation::Divide, Operation::Modulo] {
            assert_eq!(arithmetic(operation, 1, 0), None);
            assert_eq!(arithmetic(operation, i64::MIN, -1), None);
        }
        assert_eq!(arithmetic(Operation::Modulo, i64::MAX, -2), Some(-1));
        assert_eq!(arithmetic(Operation::Add, i64::MAX, 1), None);
        assert_eq!(arithmetic(Operation::Multiply, i64::MAX, 2), None);
    }
}
