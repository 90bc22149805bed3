//! Move constraints as sets: which moves they permit, without regard to the order.
//!
//! Most constraints are kinds of moves, some of them only from or into certain positions; then a step back is taken for
//! whole sets. What is no such kind (a walk, the first so many) is listed for every position instead.

use chess::{Chess, Small};
use domain::{Fast as _, Game as _, Native};
use lang::checked::{Constraint, ConstraintKind, Expr, ExprKind, Program, Time};
use verify::MovesOf;

use crate::columns::{Leaf, Leaves, ListId};
use crate::formula::{RootNumber, SetFormula, asks, looks_at_root};

/// The moves that a constraint permits.
#[derive(Clone, Debug)]
pub(crate) enum PermittedMoves {
    Kinds(Vec<KindOfMoves>),
    /// Found for each position.
    Listed(ListId),
}

impl PermittedMoves {
    /// What a constraint permits that looks at the position, the root and the move alone; none if it asks about pieces or
    /// looks at the root where sets cannot follow, or if there are too many positions for lists.
    pub(crate) fn of(
        program: &Program,
        constraint: &Constraint,
        leaves: &mut Leaves,
        root: &mut RootNumber,
    ) -> Option<PermittedMoves> {
        if let Some(kinds) = kinds(program, constraint, leaves, root) {
            return Some(PermittedMoves::Kinds(kinds));
        }
        let is_listed = !looks_beyond(program, constraint);
        let list = is_listed.then(|| leaves.add_list(constraint)).flatten();
        list.map(PermittedMoves::Listed)
    }
}

/// Moves of one kind: in some positions only, into some positions only.
#[derive(Clone, Debug)]
pub(crate) struct KindOfMoves {
    pub(crate) moves: MovesOf,
    /// True of the position in which they are played.
    pub(crate) when: SetFormula,
    /// True of the position after them.
    pub(crate) after: SetFormula,
}

/// The moves that a constraint permits, as kinds of moves; none if they cannot be said so.
fn kinds(
    program: &Program,
    constraint: &Constraint,
    leaves: &mut Leaves,
    root: &mut RootNumber,
) -> Option<Vec<KindOfMoves>> {
    let all = |moves| KindOfMoves {
        moves,
        when: SetFormula::Always(true),
        after: SetFormula::Always(true),
    };
    Some(match &constraint.kind {
        ConstraintKind::Any => vec![all(MovesOf::ANY)],
        ConstraintKind::None => Vec::new(),
        ConstraintKind::Man(man) => vec![all(MovesOf::man(usize::from(man.0)))],
        ConstraintKind::Named(named, args) if args.is_empty() => {
            kinds(program, &program.constraint(*named).body, leaves, root)?
        }
        ConstraintKind::Then(parts) => {
            let mut found = Vec::new();
            for part in parts {
                found.extend(kinds(program, part, leaves, root)?);
            }
            found
        }
        ConstraintKind::By(inner, _, _) => kinds(program, inner, leaves, root)?,
        ConstraintKind::When(inner, condition) => {
            let condition = SetFormula::of(program, condition, leaves, root)?;
            let mut inner = kinds(program, inner, leaves, root)?;
            for kind in &mut inner {
                kind.when = std::mem::replace(&mut kind.when, SetFormula::Always(true))
                    .and(condition.clone());
            }
            inner
        }
        ConstraintKind::That(inner, condition) => {
            let inner = kinds(program, inner, leaves, root)?;
            let kinds = inner
                .into_iter()
                .map(|kind| only_that(program, kind, condition, leaves, root));
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
    kind: KindOfMoves,
    condition: &Expr,
    leaves: &mut Leaves,
    root: &mut RootNumber,
) -> Option<KindOfMoves> {
    if let ExprKind::And(parts) = &condition.kind {
        let mut parts = parts.iter();
        return parts.try_fold(kind, |kind, part| {
            only_that(program, kind, part, leaves, root)
        });
    }
    if let Some(captures) = is_capture(condition, leaves.chess()) {
        return Some(KindOfMoves {
            moves: kind.moves.capturing(captures),
            ..kind
        });
    }
    let after = of_position_after(program, condition, leaves, root)?;
    Some(KindOfMoves {
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
    root: &mut RootNumber,
) -> Option<SetFormula> {
    if let ExprKind::At(Time::After, expr) = &condition.kind {
        return SetFormula::of(program, expr, leaves, root);
    }
    if let ExprKind::MoveWord(word, _) = &condition.kind {
        let Some(Native::After(holds)) = leaves.chess().native(*word) else {
            return None;
        };
        return Some(SetFormula::Leaf(leaves.add(Leaf::Word(*word, holds))));
    }
    let mut of = |part: &Expr| of_position_after(program, part, leaves, root);
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

/// Does a constraint ask about a piece or look at the root, itself or through what it names?
fn looks_beyond(program: &Program, constraint: &Constraint) -> bool {
    let of = |part: &Constraint| looks_beyond(program, part);
    let looks = |expr: &Expr| asks(program, expr) || looks_at_root(program, expr);
    match &constraint.kind {
        ConstraintKind::Any | ConstraintKind::None | ConstraintKind::Man(_) => false,
        ConstraintKind::Of(expr) => looks(expr),
        ConstraintKind::Named(named, args) => {
            args.iter().any(looks) || of(&program.constraint(*named).body)
        }
        ConstraintKind::Walk(_, targets, within) => {
            std::iter::once(targets).chain(within).any(looks)
        }
        ConstraintKind::Then(parts) => parts.iter().any(of),
        ConstraintKind::That(inner, expr)
        | ConstraintKind::When(inner, expr)
        | ConstraintKind::By(inner, _, expr)
        | ConstraintKind::First(inner, expr) => of(inner) || looks(expr),
        ConstraintKind::Going(inner, _) | ConstraintKind::ForThem(inner) => of(inner),
        ConstraintKind::Joined(a, b) => of(a) || of(b),
    }
}
