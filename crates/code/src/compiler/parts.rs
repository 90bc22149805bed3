//! The parts of code for all targets of a man: steps that depend on nothing but where one or two other men stand are
//! carried out once for each of their squares, and so are blocks that depend on no more.
//!
//! What looks at the position before our last move, such as `before.room`, then costs no more than that; the goals
//! before it and after it are looked up.

use std::ops::Range;

use domain::{Fast, N_ONLY_MEN};

use super::same::{self, of_operand};
use crate::compiled::{
    FIRST_MAN, KeptBlock, KeptBy, KeptPart, LaneCode, LaneKind, LanePart, LaneStep, MAX_KEY_MEN,
    N_ANSWERS, Reached, Reg, is_constant,
};

/// Looking a part up by the squares of more than two men costs as much as a few steps.
const WORTH_A_KEY: usize = 3;

/// What steps do with registers.
#[derive(Default)]
struct StepUses {
    reads: Vec<Reg>,
    writes: Vec<Reg>,
    /// Do they look at a position?
    looks: bool,
}

/// Divides code into parts, and finds what is kept. The man that moves, by its number among the only men, is where he was
/// before.
pub(super) fn find_parts<D: Fast>(code: &mut LaneCode<D>, mover: usize, n_tables: &mut usize) {
    let all = 0..code.steps.len();
    skip_idle(&mut code.steps);
    let uses: Vec<StepUses> = code.steps.iter().map(uses_of).collect();
    keep_blocks(&mut code.steps, &uses, n_tables);
    if usize::from(code.first) != N_ANSWERS {
        code.parts = vec![LanePart::Run(all)];
        return;
    }
    let others = code.needed & !(1 << mover);
    let mut ranges: Vec<(Range<usize>, bool)> = Vec::new();
    for range in inseparable(&code.steps) {
        let is_kept = kept_by(&uses, range.clone(), others).is_some();
        match ranges.last_mut() {
            Some((last, is_last_kept))
                if *is_last_kept == is_kept
                    && (!is_kept || kept_by(&uses, last.start..range.end, others).is_some()) =>
            {
                last.end = range.end;
            }
            _ => ranges.push((range, is_kept)),
        }
    }
    let mut parts = ranges.into_iter().map(|(steps, is_kept)| {
        let men = kept_by(&uses, steps.clone(), others).filter(|_| is_kept);
        let Some(men) = men.filter(|men| men.count_ones() <= 2 || steps.len() >= WORTH_A_KEY)
        else {
            return LanePart::Run(steps);
        };
        *n_tables += 1;
        LanePart::Kept(KeptPart {
            steps,
            table: *n_tables - 1,
            by: KeptBy::of(men),
            is_by_all: men == others && men.count_ones() <= 2,
        })
    });
    let first = parts.next();
    code.parts = parts.collect();
    match first {
        Some(LanePart::Kept(kept)) => code.kept = Some(kept),
        Some(run) => code.parts.insert(0, run),
        None => {}
    }
    // Where the other side has a move, a question whether it has none leads to no answer but this.
    let asks_for_moves = |steps: &Range<usize>| {
        let first = code.steps.get(steps.start);
        first.is_some_and(|step| {
            matches!(step.kind, LaneKind::NoMoves) && step.no == Reached::Neither as u8
        })
    };
    code.is_of_all_men = code.kept.as_ref().is_some_and(|kept| kept.is_by_all)
        && match &code.parts[..] {
            [] => true,
            [LanePart::Run(steps), ..] => asks_for_moves(steps),
            [LanePart::Kept(_), ..] => false,
        };
}

/// Nobody goes by way of a step that only leads on.
fn skip_idle<D: Fast>(steps: &mut [LaneStep<D>]) {
    for idx in (0..steps.len()).rev() {
        let LaneStep { kind, yes, no } = &steps[idx];
        if !matches!(kind, LaneKind::Fixed(u64::MAX)) || yes != no {
            continue;
        }
        let (place, next) = ((N_ANSWERS + idx) as u8, *yes);
        let skip = |to: &mut u8| {
            if *to == place {
                *to = next;
            }
        };
        for step in &mut steps[..idx] {
            skip(&mut step.yes);
            skip(&mut step.no);
            if let LaneKind::Same { places, .. } = &mut step.kind {
                places.iter_mut().for_each(skip);
            }
        }
    }
}

/// The shortest runs of steps that are entered at their first step alone.
fn inseparable<D: Fast>(steps: &[LaneStep<D>]) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let (mut begin, mut farthest) = (0, 0);
    for (idx, step) in steps.iter().enumerate() {
        let places = if let LaneKind::Same { places, .. } = &step.kind {
            places.to_vec()
        } else {
            vec![step.yes, step.no]
        };
        let leads = places
            .into_iter()
            .map(|place| usize::from(place).saturating_sub(N_ANSWERS));
        farthest = leads.fold(farthest, usize::max);
        if farthest <= idx + 1 {
            ranges.push(begin..idx + 1);
            begin = idx + 1;
        }
    }
    ranges
}

/// The men by whose squares the answers of some steps can be kept, if these depend on nothing but some of the others, and
/// leave nothing in registers for the steps behind them.
fn kept_by(uses: &[StepUses], steps: Range<usize>, others: u64) -> Option<u64> {
    let own = &uses[steps.clone()];
    let mut men = 0;
    for reg in own.iter().flat_map(|uses| &uses.reads) {
        match man_in(*reg) {
            Some(man) => men |= 1 << man,
            None if is_constant(*reg) => {}
            None if own.iter().any(|uses| uses.writes.contains(reg)) => {}
            None => return None,
        }
    }
    let elsewhere = || uses[..steps.start].iter().chain(&uses[steps.end..]);
    let mut writes = own.iter().flat_map(|uses| &uses.writes);
    let is_left = writes.any(|reg| elsewhere().any(|uses| uses.reads.contains(reg)));
    let looks = is_left || own.iter().any(|uses| uses.looks);
    if looks || men & !others != 0 {
        return None;
    }
    // A table by two men may as well be by all of them.
    let men = if others.count_ones() <= 2 {
        others
    } else {
        men
    };
    (men.count_ones() <= MAX_KEY_MEN).then_some(men)
}

/// The number of the man in a register, if it holds one.
fn man_in(reg: Reg) -> Option<usize> {
    let idx = usize::from(reg).checked_sub(FIRST_MAN)?;
    (idx < N_ONLY_MEN).then_some(idx)
}

/// Finds the blocks that depend on one or two men, and set one register at most for other steps.
fn keep_blocks<D: Fast>(steps: &mut [LaneStep<D>], uses: &[StepUses], n_tables: &mut usize) {
    for (idx, step) in steps.iter_mut().enumerate() {
        let LaneKind::Same { kept, .. } = &mut step.kind else {
            continue;
        };
        let own = &uses[idx];
        let read = own.reads.iter().copied();
        let mut men: Vec<Reg> = read.filter(|reg| !is_constant(*reg)).collect();
        men.sort_unstable();
        men.dedup();
        let elsewhere = || uses[..idx].iter().chain(&uses[idx + 1..]);
        let is_read = |reg: &Reg| elsewhere().any(|uses| uses.reads.contains(reg));
        let mut left: Vec<Reg> = own.writes.iter().copied().filter(is_read).collect();
        left.sort_unstable();
        left.dedup();
        let of_men = match men[..] {
            [one] => [one, one],
            [one, two] => [one, two],
            _ => continue,
        };
        let are_men = of_men.iter().all(|reg| man_in(*reg).is_some());
        if are_men && left.len() <= 1 && !own.looks {
            *kept = Some(KeptBlock {
                table: *n_tables,
                men: of_men,
                to: left.first().copied(),
            });
            *n_tables += 1;
        }
    }
}

fn uses_of<D: Fast>(step: &LaneStep<D>) -> StepUses {
    let reading = |reads: Vec<Reg>| StepUses {
        reads,
        ..StepUses::default()
    };
    match &step.kind {
        LaneKind::Fixed(_) => StepUses::default(),
        LaneKind::OfItem { of, .. } => reading(vec![*of]),
        LaneKind::OfPair { a, b, .. }
        | LaneKind::OfClasses { a, b, .. }
        | LaneKind::TestPair { a, b, .. } => reading(vec![*a, *b]),
        LaneKind::Is(reg) | LaneKind::InSet(reg) => reading(vec![*reg]),
        LaneKind::Less { of, number, .. }
        | LaneKind::AtMost { of, number, .. }
        | LaneKind::Equal { of, number, .. } => {
            let mut reads = of_operand(number);
            reads.push(*of);
            reading(reads)
        }
        LaneKind::Compare { operands, .. } => {
            reading(operands.iter().flat_map(of_operand).collect())
        }
        LaneKind::TestNumbers { items, .. } => reading(items.to_vec()),
        LaneKind::NoMoves | LaneKind::WithoutMoves(_) => StepUses {
            looks: true,
            ..StepUses::default()
        },
        LaneKind::Same { code, .. } => {
            let mut all = StepUses::default();
            for op in &code.ops {
                match same::uses(op) {
                    Some(uses) => {
                        all.reads.extend(uses.reads);
                        all.writes.extend(uses.writes);
                        all.looks |= same::looks_back(op);
                    }
                    None => all.looks = true,
                }
            }
            // What it reads of its own it has written before.
            let StepUses { reads, writes, .. } = &mut all;
            reads.retain(|reg| !writes.contains(reg));
            all
        }
    }
}
