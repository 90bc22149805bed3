//! From ordinary code to code for all targets of a man at once.
//!
//! Instructions that read the man's square become steps that test all lanes; the others are gathered into blocks that
//! are run once. Where something depends on the man in another way, the code has no lanes, and is run for each move.

mod steps;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use domain::Fast;

use super::addresses::each_address;
use super::rows::{Column, RowTables, column_of, lanes_where, of_classes};
use super::same::{always_jumps, uses};
use crate::compiled::{
    ANSWERS, Address, LaneCode, LaneKind, MAX_REGS, NumbersOfItems, Op, Operand, Reg, When,
};

/// A number that depends on the man, and the register of the other item on which it depends.
#[derive(Clone)]
struct Varying {
    column: Column,
    of: Reg,
}

/// What a register holds on one path, if on some path it depends on the man.
#[derive(Clone)]
enum HeldValue {
    Varying(Varying),
    /// The same as another register, in all lanes.
    Same(Reg),
}

/// The registers that depend on the man on some path: what each holds, by its index among the sources.
type Held = BTreeMap<Reg, usize>;

/// A place in the code, with what is held there.
type Point = (Address, Held);

/// What an instruction is to lanes.
enum LaneForm<D: Fast> {
    /// The same in all of them: the first of a block.
    Same,
    /// It only says what a register holds from here on.
    Holds(Held),
    /// It tests each lane: where those go for which it is true, and the others.
    Test(LaneKind<D>, Point, Point),
}

/// What is compared.
enum Compared {
    Man,
    Varying(Varying),
    Same(Operand),
}

/// The code for the positions after quiet moves of the man whose square is in a register, if there is such code.
pub(super) fn lanes<D: Fast>(
    ops: &mut [Op<D>],
    man: Reg,
    rows: &mut RowTables,
) -> Option<LaneCode<D>> {
    if !D::WORD_SETS || !D::TELLS_ONLY_MEN {
        return None;
    }
    let (needed, start) = match ops {
        [Op::OnlyMen { needed, .. }, ..] => (*needed, 1),
        _ => (0, 0),
    };
    let jumps = ops.iter_mut().map(addresses_of).collect();
    let mut analysis = LaneAnalysis {
        ops,
        man,
        rows,
        jumps,
        reached: BTreeSet::new(),
        varying: BTreeSet::new(),
        live: HashMap::new(),
        starts: BTreeSet::new(),
        sources: Vec::new(),
    };
    analysis.find_reached(start)?;
    analysis.find_varying();
    analysis.find_live();
    analysis.find_starts(start);
    analysis.code(needed, start)
}

struct LaneAnalysis<'r, D: Fast> {
    ops: &'r [Op<D>],
    man: Reg,
    rows: &'r mut RowTables,
    /// Where each instruction may jump.
    jumps: Vec<Vec<Address>>,
    /// The instructions that can be reached.
    reached: BTreeSet<Address>,
    /// The registers that depend on the man on some path, beside his own.
    varying: BTreeSet<Reg>,
    /// Those that are still read, for each place.
    live: HashMap<Address, BTreeSet<Reg>>,
    /// The first instructions of blocks.
    starts: BTreeSet<Address>,
    sources: Vec<HeldValue>,
}

impl<D: Fast> LaneAnalysis<'_, D> {
    fn op(&self, at: Address) -> &Op<D> {
        &self.ops[at as usize]
    }

    /// Where the code may go on after an instruction.
    fn next_of(&self, at: Address) -> Vec<Address> {
        let mut next = self.jumps[at as usize].clone();
        next.extend((!always_jumps(self.op(at))).then_some(at + 1));
        next
    }

    /// Finds what can be reached. All jumps lead forward, or there are no lanes.
    fn find_reached(&mut self, start: Address) -> Option<()> {
        let mut open = BTreeSet::from([start]);
        while let Some(at) = open.pop_first() {
            self.ops.get(at as usize)?;
            for place in self.next_of(at) {
                if place <= at {
                    return None;
                }
                if place < ANSWERS {
                    open.insert(place);
                }
            }
            self.reached.insert(at);
        }
        Some(())
    }

    fn varies(&self, reg: Reg) -> bool {
        reg == self.man || self.varying.contains(&reg)
    }

    fn find_varying(&mut self) {
        for at in self.reached.clone() {
            if let Some(uses) = uses(self.op(at))
                && uses.reads.iter().any(|reg| self.varies(*reg))
            {
                self.varying.extend(uses.writes);
            }
        }
    }

    fn find_live(&mut self) {
        for at in self.reached.clone().into_iter().rev() {
            let mut live = BTreeSet::new();
            for next in self.next_of(at) {
                live.extend(self.live.get(&next).into_iter().flatten().copied());
            }
            if let Some(uses) = uses(self.op(at)) {
                live.retain(|reg| !uses.writes.contains(reg));
                let reads = uses.reads.into_iter();
                live.extend(reads.filter(|reg| self.varying.contains(reg)));
            }
            self.live.insert(at, live);
        }
    }

    /// Is the instruction carried out once for all lanes?
    fn is_same(&self, at: Address) -> bool {
        self.reached.contains(&at)
            && uses(self.op(at)).is_some_and(|uses| {
                let mut regs = uses.reads.iter().chain(&uses.writes);
                !regs.any(|reg| self.varies(*reg))
            })
    }

    /// Finds the first instructions of blocks: those to which another block or another instruction leads.
    fn find_starts(&mut self, start: Address) {
        self.starts.insert(start);
        for at in &self.reached {
            if !self.is_same(*at) {
                self.starts.extend(self.next_of(*at));
            }
        }
        loop {
            let n_before = self.starts.len();
            for first in self.starts.clone() {
                let behind = self.end_of_block(first);
                for at in first..behind {
                    let next = self.next_of(at).into_iter();
                    let out = next.filter(|to| !(first + 1..behind).contains(to));
                    self.starts.extend(out);
                }
            }
            if self.starts.len() == n_before {
                return;
            }
        }
    }

    /// Where the block that begins here ends.
    fn end_of_block(&self, first: Address) -> Address {
        let mut at = first;
        while at < ANSWERS && self.is_same(at) {
            at += 1;
            if self.starts.contains(&at) {
                break;
            }
        }
        at
    }

    /// A place, with what is held that is still read there.
    fn point(&self, at: Address, held: &Held) -> Point {
        let is_live = |reg: &Reg| self.live.get(&at).is_some_and(|live| live.contains(reg));
        let held = held.iter().filter(|(reg, _)| is_live(reg));
        (at, held.map(|(reg, source)| (*reg, *source)).collect())
    }

    /// The same with one register that holds something new.
    fn holding(&mut self, held: &Held, reg: Reg, source: HeldValue) -> Held {
        let same = |other: &HeldValue| match (other, &source) {
            (HeldValue::Varying(a), HeldValue::Varying(b)) => {
                a.of == b.of && a.column.identity() == b.column.identity()
            }
            (HeldValue::Same(a), HeldValue::Same(b)) => a == b,
            (HeldValue::Varying(_), HeldValue::Same(_))
            | (HeldValue::Same(_), HeldValue::Varying(_)) => false,
        };
        let known = self.sources.iter().position(same);
        let idx = known.unwrap_or_else(|| {
            self.sources.push(source);
            self.sources.len() - 1
        });
        let mut held = held.clone();
        held.insert(reg, idx);
        held
    }

    fn form(&mut self, (at, held): &Point) -> Option<LaneForm<D>> {
        let (at, behind) = (*at, *at + 1);
        if self.is_same(at) {
            return Some(LaneForm::Same);
        }
        let ops = self.ops;
        let op = &ops[at as usize];
        if let Op::OfItem { table, to, a } = op
            && *a == self.man
        {
            let column = column_of(table);
            // It depends on no other item, so any constant will do.
            let of = (MAX_REGS - 1) as Reg;
            let source = HeldValue::Varying(Varying { column, of });
            return Some(LaneForm::Holds(self.holding(held, *to, source)));
        }
        if let Op::OfPair { table, to, a, b } = op {
            let source = HeldValue::Varying(self.of_pair(table, *a, *b)?);
            return Some(LaneForm::Holds(self.holding(held, *to, source)));
        }
        if let Op::PerhapsOfPair {
            table,
            to,
            a,
            b,
            missing,
        } = op
        {
            let varying = self.of_pair(table, *a, *b)?;
            let (rows, of) = (self.rows.values(&varying.column), varying.of);
            let there = self.holding(held, *to, HeldValue::Varying(varying));
            let kind = LaneKind::OfItem { rows, of };
            let (yes, no) = (self.point(behind, &there), self.point(*missing, held));
            return Some(LaneForm::Test(kind, yes, no));
        }
        if let Op::Copy { to, from } = op {
            let source = match held.get(from) {
                Some(source) => self.sources[*source].clone(),
                None if *from == self.man => return None,
                None => HeldValue::Same(*from),
            };
            return Some(LaneForm::Holds(self.holding(held, *to, source)));
        }
        let (kind, yes, no) = self.test(op, held)?;
        Some(LaneForm::Test(
            kind,
            self.point(yes, held),
            self.point(no, held),
        ))
    }

    /// What an instruction tests in each lane, and where they go.
    fn test(&mut self, op: &Op<D>, held: &Held) -> Option<(LaneKind<D>, Address, Address)> {
        if let Op::NoMoves { when, yes, no } = op {
            return (*when == When::Now).then_some((LaneKind::NoMoves, *yes, *no));
        }
        if let Op::TestWithoutMoves {
            word,
            when,
            yes,
            no,
        } = op
        {
            return (*when == When::Now).then_some((LaneKind::WithoutMoves(*word), *yes, *no));
        }
        if let Op::TestItem { table, a, yes, no } = op {
            let lanes = lanes_where(|lane| table[lane] != 0);
            return (*a == self.man).then_some((LaneKind::Fixed(lanes), *yes, *no));
        }
        if let Op::TestPair {
            table,
            a,
            b,
            yes,
            no,
        } = op
        {
            let Varying { column, of } = self.of_pair(table, *a, *b)?;
            let rows = self.rows.truths(&column);
            return Some((LaneKind::OfItem { rows, of }, *yes, *no));
        }
        if let Op::TestNumbersOfItems {
            asked,
            items,
            yes,
            no,
        } = op
        {
            return Some((self.of_classes(asked, *items)?, *yes, *no));
        }
        if let Op::Contains { item, set, yes, no } = op {
            let is_of_man = *item == self.man && !self.varies(*set);
            return is_of_man.then_some((LaneKind::InSet(*set), *yes, *no));
        }
        if let Op::EqualLookedUp { operands, yes, no } = op {
            let [a, b] = &**operands;
            return self.compared([a, b], held, false, *yes, *no);
        }
        if let Op::LessLookedUp { operands, yes, no } = op {
            let [a, b] = &**operands;
            return self.compared([a, b], held, true, *yes, *no);
        }
        if let Op::Equal { a, b, yes, no } = op {
            let (a, b) = (Operand::of(*a), Operand::of(*b));
            return self.compared([&a, &b], held, false, *yes, *no);
        }
        if let Op::Less { a, b, yes, no } = op {
            let (a, b) = (Operand::of(*a), Operand::of(*b));
            return self.compared([&a, &b], held, true, *yes, *no);
        }
        None
    }

    /// A table by the man and another item.
    fn of_pair(&self, table: &Arc<[u8; 64 * 64]>, a: Reg, b: Reg) -> Option<Varying> {
        let is_first = a == self.man;
        let of = if is_first { b } else { a };
        let is_of_man = (is_first || b == self.man) && !self.varies(of);
        is_of_man.then(|| Varying {
            column: Column {
                table: Arc::clone(table),
                is_first,
            },
            of,
        })
    }

    fn of_classes(&self, asked: &NumbersOfItems, items: [Reg; 3]) -> Option<LaneKind<D>> {
        let (mut staying, mut n_staying) = ([0; 2], 0);
        for (place, item) in items.iter().enumerate() {
            if *item == self.man {
                continue;
            }
            if self.varies(*item) || n_staying == 2 {
                return None;
            }
            staying[n_staying] = place;
            n_staying += 1;
        }
        Some(LaneKind::OfClasses {
            asked: Arc::new(of_classes(asked, staying, n_staying)),
            a: items[staying[0]],
            b: items[staying[1]],
        })
    }

    fn operand(&self, operand: &Operand, held: &Held) -> Option<Compared> {
        let Operand { table, a, b } = operand;
        if let Some(table) = table {
            return Some(if self.varies(*a) || self.varies(*b) {
                Compared::Varying(self.of_pair(table, *a, *b)?)
            } else {
                Compared::Same(operand.clone())
            });
        }
        if *a == self.man {
            return Some(Compared::Man);
        }
        Some(match held.get(a).map(|source| &self.sources[*source]) {
            Some(HeldValue::Varying(varying)) => Compared::Varying(varying.clone()),
            Some(HeldValue::Same(reg)) => Compared::Same(Operand::of(*reg)),
            None if self.varying.contains(a) => return None,
            None => Compared::Same(operand.clone()),
        })
    }

    fn compared(
        &mut self,
        [a, b]: [&Operand; 2],
        held: &Held,
        is_less: bool,
        yes: Address,
        no: Address,
    ) -> Option<(LaneKind<D>, Address, Address)> {
        let kind = match (self.operand(a, held)?, self.operand(b, held)?) {
            (Compared::Varying(a), Compared::Varying(b)) => {
                let rows = self.rows.compared(&a.column, &b.column, is_less);
                let (a, b) = (a.of, b.of);
                LaneKind::OfPair { rows, a, b }
            }
            (Compared::Varying(Varying { column, of }), Compared::Same(number)) => {
                let rows = self.rows.below(&column);
                match is_less {
                    true => LaneKind::Less { rows, of, number },
                    false => LaneKind::Equal { rows, of, number },
                }
            }
            (Compared::Same(number), Compared::Varying(Varying { column, of })) => {
                let rows = self.rows.below(&column);
                if is_less {
                    // It is less if the other is not at most as great.
                    return Some((LaneKind::AtMost { rows, of, number }, no, yes));
                }
                LaneKind::Equal { rows, of, number }
            }
            (Compared::Same(a), Compared::Same(b)) => LaneKind::Compare {
                operands: Box::new([a, b]),
                is_less,
            },
            (Compared::Man, Compared::Same(Operand { table: None, a, .. }))
            | (Compared::Same(Operand { table: None, a, .. }), Compared::Man)
                if !is_less =>
            {
                LaneKind::Is(a)
            }
            (Compared::Man | Compared::Varying(_) | Compared::Same(_), _) => return None,
        };
        Some((kind, yes, no))
    }
}

/// The addresses that an instruction names.
fn addresses_of<D: Fast>(op: &mut Op<D>) -> Vec<Address> {
    let mut addresses = Vec::new();
    each_address(op, |place| addresses.push(*place));
    addresses
}
