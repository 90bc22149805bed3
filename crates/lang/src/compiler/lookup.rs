//! Words that are the same in every position, and are looked up where there is a table of their values.
//!
//! A word about one square or two, such as a distance, is worked out for all of them when it is first used.

use std::sync::Arc;

use domain::{Domain, RawArgs, Side, Sort, Type, WordId};

use super::Compiler;
use super::assembler::{Assembler, Key, Label, Surroundings};
use crate::checked::Expr;
use crate::compiled::{OfItem, OfNumbers, OfPair, Op, Reg, TimelessFn, When};

/// A table has room for so many items, or for so many numbers from 0 on.
const ITEMS: usize = 64;
const NUMBERS: usize = 16;

impl<'a, D: Domain> Assembler<'_, 'a, D> {
    /// The value of a timeless word.
    pub(super) fn timeless(
        &mut self,
        id: WordId,
        word: TimelessFn,
        args: [Reg; 3],
        viewer: Side,
        missing: Label,
    ) -> Reg {
        let key = Key::Word(id.0, When::Now, viewer, args);
        let [a, b, _] = args;
        if let Some(table) = self.compiler.of_item(id, word, viewer) {
            return self.compute(key, None, |to| Op::OfItem { table, to, a });
        }
        if let Some(table) = self.compiler.of_pair(id, word, viewer) {
            return self.compute(key, None, |to| Op::OfPair { table, to, a, b });
        }
        let place = self.to(missing);
        if let Some(table) = self.compiler.of_numbers(id, word, viewer) {
            return self.compute(key, Some(missing), |to| Op::OfNumbers {
                asked: Box::new((table, word, viewer)),
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
        let args = self.arg_regs(args, s, no);
        let (viewer, yes_place, no_place) = (s.viewer, self.to(yes), self.to(no));
        let [a, b, _] = args;
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
        } else if let Some(table) = self.compiler.of_numbers(id, word, viewer) {
            Op::TestNumbers {
                asked: Box::new((table, word, viewer)),
                args,
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
}

impl<D: Domain> Compiler<'_, D> {
    /// The table of a timeless word about one item, if it can have one.
    fn of_item(&mut self, id: WordId, word: TimelessFn, viewer: Side) -> Option<OfItem> {
        if !self.is_about_items(id, 1) {
            return None;
        }
        let table = self.of_item.entry((id, viewer)).or_insert_with(|| {
            let mut table = [0; ITEMS];
            for (a, value) in (0..).zip(&mut table) {
                *value = small(word, viewer, [a, 0, 0])?;
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
        let table = self.of_pair.entry((id, viewer)).or_insert_with(|| {
            let mut table = [0; ITEMS * ITEMS];
            for (idx, value) in (0..).zip(&mut table) {
                let (a, b) = (idx / ITEMS as u64, idx % ITEMS as u64);
                *value = small(word, viewer, [a, b, 0])?;
            }
            Some(Arc::new(table))
        });
        table.clone()
    }

    /// The table of a timeless word about numbers, if it can have one.
    fn of_numbers(&mut self, id: WordId, word: TimelessFn, viewer: Side) -> Option<OfNumbers> {
        let takes = self.domain.vocabulary().word(id).takes;
        if takes.is_empty() || takes.iter().any(|parameter| parameter.ty != Type::Number) {
            return None;
        }
        let table = self.of_numbers.entry((id, viewer)).or_insert_with(|| {
            let n = NUMBERS as u64;
            let mut table = [u8::MAX; NUMBERS * NUMBERS * NUMBERS];
            for (idx, value) in (0..).zip(&mut table) {
                if let Some(raw) = word(viewer, [idx / (n * n), idx / n % n, idx % n]) {
                    *value = u8::try_from(raw).ok().filter(|raw| *raw != u8::MAX)?;
                }
            }
            Some(Arc::new(table))
        });
        table.clone()
    }

    /// Does the word take so many items, each of a sort that fills a table, and nothing else?
    fn is_about_items(&self, id: WordId, n: usize) -> bool {
        let vocabulary = self.domain.vocabulary();
        let word = vocabulary.word(id);
        let fills_a_table = |sort: Sort| {
            let items = vocabulary.constants.iter();
            items.filter(|constant| constant.sort == sort).count() == ITEMS
        };
        let takes_items = word
            .takes
            .iter()
            .all(|parameter| matches!(parameter.ty, Type::Item(sort) if fills_a_table(sort)));
        !word.of_side && !word.partial && takes_items && word.takes.len() == n
    }
}

/// The value, if there is one and it fits into a table.
fn small(word: TimelessFn, viewer: Side, args: RawArgs) -> Option<u8> {
    word(viewer, args).and_then(|raw| u8::try_from(raw).ok())
}
