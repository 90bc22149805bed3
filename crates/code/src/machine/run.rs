//! The loop that carries out instructions, one after the other.

use domain::{Fast, Stopped};

use super::aside::{Aside, has_before};
use super::registers::{Regs, arithmetic, of_item, of_pair};
use super::{Environment, Inputs};
use crate::compiled::{ANSWERS, MAX_OP_SIZE, NO_VALUE, Op, SideWord};

/// How code ends. The reason for a stop is kept elsewhere, so that this fits into two machine registers.
pub(super) enum Ended {
    /// A raw value.
    Value(u64),
    /// Its value is missing.
    Nothing,
    Stopped,
}

impl<D: Fast> Aside<D> {
    #[cold]
    pub(super) fn stops(&mut self, stopped: Stopped) -> Ended {
        self.stopped = Some(stopped);
        Ended::Stopped
    }

    /// The value with which code ended, if it has one.
    #[inline]
    pub(super) fn raw(&mut self, ended: Ended) -> Result<Option<u64>, Stopped> {
        match ended {
            Ended::Value(raw) => Ok(Some(raw)),
            Ended::Nothing => Ok(None),
            Ended::Stopped => Err(self.why()),
        }
    }

    /// Why code was stopped.
    #[cold]
    pub(super) fn why(&mut self) -> Stopped {
        let stopped = self.stopped.take();
        stopped.expect("code that was stopped has said why")
    }

    /// Runs code to its end.
    #[inline(never)]
    pub(super) fn run(
        &mut self,
        regs: &mut Regs,
        ops: &[Op<D>],
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
    ) -> Ended {
        const { assert!(size_of::<Op<D>>() <= MAX_OP_SIZE) }
        let mut at = 0usize;
        loop {
            let Some(op) = ops.get(at) else {
                return Ended::Value(at as u64 - u64::from(ANSWERS));
            };
            at += 1;
            match op {
                Op::Constant { to, raw } => regs.put(*to, *raw),
                Op::Copy { to, from } => regs.put(*to, regs.get(*from)),
                Op::Arithmetic {
                    operation,
                    to,
                    a,
                    b,
                    missing,
                } => {
                    let number = arithmetic(*operation, regs.number(*a), regs.number(*b));
                    regs.put_or_go(*to, number.map(i64::cast_unsigned), &mut at, *missing);
                }
                Op::Negate { to, a, missing } => {
                    let number = regs.number(*a).checked_neg();
                    regs.put_or_go(*to, number.map(i64::cast_unsigned), &mut at, *missing);
                }
                Op::Abs { to, a, missing } => {
                    let number = regs.number(*a).checked_abs();
                    regs.put_or_go(*to, number.map(i64::cast_unsigned), &mut at, *missing);
                }
                Op::Sign { to, a } => regs.put_number(*to, regs.number(*a).signum()),
                Op::Min { to, a, b } => {
                    regs.put_number(*to, regs.number(*a).min(regs.number(*b)));
                }
                Op::Max { to, a, b } => {
                    regs.put_number(*to, regs.number(*a).max(regs.number(*b)));
                }
                Op::Word {
                    word,
                    when,
                    viewer,
                    to,
                    args,
                    missing,
                } => {
                    let raw = word(self.position(*when, inputs), *viewer, regs.args(*args));
                    regs.put_or_go(*to, raw, &mut at, *missing);
                }
                Op::OnlyMen { needed, missing } => {
                    let there = self.domain.only_men(inputs.position, regs.only_men());
                    if there & needed != *needed {
                        at = *missing as usize;
                    }
                }
                Op::SideWords { when, words } => {
                    let position = self.position(*when, inputs);
                    for SideWord {
                        word, to, missing, ..
                    } in words
                    {
                        match word(position) {
                            Some(raw) => regs.put(*to, raw),
                            None => {
                                at = *missing as usize;
                                break;
                            }
                        }
                    }
                }
                Op::Timeless {
                    word,
                    viewer,
                    to,
                    args,
                    missing,
                } => {
                    let raw = word(*viewer, regs.args(*args));
                    regs.put_or_go(*to, raw, &mut at, *missing);
                }
                Op::OfItem { table, to, a } => {
                    regs.put(*to, of_item(table, regs.get(*a)).into());
                }
                Op::OfPair { table, to, a, b } => {
                    regs.put(*to, of_pair(table, regs.get(*a), regs.get(*b)).into());
                }
                Op::SetOfPair { table, to, a, b } => {
                    regs.put(*to, of_pair(table, regs.get(*a), regs.get(*b)));
                }
                Op::PerhapsOfPair {
                    table,
                    to,
                    a,
                    b,
                    missing,
                } => {
                    let raw = of_pair(table, regs.get(*a), regs.get(*b));
                    let raw = (raw != NO_VALUE).then_some(raw.into());
                    regs.put_or_go(*to, raw, &mut at, *missing);
                }
                Op::TestTimeless {
                    word,
                    viewer,
                    args,
                    yes,
                    no,
                } => {
                    let raw = word(*viewer, regs.args(*args));
                    at = choose(raw == Some(1), *yes, *no);
                }
                Op::OfNumbers {
                    asked,
                    to,
                    args,
                    missing,
                } => {
                    let raw = regs.of_numbers(asked, *args);
                    regs.put_or_go(*to, raw, &mut at, *missing);
                }
                Op::TestNumbers {
                    asked,
                    args,
                    yes,
                    no,
                } => {
                    let raw = regs.of_numbers_of_items(asked, *args);
                    at = choose(raw == Some(1), *yes, *no);
                }
                Op::TestNumbersOfItems {
                    asked,
                    items,
                    yes,
                    no,
                } => at = choose(regs.test_numbers_of_items(asked, *items), *yes, *no),
                Op::TestItem { table, a, yes, no } => {
                    at = choose(of_item(table, regs.get(*a)) != 0, *yes, *no);
                }
                Op::TestPair {
                    table,
                    a,
                    b,
                    yes,
                    no,
                } => {
                    let raw = of_pair(table, regs.get(*a), regs.get(*b));
                    at = choose(raw != 0, *yes, *no);
                }
                Op::TestWord {
                    word,
                    when,
                    viewer,
                    args,
                    yes,
                    no,
                } => {
                    let raw = word(self.position(*when, inputs), *viewer, regs.args(*args));
                    at = choose(raw == Some(1), *yes, *no);
                }
                Op::EmptySet { to } => regs.put(*to, self.empty()),
                Op::Union { to, a, b } => {
                    regs.put(*to, self.union(regs.get(*a), regs.get(*b)));
                }
                Op::Intersect { to, a, b } => {
                    regs.put(*to, self.intersect(regs.get(*a), regs.get(*b)));
                }
                Op::Without { to, a, b } => {
                    regs.put(*to, self.without(regs.get(*a), regs.get(*b)));
                }
                Op::Insert { set, item } => {
                    regs.put(*set, self.with_item(regs.get(*set), regs.get(*item)));
                }
                Op::Count { to, set } => regs.put(*to, self.count(regs.get(*set))),
                Op::Only { to, set, missing } => {
                    regs.put_or_go(*to, self.only(regs.get(*set)), &mut at, *missing);
                }
                Op::Next { item, set, done } => {
                    if let Err(stopped) = env.steps(1) {
                        return self.stops(stopped);
                    }
                    match self.first(regs.get(*set)) {
                        Some((first, rest)) => {
                            regs.put(*item, first);
                            regs.put(*set, rest);
                        }
                        None => at = *done as usize,
                    }
                }
                Op::Equal { a, b, yes, no } => {
                    at = choose(regs.get(*a) == regs.get(*b), *yes, *no);
                }
                Op::Less { a, b, yes, no } => {
                    at = choose(regs.number(*a) < regs.number(*b), *yes, *no);
                }
                Op::EqualLookedUp { operands, yes, no } => {
                    let [a, b] = &**operands;
                    at = choose(regs.operand(a) == regs.operand(b), *yes, *no);
                }
                Op::LessLookedUp { operands, yes, no } => {
                    let [a, b] = &**operands;
                    at = choose(regs.operand(a) < regs.operand(b), *yes, *no);
                }
                Op::SameSet { a, b, yes, no } => {
                    at = choose(self.same(regs.get(*a), regs.get(*b)), *yes, *no);
                }
                Op::Test { a, yes, no } => at = choose(regs.get(*a) != 0, *yes, *no),
                Op::Contains { item, set, yes, no } => {
                    at = choose(self.contains(regs.get(*set), regs.get(*item)), *yes, *no);
                }
                Op::IsEmpty { set, yes, no } => {
                    at = choose(self.is_empty(regs.get(*set)), *yes, *no);
                }
                Op::IsTurn {
                    when,
                    side,
                    yes,
                    no,
                } => {
                    let turn = self.domain.turn(self.position(*when, inputs));
                    at = choose(turn == *side, *yes, *no);
                }
                Op::NoMoves { when, yes, no } => {
                    at = choose(!self.has_moves_at(*when, inputs), *yes, *no);
                }
                Op::TestWithoutMoves {
                    word,
                    when,
                    yes,
                    no,
                } => at = choose(word(self.position(*when, inputs)), *yes, *no),
                Op::HasBefore { yes, no } => at = choose(has_before(inputs), *yes, *no),
                Op::Recall {
                    slot,
                    when,
                    to,
                    known,
                    missing,
                } => match self.recall(*slot, *when, inputs) {
                    Some(Some(raw)) => {
                        regs.put(*to, raw);
                        at = *known as usize;
                    }
                    Some(None) => at = *missing as usize,
                    None => {}
                },
                Op::Remember { slot, when, from } => {
                    // A set that is kept aside does not outlive the evaluation.
                    if D::WORD_SETS {
                        self.remember(*slot, *when, inputs, Some(regs.get(*from)));
                    }
                }
                Op::RememberMissing { slot, when } => self.remember(*slot, *when, inputs, None),
                Op::Clear { regs: cleared } => {
                    for reg in cleared {
                        regs.put(*reg, 0);
                    }
                }
                Op::Once { state, yes, no } => match regs.get(*state) {
                    0 => {}
                    known => at = choose(known == 1, *yes, *no),
                },
                Op::Jump(to) => at = *to as usize,
                Op::Answer(raw) => return Ended::Value(*raw),
                Op::Give(reg) => return Ended::Value(regs.get(*reg)),
                Op::GiveNothing => return Ended::Nothing,
                Op::MoveWord { .. }
                | Op::ShapeWord { .. }
                | Op::AfterWord { .. }
                | Op::AnySideWord { .. }
                | Op::TestAfter { .. }
                | Op::TestShape { .. }
                | Op::SlowWord { .. }
                | Op::Depth { .. }
                | Op::Play
                | Op::Can { .. }
                | Op::AnySide { .. }
                | Op::OverMoves { .. }
                | Op::Shared { .. } => match self.seldom(op, regs, inputs, env, at) {
                    Ok(next) => at = next,
                    Err(ended) => return ended,
                },
            }
        }
    }
}

#[inline]
pub(super) fn choose(holds: bool, yes: u32, no: u32) -> usize {
    (if holds { yes } else { no }) as usize
}
