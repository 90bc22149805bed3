//! Emits instructions: registers, labels, and which values are known at which label.

use std::collections::HashMap;
use std::rc::Rc;

use domain::{Fast, Side, Type};

use super::Compiler;
use super::addresses::each_address;
use super::men::AskedWord;
use super::once::OpenLoop;
use crate::compiled::{ANSWERS, Address, ArgRegs, Code, FIRST_MAN, Op, Reached, Reg, When};
use lang::checked::{DefinitionId, Expr, Local};

/// An address that may not be known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(u32);

/// What identifies a value that has been computed: the instruction without its target.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum ValueKey {
    Constant(u64),
    Unary(&'static str, Reg),
    Binary(&'static str, Reg, Reg),
    Word(u16, When, Side, ArgRegs),
    Depth,
    Call(DefinitionId, Vec<Reg>, When, Side),
    /// A part of an expression, by its address, with a table.
    Part(usize, [Reg; 2], Side),
    /// The move has been played.
    Played,
}

/// Values that are known on every path to a point, and their registers.
type Known = HashMap<ValueKey, Reg>;

/// What a parameter or a quantified item stands for.
#[derive(Clone, Debug)]
pub(super) enum Binding<'a> {
    /// A value in a register.
    Reg(Reg),
    /// A value in the first register, unless the second is 0: then it is missing.
    Maybe(Reg, Reg),
    /// A simple argument, evaluated where it is used, in the surroundings of the call.
    Expr(&'a Expr, Surroundings<'a>),
}

/// The context of an expression: viewer, time and locals.
#[derive(Clone, Debug)]
pub(super) struct Surroundings<'a> {
    pub(super) viewer: Side,
    pub(super) when: When,
    pub(super) locals: Rc<Vec<Binding<'a>>>,
}

impl<'a> Surroundings<'a> {
    /// Now, without locals.
    pub(super) fn of(viewer: Side) -> Surroundings<'a> {
        Surroundings {
            viewer,
            when: When::Now,
            locals: Rc::new(Vec::new()),
        }
    }

    pub(super) fn local(&self, local: Local) -> &Binding<'a> {
        &self.locals[usize::from(local.0)]
    }

    /// The same, as the other side sees it.
    pub(super) fn as_they_see(&self) -> Surroundings<'a> {
        Surroundings {
            viewer: !self.viewer,
            ..self.clone()
        }
    }

    /// The same, with one more local at this index.
    pub(super) fn with_local(&self, local: Local, binding: Binding<'a>) -> Surroundings<'a> {
        let mut locals: Vec<Binding<'a>> = self.locals[..usize::from(local.0)].to_vec();
        locals.push(binding);
        Surroundings {
            locals: Rc::new(locals),
            ..self.clone()
        }
    }
}

/// Emits the code of one expression.
pub(super) struct Assembler<'c, 'a, D: Fast> {
    pub(super) compiler: &'c mut Compiler<'a, D>,
    pub(super) ops: Vec<Op<D>>,
    pub(super) n_regs: Reg,
    /// For each label its place, once bound, and what is known on all jumps to it.
    places: Vec<Option<Address>>,
    known_at: Vec<Option<Known>>,
    /// Whose move it is now, where that is known.
    pub(super) turn: Option<Side>,
    /// Is this code run for one move after another? Then values that depend on the position alone are remembered.
    pub(super) asked_of_moves: bool,
    /// The words about a side that are evaluated in the current position, and those whose presence is tested.
    pub(super) men: Vec<AskedWord<D>>,
    pub(super) doubted: Vec<ValueKey>,
    /// The loops around this point, and the outermost loop in all rounds of which a register keeps its value.
    pub(super) loops: Vec<OpenLoop>,
    pub(super) kept_in: HashMap<Reg, usize>,
    /// The values known here; `None` after a jump, since code is unreachable until a label is bound.
    known: Option<Known>,
}

impl<'c, 'a, D: Fast> Assembler<'c, 'a, D> {
    /// The code of an expression whose parameters are in the first registers.
    pub(super) fn assemble(
        compiler: &'c mut Compiler<'a, D>,
        expr: &'a Expr,
        viewer: Side,
        parameters: &[Type],
    ) -> Code<D> {
        let locals = (0..parameters.len() as Reg).map(Binding::Reg).collect();
        let surroundings = Surroundings {
            viewer,
            when: When::Now,
            locals: Rc::new(locals),
        };
        let mut assembler = Assembler::with_regs(compiler, parameters.len() as Reg);
        assembler.whole(expr, &surroundings);
        Code {
            ops: assembler.finish(),
            ty: expr.ty,
        }
    }

    /// The code of a truth where it is this side's move.
    pub(super) fn assemble_truth(
        compiler: &'c mut Compiler<'a, D>,
        expr: &'a Expr,
        viewer: Side,
        turn: Side,
    ) -> Code<D> {
        let surroundings = Surroundings::of(viewer);
        let ops = Assembler::expecting_men(compiler, Some(turn), |assembler| {
            assembler.whole(expr, &surroundings);
        });
        Code { ops, ty: expr.ty }
    }

    /// The code of a holding goal and then a better goal where it is this side's move; it answers with a [`Reached`].
    pub(super) fn assemble_goals(
        compiler: &'c mut Compiler<'a, D>,
        holding: &'a Expr,
        better: &'a Expr,
        viewer: Side,
        turn: Side,
    ) -> Code<D> {
        let surroundings = Surroundings::of(viewer);
        let ops = Assembler::expecting_men(compiler, Some(turn), |assembler| {
            let labels = [(); 4].map(|()| assembler.label());
            let [holds, broken, reached, neither] = labels;
            assembler.truth(holding, &surroundings, holds, broken);
            assembler.bind(holds);
            assembler.truth(better, &surroundings, reached, neither);
            for (label, answer) in [
                (broken, Reached::Broken),
                (reached, Reached::Better),
                (neither, Reached::Neither),
            ] {
                assembler.bind(label);
                assembler.emit(Op::Answer(answer as u64));
            }
        });
        let ty = Type::Number;
        Code { ops, ty }
    }

    /// The code of a part of a constraint that is run once for all moves; no local is in a register.
    pub(super) fn assemble_once(
        compiler: &'c mut Compiler<'a, D>,
        expr: &'a Expr,
        surroundings: &Surroundings<'a>,
    ) -> Code<D> {
        let ops = Assembler::expecting_men(compiler, None, |assembler| {
            assembler.whole(expr, surroundings);
        });
        Code { ops, ty: expr.ty }
    }

    /// The code of a part of a constraint; no local is in a register. `played` says whether the move in question has
    /// been played.
    pub(super) fn assemble_in(
        compiler: &'c mut Compiler<'a, D>,
        expr: &'a Expr,
        surroundings: Surroundings<'a>,
        played: bool,
    ) -> Code<D> {
        let mut assembler = Assembler::with_regs(compiler, 0);
        assembler.asked_of_moves = true;
        if played {
            assembler.learn(ValueKey::Played, 0);
        }
        assembler.whole(expr, &surroundings);
        Code {
            ops: assembler.finish(),
            ty: expr.ty,
        }
    }

    pub(super) fn with_regs(
        compiler: &'c mut Compiler<'a, D>,
        n_regs: Reg,
    ) -> Assembler<'c, 'a, D> {
        let known = Some(Known::new());
        let (ops, places, known_at) = (Vec::new(), Vec::new(), Vec::new());
        Assembler {
            compiler,
            ops,
            n_regs,
            places,
            known_at,
            turn: None,
            asked_of_moves: false,
            men: Vec::new(),
            doubted: Vec::new(),
            loops: Vec::new(),
            kept_in: HashMap::new(),
            known,
        }
    }

    pub(super) fn whole(&mut self, expr: &'a Expr, surroundings: &Surroundings<'a>) {
        if expr.ty == Type::Truth {
            let (yes, no) = (self.label(), self.label());
            self.truth(expr, surroundings, yes, no);
            self.bind(yes);
            self.emit(Op::Answer(1));
            self.bind(no);
            self.emit(Op::Answer(0));
        } else {
            let missing = self.label();
            let value = self.value(expr, surroundings, missing);
            self.emit(Op::Give(value));
            self.bind(missing);
            self.emit(Op::GiveNothing);
        }
    }

    pub(super) fn reg(&mut self) -> Reg {
        let reg = self.n_regs;
        self.n_regs += 1;
        assert!(
            usize::from(self.n_regs) <= FIRST_MAN,
            "the checker bounds the size of expressions"
        );
        reg
    }

    pub(super) fn label(&mut self) -> Label {
        self.places.push(None);
        self.known_at.push(None);
        Label(self.places.len() as u32 - 1)
    }

    /// Emits an instruction that does not branch; a dead one is dropped.
    pub(super) fn emit(&mut self, op: Op<D>) {
        if self.known.is_none() {
            return;
        }
        let ends = matches!(
            op,
            Op::Answer(_) | Op::Give(_) | Op::GiveNothing | Op::Jump(_)
        );
        if let Some(op) = self.join(op) {
            self.ops.push(op);
        }
        if ends {
            self.known = None;
        }
    }

    /// Consecutive words about sides are merged into one instruction, unless a jump leads in between.
    fn join(&mut self, op: Op<D>) -> Option<Op<D>> {
        let here = Some(self.ops.len() as Address);
        match (self.ops.last_mut(), op) {
            (
                Some(Op::SideWords { when, words }),
                Op::SideWords {
                    when: at,
                    words: more,
                },
            ) if *when == at && !self.places.contains(&here) => {
                let mut joined = std::mem::take(words).into_vec();
                joined.extend(more);
                *words = joined.into_boxed_slice();
                None
            }
            (_, op) => Some(op),
        }
    }

    /// Emits an instruction that always jumps to one of its labels.
    pub(super) fn branch(&mut self, labels: &[Label], op: Op<D>) {
        if self.known.is_none() {
            return;
        }
        for label in labels {
            self.arrives(*label);
        }
        self.ops.push(op);
        self.known = None;
    }

    /// Emits an instruction that may jump to one of the labels, or falls through.
    pub(super) fn emit_leaving(&mut self, labels: &[Label], op: Op<D>) {
        for label in labels {
            self.arrives(*label);
        }
        self.emit(op);
    }

    /// Is the current point unreachable?
    pub(super) fn is_dead(&self) -> bool {
        self.known.is_none()
    }

    /// Has anything jumped to this label yet?
    pub(super) fn is_used(&self, label: Label) -> bool {
        self.known_at[label.0 as usize].is_some()
    }

    /// Emits an instruction that computes a value, or jumps to a label if there is none.
    pub(super) fn compute(
        &mut self,
        key: ValueKey,
        missing: Option<Label>,
        op: impl FnOnce(Reg) -> Op<D>,
    ) -> Reg {
        if let Some(reg) = self.known.as_ref().and_then(|known| known.get(&key)) {
            return *reg;
        }
        let to = self.reg();
        if let Some(missing) = missing {
            self.arrives(missing);
        }
        self.emit(op(to));
        self.learn(key, to);
        to
    }

    /// The register of a value that is known already.
    pub(super) fn recall(&self, key: &ValueKey) -> Option<Reg> {
        self.known
            .as_ref()
            .and_then(|known| known.get(key).copied())
    }

    /// Records that a value is in a register from here on.
    pub(super) fn learn(&mut self, key: ValueKey, reg: Reg) {
        if let Some(known) = &mut self.known {
            known.insert(key, reg);
        }
    }

    pub(super) fn jump(&mut self, label: Label) {
        self.branch(&[label], Op::Jump(label.0));
    }

    /// The label as an operand; [`Assembler::finish`] replaces it by its address.
    pub(super) fn to(&self, label: Label) -> Address {
        label.0
    }

    /// At a label only what is known at every jump to it is known.
    fn arrives(&mut self, label: Label) {
        let Some(known) = &self.known else { return };
        // A label that is already bound starts a loop and keeps what was known before it.
        if self.places[label.0 as usize].is_some() {
            return;
        }
        match &mut self.known_at[label.0 as usize] {
            Some(at) => at.retain(|key, reg| known.get(key) == Some(reg)),
            empty => *empty = Some(known.clone()),
        }
    }

    /// Binds a label here. If nothing jumps to it and nothing falls through, the code after it is dead and is dropped.
    pub(super) fn bind(&mut self, label: Label) {
        // A jump to the next instruction is dropped, unless another label is bound after it.
        let here = Some(self.ops.len() as Address);
        if matches!(self.ops.last(), Some(Op::Jump(to)) if *to == label.0)
            && !self.places.contains(&here)
        {
            self.ops.pop();
        }
        if self.known.is_some() {
            // Falling through counts as a jump.
            self.arrives(label);
        }
        self.known = self.known_at[label.0 as usize].take();
        if !self.is_dead() {
            self.places[label.0 as usize] = Some(self.ops.len() as Address);
        }
    }

    /// The instructions, with addresses in place of labels.
    pub(super) fn finish(self) -> Vec<Op<D>> {
        let Assembler {
            mut ops,
            mut places,
            ..
        } = self;
        // Loops that compute nothing once have nothing to clear.
        let is_idle = |op: &Op<D>| matches!(op, Op::Clear { regs } if regs.is_empty());
        let idle: Vec<Address> = (0..)
            .zip(&ops)
            .filter(|(_, op)| is_idle(op))
            .map(|(at, _)| at)
            .collect();
        for place in places.iter_mut().flatten() {
            *place -= idle.partition_point(|at| at < place) as Address;
        }
        ops.retain(|op| !is_idle(op));
        // The address of a label; a jump found there is followed at once.
        let jumps: Vec<Option<Address>> = ops
            .iter()
            .map(|op| {
                if let Op::Jump(to) = op {
                    Some(*to)
                } else {
                    None
                }
            })
            .collect();
        // Code ends without an instruction where one would only give an answer.
        let answers: Vec<Option<Address>> = ops
            .iter()
            .map(|op| {
                if let Op::Answer(raw) = op {
                    u32::try_from(*raw).ok()?.checked_add(ANSWERS)
                } else {
                    None
                }
            })
            .collect();
        let place = |label: &mut Address| {
            let bound = |label: Address| {
                places[label as usize].expect("every label that is jumped to was bound")
            };
            *label = bound(*label);
            while let Some(Some(next)) = jumps.get(*label as usize) {
                *label = bound(*next);
            }
            if let Some(Some(answer)) = answers.get(*label as usize) {
                *label = *answer;
            }
        };
        for op in &mut ops {
            each_address(op, place);
        }
        ops
    }
}
