//! Expressions as goals: one that has no value fails, one that is false fails.

use domain::{Scope as WordScope, Side, Type, WordId};
use lang::checked::{
    Combination, Comparison, Expr, ExprKind, Local, Membership, Operation, Quantifier, Time,
};
use lang::{Builtin, Span};

use crate::clause::{Names, Scope, call};
use crate::export::{ExportError, Exporter};
use crate::goal::Goal;
use crate::library::{Argument, Call};

/// Writes the goals of one clause.
pub(crate) struct Writer<'e, 'a> {
    pub(crate) exporter: &'e Exporter<'a>,
    pub(crate) names: Names,
    /// The terms of parameters and quantified items, and whether they may be `none`.
    pub(crate) locals: Vec<(String, bool)>,
}

type Term = Result<String, ExportError>;
type Done = Result<(), ExportError>;

impl<'e, 'a> Writer<'e, 'a> {
    /// The value of an expression; `hint` names the variable that holds it.
    pub(crate) fn value(&mut self, expr: &Expr, scope: &mut Scope, hint: &str) -> Term {
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
                        // The least number divided by -1 does not fit, and so leaves no remainder either.
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
                    // What a condition finds out is known in its own case only.
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
                scope.goals.push(Goal::Cases(arms, last));
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
            ExprKind::Truth(_)
            | ExprKind::Can(_)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::InRange(..)
            | ExprKind::InList(..) => unreachable!("a truth is handled above"),
        })
    }

    /// Goals that hold if and only if the expression is true.
    pub(crate) fn truth(&mut self, expr: &Expr, scope: &mut Scope) -> Done {
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
                scope.goals.push(Goal::Not(inner.goals));
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
                scope.goals.push(Goal::Cases(arms, last));
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
                            .push(Goal::Inside("once(".into(), goals, ")".into()));
                    }
                    Quantifier::Every => {
                        let before = format!("forall({member}, ");
                        scope
                            .goals
                            .push(Goal::Inside(before, inner.goals, ")".into()));
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
            ExprKind::Number(_)
            | ExprKind::Side(_)
            | ExprKind::Constant(_)
            | ExprKind::Arithmetic(..)
            | ExprKind::Negate(_)
            | ExprKind::Combine(..)
            | ExprKind::Set(_) => unreachable!("checked truths are truths"),
        }
        Ok(())
    }

    /// An argument that may be missing: its value, or `none`.
    pub(crate) fn value_or_none(&mut self, expr: &Expr, scope: &mut Scope, hint: &str) -> Term {
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
        let then = vec![Goal::Plain(format!("{found} = {value}"))];
        let otherwise = vec![Goal::Plain(format!("{found} = none"))];
        scope
            .goals
            .push(Goal::Cases(vec![(inner.goals, then)], Some(otherwise)));
        Ok(found)
    }

    /// Does the expression have a value here, whatever the position?
    pub(crate) fn is_total(&self, expr: &Expr) -> bool {
        let optional: Vec<bool> = self.locals.iter().map(|(_, optional)| *optional).collect();
        self.exporter.facts.is_total(expr, &optional)
    }

    /// A variable for the items of a set, and a scope in which it stands for the local.
    fn item(&mut self, local: Local, scope: &Scope) -> (String, Scope) {
        let item = self.names.fresh("Item");
        self.locals.truncate(usize::from(local.0));
        self.locals.push((item.clone(), false));
        (item, scope.inner())
    }

    fn truth_as_value(&mut self, expr: &Expr, scope: &mut Scope, hint: &str) -> Term {
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
        let is = |truth: &str| vec![Goal::Plain(format!("{value} = {truth}"))];
        let cases = vec![(inner.goals, is("true"))];
        scope.goals.push(Goal::Cases(cases, Some(is("false"))));
        Ok(value)
    }

    /// Goals after which the variable holds the value of an expression.
    fn set(&mut self, variable: &str, expr: &Expr, scope: &mut Scope) -> Done {
        let n_goals = scope.goals.len();
        let value = self.value(expr, scope, "")?;
        let is_new = scope.goals.len() > n_goals;
        // The last goal can as well give its value to the variable itself.
        match scope.goals.last_mut() {
            Some(Goal::Plain(last)) if is_new && gives(last, &value) => {
                *last = give_to(last, &value, variable);
            }
            Some(_) | None => scope
                .goals
                .push(Goal::Plain(format!("{variable} = {value}"))),
        }
        Ok(())
    }

    fn values(&mut self, exprs: &[Expr], scope: &mut Scope) -> Result<Vec<String>, ExportError> {
        exprs
            .iter()
            .map(|expr| self.value(expr, scope, ""))
            .collect()
    }

    fn local(&self, Local(idx): Local, scope: &mut Scope) -> String {
        let (term, is_optional) = &self.locals[usize::from(idx)];
        if *is_optional {
            scope.require(format!("{term} \\== none"));
        }
        term.clone()
    }

    /// `our` or `their`, as the viewer sees it.
    fn side(&mut self, side: Side, scope: &mut Scope) -> String {
        let us = scope.context.us.clone();
        match (side, us.as_str()) {
            (Side::Us, _) => us,
            (Side::Them, "us") => "them".into(),
            (Side::Them, "them") => "us".into(),
            (Side::Them, _) => {
                if us == "Us" {
                    self.names.free("Them");
                }
                scope.ask(&mut self.names, "other", &[us], "Them")
            }
        }
    }

    /// The values of a list of items as a set, without those that are missing.
    fn items(&mut self, items: &[Expr], scope: &mut Scope, hint: &str) -> Term {
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

    /// One of these is true.
    fn one_of(&mut self, parts: &[Expr], scope: &Scope) -> Result<Goal, ExportError> {
        let mut arms = Vec::new();
        for part in parts {
            let mut inner = scope.inner();
            self.truth(part, &mut inner)?;
            arms.push(inner.goals);
        }
        let last = arms.pop();
        let arms = arms
            .into_iter()
            .map(|goals| (goals, vec![Goal::Plain("true".into())]));
        Ok(Goal::Cases(arms.collect(), last))
    }

    fn compute(&mut self, sum: &str, scope: &mut Scope, hint: &str) -> String {
        let value = self
            .names
            .fresh(if hint.is_empty() { "Number" } else { hint });
        scope.goals.push(Goal::Plain(format!("{value} := {sum}")));
        value
    }

    fn builtin(&mut self, builtin: Builtin, args: &[Expr], scope: &mut Scope, hint: &str) -> Term {
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
            Builtin::Min => self.compute(&call("min", &given), scope, hint),
            Builtin::Max => self.compute(&call("max", &given), scope, hint),
            Builtin::Count => scope.ask(&mut self.names, "length", &given, &named("Count")),
            Builtin::UsToMove
            | Builtin::ThemToMove
            | Builtin::NoMoves
            | Builtin::Empty
            | Builtin::Exists => unreachable!("a truth is handled apart"),
        })
    }

    fn builtin_truth(&mut self, builtin: Builtin, args: &[Expr], scope: &mut Scope) -> Done {
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
        }
        Ok(())
    }

    /// A question about the items of a set that is not answered by yes or no.
    fn quantified(
        &mut self,
        quantifier: Quantifier,
        local: Local,
        set: &str,
        body: &Expr,
        scope: &mut Scope,
        hint: &str,
    ) -> Term {
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
                scope.goals.push(Goal::Inside(before, goals, after));
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
        goals: Vec<Goal>,
        scope: &mut Scope,
        hint: &str,
    ) -> String {
        let found = self.names.fresh(hint);
        let before = format!("findall({what}, ");
        scope
            .goals
            .push(Goal::Inside(before, goals, format!(", {found})")));
        found
    }

    /// Something said at another time.
    fn at<T>(
        &mut self,
        time: Time,
        scope: &mut Scope,
        say: impl FnOnce(&mut Self, &mut Scope) -> Result<T, ExportError>,
    ) -> Result<T, ExportError> {
        let context = scope.context.clone();
        match time {
            Time::Before => {
                scope.require(format!("{} \\== none", context.before));
                self.elsewhere(
                    scope,
                    |now| {
                        now.position = context.before;
                        now.before = "none".into();
                    },
                    say,
                )
            }
            Time::Root => self.elsewhere(
                scope,
                |now| {
                    now.position = context.root;
                    now.before = "none".into();
                    now.depth = "0".into();
                },
                say,
            ),
            Time::After => {
                let played = [context.played_in, context.the_move];
                let after = scope.ask(&mut self.names, "play", &played, "After");
                self.elsewhere(scope, |now| now.position = after, say)
            }
        }
    }

    /// Something said in another context.
    fn elsewhere<T>(
        &mut self,
        scope: &mut Scope,
        change: impl FnOnce(&mut crate::clause::Context),
        say: impl FnOnce(&mut Self, &mut Scope) -> Result<T, ExportError>,
    ) -> Result<T, ExportError> {
        let before = scope.context.clone();
        change(&mut scope.context);
        let said = say(self, scope);
        scope.context = before;
        said
    }

    /// What a definition is called with: what it looks at, then its arguments.
    fn call_arguments(
        &mut self,
        idx: usize,
        args: &[Expr],
        scope: &mut Scope,
    ) -> Result<Vec<String>, ExportError> {
        let known = &self.exporter.facts.definitions[idx];
        let mut arguments = scope.context.arguments(known.needs);
        for (arg, is_optional) in args.iter().zip(&known.optional) {
            arguments.push(if *is_optional {
                self.value_or_none(arg, scope, "")?
            } else {
                self.value(arg, scope, "")?
            });
        }
        Ok(arguments)
    }

    /// How a word is said, or an error at the place where it is used.
    pub(crate) fn word(&self, id: WordId, span: Span) -> Result<Call, ExportError> {
        let word = self.exporter.vocabulary.word(id);
        let found = self.exporter.library.word(word);
        found.cloned().ok_or_else(|| {
            let message = format!("the word `{}` has no Prolog yet", word.name);
            self.exporter.error(span, message)
        })
    }

    fn ask(
        &mut self,
        call: &Call,
        given: &[String],
        scope: &mut Scope,
        hint: &str,
        is_about_moves: bool,
    ) -> String {
        let arguments = arguments_of(call, given, scope, is_about_moves);
        scope.ask(&mut self.names, &call.predicate, &arguments, hint)
    }
}

/// What a predicate of the library is called with, its value apart, which comes last.
pub(crate) fn arguments_of(
    call: &Call,
    given: &[String],
    scope: &Scope,
    is_about_moves: bool,
) -> Vec<String> {
    let context = &scope.context;
    let term = |argument: &Argument| match argument {
        Argument::Position if is_about_moves => Some(context.played_in.clone()),
        Argument::Position => Some(context.position.clone()),
        Argument::Us => Some(context.us.clone()),
        Argument::Move => Some(context.the_move.clone()),
        Argument::Given(idx) => Some(given[*idx].clone()),
        Argument::Literal(name) => Some(name.clone()),
        Argument::Value => None,
    };
    call.arguments.iter().filter_map(term).collect()
}

/// A name for the value of a word: its own, with those of its arguments while they are short.
fn hint_of(word: &str, given: &[String]) -> String {
    let names = given
        .iter()
        .filter(|term| term.starts_with(char::is_uppercase) && *term != "Us" && *term != "Them");
    let long: String = std::iter::once(word)
        .chain(names.map(String::as_str))
        .collect::<Vec<_>>()
        .join("_");
    if long.len() <= 20 {
        long
    } else {
        word.to_owned()
    }
}

/// A name for the value of a definition, with the time if it is not now.
fn hint_at(name: &str, scope: &Scope) -> String {
    match scope.context.position.as_str() {
        "Before" => format!("{name}_before"),
        "Root" => format!("{name}_at_root"),
        _ => name.to_owned(),
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

/// Is this variable the value that the goal gives: its last argument, or left of `:=`?
fn gives(goal: &str, value: &str) -> bool {
    let is_variable = value.starts_with(char::is_uppercase);
    is_variable
        && (goal.ends_with(&format!(", {value})"))
            || goal.ends_with(&format!("({value})"))
            || goal.starts_with(&format!("{value} := ")))
}

/// The same goal, giving its value to another variable.
fn give_to(goal: &str, value: &str, variable: &str) -> String {
    match goal.strip_prefix(&format!("{value} := ")) {
        Some(sum) => format!("{variable} := {sum}"),
        None => format!("{}{variable})", &goal[..goal.len() - value.len() - 1]),
    }
}

fn belongs(scope: &mut Scope, membership: Membership, goals: Vec<String>) {
    let goals = goals.into_iter().map(Goal::Plain);
    match membership {
        Membership::In => scope.goals.extend(goals),
        Membership::NotIn => scope.goals.push(Goal::Not(goals.collect())),
    }
}

fn with(first: String, rest: Vec<Goal>) -> Vec<Goal> {
    std::iter::once(Goal::Plain(first)).chain(rest).collect()
}
