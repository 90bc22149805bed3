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
    match &condition.kind {
        ExprKind::Not(part) => is_capture(part, chess).map(|captures| !captures),
        ExprKind::MoveWord(word, _) => {
            let mut captures = chess.vocabulary().words_named("capture");
            captures.any(|capture| capture == *word).then_some(true)
        }
        _ => None,
    }
}

/// A condition about a move that looks at nothing but the position after it.
fn of_position_after(program: &Program, condition: &Expr, leaves: &mut Leaves) -> Option<Formula> {
    let all = |parts: &[Expr], leaves: &mut Leaves| -> Option<Vec<Formula>> {
        let parts = parts.iter();
        parts
            .map(|part| of_position_after(program, part, leaves))
            .collect()
    };
    Some(match &condition.kind {
        ExprKind::At(Time::After, expr) => Formula::of(program, expr, leaves)?,
        ExprKind::MoveWord(word, _) => match leaves.chess().native(*word)? {
            Native::After(holds) => Formula::Leaf(leaves.add(Leaf::Word(*word, holds))),
            Native::Position(_)
            | Native::OfSide(_)
            | Native::WithoutMoves(_)
            | Native::Timeless(_)
            | Native::Move(_)
            | Native::Shape(_) => return None,
        },
        ExprKind::Not(part) => Formula::Not(Box::new(of_position_after(program, part, leaves)?)),
        ExprKind::And(parts) => Formula::And(all(parts, leaves)?),
        ExprKind::Or(parts) => Formula::Or(all(parts, leaves)?),
        _ => return None,
    })
}
