//! What is the same in every round of a loop is computed once, in the round that first needs it.
//!
//! Nothing is computed that no round needs, so a loop never takes longer than its rounds did, and a value that is
//! missing is missing in every round. Each such value has a register for what is known of it, which is cleared before
//! the loop. Whether a piece is satisfiable is asked as often as it is said: that is the engine's to remember.

use std::collections::HashMap;

use domain::{Fast, Native, Side, Type};

use super::Compiler;
use super::assembler::{Assembler, Binding, Label, Surroundings, ValueKey};
use super::men::known_side;
use crate::compiled::{MAX_REGS, Op, Reg, When, WordCode, all_args};
use lang::Builtin;
use lang::checked::{DefinitionId, Expr, ExprKind};

/// Code that needs more registers than this keeps nothing for later rounds.
const MAX_REGS_ONCE: Reg = 1 << 13;

/// A loop whose body is being compiled.
pub(super) struct OpenLoop {
    /// Registers from this one on get their values inside the loop.
    first_reg: Reg,
    /// The instruction before the first round that clears what is known; none if the loop is unreachable.
    cleared_at: Option<usize>,
    /// The values of definitions without parameters.
    calls: HashMap<(DefinitionId, When, Side), KeptRegs>,
}

/// The registers of a value that is computed once.
#[derive(Clone, Copy)]
struct KeptRegs {
    /// 0: not known yet; 1: the value is in the other register, or the truth is true; 2: missing, or false.
    state: Reg,
    value: Reg,
}

impl<'a, D: Fast> Assembler<'_, 'a, D> {
    /// Begins a loop: what is said next is said in every round.
    pub(super) fn open_loop(&mut self, first_reg: Reg) {
        let cleared_at = (!self.is_dead()).then_some(self.ops.len());
        self.emit(Op::Clear {
            regs: Box::default(),
        });
        self.loops.push(OpenLoop {
            first_reg,
            cleared_at,
            calls: HashMap::new(),
        });
    }

    /// Ends the loop that was begun last.
    pub(super) fn close_loop(&mut self) {
        let closed = self.loops.len() - 1;
        self.kept_in.retain(|_, outermost| *outermost < closed);
        self.loops.pop();
    }

    /// The outermost of the open loops in all rounds of which the expression is the same, if it is worth keeping.
    pub(super) fn loop_to_keep_in(&self, expr: &Expr, s: &Surroundings<'a>) -> Option<usize> {
        let is_worth_it = !self.loops.is_empty()
            && !self.is_dead()
            && self.n_regs < MAX_REGS_ONCE
            && self.compiler.takes_long(expr)
            && !self.compiler.asks_about_pieces(expr)
            && !self.is_known(expr, s);
        if !is_worth_it {
            return None;
        }
        let is_same = |idx: &usize| self.is_same_in_rounds(expr, s, *idx, s.locals.len());
        // What is the same in a loop is the same in the loops inside it.
        (0..self.loops.len()).find(is_same)
    }

    /// A value that is the same in all rounds.
    pub(super) fn value_once(
        &mut self,
        outermost: usize,
        expr: &'a Expr,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Reg {
        let KeptRegs { state, value } = self.kept_regs(outermost, expr, s);
        let (known, none) = (self.label(), self.label());
        let op = Op::Once {
            state,
            yes: self.to(known),
            no: self.to(missing),
        };
        self.emit_leaving(&[known, missing], op);
        let inner_loops = self.loops.split_off(outermost);
        let from = self.value_anew(expr, s, none);
        self.loops.extend(inner_loops);
        self.emit(Op::Copy { to: value, from });
        self.emit(Op::Constant { to: state, raw: 1 });
        self.jump(known);
        self.bind(none);
        self.emit(Op::Constant { to: state, raw: 2 });
        self.jump(missing);
        self.bind(known);
        if let Some(id) = called_alone(expr) {
            self.learn(ValueKey::Call(id, Vec::new(), s.when, s.viewer), value);
        }
        self.kept_in.insert(value, outermost);
        value
    }

    /// A truth that is the same in all rounds.
    pub(super) fn truth_once(
        &mut self,
        outermost: usize,
        expr: &'a Expr,
        s: &Surroundings<'a>,
        yes: Label,
        no: Label,
    ) {
        let KeptRegs { state, .. } = self.kept_regs(outermost, expr, s);
        let op = Op::Once {
            state,
            yes: self.to(yes),
            no: self.to(no),
        };
        self.emit_leaving(&[yes, no], op);
        let (holds, fails) = (self.label(), self.label());
        let inner_loops = self.loops.split_off(outermost);
        self.truth_anew(expr, s, holds, fails);
        self.loops.extend(inner_loops);
        for (label, raw, next) in [(holds, 1, yes), (fails, 2, no)] {
            self.bind(label);
            self.emit(Op::Constant { to: state, raw });
            self.jump(next);
        }
    }

    /// The registers for a value; a definition without parameters has the same wherever it is called.
    fn kept_regs(&mut self, outermost: usize, expr: &Expr, s: &Surroundings<'a>) -> KeptRegs {
        let called = called_alone(expr).map(|id| (id, s.when, s.viewer));
        let calls = &self.loops[outermost].calls;
        if let Some(regs) = called.and_then(|called| calls.get(&called)) {
            return *regs;
        }
        let regs = KeptRegs {
            state: self.reg(),
            value: self.reg(),
        };
        if let Some(at) = self.loops[outermost].cleared_at
            && let Op::Clear { regs: cleared } = &mut self.ops[at]
        {
            let mut states = std::mem::take(cleared).into_vec();
            states.push(regs.state);
            *cleared = states.into_boxed_slice();
        }
        if let Some(called) = called {
            self.loops[outermost].calls.insert(called, regs);
        }
        regs
    }

    /// Is its value in a register already?
    fn is_known(&self, expr: &Expr, s: &Surroundings<'a>) -> bool {
        if let Some(id) = called_alone(expr) {
            let key = ValueKey::Call(id, Vec::new(), s.when, s.viewer);
            return self.recall(&key).is_some();
        }
        if let ExprKind::Word(id, args) = &expr.kind
            && let [side] = &args[..]
            && let Some(side) = known_side(side, s)
            && let Some(zero) = self.register_with(0)
            && let Some(side) = self.register_with(u64::from(side == Side::Them))
        {
            let key = ValueKey::Word(id.0, s.when, s.viewer, all_args([side], zero));
            return self.recall(&key).is_some();
        }
        false
    }

    /// A register that holds a constant here, if one does.
    fn register_with(&self, raw: u64) -> Option<Reg> {
        let in_all_code = self.compiler.register_of(raw);
        in_all_code.or_else(|| self.recall(&ValueKey::Constant(raw)))
    }

    /// Is the expression the same in all rounds of a loop? Locals from `n_locals` on are its own.
    fn is_same_in_rounds(
        &self,
        expr: &Expr,
        s: &Surroundings<'a>,
        loop_idx: usize,
        n_locals: usize,
    ) -> bool {
        let is_outside = |reg: Reg| {
            let is_kept = |outermost: &usize| *outermost <= loop_idx;
            reg < self.loops[loop_idx].first_reg || self.kept_in.get(&reg).is_some_and(is_kept)
        };
        if let ExprKind::Local(local) = &expr.kind {
            return usize::from(local.0) >= n_locals
                || match s.local(*local) {
                    Binding::Reg(reg) => is_outside(*reg),
                    Binding::Maybe(reg, present) => is_outside(*reg) && is_outside(*present),
                    Binding::Expr(arg, outer) => {
                        self.is_same_in_rounds(arg, outer, loop_idx, outer.locals.len())
                    }
                };
        }
        let mut parts = expr.parts().into_iter();
        parts.all(|part| self.is_same_in_rounds(part, s, loop_idx, n_locals))
    }
}

impl<D: Fast> Compiler<'_, D> {
    /// Does it take more than a few instructions: a loop, a look at the position, a walk?
    fn takes_long(&self, expr: &Expr) -> bool {
        let mut itself = matches!(
            expr.kind,
            ExprKind::Quantified(..)
                | ExprKind::AnySide(_)
                | ExprKind::OverMoves(..)
                | ExprKind::Builtin(Builtin::NoMoves, _)
        );
        if let ExprKind::Word(id, args) = &expr.kind {
            itself = match self.meaning(*id) {
                WordCode::Native(Native::Position(_) | Native::WithoutMoves(_))
                | WordCode::Slow(_) => true,
                WordCode::Native(Native::OfSide(_)) => {
                    self.domain.vocabulary().word(*id).man.is_none()
                }
                // What is said of items and numbers is looked up in tables.
                WordCode::Native(Native::Timeless(_)) => {
                    args.iter().any(|arg| matches!(arg.ty, Type::Set(_)))
                }
                WordCode::Native(Native::Move(_) | Native::After(_) | Native::Shape(_)) => false,
            };
        }
        if let ExprKind::Call(id, _) = &expr.kind {
            itself = self.long_definitions[id.0 as usize];
        }
        itself || expr.parts().into_iter().any(|part| self.takes_long(part))
    }

    /// Finds out which definitions take long; each calls only earlier ones.
    pub(super) fn find_long_definitions(&mut self) {
        for definition in &self.program.definitions {
            let takes_long = self.takes_long(&definition.body);
            self.long_definitions.push(takes_long);
        }
    }

    /// Does it ask whether a piece is satisfiable, itself or through what it calls?
    fn asks_about_pieces(&self, expr: &Expr) -> bool {
        let mut itself = matches!(expr.kind, ExprKind::Can(_));
        if let ExprKind::Call(id, _) = &expr.kind {
            itself = self.program.definition(*id).asks;
        }
        let mut parts = expr.parts().into_iter();
        itself || parts.any(|part| self.asks_about_pieces(part))
    }

    /// The register that holds a constant in all code, if one does.
    fn register_of(&self, raw: u64) -> Option<Reg> {
        let idx = self
            .constants
            .iter()
            .position(|constant| *constant == raw)?;
        Some((MAX_REGS - 1 - idx) as Reg)
    }
}

/// The definition that is called without values, if the expression is nothing else.
fn called_alone(expr: &Expr) -> Option<DefinitionId> {
    if let ExprKind::Call(id, args) = &expr.kind
        && args.is_empty()
    {
        return Some(*id);
    }
    None
}
