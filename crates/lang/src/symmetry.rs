//! Under which symmetries of the game an expression means the same.
//!
//! Given an expression of a checked program, gives symmetries that it is proved to keep: in the image of a position it
//! has the image of its value. The proof goes by its parts. Words say what they keep; a named place keeps nothing;
//! everything else keeps what its parts do, because it treats all places alike.

use domain::{Symmetries, Vocabulary};

use crate::builtin::Builtin;
use crate::checked::{DefinitionId, Expr, ExprKind, Program};

/// Finds the symmetries that expressions of a program keep. Each definition is looked at once.
pub struct KeptSymmetries<'p> {
    vocabulary: &'p Vocabulary,
    program: &'p Program,
    definitions: Vec<Option<Symmetries>>,
}

impl<'p> KeptSymmetries<'p> {
    /// Nothing has been looked at.
    pub fn new(vocabulary: &'p Vocabulary, program: &'p Program) -> KeptSymmetries<'p> {
        KeptSymmetries {
            vocabulary,
            program,
            definitions: vec![None; program.definitions.len()],
        }
    }

    /// Symmetries that an expression keeps.
    pub fn of(&mut self, expr: &Expr) -> Symmetries {
        let own = match &expr.kind {
            ExprKind::Word(word, _) | ExprKind::MoveWord(word, _) => {
                self.vocabulary.word(*word).keeps
            }
            ExprKind::Call(definition, _) => self.of_definition(*definition),
            ExprKind::Constant(constant) => {
                let sort = self.vocabulary.constant(*constant).sort;
                match sort == self.vocabulary.place {
                    true => Symmetries::NONE,
                    false => Symmetries::ALL,
                }
            }
            ExprKind::Builtin(builtin, _) => of_builtin(*builtin),
            // Nothing is known of an item that no text names, of searches, whose moves have an order, and of plans.
            ExprKind::Item(_) | ExprKind::Can(_) | ExprKind::Plan(..) | ExprKind::Join(..) => {
                Symmetries::NONE
            }
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Side(_)
            | ExprKind::Local(_)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::InRange(..)
            | ExprKind::InList(..)
            | ExprKind::Arithmetic(..)
            | ExprKind::Negate(_)
            | ExprKind::Combine(..)
            | ExprKind::Set(_)
            | ExprKind::If(..)
            | ExprKind::Quantified(..)
            | ExprKind::ForThem(_)
            | ExprKind::At(..)
            | ExprKind::AnySide(_)
            | ExprKind::OverMoves(..) => Symmetries::ALL,
        };
        let parts = expr.parts().into_iter();
        parts.fold(own, |kept, part| kept.and(self.of(part)))
    }

    /// Those of a definition, for whatever arguments.
    fn of_definition(&mut self, id: DefinitionId) -> Symmetries {
        let idx = id.0 as usize;
        if let Some(known) = self.definitions[idx] {
            return known;
        }
        let program = self.program;
        let kept = self.of(&program.definition(id).body);
        self.definitions[idx] = Some(kept);
        kept
    }
}

fn of_builtin(builtin: Builtin) -> Symmetries {
    match builtin {
        Builtin::UsToMove
        | Builtin::ThemToMove
        | Builtin::NoMoves
        | Builtin::Depth
        | Builtin::Abs
        | Builtin::Sign
        | Builtin::Min
        | Builtin::Max
        | Builtin::Count
        | Builtin::Empty
        | Builtin::Exists => Symmetries::ALL,
        Builtin::Owner | Builtin::Better | Builtin::Holding | Builtin::Narrower => Symmetries::NONE,
    }
}
