//! Formulas: expressions in which hypotheses stand for truths.
//!
//! What has no hypothesis in it is a condition on the position, unless it takes a search or a look ahead.

use domain::Type;

use super::Checker;
use crate::checked::{Expr, Formula, HypothesisKeyword};
use crate::diagnostic::Diagnostic;
use crate::fix::Fix;
use crate::span::Span;
use crate::syntax::{self, ExprKind, Name, Quantifier, WrittenPiece};

impl Checker<'_> {
    /// Two sides with an arrow, or one.
    pub(super) fn arrow_formula(&mut self, formula: &syntax::Formula) -> Formula {
        let left = self.formula(&formula.left);
        match &formula.right {
            None => left,
            Some((arrow, right)) => {
                Formula::Arrow(*arrow, Box::new(left), Box::new(self.formula(right)))
            }
        }
    }

    fn formula(&mut self, expr: &syntax::Expr) -> Formula {
        if let ExprKind::Can(piece, against) = &expr.kind {
            return self.can(expr, piece, against.as_ref());
        }
        let mut named = Vec::new();
        hypotheses_in(expr, &mut named);
        let is_made_of_formulas =
            asks_search(expr) || named.iter().any(|(name, _)| self.is_hypothesis(name));
        if !is_made_of_formulas {
            return Formula::Condition(self.condition(expr, "a fact"));
        }
        match &expr.kind {
            ExprKind::Name(name) => self.hypothesis_formula(name, &[]),
            ExprKind::Call(name, args) if self.is_hypothesis(name) => {
                self.hypothesis_formula(name, args)
            }
            ExprKind::Not(part) => Formula::Not(Box::new(self.formula(part))),
            ExprKind::And(parts) => {
                Formula::And(parts.iter().map(|part| self.formula(part)).collect())
            }
            ExprKind::Or(parts) => {
                Formula::Or(parts.iter().map(|part| self.formula(part)).collect())
            }
            ExprKind::If(cases, otherwise) => {
                let cases = cases.iter().map(|(condition, then)| {
                    let condition = self.condition(condition, "a fact");
                    (condition, self.formula(then))
                });
                let cases = cases.collect();
                let otherwise = otherwise.as_ref().map(|last| Box::new(self.formula(last)));
                Formula::If(cases, otherwise)
            }
            ExprKind::Quantified(
                quantifier @ (Quantifier::Some | Quantifier::Every),
                variable,
                set,
                body,
            ) => {
                if let Some(name) = self.names_moves(set) {
                    let ahead = self.moves_of_plan(expr.span, *quantifier, name, set);
                    let body = Box::new(self.formula(body));
                    return match ahead {
                        Some((plan, true)) => Formula::SomeMove(plan, body),
                        Some((plan, false)) => Formula::EveryReply(plan, body),
                        None => *body,
                    };
                }
                let (local, set) = self.bind_item_of(variable, set, body.span);
                let body = Box::new(self.formula(body));
                self.locals.pop();
                if *quantifier == Quantifier::Every {
                    Formula::Every(local, set, body)
                } else {
                    Formula::Some(local, set, body)
                }
            }
            // Anything else is an expression, whose check reports that it cannot contain a hypothesis.
            ExprKind::Call(..)
            | ExprKind::Quantified(..)
            | ExprKind::Compare(..)
            | ExprKind::Negate(_)
            | ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Our
            | ExprKind::Their
            | ExprKind::Property(..)
            | ExprKind::At(..)
            | ExprKind::ForThem(_)
            | ExprKind::AnySide(_)
            | ExprKind::OverMoves(..)
            | ExprKind::Can(..)
            | ExprKind::In(..)
            | ExprKind::InRange(..)
            | ExprKind::Arithmetic(..)
            | ExprKind::Combine(..)
            | ExprKind::Set(_) => Formula::Condition(self.condition(expr, "a fact")),
        }
    }

    /// `can squeeze`, `can p`, `can p against q`.
    fn can(
        &mut self,
        expr: &syntax::Expr,
        piece: &WrittenPiece,
        against: Option<&Name>,
    ) -> Formula {
        let name = &piece.name;
        let is_local = self.locals.iter().any(|local| local.name == name.text);
        if !is_local || !piece.args.is_empty() {
            return match self.piece_alone(piece, against) {
                Some(piece) => Formula::Can(piece),
                None => Formula::And(Vec::new()),
            };
        }
        let mut plan = |name: &Name| {
            let named = syntax::Expr {
                span: expr.span,
                kind: ExprKind::Name(name.clone()),
            };
            self.value_of(&named, Type::Plan, "a fact")
        };
        let (plan, against) = (plan(name), against.map(plan));
        Formula::CanPlan(plan, against)
    }

    /// Is this `moves(p)` or `replies(p)`? A chapter may have given the second name to something else.
    fn names_moves<'s>(&self, set: &'s syntax::Expr) -> Option<&'s Name> {
        names_moves(set).filter(|name| self.definitions.find(&name.text).is_none())
    }

    /// `some m in moves(p)`, `every m in replies(p)`: not a set of items, but the positions that come next. Gives the
    /// plan, and whether its own moves are meant.
    fn moves_of_plan(
        &mut self,
        whole: Span,
        quantifier: Quantifier,
        name: &Name,
        set: &syntax::Expr,
    ) -> Option<(Expr, bool)> {
        let is_own = name.text == "moves";
        if is_own != (quantifier == Quantifier::Some) {
            let message = "a plan needs one of its moves, against every reply";
            let help = "write `some m in moves(p) : …` or `every m in replies(p) : …`";
            let other = if is_own {
                Quantifier::Some
            } else {
                Quantifier::Every
            };
            let word = Span {
                end: whole.start + quantifier.word().len() as u32,
                ..whole
            };
            let diagnostic = Diagnostic::error("wrong-quantifier", name.span, message);
            let fix = Fix::replace(word, other.word());
            self.report(diagnostic.help(help).fix(fix));
            return None;
        }
        let ExprKind::Call(_, args) = &set.kind else {
            return None;
        };
        let [plan] = args.as_slice() else {
            let form = format!("{}(p)", name.text);
            self.wrong_count(set.span, name, &[1], args.len(), form);
            return None;
        };
        Some((self.value_of(plan, Type::Plan, "a fact"), is_own))
    }

    fn hypothesis_formula(&mut self, name: &Name, args: &[syntax::Expr]) -> Formula {
        let Some((id, types)) = self.known_hypothesis(name, args.len()) else {
            return Formula::And(Vec::new());
        };
        if self.program.hypothesis(id).keyword == HypothesisKeyword::Object {
            let message = format!("`{}` is an object, neither true nor false", name.text);
            let help = "facts are made of hypotheses";
            self.report(Diagnostic::error("no-question", name.span, message).help(help));
        }
        let args = args.iter().zip(types);
        let args = args.map(|(arg, ty)| self.value_of(arg, ty, "a fact"));
        Formula::Hypothesis(id, args.collect())
    }
}

/// Does its truth need a search or a look ahead, and not just the position?
fn asks_search(expr: &syntax::Expr) -> bool {
    has_part(expr, &|part| matches!(part.kind, ExprKind::Can(..))) || looks_ahead(expr)
}

/// Does it speak of the positions after the moves of a plan, or after the replies to it?
pub(super) fn looks_ahead(expr: &syntax::Expr) -> bool {
    has_part(
        expr,
        &|part| matches!(&part.kind, ExprKind::Quantified(_, _, set, _) if names_moves(set).is_some()),
    )
}

fn names_moves(set: &syntax::Expr) -> Option<&Name> {
    if let ExprKind::Call(name, _) = &set.kind {
        return matches!(name.text.as_str(), "moves" | "replies").then_some(name);
    }
    None
}

/// Does it hold of the expression, or of a part of it?
fn has_part(expr: &syntax::Expr, is_so: &dyn Fn(&syntax::Expr) -> bool) -> bool {
    is_so(expr) || parts(expr).into_iter().any(|part| has_part(part, is_so))
}

/// The names, with their arguments, that may stand for hypotheses in an expression.
pub(super) fn hypotheses_in<'a>(
    expr: &'a syntax::Expr,
    found: &mut Vec<(&'a Name, &'a [syntax::Expr])>,
) {
    if let ExprKind::Name(name) = &expr.kind {
        found.push((name, &[]));
    } else if let ExprKind::Call(name, args) = &expr.kind {
        found.push((name, args));
    }
    for part in parts(expr) {
        hypotheses_in(part, found);
    }
}

/// The parts in which a hypothesis may stand, or may have been put by mistake.
fn parts(expr: &syntax::Expr) -> Vec<&syntax::Expr> {
    match &expr.kind {
        ExprKind::Not(part) | ExprKind::Negate(part) => vec![part],
        ExprKind::And(parts) | ExprKind::Or(parts) => parts.iter().collect(),
        ExprKind::If(cases, otherwise) => {
            let thens = cases.iter().map(|(_, then)| then);
            thens.chain(otherwise.as_deref()).collect()
        }
        ExprKind::Quantified(_, _, _, body) => vec![body],
        ExprKind::Compare(_, a, b) => vec![a, b],
        ExprKind::Name(_)
        | ExprKind::Call(..)
        | ExprKind::Number(_)
        | ExprKind::Truth(_)
        | ExprKind::Our
        | ExprKind::Their
        | ExprKind::Property(..)
        | ExprKind::At(..)
        | ExprKind::ForThem(_)
        | ExprKind::AnySide(_)
        | ExprKind::OverMoves(..)
        | ExprKind::Can(..)
        | ExprKind::In(..)
        | ExprKind::InRange(..)
        | ExprKind::Arithmetic(..)
        | ExprKind::Combine(..)
        | ExprKind::Set(_) => Vec::new(),
    }
}
