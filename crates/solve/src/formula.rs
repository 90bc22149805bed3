//! Expressions as formulas: what is evaluated in each position, what pieces say, and how they are put together.

use domain::{Side, Type};
use lang::Builtin;
use lang::checked::{Comparison, Expr, ExprKind, PieceId, Program, Reads, Time};

use crate::columns::{Leaf, LeafId, Leaves, NumberId};
use crate::pieces::RootValue;

/// An expression over whole sets.
#[derive(Clone, Debug)]
pub(crate) enum SetFormula {
    /// The same in every position.
    Always(bool),
    /// Is it this side's move?
    Turn(Side),
    /// Evaluated in each position.
    Leaf(LeafId),
    /// A number compared with what the piece's [`RootNumber`] was at the root.
    WithRoot(NumberId, Comparison),
    /// A number compared with what it was before our last move, which is the root.
    WithBefore(NumberId, Comparison),
    /// The depth below the root, compared with a number.
    Depth(Comparison, i64),
    /// Is the piece satisfiable?
    Can(PieceId),
    Not(Box<SetFormula>),
    And(Vec<SetFormula>),
    Or(Vec<SetFormula>),
}

/// The one number that a piece looks at in the root. Its verdicts depend on the position, the plies left, and this.
#[derive(Clone, Default)]
pub(crate) struct RootNumber {
    pub(crate) number: Option<Expr>,
    /// Is the position before our last move always the root? So it is where we move once.
    pub(crate) is_before: bool,
}

impl RootNumber {
    /// The number, if the piece looks at one.
    pub(crate) fn number(&self) -> Option<&Expr> {
        self.number.as_ref()
    }

    /// Takes a number; whether it is the only one.
    fn take(&mut self, number: &Expr) -> bool {
        self.number
            .get_or_insert_with(|| number.clone())
            .same_meaning(number)
    }
}

/// What a node has above it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Above {
    /// What the piece looked at in the root.
    pub(crate) value: RootValue,
    /// How many plies lie between.
    pub(crate) depth: u32,
}

impl Above {
    /// The same after a move.
    pub(crate) fn after_move(self) -> Above {
        Above {
            depth: self.depth + 1,
            ..self
        }
    }
}

impl SetFormula {
    /// The formula of a truth as we see it; none if a piece is asked about, or what lies above the position looked at,
    /// where sets cannot follow.
    pub(crate) fn of(
        program: &Program,
        expr: &Expr,
        leaves: &mut Leaves,
        root: &mut RootNumber,
    ) -> Option<SetFormula> {
        if !asks(program, expr) && !looks_above(program, expr) {
            if let ExprKind::Not(part) = &expr.kind {
                let part = SetFormula::of(program, part, leaves, root)?;
                return Some(SetFormula::Not(Box::new(part)));
            }
            return Some(SetFormula::evaluated(expr, leaves));
        }
        if let Some((comparison, number)) = depth_compared(expr) {
            return Some(SetFormula::Depth(comparison, number));
        }
        if let ExprKind::Compare(comparison, a, b) = &expr.kind {
            return SetFormula::with_root(program, (*comparison, a, b), leaves, root);
        }
        let mut of = |part: &Expr| SetFormula::of(program, part, leaves, root);
        if let ExprKind::Not(part) = &expr.kind {
            return Some(SetFormula::Not(Box::new(of(part)?)));
        }
        if let ExprKind::And(parts) = &expr.kind {
            return Some(SetFormula::And(
                parts.iter().map(of).collect::<Option<_>>()?,
            ));
        }
        if let ExprKind::Or(parts) = &expr.kind {
            return Some(SetFormula::Or(parts.iter().map(of).collect::<Option<_>>()?));
        }
        if let ExprKind::Can(piece) = &expr.kind {
            return Some(SetFormula::Can(*piece));
        }
        if let ExprKind::Call(definition, _) = &expr.kind {
            let definition = program.definition(*definition);
            let is_plain = definition.parameters.is_empty();
            return is_plain.then(|| of(&definition.body)).flatten();
        }
        None
    }

    /// The formula of a comparison of a number with a number of the root, or of the position before our last move.
    fn with_root(
        program: &Program,
        (comparison, a, b): (Comparison, &Expr, &Expr),
        leaves: &mut Leaves,
        root: &mut RootNumber,
    ) -> Option<SetFormula> {
        let (here, comparison, time, there) = match (&a.kind, &b.kind) {
            (_, ExprKind::At(time, there)) => (a, comparison, time, there),
            (ExprKind::At(time, there), _) => (b, mirrored(comparison), time, there),
            _ => return None,
        };
        let of: fn(NumberId, Comparison) -> SetFormula = match time {
            Time::Root => SetFormula::WithRoot,
            Time::Before if root.is_before => SetFormula::WithBefore,
            Time::Before | Time::After => return None,
        };
        let is_number = |expr: &Expr| expr.ty == Type::Number;
        let are_plain = [here, &**there]
            .into_iter()
            .all(|expr| is_number(expr) && !looks_elsewhere(program, expr));
        let is_only = are_plain && root.take(there);
        let number = is_only.then(|| leaves.add_number(here.clone()));
        number.map(|number| of(number, comparison))
    }

    /// The formula of a truth that asks about no piece.
    fn evaluated(expr: &Expr, leaves: &mut Leaves) -> SetFormula {
        if let ExprKind::Truth(truth) = expr.kind {
            return SetFormula::Always(truth);
        }
        if let ExprKind::Builtin(Builtin::UsToMove, _) = expr.kind {
            return SetFormula::Turn(Side::Us);
        }
        if let ExprKind::Builtin(Builtin::ThemToMove, _) = expr.kind {
            return SetFormula::Turn(Side::Them);
        }
        SetFormula::Leaf(leaves.add(Leaf::Expr(expr.clone())))
    }

    /// Is it true everywhere?
    pub(crate) fn is_always(&self) -> bool {
        matches!(self, SetFormula::Always(true))
    }

    /// Both.
    pub(crate) fn and(self, other: SetFormula) -> SetFormula {
        if self.is_always() {
            return other;
        }
        SetFormula::And(vec![self, other])
    }
}

/// Does an expression ask about a piece, itself or through what it calls?
pub fn asks(program: &Program, expr: &Expr) -> bool {
    if let ExprKind::Call(definition, _) = &expr.kind
        && program.definition(*definition).asks
    {
        return true;
    }
    let mut parts = expr.parts().into_iter();
    matches!(expr.kind, ExprKind::Can(_)) || parts.any(|part| asks(program, part))
}

/// A comparison of the depth with a number that is written out.
fn depth_compared(expr: &Expr) -> Option<(Comparison, i64)> {
    let ExprKind::Compare(comparison, a, b) = &expr.kind else {
        return None;
    };
    match (&a.kind, &b.kind) {
        (ExprKind::Builtin(Builtin::Depth, _), ExprKind::Number(number)) => {
            Some((*comparison, *number))
        }
        (ExprKind::Number(number), ExprKind::Builtin(Builtin::Depth, _)) => {
            Some((mirrored(*comparison), *number))
        }
        (_, _) => None,
    }
}

/// Does an expression look at the root, the position before our last move or the depth, itself or through what it calls?
pub(crate) fn looks_above(program: &Program, expr: &Expr) -> bool {
    if let ExprKind::Call(definition, _) = &expr.kind {
        let reads = program.definition(*definition).reads;
        if reads.root || reads.before || reads.depth {
            return true;
        }
    }
    let mut parts = expr.parts().into_iter();
    matches!(
        expr.kind,
        ExprKind::At(Time::Root | Time::Before, _) | ExprKind::Builtin(Builtin::Depth, _)
    ) || parts.any(|part| looks_above(program, part))
}

/// Does an expression look at more than a position: at another one, at the depth, at a move or a piece?
pub(crate) fn looks_elsewhere(program: &Program, expr: &Expr) -> bool {
    if let ExprKind::Call(definition, _) = &expr.kind {
        let definition = program.definition(*definition);
        if definition.asks || definition.reads != Reads::default() {
            return true;
        }
    }
    let mut parts = expr.parts().into_iter();
    matches!(
        expr.kind,
        ExprKind::At(..)
            | ExprKind::MoveWord(..)
            | ExprKind::Can(_)
            | ExprKind::Builtin(Builtin::Depth, _)
    ) || parts.any(|part| looks_elsewhere(program, part))
}

/// The same comparison with its sides exchanged.
pub(crate) fn mirrored(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Equal | Comparison::Unequal => comparison,
        Comparison::Less => Comparison::Greater,
        Comparison::LessOrEqual => Comparison::GreaterOrEqual,
        Comparison::Greater => Comparison::Less,
        Comparison::GreaterOrEqual => Comparison::LessOrEqual,
    }
}

/// Is it so of two numbers?
pub(crate) fn compares<N: Ord>(comparison: Comparison, a: N, b: N) -> bool {
    match comparison {
        Comparison::Equal => a == b,
        Comparison::Unequal => a != b,
        Comparison::Less => a < b,
        Comparison::LessOrEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterOrEqual => a >= b,
    }
}
