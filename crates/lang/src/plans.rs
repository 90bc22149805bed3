//! What a plan means to a search: its goals, its moves, and the piece of advice that says whether it succeeds.
//!
//! Section 6 of the AL3 paper. A plan that is made of others has goals and moves of its own: `P1 or P2` reaches either
//! goal, `P1 mod P2` the goal of P1; both try common moves first.

use domain::{Plan, PlanForm, Type, Value};

use crate::checked::{
    Advice, Constraint, ConstraintKind, Convention, Expr, ExprKind, PlanId, Program, Reads,
};
use crate::span::Span;

/// The better goal of a plan, as its owner sees it.
pub fn better_goal(program: &Program, plan: &Plan) -> Expr {
    match plan.form() {
        PlanForm::Simple(simple) => {
            let definition = program.plan(PlanId(simple.idx)).better;
            truth(ExprKind::Call(
                definition,
                values(program, PlanId(simple.idx), &simple.args),
            ))
        }
        PlanForm::Or(a, b) => truth(ExprKind::Or(
            [a, b].map(|plan| attained(program, plan)).into(),
        )),
        PlanForm::Mod(goal, _) => better_goal(program, goal),
    }
}

/// The goal of a part of `P1 or P2`: it keeps its holding goal until it reaches its better goal.
fn attained(program: &Program, plan: &Plan) -> Expr {
    match plan.form() {
        PlanForm::Simple(_) => {
            let goals = [better_goal(program, plan), holding_goal(program, plan)];
            truth(ExprKind::And(goals.into()))
        }
        // An `or` that is reached has kept one of its holding goals already.
        PlanForm::Or(..) => better_goal(program, plan),
        PlanForm::Mod(goal, _) => attained(program, goal),
    }
}

/// The holding goal of a plan, as its owner sees it.
pub fn holding_goal(program: &Program, plan: &Plan) -> Expr {
    match plan.form() {
        PlanForm::Simple(simple) => {
            let definition = program.plan(PlanId(simple.idx)).holding;
            truth(ExprKind::Call(
                definition,
                values(program, PlanId(simple.idx), &simple.args),
            ))
        }
        PlanForm::Or(a, b) => truth(ExprKind::Or(
            [a, b].map(|plan| holding_goal(program, plan)).into(),
        )),
        PlanForm::Mod(goal, _) => holding_goal(program, goal),
    }
}

/// The moves of a plan, as its owner sees it.
pub fn moves(program: &Program, plan: &Plan) -> Constraint {
    let of = |kind| Constraint {
        span: Span::default(),
        kind,
    };
    match plan.form() {
        PlanForm::Simple(simple) => {
            let constraint = program.plan(PlanId(simple.idx)).us;
            of(ConstraintKind::Named(
                constraint,
                values(program, PlanId(simple.idx), &simple.args),
            ))
        }
        PlanForm::Or(a, b) | PlanForm::Mod(a, b) => {
            let [a, b] = [a, b].map(|plan| Box::new(moves(program, plan)));
            of(ConstraintKind::Joined(a, b))
        }
    }
}

/// The piece of advice that is satisfiable exactly where a plan succeeds: against everything, or against another plan,
/// which refutes it where the piece is not satisfiable. It is the owner's piece.
pub fn piece(program: &Program, plan: &Plan, against: Option<&Plan>) -> Advice {
    let mut better = better_goal(program, plan);
    let of = |kind| Constraint {
        span: Span::default(),
        kind,
    };
    // What the plan tries is what a good reply tries too, so such replies come first: most plans that fail then fail
    // sooner.
    let likely = of(ConstraintKind::ForThem(Box::new(moves(program, plan))));
    let mut them = of(ConstraintKind::Then(vec![likely, of(ConstraintKind::Any)]));
    if let Some(against) = against {
        // A plan that breaks its own holding goal refutes nothing.
        let holds = truth(ExprKind::ForThem(Box::new(holding_goal(program, against))));
        let fails = truth(ExprKind::Not(Box::new(holds)));
        better = truth(ExprKind::Or(vec![better, fails]));
        them = of(ConstraintKind::ForThem(Box::new(moves(program, against))));
    }
    Advice {
        name: String::new(),
        span: Span::default(),
        doc: None,
        better_goal: better,
        holding_goal: holding_goal(program, plan),
        us: moves(program, plan),
        them,
        depth: None,
        endless: None,
        convention: Convention::AL3,
        because: None,
        teaches: Vec::new(),
        reads: against.map_or(reads(program, plan), |against| {
            reads(program, plan).or(reads(program, against))
        }),
    }
}

/// How many parts the goals and moves of a plan have, with all definitions written out.
pub fn size(program: &Program, plan: &Plan) -> usize {
    match plan.form() {
        PlanForm::Simple(simple) => {
            let plan = program.plan(PlanId(simple.idx));
            let goals = [plan.better, plan.holding].map(|goal| program.definition(goal).size);
            let moves = program.constraint(plan.us).size;
            goals
                .into_iter()
                .chain([moves])
                .map(|size| size as usize)
                .sum()
        }
        PlanForm::Or(a, b) | PlanForm::Mod(a, b) => size(program, a) + size(program, b),
    }
}

/// What the goals and moves of a plan read.
pub fn reads(program: &Program, plan: &Plan) -> Reads {
    match plan.form() {
        PlanForm::Simple(simple) => {
            let plan = program.plan(PlanId(simple.idx));
            let goals = [plan.better, plan.holding].map(|goal| program.definition(goal).reads);
            let [better, holding] = goals;
            better.or(holding).or(program.constraint(plan.us).reads)
        }
        PlanForm::Or(a, b) | PlanForm::Mod(a, b) => reads(program, a).or(reads(program, b)),
    }
}

/// Does a goal of a plan ask about pieces, so that only a search can decide it?
pub fn asks(program: &Program, plan: &Plan) -> bool {
    match plan.form() {
        PlanForm::Simple(simple) => {
            let plan = program.plan(PlanId(simple.idx));
            [plan.better, plan.holding]
                .into_iter()
                .any(|goal| program.definition(goal).asks)
        }
        PlanForm::Or(a, b) | PlanForm::Mod(a, b) => asks(program, a) || asks(program, b),
    }
}

/// The arguments of a plan, as expressions that do not depend on the viewer.
fn values(program: &Program, plan: PlanId, args: &[Value]) -> Vec<Expr> {
    let parameters = program.plan(plan).parameters.iter();
    let values = parameters.zip(args);
    values.map(|((_, ty), value)| literal(*ty, value)).collect()
}

fn literal(ty: Type, value: &Value) -> Expr {
    let kind = match value {
        Value::Truth(truth) => ExprKind::Truth(*truth),
        Value::Number(number) => ExprKind::Number(*number),
        Value::Item(item) => ExprKind::Item(*item),
        Value::Set(set) => ExprKind::Set(
            set.iter()
                .map(|item| Expr {
                    span: Span::default(),
                    ty: match ty {
                        Type::Set(sort) => Type::Item(sort),
                        Type::Truth | Type::Number | Type::Side | Type::Item(_) | Type::Plan => ty,
                    },
                    kind: ExprKind::Item(item),
                })
                .collect(),
        ),
        Value::Side(_) | Value::Plan(_) => {
            unreachable!("the checker lets no side and no plan be what a plan is about")
        }
    };
    Expr {
        span: Span::default(),
        ty,
        kind,
    }
}

fn truth(kind: ExprKind) -> Expr {
    Expr {
        span: Span::default(),
        ty: Type::Truth,
        kind,
    }
}
