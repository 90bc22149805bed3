//! Expressions as goals: a goal fails if the expression has no value or is false.
//!
//! This file has the values; truths, calls and changes of context have files of their own.

mod truths;
mod calls;
mod elsewhere;

use domain::{Scope as WordScope, Side, Type};
use lang::Builtin;
use lang::checked::{Combination, Expr, ExprKind, Local, Operation, Quantifier};

use crate::clause::{GoalScope, VariableNames};
use crate::export::{ExportError, Exporter};
use crate::goal::PrologGoal;
use calls::{hint_at, hint_of};

pub(crate) use calls::arguments_of;

/// Writes the goals of one clause.
pub(crate) struct ClauseWriter<'e, 'a> {
    pub(crate) exporter: &'e Exporter<'a>,
    pub(crate) names: VariableNames,
    /// The terms of parameters and quantified items, and whether they may be `none`.
    pub(crate) locals: Vec<(String, bool)>,
}

/// The term of a value.
pub(crate) type TermResult = Result<String, ExportError>;
type Done = Result<(), ExportError>;

impl<'e, 'a> ClauseWriter<'e, 'a> {
    /// The value of an expression; `hint` names the variable that holds it.
    pub(crate) fn value(&mut self, expr: &Expr, scope: &mut GoalScope, hint: &str) -> TermResult {
        if expr.ty == Type::Truth {
            return self.truth_as_value(expr, scope, hint);
        }
        Ok(match &expr.kind {
            ExprKind::Number(number) => number.to_string(),
            ExprKind::Side(side) => self.side(*side, scope),
            ExprKind::Constant(id) => {
                let constant = self.exporter.vocabulary.constant(*id);
                let sort = self.exporter.vocabulary.sorts[usize::from(constant.sort.0)].singular;
                match self.exporter.library.item(sort) {
                    None => constant.name.clone(),
                    Some(named) => {
                        let given = [constant.name.clone()];
                        self.ask(named, &given, scope, &constant.name, false)
                    }
                }
            }
            ExprKind::Local(local) => self.local(*local, scope),
            ExprKind::Word(id, args) | ExprKind::MoveWord(id, args) => {
                let given = self.values(args, scope)?;
                let call = self.word(*id, expr.span)?;
                let word = self.exporter.vocabulary.word(*id);
                let is_about_moves = word.scope == WordScope::Move;
                let own = hint_of(word.name, &given);
                let hint = if hint.is_empty() { &own } else { hint };
                self.ask(&call, &given, scope, hint, is_about_moves)
            }
            ExprKind::Builtin(builtin, args) => self.builtin(*builtin, args, scope, hint)?,
            ExprKind::Call(id, args) => {
                let definition = self.exporter.program.definition(*id);
                let arguments = self.call_arguments(id.0 as usize, args, scope)?;
                let predicate = &self.exporter.definitions[id.0 as usize];
                let own = hint_at(&definition.name, scope);
                let hint = if hint.is_empty() { &own } else { hint };
                scope.ask(&mut self.names, predicate, &arguments, hint)
            }
            ExprKind::Arithmetic(operation, a, b) => {
                let a = in_brackets(self.value(a, scope, "")?);
                let b = in_brackets(self.value(b, scope, "")?);
                let operator = match operation {
                    Operation::Add => "+",
                    Operation::Subtract => "-",
                    Operation::Multiply => "*",
                    Operation::Divide => "div",
                    Operation::Modulo => "mod",
                };
                match operation {
                    Operation::Add | Operation::Subtract | Operation::Multiply => {}
                    Operation::Divide => scope.require(format!("{b} =\\= 0")),
                    Operation::Modulo => {
                        scope.require(format!("{b} =\\= 0"));
                        // The smallest number divided by -1 overflows, so it has no remainder either.
                        scope.require(format!("_ := {a} div {b}"));
                    }
                }
                self.compute(&format!("{a} {operator} {b}"), scope, hint)
            }
            ExprKind::Negate(part) => {
                let part = in_brackets(self.value(part, scope, "")?);
                self.compute(&format!("-{part}"), scope, hint)
            }
            ExprKind::Combine(combination, a, b) => {
                let arguments = [self.value(a, scope, "")?, self.value(b, scope, "")?];
                let predicate = match combination {
                    Combination::Union => "ord_union",
                    Combination::Intersect => "ord_intersection",
                    Combination::Without => "ord_subtract",
                };
                let hint = if hint.is_empty() { "Set" } else { hint };
                scope.ask(&mut self.names, predicate, &arguments, hint)
            }
            ExprKind::Set(items) => self.items(items, scope, hint)?,
            ExprKind::If(cases, otherwise) => {
                let hint = if hint.is_empty() { "Value" } else { hint };
                let value = self.names.fresh(hint);
                let mut arms = Vec::new();
                let mut known = scope.inner();
                for (condition, then) in cases {
                    // What a condition makes known holds only in its own case.
                    let mut holds = known.inner();
                    self.truth(condition, &mut holds)?;
                    let mut arm = holds.inner();
                    self.set(&value, then, &mut arm)?;
                    arms.push((holds.goals, arm.goals));
                }
                let last = match otherwise {
                    None => None,
                    Some(then) => {
                        self.set(&value, then, &mut known)?;
                        Some(known.goals)
                    }
                };
                scope.goals.push(PrologGoal::Cases(arms, last));
                value
            }
            ExprKind::Quantified(quantifier, local, set, body) => {
                let set = self.value(set, scope, "")?;
                self.quantified(*quantifier, *local, &set, body, scope, hint)?
            }
            ExprKind::ForThem(part) => {
                let us = self.side(Side::Them, scope);
                self.elsewhere(
                    scope,
                    |context| context.us = us,
                    |writer, scope| writer.value(part, scope, hint),
                )?
            }
            ExprKind::At(time, part) => self.at(*time, scope, |writer, scope| {
                writer.value(part, scope, hint)
            })?,
            ExprKind::OverMoves(extreme, part) => self.over_moves(*extreme, part, scope, hint)?,
            ExprKind::AnySide(_)
            | ExprKind::Truth(_)
            | ExprKind::Can(_)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::InRange(..)
            | ExprKind::InList(..) => unreachable!("a truth is handled above"),
            ExprKind::Item(_) | ExprKind::Plan(..) | ExprKind::Join(..) => {
                unreachable!("plans are not exported")
            }
        })
    }

    /// An argument that may be missing: its value, or `none`.
    pub(crate) fn value_or_none(
        &mut self,
        expr: &Expr,
        scope: &mut GoalScope,
        hint: &str,
    ) -> TermResult {
        if let ExprKind::Local(Local(idx)) = &expr.kind {
            return Ok(self.locals[usize::from(*idx)].0.clone());
        }
        if self.is_total(expr) {
            return self.value(expr, scope, hint);
        }
        let mut inner = scope.inner();
        let value = self.value(expr, &mut inner, "")?;
        let found = self
            .names
            .fresh(if hint.is_empty() { "Found" } else { hint });
        let then = vec![PrologGoal::Plain(format!("{found} = {value}"))];
        let otherwise = vec![PrologGoal::Plain(format!("{found} = none"))];
        scope.goals.push(PrologGoal::Cases(
            vec![(inner.goals, then)],
            Some(otherwise),
        ));
        Ok(found)
    }

    /// Does the expression have a value here in every position?
    pub(crate) fn is_total(&self, expr: &Expr) -> bool {
        let optional: Vec<bool> = self.locals.iter().map(|(_, optional)| *optional).collect();
        self.exporter.facts.is_total(expr, &optional)
    }

    /// A variable for the items of a set, and a scope in which it stands for the local.
    fn item(&mut self, local: Local, scope: &GoalScope) -> (String, GoalScope) {
        let item = self.names.fresh("Item");
        self.locals.truncate(usize::from(local.0));
        self.locals.push((item.clone(), false));
        (item, scope.inner())
    }

    /// Adds goals that bind the variable to the value of an expression.
    fn set(&mut self, variable: &str, expr: &Expr, scope: &mut GoalScope) -> Done {
        let n_goals = scope.goals.len();
        let value = self.value(expr, scope, "")?;
        let is_new = scope.goals.len() > n_goals;
        // The last goal can bind the variable directly.
        match scope.goals.last_mut() {
            Some(PrologGoal::Plain(last)) if is_new && gives(last, &value) => {
                *last = give_to(last, &value, variable);
            }
            Some(_) | None => scope
                .goals
                .push(PrologGoal::Plain(format!("{variable} = {value}"))),
        }
        Ok(())
    }

    fn values(
        &mut self,
        exprs: &[Expr],
        scope: &mut GoalScope,
    ) -> Result<Vec<String>, ExportError> {
        exprs
            .iter()
            .map(|expr| self.value(expr, scope, ""))
            .collect()
    }

    fn local(&self, Local(idx): Local, scope: &mut GoalScope) -> String {
        let (term, is_optional) = &self.locals[usize::from(idx)];
        if *is_optional {
            scope.require(format!("{term} \\== none"));
        }
        term.clone()
    }

    /// The values of a list of items as a set, without those that are missing.
    fn items(&mut self, items: &[Expr], scope: &mut GoalScope, hint: &str) -> TermResult {
        let mut terms = Vec::new();
        for item in items {
            terms.push(self.value_or_none(item, scope, "")?);
        }
        if terms.is_empty() {
            return Ok("[]".into());
        }
        let list = format!("[{}]", terms.join(", "));
        let hint = if hint.is_empty() { "Set" } else { hint };
        Ok(scope.ask(&mut self.names, "items", &[list], hint))
    }

    fn compute(&mut self, sum: &str, scope: &mut GoalScope, hint: &str) -> String {
        let value = self
            .names
            .fresh(if hint.is_empty() { "Number" } else { hint });
        scope
            .goals
            .push(PrologGoal::Plain(format!("{value} := {sum}")));
        value
    }

    fn builtin(
        &mut self,
        builtin: Builtin,
        args: &[Expr],
        scope: &mut GoalScope,
        hint: &str,
    ) -> TermResult {
        let given = self.values(args, scope)?;
        let named = |own: &str| {
            if hint.is_empty() {
                own.to_owned()
            } else {
                hint.to_owned()
            }
        };
        Ok(match builtin {
            Builtin::Depth => scope.context.depth.clone(),
            Builtin::Abs => self.compute(&format!("abs({})", given[0]), scope, hint),
            Builtin::Sign => self.compute(&format!("sign({})", given[0]), scope, hint),
            Builtin::Min => self.compute(&of_many("min", given), scope, hint),
            Builtin::Max => self.compute(&of_many("max", given), scope, hint),
            Builtin::Count => scope.ask(&mut self.names, "length", &given, &named("Count")),
            Builtin::UsToMove
            | Builtin::ThemToMove
            | Builtin::NoMoves
            | Builtin::Empty
            | Builtin::Exists => unreachable!("a truth is handled apart"),
            Builtin::Owner | Builtin::Better | Builtin::Holding | Builtin::Narrower => {
                unreachable!("plans are not exported")
            }
        })
    }

    /// A quantifier over a set whose value is not a truth.
    fn quantified(
        &mut self,
        quantifier: Quantifier,
        local: Local,
        set: &str,
        body: &Expr,
        scope: &mut GoalScope,
        hint: &str,
    ) -> TermResult {
        let (item, mut inner) = self.item(local, scope);
        let member = format!("member({item}, {set})");
        let named = |own: &str| {
            if hint.is_empty() {
                own.to_owned()
            } else {
                hint.to_owned()
            }
        };
        let is_asked_by_truth = body.ty == Type::Truth;
        let what = if is_asked_by_truth {
            self.truth(body, &mut inner)?;
            item.clone()
        } else if quantifier == Quantifier::Sum {
            self.value_or_none(body, &mut inner, "")?
        } else {
            self.value(body, &mut inner, "")?
        };
        self.locals.truncate(usize::from(local.0));
        let goals = with(member, inner.goals);
        Ok(match quantifier {
            Quantifier::Count => {
                let count = self.names.fresh(&named("Count"));
                let after = format!(", {count})");
                let before = "aggregate_all(count, ".to_owned();
                scope.goals.push(PrologGoal::Inside(before, goals, after));
                count
            }
            Quantifier::Those => self.find_all(&what, goals, scope, &named("Set")),
            Quantifier::The => {
                let found = self.find_all(&what, goals, scope, "Found");
                let only = self.names.fresh(&named("Only"));
                scope.require(format!("{found} = [{only}]"));
                only
            }
            Quantifier::Least | Quantifier::Greatest | Quantifier::Sum => {
                let values = self.find_all(&what, goals, scope, "Values");
                let predicate = match quantifier {
                    Quantifier::Least => "min_list",
                    Quantifier::Greatest => "max_list",
                    Quantifier::Sum
                    | Quantifier::Some
                    | Quantifier::Every
                    | Quantifier::Count
                    | Quantifier::Those
                    | Quantifier::The => "total",
                };
                scope.ask(&mut self.names, predicate, &[values], &named("Number"))
            }
            Quantifier::Some | Quantifier::Every => unreachable!("a truth is handled apart"),
        })
    }

    /// The list of all `what` for which the goals hold.
    pub(crate) fn find_all(
        &mut self,
        what: &str,
        goals: Vec<PrologGoal>,
        scope: &mut GoalScope,
        hint: &str,
    ) -> String {
        let found = self.names.fresh(hint);
        let before = format!("findall({what}, ");
        scope
            .goals
            .push(PrologGoal::Inside(before, goals, format!(", {found})")));
        found
    }
}

/// A negative number between operators needs brackets.
fn in_brackets(term: String) -> String {
    if term.starts_with('-') {
        format!("({term})")
    } else {
        term
    }
}

/// Is this variable the output of the goal: its last argument, or left of `:=`?
fn gives(goal: &str, value: &str) -> bool {
    let is_variable = value.starts_with(char::is_uppercase);
    is_variable
        && (goal.ends_with(&format!(", {value})"))
            || goal.ends_with(&format!("({value})"))
            || goal.starts_with(&format!("{value} := ")))
}

/// The same goal with another output variable.
fn give_to(goal: &str, value: &str, variable: &str) -> String {
    match goal.strip_prefix(&format!("{value} := ")) {
        Some(sum) => format!("{variable} := {sum}"),
        None => format!("{}{variable})", &goal[..goal.len() - value.len() - 1]),
    }
}

fn with(first: String, rest: Vec<PrologGoal>) -> Vec<PrologGoal> {
    std::iter::once(PrologGoal::Plain(first))
        .chain(rest)
        .collect()
}

/// The smallest or the largest of some numbers: Prolog compares two at a time.
fn of_many(word: &str, numbers: Vec<String>) -> String {
    let nested = |a: String, b: String| format!("{word}({a}, {b})");
    numbers.into_iter().reduce(nested).unwrap_or_default()
}
