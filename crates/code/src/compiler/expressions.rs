//! Expressions: a truth goes to one of two labels, a value into a register or, if it is missing, to a label.

use domain::{Fast, Side, Type};

use super::assembler::{Assembler, Binding, Label, Surroundings, ValueKey};
use crate::compiled::{Op, Reg, When};
use lang::checked::{Combination, Comparison, Expr, ExprKind, Membership, Quantifier};

impl<'a, D: Fast> Assembler<'_, 'a, D> {
    /// Goes to `yes` or `no`.
    pub(super) fn truth(&mut self, expr: &'a Expr, s: &Surroundings<'a>, yes: Label, no: Label) {
        if let Some(slot) = self.slot_for_now(expr, s) {
            return self.remembered_truth(slot, expr, s, yes, no);
        }
        if let Some(outermost) = self.loop_to_keep_in(expr, s) {
            return self.truth_once(outermost, expr, s, yes, no);
        }
        self.truth_anew(expr, s, yes, no);
    }

    pub(super) fn truth_anew(
        &mut self,
        expr: &'a Expr,
        s: &Surroundings<'a>,
        yes: Label,
        no: Label,
    ) {
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
                let op = Op::Contains {
                    item,
                    set,
                    yes: self.to(yes),
                    no: self.to(no),
                };
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
                if let Some(reg) = self.shared(*id, s, no) {
                    return self.test(reg, yes, no);
                }
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
                    Op::Can {
                        piece: *piece,
                        viewer,
                        when,
                        yes: yes_place,
                        no: no_place,
                    },
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
                // `or` ends at the first true part, `and` at the first false one.
                let is_every = *quantifier == Quantifier::Every;
                let done = if is_every { yes } else { no };
                self.emit_leaving(
                    &[done],
                    Op::Next {
                        item,
                        set: rest,
                        done: self.to(done),
                    },
                );
                let inner = s.with_local(*local, Binding::Reg(item));
                if is_every {
                    self.truth(body, &inner, head, no);
                } else {
                    self.truth(body, &inner, yes, head);
                }
                self.close_loop();
            }
            ExprKind::ForThem(part) => {
                self.truth(part, &s.as_they_see(), yes, no);
            }
            ExprKind::At(time, part) => self.truth_at(*time, part, s, yes, no),
            ExprKind::AnySide(part) => self.any_side(part, s, yes, no),
            ExprKind::Number(_)
            | ExprKind::Side(_)
            | ExprKind::Constant(_)
            | ExprKind::Item(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..)
            | ExprKind::Arithmetic(..)
            | ExprKind::Negate(_)
            | ExprKind::Combine(..)
            | ExprKind::OverMoves(..)
            | ExprKind::Set(_) => panic!("checked expressions are well typed: this is no truth"),
        }
    }

    /// The value in a register; to `missing` if there is none.
    pub(super) fn value(&mut self, expr: &'a Expr, s: &Surroundings<'a>, missing: Label) -> Reg {
        if let Some(slot) = self.slot_for_now(expr, s) {
            return self.remembered_value(slot, expr, s, missing);
        }
        if expr.ty != Type::Truth
            && let Some(outermost) = self.loop_to_keep_in(expr, s)
        {
            return self.value_once(outermost, expr, s, missing);
        }
        self.value_anew(expr, s, missing)
    }

    pub(super) fn value_anew(
        &mut self,
        expr: &'a Expr,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Reg {
        if let Some(reg) = self.tabulated_part(expr, s, missing) {
            return reg;
        }
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
            ExprKind::Item(item) => self.constant(u64::from(item.0)),
            ExprKind::Plan(..) | ExprKind::Join(..) => {
                panic!("the checker lets plans into nothing that is compiled")
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
            ExprKind::Word(id, args) if expr.ty != Type::Truth => {
                self.word(*id, args, s.when, s, missing)
            }
            ExprKind::MoveWord(id, args) if expr.ty != Type::Truth => {
                self.word(*id, args, When::Now, s, missing)
            }
            ExprKind::Builtin(builtin, args) if expr.ty != Type::Truth => {
                self.builtin_value(*builtin, args, s, missing)
            }
            ExprKind::Call(id, args) if expr.ty != Type::Truth => {
                let key = args
                    .is_empty()
                    .then(|| ValueKey::Call(*id, Vec::new(), s.when, s.viewer));
                if let Some(reg) = key.as_ref().and_then(|key| self.recall(key)) {
                    return reg;
                }
                if args.is_empty()
                    && let Some(reg) = self.tabulated(*id, s, missing)
                {
                    return reg;
                }
                if let Some(reg) = self.shared(*id, s, missing) {
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
                self.compute(
                    ValueKey::Binary(operation.symbol(), a, b),
                    Some(missing),
                    |to| Op::Arithmetic {
                        operation,
                        to,
                        a,
                        b,
                        missing: place,
                    },
                )
            }
            ExprKind::Negate(part) => {
                let a = self.value(part, s, missing);
                let place = self.to(missing);
                self.compute(ValueKey::Unary("-", a), Some(missing), |to| Op::Negate {
                    to,
                    a,
                    missing: place,
                })
            }
            ExprKind::Combine(combination, a, b) => {
                let a = self.value(a, s, missing);
                let b = self.value(b, s, missing);
                let combination = *combination;
                self.compute(ValueKey::Binary(combination.word(), a, b), None, |to| {
                    match combination {
                        Combination::Union => Op::Union { to, a, b },
                        Combination::Intersect => Op::Intersect { to, a, b },
                        Combination::Without => Op::Without { to, a, b },
                    }
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
                    let is_certain = self.is_used(holds) && !self.is_used(fails);
                    self.bind(holds);
                    // If this case is known to hold and no earlier one can, there is nothing to choose.
                    if is_certain && !self.is_used(done) {
                        return self.value(value, s, missing);
                    }
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
                self.value(part, &s.as_they_see(), missing)
            }
            ExprKind::At(time, part) if expr.ty != Type::Truth => {
                self.value_at(*time, part, s, missing)
            }
            ExprKind::OverMoves(extreme, part) => self.over_moves(*extreme, part, s, missing),
            // A truth that is compared with another, or handed to a definition. It is never missing.
            ExprKind::Truth(_)
            | ExprKind::Word(..)
            | ExprKind::MoveWord(..)
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
            | ExprKind::AnySide(_)
            | ExprKind::At(..) => self.truth_value(expr, s),
        }
    }

    /// A truth as a value: 0 or 1.
    pub(super) fn truth_value(&mut self, expr: &'a Expr, s: &Surroundings<'a>) -> Reg {
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

    pub(super) fn constant(&mut self, raw: u64) -> Reg {
        if let Some(reg) = self.compiler.constant(raw) {
            return reg;
        }
        self.compute(ValueKey::Constant(raw), None, |to| Op::Constant { to, raw })
    }

    pub(super) fn test(&mut self, a: Reg, yes: Label, no: Label) {
        let op = Op::Test {
            a,
            yes: self.to(yes),
            no: self.to(no),
        };
        self.branch(&[yes, no], op);
    }

    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        a: Reg,
        b: Reg,
        yes: Label,
        no: Label,
    ) {
        let (is_less, is_swapped, is_negated) = normal_form(comparison);
        let (a, b) = if is_swapped { (b, a) } else { (a, b) };
        let (yes, no) = if is_negated { (no, yes) } else { (yes, no) };
        let (yes_place, no_place) = (self.to(yes), self.to(no));
        let op = if is_less {
            Op::Less {
                a,
                b,
                yes: yes_place,
                no: no_place,
            }
        } else {
            Op::Equal {
                a,
                b,
                yes: yes_place,
                no: no_place,
            }
        };
        self.branch(&[yes, no], op);
    }

    pub(super) fn comparison(
        &mut self,
        comparison: Comparison,
        a: &'a Expr,
        b: &'a Expr,
        s: &Surroundings<'a>,
        yes: Label,
        no: Label,
    ) {
        let large_sets = matches!(a.ty, Type::Set(_)) && !D::WORD_SETS;
        self.fetch_men(a, s, no);
        self.fetch_men(b, s, no);
        if let Some(operands) = self.looked_up(a, b, s, no) {
            return self.compare_looked_up(comparison, operands, yes, no);
        }
        let a = self.value(a, s, no);
        let b = self.value(b, s, no);
        if large_sets {
            let (yes, no) = if comparison == Comparison::Equal {
                (yes, no)
            } else {
                (no, yes)
            };
            let op = Op::SameSet {
                a,
                b,
                yes: self.to(yes),
                no: self.to(no),
            };
            self.branch(&[yes, no], op);
        } else {
            self.compare(comparison, a, b, yes, no);
        }
    }
}

/// Every comparison reduces to an equality or a less-than: is it less-than, are the operands swapped, is the result
/// negated?
pub(super) fn normal_form(comparison: Comparison) -> (bool, bool, bool) {
    match comparison {
        Comparison::Equal => (false, false, false),
        Comparison::Unequal => (false, false, true),
        Comparison::Less => (true, false, false),
        Comparison::LessOrEqual => (true, true, true),
        Comparison::Greater => (true, true, false),
        Comparison::GreaterOrEqual => (true, false, true),
    }
}

fn swapped(membership: Membership, yes: Label, no: Label) -> (Label, Label) {
    match membership {
        Membership::In => (yes, no),
        Membership::NotIn => (no, yes),
    }
}
