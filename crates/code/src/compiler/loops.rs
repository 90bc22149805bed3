//! Loops over the items of a set.

use domain::Fast;

use super::assembler::{Assembler, Binding, Label, Surroundings};
use crate::compiled::{Op, Reg};
use lang::checked::{Comparison, Expr, Local, Operation, Quantifier};

impl<'a, D: Fast> Assembler<'_, 'a, D> {
    /// A copy of the set to take items from, a register for the item, and the label of the next round. The loop is open
    /// until `close_loop`.
    pub(super) fn begin_loop(&mut self, set: Reg) -> (Reg, Reg, Label) {
        let first_reg = self.n_regs;
        let (rest, item, head) = (self.reg(), self.reg(), self.label());
        self.emit(Op::Copy {
            to: rest,
            from: set,
        });
        self.open_loop(first_reg);
        self.bind(head);
        (rest, item, head)
    }

    pub(super) fn quantified_value(
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
        self.emit_leaving(
            &[done],
            Op::Next {
                item,
                set: rest,
                done: self.to(done),
            },
        );
        let inner = s.with_local(local, Binding::Reg(item));
        match quantifier {
            Quantifier::Count | Quantifier::Those | Quantifier::The => {
                let holds = self.label();
                self.truth(body, &inner, holds, head);
                self.bind(holds);
                if quantifier == Quantifier::Count {
                    let (operation, missing) = (Operation::Add, self.to(head));
                    self.emit(Op::Arithmetic {
                        operation,
                        to: result,
                        a: result,
                        b: one,
                        missing,
                    });
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
                let comparison = if quantifier == Quantifier::Least {
                    Comparison::Less
                } else {
                    Comparison::Greater
                };
                self.compare(comparison, value, result, better, head);
                self.bind(better);
                self.emit(Op::Copy {
                    to: result,
                    from: value,
                });
                self.emit(Op::Constant { to: found, raw: 1 });
                self.jump(head);
            }
            Quantifier::Sum => {
                let value = self.value(body, &inner, missing);
                let (operation, place) = (Operation::Add, self.to(missing));
                let op = Op::Arithmetic {
                    operation,
                    to: result,
                    a: result,
                    b: value,
                    missing: place,
                };
                self.emit_leaving(&[missing], op);
                self.jump(head);
            }
            Quantifier::Some | Quantifier::Every => {
                panic!("checked expressions are well typed: this is a truth")
            }
        }
        self.close_loop();
        self.bind(done);
        match quantifier {
            Quantifier::The => {
                let to = self.reg();
                self.emit_leaving(
                    &[missing],
                    Op::Only {
                        to,
                        set: result,
                        missing: self.to(missing),
                    },
                );
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
