//! Sets that depend on where some men stand only through what is looked up for it, such as the lower rank of two: few
//! enough cases for a table.

use std::collections::HashMap;
use std::sync::Arc;

use domain::{Fast, N_ONLY_MEN};

use super::assembler::{Assembler, Surroundings};
use super::same::{men_alone, uses};
use super::{Compiler, ExprIdentity};
use crate::compiled::{Address, CaseInput, Code, FIRST_MAN, MAX_CASES, OfPair, Op, Reg, SetPart};
use lang::checked::{Combination, Expr, ExprKind};

impl<'a, D: Fast> Compiler<'a, D> {
    /// A set that depends on some men alone as the union of parts that have tables; none if one of the parts has no
    /// table.
    pub(super) fn set_parts(
        &mut self,
        set: &'a Expr,
        men: u64,
        s: &Surroundings<'a>,
    ) -> Vec<Arc<SetPart<D>>> {
        // Only a whole program is run so often that it is worth it.
        if !self.tabulates {
            return Vec::new();
        }
        let mut united = Vec::new();
        self.unite(set, &mut united);
        let parts = united.into_iter().map(|part| self.set_part(part, men, s));
        parts.collect::<Option<Vec<_>>>().unwrap_or_default()
    }

    /// The sets of which one is the union.
    fn unite(&self, set: &'a Expr, united: &mut Vec<&'a Expr>) {
        if let ExprKind::Combine(Combination::Union, a, b) = &set.kind {
            self.unite(a, united);
            self.unite(b, united);
            return;
        }
        if let ExprKind::Call(id, args) = &set.kind
            && args.is_empty()
        {
            let program = self.program;
            let body = &program.definition(*id).body;
            if let ExprKind::Combine(Combination::Union, ..) = body.kind {
                return self.unite(body, united);
            }
        }
        united.push(set);
    }

    /// A part, which other constraints may share.
    fn set_part(
        &mut self,
        set: &'a Expr,
        men: u64,
        s: &Surroundings<'a>,
    ) -> Option<Arc<SetPart<D>>> {
        let key = (ExprIdentity(set), s.viewer);
        let may_share = s.locals.is_empty();
        if let Some(known) = self.set_parts.get(&key).filter(|_| may_share) {
            return Some(Arc::clone(known));
        }
        let part = Arc::new(self.new_set_part(set, men, s)?);
        if may_share {
            self.set_parts.insert(key, Arc::clone(&part));
        }
        Some(part)
    }

    fn new_set_part(
        &mut self,
        set: &'a Expr,
        men: u64,
        s: &Surroundings<'a>,
    ) -> Option<SetPart<D>> {
        let mut code = Assembler::assemble_once(self, set, s);
        let of_men = men_alone(&mut code.ops).filter(|of_men| of_men.men & !men == 0)?;
        let (inputs, n_cases) = cases(&code, of_men.men, &of_men.reached)?;
        let table = self.n_set_tables;
        self.n_set_tables += 1;
        Some(SetPart {
            code,
            inputs,
            n_cases,
            table,
        })
    }
}

/// How code sees some men: by what it looks up for the place of one of them, or for the places of two; or it sees a place
/// itself, which is as if it looked up that.
struct LookedUpMen {
    men: [Reg; 2],
    tables: Vec<OfPair>,
}

/// On which inputs the code depends, and how many cases there are, if they are few.
fn cases<D: Fast>(
    code: &Code<D>,
    men: u64,
    reached: &[Address],
) -> Option<([CaseInput; 2], usize)> {
    let numbers = (0..N_ONLY_MEN).filter(|idx| men >> idx & 1 != 0);
    let men: Vec<Reg> = numbers.map(|idx| (FIRST_MAN + idx) as Reg).collect();
    let (mut seen, mut itself) = (Vec::new(), Vec::new());
    for at in reached {
        let op = &code.ops[*at as usize];
        if let Op::OfItem { table, a, .. } | Op::TestItem { table, a, .. } = op
            && men.contains(a)
        {
            let table = Arc::new(std::array::from_fn(|pair| table[pair / 64]));
            see(&mut seen, [*a, *a], table);
        } else if let Op::OfPair { table, a, b, .. }
        | Op::PerhapsOfPair { table, a, b, .. }
        | Op::TestPair { table, a, b, .. } = op
            && men.contains(a)
            && men.contains(b)
        {
            see(&mut seen, [*a, *b], Arc::clone(table));
        } else if let Op::Give(reg) = op {
            itself.push(*reg);
        } else if !matches!(op, Op::GiveNothing) {
            itself.extend(uses(op)?.reads);
        }
    }
    let itself: Vec<Reg> = men.into_iter().filter(|man| itself.contains(man)).collect();
    seen.retain(|seen| !seen.men.iter().all(|man| itself.contains(man)));
    for man in itself {
        let table = Arc::new(std::array::from_fn(|pair| (pair / 64) as u8));
        see(&mut seen, [man, man], table);
    }
    let mut n_cases = 1;
    let mut inputs = Vec::new();
    for seen in seen {
        let (classes, n_classes) = seen.classes();
        if n_cases * n_classes > MAX_CASES {
            return None;
        }
        let places = classes.into_iter().map(|class| class * n_cases as u16);
        let places: Box<[u16]> = places.collect();
        inputs.push(CaseInput {
            men: seen.men,
            places: places.try_into().expect("there are just so many"),
        });
        n_cases *= n_classes;
    }
    // A missing input contributes nothing.
    let nothing = || CaseInput {
        men: [FIRST_MAN as Reg; 2],
        places: Box::new([0; 64 * 64]),
    };
    if inputs.len() < 2 {
        inputs.resize_with(2, nothing);
    }
    Some((inputs.try_into().ok()?, n_cases))
}

fn see(seen: &mut Vec<LookedUpMen>, men: [Reg; 2], table: OfPair) {
    match seen.iter_mut().find(|seen| seen.men == men) {
        Some(seen) => seen.tables.push(table),
        None => seen.push(LookedUpMen {
            men,
            tables: vec![table],
        }),
    }
}

impl LookedUpMen {
    /// The class of each two places, which are the same if both are of one man, and how many classes there are.
    fn classes(&self) -> (Vec<u16>, usize) {
        let is_one = self.men[0] == self.men[1];
        let mut known = HashMap::new();
        let class = |pair: usize| {
            if is_one && pair / 64 != pair % 64 {
                return 0;
            }
            let values: Vec<u8> = self.tables.iter().map(|table| table[pair]).collect();
            let n_known = known.len();
            *known.entry(values).or_insert(n_known as u16)
        };
        ((0..64 * 64).map(class).collect(), known.len())
    }
}
