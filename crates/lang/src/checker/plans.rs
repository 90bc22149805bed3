//! Plans: their goals become definitions and their moves a named constraint, all written from the owner's side; and
//! expressions that name plans and join them.

use domain::Type;

use super::Checker;
use super::definitions::is_a_number;
use super::expressions::{Expr as TypedExpr, form};
use super::gather::{From, Gathered};
use super::indexing::Bound;
use super::types::Ty;
use crate::checked::{
    Constraint, ConstraintId, ConstraintKind, Expr, ExprKind, Joining, MovesDefinition, Plan,
    PlanId,
};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::{self, Name, PlanFieldKind};

impl Checker<'_> {
    /// Checks the plans.
    pub(super) fn check_plans(&mut self, gathered: &Gathered<'_>) {
        for from in &gathered.plans {
            self.begin(from.import.clone(), from.span);
            if let Some(plan) = self.check_plan(from) {
                let id = PlanId(self.program.plans.len() as u32);
                self.plans.know(&plan.name, id);
                self.program.plans.push(plan);
            }
        }
    }

    fn check_plan(&mut self, from: &From<syntax::Plan>) -> Option<Plan> {
        let plan = &from.what;
        let (name, span) = (&plan.name.text, plan.name.span);
        let mut words = self.vocabulary.words_named(name);
        if words.any(|id| self.vocabulary.word(id).of_side) {
            let message = format!("`our.{name}` means something else already");
            let help = "choose another name for the plan";
            self.report(Diagnostic::error("reserved-name", span, message).help(help));
        }
        if !self.parameters(&plan.parameters) {
            return None;
        }
        for (parameter, idx) in plan.parameters.iter().zip(0..) {
            let local: &Bound = &self.locals[idx];
            let (name, span) = (&parameter.name.text, parameter.name.span);
            match self.types.known(local.ty) {
                None if parameter.ty.is_none() => {
                    let message = format!("what `{name}` is has to be said here");
                    let help = format!("write `{name}: number`, or another type");
                    let diagnostic = Diagnostic::error("unknown-type", span, message);
                    self.report(diagnostic.help(help).fix(is_a_number(span)));
                }
                Some(Type::Side | Type::Plan) => {
                    let message = "a plan is about numbers, truths, items and sets";
                    let help = "whose plan it is, is said where it is used: `our.push`";
                    self.report(Diagnostic::error("wrong-type", span, message).help(help));
                }
                Some(Type::Truth | Type::Number | Type::Item(_) | Type::Set(_)) | None => {}
            }
        }
        let entity = self.plans.entity(name);
        self.describe(entity, &plan.name, &plan.parameters, Some(Ty::Plan));
        let parameters = self.settle_parameters(&plan.parameters);
        let (mut better, mut holding, mut us, mut means) = (None, None, None, None);
        for field in &plan.fields {
            self.fresh_types();
            match &field.kind {
                PlanFieldKind::Better(goal) => {
                    let goal = self.goal_of_plan(goal);
                    self.once(&mut better, goal, field.span);
                }
                PlanFieldKind::Holding(goal) => {
                    let goal = self.goal_of_plan(goal);
                    self.once(&mut holding, goal, field.span);
                }
                PlanFieldKind::Us(moves) => {
                    let moves = self.constraint(moves);
                    let moves = self.settle_constraint(moves);
                    self.once(&mut us, moves, field.span);
                }
                PlanFieldKind::Means(template) => {
                    self.phrase(entity, Some(template));
                    let template = self.whole_template(template);
                    self.once(&mut means, template, field.span);
                }
            }
        }
        let us = us.unwrap_or(Constraint {
            span,
            kind: ConstraintKind::Any,
        });
        let reads = self.reads_of_constraint(&us);
        let size = self.size_of_constraint(&us);
        if self.statement_has_errors {
            return None;
        }
        let library = from.import.as_ref().map(|(_, name)| name.clone());
        let truth = |truth| Expr {
            span,
            ty: Type::Truth,
            kind: ExprKind::Truth(truth),
        };
        // Without a better goal a plan reaches nothing; it may still refute another.
        let goals = [
            ("better", better.unwrap_or_else(|| truth(false))),
            ("holding", holding.unwrap_or_else(|| truth(true))),
        ];
        let goals = goals.map(|(word, body)| {
            // No text can call it: its name has a dot.
            let name = format!("{name}.{word}");
            let facts = self.facts(&body);
            self.define(
                name,
                span,
                library.clone(),
                parameters.clone(),
                (body, facts),
            )
        });
        let moves = ConstraintId(self.program.constraints.len() as u32);
        self.program.constraints.push(MovesDefinition {
            name: format!("{name}.us"),
            span,
            parameters: parameters.clone(),
            body: us,
            reads,
            size,
        });
        let [better, holding] = goals;
        Some(Plan {
            name: name.clone(),
            span,
            doc: plan.doc.as_ref().map(|doc| doc.value.clone()),
            parameters,
            better,
            holding,
            us: moves,
            means,
        })
    }

    fn goal_of_plan(&mut self, goal: &syntax::Expr) -> Expr {
        let goal = self.expect(goal, Ty::Truth);
        let goal = self.settle(goal);
        let reads = self.facts(&goal).reads;
        self.look_at_position_only(&goal, reads, "the goal of a plan");
        goal
    }

    /// `our.push`: a plan of a side.
    pub(super) fn plan_of(
        &mut self,
        span: Span,
        of: TypedExpr,
        (name, found): (&Name, Option<PlanId>),
        args: &[syntax::Expr],
    ) -> TypedExpr {
        if !self.plans_may_be_named {
            self.no_plan_here(name.span);
            return self.broken(span, args);
        }
        let Some(id) = found else {
            self.rest_on_mistake();
            return self.broken(span, args);
        };
        self.require(&of, Ty::Side, None);
        let parameters = &self.program.plan(id).parameters;
        let form = form(&name.text, parameters.iter().map(|(name, _)| name.as_str()));
        let parameters: Vec<Ty> = parameters.iter().map(|(_, ty)| Ty::from(*ty)).collect();
        let args = self.args(span, name, args, &parameters, form);
        TypedExpr {
            span,
            ty: Ty::Plan,
            kind: ExprKind::Plan(id, std::iter::once(of).chain(args).collect()),
        }
    }

    /// Two plans made one, unless that is too many.
    pub(super) fn joined(
        &mut self,
        span: Span,
        joining: Joining,
        a: TypedExpr,
        b: TypedExpr,
    ) -> TypedExpr {
        if n_joined(&a) + n_joined(&b) > domain::Plan::MAX_SIZE {
            self.too_many_plans(span);
            return a;
        }
        TypedExpr {
            span,
            ty: Ty::Plan,
            kind: ExprKind::Join(joining, Box::new(a), Box::new(b)),
        }
    }

    /// Reports it once for a statement, in which every further part would be too many too.
    pub(super) fn too_many_plans(&mut self, span: Span) {
        if !self.statement_has_errors {
            let message = format!("a plan is made of at most {} plans", domain::Plan::MAX_SIZE);
            let help = "a plan may have several goals and moves of its own";
            self.report(Diagnostic::error("too-many-plans", span, message).help(help));
        }
    }
}

/// How many plans an expression joins, in all its cases. [`Checker::joined`] keeps the number small.
fn n_joined(expr: &TypedExpr) -> usize {
    if let ExprKind::Join(_, a, b) = &expr.kind {
        return n_joined(a) + n_joined(b);
    }
    if let ExprKind::At(_, of) | ExprKind::ForThem(of) = &expr.kind {
        return n_joined(of);
    }
    if let ExprKind::If(cases, otherwise) = &expr.kind {
        let cases = cases.iter().map(|(_, plan)| n_joined(plan));
        return cases.sum::<usize>() + otherwise.as_deref().map_or(0, n_joined);
    }
    1
}
