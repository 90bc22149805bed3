//! Move constraints as sets: which moves they permit, without regard to the order.
//!
//! Most constraints are kinds of moves, some of them only from or into certain positions; then a step back is taken for
//! whole sets. What is no such kind (a walk, the first so many) is listed for every position instead.

use chess::{Chess, Small};
use domain::{Fast as _, Game as _, Native, Side, Type};
use lang::checked::{Comparison, Constraint, ConstraintKind, Expr, ExprKind, Order, Program, Time};
use verify::{Material, MovesOf};

use crate::columns::{KeyId, Leaf, Leaves, ListId, NumberId};
use crate::ends::MovesOfMan;
use crate::formula::{RootNumber, SetFormula, asks, looks_above, looks_elsewhere, mirrored};

/// The moves that a constraint permits.
#[derive(Clone, Debug)]
pub(crate) enum PermittedMoves {
    Kinds(Vec<KindOfMoves>),
    /// Found for each position.
    Listed(ListId),
}

impl PermittedMoves {
    /// What a constraint permits that looks at the position, the root and the move alone; none if it asks about pieces or
    /// looks at more where sets cannot follow, or if there are too many positions for lists.
    pub(crate) fn of(
        turn: MoversTurn<'_>,
        constraint: &Constraint,
        leaves: &mut Leaves,
        root: &mut RootNumber,
    ) -> Option<PermittedMoves> {
        if let Some(kinds) = kinds(turn, constraint, leaves, root) {
            return Some(PermittedMoves::Kinds(kinds));
        }
        let is_listed = !looks_beyond(turn.program, constraint);
        let list = is_listed.then(|| leaves.add_list(constraint)).flatten();
        list.map(PermittedMoves::Listed)
    }

    /// Is a number of the position after a move compared with one of the position before it?
    pub(crate) fn compares(&self) -> bool {
        match self {
            PermittedMoves::Kinds(kinds) => kinds.iter().any(|kind| kind.compared.is_some()),
            PermittedMoves::Listed(_) => false,
        }
    }

    /// The keys by which kinds of moves are put in order.
    pub(crate) fn orders(&self) -> impl Iterator<Item = Vec<OrderKey>> {
        let kinds = match self {
            PermittedMoves::Kinds(kinds) => &kinds[..],
            PermittedMoves::Listed(_) => &[],
        };
        kinds.iter().filter_map(|kind| match &kind.order {
            KindOrder::By(keys) if !keys.is_empty() => Some(keys.clone()),
            KindOrder::By(_) | KindOrder::Unknown => None,
        })
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
    /// What is compared of both positions.
    pub(crate) compared: Option<ComparedEnds>,
    /// In which order they are tried.
    pub(crate) order: KindOrder,
}

/// A number of the position after a move, compared with one of the position before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComparedEnds {
    pub(crate) after: NumberId,
    pub(crate) comparison: Comparison,
    pub(crate) before: NumberId,
}

/// Whose moves they are, and where.
#[derive(Clone, Copy)]
pub(crate) struct MoversTurn<'p> {
    pub(crate) program: &'p Program,
    pub(crate) material: Material,
    pub(crate) mover: Side,
}

/// In which order moves of one kind are tried.
#[derive(Clone, Debug)]
pub(crate) enum KindOrder {
    /// By keys of the position after them, the one that counts most first; moves that are alike in all of them as they are
    /// listed, and so are all of them without a key.
    By(Vec<OrderKey>),
    /// By something else, or together with other kinds.
    Unknown,
}

/// A number of the position after a move, the least or the greatest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct OrderKey {
    pub(crate) key: KeyId,
    pub(crate) largest_first: bool,
}

/// The moves that a constraint permits, as kinds of moves; none if they cannot be said so.
fn kinds(
    turn: MoversTurn<'_>,
    constraint: &Constraint,
    leaves: &mut Leaves,
    root: &mut RootNumber,
) -> Option<Vec<KindOfMoves>> {
    let program = turn.program;
    let all = |moves| KindOfMoves {
        moves,
        when: SetFormula::Always(true),
        after: SetFormula::Always(true),
        compared: None,
        order: KindOrder::By(Vec::new()),
    };
    Some(match &constraint.kind {
        ConstraintKind::Any => vec![all(MovesOf::ANY)],
        ConstraintKind::None => Vec::new(),
        ConstraintKind::Man(man) => vec![all(MovesOf::man(usize::from(man.0)))],
        ConstraintKind::Named(named, args) if args.is_empty() => {
            kinds(turn, &program.constraint(*named).body, leaves, root)?
        }
        ConstraintKind::Then(parts) => {
            let mut found = Vec::new();
            for part in parts {
                found.extend(kinds(turn, part, leaves, root)?);
            }
            found
        }
        ConstraintKind::By(inner, order, key) => {
            let mut inner = kinds(turn, inner, leaves, root)?;
            // Several kinds are put in order together.
            let key = match inner.len() {
                1 => order_key(program, *order, key, leaves),
                _ => None,
            };
            for kind in &mut inner {
                kind.order = match (&kind.order, key) {
                    // What is named last counts most.
                    (KindOrder::By(keys), Some(key)) => {
                        KindOrder::By(std::iter::once(key).chain(keys.iter().copied()).collect())
                    }
                    (KindOrder::Unknown, _) | (_, None) => KindOrder::Unknown,
                };
            }
            inner
        }
        ConstraintKind::When(inner, condition) => {
            let condition = SetFormula::of(program, condition, leaves, root)?;
            let mut inner = kinds(turn, inner, leaves, root)?;
            for kind in &mut inner {
                kind.when = std::mem::replace(&mut kind.when, SetFormula::Always(true))
                    .and(condition.clone());
            }
            inner
        }
        ConstraintKind::That(inner, condition) => {
            let mut found = Vec::new();
            for kind in kinds(turn, inner, leaves, root)? {
                found.extend(only_that(turn, kind, condition, leaves, root)?);
            }
            found
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

/// What moves are sorted by, if it is a number of nothing but the position after them.
fn order_key(program: &Program, order: Order, key: &Expr, leaves: &mut Leaves) -> Option<OrderKey> {
    let ExprKind::At(Time::After, number) = &key.kind else {
        return None;
    };
    let is_of_position = number.ty == Type::Number && !looks_elsewhere(program, number);
    is_of_position.then(|| OrderKey {
        key: leaves.add_key(Expr::clone(number)),
        largest_first: order == Order::LargestFirst,
    })
}

/// Only those moves of which the condition is true.
fn only_that(
    turn: MoversTurn<'_>,
    kind: KindOfMoves,
    condition: &Expr,
    leaves: &mut Leaves,
    root: &mut RootNumber,
) -> Option<Vec<KindOfMoves>> {
    if let ExprKind::And(parts) = &condition.kind {
        let mut kinds = vec![kind];
        for part in parts {
            let mut found = Vec::new();
            for kind in kinds {
                found.extend(only_that(turn, kind, part, leaves, root)?);
            }
            kinds = found;
        }
        return Some(kinds);
    }
    let program = turn.program;
    if let Some(captures) = is_capture(condition, leaves.chess()) {
        return Some(vec![KindOfMoves {
            moves: kind.moves.capturing(captures),
            ..kind
        }]);
    }
    if let Some(after) = of_position_after(program, condition, leaves, root) {
        return Some(vec![KindOfMoves {
            after: kind.after.and(after),
            ..kind
        }]);
    }
    if kind.compared.is_none()
        && let Some(compared) = compared_ends(program, condition, leaves)
    {
        return Some(vec![KindOfMoves {
            compared: Some(compared),
            ..kind
        }]);
    }
    let of_man = MovesOfMan::of(program, leaves.chess(), &kind, turn.mover, turn.material)?;
    let mut kinds = of_man.that(&kind, condition, leaves)?;
    if kinds.len() > 1 {
        // In which order quiet moves and captures come among each other is not told by either.
        for kind in &mut kinds {
            kind.order = KindOrder::Unknown;
        }
    }
    Some(kinds)
}

/// A comparison of a number of the position after a move with one of the position before it.
fn compared_ends(program: &Program, condition: &Expr, leaves: &mut Leaves) -> Option<ComparedEnds> {
    let ExprKind::Compare(comparison, a, b) = &condition.kind else {
        return None;
    };
    let (after, comparison, before) = match (&a.kind, &b.kind) {
        (ExprKind::At(Time::After, after), _) => (after, *comparison, b),
        (_, ExprKind::At(Time::After, after)) => (after, mirrored(*comparison), a),
        (_, _) => return None,
    };
    let is_plain = |number: &Expr| number.ty == Type::Number && !looks_elsewhere(program, number);
    (is_plain(after) && is_plain(before)).then(|| ComparedEnds {
        after: leaves.add_number(Expr::clone(after)),
        comparison,
        before: leaves.add_number(Expr::clone(before)),
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

/// Does a constraint ask about a piece or look at what lies above the position, itself or through what it names?
fn looks_beyond(program: &Program, constraint: &Constraint) -> bool {
    let of = |part: &Constraint| looks_beyond(program, part);
    let looks = |expr: &Expr| asks(program, expr) || looks_above(program, expr);
    match &constraint.kind {
        ConstraintKind::Any | ConstraintKind::None | ConstraintKind::Man(_) => false,
        ConstraintKind::Of(expr) => looks(expr),
        ConstraintKind::Named(named, args) => {
            args.iter().any(looks) || of(&program.constraint(*named).body)
        }
        // How long a walk may still be depends on the depth.
        ConstraintKind::Walk(_, targets, within) => within.is_some() || looks(targets),
        ConstraintKind::Then(parts) => parts.iter().any(of),
        ConstraintKind::That(inner, expr)
        | ConstraintKind::When(inner, expr)
        | ConstraintKind::By(inner, _, expr)
        | ConstraintKind::First(inner, expr) => of(inner) || looks(expr),
        ConstraintKind::Going(inner, _) | ConstraintKind::ForThem(inner) => of(inner),
        ConstraintKind::Joined(a, b) => of(a) || of(b),
    }
}
