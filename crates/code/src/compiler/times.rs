//! Other times, and what is remembered between evaluations.

use domain::Fast;

use super::ExprIdentity;
use super::assembler::{Assembler, Label, Surroundings, ValueKey};
use crate::compiled::{Op, Reg, When};
use lang::Builtin;
use lang::checked::{Expr, ExprKind, Time};

impl<'a, D: Fast> Assembler<'_, 'a, D> {
    /// The surroundings at another time; to `missing` if there is no such time.
    pub(super) fn surroundings_at(
        &mut self,
        time: Time,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Surroundings<'a> {
        let when = match time {
            Time::Before => {
                let there = self.label();
                let op = Op::HasBefore {
                    yes: self.to(there),
                    no: self.to(missing),
                };
                self.branch(&[there, missing], op);
                self.bind(there);
                When::Before
            }
            Time::Root => When::Root,
            Time::After => {
                self.play();
                When::After
            }
        };
        Surroundings { when, ..s.clone() }
    }

    /// Makes sure that the move in question has been played.
    pub(super) fn play(&mut self) {
        if self.recall(&ValueKey::Played).is_none() {
            self.emit(Op::Play);
            self.learn(ValueKey::Played, 0);
        }
    }

    pub(super) fn value_at(
        &mut self,
        time: Time,
        part: &'a Expr,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Reg {
        let inner = self.surroundings_at(time, s, missing);
        match self.slot_for(time, part, &inner) {
            Some(slot) => self.remembered_value(slot, part, &inner, missing),
            None => self.value(part, &inner, missing),
        }
    }

    pub(super) fn truth_at(
        &mut self,
        time: Time,
        part: &'a Expr,
        s: &Surroundings<'a>,
        yes: Label,
        no: Label,
    ) {
        let inner = self.surroundings_at(time, s, no);
        match self.slot_for(time, part, &inner) {
            Some(slot) => self.remembered_truth(slot, part, &inner, yes, no),
            None => self.truth(part, &inner, yes, no),
        }
    }

    /// A value at another time may be remembered if it depends on that position alone.
    pub(super) fn slot_for(
        &mut self,
        time: Time,
        part: &'a Expr,
        s: &Surroundings<'a>,
    ) -> Option<u16> {
        if time != Time::After && self.is_closed(part) {
            self.compiler.slot(part, s)
        } else {
            None
        }
    }

    /// A value that is needed for many moves is remembered if it depends on the position alone, unless it takes a
    /// single instruction anyway.
    pub(super) fn slot_for_now(&mut self, expr: &'a Expr, s: &Surroundings<'a>) -> Option<u16> {
        let worth_it = self.asked_of_moves
            && s.when == When::Now
            && match &expr.kind {
                ExprKind::Call(id, _) => self.compiler.program.definition(*id).size > 2,
                ExprKind::Word(_, args) => args
                    .iter()
                    .any(|arg| !matches!(arg.kind, ExprKind::Side(_))),
                ExprKind::Builtin(_, args) => !args.is_empty(),
                ExprKind::Arithmetic(..)
                | ExprKind::Quantified(..)
                | ExprKind::Compare(..)
                | ExprKind::AnySide(_)
                | ExprKind::OverMoves(..)
                | ExprKind::Combine(..) => true,
                ExprKind::Number(_)
                | ExprKind::Truth(_)
                | ExprKind::Side(_)
                | ExprKind::Constant(_)
                | ExprKind::Item(_)
                | ExprKind::Plan(..)
                | ExprKind::Join(..)
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
        if worth_it && self.is_closed(expr) {
            self.compiler.slot(expr, s)
        } else {
            None
        }
    }

    pub(super) fn remembered_value(
        &mut self,
        slot: u16,
        expr: &'a Expr,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Reg {
        let when = s.when;
        let (to, known, none) = (self.reg(), self.label(), self.label());
        let op = Op::Recall {
            slot,
            when,
            to,
            known: self.to(known),
            missing: self.to(missing),
        };
        self.emit_leaving(&[known, missing], op);
        // The parts of a remembered value need no slots.
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

    pub(super) fn remembered_truth(
        &mut self,
        slot: u16,
        expr: &'a Expr,
        s: &Surroundings<'a>,
        yes: Label,
        no: Label,
    ) {
        let when = s.when;
        let (to, known) = (self.reg(), self.label());
        let op = Op::Recall {
            slot,
            when,
            to,
            known: self.to(known),
            missing: self.to(no),
        };
        self.emit_leaving(&[known, no], op);
        let (holds, fails) = (self.label(), self.label());
        let asked_of_moves = std::mem::replace(&mut self.asked_of_moves, false);
        self.truth_anew(expr, s, holds, fails);
        self.asked_of_moves = asked_of_moves;
        for (label, raw) in [(holds, 1), (fails, 0)] {
            self.bind(label);
            self.emit(Op::Constant { to, raw });
            self.emit(Op::Remember {
                slot,
                when,
                from: to,
            });
            self.jump(known);
        }
        self.bind(known);
        self.test(to, yes, no);
    }

    /// Does it depend on the position alone, and not on a move, a depth or a local?
    pub(super) fn is_closed(&self, expr: &Expr) -> bool {
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
}

impl<'a, D: Fast> super::Compiler<'a, D> {
    /// The slot for the value of an expression, while slots are free.
    fn slot(&mut self, expr: &'a Expr, s: &Surroundings<'a>) -> Option<u16> {
        let key = (ExprIdentity(expr), s.viewer, s.when);
        if let Some(slot) = self.slots.get(&key) {
            return Some(*slot);
        }
        let slot = self.n_slots;
        (slot < self.max_slots).then(|| {
            self.n_slots += 1;
            self.slots.insert(key, slot);
            slot
        })
    }
}
