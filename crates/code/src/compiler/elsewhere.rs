//! Expressions that are code of their own, run on a position by itself: after each legal move, seen from each side of the
//! board, and for a value that searches share.
//!
//! The registers of such code lie behind those of the code around it, so that it can read parameters and items from
//! there.

use std::rc::Rc;

use domain::{Fast, Side, Type, WordId};

use super::assembler::{Assembler, Binding, Label, Surroundings, ValueKey};
use crate::compiled::{Code, OfImages, Op, Reg, SharedValue, TurnedPlace, When, all_args};
use lang::checked::{DefinitionId, Expr, ExprKind, Extreme, Local, Program, Reads};

impl<'a, D: Fast> Assembler<'_, 'a, D> {
    /// The least or the greatest number after a legal move.
    pub(super) fn over_moves(
        &mut self,
        extreme: Extreme,
        part: &'a Expr,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Reg {
        let locals = self.locals_in_registers(part, s);
        let asked = self.code_elsewhere(part, s, locals, &[]);
        let to = self.reg();
        let op = Op::OverMoves {
            asked: Box::new(asked),
            greatest: extreme == Extreme::Greatest,
            when: s.when,
            to,
            missing: self.to(missing),
        };
        self.emit_leaving(&[missing], op);
        to
    }

    /// Is it true of an image of the position?
    pub(super) fn any_side(&mut self, part: &'a Expr, s: &Surroundings<'a>, yes: Label, no: Label) {
        let locals = self.locals_in_registers(part, s);
        // Where only some men matter it is enough to turn their squares, if all of them are there.
        let general = self.label();
        if let Some(men) = self.compiler.men_of(part, s.viewer) {
            let (mut turned, locals) = self.turned_locals(part, locals.clone());
            let mut images = Vec::new();
            for (word, side) in men {
                let from = self.man(word, side, s, general);
                let to = self.reg();
                turned.push(TurnedPlace {
                    from,
                    to,
                    is_set: false,
                });
                images.push((word, side, to));
            }
            let asked = self.code_elsewhere(part, s, locals, &images);
            self.branch_on_image(asked, turned, true, s.when, yes, no);
            self.bind(general);
        }
        let (turned, locals) = self.turned_locals(part, locals);
        let asked = self.code_elsewhere(part, s, locals, &[]);
        self.branch_on_image(asked, turned, false, s.when, yes, no);
    }

    /// The value of a definition that searches share, if this is one.
    pub(super) fn shared(
        &mut self,
        id: DefinitionId,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Option<Reg> {
        if !*self.compiler.shared.get(id.0 as usize)? {
            return None;
        }
        let key = ValueKey::Call(id, Vec::new(), s.when, s.viewer);
        if let Some(known) = self.recall(&key) {
            return Some(known);
        }
        let program: &'a Program = self.compiler.program;
        // What it is made of is seldom asked for by itself.
        let shared = std::mem::take(&mut self.compiler.shared);
        let code = self.code_elsewhere(&program.definition(id).body, s, Vec::new(), &[]);
        self.compiler.shared = shared;
        let to = self.reg();
        let asked = SharedValue {
            definition: id,
            viewer: s.viewer,
            code,
        };
        let op = Op::Shared {
            asked: Box::new(asked),
            when: s.when,
            to,
            missing: self.to(missing),
        };
        self.emit_leaving(&[missing], op);
        self.learn(key, to);
        Some(to)
    }

    fn branch_on_image(
        &mut self,
        asked: Code<D>,
        turned: Vec<TurnedPlace>,
        of_men: bool,
        when: When,
        yes: Label,
        no: Label,
    ) {
        let asked = OfImages {
            code: asked,
            turned,
            of_men,
        };
        let op = Op::AnySide {
            asked: Box::new(asked),
            when,
            yes: self.to(yes),
            no: self.to(no),
        };
        self.branch(&[yes, no], op);
    }

    /// Registers for the images of the places that the expression takes from outside.
    fn turned_locals(
        &mut self,
        part: &'a Expr,
        mut locals: Vec<Binding<'a>>,
    ) -> (Vec<TurnedPlace>, Vec<Binding<'a>>) {
        let place = self.compiler.domain.vocabulary().place;
        let mut types = vec![None; locals.len()];
        types_of_locals(part, &mut types);
        let mut turned = Vec::new();
        for (binding, ty) in locals.iter_mut().zip(types) {
            let is_set = match ty {
                Some(Type::Item(sort)) if sort == place => false,
                Some(Type::Set(sort)) if sort == place => true,
                Some(_) | None => continue,
            };
            let mut image_of = |from: Reg| {
                let to = self.reg();
                turned.push(TurnedPlace { from, to, is_set });
                to
            };
            *binding = match binding {
                Binding::Reg(reg) => Binding::Reg(image_of(*reg)),
                Binding::Maybe(reg, present) => Binding::Maybe(image_of(*reg), *present),
                Binding::Expr(..) => panic!("locals that are named are in registers"),
            };
        }
        (turned, locals)
    }

    /// Code that is run on another position, or as if these men stood where registers say.
    fn code_elsewhere(
        &mut self,
        part: &'a Expr,
        s: &Surroundings<'a>,
        locals: Vec<Binding<'a>>,
        men: &[(WordId, Side, Reg)],
    ) -> Code<D> {
        let surroundings = Surroundings {
            viewer: s.viewer,
            when: When::Now,
            locals: Rc::new(locals),
        };
        let mut inner = Assembler::with_regs(&mut *self.compiler, self.n_regs);
        for (word, side, reg) in men {
            let zero = inner.constant(0);
            let side = inner.constant(u64::from(*side == Side::Them));
            // Where a man stands does not depend on who looks.
            for viewer in Side::BOTH {
                let args = all_args([side], zero);
                let key = ValueKey::Word(word.0, When::Now, viewer, args);
                inner.learn(key, *reg);
            }
        }
        inner.whole(part, &surroundings);
        let n_regs = inner.n_regs;
        let ops = inner.finish();
        self.n_regs = n_regs;
        Code { ops, ty: part.ty }
    }

    /// The locals, with those that the expression names in registers: elsewhere their expressions would mean something
    /// else.
    fn locals_in_registers(&mut self, part: &'a Expr, s: &Surroundings<'a>) -> Vec<Binding<'a>> {
        let mut types = vec![None; s.locals.len()];
        types_of_locals(part, &mut types);
        let bindings = s.locals.iter().zip(types);
        bindings
            .map(|(binding, ty)| match binding {
                Binding::Expr(arg, outer) if ty.is_some() => self.in_register(arg, outer),
                Binding::Expr(..) | Binding::Reg(_) | Binding::Maybe(..) => binding.clone(),
            })
            .collect()
    }
}

/// The definitions whose values searches share: numbers and truths about a position alone that go round a loop. Others are
/// evaluated before one has found where a value is kept.
pub fn shared_definitions(program: &Program) -> Vec<bool> {
    let mut go_round = Vec::with_capacity(program.definitions.len());
    for definition in &program.definitions {
        // Each calls only earlier ones.
        let goes_round = goes_round(&definition.body, &go_round);
        go_round.push(goes_round);
    }
    let definitions = program.definitions.iter().zip(go_round);
    let shared = definitions.map(|(definition, goes_round)| {
        goes_round
            && definition.parameters.is_empty()
            && definition.reads == Reads::default()
            && !definition.asks
            && matches!(definition.body.ty, Type::Number | Type::Truth)
    });
    shared.collect()
}

/// Does an expression go round a loop, itself or in a definition that it calls?
fn goes_round(expr: &Expr, definitions: &[bool]) -> bool {
    let itself = matches!(
        expr.kind,
        ExprKind::Quantified(..) | ExprKind::AnySide(_) | ExprKind::OverMoves(..)
    );
    let calls = if let ExprKind::Call(id, _) = &expr.kind {
        definitions[id.0 as usize]
    } else {
        false
    };
    let mut parts = expr.parts().into_iter();
    itself || calls || parts.any(|part| goes_round(part, definitions))
}

/// The types of the locals that an expression names, as far as they come from outside.
fn types_of_locals(expr: &Expr, types: &mut [Option<Type>]) {
    if let ExprKind::Local(Local(idx)) = &expr.kind
        && let Some(ty) = types.get_mut(usize::from(*idx))
    {
        *ty = Some(expr.ty);
    }
    for part in expr.parts() {
        types_of_locals(part, types);
    }
}
