//! The machine that runs [`compiled`](crate::compiled) code, and carries out compiled constraints.

mod lists;

use domain::{Domain, Item, ItemSet, RawArgs, Scope, Side, Type, Value, WordId};

use crate::checked::{Comparison, Operation, PieceId};
use crate::compiled::{Code, MAX_REGS, Op, Reg, When};
use crate::reference::Stopped;

/// The position that code is asked about, and what it may look at beside.
#[derive(Debug)]
pub struct Moment<'a, D: Domain> {
    /// Now.
    pub position: &'a D::Position,
    /// A stamp of that position, which no other bears.
    pub stamp: u64,
    /// Before our last move, and a stamp that no other position bears.
    pub before: Option<(&'a D::Position, u64)>,
    /// At the root of the tree, and a stamp that no other position bears.
    pub root: (&'a D::Position, u64),
    /// How many plies below the root.
    pub depth: u32,
    /// The move in question, in a constraint.
    pub the_move: Option<D::Move>,
}

impl<D: Domain> Clone for Moment<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain> Copy for Moment<'_, D> {}

/// Whoever runs code: answers what code cannot, and pays for loops.
pub trait Host<D: Domain> {
    /// Is the piece satisfiable in the position, for this side?
    fn can(
        &mut self,
        piece: PieceId,
        viewer: Side,
        position: &D::Position,
    ) -> Result<bool, Stopped>;

    /// Pays for so many rounds of a loop, or moves in a list.
    fn steps(&mut self, n: u64) -> Result<(), Stopped>;
}

/// A host for code that asks about no piece, with no bound on loops but those of their sets.
pub struct NoHost;

impl<D: Domain> Host<D> for NoHost {
    fn can(&mut self, _: PieceId, _: Side, _: &D::Position) -> Result<bool, Stopped> {
        panic!("this code asks about a piece, and there is nobody to answer")
    }

    fn steps(&mut self, _: u64) -> Result<(), Stopped> {
        Ok(())
    }
}

/// Legal moves are paid for in lots of so many; fewer cost nothing.
pub const PAID_MOVES: usize = 256;

/// The registers: a fixed number, so that no bound need be checked at every step.
type Regs = [u64; MAX_REGS];

/// Registers, and what has been found out at other times.
pub struct Machine<'a, D: Domain> {
    domain: &'a D,
    /// `None` only while code runs.
    regs: Option<Box<Regs>>,
    after: Option<D::Position>,
    memory: Vec<Memory>,
    /// Sets that do not fit into a register; the register then holds an index.
    sets: Vec<ItemSet>,
    /// Lists that are used again and again.
    keyed: Vec<((usize, SortKey), D::Move)>,
    sorted: Vec<D::Move>,
    /// For each order by shape, what has been worked out for each shape.
    orders: Vec<Vec<Placing>>,
}

/// Where moves of one shape stand in an order.
#[derive(Clone, Copy)]
enum Placing {
    NotWorkedOut,
    LeftOut,
    /// In this direction, and there by this key.
    At(usize, SortKey),
}

/// What a list is sorted by: moves without a key come last.
type SortKey = (bool, i64);

fn sort_key(raw: Option<u64>, largest_first: bool) -> SortKey {
    // The complement turns the order of numbers round.
    let number = raw.map(|raw| {
        if largest_first {
            !raw.cast_signed()
        } else {
            raw.cast_signed()
        }
    });
    (number.is_none(), number.unwrap_or(0))
}

/// What is remembered of a value at another time.
#[derive(Clone, Copy, Default)]
struct Memory {
    /// The stamp of the position; 0 is nobody's.
    stamp: u64,
    raw: Option<u64>,
}

impl<'a, D: Domain> Machine<'a, D> {
    /// A machine for code of this program.
    pub fn new(program: &crate::compiled::Program<'a, D>) -> Machine<'a, D> {
        let mut machine = Machine::with_slots(program.domain, program.n_slots);
        if let Some(regs) = &mut machine.regs {
            for (idx, raw) in program.constants.iter().enumerate() {
                regs[MAX_REGS - 1 - idx] = *raw;
            }
        }
        machine.orders = vec![Vec::new(); program.n_tables];
        machine
    }

    /// A machine for the code of definitions, which remembers nothing.
    pub fn for_domain(domain: &'a D) -> Machine<'a, D> {
        Machine::with_slots(domain, 0)
    }

    fn with_slots(domain: &'a D, n_slots: usize) -> Machine<'a, D> {
        let memory = vec![Memory::default(); n_slots];
        let regs: Box<Regs> = vec![0; MAX_REGS]
            .into_boxed_slice()
            .try_into()
            .expect("there are just so many");
        Machine {
            domain,
            regs: Some(regs),
            after: None,
            memory,
            sets: Vec::new(),
            keyed: Vec::new(),
            sorted: Vec::new(),
            orders: Vec::new(),
        }
    }

    /// The truth of an expression of type truth.
    #[inline]
    pub fn truth(
        &mut self,
        code: &Code<D>,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<bool, Stopped> {
        Ok(self.run(code, moment, host)? == Some(1))
    }

    /// The value of an expression for some arguments.
    pub fn value(
        &mut self,
        code: &Code<D>,
        args: &[Value],
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<Option<Value>, Stopped> {
        self.sets.clear();
        for (idx, arg) in args.iter().enumerate() {
            let raw = match arg {
                Value::Set(set) => self.hold(set.clone()),
                Value::Truth(_)
                | Value::Number(_)
                | Value::Side(_)
                | Value::Item(_)
                | Value::Plan(_) => arg.to_raw(),
            };
            if let Some(regs) = &mut self.regs {
                regs[idx] = raw;
            }
        }
        let raw = self.run_from(code, moment, host)?;
        Ok(raw.map(|raw| match code.ty {
            Type::Set(_) => Value::Set(self.set(raw)),
            ty @ (Type::Truth | Type::Number | Type::Side | Type::Item(_) | Type::Plan) => {
                Value::from_raw(raw, ty)
            }
        }))
    }

    /// The raw value of an expression without parameters.
    #[inline]
    fn run(
        &mut self,
        code: &Code<D>,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<Option<u64>, Stopped> {
        if !D::WORD_SETS {
            self.sets.clear();
        }
        self.run_from(code, moment, host)
    }

    fn run_from(
        &mut self,
        code: &Code<D>,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<Option<u64>, Stopped> {
        let ops = &code.ops[..];
        // The registers are taken out for the run, so that the machine need not be looked at for each of them.
        let Some(mut regs) = self.regs.take() else {
            panic!("a machine runs one piece of code at a time")
        };
        let result = self.run_with(&mut regs, ops, moment, host);
        self.regs = Some(regs);
        result
    }

    fn run_with(
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
                    let m = moment
                        .the_move
                        .expect("words about moves are used in constraints only");
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
                    let m = moment
                        .the_move
                        .expect("words about moves are used in constraints only");
                    match word(m, *viewer) {
                        Some(raw) => put(regs, *to, raw),
                        None => at = *missing as usize,
                    }
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
                    let m = moment
                        .the_move
                        .expect("words about moves are used in constraints only");
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
                    let any = self.domain.has_moves(self.position(*when, moment));
                    at = choose(!any, *yes, *no);
                }
                Op::HasBefore { yes, no } => at = choose(moment.before.is_some(), *yes, *no),
                Op::Play => {
                    let m = moment
                        .the_move
                        .expect("`after` is used in constraints only");
                    self.after = Some(self.domain.play(moment.position, m));
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
                Op::Answer(truth) => return Ok(Some(u64::from(*truth))),
                Op::Give(reg) => return Ok(Some(get(regs, *reg))),
                Op::GiveNothing => return Ok(None),
            }
        }
    }

    /// The set that a register stands for.
    fn set(&self, raw: u64) -> ItemSet {
        if D::WORD_SETS {
            ItemSet::from_bits(raw)
        } else {
            self.sets[raw as usize].clone()
        }
    }

    /// What stands for a set in a register.
    fn hold(&mut self, set: ItemSet) -> u64 {
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
        match when {
            When::Now => moment.position,
            When::Before => moment.before.expect("`HasBefore` was asked first").0,
            When::Root => moment.root.0,
            When::After => self.after.as_ref().expect("`Play` came first"),
        }
    }

    /// A word through values.
    fn slow_word(
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
    regs[usize::from(reg) % MAX_REGS]
}

#[inline]
fn put(regs: &mut Regs, reg: Reg, raw: u64) {
    regs[usize::from(reg) % MAX_REGS] = raw;
}

#[inline]
fn number(regs: &Regs, reg: Reg) -> i64 {
    get(regs, reg).cast_signed()
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

#[inline]
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
