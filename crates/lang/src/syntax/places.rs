//! The places in a syntax tree, and trees that differ in nothing but their places.

use super::{
    Advice, Claim, Constraint, ConstraintKind, Cost, Definition, Example, Expr, ExprKind, Fact,
    Field, FieldKind, Formula, Hypothesis, Method, MethodFieldKind, Name, Plan, PlanFieldKind,
    Rule, Statement, StatementKind, Table, Template, TemplatePart, Text, WrittenDepth,
    WrittenEntry, WrittenExpectation, WrittenMoves, WrittenParameter, WrittenPattern, WrittenPiece,
    WrittenPromise, WrittenProposal, WrittenRemark,
};
use crate::span::Span;

/// Do two trees say the same thing, wherever they stand?
pub fn same_meaning<T: HasPlaces + Clone + PartialEq>(a: &T, b: &T) -> bool {
    without_places(a) == without_places(b)
}

/// The same tree, standing nowhere.
pub fn without_places<T: HasPlaces + Clone>(tree: &T) -> T {
    let mut tree = tree.clone();
    tree.each_place(&mut |seen| {
        if let Seen::Place(span) = seen {
            *span = Span::default();
        }
    });
    tree
}

/// What is shown of a tree.
pub enum Seen<'a> {
    /// A place.
    Place(&'a mut Span),
    /// A piece of advice where it is named; its places are shown too.
    Piece(&'a WrittenPiece),
}

/// A tree whose parts have places.
pub trait HasPlaces {
    /// Shows every place in it, and every piece of advice that it names.
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>));
}

impl HasPlaces for Span {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        see(Seen::Place(self));
    }
}

impl HasPlaces for WrittenPiece {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        see(Seen::Piece(self));
        let WrittenPiece { name, args, span } = self;
        name.each_place(see);
        args.each_place(see);
        span.each_place(see);
    }
}

impl<T: HasPlaces> HasPlaces for Vec<T> {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        for part in self {
            part.each_place(see);
        }
    }
}

impl<T: HasPlaces> HasPlaces for Option<T> {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        if let Some(part) = self {
            part.each_place(see);
        }
    }
}

impl<T: HasPlaces> HasPlaces for Box<T> {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        (**self).each_place(see);
    }
}

impl<A: HasPlaces, B: HasPlaces> HasPlaces for (A, B) {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        self.0.each_place(see);
        self.1.each_place(see);
    }
}

/// What is only a value has no place.
macro_rules! no_places {
    ($($value:ty),*) => {
        $(impl HasPlaces for $value {
            fn each_place(&mut self, _: &mut dyn FnMut(Seen<'_>)) {}
        })*
    };
}

no_places!(
    String,
    i64,
    bool,
    super::ClaimedMode,
    super::DefinitionKeyword,
    super::Unit,
    super::HypothesisKeyword,
    super::MethodKeyword,
    super::Standing,
    super::Arrow
);

/// The places of a struct are those of its fields, all of which are named here.
macro_rules! fields_have_places {
    ($($name:ident { $($field:ident),* })*) => {
        $(impl HasPlaces for $name {
            fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
                let $name { $($field),* } = self;
                $($field.each_place(see);)*
            }
        })*
    };
}

fields_have_places! {
    Statement { span, kind }
    Name { text, span }
    Text { value, span }
    Template { parts, span }
    Definition { keyword, name, parameters, body, means, means_not }
    WrittenParameter { name, ty }
    WrittenMoves { name, parameters, body }
    Advice { name, parameters, doc, fields }
    WrittenDepth { count, unit, shortest_first, span }
    WrittenRemark { text, when }
    Table { header, rules }
    Rule { span, condition, entries, because }
    WrittenEntry { piece, guard }
    Example { position, expects }
    Claim { promise, ending, within, mode, condition }
    Expr { span, kind }
    Constraint { span, kind }
    Hypothesis { keyword, name, parameters, asks, means, means_not }
    Plan { name, parameters, doc, fields }
    Method { keyword, name, doc, fields }
    WrittenPattern { name, args, standing }
    WrittenProposal { name, args, each, when }
    Fact { formula, when, because }
    Formula { left, right }
}

impl<K: HasPlaces> HasPlaces for Field<K> {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        let Field { span, kind } = self;
        span.each_place(see);
        kind.each_place(see);
    }
}

impl HasPlaces for StatementKind {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        match self {
            StatementKind::Title {
                opening,
                game,
                title,
            } => {
                opening.each_place(see);
                game.each_place(see);
                title.each_place(see);
            }
            StatementKind::Header(words) => words.each_place(see),
            StatementKind::Import(name) | StatementKind::Convention(name) => name.each_place(see),
            StatementKind::Definition(definition) => definition.each_place(see),
            StatementKind::Moves(moves) => moves.each_place(see),
            StatementKind::Advice(advice) => advice.each_place(see),
            StatementKind::Positions(expr) => expr.each_place(see),
            StatementKind::Remark(_, remark) => remark.each_place(see),
            StatementKind::Table(table) => table.each_place(see),
            StatementKind::Hypothesis(hypothesis) => hypothesis.each_place(see),
            StatementKind::Plan(plan) => plan.each_place(see),
            StatementKind::Method(method) => method.each_place(see),
            StatementKind::Example(example) => example.each_place(see),
            StatementKind::Claim(claim) => claim.each_place(see),
        }
    }
}

impl HasPlaces for TemplatePart {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        match self {
            TemplatePart::Plain(_) => {}
            TemplatePart::Value(expr) => expr.each_place(see),
        }
    }
}

impl HasPlaces for FieldKind {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        match self {
            FieldKind::Better(goal) | FieldKind::Holding(goal) => goal.each_place(see),
            FieldKind::Us(moves) | FieldKind::Them(moves) => moves.each_place(see),
            FieldKind::Within(depth) => depth.each_place(see),
            FieldKind::Lasting(_) => {}
            FieldKind::Smaller(number) => number.each_place(see),
            FieldKind::Convention(name) => name.each_place(see),
            FieldKind::Because(template) => template.each_place(see),
            FieldKind::Teach(remark) => remark.each_place(see),
        }
    }
}

impl HasPlaces for PlanFieldKind {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        match self {
            PlanFieldKind::Better(goal) | PlanFieldKind::Holding(goal) => goal.each_place(see),
            PlanFieldKind::Us(moves) => moves.each_place(see),
            PlanFieldKind::Means(template) => template.each_place(see),
        }
    }
}

impl HasPlaces for MethodFieldKind {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        match self {
            MethodFieldKind::Given(patterns) => patterns.each_place(see),
            MethodFieldKind::When(condition) => condition.each_place(see),
            MethodFieldKind::Cost(cost) => cost.each_place(see),
            MethodFieldKind::Within(bound, again) => {
                bound.span.each_place(see);
                if let Some((bound, cost)) = again {
                    bound.span.each_place(see);
                    cost.each_place(see);
                }
            }
            MethodFieldKind::Propose(proposal) => proposal.each_place(see),
            MethodFieldKind::Fact(fact) => fact.each_place(see),
            MethodFieldKind::Solve(formula) => formula.each_place(see),
        }
    }
}

impl HasPlaces for Cost {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        match self {
            Cost::Word(name) => name.each_place(see),
            Cost::Number(_, span) => span.each_place(see),
        }
    }
}

impl HasPlaces for WrittenExpectation {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        match self {
            WrittenExpectation::Fires(name) | WrittenExpectation::Fails(name) => {
                name.each_place(see)
            }
            WrittenExpectation::Plays(text) => text.each_place(see),
            WrittenExpectation::Shows(expr) => expr.each_place(see),
        }
    }
}

impl HasPlaces for WrittenPromise {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        match self {
            WrittenPromise::Wins
            | WrittenPromise::KeepsWins
            | WrittenPromise::KeepsDraws
            | WrittenPromise::WinsAtLeast(_)
            | WrittenPromise::GivesAwayAtMost(_) => {}
            WrittenPromise::NeverLoses(name) => name.each_place(see),
            WrittenPromise::Never(expr) => expr.each_place(see),
        }
    }
}

impl HasPlaces for ExprKind {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        match self {
            ExprKind::Number(_) | ExprKind::Truth(_) | ExprKind::Our | ExprKind::Their => {}
            ExprKind::Name(name) => name.each_place(see),
            ExprKind::Call(name, args) => {
                name.each_place(see);
                args.each_place(see);
            }
            ExprKind::Property(of, name, args) => {
                of.each_place(see);
                name.each_place(see);
                args.each_place(see);
            }
            ExprKind::Can(name, against) => {
                name.each_place(see);
                against.each_place(see);
            }
            ExprKind::At(_, of)
            | ExprKind::ForThem(of)
            | ExprKind::AnySide(of)
            | ExprKind::OverMoves(_, of)
            | ExprKind::Not(of)
            | ExprKind::Negate(of) => of.each_place(see),
            ExprKind::And(parts) | ExprKind::Or(parts) | ExprKind::Set(parts) => {
                parts.each_place(see);
            }
            ExprKind::Compare(_, a, b)
            | ExprKind::In(a, _, b)
            | ExprKind::Arithmetic(_, a, b)
            | ExprKind::Combine(_, a, b) => {
                a.each_place(see);
                b.each_place(see);
            }
            ExprKind::InRange(item, _, low, high) => {
                item.each_place(see);
                low.each_place(see);
                high.each_place(see);
            }
            ExprKind::If(cases, otherwise) => {
                cases.each_place(see);
                otherwise.each_place(see);
            }
            ExprKind::Quantified(_, variable, set, body) => {
                variable.each_place(see);
                set.each_place(see);
                body.each_place(see);
            }
        }
    }
}

impl HasPlaces for ConstraintKind {
    fn each_place(&mut self, see: &mut dyn FnMut(Seen<'_>)) {
        match self {
            ConstraintKind::Any | ConstraintKind::None => {}
            ConstraintKind::Man(name) => name.each_place(see),
            ConstraintKind::Of(places) => places.each_place(see),
            ConstraintKind::Named(name, args) => {
                name.each_place(see);
                args.each_place(see);
            }
            ConstraintKind::Walk(name, targets, within) => {
                name.each_place(see);
                targets.each_place(see);
                within.each_place(see);
            }
            ConstraintKind::Then(parts) => parts.each_place(see),
            ConstraintKind::That(inner, _, expr)
            | ConstraintKind::When(inner, expr)
            | ConstraintKind::First(inner, expr)
            | ConstraintKind::By(inner, _, expr) => {
                inner.each_place(see);
                expr.each_place(see);
            }
            ConstraintKind::Going(inner, directions) => {
                inner.each_place(see);
                directions.each_place(see);
            }
        }
    }
}
