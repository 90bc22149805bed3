//! Move constraints as sets: which moves they permit, without regard to the order.

use chess::{Chess, Small};
use domain::{Fast as _, Game as _, Native};
use lang::checked::{Constraint, ConstraintKind, Expr, ExprKind, Program, Time};
use verify::MovesOf;

use crate::columns::{Leaf, Leaves};
use crate::formula::Formula;

/// Moves of one kind: in some positions only, into some positions only.
#[derive(Clone, Debug)]
pub(crate) struct Permitted {
    pub(crate) moves: MovesOf,
    /// True of the position in which they are played.
    pub(crate) when: Formula,
    /// True of the position after them.
    pub(crate) after: Formula,
}

/// The moves that a constraint permits, as kinds of moves; none if they cannot be said so.
pub(crate) fn permitted(
    program: &Program,
    constraint: &Constraint,
    leaves: &mut Leaves,
) -> Option<Vec<Permitted>> {
    let all = |moves| Permitted {
        moves,
        when: Formula::Always(true),
        after: Formula::Always(true),
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
            let condition = Formula::of(program, condition, leaves)?;
            let mut inner = permitted(program, inner, leaves)?;
            for kind in &mut inner {
                kind.when =
                    std::mem::replace(&mut kind.when, Formula::Always(true)).and(condition.clone());
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
    kind: Permitted,
    condition: &Expr,
    leaves: &mut Leaves,
) -> Option<Permitted> {
    if let ExprKind::And(parts) = &condition.kind {
        let mut parts = parts.iter();
        return parts.try_fold(kind, |kind, part| only_that(program, kind, part, leaves));
    }
    if let Some(captures) = is_capture(condition, leaves.chess()) {
        return Some(Permitted {
            moves: kind.moves.capturing(captures),
            ..kind
        });
    }
    let after = of_position_after(program, condition, leaves)?;
    Some(Permitted {
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
fn of_position_after(program: &Program, condition: &Expr, leaves: &mut Leaves) -> Option<Formula> {
    if let ExprKind::At(Time::After, expr) = &condition.kind {
        return Formula::of(program, expr, leaves);
    }
    if let ExprKind::MoveWord(word, _) = &condition.kind {
        let Some(Native::After(holds)) = leaves.chess().native(*word) else {
            return None;
        };
        return Some(Formula::Leaf(leaves.add(Leaf::Word(*word, holds))));
    }
    let mut of = |part: &Expr| of_position_after(program, part, leaves);
    if let ExprKind::Not(part) = &condition.kind {
        return Some(Formula::Not(Box::new(of(part)?)));
    }
    if let ExprKind::And(parts) = &condition.kind {
        return Some(Formula::And(parts.iter().map(of).collect::<Option<_>>()?));
    }
    if let ExprKind::Or(parts) = &condition.kind {
        return Some(Formula::Or(parts.iter().map(of).collect::<Option<_>>()?));
    }
    None
}
