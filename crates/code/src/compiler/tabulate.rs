//! Definitions that look at nothing but where two men stand, or one: computed for all squares when they are compiled.
//!
//! A definition with a little arithmetic in it, such as the room that a rook leaves a king, then becomes one table
//! lookup. The values here must equal those of [`reference`](lang::reference); tests compare the two.

use std::sync::Arc;

use domain::{Fast, Native, RawArgs, Side, Type, WordId};

use super::Compiler;
use super::assembler::{Assembler, Label, Surroundings, ValueKey};
use super::expressions::normal_form;
use crate::compiled::{NO_VALUE, OfPair, Op, Reg, WordCode};
use crate::machine::arithmetic;
use lang::Builtin;
use lang::checked::{Comparison, DefinitionId, Expr, ExprKind, Membership};

/// Smaller ones are as quick to evaluate; larger ones would take too long for all squares.
const WORTH_IT: std::ops::RangeInclusive<u32> = 10..=60;

/// A definition by the squares of two men; the second may be the first.
#[derive(Clone)]
pub(super) struct Tabulated {
    table: OfPair,
    is_partial: bool,
    men: [(WordId, Side); 2],
}

/// The expression depends on more than two men.
struct NotOfMen;

impl<'a, D: Fast> Assembler<'_, 'a, D> {
    /// The value of a definition without parameters, if there is a table of it.
    pub(super) fn tabulated(
        &mut self,
        id: DefinitionId,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Option<Reg> {
        let Tabulated {
            table,
            is_partial,
            men,
        } = self.compiler.tabulated(id, s.viewer)?;
        let [a, b] = men.map(|(word, side)| self.man(word, side, s, missing));
        let key = ValueKey::Call(id, vec![a, b], s.when, s.viewer);
        let place = self.to(missing);
        Some(if is_partial {
            self.compute(key, Some(missing), |to| Op::PerhapsOfPair {
                table,
                to,
                a,
                b,
                missing: place,
            })
        } else {
            self.compute(key, None, |to| Op::OfPair { table, to, a, b })
        })
    }
}

impl<'a, D: Fast> Compiler<'a, D> {
    fn tabulated(&mut self, id: DefinitionId, viewer: Side) -> Option<Tabulated> {
        if !self.tabulates {
            return None;
        }
        if let Some(known) = self.of_men.get(&(id, viewer)) {
            return known.clone();
        }
        let tabulated = self.tabulate(id, viewer);
        self.of_men.insert((id, viewer), tabulated.clone());
        tabulated
    }

    fn tabulate(&self, id: DefinitionId, viewer: Side) -> Option<Tabulated> {
        let definition = self.program.definition(id);
        let is_small = matches!(definition.body.ty, Type::Number | Type::Item(_));
        if !is_small || !WORTH_IT.contains(&definition.size) {
            return None;
        }
        let mut men = Vec::new();
        self.men_in(&definition.body, viewer, &mut men).ok()?;
        let men = match men[..] {
            [only] => [only, only],
            [first, second] => [first, second],
            _ => return None,
        };
        let mut table = [NO_VALUE; 64 * 64];
        for (idx, slot) in (0..).zip(&mut table) {
            let squares = if men[0] == men[1] {
                [idx % 64; 2]
            } else {
                [idx / 64, idx % 64]
            };
            if let Some(raw) = self.with_men(id, viewer, men, squares.map(Some)) {
                *slot = u8::try_from(raw).ok().filter(|raw| *raw != NO_VALUE)?;
            }
        }
        if self.may_do_without(id, viewer, men) {
            return None;
        }
        Some(Tabulated {
            is_partial: table.contains(&NO_VALUE),
            table: Arc::new(table),
            men,
        })
    }

    /// Has the definition a value anywhere although one or both men are gone? A table could not represent that.
    fn may_do_without(&self, id: DefinitionId, viewer: Side, men: [(WordId, Side); 2]) -> bool {
        let mut without = (0..64).flat_map(|square| [[Some(square), None], [None, Some(square)]]);
        let is_one = men[0] == men[1];
        self.with_men(id, viewer, men, [None, None]).is_some()
            || (!is_one && without.any(|squares| self.with_men(id, viewer, men, squares).is_some()))
    }

    /// The value of a definition with its men on these squares, where nothing means that a man is gone.
    fn with_men(
        &self,
        id: DefinitionId,
        viewer: Side,
        men: [(WordId, Side); 2],
        squares: [Option<u64>; 2],
    ) -> Option<u64> {
        let placed = PlacedMen {
            compiler: self,
            men,
            squares,
        };
        placed.value(&self.program.definition(id).body, viewer, &[])
    }

    /// The men on which an expression depends, if it depends on nothing else and they stand on places.
    pub(super) fn men_of(&self, expr: &Expr, viewer: Side) -> Option<Vec<(WordId, Side)>> {
        let vocabulary = self.domain.vocabulary();
        let on_place = Type::Item(vocabulary.place);
        let mut men = Vec::new();
        self.men_in(expr, viewer, &mut men).ok()?;
        men.iter()
            .all(|(word, _)| vocabulary.word(*word).gives == on_place)
            .then_some(men)
    }

    /// Gathers the men on which an expression depends, if it depends on nothing else.
    fn men_in(
        &self,
        expr: &Expr,
        viewer: Side,
        men: &mut Vec<(WordId, Side)>,
    ) -> Result<(), NotOfMen> {
        let is_plain = matches!(
            expr.ty,
            Type::Truth | Type::Number | Type::Side | Type::Item(_)
        );
        if !is_plain {
            return Err(NotOfMen);
        }
        match &expr.kind {
            ExprKind::Word(id, args) => match self.meaning(*id) {
                WordCode::Native(Native::Timeless(_)) => args
                    .iter()
                    .try_for_each(|arg| self.men_in(arg, viewer, men)),
                WordCode::Native(Native::OfSide(_)) => {
                    let man = (*id, self.side_of_man(expr, args, viewer).ok_or(NotOfMen)?);
                    if !men.contains(&man) {
                        men.push(man);
                    }
                    Ok(())
                }
                WordCode::Native(_) | WordCode::Slow(_) => Err(NotOfMen),
            },
            ExprKind::Call(id, args) => {
                args.iter()
                    .try_for_each(|arg| self.men_in(arg, viewer, men))?;
                self.men_in(&self.program.definition(*id).body, viewer, men)
            }
            ExprKind::ForThem(part) => self.men_in(part, !viewer, men),
            ExprKind::Builtin(
                Builtin::Abs | Builtin::Sign | Builtin::Min | Builtin::Max | Builtin::Exists,
                _,
            )
            | ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Side(_)
            | ExprKind::Constant(_)
            | ExprKind::Item(_)
            | ExprKind::Local(_)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Compare(..)
            | ExprKind::InRange(..)
            | ExprKind::Arithmetic(..)
            | ExprKind::Negate(_)
            | ExprKind::If(..) => {
                let mut parts = expr.parts().into_iter();
                parts.try_for_each(|part| self.men_in(part, viewer, men))
            }
            ExprKind::Builtin(..)
            | ExprKind::MoveWord(..)
            | ExprKind::Can(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..)
            | ExprKind::In(..)
            | ExprKind::InList(..)
            | ExprKind::Combine(..)
            | ExprKind::Set(_)
            | ExprKind::Quantified(..)
            | ExprKind::AnySide(_)
            | ExprKind::OverMoves(..)
            | ExprKind::At(..) => Err(NotOfMen),
        }
    }

    /// The side of which a word speaks, if it gives the item on which a man stands and its items fill a table.
    fn side_of_man(&self, expr: &Expr, args: &[Expr], viewer: Side) -> Option<Side> {
        let Type::Item(sort) = expr.ty else {
            return None;
        };
        let [side] = args else {
            return None;
        };
        let ExprKind::Side(side) = side.kind else {
            return None;
        };
        let side = if viewer == Side::Us { side } else { !side };
        self.fills_a_table(sort).then_some(side)
    }
}

/// Two men on two squares, on which the expression to evaluate depends.
struct PlacedMen<'p, 'a, D: Fast> {
    compiler: &'p Compiler<'a, D>,
    men: [(WordId, Side); 2],
    squares: [Option<u64>; 2],
}

impl<D: Fast> PlacedMen<'_, '_, D> {
    /// The raw value of an expression, if it has one. A truth always has: what depends on a missing value is false.
    fn value(&self, expr: &Expr, viewer: Side, locals: &[Option<u64>]) -> Option<u64> {
        let raw = self.partial(expr, viewer, locals);
        if expr.ty == Type::Truth {
            raw.or(Some(0))
        } else {
            raw
        }
    }

    fn partial(&self, expr: &Expr, viewer: Side, locals: &[Option<u64>]) -> Option<u64> {
        let number = |expr: &Expr| self.value(expr, viewer, locals).map(u64::cast_signed);
        let as_we_see = |side: Side| if viewer == Side::Us { side } else { !side };
        match &expr.kind {
            ExprKind::Number(number) => Some(number.cast_unsigned()),
            ExprKind::Side(side) => Some((as_we_see(*side) == Side::Them).into()),
            ExprKind::Constant(id) => Some(self.compiler.domain.constant(*id, viewer).0.into()),
            ExprKind::Item(item) => Some(item.0.into()),
            ExprKind::Local(local) => locals[usize::from(local.0)],
            ExprKind::Word(id, args) => match self.compiler.meaning(*id) {
                WordCode::Native(Native::Timeless(word)) => {
                    let mut raw = RawArgs::default();
                    for (slot, arg) in raw.iter_mut().zip(args) {
                        *slot = self.value(arg, viewer, locals)?;
                    }
                    word(viewer, raw)
                }
                WordCode::Native(_) | WordCode::Slow(_) => {
                    let side = args.first().map(|arg| &arg.kind);
                    let is_meant = |(word, of): &(WordId, Side)| {
                        *word == *id
                            && matches!(side, Some(ExprKind::Side(side)) if as_we_see(*side) == *of)
                    };
                    let idx = self.men.iter().position(is_meant)?;
                    self.squares[idx]
                }
            },
            ExprKind::Call(id, args) => {
                let args: Vec<Option<u64>> = args
                    .iter()
                    .map(|arg| self.value(arg, viewer, locals))
                    .collect();
                self.value(&self.compiler.program.definition(*id).body, viewer, &args)
            }
            ExprKind::ForThem(part) => self.value(part, !viewer, locals),
            ExprKind::Builtin(Builtin::Abs, args) => {
                number(&args[0])?.checked_abs().map(i64::cast_unsigned)
            }
            ExprKind::Builtin(Builtin::Sign, args) => {
                Some(number(&args[0])?.signum().cast_unsigned())
            }
            ExprKind::Builtin(Builtin::Min, args) => {
                let numbers = args.iter().map(number).collect::<Option<Vec<i64>>>()?;
                numbers.into_iter().min().map(i64::cast_unsigned)
            }
            ExprKind::Builtin(Builtin::Max, args) => {
                let numbers = args.iter().map(number).collect::<Option<Vec<i64>>>()?;
                numbers.into_iter().max().map(i64::cast_unsigned)
            }
            ExprKind::Builtin(Builtin::Exists, args) => {
                Some(self.value(&args[0], viewer, locals).is_some().into())
            }
            ExprKind::Arithmetic(operation, a, b) => {
                arithmetic(*operation, number(a)?, number(b)?).map(i64::cast_unsigned)
            }
            ExprKind::Negate(part) => number(part)?.checked_neg().map(i64::cast_unsigned),
            ExprKind::If(cases, otherwise) => {
                let case = cases
                    .iter()
                    .find(|(condition, _)| self.holds(condition, viewer, locals));
                let value = case.map(|(_, value)| value).or(otherwise.as_deref())?;
                self.value(value, viewer, locals)
            }
            ExprKind::Truth(truth) => Some((*truth).into()),
            ExprKind::Not(part) => Some((!self.holds(part, viewer, locals)).into()),
            ExprKind::And(parts) => {
                let mut parts = parts.iter();
                Some(parts.all(|part| self.holds(part, viewer, locals)).into())
            }
            ExprKind::Or(parts) => {
                let mut parts = parts.iter();
                Some(parts.any(|part| self.holds(part, viewer, locals)).into())
            }
            ExprKind::Compare(comparison, a, b) => {
                Some(compared(*comparison, number(a)?, number(b)?).into())
            }
            ExprKind::InRange(item, membership, low, high) => {
                let (item, low, high) = (number(item)?, number(low)?, number(high)?);
                let is_in = (low..=high).contains(&item);
                Some((is_in == (*membership == Membership::In)).into())
            }
            ExprKind::Builtin(..)
            | ExprKind::MoveWord(..)
            | ExprKind::Can(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..)
            | ExprKind::In(..)
            | ExprKind::InList(..)
            | ExprKind::Combine(..)
            | ExprKind::Set(_)
            | ExprKind::Quantified(..)
            | ExprKind::AnySide(_)
            | ExprKind::OverMoves(..)
            | ExprKind::At(..) => panic!("these do not depend on men alone"),
        }
    }

    fn holds(&self, expr: &Expr, viewer: Side, locals: &[Option<u64>]) -> bool {
        self.value(expr, viewer, locals) == Some(1)
    }
}

fn compared(comparison: Comparison, a: i64, b: i64) -> bool {
    let (is_less, is_swapped, is_negated) = normal_form(comparison);
    let (a, b) = if is_swapped { (b, a) } else { (a, b) };
    is_negated != if is_less { a < b } else { a == b }
}
