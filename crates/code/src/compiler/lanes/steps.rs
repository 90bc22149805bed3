//! The steps of code with lanes, and the blocks of instructions that are run once for all lanes.
//!
//! The position before our last move is the one at hand, so what was true there of men who are there is in their
//! registers: it is neither looked up nor remembered.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use domain::{Fast, Type};

use super::{Held, LaneAnalysis, LaneForm, Point};
use crate::compiled::{
    ANSWERS, Address, Code, FIRST_MAN, LaneCode, LaneKind, LaneStep, MAX_STEPS, N_ANSWERS, Op,
    Operand, Reg, SideWord, When,
};
use crate::compiler::addresses::each_address;
use crate::compiler::same::{always_jumps, looks_back, uses};

impl<D: Fast> LaneAnalysis<'_, D> {
    pub(super) fn code(mut self, needed: u64, start: Address) -> Option<LaneCode<D>> {
        let start = (start, Held::new());
        // All paths lead forward.
        let mut open = BTreeSet::from([start.clone()]);
        let (mut passed, mut forms) = (BTreeMap::new(), BTreeMap::new());
        while let Some(point) = open.pop_first() {
            let form = self.form(&point)?;
            let next = match &form {
                LaneForm::Holds(held) => vec![self.point(point.0 + 1, held)],
                LaneForm::Test(_, yes, no) => vec![yes.clone(), no.clone()],
                LaneForm::Same => {
                    let block = point.0..self.end_of_block(point.0);
                    let next = block.clone().flat_map(|at| self.next_of(at));
                    let out = next.filter(|to| !block.contains(to));
                    out.map(|to| self.point(to, &point.1)).collect()
                }
            };
            if let (LaneForm::Holds(_), [next]) = (&form, &next[..]) {
                passed.insert(point, next.clone());
            } else {
                forms.insert(point, form);
            }
            open.extend(next.into_iter().filter(|(at, _)| *at < ANSWERS));
            if forms.len() > MAX_STEPS {
                return None;
            }
        }
        let order: Vec<Point> = forms.keys().cloned().collect();
        let place = |point: &Point| -> Option<u8> {
            let mut point = point.clone();
            while let Some(next) = passed.get(&point) {
                point = next.clone();
            }
            if let Some(answer) = point.0.checked_sub(ANSWERS) {
                return (answer < N_ANSWERS as u32).then_some(answer as u8);
            }
            let idx = order.binary_search(&point).ok()?;
            Some((N_ANSWERS + idx) as u8)
        };
        let mut written = HashMap::new();
        let mut steps = Vec::new();
        for (point, form) in forms {
            steps.push(match form {
                LaneForm::Test(kind, yes, no) => LaneStep {
                    kind,
                    yes: place(&yes)?,
                    no: place(&no)?,
                },
                LaneForm::Same | LaneForm::Holds(_) => {
                    let block = point.0..self.end_of_block(point.0);
                    let exit = |to| place(&self.point(to, &point.1));
                    match self.one_test(&block) {
                        Some((kind, yes, no)) => LaneStep {
                            kind,
                            yes: exit(yes)?,
                            no: exit(no)?,
                        },
                        None => self.block(block, needed, exit, &mut written)?,
                    }
                }
            });
        }
        Some(LaneCode {
            needed,
            steps,
            first: place(&start)?,
            kept: None,
            parts: Vec::new(),
            is_of_all_men: false,
        })
    }

    /// A block that is nothing but one of the more frequent tests.
    fn one_test(&self, block: &Range<Address>) -> Option<(LaneKind<D>, Address, Address)> {
        if block.len() != 1 {
            return None;
        }
        let op = self.op(block.start);
        let compare = |operands: &[Operand; 2], is_less| LaneKind::Compare {
            operands: Box::new(operands.clone()),
            is_less,
        };
        if let Op::TestPair {
            table,
            a,
            b,
            yes,
            no,
        } = op
        {
            let (table, a, b) = (Arc::clone(table), *a, *b);
            return Some((LaneKind::TestPair { table, a, b }, *yes, *no));
        }
        if let Op::TestNumbersOfItems {
            asked,
            items,
            yes,
            no,
        } = op
        {
            let (asked, items) = (asked.clone(), *items);
            return Some((LaneKind::TestNumbers { asked, items }, *yes, *no));
        }
        if let Op::LessLookedUp { operands, yes, no } = op {
            return Some((compare(operands, true), *yes, *no));
        }
        if let Op::EqualLookedUp { operands, yes, no } = op {
            return Some((compare(operands, false), *yes, *no));
        }
        None
    }

    /// A block of instructions that are the same in all lanes. Two blocks may not write the same register: one lane
    /// might have come through the one, another through the other.
    fn block(
        &self,
        block: Range<Address>,
        needed: u64,
        place: impl Fn(Address) -> Option<u8>,
        written: &mut HashMap<Reg, Address>,
    ) -> Option<LaneStep<D>> {
        let mut places = Vec::new();
        let mut exit = |to: Address| -> Option<Address> {
            let to = place(to)?;
            let known = places.iter().position(|other| *other == to);
            let idx = known.unwrap_or_else(|| {
                places.push(to);
                places.len() - 1
            });
            Some(ANSWERS + idx as Address)
        };
        // What is at hand need not be remembered.
        let is_remembered = block.clone().any(|at| {
            let op = self.op(at);
            if let Op::SideWords { when, words } = op {
                return !are_at_hand(*when, words, needed);
            }
            let is_known = matches!(
                op,
                Op::HasBefore { .. }
                    | Op::Recall { .. }
                    | Op::Remember { .. }
                    | Op::RememberMissing { .. }
            );
            !is_known && looks_back(op)
        });
        let mut copies = Vec::new();
        // Where the copies of each instruction begin.
        let mut begins = Vec::new();
        for at in block.clone() {
            let uses = uses(self.op(at))?;
            for reg in uses.writes {
                if *written.entry(reg).or_insert(block.start) != block.start {
                    return None;
                }
            }
            begins.push(copies.len() as Address);
            copies.extend(at_hand(uses.copy, at + 1, needed, is_remembered)?);
        }
        let last = block.end.checked_sub(1)?;
        if !always_jumps(self.op(last)) {
            copies.push(Op::Jump(block.end));
        }
        let mut fits = true;
        for copy in &mut copies {
            each_address(copy, |to| {
                if block.contains(to) {
                    *to = begins[(*to - block.start) as usize];
                } else if let Some(exit) = exit(*to) {
                    *to = exit;
                } else {
                    fits = false;
                }
            });
        }
        if !fits {
            return None;
        }
        // All lanes just go on.
        if let ([Op::Jump(_)], [place]) = (&copies[..], &places[..]) {
            return Some(LaneStep {
                kind: LaneKind::Fixed(u64::MAX),
                yes: *place,
                no: *place,
            });
        }
        let code = Code {
            ops: copies,
            ty: Type::Number,
        };
        let places = places.into_boxed_slice();
        Some(LaneStep {
            kind: LaneKind::Same {
                code,
                places,
                kept: None,
            },
            yes: 0,
            no: 0,
        })
    }
}

/// An instruction where the position before our last move is at hand, its men in their registers: what is to be done in
/// its place, if the code goes on behind it.
fn at_hand<D: Fast>(
    op: Op<D>,
    behind: Address,
    needed: u64,
    is_remembered: bool,
) -> Option<Vec<Op<D>>> {
    if let Op::Answer(raw) = op {
        return Some(vec![Op::Jump(ANSWERS + Address::try_from(raw).ok()?)]);
    }
    if let Op::HasBefore { yes: to, .. } | Op::Jump(to) = op {
        return Some(if to == behind {
            Vec::new()
        } else {
            vec![Op::Jump(to)]
        });
    }
    if let Op::SideWords { when, words } = &op
        && are_at_hand(*when, words, needed)
    {
        let copies = words.iter().filter_map(|word| {
            let from = (FIRST_MAN + word.only_man?) as Reg;
            Some(Op::Copy { to: word.to, from })
        });
        return Some(copies.collect());
    }
    if let Op::Recall { when, .. } | Op::Remember { when, .. } | Op::RememberMissing { when, .. } =
        op
        && when == When::Before
        && !is_remembered
    {
        return Some(Vec::new());
    }
    Some(vec![op])
}

/// Are these words about men whose places before our last move are in their registers?
fn are_at_hand<D: Fast>(when: When, words: &[SideWord<D>], needed: u64) -> bool {
    let is_there = |man: Option<usize>| man.is_some_and(|idx| needed >> idx & 1 != 0);
    when == When::Before && words.iter().all(|word| is_there(word.only_man))
}
