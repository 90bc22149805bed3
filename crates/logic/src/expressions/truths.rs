//! Truths as goals that hold if and only if the expression is true.

use domain::{Scope as WordScope, Side, Type};
use lang::Builtin;
use lang::checked::{Comparison, Expr, ExprKind, Local, Membership, Quantifier};

use super::calls::arguments_of;
use super::{ClauseWriter, Done, TermResult, with};
use crate::clause::{GoalScope, call};
use crate::export::ExportError;
use crate::goal::PrologGoal;

impl ClauseWriter<'_, '_> {
    /// Goals that hold if and only if the expression is true.
    pub(crate) fn truth(&mut self, expr: &Expr, scope: &mut GoalScope) -> Done {
        match &expr.kind {
            ExprKind::Truth(true) => {}
            ExprKind::Truth(false) => scope.require("fail".into()),
            ExprKind::Local(Local(idx)) => {
                let term = self.locals[usize::from(*idx)].0.clone();
                scope.require(format!("{term} == true"));
            }
            ExprKind::Word(id, args) | ExprKind::MoveWord(id, args) => {
                let given = self.values(args, scope)?;
                let predicate = self.word(*id, expr.span)?;
                let is_about_moves = self.exporter.vocabulary.word(*id).scope == WordScope::Move;
                let arguments = arguments_of(&predicate, &given, scope, is_about_moves);
                scope.require(call(&predicate.predicate, &arguments));
            }
            ExprKind::Builtin(builtin, args) => self.builtin_truth(*builtin, args, scope)?,
            ExprKind::Call(id, args) => {
                let arguments = self.call_arguments(id.0 as usize, args, scope)?;
                scope.require(call(&self.exporter.definitions[id.0 as usize], &arguments));
            }
            ExprKind::Can(piece) => {
                let name = &self.exporter.program.piece(*piece).name;
                let context = &scope.context;
                scope.require(format!("can({name}, {}, {})", context.position, context.us));
            }
            ExprKind::Not(part) => {
                let mut inner = scope.inner();
                self.truth(part, &mut inner)?;
                scope.goals.push(PrologGoal::Not(inner.goals));
            }
            ExprKind::And(parts) => {
                for part in parts {
                    self.truth(part, scope)?;
                }
            }
            ExprKind::Or(parts) => {
                let goals = self.one_of(parts, scope)?;
                scope.goals.push(goals);
            }
            ExprKind::Compare(comparison, a, b) => {
                let is_number = a.ty == Type::Number;
                let a = self.value(a, scope, "")?;
                let b = self.value(b, scope, "")?;
                let sign = match comparison {
                    Comparison::Equal if is_number => "=:=",
                    Comparison::Unequal if is_number => "=\\=",
                    Comparison::Equal => "==",
                    Comparison::Unequal => "\\==",
                    Comparison::Less => "<",
                    Comparison::LessOrEqual => "=<",
                    Comparison::Greater => ">",
                    Comparison::GreaterOrEqual => ">=",
                };
                scope.require(format!("{a} {sign} {b}"));
            }
            ExprKind::In(item, membership, set) => {
                let item = self.value(item, scope, "")?;
                let set = self.value(set, scope, "")?;
                belongs(
                    scope,
                    *membership,
                    vec![format!("memberchk({item}, {set})")],
                );
            }
            ExprKind::InRange(item, membership, low, high) => {
                let item = self.value(item, scope, "")?;
                let low = self.value(low, scope, "")?;
                let high = self.value(high, scope, "")?;
                let inside = vec![format!("{low} =< {item}"), format!("{item} =< {high}")];
                belongs(scope, *membership, inside);
            }
            ExprKind::InList(item, membership, list) => {
                let item = self.value(item, scope, "")?;
                let list = self.items(list, scope, "Values")?;
                belongs(
                    scope,
                    *membership,
                    vec![format!("memberchk({item}, {list})")],
                );
            }
            ExprKind::If(cases, otherwise) => {
                let mut arms = Vec::new();
                for (condition, then) in cases {
                    let mut holds = scope.inner();
                    self.truth(condition, &mut holds)?;
                    let mut arm = holds.inner();
                    self.truth(then, &mut arm)?;
                    arms.push((holds.goals, arm.goals));
                }
                let last = match otherwise {
                    None => None,
                    Some(then) => {
                        let mut arm = scope.inner();
                        self.truth(then, &mut arm)?;
                        Some(arm.goals)
                    }
                };
                scope.goals.push(PrologGoal::Cases(arms, last));
            }
            ExprKind::Quantified(quantifier, local, set, body) => {
                let set = self.value(set, scope, "")?;
                let (item, mut inner) = self.item(*local, scope);
                self.truth(body, &mut inner)?;
                self.locals.truncate(usize::from(local.0));
                let member = format!("member({item}, {set})");
                match quantifier {
                    Quantifier::Some => {
                        let goals = with(member, inner.goals);
                        scope
                            .goals
                            .push(PrologGoal::Inside("once(".into(), goals, ")".into()));
                    }
                    Quantifier::Every => {
                        let before = format!("forall({member}, ");
                        scope
                            .goals
                            .push(PrologGoal::Inside(before, inner.goals, ")".into()));
                    }
                    Quantifier::Count
                    | Quantifier::Those
                    | Quantifier::The
                    | Quantifier::Least
                    | Quantifier::Greatest
                    | Quantifier::Sum => unreachable!("only `some` and `every` ask for a truth"),
                }
            }
            ExprKind::ForThem(part) => {
                let us = self.side(Side::Them, scope);
                self.elsewhere(
                    scope,
                    |context| context.us = us,
                    |writer, scope| writer.truth(part, scope),
                )?;
            }
            ExprKind::At(time, part) => {
                self.at(*time, scope, |writer, scope| writer.truth(part, scope))?;
            }
            ExprKind::AnySide(part) => self.any_side(part, scope)?,
            ExprKind::OverMoves(..)
            | ExprKind::Number(_)
            | ExprKind::Side(_)
            | ExprKind::Constant(_)
            | ExprKind::Arithmetic(..)
            | ExprKind::Negate(_)
            | ExprKind::Combine(..)
            | ExprKind::Set(_)
            | ExprKind::Item(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..) => unreachable!("checked truths are truths"),
        }
        Ok(())
    }

    pub(super) fn truth_as_value(
        &mut self,
        expr: &Expr,
        scope: &mut GoalScope,
        hint: &str,
    ) -> TermResult {
        if let ExprKind::Truth(truth) = &expr.kind {
            return Ok(truth.to_string());
        }
        if let ExprKind::Local(Local(idx)) = &expr.kind {
            return Ok(self.locals[usize::from(*idx)].0.clone());
        }
        let value = self
            .names
            .fresh(if hint.is_empty() { "Truth" } else { hint });
        let mut inner = scope.inner();
        self.truth(expr, &mut inner)?;
        let is = |truth: &str| vec![PrologGoal::Plain(format!("{value} = {truth}"))];
        let cases = vec![(inner.goals, is("true"))];
        scope
            .goals
            .push(PrologGoal::Cases(cases, Some(is("false"))));
        Ok(value)
    }

    /// A goal that holds if one of these is true.
    fn one_of(&mut self, parts: &[Expr], scope: &GoalScope) -> Result<PrologGoal, ExportError> {
        let mut arms = Vec::new();
        for part in parts {
            let mut inner = scope.inner();
            self.truth(part, &mut inner)?;
            arms.push(inner.goals);
        }
        let last = arms.pop();
        let arms = arms
            .into_iter()
            .map(|goals| (goals, vec![PrologGoal::Plain("true".into())]));
        Ok(PrologGoal::Cases(arms.collect(), last))
    }

    fn builtin_truth(&mut self, builtin: Builtin, args: &[Expr], scope: &mut GoalScope) -> Done {
        let position = scope.context.position.clone();
        match builtin {
            Builtin::UsToMove => {
                let us = self.side(Side::Us, scope);
                scope.require(format!("turn({position}, {us})"));
            }
            Builtin::ThemToMove => {
                let them = self.side(Side::Them, scope);
                scope.require(format!("turn({position}, {them})"));
            }
            Builtin::NoMoves => scope.require(format!("legal_moves({position}, [])")),
            Builtin::Empty => {
                let set = self.value(&args[0], scope, "")?;
                scope.require(format!("{set} == []"));
            }
            // A truth always has a value.
            Builtin::Exists if args[0].ty == Type::Truth => {}
            Builtin::Exists => {
                self.value(&args[0], scope, "")?;
            }
            Builtin::Depth
            | Builtin::Abs
            | Builtin::Sign
            | Builtin::Min
            | Builtin::Max
            | Builtin::Count => unreachable!("these are numbers"),
            Builtin::Owner | Builtin::Better | Builtin::Holding | Builtin::Narrower => {
                unreachable!("plans are not exported")
            }
        }
        Ok(())
    }
}

fn belongs(scope: &mut GoalScope, membership: Membership, goals: Vec<String>) {
    let goals = goals.into_iter().map(PrologGoal::Plain);
    match membership {
        Membership::In => scope.goals.extend(goals),
        Membership::NotIn => scope.goals.push(PrologGoal::Not(goals.collect())),
    }
}
