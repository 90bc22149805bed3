//! Move constraints as goals that list moves. They always succeed: if nothing is selected, the list is empty.

use domain::{Type, WordId};
use lang::Span;
use lang::checked::{Constraint, ConstraintKind, Expr, Order};

use crate::clause::{GoalScope, call};
use crate::expressions::{ClauseWriter, TermResult, arguments_of};
use crate::goal::PrologGoal;

impl ClauseWriter<'_, '_> {
    /// The list of the moves that a constraint selects, in its order.
    pub(crate) fn moves(&mut self, constraint: &Constraint, scope: &mut GoalScope) -> TermResult {
        let position = scope.context.position.clone();
        match &constraint.kind {
            ConstraintKind::Any => {
                Ok(scope.ask(&mut self.names, "legal_moves", &[position], "Moves"))
            }
            ConstraintKind::None => Ok("[]".into()),
            ConstraintKind::Man(man) => {
                let man = self.exporter.vocabulary.man(*man).to_owned();
                let hint = format!("{man}_moves");
                Ok(scope.ask(&mut self.names, "moves_of", &[position, man], &hint))
            }
            ConstraintKind::Of(places) => self.unless_missing(&[places], scope, |writer, scope| {
                let places = writer.places(places, scope)?;
                Ok(scope.ask(
                    &mut writer.names,
                    "moves_from",
                    &[position, places],
                    "Moves",
                ))
            }),
            ConstraintKind::Named(id, args) => {
                let idx = id.0 as usize;
                let mut arguments = scope
                    .context
                    .arguments(self.exporter.facts.constraints[idx]);
                for arg in args {
                    arguments.push(self.value_or_none(arg, scope, "")?);
                }
                let (predicate, hint) = (
                    &self.exporter.constraints[idx],
                    &self.exporter.program.constraint(*id).name,
                );
                Ok(scope.ask(&mut self.names, predicate, &arguments, hint))
            }
            ConstraintKind::Walk(man, targets, within) => {
                let man = self.exporter.vocabulary.man(*man).to_owned();
                let asked: Vec<&Expr> = [targets].into_iter().chain(within).collect();
                self.unless_missing(&asked, scope, |writer, scope| {
                    let targets = writer.places(targets, scope)?;
                    let length = match within {
                        None => "any".to_owned(),
                        Some(length) => format!("moves({})", writer.value(length, scope, "")?),
                    };
                    let depth = match within {
                        None => "0".to_owned(),
                        Some(_) => scope.context.depth.clone(),
                    };
                    let arguments = [position, man, targets, length, depth];
                    Ok(scope.ask(&mut writer.names, "walks", &arguments, "Steps"))
                })
            }
            ConstraintKind::Then(parts) => {
                let mut lists = Vec::new();
                for part in parts {
                    lists.push(self.moves(part, scope)?);
                }
                let lists = format!("[{}]", lists.join(", "));
                Ok(scope.ask(&mut self.names, "then", &[lists], "Moves"))
            }
            ConstraintKind::That(inner, condition) => {
                let list = self.moves(inner, scope)?;
                let (m, mut asked, mut goals) = self.each_move(&list, scope);
                self.truth(condition, &mut asked)?;
                goals.extend(asked.goals);
                Ok(self.find_all(&m, goals, scope, "Kept"))
            }
            ConstraintKind::When(inner, condition) => {
                let mut holds = scope.inner();
                self.truth(condition, &mut holds)?;
                let mut arm = holds.inner();
                let list = self.moves(inner, &mut arm)?;
                let moves = self.names.fresh("Moves");
                arm.goals
                    .push(PrologGoal::Plain(format!("{moves} = {list}")));
                let none = vec![PrologGoal::Plain(format!("{moves} = []"))];
                scope.goals.push(PrologGoal::Cases(
                    vec![(holds.goals, arm.goals)],
                    Some(none),
                ));
                Ok(moves)
            }
            ConstraintKind::By(inner, order, key) => {
                let list = self.moves(inner, scope)?;
                let (m, mut asked, mut goals) = self.each_move(&list, scope);
                let key = self.value_or_none(key, &mut asked, "Key")?;
                goals.extend(asked.goals);
                let keyed = self.find_all(&format!("{key}-{m}"), goals, scope, "Keyed");
                let sort = match order {
                    Order::SmallestFirst => "smallest_first",
                    Order::LargestFirst => "largest_first",
                };
                Ok(scope.ask(&mut self.names, sort, &[keyed], "Sorted"))
            }
            ConstraintKind::First(inner, count) => {
                let list = self.moves(inner, scope)?;
                let count = self.value_or_none(count, scope, "Count")?;
                Ok(scope.ask(&mut self.names, "first_of", &[list, count], "First"))
            }
            ConstraintKind::Joined(..) | ConstraintKind::ForThem(_) => {
                unreachable!("only plans have such constraints, and they are not exported")
            }
            ConstraintKind::Going(inner, directions) => {
                let list = self.moves(inner, scope)?;
                let mut lists = Vec::new();
                for direction in directions {
                    lists.push(self.going(&list, *direction, constraint.span, scope)?);
                }
                let lists = format!("[{}]", lists.join(", "));
                Ok(scope.ask(&mut self.names, "then", &[lists], "Moves"))
            }
        }
    }

    /// The moves of a list that go in one direction.
    fn going(
        &mut self,
        list: &str,
        direction: WordId,
        span: Span,
        scope: &mut GoalScope,
    ) -> TermResult {
        let predicate = self.word(direction, span)?;
        let (m, asked, mut goals) = self.each_move(list, scope);
        let arguments = arguments_of(&predicate, &[], &asked, true);
        goals.push(PrologGoal::Plain(call(&predicate.predicate, &arguments)));
        let name = self.exporter.vocabulary.word(direction).name;
        Ok(self.find_all(&m, goals, scope, name))
    }

    /// A variable for each move of a list, a scope for conditions on it, and the goal that enumerates it.
    fn each_move(&mut self, list: &str, scope: &GoalScope) -> (String, GoalScope, Vec<PrologGoal>) {
        self.names.free("Move");
        let m = self.names.fresh("Move");
        let mut asked = scope.inner();
        asked.context.played_in = asked.context.position.clone();
        asked.context.the_move = m.clone();
        let goals = vec![PrologGoal::Plain(format!("member({m}, {list})"))];
        (m, asked, goals)
    }

    /// A set of places; a single place becomes a list.
    fn places(&mut self, places: &Expr, scope: &mut GoalScope) -> TermResult {
        let value = self.value(places, scope, "")?;
        Ok(match places.ty {
            Type::Item(_) => format!("[{value}]"),
            Type::Set(_) | Type::Truth | Type::Number | Type::Side | Type::Plan => value,
        })
    }

    /// The list if these expressions have values; otherwise the empty list.
    fn unless_missing(
        &mut self,
        exprs: &[&Expr],
        scope: &mut GoalScope,
        list: impl FnOnce(&mut Self, &mut GoalScope) -> TermResult,
    ) -> TermResult {
        if exprs.iter().all(|expr| self.is_total(expr)) {
            return list(self, scope);
        }
        let mut inner = scope.inner();
        let found = list(self, &mut inner)?;
        // The last goal makes the list; the goals before it may fail.
        let last = inner.goals.pop();
        let none = vec![PrologGoal::Plain(format!("{found} = []"))];
        let then = last.into_iter().collect();
        scope
            .goals
            .push(PrologGoal::Cases(vec![(inner.goals, then)], Some(none)));
        Ok(found)
    }
}
