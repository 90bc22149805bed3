//! The machine that runs [`compiled`](crate::compiled) code, and carries out compiled constraints.

use std::ops::ControlFlow;

use domain::{Domain, ItemSet, Native, Side, Type, Value};

use crate::checked::{Comparison, Operation, PieceId};
use crate::compiled::{Code, Constraint, Meaning, MoveSource, Op, Reg, Selector, Step, When, raw_args};
use crate::reference::Stopped;

/// The position that code is asked about, and what it may look at beside.
#[derive(Debug)]
pub struct Moment<'a, D: Domain> {
    /// Now.
    pub position: &'a D::Position,
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
    fn can(&mut self, piece: PieceId, viewer: Side, position: &D::Position) -> Result<bool, Stopped>;

    /// A round of a loop, or a move in a list.
    fn step(&mut self) -> Result<(), Stopped>;
}

/// A host for code that asks about no piece, with no bound on loops but those of their sets.
pub struct NoHost;

impl<D: Domain> Host<D> for NoHost {
    fn can(&mut self, _: PieceId, _: Side, _: &D::Position) -> Result<bool, Stopped> {
        panic!("this code asks about a piece, and there is nobody to answer")
    }

    fn step(&mut self) -> Result<(), Stopped> {
        Ok(())
    }
}

/// Registers, and what has been found out at other times.
pub struct Machine<'a, D: Domain> {
    domain: &'a D,
    regs: Vec<u64>,
    after: Option<D::Position>,
    memory: Vec<Memory>,
    /// Sets that do not fit into a register; the register then holds an index.
    sets: Vec<ItemSet>,
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
        Machine::with_slots(program.domain, program.n_slots)
    }

    /// A machine for the code of definitions, which remembers nothing.
    pub fn for_domain(domain: &'a D) -> Machine<'a, D> {
        Machine::with_slots(domain, 0)
    }

    fn with_slots(domain: &'a D, n_slots: usize) -> Machine<'a, D> {
        let memory = vec![Memory::default(); n_slots];
        Machine { domain, regs: vec![0; 16], after: None, memory, sets: Vec::new() }
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
        self.grow(code);
        for (idx, arg) in args.iter().enumerate() {
            let raw = match arg {
                Value::Set(set) => self.hold(set.clone()),
                Value::Truth(_) | Value::Number(_) | Value::Side(_) | Value::Item(_) => arg.to_raw(),
            };
            self.regs[idx] = raw;
        }
        let raw = self.run_from(code, moment, host)?;
        Ok(raw.map(|raw| match code.ty {
            Type::Set(_) => Value::Set(self.set(raw)),
            ty @ (Type::Truth | Type::Number | Type::Side | Type::Item(_)) => Value::from_raw(raw, ty),
        }))
    }

    fn grow(&mut self, code: &Code<D>) {
        if self.regs.len() < code.n_regs.max(4) {
            self.regs.resize(code.n_regs.max(4), 0);
        }
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
        self.grow(code);
        self.run_from(code, moment, host)
    }

    fn run_from(
        &mut self,
        code: &Code<D>,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<Option<u64>, Stopped> {
        let ops = &code.ops[..];
        let mut at = 0usize;
        loop {
            let op = &ops[at];
            at += 1;
            match op {
                Op::Constant { to, raw } => self.put(*to, *raw),
                Op::Copy { to, from } => {
                    let raw = self.get(*from);
                    self.put(*to, raw);
                }
                Op::Arithmetic { operation, to, a, b, missing } => {
                    match arithmetic(*operation, self.number(*a), self.number(*b)) {
                        Some(number) => self.put(*to, number.cast_unsigned()),
                        None => at = *missing as usize,
                    }
                }
                Op::Negate { to, a, missing } => match self.number(*a).checked_neg() {
                    Some(number) => self.put(*to, number.cast_unsigned()),
                    None => at = *missing as usize,
                },
                Op::Abs { to, a, missing } => match self.number(*a).checked_abs() {
                    Some(number) => self.put(*to, number.cast_unsigned()),
                    None => at = *missing as usize,
                },
                Op::Sign { to, a } => self.put(*to, self.number(*a).signum().cast_unsigned()),
                Op::Min { to, a, b } => self.put(*to, self.number(*a).min(self.number(*b)).cast_unsigned()),
                Op::Max { to, a, b } => self.put(*to, self.number(*a).max(self.number(*b)).cast_unsigned()),
                Op::Word { meaning, when, viewer, to, args, missing } => {
                    let raw = self.word(meaning, *when, *viewer, *args, moment);
                    match raw {
                        Some(raw) => self.put(*to, raw),
                        None => at = *missing as usize,
                    }
                }
                Op::Depth { to } => self.put(*to, u64::from(moment.depth)),
                Op::EmptySet { to } => {
                    let raw = if D::WORD_SETS { 0 } else { self.hold(ItemSet::EMPTY) };
                    self.put(*to, raw);
                }
                Op::Union { to, a, b } => self.combine(*to, *a, *b, |a, b| a | b, ItemSet::union),
                Op::Intersect { to, a, b } => self.combine(*to, *a, *b, |a, b| a & b, ItemSet::intersect),
                Op::Without { to, a, b } => self.combine(*to, *a, *b, |a, b| a & !b, ItemSet::without),
                Op::Insert { set, item } => {
                    let item = self.get(*item);
                    if D::WORD_SETS {
                        let bits = self.get(*set) | 1 << item;
                        self.put(*set, bits);
                    } else {
                        let mut items = self.set(self.get(*set));
                        items.insert(domain::Item(item as u32));
                        let raw = self.hold(items);
                        self.put(*set, raw);
                    }
                }
                Op::Count { to, set } => {
                    let raw = self.get(*set);
                    let count = if D::WORD_SETS { raw.count_ones() as usize } else { self.set(raw).len() };
                    self.put(*to, count as u64);
                }
                Op::Only { to, set, missing } => {
                    let items = self.set(self.get(*set));
                    let mut items = items.iter();
                    match (items.next(), items.next()) {
                        (Some(item), None) => self.put(*to, u64::from(item.0)),
                        (None | Some(_), _) => at = *missing as usize,
                    }
                }
                Op::Next { item, set, done } => {
                    host.step()?;
                    let raw = self.get(*set);
                    if D::WORD_SETS {
                        if raw == 0 {
                            at = *done as usize;
                        } else {
                            self.put(*item, u64::from(raw.trailing_zeros()));
                            self.put(*set, raw & (raw - 1));
                        }
                    } else {
                        let items = self.set(raw);
                        match items.iter().next() {
                            None => at = *done as usize,
                            Some(first) => {
                                let rest = items.without(&[first].into_iter().collect());
                                let rest = self.hold(rest);
                                self.put(*item, u64::from(first.0));
                                self.put(*set, rest);
                            }
                        }
                    }
                }
                Op::Compare { comparison, a, b, yes, no } => {
                    let (a, b) = (self.number(*a), self.number(*b));
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
                    at = choose(self.set(self.get(*a)) == self.set(self.get(*b)), *yes, *no);
                }
                Op::Test { a, yes, no } => at = choose(self.get(*a) != 0, *yes, *no),
                Op::Contains { item, set, yes, no } => {
                    let (item, set) = (self.get(*item), self.get(*set));
                    let holds = if D::WORD_SETS {
                        set >> item & 1 != 0
                    } else {
                        self.set(set).contains(domain::Item(item as u32))
                    };
                    at = choose(holds, *yes, *no);
                }
                Op::IsEmpty { set, yes, no } => {
                    let raw = self.get(*set);
                    let empty = if D::WORD_SETS { raw == 0 } else { self.set(raw).is_empty() };
                    at = choose(empty, *yes, *no);
                }
                Op::IsTurn { when, side, yes, no } => {
                    let turn = self.domain.turn(self.position(*when, moment));
                    at = choose(turn == *side, *yes, *no);
                }
                Op::NoMoves { when, yes, no } => {
                    let any = self.domain.has_moves(self.position(*when, moment));
                    at = choose(!any, *yes, *no);
                }
                Op::HasBefore { yes, no } => at = choose(moment.before.is_some(), *yes, *no),
                Op::Play => {
                    let m = moment.the_move.expect("`after` is used in constraints only");
                    self.after = Some(self.domain.play(moment.position, m));
                }
                Op::Can { piece, viewer, when, yes, no } => {
                    let satisfied = host.can(*piece, *viewer, self.position(*when, moment))?;
                    at = choose(satisfied, *yes, *no);
                }
                Op::Recall { slot, when, to, known, missing } => {
                    let memory = self.memory[usize::from(*slot)];
                    if memory.stamp == stamp(*when, moment) {
                        match memory.raw {
                            Some(raw) => {
                                self.put(*to, raw);
                                at = *known as usize;
                            }
                            None => at = *missing as usize,
                        }
                    }
                }
                Op::Remember { slot, when, from } => {
                    // A set that is held aside does not outlive the evaluation.
                    if D::WORD_SETS {
                        let raw = Some(self.get(*from));
                        self.memory[usize::from(*slot)] = Memory { stamp: stamp(*when, moment), raw };
                    }
                }
                Op::RememberMissing { slot, when } => {
                    self.memory[usize::from(*slot)] = Memory { stamp: stamp(*when, moment), raw: None };
                }
                Op::Jump(to) => at = *to as usize,
                Op::Answer(truth) => return Ok(Some(u64::from(*truth))),
                Op::Give(reg) => return Ok(Some(self.get(*reg))),
                Op::GiveNothing => return Ok(None),
            }
        }
    }

    #[inline]
    fn get(&self, reg: Reg) -> u64 {
        self.regs[usize::from(reg)]
    }

    #[inline]
    fn put(&mut self, reg: Reg, raw: u64) {
        self.regs[usize::from(reg)] = raw;
    }

    #[inline]
    fn number(&self, reg: Reg) -> i64 {
        self.get(reg).cast_signed()
    }

    /// The set that a register stands for.
    fn set(&self, raw: u64) -> ItemSet {
        if D::WORD_SETS { ItemSet::from_bits(raw) } else { self.sets[raw as usize].clone() }
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
        to: Reg,
        a: Reg,
        b: Reg,
        bits: fn(u64, u64) -> u64,
        sets: fn(&ItemSet, &ItemSet) -> ItemSet,
    ) {
        let (a, b) = (self.get(a), self.get(b));
        let raw = if D::WORD_SETS { bits(a, b) } else { self.hold(sets(&self.set(a), &self.set(b))) };
        self.put(to, raw);
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

    #[inline]
    fn word(
        &mut self,
        meaning: &Meaning<D>,
        when: When,
        viewer: Side,
        args: [Reg; 3],
        moment: &Moment<'_, D>,
    ) -> Option<u64> {
        match meaning {
            Meaning::Native(Native::Position(word)) => {
                word(self.position(when, moment), viewer, raw_args(&self.regs, args))
            }
            Meaning::Native(Native::Move(word)) => {
                let m = moment.the_move.expect("words about moves are used in constraints only");
                word(moment.position, m, viewer, raw_args(&self.regs, args))
            }
            Meaning::Slow(id) => {
                let vocabulary = self.domain.vocabulary();
                let word = vocabulary.word(*id);
                let side = word.of_side.then_some(Type::Side);
                let types = side.into_iter().chain(word.takes.iter().map(|parameter| parameter.ty));
                let args: Vec<Value> = types
                    .zip(args)
                    .map(|(ty, reg)| match ty {
                        Type::Set(_) => Value::Set(self.set(self.get(reg))),
                        ty @ (Type::Truth | Type::Number | Type::Side | Type::Item(_)) => {
                            Value::from_raw(self.get(reg), ty)
                        }
                    })
                    .collect();
                let position = self.position(when, moment);
                let value = match moment.the_move {
                    Some(m) if word.scope == domain::Scope::Move => {
                        self.domain.move_word(*id, moment.position, m, viewer, &args)
                    }
                    Some(_) | None => self.domain.word(*id, position, viewer, &args),
                };
                match value? {
                    Value::Set(set) => Some(self.hold(set)),
                    value @ (Value::Truth(_) | Value::Number(_) | Value::Side(_) | Value::Item(_)) => {
                        Some(value.to_raw())
                    }
                }
            }
        }
    }

    // Constraints.

    /// The moves of one selector, in order; its late filters have not been asked yet.
    pub fn list(
        &mut self,
        selector: &Selector<D>,
        legal: &[D::Move],
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
        moves: &mut Vec<D::Move>,
    ) -> Result<(), Stopped> {
        moves.clear();
        // A guard comes first: where it fails there is nothing to do.
        for step in &selector.steps {
            if let Step::When(code) = step
                && !self.truth(code, moment, host)?
            {
                return Ok(());
            }
        }
        self.source(&selector.source, legal, moment, host, moves)?;
        for step in &selector.steps {
            match step {
                Step::When(_) => {}
                Step::Filter(code) => {
                    let mut kept = 0;
                    for idx in 0..moves.len() {
                        if self.truth(code, &moment.asking_about(moves[idx]), host)? {
                            moves[kept] = moves[idx];
                            kept += 1;
                        }
                    }
                    moves.truncate(kept);
                }
                Step::Sort { largest_first, key } => self.sort(*largest_first, key, moment, host, moves)?,
                Step::Going { directions } => self.going(directions, moment, moves),
            }
        }
        Ok(())
    }

    /// Does a listed move pass the filters that play it out?
    pub fn passes(
        &mut self,
        selector: &Selector<D>,
        m: D::Move,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<bool, Stopped> {
        for code in &selector.late_filters {
            if !self.truth(code, &moment.asking_about(m), host)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All moves of a constraint, in order, each once.
    pub fn select(
        &mut self,
        constraint: &Constraint<D>,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<Vec<D::Move>, Stopped> {
        let legal = self.legal(moment.position, host)?;
        let mut all = Vec::new();
        self.select_all(&constraint.selectors, &legal, moment, host, &mut all)?;
        Ok(all)
    }

    /// The legal moves, each paid for.
    pub fn legal(&mut self, position: &D::Position, host: &mut dyn Host<D>) -> Result<Vec<D::Move>, Stopped> {
        let mut moves = Vec::new();
        self.legal_into(position, host, &mut moves)?;
        Ok(moves)
    }

    /// The same into a list that is there already.
    pub fn legal_into(
        &mut self,
        position: &D::Position,
        host: &mut dyn Host<D>,
        moves: &mut Vec<D::Move>,
    ) -> Result<(), Stopped> {
        moves.clear();
        let mut stopped = Ok(());
        let _ = self.domain.visit_moves(position, &mut |m| {
            moves.push(m);
            match host.step() {
                Ok(()) => ControlFlow::Continue(()),
                Err(reason) => {
                    stopped = Err(reason);
                    ControlFlow::Break(())
                }
            }
        });
        stopped
    }

    fn select_all(
        &mut self,
        selectors: &[Selector<D>],
        legal: &[D::Move],
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
        all: &mut Vec<D::Move>,
    ) -> Result<(), Stopped> {
        let mut moves = Vec::new();
        for selector in selectors {
            self.list(selector, legal, moment, host, &mut moves)?;
            for m in &moves {
                if !all.contains(m) && self.passes(selector, *m, moment, host)? {
                    all.push(*m);
                }
            }
        }
        Ok(())
    }

    fn source(
        &mut self,
        source: &MoveSource<D>,
        legal: &[D::Move],
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
        moves: &mut Vec<D::Move>,
    ) -> Result<(), Stopped> {
        match source {
            MoveSource::None => {}
            MoveSource::Legal => moves.extend_from_slice(legal),
            MoveSource::Man(man) => {
                moves.extend(legal.iter().filter(|m| self.domain.moves_man(moment.position, **m, *man)));
            }
            MoveSource::Of(places) => {
                if let Some(places) = self.places(places, moment, host)? {
                    let starts_there = |m: &&D::Move| {
                        self.domain.origin(moment.position, **m).is_some_and(|origin| places.contains(origin))
                    };
                    moves.extend(legal.iter().filter(starts_there));
                }
            }
            MoveSource::Walk { man, targets, within } => {
                let Some(targets) = self.places(targets, moment, host)? else { return Ok(()) };
                let longest = match within {
                    None => i64::MAX,
                    Some(length) => match self.run(length, moment, host)? {
                        // The side to move has moved every second ply since the root.
                        Some(length) => length.cast_signed().saturating_sub(i64::from(moment.depth / 2) + 1),
                        None => return Ok(()),
                    },
                };
                let of_man = legal.iter().filter(|m| self.domain.moves_man(moment.position, **m, *man));
                let mut steps: Vec<(i64, D::Move)> = of_man
                    .filter_map(|m| Some((self.domain.moves_left(moment.position, *m, &targets)?, *m)))
                    .filter(|(left, _)| *left <= longest)
                    .collect();
                // AL2's exchange sort, in which equal ones can change places.
                for i in 0..steps.len() {
                    for j in i + 1..steps.len() {
                        if steps[j].0 < steps[i].0 {
                            steps.swap(i, j);
                        }
                    }
                }
                moves.extend(steps.into_iter().map(|(_, m)| m));
            }
            MoveSource::Then(selectors) => self.select_all(selectors, legal, moment, host, moves)?,
        }
        Ok(())
    }

    fn places(
        &mut self,
        code: &Code<D>,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
    ) -> Result<Option<ItemSet>, Stopped> {
        Ok(self.run(code, moment, host)?.map(|raw| match code.ty {
            Type::Set(_) => self.set(raw),
            Type::Truth | Type::Number | Type::Side | Type::Item(_) => {
                [domain::Item(raw as u32)].into_iter().collect()
            }
        }))
    }

    fn sort(
        &mut self,
        largest_first: bool,
        key: &Code<D>,
        moment: &Moment<'_, D>,
        host: &mut dyn Host<D>,
        moves: &mut [D::Move],
    ) -> Result<(), Stopped> {
        let mut keyed = Vec::with_capacity(moves.len());
        for m in &*moves {
            let key = self.run(key, &moment.asking_about(*m), host)?;
            // Moves without a key come last in either direction.
            let key = key.map_or((1, 0), |raw| {
                let number = i128::from(raw.cast_signed());
                (0, if largest_first { -number } else { number })
            });
            keyed.push((key, *m));
        }
        keyed.sort_by_key(|(key, _)| *key);
        for (slot, (_, m)) in moves.iter_mut().zip(keyed) {
            *slot = m;
        }
        Ok(())
    }

    fn going(&mut self, directions: &[(Meaning<D>, Side)], moment: &Moment<'_, D>, moves: &mut Vec<D::Move>) {
        let mut sorted: Vec<D::Move> = Vec::with_capacity(moves.len());
        for (meaning, viewer) in directions {
            for m in &*moves {
                let goes = self.word(meaning, When::Now, *viewer, [0; 3], &moment.asking_about(*m));
                if goes == Some(1) && !sorted.contains(m) {
                    sorted.push(*m);
                }
            }
        }
        *moves = sorted;
    }
}

impl<D: Domain> Moment<'_, D> {
    /// The same moment, asked about a move.
    fn asking_about(&self, m: D::Move) -> Self {
        Moment { the_move: Some(m), ..*self }
    }
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
        When::Now | When::After => 0,
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
            Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
        }
        Operation::Modulo => {
            let remainder = a.checked_rem(b)?;
            Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
        }
    }
}
