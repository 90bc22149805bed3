//! Expressions as formulas: what is evaluated in each position, what pieces say, and how they are put together.

use domain::Side;
use lang::Builtin;
use lang::checked::{Expr, ExprKind, PieceId, Program};

use crate::columns::{Leaf, LeafId, Leaves};

/// An expression over whole sets.
#[derive(Clone, Debug)]
pub(crate) enum Formula {
    /// The same in every position.
    Always(bool),
    /// Is it this side's move?
    Turn(Side),
    /// Evaluated in each position.
    Leaf(LeafId),
    /// Is the piece satisfiable?
    Can(PieceId),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

impl Formula {
    /// The formula of a truth as we see it; none if a piece is asked about where sets cannot follow.
    pub(crate) fn of(program: &Program, expr: &Expr, leaves: &mut Leaves) -> Option<Formula> {
        let all = |parts: &[Expr], leaves: &mut Leaves| -> Option<Vec<Formula>> {
            let parts = parts.iter();
            parts
                .map(|part| Formula::of(program, part, leaves))
                .collect()
        };
        Some(match &expr.kind {
            ExprKind::Truth(truth) => Formula::Always(*truth),
            ExprKind::Builtin(Builtin::UsToMove, _) => Formula::Turn(Side::Us),
            ExprKind::Builtin(Builtin::ThemToMove, _) => Formula::Turn(Side::Them),
            ExprKind::Can(piece) => Formula::Can(*piece),
            ExprKind::Not(part) => Formula::Not(Box::new(Formula::of(program, part, leaves)?)),
            ExprKind::And(parts) => Formula::And(all(parts, leaves)?),
            ExprKind::Or(parts) => Formula::Or(all(parts, leaves)?),
            ExprKind::Call(definition, _) if asks(program, expr) => {
                let definition = program.definition(*definition);
                match definition.parameters.is_empty() {
                    true => Formula::of(program, &definition.body, leaves)?,
                    false => return None,
                }
            }
            _ if asks(program, expr) => return None,
            _ => Formula::Leaf(leaves.add(Leaf::Expr(expr.clone()))),
        })
    }

    /// Both.
    pub(crate) fn and(self, other: Formula) -> Formula {
        match self {
            Formula::Always(true) => other,
            Formula::And(mut parts) => {
                parts.push(other);
                Formula::And(parts)
            }
            first => Formula::And(vec![first, other]),
        }
    }
}

/// Does an expression ask about a piece, itself or through what it calls?
pub(crate) fn asks(program: &Program, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Can(_) => true,
        ExprKind::Call(definition, _) if program.definition(*definition).asks => true,
        _ => expr.parts().into_iter().any(|part| asks(program, part)),
    }
}
