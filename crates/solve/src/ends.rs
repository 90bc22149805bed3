//! Conditions about where a move begins and ends, as conditions about the position before it and the one after it.
//!
//! Where a side has just one man of a kind, a move of it leads to the square on which it stands afterwards: `to` is
//! where the man is after the move, and `from` where it was before. Nobody else moves, so that the squares of all others
//! are the same in both positions, unless one is captured: then `to` was the captured man's square. So a condition about
//! squares alone is one about either position, or compares a number of the one with a number of the other.

use chess::{Chess, ROLES, Small, man_of, name_of};
use domain::{Fast as _, Game as _, Man, Native, Side, Type, WordId};
use lang::checked::{Expr, ExprKind, Program};
use shakmaty::Role;
use verify::Material;

use crate::columns::{Leaf, Leaves};
use crate::formula::{SetFormula, mirrored};
use crate::permitted::{ComparedEnds, KindOfMoves};

/// A man, and whose it is.
type OwnMan = (Side, Role);

/// The moves of one man, about which something is said.
pub(crate) struct MovesOfMan<'p> {
    program: &'p Program,
    chess: Chess<Small>,
    moved: OwnMan,
    /// The only man that they could capture; none if there is nobody but the king.
    captured: Option<OwnMan>,
}

/// In which position an expression is put.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MomentOfMove {
    Before,
    After,
    /// Before a capture, where the move goes to the captured man's square.
    BeforeCapture,
}

impl<'p> MovesOfMan<'p> {
    /// Moves of some kind by this side; none if there could ever be two such men, or if there are two men to be captured.
    pub(crate) fn of(
        program: &'p Program,
        chess: &Chess<Small>,
        kind: &KindOfMoves,
        mover: Side,
        material: Material,
    ) -> Option<MovesOfMan<'p>> {
        let role = kind.moves.only_role()?;
        // A pawn may become a man of any kind.
        if material.has_pawns() {
            return None;
        }
        let n_such = material.others().filter(|man| *man == (mover, role));
        let mut victims = material.others().filter(|(side, _)| *side != mover);
        let captured = victims.next();
        let is_plain = victims.next().is_none() && n_such.count() <= 1;
        is_plain.then_some(MovesOfMan {
            program,
            chess: *chess,
            moved: (mover, role),
            captured,
        })
    }

    /// Only those of which the condition is true, as kinds of moves.
    pub(crate) fn that(
        &self,
        kind: &KindOfMoves,
        condition: &Expr,
        leaves: &mut Leaves,
    ) -> Option<Vec<KindOfMoves>> {
        let mut found = vec![self.quiet(kind, condition, leaves)?];
        if self.captured.is_some() {
            let condition = self.put(condition, MomentOfMove::BeforeCapture)?;
            let mut captures = kind.clone();
            captures.moves = kind.moves.capturing(true);
            captures.when = captures.when.and(leaf(condition, leaves));
            found.push(captures);
        }
        Some(found)
    }

    /// Those that capture nothing.
    fn quiet(
        &self,
        kind: &KindOfMoves,
        condition: &Expr,
        leaves: &mut Leaves,
    ) -> Option<KindOfMoves> {
        let mut quiet = kind.clone();
        quiet.moves = kind.moves.capturing(false);
        if let Some(condition) = self.put(condition, MomentOfMove::Before) {
            quiet.when = quiet.when.and(leaf(condition, leaves));
        } else if let Some(condition) = self.put(condition, MomentOfMove::After) {
            quiet.after = quiet.after.and(leaf(condition, leaves));
        } else if let ExprKind::Compare(comparison, a, b) = &condition.kind
            && quiet.compared.is_none()
            && [a, b].iter().all(|number| number.ty == Type::Number)
        {
            let there_and_here = |there: &Expr, here: &Expr| {
                let there = self.put(there, MomentOfMove::After)?;
                Some((there, self.put(here, MomentOfMove::Before)?))
            };
            let (after, comparison, before) = match there_and_here(a, b) {
                Some((after, before)) => (after, *comparison, before),
                None => {
                    let (after, before) = there_and_here(b, a)?;
                    (after, mirrored(*comparison), before)
                }
            };
            quiet.compared = Some(ComparedEnds {
                after: leaves.add_number(after),
                comparison,
                before: leaves.add_number(before),
            });
        } else {
            return None;
        }
        Some(quiet)
    }

    /// An expression about squares, put in one position; none if it looks at anything else.
    fn put(&self, expr: &Expr, moment: MomentOfMove) -> Option<Expr> {
        let one = |part: &Expr| Some(Box::new(self.put(part, moment)?));
        let all = |parts: &[Expr]| -> Option<Vec<Expr>> {
            parts.iter().map(|part| self.put(part, moment)).collect()
        };
        let kind = match &expr.kind {
            ExprKind::MoveWord(word, _) => return self.end_of_move(*word, expr, moment),
            ExprKind::Call(definition, args) if args.is_empty() => {
                return self.put(&self.program.definition(*definition).body, moment);
            }
            ExprKind::Word(word, args) if self.stays(*word, args, expr.ty, moment) => {
                ExprKind::Word(*word, all(args)?)
            }
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Side(_)
            | ExprKind::Constant(_) => expr.kind.clone(),
            ExprKind::Not(part) => ExprKind::Not(one(part)?),
            ExprKind::Negate(part) => ExprKind::Negate(one(part)?),
            ExprKind::And(parts) => ExprKind::And(all(parts)?),
            ExprKind::Or(parts) => ExprKind::Or(all(parts)?),
            ExprKind::Compare(comparison, a, b) => ExprKind::Compare(*comparison, one(a)?, one(b)?),
            ExprKind::Arithmetic(operation, a, b) => {
                ExprKind::Arithmetic(*operation, one(a)?, one(b)?)
            }
            ExprKind::InRange(a, membership, b, c) => {
                ExprKind::InRange(one(a)?, *membership, one(b)?, one(c)?)
            }
            ExprKind::InList(a, membership, list) => {
                ExprKind::InList(one(a)?, *membership, all(list)?)
            }
            ExprKind::Word(..)
            | ExprKind::Call(..)
            | ExprKind::Builtin(..)
            | ExprKind::Item(_)
            | ExprKind::Local(_)
            | ExprKind::Can(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..)
            | ExprKind::In(..)
            | ExprKind::Combine(..)
            | ExprKind::Set(_)
            | ExprKind::If(..)
            | ExprKind::Quantified(..)
            | ExprKind::ForThem(_)
            | ExprKind::At(..)
            | ExprKind::AnySide(_)
            | ExprKind::OverMoves(..) => return None,
        };
        Some(Expr {
            kind,
            ..expr.clone()
        })
    }

    /// `to` or `from`, as the square of a man.
    fn end_of_move(&self, word: WordId, expr: &Expr, moment: MomentOfMove) -> Option<Expr> {
        let man = match (self.chess.vocabulary().word(word).name, moment) {
            ("to", MomentOfMove::After)
            | ("from", MomentOfMove::Before | MomentOfMove::BeforeCapture) => self.moved,
            ("to", MomentOfMove::BeforeCapture) => self.captured?,
            (_, _) => return None,
        };
        self.square_of(man, expr)
    }

    /// The word for the square of the only man of a kind, in place of an expression.
    fn square_of(&self, (side, role): OwnMan, expr: &Expr) -> Option<Expr> {
        let vocabulary = self.chess.vocabulary();
        let name = name_of(role);
        let mut words = vocabulary.words_named(name);
        let word = words.find(|word| self.only_man(*word, expr.ty) == Some(man_of(role)))?;
        let side = Expr {
            span: expr.span,
            ty: Type::Side,
            kind: ExprKind::Side(side),
        };
        Some(Expr {
            span: expr.span,
            ty: expr.ty,
            kind: ExprKind::Word(word, vec![side]),
        })
    }

    /// Does a word give the square of the only man of a kind?
    fn only_man(&self, word: WordId, ty: Type) -> Option<Man> {
        let word = self.chess.vocabulary().word(word);
        let is_square = word.of_side && word.takes.is_empty() && word.gives == ty;
        word.man
            .filter(|_| is_square && matches!(ty, Type::Item(_)))
    }

    /// Does a word give the same before and after the moves, or what is wanted of the moved man? What is captured is gone
    /// afterwards, but then nothing is put after the move.
    fn stays(&self, word: WordId, args: &[Expr], ty: Type, moment: MomentOfMove) -> bool {
        if let Some(Native::Timeless(_)) = self.chess.native(word) {
            return true;
        }
        let (Some(man), [side]) = (self.only_man(word, ty), args) else {
            return false;
        };
        let ExprKind::Side(side) = side.kind else {
            return false;
        };
        let role = ROLES.into_iter().find(|role| man_of(*role) == man);
        // The moved man by its own name stands where the move begins.
        role.is_some_and(|role| (side, role) != self.moved || moment != MomentOfMove::After)
    }
}

fn leaf(condition: Expr, leaves: &mut Leaves) -> SetFormula {
    SetFormula::Leaf(leaves.add(Leaf::Expr(condition)))
}
