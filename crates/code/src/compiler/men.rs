//! Words about a side, which mostly say where a man stands.
//!
//! Such a word has no value when the man is gone, but nearly always the men that goals speak of are on the board. So
//! goals are compiled twice: for the case that all of them are there, which is tested first, and for any case.

use domain::{Fast, N_ARGS, Native, Side, Type, WordId};

use super::Compiler;
use super::addresses::each_address;
use super::assembler::{Assembler, Binding, Label, Surroundings, ValueKey};
use crate::compiled::{
    ANSWERS, Address, FIRST_MAN, Op, Reg, SideFn, SideWord, When, WordCode, all_args,
};
use lang::checked::{Expr, ExprKind};

/// Code that needs more registers than this is not compiled twice.
const MAX_REGS_TWICE: Reg = 1 << 13;

/// A word about a side, evaluated in the current position.
pub(super) struct AskedWord<D: Fast> {
    pub(super) key: ValueKey,
    pub(super) word: SideFn<D>,
    /// Its number among the men of which a side has just one.
    pub(super) only_man: Option<usize>,
}

impl<'c, 'a, D: Fast> Assembler<'c, 'a, D> {
    /// Code for the case that the expected men are there, followed by code for any case; for one side to move, if that
    /// is known.
    pub(super) fn expecting_men(
        compiler: &'c mut Compiler<'a, D>,
        turn: Option<Side>,
        emit: impl Fn(&mut Assembler<'_, 'a, D>),
    ) -> Vec<Op<D>> {
        let mut assembler = Assembler::with_regs(&mut *compiler, 0);
        assembler.turn = turn;
        emit(&mut assembler);
        let mut men = std::mem::take(&mut assembler.men);
        men.retain(|asked| !assembler.doubted.contains(&asked.key));
        if men.is_empty() || assembler.n_regs > MAX_REGS_TWICE {
            return assembler.finish();
        }
        let in_any_case = assembler.finish();

        let mut assembler = Assembler::with_regs(compiler, 0);
        assembler.turn = turn;
        let gone = assembler.label();
        assembler.fetch(men, gone);
        emit(&mut assembler);
        assembler.bind(gone);
        let mut ops = assembler.finish();
        let behind = ops.len() as Address;
        for mut op in in_any_case {
            each_address(&mut op, |place| {
                if *place < ANSWERS {
                    *place += behind;
                }
            });
            ops.push(op);
        }
        ops
    }

    /// Loads words about sides: all unique men at once, the others one after the other.
    fn fetch(&mut self, men: Vec<AskedWord<D>>, gone: Label) {
        let missing = self.to(gone);
        let (only, others): (Vec<_>, Vec<_>) =
            men.into_iter().partition(|asked| asked.only_man.is_some());
        let numbers = only.iter().filter_map(|asked| asked.only_man);
        let needed = numbers.fold(0, |needed, idx| needed | 1 << idx);
        if needed != 0 {
            self.emit_leaving(&[gone], Op::OnlyMen { needed, missing });
        }
        for asked in only {
            if let Some(idx) = asked.only_man {
                self.learn(asked.key, (FIRST_MAN + idx) as Reg);
            }
        }
        for AskedWord { key, word, .. } in others {
            self.compute(key, Some(gone), |to| Op::SideWords {
                when: When::Now,
                words: Box::new([SideWord {
                    word,
                    only_man: None,
                    to,
                    missing,
                }]),
            });
        }
    }

    /// Notes that a word about a side may be missing, because the expression tests for it.
    pub(super) fn doubt(&mut self, expr: &'a Expr, s: &Surroundings<'a>) {
        if let ExprKind::Word(id, args) = &expr.kind
            && args
                .first()
                .is_some_and(|side| known_side(side, s).is_some())
        {
            let zero = self.constant(0);
            let mut regs = [zero; N_ARGS];
            for (reg, arg) in regs.iter_mut().zip(args) {
                if let Some(side) = known_side(arg, s) {
                    *reg = self.constant(u64::from(side == Side::Them));
                }
            }
            self.doubted
                .push(ValueKey::Word(id.0, s.when, s.viewer, regs));
        }
        if let ExprKind::Call(id, args) = &expr.kind
            && args.is_empty()
        {
            let (body, inner) = self.call(*id, args, s);
            self.doubt(body, &inner);
        }
    }

    /// Loads the words about sides that the expression needs, so that they are loaded together.
    pub(super) fn fetch_men(&mut self, expr: &'a Expr, s: &Surroundings<'a>, missing: Label) {
        // An expression that is evaluated for many moves may be remembered as a whole, and then needs no loads. A truth
        // has a value without them.
        if self.asked_of_moves || expr.ty == Type::Truth {
            return;
        }
        if let ExprKind::Word(id, args) = &expr.kind {
            match self.compiler.meaning(*id) {
                WordCode::Native(Native::OfSide(_))
                    if args
                        .first()
                        .is_some_and(|side| known_side(side, s).is_some()) =>
                {
                    self.word(*id, args, s.when, s, missing);
                }
                WordCode::Native(Native::Timeless(_)) => {
                    for arg in args {
                        self.fetch_men(arg, s, missing);
                    }
                }
                WordCode::Native(_) | WordCode::Slow(_) => {}
            }
        }
        if let ExprKind::Call(id, args) = &expr.kind
            && args.is_empty()
            && self
                .recall(&ValueKey::Call(*id, Vec::new(), s.when, s.viewer))
                .is_none()
        {
            let (body, inner) = self.call(*id, args, s);
            self.fetch_men(body, &inner, missing);
        }
    }

    /// The value of a word about a side.
    pub(super) fn man(
        &mut self,
        id: WordId,
        side: Side,
        s: &Surroundings<'a>,
        missing: Label,
    ) -> Reg {
        let zero = self.constant(0);
        let regs = all_args([self.constant(u64::from(side == Side::Them))], zero);
        self.word_of(id, regs, Some(side), s.when, s.viewer, missing)
    }
}

/// The side that an expression names, if that is known already.
pub(super) fn known_side(expr: &Expr, s: &Surroundings<'_>) -> Option<Side> {
    if let ExprKind::Side(side) = &expr.kind {
        return Some(if s.viewer == Side::Us { *side } else { !*side });
    }
    if let ExprKind::Local(local) = &expr.kind
        && let Binding::Expr(arg, outer) = s.local(*local)
    {
        return known_side(arg, outer);
    }
    None
}

impl<D: Fast> Compiler<'_, D> {
    /// The index of the man that a word of a side speaks of, if `only_men` covers it.
    pub(super) fn only_man(&self, id: WordId, side: Side) -> Option<usize> {
        let word = self.domain.vocabulary().word(id);
        let is_told = D::TELLS_ONLY_MEN && word.of_side && matches!(word.gives, Type::Item(_));
        word.man
            .filter(|_| is_told)
            .and_then(|man| domain::only_man(side, man))
    }
}
