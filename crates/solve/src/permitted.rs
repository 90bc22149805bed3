//! Move constraints as sets: which moves they permit, without regard to the order.

use chess::{Chess, Small};
use domain::{Fast as _, Game as _, Native};
use lang::checked::{Constraint, ConstraintKind, Expr, ExprKind, Program, Time};
use verify::MovesOf;

use crate::columns::{Leaf, Leaves};
use crate::formula::SetFormula;

/// Moves of one kind: in some positions only, into some positions only.
#[derive(Clone, Debug)]
pub(crate) struct PermittedMoves {
    pub(crate) moves: MovesOf,
    /// True of the position in which they are played.
    pub(crate) when: SetFormula,
    /// True of the position after them.
    pub(crate) after: SetFormula,
}

/// The moves that a constraint permits, as kinds of moves; none if they cannot be said so.
pub(crate) fn permitted(
    program: &Program,
    constraint: &Constraint,
    leaves: &mut Leaves,
) -> Option<Vec<PermittedMoves>> {
    let all = |moves| PermittedMoves {
        moves,
        when: SetFormula::Always(true),
        after: SetFormula::Always(true),
    };
    Some(match &constraint.kind {
        ConstraintKind::Any => vec![all(MovesOf::ANY)],
        ConstraintKind::None => Vec::new(),
        ConstraintKind::Man(man) => vec![all(MovesOf::man(usize::from(man.0)))],
        ConstraintKind::Named(named, args) if args.is_empty() => {
            permitted(program, &program.constraint(*named).body, leaves)?
        }
        ConstraintKind::Then(parts) => {
            let mut found = Vec::new();
            for part in parts {
                found.extend(permitted(program, part, leaves)?);
            }
            found
        }
        ConstraintKind::By(inner, _, _) => permitted(program, inner, leaves)?,
        ConstraintKind::When(inner, condition) => {
            let condition = SetFormula::of(program, condition, leaves)?;
            let mut inner = permitted(program, inner, leaves)?;
            for kind in &mut inner {
                kind.when = std::mem::replace(&mut kind.when, SetFormula::Always(true))
                    .and(condition.clone());
            }
            inner
        }
        ConstraintKind::That(inner, condition) => {
            let inner = permitted(program, inner, leaves)?;
            let kinds = inner
                .into_iter()
                .map(|kind| only_that(program, kind, condition, leaves));
            kinds.collect::<Option<_>>()?
        }
        ConstraintKind::Named(..)
        | ConstraintKind::Of(_)
        | ConstraintKind::Walk(..)
        | ConstraintKind::First(..)
        | ConstraintKind::Going(..)
        | ConstraintKind::Joined(..)
        | ConstraintKind::ForThem(_) => return None,
    })
}

/// Only those moves of which the condition is true.
fn only_that(
    program: &Program,
    kind: PermittedMoves,
    condition: &Expr,
    leaves: &mut Leaves,
) -> Option<PermittedMoves> {
    if let ExprKind::And(parts) = &condition.kind {
        let mut parts = parts.iter();
        return parts.try_fold(kind, |kind, part| only_that(program, kind, part, leaves));
    }
    if let Some(captures) = is_capture(condition, leaves.chess()) {
        return Some(PermittedMoves {
            moves: kind.moves.capturing(captures),
            ..kind
        });
    }
    let after = of_position_after(program, condition, leaves)?;
    Some(PermittedMoves {
        after: kind.after.and(after),
        ..kind
    })
}

/// Is the condition `capture`, or `not capture`?
fn is_capture(condition: &Expr, chess: &Chess<Small>) -> Option<bool> {
    if let ExprKind::Not(part) = &condition.kind {
        return is_capture(part, chess).map(|captures| !captures);
    }
    let ExprKind::MoveWord(word, _) = &condition.kind else {
        return None;
    };
    let mut captures = chess.vocabulary().words_named("capture");
    captures.any(|capture| capture == *word).then_some(true)
}

/// A condition about a move that looks at nothing but the position after it.
fn of_position_after(
    program: &Program,
    condition: &Expr,
    leaves: &mut Leaves,
) -> Option<SetFormula> {
    if let ExprKind::At(Time::After, expr) = &condition.kind {
        return SetFormula::of(program, expr, leaves);
    }
    if let ExprKind::MoveWord(word, _) = &condition.kind {
        let Some(Native::After(holds)) = leaves.chess().native(*word) else {
            return None;
        };
        return Some(SetFormula::Leaf(leaves.add(Leaf::Word(*word, holds))));
    }
    let mut of = |part: &Expr| of_position_after(program, part, leaves);
    if let ExprKind::Not(part) = &condition.kind {
        return Some(SetFormula::Not(Box::new(of(part)?)));
    }
    if let ExprKind::And(parts) = &condition.kind {
        return Some(SetFormula::And(
            parts.iter().map(of).collect::<Option<_>>()?,
        ));
    }
    if let ExprKind::Or(parts) = &condition.kind {
        return Some(SetFormula::Or(parts.iter().map(of).collect::<Option<_>>()?));
    }
    None
}
