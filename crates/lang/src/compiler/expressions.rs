//! Expressions: a truth goes to one of two labels, a value into a register or, if it is missing, to a label.

use std::rc::Rc;

use domain::{Domain, Native, Side, Type, WordId};

use super::assembler::{Assembler, Binding, Key, Label, Surroundings};
use crate::builtin::Builtin;
use crate::checked::{
    Combination, Comparison, DefinitionId, Expr, ExprKind, Local, Membership, Operation, Program, Quantifier,
    Time,
};
use crate::compiled::{Meaning, Op, Reg, When};

impl<'a, D: Domain> Assembler<'_, 'a, D> {
    /// Goes to `yes` or `no`.
    pub(super) fn truth(&mut self, expr: &'a Expr, s: &Surroundings<'a>, yes: Label, no: Label) {
        if let Some(slot) = self.slot_for_now(expr, s) {
            return self.remembered_truth(slot, expr, s, yes, no);
        }
        self.truth_anew(expr, s, yes, no);
    }

    fn truth_anew(&mut self, expr: &'a Expr, s: &Surroundings<'a>, yes: Label, no: Label) {
        match &expr.kind {
            ExprKind::Truth(truth) => self.jump(if *truth { yes } else { no }),
            ExprKind::Not(part) => self.truth(part, s, no, yes),
            ExprKind::And(parts) => {
                for part in parts {
                    let next = self.label();
                    self.truth(part, s, next, no);
                    self.bind(next);
                }
                self.jump(yes);
            }
            ExprKind::Or(parts) => {
                for part in parts {
                    let next = self.label();
                    self.truth(part, s, yes, next);
                    self.bind(next);
                }
                self.jump(no);
            }
            ExprKind::Compare(comparison, a, b) => self.comparison(*comparison, a, b, s, yes, no),
            ExprKind::In(item, membership, set) => {
                let item = self.value(item, s, no);
                let set = self.value(set, s, no);
                let (yes, no) = swapped(*membership, yes, no);
                let op = Op::Contains { item, set, yes: self.to(yes), no: self.to(no) };
                self.branch(&[yes, no], op);
            }
            ExprKind::InRange(item, membership, low, high) => {
                let item = self.value(item, s, no);
                let low = self.value(low, s, no);
                let high = self.value(high, s, no);
                let (yes, no) = swapped(*membership, yes, no);
                let above = self.label();
                self.compare(Comparison::GreaterOrEqual, item, low, above, no);
                self.bind(above);
                self.compare(Comparison::LessOrEqual, item, high, yes, no);
            }
            ExprKind::InList(item, membership, list) => {
                let item = self.value(item, s, no);
                let (yes, no) = swapped(*membership, yes, no);
                for part in list {
                    let next = self.label();
                    let part = self.value(part, s, next);
                    self.compare(Comparison::Equal, item, part, yes, next);
                    self.bind(next);
                }
                self.jump(no);
            }
            ExprKind::Builtin(builtin, args) => self.builtin_truth(*builtin, args, s, yes, no),
            ExprKind::Word(id, args) => self.test_word(*id, args, s.when, s, yes, no),
            ExprKind::MoveWord(id, args) => self.test_word(*id, args, When::Now, s, yes, no),
            ExprKind::Call(id, args) => {
                let (body, inner) = self.call(*id, args, s);
                self.truth(body, &inner, yes, no);
            }
            ExprKind::Local(local) => match s.local(*local).clone() {
                Binding::Reg(a) => self.test(a, yes, no),
                Binding::Maybe(a, present) => {
                    let there = self.label();
                    self.test(present, there, no);
                    self.bind(there);
                    self.test(a, yes, no);
                }
                Binding::Expr(arg, outer) => self.truth(arg, &outer, yes, no),
            },
            ExprKind::Can(piece) => {
                self.compiler.asked.push((piece.0 as usize, s.viewer));
                let (yes_place, no_place) = (self.to(yes), self.to(no));
                let (viewer, when) = (s.viewer, s.when);
                self.branch(
                    &[yes, no],
                    Op::Can { piece: *piece, viewer, when, yes: yes_place, no: no_place },
                );
            }
            ExprKind::If(cases, otherwise) => {
                for (condition, value) in cases {
                    let (holds, fails) = (self.label(), self.label());
                    self.truth(condition, s, holds, fails);
                    self.bind(holds);
                    self.truth(value, s, yes, no);
                    self.bind(fails);
                }
                match otherwise {
                    Some(value) => self.truth(value, s, yes, no),
                    None => self.jump(no),
                }
            }
            ExprKind::Quantified(quantifier, local, set, body) => {
                let set = self.value(set, s, no);
                let (rest, item, head) = self.begin_loop(set);
                // Some: the first true one is enough. Every: the first false one is.
                let is_every = *quantifier == Quantifier::Every;
                let done = if is_every { yes } else { no };
                self.emit_leaving(&[done], Op::Next { item, set: rest, done: self.to(done) });
                let inner = s.with_local(*local, Binding::Reg(item));
                if is_every {
                    self.truth(body, &inner, head, no);
                } else {
                    self.truth(body, &inner, yes, head);
                }
            }
            ExprKind::ForThem(part) => {
                let theirs = Surroundings { viewer: !s.viewer, ..s.clone() };
                self.truth(part, &theirs, yes, no);
            }
            ExprKind::At(time, part) => self.truth_at(*time, part, s, yes, no),
            ExprKind::Number(_)
            | ExprKind::Side(_)
            | ExprKind::Constant(_)
            | ExprKind::Arithmetic(..)
            | ExprKind::Negate(_)
            | ExprKind::Combine(..)
            | ExprKind::Set(_) => panic!("checked expressions are well typed: this is no truth"),
        }
    }

    /// The value in a register; to `missing` if there is none.
    pub(super) fn value(&mut self, expr: &'a Expr, s: &Surroundings<'a>, missing: Label) -> Reg {
        match self.slot_for_now(expr, s) {
            Some(slot) => self.remembered_value(slot, expr, s, missing),
            None => self.value_anew(expr, s, missing),
        }
    }

    fn value_anew(&mut self, expr: &'a Expr, s: &Surroundings<'a>, missing: Label) -> Reg {
        match &expr.kind {
            ExprKind::Number(number) => self.constant(number.cast_unsigned()),
            ExprKind::Side(side) => {
                let side = if s.viewer == Side::Us { *side } else { !*side };
                self.constant(u64::from(side == Side::Them))
            }
            ExprKind::Constant(id) => {
                let item = self.compiler.domain.constant(*id, s.viewer);
                self.constant(u64::from(item.0))
            }
            ExprKind::Local(local) => match s.local(*local).clone() {
                Binding::Reg(reg) => reg,
                Binding::Maybe(reg, present) => {
                    let there = self.label();
                    self.test(present, there, missing);
                    self.bind(there);
                    reg
                }
                Binding::Expr(arg, outer) => self.value(arg, &outer, missing),
            },
            ExprKind::Word(id, args) => self.word(*id, args, s.when, s, missing),
            ExprKind::MoveWord(id, args) => self.word(*id, args, When::Now, s, missing),
            ExprKind::Builtin(builtin, args) if expr.ty != Type::Truth => {
                self.builtin_value(*builtin, args, s, missing)
            }
            ExprKind::Call(id, args) if expr.ty != Type::Truth => {
                let key = args.is_empty().then(|| Key::Call(*id, Vec::new(), s.when, s.viewer));
                if let Some(reg) = key.as_ref().and_then(|key| self.recall(key)) {
                    return reg;
                }
                let (body, inner) = self.call(*id, args, s);
                let reg = self.value(body, &inner, missing);
                if let Some(key) = key {
                    self.learn(key, reg);
                }
                reg
            }
            ExprKind::Arithmetic(operation, a, b) => {
                let a = self.value(a, s, missing);
                let b = self.value(b, s, missing);
                let (operation, place) = (*operation, self.to(missing));
                self.compute(Key::Binary(operation.symbol(), a, b), Some(missing), |to| Op::Arithmetic {
                    operation,
                    to,
                    a,
                    b,
                    missing: place,
                })
            }
            ExprKind::Negate(part) => {
                let a = self.value(part, s, missing);
                let place = self.to(missing);
                self.compute(Key::Unary("-", a), Some(missing), |to| Op::Negate { to, a, missing: place })
            }
            ExprKind::Combine(combination, a, b) => {
                let a = self.value(a, s, missing);
                let b = self.value(b, s, missing);
                let combination = *combination;
                self.compute(Key::Binary(combination.word(), a, b), None, |to| match combination {
                    Combination::Union => Op::Union { to, a, b },
                    Combination::Intersect => Op::Intersect { to, a, b },
                    Combination::Without => Op::Without { to, a, b },
                })
            }
            ExprKind::Set(items) => {
                let set = self.reg();
                self.emit(Op::EmptySet { to: set });
                for item in items {
                    let skip = self.label();
                    let item = self.value(item, s, skip);
                    self.emit(Op::Insert { set, item });
                    self.bind(skip);
                }
                set
            }
            ExprKind::If(cases, otherwise) if expr.ty != Type::Truth => {
                let (to, done) = (self.reg(), self.label());
                for (condition, value) in cases {
                    let (holds, fails) = (self.label(), self.label());
                    self.truth(condition, s, holds, fails);
                    self.bind(holds);
                    let from = self.value(value, s, missing);
                    self.emit(Op::Copy { to, from });
                    self.jump(done);
                    self.bind(fails);
                }
                match otherwise {
                    Some(value) => {
                        let from = self.value(value, s, missing);
                        self.emit(Op::Copy { to, from });
                    }
                    None => self.jump(missing),
                }
                self.bind(done);
                to
            }
            ExprKind::Quantified(quantifier, local, set, body) if expr.ty != Type::Truth => {
                self.quantified_value(*quantifier, *local, set, body, s, missing)
            }
            ExprKind::ForThem(part) if expr.ty != Type::Truth => {
                let theirs = Surroundings { viewer: !s.viewer, ..s.clone() };
                self.value(part, &theirs, missing)
            }
            ExprKind::At(time, part) if expr.ty != Type::Truth => self.value_at(*time, part, s, missing),
            // A truth that is compared with another, or handed to a definition.
            ExprKind::Truth(_)
            | ExprKind::Builtin(..)
            | ExprKind::Call(..)
            | ExprKind::Can(_)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::InRange(..)
            | ExprKind::InList(..)
            | ExprKind::If(..)
            | ExprKind::Quantified(..)
            | ExprKind::ForThem(_)
            | ExprKind::At(..) => self.truth_value(expr, s),
        }
    }

    /// A truth as a value: 0 or 1.
    fn truth_value(&mut self, expr: &'a Expr, s: &Surroundings<'a>) -> Reg {
        let (to, yes, no, done) = (self.reg(), self.label(), self.label(), self.label());
        self.truth(expr, s, yes, no);
        self.bind(yes);
        self.emit(Op::Constant { to, raw: 1 });
        self.jump(done);
        self.bind(no);
        self.emit(Op::Constant { to, raw: 0 });
        self.bind(done);
        to
    }

    fn constant(&mut self, raw: u64) -> Reg {
        if let Some(reg) = self.compiler.constant(raw) {
            return reg;
        }
        self.compute(Key::Constant(raw), None, |to| Op::Constant { to, raw })
    }

    fn test(&mut self, a: Reg, yes: Label, no: Label) {
        let op = Op::Test { a, yes: self.to(yes), no: self.to(no) };
        self.branch(&[yes, no], op);
    }

    fn compare(&mut self, comparison: Comparison, a: Reg, b: Reg, yes: Label, no: Label) {
        let op = Op::Compare { comparison, a, b, yes: self.to(yes), no: self.to(no) };
        self.branch(&[yes, no], op);
    }

    fn comparison(
        &mut self,
        comparison: Comparison,
        a: &'a Expr,
        b: &'a Expr,
        s: &Surroundings<'a>,
        yes: Label,
        no: Label,
    ) {
        let large_sets = matches!(a.ty, Type::Set(_)) && !D::WORD_SETS;
        let a = self.value(a, s, no);
        let b = self.value(b, s, no);
        if large_sets {
            let (yes, no) = if comparison == Comparison::Equal { (yes, no) } else { (no, yes) };
            let op = Op::SameSet { a, b, yes: self.to(yes), no: self.to(no) };
            self.branch(&[yes, no], op);
        } else {
            self.compare(comparison, a, b, yes, no);
        }
    }

    fn builtin_truth(
        &mut self,
        builtin: Builtin,
        args: &'a [Expr],
        s: &Surroundings<'a>,
        yes: Label,
        no: Label,
    ) {
        let (yes_place, no_place) = (self.to(yes), self.to(no));
        let when = s.when;
        match builtin {
            Builtin::UsToMove | Builtin::ThemToMove => {
                let side = if builtin == Builtin::UsToMove { s.viewer } else { !s.viewer };
                self.branch(&[yes, no], Op::IsTurn { when, side, yes: yes_place, no: no_place });
            }
            Builtin::NoMoves => {
                self.branch(&[yes, no], Op::NoMoves { when, yes: yes_place, no: no_place });
            }
            Builtin::Empty => {
                let set = self.value(&args[0], s, no);
                self.branch(&[yes, no], Op::IsEmpty { set, yes: yes_place, no: no_place });
            }
            Builtin::Exists => {
                if args[0].ty != Type::Truth {
                    self.value(&args[0], s, no);
                }
                self.jump(yes);
            }
            Builtin::Depth | Builtin::Abs | Builtin::Sign | Builtin::Min | Builtin::Max | Builtin::Count => {
                panic!("checked expressions are well typed: this is no truth")
            }
        }
    }

    fn builtin_value(
        &mut self,
        builtin: Builtin,
        args: &'a [Expr],
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Reg {
        let regs: Vec<Reg> = args.iter().map(|arg| self.value(arg, s, missing)).collect();
        let place = self.to(missing);
        match (builtin, &regs[..]) {
            (Builtin::Depth, _) => self.compute(Key::Depth, None, |to| Op::Depth { to }),
            (Builtin::Abs, &[a]) => {
                self.compute(Key::Unary("abs", a), Some(missing), |to| Op::Abs { to, a, missing: place })
            }
            (Builtin::Sign, &[a]) => self.compute(Key::Unary("sign", a), None, |to| Op::Sign { to, a }),
            (Builtin::Min, &[a, b]) => {
                self.compute(Key::Binary("min", a, b), None, |to| Op::Min { to, a, b })
            }
            (Builtin::Max, &[a, b]) => {
                self.compute(Key::Binary("max", a, b), None, |to| Op::Max { to, a, b })
            }
            (Builtin::Count, &[set]) => {
                self.compute(Key::Unary("count", set), None, |to| Op::Count { to, set })
            }
            (
                Builtin::UsToMove
                | Builtin::ThemToMove
                | Builtin::NoMoves
                | Builtin::Empty
                | Builtin::Exists
                | Builtin::Abs
                | Builtin::Sign
                | Builtin::Min
                | Builtin::Max
                | Builtin::Count,
                _,
            ) => panic!("checked expressions are well typed: these are no arguments of {builtin:?}"),
        }
    }

    /// A word that is true or false.
    fn test_word(
        &mut self,
        id: WordId,
        args: &'a [Expr],
        when: When,
        s: &Surroundings<'a>,
        yes: Label,
        no: Label,
    ) {
        let viewer = s.viewer;
        match self.compiler.meaning(id) {
            Meaning::Native(Native::Position(word)) => {
                let args = self.arg_regs(args, s, no);
                let (yes_place, no_place) = (self.to(yes), self.to(no));
                let op = Op::TestWord { word, when, viewer, args, yes: yes_place, no: no_place };
                self.branch(&[yes, no], op);
            }
            Meaning::Native(Native::Shape(word)) => {
                let op = Op::TestShape { word, viewer, yes: self.to(yes), no: self.to(no) };
                self.branch(&[yes, no], op);
            }
            Meaning::Native(Native::Move(_)) | Meaning::Slow(_) => {
                let a = self.word(id, args, when, s, no);
                self.test(a, yes, no);
            }
        }
    }

    fn arg_regs(&mut self, args: &'a [Expr], s: &Surroundings<'a>, missing: Label) -> [Reg; 3] {
        let mut regs = [0; 3];
        for (reg, arg) in regs.iter_mut().zip(args) {
            *reg = self.value(arg, s, missing);
        }
        regs
    }

    fn word(
        &mut self,
        id: WordId,
        args: &'a [Expr],
        when: When,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Reg {
        let regs = self.arg_regs(args, s, missing);
        let (meaning, viewer, missing_place) = (self.compiler.meaning(id), s.viewer, self.to(missing));
        self.compute(Key::Word(id.0, when, viewer, regs), Some(missing), |to| {
            let (args, missing) = (regs, missing_place);
            match meaning {
                Meaning::Native(Native::Position(word)) => Op::Word { word, when, viewer, to, args, missing },
                Meaning::Native(Native::Move(word)) => Op::MoveWord { word, viewer, to, args, missing },
                Meaning::Native(Native::Shape(word)) => Op::ShapeWord { word, viewer, to, missing },
                Meaning::Slow(word) => Op::SlowWord { word, when, viewer, to, args, missing },
            }
        })
    }

    /// The body of a definition, and its surroundings for these arguments.
    fn call(
        &mut self,
        id: DefinitionId,
        args: &'a [Expr],
        s: &Surroundings<'a>,
    ) -> (&'a Expr, Surroundings<'a>) {
        let program: &'a Program = self.compiler.program;
        let body = &program.definition(id).body;
        let bindings = args.iter().map(|arg| self.binding(arg, s)).collect();
        (body, Surroundings { locals: Rc::new(bindings), ..s.clone() })
    }

    fn binding(&mut self, arg: &'a Expr, s: &Surroundings<'a>) -> Binding<'a> {
        if let ExprKind::Local(local) = &arg.kind {
            return s.local(*local).clone();
        }
        if self.is_simple(arg, 3) {
            return Binding::Expr(arg, s.clone());
        }
        let missing = self.label();
        let reg = self.value(arg, s, missing);
        if !self.is_used(missing) {
            return Binding::Reg(reg);
        }
        let (present, done) = (self.reg(), self.label());
        self.emit(Op::Constant { to: present, raw: 1 });
        self.jump(done);
        self.bind(missing);
        self.emit(Op::Constant { to: present, raw: 0 });
        self.bind(done);
        Binding::Maybe(reg, present)
    }

    /// So simple that it may be written out wherever it is used: equal instructions are emitted once anyway.
    fn is_simple(&self, expr: &Expr, depth: usize) -> bool {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Side(_) | ExprKind::Constant(_) => true,
            ExprKind::Word(_, args) | ExprKind::MoveWord(_, args) => {
                depth > 0 && args.iter().all(|arg| self.is_simple(arg, depth - 1))
            }
            // Small ones only, lest definitions upon definitions be written out without end.
            ExprKind::Call(id, args) => {
                args.is_empty() && expr.ty != Type::Truth && self.compiler.program.definition(*id).size < 50
            }
            ExprKind::Truth(_)
            | ExprKind::Local(_)
            | ExprKind::Builtin(..)
            | ExprKind::Can(_)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::InRange(..)
            | ExprKind::InList(..)
            | ExprKind::Arithmetic(..)
            | ExprKind::Negate(_)
            | ExprKind::Combine(..)
            | ExprKind::Set(_)
            | ExprKind::If(..)
            | ExprKind::Quantified(..)
            | ExprKind::ForThem(_)
            | ExprKind::At(..) => false,
        }
    }

    // Other times.

    /// The surroundings at another time; to `missing` if there is no such time.
    fn surroundings_at(&mut self, time: Time, s: &Surroundings<'a>, missing: Label) -> Surroundings<'a> {
        let when = match time {
            Time::Before => {
                let there = self.label();
                let op = Op::HasBefore { yes: self.to(there), no: self.to(missing) };
                self.branch(&[there, missing], op);
                self.bind(there);
                When::Before
            }
            Time::Root => When::Root,
            Time::After => {
                if self.recall(&Key::Played).is_none() {
                    self.emit(Op::Play);
                    self.learn(Key::Played, 0);
                }
                When::After
            }
        };
        Surroundings { when, ..s.clone() }
    }

    fn value_at(&mut self, time: Time, part: &'a Expr, s: &Surroundings<'a>, missing: Label) -> Reg {
        let inner = self.surroundings_at(time, s, missing);
        match self.slot_for(time, part) {
            Some(slot) => self.remembered_value(slot, part, &inner, missing),
            None => self.value(part, &inner, missing),
        }
    }

    fn truth_at(&mut self, time: Time, part: &'a Expr, s: &Surroundings<'a>, yes: Label, no: Label) {
        let inner = self.surroundings_at(time, s, no);
        match self.slot_for(time, part) {
            Some(slot) => self.remembered_truth(slot, part, &inner, yes, no),
            None => self.truth(part, &inner, yes, no),
        }
    }

    // Remembering.

    /// A value at another time may be remembered if it depends on that position alone.
    fn slot_for(&mut self, time: Time, part: &Expr) -> Option<u16> {
        if time != Time::After && self.is_closed(part) { self.compiler.slot() } else { None }
    }

    /// What is asked of one move after another may be remembered where it depends on the position alone, unless
    /// it is a single instruction anyway.
    fn slot_for_now(&mut self, expr: &Expr, s: &Surroundings<'a>) -> Option<u16> {
        let worth_it = self.asked_of_moves
            && s.when == When::Now
            && match &expr.kind {
                ExprKind::Call(id, _) => self.compiler.program.definition(*id).size > 2,
                ExprKind::Word(_, args) => args.iter().any(|arg| !matches!(arg.kind, ExprKind::Side(_))),
                ExprKind::Builtin(_, args) => !args.is_empty(),
                ExprKind::Arithmetic(..)
                | ExprKind::Quantified(..)
                | ExprKind::Compare(..)
                | ExprKind::Combine(..) => true,
                ExprKind::Number(_)
                | ExprKind::Truth(_)
                | ExprKind::Side(_)
                | ExprKind::Constant(_)
                | ExprKind::Local(_)
                | ExprKind::MoveWord(..)
                | ExprKind::Can(_)
                | ExprKind::Not(_)
                | ExprKind::And(_)
                | ExprKind::Or(_)
                | ExprKind::In(..)
                | ExprKind::InRange(..)
                | ExprKind::InList(..)
                | ExprKind::Negate(_)
                | ExprKind::Set(_)
                | ExprKind::If(..)
                | ExprKind::ForThem(_)
                | ExprKind::At(..) => false,
            };
        if worth_it && self.is_closed(expr) { self.compiler.slot() } else { None }
    }

    fn remembered_value(&mut self, slot: u16, expr: &'a Expr, s: &Surroundings<'a>, missing: Label) -> Reg {
        let when = s.when;
        let (to, known, none) = (self.reg(), self.label(), self.label());
        let op = Op::Recall { slot, when, to, known: self.to(known), missing: self.to(missing) };
        self.emit_leaving(&[known, missing], op);
        // What is remembered as a whole need not be remembered in parts.
        let asked_of_moves = std::mem::replace(&mut self.asked_of_moves, false);
        let from = self.value_anew(expr, s, none);
        self.asked_of_moves = asked_of_moves;
        self.emit(Op::Copy { to, from });
        self.emit(Op::Remember { slot, when, from });
        self.jump(known);
        self.bind(none);
        self.emit(Op::RememberMissing { slot, when });
        self.jump(missing);
        self.bind(known);
        to
    }

    fn remembered_truth(&mut self, slot: u16, expr: &'a Expr, s: &Surroundings<'a>, yes: Label, no: Label) {
        let when = s.when;
        let (to, known) = (self.reg(), self.label());
        let op = Op::Recall { slot, when, to, known: self.to(known), missing: self.to(no) };
        self.emit_leaving(&[known, no], op);
        let (holds, fails) = (self.label(), self.label());
        let asked_of_moves = std::mem::replace(&mut self.asked_of_moves, false);
        self.truth_anew(expr, s, holds, fails);
        self.asked_of_moves = asked_of_moves;
        for (label, raw) in [(holds, 1), (fails, 0)] {
            self.bind(label);
            self.emit(Op::Constant { to, raw });
            self.emit(Op::Remember { slot, when, from: to });
            self.jump(known);
        }
        self.bind(known);
        self.test(to, yes, no);
    }

    /// Does it depend on the position alone, and not on a move, a depth or a local?
    fn is_closed(&self, expr: &Expr) -> bool {
        let mut depends = matches!(
            expr.kind,
            ExprKind::Local(_)
                | ExprKind::MoveWord(..)
                | ExprKind::Builtin(Builtin::Depth, _)
                | ExprKind::At(Time::After, _)
        );
        if let ExprKind::Call(id, _) = &expr.kind {
            let reads = self.compiler.program.definition(*id).reads;
            depends |= reads.the_move || reads.depth;
        }
        !depends && expr.parts().into_iter().all(|part| self.is_closed(part))
    }

    // Loops.

    /// A copy of the set to take items from, a register for the item, and the label of the next round.
    fn begin_loop(&mut self, set: Reg) -> (Reg, Reg, Label) {
        let (rest, item, head) = (self.reg(), self.reg(), self.label());
        self.emit(Op::Copy { to: rest, from: set });
        self.bind(head);
        (rest, item, head)
    }

    fn quantified_value(
        &mut self,
        quantifier: Quantifier,
        local: Local,
        set: &'a Expr,
        body: &'a Expr,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Reg {
        let set = self.value(set, s, missing);
        let (result, found) = (self.reg(), self.reg());
        match quantifier {
            Quantifier::Those | Quantifier::The => self.emit(Op::EmptySet { to: result }),
            Quantifier::Some
            | Quantifier::Every
            | Quantifier::Count
            | Quantifier::Least
            | Quantifier::Greatest
            | Quantifier::Sum => self.emit(Op::Constant { to: result, raw: 0 }),
        }
        self.emit(Op::Constant { to: found, raw: 0 });
        let one = self.constant(1);
        let done = self.label();
        let (rest, item, head) = self.begin_loop(set);
        self.emit_leaving(&[done], Op::Next { item, set: rest, done: self.to(done) });
        let inner = s.with_local(local, Binding::Reg(item));
        match quantifier {
            Quantifier::Count | Quantifier::Those | Quantifier::The => {
                let holds = self.label();
                self.truth(body, &inner, holds, head);
                self.bind(holds);
                if quantifier == Quantifier::Count {
                    let (operation, missing) = (Operation::Add, self.to(head));
                    self.emit(Op::Arithmetic { operation, to: result, a: result, b: one, missing });
                } else {
                    self.emit(Op::Insert { set: result, item });
                }
                self.jump(head);
            }
            Quantifier::Least | Quantifier::Greatest => {
                let (first, better) = (self.label(), self.label());
                let value = self.value(body, &inner, head);
                self.test(found, first, better);
                self.bind(first);
                let comparison =
                    if quantifier == Quantifier::Least { Comparison::Less } else { Comparison::Greater };
                self.compare(comparison, value, result, better, head);
                self.bind(better);
                self.emit(Op::Copy { to: result, from: value });
                self.emit(Op::Constant { to: found, raw: 1 });
                self.jump(head);
            }
            Quantifier::Sum => {
                let value = self.value(body, &inner, missing);
                let (operation, place) = (Operation::Add, self.to(missing));
                let op = Op::Arithmetic { operation, to: result, a: result, b: value, missing: place };
                self.emit_leaving(&[missing], op);
                self.jump(head);
            }
            Quantifier::Some | Quantifier::Every => {
                panic!("checked expressions are well typed: this is a truth")
            }
        }
        self.bind(done);
        match quantifier {
            Quantifier::The => {
                let to = self.reg();
                self.emit_leaving(&[missing], Op::Only { to, set: result, missing: self.to(missing) });
                to
            }
            Quantifier::Least | Quantifier::Greatest => {
                let any = self.label();
                self.test(found, any, missing);
                self.bind(any);
                result
            }
            Quantifier::Some
            | Quantifier::Every
            | Quantifier::Count
            | Quantifier::Those
            | Quantifier::Sum => result,
        }
    }
}

impl<D: Domain> super::Compiler<'_, D> {
    /// The meaning of a word, as fast as the domain offers it.
    pub(super) fn meaning(&self, id: WordId) -> Meaning<D> {
        self.domain.native(id).map_or(Meaning::Slow(id), Meaning::Native)
    }

    /// A slot to remember a value in, while there are any.
    fn slot(&mut self) -> Option<u16> {
        let slot = self.n_slots;
        (slot < self.max_slots).then(|| {
            self.n_slots += 1;
            slot
        })
    }
}

fn swapped(membership: Membership, yes: Label, no: Label) -> (Label, Label) {
    match membership {
        Membership::In => (yes, no),
        Membership::NotIn => (no, yes),
    }
}
