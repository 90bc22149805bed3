//! Words, of the language and of the domain, and calls of definitions, which are written out.

use std::rc::Rc;

use domain::{Fast, N_ARGS, Native, Side, Type, WordId};

use super::assembler::{Assembler, Binding, Label, Surroundings, ValueKey};
use super::men::{AskedWord, known_side};
use crate::compiled::{ArgRegs, Op, Reg, SideWord, When, WordCode, is_constant};
use lang::Builtin;
use lang::checked::{DefinitionId, Expr, ExprKind, Program};

impl<'a, D: Fast> Assembler<'_, 'a, D> {
    pub(super) fn builtin_truth(
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
                let side = if builtin == Builtin::UsToMove {
                    s.viewer
                } else {
                    !s.viewer
                };
                match self.turn {
                    Some(turn) if when == When::Now => {
                        self.jump(if turn == side { yes } else { no })
                    }
                    Some(_) | None => self.branch(
                        &[yes, no],
                        Op::IsTurn {
                            when,
                            side,
                            yes: yes_place,
                            no: no_place,
                        },
                    ),
                }
            }
            Builtin::NoMoves => {
                self.branch(
                    &[yes, no],
                    Op::NoMoves {
                        when,
                        yes: yes_place,
                        no: no_place,
                    },
                );
            }
            Builtin::Empty => {
                let set = self.value(&args[0], s, no);
                self.branch(
                    &[yes, no],
                    Op::IsEmpty {
                        set,
                        yes: yes_place,
                        no: no_place,
                    },
                );
            }
            Builtin::Exists => {
                if args[0].ty != Type::Truth {
                    self.doubt(&args[0], s);
                    self.value(&args[0], s, no);
                }
                self.jump(yes);
            }
            Builtin::Depth
            | Builtin::Abs
            | Builtin::Sign
            | Builtin::Min
            | Builtin::Max
            | Builtin::Count
            | Builtin::Owner => {
                panic!("checked expressions are well typed: this is no truth")
            }
            Builtin::Better | Builtin::Holding | Builtin::Narrower => {
                panic!("the checker lets plans into nothing that is compiled")
            }
        }
    }

    /// Is a condition about the side to move decided at compile time?
    pub(super) fn turn_settles(&self, condition: &Expr, s: &Surroundings<'a>) -> Option<bool> {
        let turn = self.turn.filter(|_| s.when == When::Now)?;
        if let ExprKind::Builtin(Builtin::UsToMove, _) = &condition.kind {
            Some(turn == s.viewer)
        } else if let ExprKind::Builtin(Builtin::ThemToMove, _) = &condition.kind {
            Some(turn != s.viewer)
        } else {
            None
        }
    }

    pub(super) fn builtin_value(
        &mut self,
        builtin: Builtin,
        args: &'a [Expr],
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Reg {
        let regs: Vec<Reg> = args.iter().map(|arg| self.value(arg, s, missing)).collect();
        let place = self.to(missing);
        match (builtin, &regs[..]) {
            (Builtin::Depth, _) if s.when == When::Root => self.constant(0),
            (Builtin::Depth, _) => self.compute(ValueKey::Depth, None, |to| Op::Depth { to }),
            (Builtin::Abs, &[a]) => {
                self.compute(ValueKey::Unary("abs", a), Some(missing), |to| Op::Abs {
                    to,
                    a,
                    missing: place,
                })
            }
            (Builtin::Sign, &[a]) => {
                self.compute(ValueKey::Unary("sign", a), None, |to| Op::Sign { to, a })
            }
            (Builtin::Min, &[first, ref rest @ ..]) => rest.iter().fold(first, |a, &b| {
                self.compute(ValueKey::Binary("min", a, b), None, |to| Op::Min {
                    to,
                    a,
                    b,
                })
            }),
            (Builtin::Max, &[first, ref rest @ ..]) => rest.iter().fold(first, |a, &b| {
                self.compute(ValueKey::Binary("max", a, b), None, |to| Op::Max {
                    to,
                    a,
                    b,
                })
            }),
            (Builtin::Count, &[set]) => self.compute(ValueKey::Unary("count", set), None, |to| {
                Op::Count { to, set }
            }),
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
                | Builtin::Count
                | Builtin::Owner
                | Builtin::Better
                | Builtin::Holding
                | Builtin::Narrower,
                _,
            ) => {
                panic!("checked expressions are well typed: these are no arguments of {builtin:?}")
            }
        }
    }

    /// A word that is true or false.
    pub(super) fn test_word(
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
            WordCode::Native(Native::Position(word)) => {
                let args = self.arg_regs(args, s, no);
                let (yes_place, no_place) = (self.to(yes), self.to(no));
                let op = Op::TestWord {
                    word,
                    when,
                    viewer,
                    args,
                    yes: yes_place,
                    no: no_place,
                };
                self.branch(&[yes, no], op);
            }
            WordCode::Native(Native::Shape(word)) => {
                let op = Op::TestShape {
                    word,
                    viewer,
                    yes: self.to(yes),
                    no: self.to(no),
                };
                self.branch(&[yes, no], op);
            }
            WordCode::Native(Native::After(word)) => {
                self.play();
                let (yes_place, no_place) = (self.to(yes), self.to(no));
                let op = Op::TestAfter {
                    word,
                    yes: yes_place,
                    no: no_place,
                };
                self.branch(&[yes, no], op);
            }
            WordCode::Native(Native::WithoutMoves(word)) => {
                let stuck = self.label();
                let no_place = self.to(no);
                let op = Op::NoMoves {
                    when,
                    yes: self.to(stuck),
                    no: no_place,
                };
                self.branch(&[stuck, no], op);
                self.bind(stuck);
                let op = Op::TestWithoutMoves {
                    word,
                    when,
                    yes: self.to(yes),
                    no: no_place,
                };
                self.branch(&[yes, no], op);
            }
            WordCode::Native(Native::Timeless(word)) => {
                self.test_timeless(id, word, args, s, yes, no);
            }
            WordCode::Native(Native::Move(_) | Native::OfSide(_)) | WordCode::Slow(_) => {
                let a = self.word(id, args, when, s, no);
                self.test(a, yes, no);
            }
        }
    }

    pub(super) fn arg_regs(
        &mut self,
        args: &'a [Expr],
        s: &Surroundings<'a>,
        missing: Label,
    ) -> ArgRegs {
        for arg in args {
            self.fetch_men(arg, s, missing);
        }
        // Unused arguments are 0.
        let mut regs = [self.constant(0); N_ARGS];
        for (reg, arg) in regs.iter_mut().zip(args) {
            *reg = self.value(arg, s, missing);
        }
        regs
    }

    pub(super) fn word(
        &mut self,
        id: WordId,
        args: &'a [Expr],
        when: When,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Reg {
        let regs = self.arg_regs(args, s, missing);
        let side = args.first().and_then(|arg| known_side(arg, s));
        self.word_of(id, regs, side, when, s.viewer, missing)
    }

    /// A word, its arguments in registers; which side the first of them is, if that is known.
    pub(super) fn word_of(
        &mut self,
        id: WordId,
        regs: ArgRegs,
        side: Option<Side>,
        when: When,
        viewer: Side,
        missing: Label,
    ) -> Reg {
        let (meaning, missing_place) = (self.compiler.meaning(id), self.to(missing));
        if let WordCode::Native(Native::Timeless(word)) = meaning {
            return self.timeless(id, word, regs, viewer, missing);
        }
        if let WordCode::Native(Native::After(_)) = meaning {
            self.play();
        }
        let key = ValueKey::Word(id.0, when, viewer, regs);
        if let (WordCode::Native(Native::OfSide(words)), Some(side), When::Now) =
            (meaning, side, when)
            // Unreachable code needs no piece.
            && !self.is_dead()
            && regs.iter().all(|reg| is_constant(*reg))
            && !self.men.iter().any(|asked| asked.key == key)
        {
            self.men.push(AskedWord {
                key: key.clone(),
                word: words[side],
                only_man: self.compiler.only_man(id, side),
            });
        }
        let only_man = side.and_then(|side| self.compiler.only_man(id, side));
        self.compute(key, Some(missing), |to| {
            let (args, missing) = (regs, missing_place);
            match meaning {
                WordCode::Native(Native::Position(word)) => Op::Word {
                    word,
                    when,
                    viewer,
                    to,
                    args,
                    missing,
                },
                WordCode::Native(Native::OfSide(words)) => match side {
                    Some(side) => Op::SideWords {
                        when,
                        words: Box::new([SideWord {
                            word: words[side],
                            only_man,
                            to,
                            missing,
                        }]),
                    },
                    None => Op::AnySideWord {
                        words,
                        when,
                        side: args[0],
                        to,
                        missing,
                    },
                },
                WordCode::Native(Native::WithoutMoves(_)) => {
                    panic!("a truth is tested, not put into a register")
                }
                WordCode::Native(Native::Timeless(word)) => Op::Timeless {
                    word,
                    viewer,
                    to,
                    args,
                    missing,
                },
                WordCode::Native(Native::After(word)) => Op::AfterWord { word, to, missing },
                WordCode::Native(Native::Move(word)) => Op::MoveWord {
                    word,
                    viewer,
                    to,
                    args,
                    missing,
                },
                WordCode::Native(Native::Shape(word)) => Op::ShapeWord {
                    word,
                    viewer,
                    to,
                    missing,
                },
                WordCode::Slow(word) => Op::SlowWord {
                    word,
                    when,
                    viewer,
                    to,
                    args,
                    missing,
                },
            }
        })
    }

    /// The body of a definition, and its surroundings for these arguments.
    pub(super) fn call(
        &mut self,
        id: DefinitionId,
        args: &'a [Expr],
        s: &Surroundings<'a>,
    ) -> (&'a Expr, Surroundings<'a>) {
        let program: &'a Program = self.compiler.program;
        let body = &program.definition(id).body;
        let bindings = args.iter().map(|arg| self.binding(arg, s)).collect();
        (
            body,
            Surroundings {
                locals: Rc::new(bindings),
                ..s.clone()
            },
        )
    }

    pub(super) fn binding(&mut self, arg: &'a Expr, s: &Surroundings<'a>) -> Binding<'a> {
        if let ExprKind::Local(local) = &arg.kind {
            return s.local(*local).clone();
        }
        if self.is_simple(arg, 3) {
            return Binding::Expr(arg, s.clone());
        }
        self.in_register(arg, s)
    }

    /// The value of an argument, computed here.
    pub(super) fn in_register(&mut self, arg: &'a Expr, s: &Surroundings<'a>) -> Binding<'a> {
        let missing = self.label();
        let reg = self.value(arg, s, missing);
        if !self.is_used(missing) {
            return Binding::Reg(reg);
        }
        let (present, done) = (self.reg(), self.label());
        self.emit(Op::Constant {
            to: present,
            raw: 1,
        });
        self.jump(done);
        self.bind(missing);
        self.emit(Op::Constant {
            to: present,
            raw: 0,
        });
        self.bind(done);
        Binding::Maybe(reg, present)
    }

    /// Is it so simple that it can be inlined wherever it is used? Equal instructions are emitted once anyway.
    pub(super) fn is_simple(&self, expr: &Expr, depth: usize) -> bool {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Side(_) | ExprKind::Constant(_) | ExprKind::Item(_) => {
                true
            }
            ExprKind::Word(_, args) | ExprKind::MoveWord(_, args) => {
                depth > 0 && args.iter().all(|arg| self.is_simple(arg, depth - 1))
            }
            // Only small ones, so that nested definitions do not blow up the code.
            ExprKind::Call(id, args) => {
                args.is_empty()
                    && expr.ty != Type::Truth
                    && self.compiler.program.definition(*id).size < 50
            }
            ExprKind::Truth(_)
            | ExprKind::Local(_)
            | ExprKind::Builtin(..)
            | ExprKind::Can(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..)
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
            | ExprKind::AnySide(_)
            | ExprKind::OverMoves(..)
            | ExprKind::At(..) => false,
        }
    }
}

impl<D: Fast> super::Compiler<'_, D> {
    /// The meaning of a word in the fastest form that the domain offers.
    pub(super) fn meaning(&self, id: WordId) -> WordCode<D> {
        self.domain
            .native(id)
            .map_or(WordCode::Slow(id), WordCode::Native)
    }
}
