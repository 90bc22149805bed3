//! Definitions that look at nothing but where two men stand, or one: computed for all squares when they are compiled.
//!
//! A definition with a little arithmetic in it, such as the room that a rook leaves a king, then becomes one table
//! lookup. So does a part of an expression about three men, if it looks at one of them and at a definition about two.
//! The values here must equal those of [`reference`](lang::reference); tests compare the two.

use std::sync::Arc;

use domain::{Fast, Native, RawArgs, Side, Type, WordId};

use super::assembler::{Assembler, Label, Surroundings, ValueKey};
use super::expressions::normal_form;
use super::{Compiler, ExprIdentity};
use crate::compiled::{NO_VALUE, OfPair, Op, Reg, WordCode};
use crate::machine::arithmetic;
use lang::Builtin;
use lang::checked::{Comparison, DefinitionId, Expr, ExprKind, Membership};

/// Smaller ones are as quick to evaluate; larger ones would take too long for all squares.
const WORTH_IT: std::ops::RangeInclusive<u32> = 10..=60;

/// A definition, or a part of one, by what it looks at; the second may be the first.
#[derive(Clone)]
pub(super) struct Tabulated {
    table: OfPair,
    is_partial: bool,
    inputs: [PartInput; 2],
}

/// What an expression looks at: where a man stands, or the value of a definition that has a table, as a side sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PartInput {
    Man(WordId, Side),
    Definition(DefinitionId, Side),
}

/// Are the values of tabulated definitions looked at as they are, or the men behind them?
#[derive(Clone, Copy, PartialEq, Eq)]
enum HowFar {
    Men,
    Definitions,
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
        let tabulated = self.compiler.tabulated(id, s.viewer)?;
        let regs = self.inputs(tabulated.inputs, s, missing);
        let key = ValueKey::Call(id, regs.to_vec(), s.when, s.viewer);
        Some(self.look_up(tabulated, regs, key, missing))
    }

    /// The value of a part of an expression, if there is a table of it.
    pub(super) fn tabulated_part(
        &mut self,
        expr: &'a Expr,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Option<Reg> {
        let tabulated = self.compiler.tabulated_part(expr, s.viewer)?;
        let regs = self.inputs(tabulated.inputs, s, missing);
        let key = ValueKey::Part(std::ptr::from_ref(expr).addr(), regs, s.viewer);
        Some(self.look_up(tabulated, regs, key, missing))
    }

    fn inputs(&mut self, inputs: [PartInput; 2], s: &Surroundings<'a>, missing: Label) -> [Reg; 2] {
        inputs.map(|input| match input {
            PartInput::Man(word, side) => self.man(word, side, s, missing),
            PartInput::Definition(id, viewer) => {
                let s = Surroundings {
                    viewer,
                    ..s.clone()
                };
                let reg = self.tabulated(id, &s, missing);
                reg.expect("the definition has a table")
            }
        })
    }

    fn look_up(
        &mut self,
        tabulated: Tabulated,
        [a, b]: [Reg; 2],
        key: ValueKey,
        missing: Label,
    ) -> Reg {
        let place = self.to(missing);
        let table = tabulated.table;
        if tabulated.is_partial {
            self.compute(key, Some(missing), |to| Op::PerhapsOfPair {
                table,
                to,
                a,
                b,
                missing: place,
            })
        } else {
            self.compute(key, None, |to| Op::OfPair { table, to, a, b })
        }
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
        let mut inputs = Vec::new();
        self.inputs_in(&definition.body, viewer, HowFar::Men, &mut inputs)
            .ok()?;
        let inputs = match inputs[..] {
            [only] => [only, only],
            [first, second] => [first, second],
            _ => return None,
        };
        self.tabulate_by(&definition.body, viewer, inputs)
    }

    /// The table of a part of an expression that looks at just two things, one of them a definition that has a table.
    fn tabulated_part(&mut self, expr: &'a Expr, viewer: Side) -> Option<Tabulated> {
        let is_small = matches!(expr.ty, Type::Number | Type::Item(_));
        if !self.tabulates || !is_small || n_steps(expr)? < 2 {
            return None;
        }
        if self.size_of(expr) > *WORTH_IT.end() {
            return None;
        }
        let key = (ExprIdentity(expr), viewer);
        if let Some(known) = self.of_parts.get(&key) {
            return known.clone();
        }
        self.tabulate_calls(expr, viewer);
        let mut inputs = Vec::new();
        let found = self.inputs_in(expr, viewer, HowFar::Definitions, &mut inputs);
        let tabulated = match (found, &inputs[..]) {
            (Ok(()), &[first, second])
                if matches!(first, PartInput::Definition(..))
                    || matches!(second, PartInput::Definition(..)) =>
            {
                self.tabulate_by(expr, viewer, [first, second])
            }
            (Ok(()) | Err(NotOfMen), _) => None,
        };
        self.of_parts.insert(key, tabulated.clone());
        tabulated
    }

    /// How large an expression is with everything that it calls.
    fn size_of(&self, expr: &Expr) -> u32 {
        let called = if let ExprKind::Call(id, _) = expr.kind {
            self.program.definition(id).size
        } else {
            0
        };
        let parts = expr.parts().into_iter().map(|part| self.size_of(part));
        parts.fold(called.saturating_add(1), u32::saturating_add)
    }

    /// Finds the tables of the definitions that an expression calls.
    fn tabulate_calls(&mut self, expr: &'a Expr, viewer: Side) {
        let viewer = if matches!(expr.kind, ExprKind::ForThem(_)) {
            !viewer
        } else {
            viewer
        };
        if let ExprKind::Call(id, args) = &expr.kind
            && args.is_empty()
            && self.tabulated(*id, viewer).is_none()
        {
            let program = self.program;
            self.tabulate_calls(&program.definition(*id).body, viewer);
        }
        for part in expr.parts() {
            self.tabulate_calls(part, viewer);
        }
    }

    fn tabulate_by(&self, expr: &Expr, viewer: Side, inputs: [PartInput; 2]) -> Option<Tabulated> {
        let [of_first, of_second] = inputs.map(|input| self.values_of(input));
        let given = |values| Given {
            compiler: self,
            inputs,
            values,
        };
        // What no input can be is never looked up.
        let mut table = [0; 64 * 64];
        for first in of_first.clone() {
            for second in of_second.clone() {
                if inputs[0] == inputs[1] && first != second {
                    continue;
                }
                table[(first * 64 + second) as usize] =
                    match given([Some(first), Some(second)]).value(expr, viewer, &[]) {
                        Some(raw) => u8::try_from(raw).ok().filter(|raw| *raw != NO_VALUE)?,
                        None => NO_VALUE,
                    };
            }
        }
        // Has the expression a value anywhere although one or both inputs are missing? A table could not represent that.
        let mut without = vec![[None, None]];
        if inputs[0] != inputs[1] {
            without.extend(of_first.iter().map(|first| [Some(*first), None]));
            without.extend(of_second.iter().map(|second| [None, Some(*second)]));
        }
        let mut without = without.into_iter();
        if without.any(|values| given(values).value(expr, viewer, &[]).is_some()) {
            return None;
        }
        Some(Tabulated {
            is_partial: table.contains(&NO_VALUE),
            table: Arc::new(table),
            inputs,
        })
    }

    /// What an input may be.
    fn values_of(&self, input: PartInput) -> Vec<u64> {
        match input {
            PartInput::Man(..) => (0..64).collect(),
            PartInput::Definition(id, viewer) => {
                let known = self.of_men.get(&(id, viewer));
                let table = known.and_then(Option::as_ref).map(|known| &known.table);
                let is_value =
                    |value: &u64| table.is_some_and(|table| table.contains(&(*value as u8)));
                (0..64).filter(is_value).collect()
            }
        }
    }

    /// Is it a definition about two men whose values can be part of an index?
    fn is_input(&self, id: DefinitionId, viewer: Side) -> bool {
        let known = self.of_men.get(&(id, viewer)).and_then(Option::as_ref);
        known.is_some_and(|known| {
            let mut values = known.table.iter();
            known.inputs[0] != known.inputs[1]
                && values.all(|value| *value < 64 || *value == NO_VALUE)
        })
    }

    /// The men on which an expression depends, if it depends on nothing else and they stand on places.
    pub(super) fn men_of(&self, expr: &Expr, viewer: Side) -> Option<Vec<(WordId, Side)>> {
        let vocabulary = self.domain.vocabulary();
        let on_place = Type::Item(vocabulary.place);
        let mut inputs = Vec::new();
        self.inputs_in(expr, viewer, HowFar::Men, &mut inputs)
            .ok()?;
        let man = |input: &PartInput| match *input {
            PartInput::Man(word, side) => {
                (vocabulary.word(word).gives == on_place).then_some((word, side))
            }
            PartInput::Definition(..) => None,
        };
        inputs.iter().map(man).collect()
    }

    /// Gathers what an expression depends on, if it depends on nothing but men.
    fn inputs_in(
        &self,
        expr: &Expr,
        viewer: Side,
        depth: HowFar,
        inputs: &mut Vec<PartInput>,
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
                    .try_for_each(|arg| self.inputs_in(arg, viewer, depth, inputs)),
                WordCode::Native(Native::OfSide(_)) => {
                    let side = self.side_of_man(expr, args, viewer).ok_or(NotOfMen)?;
                    add(inputs, PartInput::Man(*id, side));
                    Ok(())
                }
                WordCode::Native(_) | WordCode::Slow(_) => Err(NotOfMen),
            },
            ExprKind::Call(id, args) => {
                if depth == HowFar::Definitions && args.is_empty() && self.is_input(*id, viewer) {
                    add(inputs, PartInput::Definition(*id, viewer));
                    return Ok(());
                }
                args.iter()
                    .try_for_each(|arg| self.inputs_in(arg, viewer, depth, inputs))?;
                let body = &self.program.definition(*id).body;
                self.inputs_in(body, viewer, depth, inputs)
            }
            ExprKind::ForThem(part) => self.inputs_in(part, !viewer, depth, inputs),
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
                parts.try_for_each(|part| self.inputs_in(part, viewer, depth, inputs))
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

fn add(inputs: &mut Vec<PartInput>, input: PartInput) {
    if !inputs.contains(&input) {
        inputs.push(input);
    }
}

/// How many instructions an expression takes beside what it calls; none if it names a local, which is not known here.
fn n_steps(expr: &Expr) -> Option<u32> {
    if matches!(expr.kind, ExprKind::Local(_)) {
        return None;
    }
    // A word without arguments but a side says where a man stands.
    let is_man = matches!(&expr.kind, ExprKind::Word(_, args)
        if args.iter().all(|arg| matches!(arg.kind, ExprKind::Side(_))));
    let is_step = matches!(
        expr.kind,
        ExprKind::Word(..) | ExprKind::Builtin(..) | ExprKind::Arithmetic(..) | ExprKind::Negate(_)
    );
    let own = is_step && !is_man;
    let parts = expr.parts().into_iter().map(n_steps);
    Some(u32::from(own) + parts.sum::<Option<u32>>()?)
}

/// What two inputs are, on which the expression to evaluate depends; nothing means that a man is gone, or a value
/// missing.
struct Given<'p, 'a, D: Fast> {
    compiler: &'p Compiler<'a, D>,
    inputs: [PartInput; 2],
    values: [Option<u64>; 2],
}

impl<D: Fast> Given<'_, '_, D> {
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
                    let ExprKind::Side(side) = args.first()?.kind else {
                        return None;
                    };
                    self.given(PartInput::Man(*id, as_we_see(side)))?
                }
            },
            ExprKind::Call(id, args) => {
                if args.is_empty()
                    && let Some(given) = self.given(PartInput::Definition(*id, viewer))
                {
                    return given;
                }
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

    /// What an input is, if it is one of the two.
    fn given(&self, input: PartInput) -> Option<Option<u64>> {
        let idx = self.inputs.iter().position(|of| *of == input)?;
        Some(self.values[idx])
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
