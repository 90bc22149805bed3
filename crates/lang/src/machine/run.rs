//! The loop that carries out instructions, one after the other.

use domain::{Domain, Item, ItemSet, RawArgs, Scope, Side, Type, Value, WordId};

use super::{Host, Moment};
use crate::checked::{Comparison, Operation};
use crate::compiled::{MAX_REGS, OfNumbers, Op, Reg, TimelessFn, When};
use crate::reference::Stopped;

/// The registers: a fixed number, so that no bound need be checked at every step.
pub(super) type Regs = [u64; MAX_REGS];

/// What code uses beside its registers.
pub(super) struct Aside<'a, D: Domain> {
    domain: &'a D,
    /// The position after the move in question.
    pub(super) after: Option<D::Position>,
    /// The last position in which the side to move was found to have a move.
    mobile: Option<D::Position>,
    /// What has been found out at other times.
    memory: Vec<Memory>,
    /// Sets that do not fit into a register; the register then holds an index.
    pub(super) sets: Vec<ItemSet>,
}

/// What is remembered of a value at another time.
#[derive(Clone, Copy, Default)]
struct Memory {
    /// The stamp of the position; 0 is nobody's.
    stamp: u64,
    raw: Option<u64>,
}

impl<'a, D: Domain> Aside<'a, D> {
    pub(super) fn new(domain: &'a D, n_slots: usize) -> Aside<'a, D> {
        Aside {
            domain,
            after: None,
            mobile: None,
            memory: vec![Memory::default(); n_slots],
            sets: Vec::new(),
        }
    }

    /// Runs code to its end. Its value is missing, or raw.
    pub(super) fn run(
        &mut self,
        regs: &mut Regs,
        ops: &[Op<D>],
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<Option<u64>, Stopped> {
        let mut at = 0usize;
        loop {
            let op = &ops[at];
            at += 1;
            match op {
                Op::Constant { to, raw } => put(regs, *to, *raw),
                Op::Copy { to, from } => {
                    let raw = get(regs, *from);
                    put(regs, *to, raw);
                }
                Op::Arithmetic {
                    operation,
                    to,
                    a,
                    b,
                    missing,
                } => match arithmetic(*operation, number(regs, *a), number(regs, *b)) {
                    Some(number) => put(regs, *to, number.cast_unsigned()),
                    None => at = *missing as usize,
                },
                Op::Negate { to, a, missing } => match number(regs, *a).checked_neg() {
                    Some(number) => put(regs, *to, number.cast_unsigned()),
                    None => at = *missing as usize,
                },
                Op::Abs { to, a, missing } => match number(regs, *a).checked_abs() {
                    Some(number) => put(regs, *to, number.cast_unsigned()),
                    None => at = *missing as usize,
                },
                Op::Sign { to, a } => put(regs, *to, number(regs, *a).signum().cast_unsigned()),
                Op::Min { to, a, b } => put(
                    regs,
                    *to,
                    number(regs, *a).min(number(regs, *b)).cast_unsigned(),
                ),
                Op::Max { to, a, b } => put(
                    regs,
                    *to,
                    number(regs, *a).max(number(regs, *b)).cast_unsigned(),
                ),
                Op::Word {
                    word,
                    when,
                    viewer,
                    to,
                    args,
                    missing,
                } => match word(self.position(*when, moment), *viewer, args_of(regs, *args)) {
                    Some(raw) => put(regs, *to, raw),
                    None => at = *missing as usize,
                },
                Op::MoveWord {
                    word,
                    viewer,
                    to,
                    args,
                    missing,
                } => {
                    let m = the_move(moment);
                    match word(moment.position, m, *viewer, args_of(regs, *args)) {
                        Some(raw) => put(regs, *to, raw),
                        None => at = *missing as usize,
                    }
                }
                Op::ShapeWord {
                    word,
                    viewer,
                    to,
                    missing,
                } => {
                    let m = the_move(moment);
                    match word(m, *viewer) {
                        Some(raw) => put(regs, *to, raw),
                        None => at = *missing as usize,
                    }
                }
                Op::AfterWord { word, to, missing } => {
                    match word(self.position(When::After, moment)) {
                        Some(raw) => put(regs, *to, raw),
                        None => at = *missing as usize,
                    }
                }
                Op::SideWord {
                    word,
                    when,
                    to,
                    missing,
                } => match word(self.position(*when, moment)) {
                    Some(raw) => put(regs, *to, raw),
                    None => at = *missing as usize,
                },
                Op::AnySideWord {
                    words,
                    when,
                    side,
                    to,
                    missing,
                } => {
                    let side = if get(regs, *side) == 0 {
                        Side::Us
                    } else {
                        Side::Them
                    };
                    match words[side](self.position(*when, moment)) {
                        Some(raw) => put(regs, *to, raw),
                        None => at = *missing as usize,
                    }
                }
                Op::Timeless {
                    word,
                    viewer,
                    to,
                    args,
                    missing,
                } => match word(*viewer, args_of(regs, *args)) {
                    Some(raw) => put(regs, *to, raw),
                    None => at = *missing as usize,
                },
                Op::OfItem { table, to, a } => {
                    let raw = of_item(table, get(regs, *a));
                    put(regs, *to, raw.into());
                }
                Op::OfPair { table, to, a, b } => {
                    let raw = of_pair(table, get(regs, *a), get(regs, *b));
                    put(regs, *to, raw.into());
                }
                Op::TestTimeless {
                    word,
                    viewer,
                    args,
                    yes,
                    no,
                } => {
                    let raw = word(*viewer, args_of(regs, *args));
                    at = choose(raw == Some(1), *yes, *no);
                }
                Op::OfNumbers {
                    asked,
                    to,
                    args,
                    missing,
                } => match of_numbers(asked, args_of(regs, *args)) {
                    Some(raw) => put(regs, *to, raw),
                    None => at = *missing as usize,
                },
                Op::TestNumbers {
                    asked,
                    args,
                    yes,
                    no,
                } => {
                    let raw = of_numbers(asked, args_of(regs, *args));
                    at = choose(raw == Some(1), *yes, *no);
                }
                Op::TestItem { table, a, yes, no } => {
                    at = choose(of_item(table, get(regs, *a)) != 0, *yes, *no);
                }
                Op::TestPair {
                    table,
                    a,
                    b,
                    yes,
                    no,
                } => {
                    let raw = of_pair(table, get(regs, *a), get(regs, *b));
                    at = choose(raw != 0, *yes, *no);
                }
                Op::TestAfter { word, yes, no } => {
                    let raw = word(self.position(When::After, moment));
                    at = choose(raw == Some(1), *yes, *no);
                }
                Op::TestWord {
                    word,
                    when,
                    viewer,
                    args,
                    yes,
                    no,
                } => {
                    let raw = word(self.position(*when, moment), *viewer, args_of(regs, *args));
                    at = choose(raw == Some(1), *yes, *no);
                }
                Op::TestShape {
                    word,
                    viewer,
                    yes,
                    no,
                } => {
                    let m = the_move(moment);
                    at = choose(word(m, *viewer) == Some(1), *yes, *no);
                }
                Op::SlowWord {
                    word,
                    when,
                    viewer,
                    to,
                    args,
                    missing,
                } => match self.slow_word(*word, *when, *viewer, args_of(regs, *args), moment) {
                    Some(raw) => put(regs, *to, raw),
                    None => at = *missing as usize,
                },
                Op::Depth { to } => put(regs, *to, u64::from(moment.depth)),
                Op::EmptySet { to } => {
                    let raw = if D::WORD_SETS {
                        0
                    } else {
                        self.hold(ItemSet::EMPTY)
                    };
                    put(regs, *to, raw);
                }
                Op::Union { to, a, b } => {
                    self.combine(regs, *to, *a, *b, |a, b| a | b, ItemSet::union)
                }
                Op::Intersect { to, a, b } => {
                    self.combine(regs, *to, *a, *b, |a, b| a & b, ItemSet::intersect)
                }
                Op::Without { to, a, b } => {
                    self.combine(regs, *to, *a, *b, |a, b| a & !b, ItemSet::without)
                }
                Op::Insert { set, item } => {
                    let item = get(regs, *item);
                    if D::WORD_SETS {
                        let bits = get(regs, *set) | 1 << item;
                        put(regs, *set, bits);
                    } else {
                        let mut items = self.set(get(regs, *set));
                        items.insert(Item(item as u32));
                        let raw = self.hold(items);
                        put(regs, *set, raw);
                    }
                }
                Op::Count { to, set } => {
                    let raw = get(regs, *set);
                    let count = if D::WORD_SETS {
                        raw.count_ones() as usize
                    } else {
                        self.set(raw).len()
                    };
                    put(regs, *to, count as u64);
                }
                Op::Only { to, set, missing } => {
                    let items = self.set(get(regs, *set));
                    let mut items = items.iter();
                    match (items.next(), items.next()) {
                        (Some(item), None) => put(regs, *to, u64::from(item.0)),
                        (None | Some(_), _) => at = *missing as usize,
                    }
                }
                Op::Next { item, set, done } => {
                    host.steps(1)?;
                    let raw = get(regs, *set);
                    if D::WORD_SETS {
                        if raw == 0 {
                            at = *done as usize;
                        } else {
                            put(regs, *item, u64::from(raw.trailing_zeros()));
                            put(regs, *set, raw & (raw - 1));
                        }
                    } else {
                        let items = self.set(raw);
                        match items.iter().next() {
                            None => at = *done as usize,
                            Some(first) => {
                                let rest = items.without(&[first].into_iter().collect());
                                let rest = self.hold(rest);
                                put(regs, *item, u64::from(first.0));
                                put(regs, *set, rest);
                            }
                        }
                    }
                }
                Op::Compare {
                    comparison,
                    a,
                    b,
                    yes,
                    no,
                } => {
                    let (a, b) = (number(regs, *a), number(regs, *b));
                    let holds = match comparison {
                        Comparison::Equal => a == b,
                        Comparison::Unequal => a != b,
                        Comparison::Less => a < b,
                        Comparison::LessOrEqual => a <= b,
                        Comparison::Greater => a > b,
                        Comparison::GreaterOrEqual => a >= b,
                    };
                    at = choose(holds, *yes, *no);
                }
                Op::SameSet { a, b, yes, no } => {
                    at = choose(
                        self.set(get(regs, *a)) == self.set(get(regs, *b)),
                        *yes,
                        *no,
                    );
                }
                Op::Test { a, yes, no } => at = choose(get(regs, *a) != 0, *yes, *no),
                Op::Contains { item, set, yes, no } => {
                    let (item, set) = (get(regs, *item), get(regs, *set));
                    let holds = if D::WORD_SETS {
                        set >> item & 1 != 0
                    } else {
                        self.set(set).contains(Item(item as u32))
                    };
                    at = choose(holds, *yes, *no);
                }
                Op::IsEmpty { set, yes, no } => {
                    let raw = get(regs, *set);
                    let empty = if D::WORD_SETS {
                        raw == 0
                    } else {
                        self.set(raw).is_empty()
                    };
                    at = choose(empty, *yes, *no);
                }
                Op::IsTurn {
                    when,
                    side,
                    yes,
                    no,
                } => {
                    let turn = self.domain.turn(self.position(*when, moment));
                    at = choose(turn == *side, *yes, *no);
                }
                Op::NoMoves { when, yes, no } => {
                    let any = match when {
                        When::After => self.after_has_moves(),
                        When::Now => self.has_moves(moment.position),
                        When::Before | When::Root => {
                            self.domain.has_moves(self.position(*when, moment))
                        }
                    };
                    at = choose(!any, *yes, *no);
                }
                Op::TestWithoutMoves {
                    word,
                    when,
                    yes,
                    no,
                } => at = choose(word(self.position(*when, moment)), *yes, *no),
                Op::HasBefore { yes, no } => at = choose(has_before(moment), *yes, *no),
                Op::Play => {
                    self.after = Some(self.domain.play(moment.position, the_move(moment)));
                }
                Op::Can {
                    piece,
                    viewer,
                    when,
                    yes,
                    no,
                } => {
                    let satisfied = host.can(*piece, *viewer, self.position(*when, moment))?;
                    at = choose(satisfied, *yes, *no);
                }
                Op::Recall {
                    slot,
                    when,
                    to,
                    known,
                    missing,
                } => {
                    let memory = self.memory[usize::from(*slot)];
                    if memory.stamp == stamp(*when, moment) {
                        match memory.raw {
                            Some(raw) => {
                                put(regs, *to, raw);
                                at = *known as usize;
                            }
                            None => at = *missing as usize,
                        }
                    }
                }
                Op::Remember { slot, when, from } => {
                    // A set that is held aside does not outlive the evaluation.
                    if D::WORD_SETS {
                        let raw = Some(get(regs, *from));
                        self.memory[usize::from(*slot)] = Memory {
                            stamp: stamp(*when, moment),
                            raw,
                        };
                    }
                }
                Op::RememberMissing { slot, when } => {
                    self.memory[usize::from(*slot)] = Memory {
                        stamp: stamp(*when, moment),
                        raw: None,
                    };
                }
                Op::Jump(to) => at = *to as usize,
                Op::Answer(raw) => return Ok(Some(*raw)),
                Op::Give(reg) => return Ok(Some(get(regs, *reg))),
                Op::GiveNothing => return Ok(None),
            }
        }
    }

    /// The set that a register stands for.
    pub(super) fn set(&self, raw: u64) -> ItemSet {
        if D::WORD_SETS {
            ItemSet::from_bits(raw)
        } else {
            self.sets[raw as usize].clone()
        }
    }

    /// What stands for a set in a register.
    pub(super) fn hold(&mut self, set: ItemSet) -> u64 {
        if D::WORD_SETS {
            set.low_bits()
        } else {
            self.sets.push(set);
            self.sets.len() as u64 - 1
        }
    }

    fn combine(
        &mut self,
        regs: &mut Regs,
        to: Reg,
        a: Reg,
        b: Reg,
        bits: fn(u64, u64) -> u64,
        sets: fn(&ItemSet, &ItemSet) -> ItemSet,
    ) {
        let (a, b) = (get(regs, a), get(regs, b));
        let raw = if D::WORD_SETS {
            bits(a, b)
        } else {
            self.hold(sets(&self.set(a), &self.set(b)))
        };
        put(regs, to, raw);
    }

    #[inline]
    fn position<'m>(&'m self, when: When, moment: &Moment<'m, D>) -> &'m D::Position {
        // Nearly always it is now.
        if when == When::Now {
            moment.position
        } else {
            self.elsewhere(when, moment)
        }
    }

    #[inline(never)]
    fn elsewhere<'m>(&'m self, when: When, moment: &Moment<'m, D>) -> &'m D::Position {
        match when {
            When::Now => moment.position,
            When::Before => moment.before.expect("`HasBefore` was asked first").0,
            When::Root => moment.root.0,
            When::After => self.after.as_ref().expect("`Play` came first"),
        }
    }

    /// Has the side to move a legal move? A filter, a goal and the search may ask this of one position in turn.
    #[inline]
    pub(super) fn has_moves(&mut self, position: &D::Position) -> bool {
        if self.mobile.as_ref() == Some(position) {
            return true;
        }
        let any = self.domain.has_moves(position);
        if any {
            self.mobile = Some(position.clone());
        }
        any
    }

    /// The same of the position after the move in question.
    #[inline]
    fn after_has_moves(&mut self) -> bool {
        let after = self.after.take().expect("`Play` came first");
        let any = self.has_moves(&after);
        self.after = Some(after);
        any
    }

    /// A word through values.
    pub(super) fn slow_word(
        &mut self,
        id: WordId,
        when: When,
        viewer: Side,
        args: RawArgs,
        moment: &Moment<'_, D>,
    ) -> Option<u64> {
        let word = self.domain.vocabulary().word(id);
        let side = word.of_side.then_some(Type::Side);
        let types = side
            .into_iter()
            .chain(word.takes.iter().map(|parameter| parameter.ty));
        let args: Vec<Value> = types
            .zip(args)
            .map(|(ty, raw)| match ty {
                Type::Set(_) => Value::Set(self.set(raw)),
                ty @ (Type::Truth | Type::Number | Type::Side | Type::Item(_) | Type::Plan) => {
                    Value::from_raw(raw, ty)
                }
            })
            .collect();
        let value = match moment.the_move {
            Some(m) if word.scope == Scope::Move => {
                self.domain.move_word(id, moment.position, m, viewer, &args)
            }
            Some(_) | None => self
                .domain
                .word(id, self.position(when, moment), viewer, &args),
        };
        match value? {
            Value::Set(set) => Some(self.hold(set)),
            value @ (Value::Truth(_)
            | Value::Number(_)
            | Value::Side(_)
            | Value::Item(_)
            | Value::Plan(_)) => Some(value.to_raw()),
        }
    }
}

#[inline]
fn get(regs: &Regs, reg: Reg) -> u64 {
    regs[usize::from(reg)]
}

#[inline]
fn put(regs: &mut Regs, reg: Reg, raw: u64) {
    regs[usize::from(reg)] = raw;
}

#[inline]
fn number(regs: &Regs, reg: Reg) -> i64 {
    get(regs, reg).cast_signed()
}

/// What a table says of an item, and of a pair of items: every item is below 64.
#[inline]
fn of_item(table: &[u8; 64], a: u64) -> u8 {
    table[(a % 64) as usize]
}

#[inline]
fn of_pair(table: &[u8; 64 * 64], a: u64, b: u64) -> u8 {
    table[(a % 64 * 64 + b % 64) as usize]
}

/// What a table says of numbers, or the word itself where they are large.
#[inline]
fn of_numbers((table, word, viewer): &(OfNumbers, TimelessFn, Side), args: RawArgs) -> Option<u64> {
    let [a, b, c] = args;
    if (a | b | c) < 16 {
        let raw = table[(a << 8 | b << 4 | c) as usize % table.len()];
        (raw != u8::MAX).then_some(raw.into())
    } else {
        word(*viewer, args)
    }
}

/// Registers as the arguments of a word.
#[inline]
fn args_of(regs: &Regs, args: [Reg; 3]) -> RawArgs {
    args.map(|reg| get(regs, reg))
}

#[inline]
fn choose(holds: bool, yes: u32, no: u32) -> usize {
    (if holds { yes } else { no }) as usize
}

// What is rarely asked of a moment is kept out of the loop, lest all of it be fetched for every run.

#[inline(never)]
fn the_move<D: Domain>(moment: &Moment<'_, D>) -> D::Move {
    moment
        .the_move
        .expect("what is said of moves is said in constraints only")
}

#[inline(never)]
fn has_before<D: Domain>(moment: &Moment<'_, D>) -> bool {
    moment.before.is_some()
}

#[inline(never)]
fn stamp<D: Domain>(when: When, moment: &Moment<'_, D>) -> u64 {
    match when {
        When::Before => moment.before.map_or(0, |(_, stamp)| stamp),
        When::Root => moment.root.1,
        When::Now => moment.stamp,
        When::After => 0,
    }
}

/// Whole numbers; what does not fit, and division by zero, has no value.
#[inline]
fn arithmetic(operation: Operation, a: i64, b: i64) -> Option<i64> {
    match operation {
        Operation::Add => a.checked_add(b),
        Operation::Subtract => a.checked_sub(b),
        Operation::Multiply => a.checked_mul(b),
        Operation::Divide => {
            let quotient = a.checked_div(b)?;
            Some(if a % b != 0 && (a < 0) != (b < 0) {
                quotient - 1
            } else {
                quotient
            })
        }
        Operation::Modulo => {
            let remainder = a.checked_rem(b)?;
            Some(if remainder != 0 && (remainder < 0) != (b < 0) {
                remainder + b
            } else {
                remainder
            })
        }
    }
}
