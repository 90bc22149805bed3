//! Words that are the same in every position, and are looked up where there is a table of their values.
//!
//! A word about one square or two, such as a distance, is computed for all of them when it is first used.

use std::sync::Arc;

use domain::{Fast, N_ARGS, Native, RawArgs, Side, Sort, Type, WordId};

use super::Compiler;
use super::assembler::{Assembler, Binding, Label, Surroundings, ValueKey};
use super::expressions::normal_form;
use crate::compiled::{
    ArgRegs, NO_VALUE, NumberTable, NumbersOfItems, OfItem, OfNumbers, OfPair, Op, Operand, Reg,
    SetOfPair, TimelessFn, When, WordCode, all_args,
};
use lang::checked::{Comparison, Expr, ExprKind};

/// The number of items, or of numbers from 0, that a table has room for.
const ITEMS: usize = 64;
const NUMBERS: usize = 16;

impl<'a, D: Fast> Assembler<'_, 'a, D> {
    /// The value of a timeless word.
    pub(super) fn timeless(
        &mut self,
        id: WordId,
        word: TimelessFn,
        args: ArgRegs,
        viewer: Side,
        missing: Label,
    ) -> Reg {
        let key = ValueKey::Word(id.0, When::Now, viewer, args);
        let [a, b, ..] = args;
        if let Some(table) = self.compiler.of_item(id, word, viewer) {
            return self.compute(key, None, |to| Op::OfItem { table, to, a });
        }
        if let Some(table) = self.compiler.of_pair(id, word, viewer) {
            return self.compute(key, None, |to| Op::OfPair { table, to, a, b });
        }
        if let Some(table) = self.compiler.set_of_pair(id, word, viewer) {
            return self.compute(key, None, |to| Op::SetOfPair { table, to, a, b });
        }
        let place = self.to(missing);
        if let Some(table) = self.compiler.of_numbers(id, word, viewer) {
            return self.compute(key, Some(missing), |to| Op::OfNumbers {
                asked: Box::new(NumberTable {
                    table,
                    word,
                    viewer,
                    of_items: [const { None }; N_ARGS],
                }),
                to,
                args,
                missing: place,
            });
        }
        self.compute(key, Some(missing), |to| Op::Timeless {
            word,
            viewer,
            to,
            args,
            missing: place,
        })
    }

    /// Is a timeless word true?
    pub(super) fn test_timeless(
        &mut self,
        id: WordId,
        word: TimelessFn,
        args: &'a [Expr],
        s: &Surroundings<'a>,
        yes: Label,
        no: Label,
    ) {
        let (viewer, yes_place, no_place) = (s.viewer, self.to(yes), self.to(no));
        if let Some(table) = self.compiler.of_numbers(id, word, viewer) {
            let (args, of_items) = self.numbers(args, s, no);
            let n_args = self.compiler.domain.vocabulary().word(id).takes.len();
            if let Some(places) = places_of_items(&of_items[..n_args]) {
                let [a, b, c, ..] = args;
                let op = Op::TestNumbersOfItems {
                    asked: Box::new(NumbersOfItems { table, places }),
                    items: [a, b, c],
                    yes: yes_place,
                    no: no_place,
                };
                return self.branch(&[yes, no], op);
            }
            let op = Op::TestNumbers {
                asked: Box::new(NumberTable {
                    table,
                    word,
                    viewer,
                    of_items,
                }),
                args,
                yes: yes_place,
                no: no_place,
            };
            return self.branch(&[yes, no], op);
        }
        let args = self.arg_regs(args, s, no);
        let [a, b, ..] = args;
        let op = if let Some(table) = self.compiler.of_item(id, word, viewer) {
            Op::TestItem {
                table,
                a,
                yes: yes_place,
                no: no_place,
            }
        } else if let Some(table) = self.compiler.of_pair(id, word, viewer) {
            Op::TestPair {
                table,
                a,
                b,
                yes: yes_place,
                no: no_place,
            }
        } else {
            Op::TestTimeless {
                word,
                viewer,
                args,
                yes: yes_place,
                no: no_place,
            }
        };
        self.branch(&[yes, no], op);
    }

    /// Arguments that are numbers. One that is looked up for an item is left as the item, with its table.
    fn numbers(
        &mut self,
        args: &'a [Expr],
        s: &Surroundings<'a>,
        missing: Label,
    ) -> (ArgRegs, [Option<OfItem>; N_ARGS]) {
        for arg in args {
            self.fetch_men(arg, s, missing);
        }
        let mut of_items = [const { None }; N_ARGS];
        let mut regs = [self.constant(0); N_ARGS];
        for ((reg, of_item), arg) in regs.iter_mut().zip(&mut of_items).zip(args) {
            let looked_up = self.timeless_word(arg, s).and_then(|(id, word, args, s)| {
                let table = self.compiler.of_item(id, word, s.viewer)?;
                Some((table, &args[0], s))
            });
            *reg = match looked_up {
                Some((table, item, s)) => {
                    *of_item = Some(table);
                    self.value(item, &s, missing)
                }
                None => self.value(arg, s, missing),
            };
        }
        (regs, of_items)
    }

    /// What is compared, if one of the two or both are looked up for a pair of items.
    pub(super) fn looked_up(
        &mut self,
        a: &'a Expr,
        b: &'a Expr,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Option<[Operand; 2]> {
        let tables = [a, b].map(|expr| {
            self.timeless_word(expr, s).and_then(|(id, word, args, s)| {
                let table = self.compiler.of_pair(id, word, s.viewer)?;
                Some((id, table, args, s))
            })
        });
        if tables.iter().all(Option::is_none) {
            return None;
        }
        let [of_a, of_b] = tables;
        let mut operand = |expr, looked_up| match looked_up {
            Some((id, table, args, s)) => self.operand(id, table, args, &s, missing),
            None => Operand::of(self.value(expr, s, missing)),
        };
        Some([operand(a, of_a), operand(b, of_b)])
    }

    /// What a table says of two items, unless that is in a register already.
    fn operand(
        &mut self,
        id: WordId,
        table: OfPair,
        args: &'a [Expr],
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Operand {
        let args = self.arg_regs(args, s, missing);
        let [a, b, ..] = args;
        match self.recall(&ValueKey::Word(id.0, When::Now, s.viewer, args)) {
            Some(reg) => Operand::of(reg),
            None => Operand {
                table: Some(table),
                a,
                b,
            },
        }
    }

    pub(super) fn compare_looked_up(
        &mut self,
        comparison: Comparison,
        [a, b]: [Operand; 2],
        yes: Label,
        no: Label,
    ) {
        let (is_less, is_swapped, is_negated) = normal_form(comparison);
        let operands = Box::new(if is_swapped { [b, a] } else { [a, b] });
        let (yes, no) = if is_negated { (no, yes) } else { (yes, no) };
        let (yes_place, no_place) = (self.to(yes), self.to(no));
        let op = if is_less {
            Op::LessLookedUp {
                operands,
                yes: yes_place,
                no: no_place,
            }
        } else {
            Op::EqualLookedUp {
                operands,
                yes: yes_place,
                no: no_place,
            }
        };
        self.branch(&[yes, no], op);
    }

    /// The timeless word that an expression is, or that a parameter stands for, with its arguments and their
    /// surroundings.
    fn timeless_word(
        &self,
        expr: &'a Expr,
        s: &Surroundings<'a>,
    ) -> Option<(WordId, TimelessFn, &'a [Expr], Surroundings<'a>)> {
        // A value that is needed for many moves is remembered instead. A truth is never looked up: it is false if an
        // argument is missing.
        if self.asked_of_moves || expr.ty == Type::Truth {
            return None;
        }
        if let ExprKind::Word(id, args) = &expr.kind
            && let WordCode::Native(Native::Timeless(word)) = self.compiler.meaning(*id)
        {
            return Some((*id, word, args, s.clone()));
        }
        if let ExprKind::Local(local) = &expr.kind
            && let Binding::Expr(arg, outer) = s.local(*local)
        {
            return self.timeless_word(arg, outer);
        }
        if let ExprKind::If(cases, otherwise) = &expr.kind {
            let case = cases
                .iter()
                .find(|(condition, _)| self.turn_settles(condition, s) != Some(false));
            return match (case, otherwise) {
                (Some((condition, value)), _) => {
                    self.turn_settles(condition, s)?;
                    self.timeless_word(value, s)
                }
                (None, Some(value)) => self.timeless_word(value, s),
                (None, None) => None,
            };
        }
        None
    }
}

impl<D: Fast> Compiler<'_, D> {
    /// The table of a timeless word about one item, if it can have one.
    fn of_item(&mut self, id: WordId, word: TimelessFn, viewer: Side) -> Option<OfItem> {
        if !self.is_about_items(id, 1) {
            return None;
        }
        let table = self.of_item.entry((id, viewer)).or_insert_with(|| {
            let mut table = [0; ITEMS];
            for (a, value) in (0..).zip(&mut table) {
                *value = small(word, viewer, all_args([a], 0))?;
            }
            Some(Arc::new(table))
        });
        table.clone()
    }

    /// The table of a timeless word about two items, if it can have one.
    fn of_pair(&mut self, id: WordId, word: TimelessFn, viewer: Side) -> Option<OfPair> {
        if !self.is_about_items(id, 2) {
            return None;
        }
        let table = self
            .of_pair
            .entry((id, viewer))
            .or_insert_with(|| of_all_pairs(|pair| small(word, viewer, pair)));
        table.clone()
    }

    /// The table of a timeless word that gives a set for two items, if it can have one.
    fn set_of_pair(&mut self, id: WordId, word: TimelessFn, viewer: Side) -> Option<SetOfPair> {
        let gives_set = matches!(self.domain.vocabulary().word(id).gives, Type::Set(_));
        if !gives_set || !D::WORD_SETS || !self.is_about_items(id, 2) {
            return None;
        }
        let table = self
            .set_of_pair
            .entry((id, viewer))
            .or_insert_with(|| of_all_pairs(|pair| word(viewer, pair)));
        table.clone()
    }

    /// The table of a timeless word about numbers, if it can have one.
    fn of_numbers(&mut self, id: WordId, word: TimelessFn, viewer: Side) -> Option<OfNumbers> {
        let takes = self.domain.vocabulary().word(id).takes;
        if !(1..=3).contains(&takes.len())
            || takes.iter().any(|parameter| parameter.ty != Type::Number)
        {
            return None;
        }
        let table = self.of_numbers.entry((id, viewer)).or_insert_with(|| {
            let n = NUMBERS as u64;
            let mut table = [NO_VALUE; NUMBERS * NUMBERS * NUMBERS];
            for (idx, value) in (0..).zip(&mut table) {
                let args = all_args([idx / (n * n), idx / n % n, idx % n], 0);
                if let Some(raw) = word(viewer, args) {
                    *value = u8::try_from(raw).ok().filter(|raw| *raw != NO_VALUE)?;
                }
            }
            Some(Arc::new(table))
        });
        table.clone()
    }

    /// Does the word take exactly `n` items, each of a sort that fills a table?
    fn is_about_items(&self, id: WordId, n: usize) -> bool {
        let vocabulary = self.domain.vocabulary();
        let word = vocabulary.word(id);
        let takes_items = word
            .takes
            .iter()
            .all(|parameter| matches!(parameter.ty, Type::Item(sort) if self.fills_a_table(sort)));
        !word.of_side && !word.partial && takes_items && word.takes.len() == n
    }

    /// Are there as many items of a sort as a table has room for?
    pub(super) fn fills_a_table(&self, sort: Sort) -> bool {
        let items = self.domain.vocabulary().constants.iter();
        items.filter(|constant| constant.sort == sort).count() == ITEMS
    }
}

/// What each item contributes to the index of a table of numbers, if all arguments are looked up for items and all their
/// numbers are in the table.
fn places_of_items(of_items: &[Option<OfItem>]) -> Option<[[u16; ITEMS]; 3]> {
    let mut places = [[0; ITEMS]; 3];
    let shifts = [8, 4, 0];
    for ((places, of_item), shift) in places.iter_mut().zip(of_items).zip(shifts) {
        let numbers = of_item.as_ref()?;
        for (place, number) in places.iter_mut().zip(numbers.iter()) {
            *place = (usize::from(*number) < NUMBERS).then_some(u16::from(*number) << shift)?;
        }
    }
    Some(places)
}

/// A table by two items, if every pair has a value.
fn of_all_pairs<T: Copy + Default>(
    value: impl Fn(RawArgs) -> Option<T>,
) -> Option<Arc<[T; ITEMS * ITEMS]>> {
    let mut table = [T::default(); ITEMS * ITEMS];
    for (idx, slot) in (0..).zip(&mut table) {
        let (a, b) = (idx / ITEMS as u64, idx % ITEMS as u64);
        *slot = value(all_args([a, b], 0))?;
    }
    Some(Arc::new(table))
}

/// The value, if there is one and it fits into a table.
fn small(word: TimelessFn, viewer: Side, args: RawArgs) -> Option<u8> {
    word(viewer, args).and_then(|raw| u8::try_from(raw).ok())
}
