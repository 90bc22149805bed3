//! Expressions as formulas: what is evaluated in each position, what pieces say, and how they are put together.

use domain::Side;
use lang::Builtin;
use lang::checked::{Expr, ExprKind, PieceId, Program};

use crate::columns::{Leaf, LeafId, Leaves};

/// An expression over whole sets.
#[derive(Clone, Debug)]
pub(crate) enum SetFormula {
    /// The same in every position.
    Always(bool),
    /// Is it this side's move?
    Turn(Side),
    /// Evaluated in each position.
    Leaf(LeafId),
    /// Is the piece satisfiable?
    Can(PieceId),
    Not(Box<SetFormula>),
    And(Vec<SetFormula>),
    Or(Vec<SetFormula>),
}

impl SetFormula {
    /// The formula of a truth as we see it; none if a piece is asked about where sets cannot follow.
    pub(crate) fn of(program: &Program, expr: &Expr, leaves: &mut Leaves) -> Option<SetFormula> {
        let mut of = |part: &Expr| SetFormula::of(program, part, leaves);
        if let ExprKind::Not(part) = &expr.kind {
            return Some(SetFormula::Not(Box::new(of(part)?)));
        }
        if !asks(program, expr) {
            return Some(SetFormula::evaluated(expr, leaves));
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
