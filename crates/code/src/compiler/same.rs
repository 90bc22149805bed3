//! Instructions that can be carried out once for all lanes: what they read and write, and a copy of them.
//!
//! Such an instruction looks at no position but earlier ones, costs nothing, and asks nobody.

use std::collections::BTreeSet;

use domain::Fast;

use super::addresses::each_address;
use crate::compiled::{ANSWERS, Address, MAX_KEY_MEN, Op, Operand, Reg, When};

/// What an instruction does with registers.
pub(super) struct Uses<D: Fast> {
    pub(super) copy: Op<D>,
    pub(super) reads: Vec<Reg>,
    pub(super) writes: Vec<Reg>,
}

/// The registers that an operand reads.
pub(super) fn of_operand(operand: &Operand) -> Vec<Reg> {
    match operand.table {
        Some(_) => vec![operand.a, operand.b],
        None => vec![operand.a],
    }
}

fn of_operands(operands: &[Operand; 2]) -> Vec<Reg> {
    operands.iter().flat_map(of_operand).collect()
}

fn is_earlier(when: When) -> bool {
    match when {
        When::Before | When::Root => true,
        When::Now | When::After => false,
    }
}

/// The uses of an instruction, if it can be carried out once for all lanes; whether what it reads is the same in all of
/// them is another question.
#[rustfmt::skip]
pub(super) fn uses<D: Fast>(op: &Op<D>) -> Option<Uses<D>> {
    let found = |copy, reads: &[Reg], writes: &[Reg]| {
        Some(Uses { copy, reads: reads.to_vec(), writes: writes.to_vec() })
    };
    match *op {
        Op::Constant { to, raw } => found(Op::Constant { to, raw }, &[], &[to]),
        Op::Copy { to, from } => found(Op::Copy { to, from }, &[from], &[to]),
        Op::Arithmetic { operation, to, a, b, missing } => {
            found(Op::Arithmetic { operation, to, a, b, missing }, &[a, b], &[to])
        }
        Op::Negate { to, a, missing } => found(Op::Negate { to, a, missing }, &[a], &[to]),
        Op::Abs { to, a, missing } => found(Op::Abs { to, a, missing }, &[a], &[to]),
        Op::Sign { to, a } => found(Op::Sign { to, a }, &[a], &[to]),
        Op::Min { to, a, b } => found(Op::Min { to, a, b }, &[a, b], &[to]),
        Op::Max { to, a, b } => found(Op::Max { to, a, b }, &[a, b], &[to]),
        Op::Word { word, when, viewer, to, args, missing } if is_earlier(when) => {
            found(Op::Word { word, when, viewer, to, args, missing }, &args, &[to])
        }
        Op::SideWords { when, ref words } if is_earlier(when) => {
            let writes: Vec<Reg> = words.iter().map(|word| word.to).collect();
            found(Op::SideWords { when, words: words.clone() }, &[], &writes)
        }
        Op::Timeless { word, viewer, to, args, missing } => {
            found(Op::Timeless { word, viewer, to, args, missing }, &args, &[to])
        }
        Op::OfItem { ref table, to, a } => {
            found(Op::OfItem { table: table.clone(), to, a }, &[a], &[to])
        }
        Op::OfPair { ref table, to, a, b } => {
            found(Op::OfPair { table: table.clone(), to, a, b }, &[a, b], &[to])
        }
        Op::SetOfPair { ref table, to, a, b } => {
            found(Op::SetOfPair { table: table.clone(), to, a, b }, &[a, b], &[to])
        }
        Op::PerhapsOfPair { ref table, to, a, b, missing } => {
            found(Op::PerhapsOfPair { table: table.clone(), to, a, b, missing }, &[a, b], &[to])
        }
        Op::TestWord { word, when, viewer, args, yes, no } if is_earlier(when) => {
            found(Op::TestWord { word, when, viewer, args, yes, no }, &args, &[])
        }
        Op::TestTimeless { word, viewer, args, yes, no } => {
            found(Op::TestTimeless { word, viewer, args, yes, no }, &args, &[])
        }
        Op::OfNumbers { ref asked, to, args, missing } => {
            found(Op::OfNumbers { asked: asked.clone(), to, args, missing }, &args, &[to])
        }
        Op::TestNumbers { ref asked, args, yes, no } => {
            found(Op::TestNumbers { asked: asked.clone(), args, yes, no }, &args, &[])
        }
        Op::TestNumbersOfItems { ref asked, items, yes, no } => {
            found(Op::TestNumbersOfItems { asked: asked.clone(), items, yes, no }, &items, &[])
        }
        Op::TestItem { ref table, a, yes, no } => {
            found(Op::TestItem { table: table.clone(), a, yes, no }, &[a], &[])
        }
        Op::TestPair { ref table, a, b, yes, no } => {
            found(Op::TestPair { table: table.clone(), a, b, yes, no }, &[a, b], &[])
        }
        Op::EmptySet { to } => found(Op::EmptySet { to }, &[], &[to]),
        Op::Union { to, a, b } => found(Op::Union { to, a, b }, &[a, b], &[to]),
        Op::Intersect { to, a, b } => found(Op::Intersect { to, a, b }, &[a, b], &[to]),
        Op::Without { to, a, b } => found(Op::Without { to, a, b }, &[a, b], &[to]),
        Op::Count { to, set } => found(Op::Count { to, set }, &[set], &[to]),
        Op::Only { to, set, missing } => found(Op::Only { to, set, missing }, &[set], &[to]),
        Op::Equal { a, b, yes, no } => found(Op::Equal { a, b, yes, no }, &[a, b], &[]),
        Op::Less { a, b, yes, no } => found(Op::Less { a, b, yes, no }, &[a, b], &[]),
        Op::EqualLookedUp { ref operands, yes, no } => {
            let reads = of_operands(operands);
            found(Op::EqualLookedUp { operands: operands.clone(), yes, no }, &reads, &[])
        }
        Op::LessLookedUp { ref operands, yes, no } => {
            let reads = of_operands(operands);
            found(Op::LessLookedUp { operands: operands.clone(), yes, no }, &reads, &[])
        }
        Op::Test { a, yes, no } => found(Op::Test { a, yes, no }, &[a], &[]),
        Op::Contains { item, set, yes, no } => {
            found(Op::Contains { item, set, yes, no }, &[item, set], &[])
        }
        Op::IsEmpty { set, yes, no } => found(Op::IsEmpty { set, yes, no }, &[set], &[]),
        Op::IsTurn { when, side, yes, no } if is_earlier(when) => {
            found(Op::IsTurn { when, side, yes, no }, &[], &[])
        }
        Op::HasBefore { yes, no } => found(Op::HasBefore { yes, no }, &[], &[]),
        Op::Recall { slot, when, to, known, missing } if is_earlier(when) => {
            found(Op::Recall { slot, when, to, known, missing }, &[], &[to])
        }
        Op::Remember { slot, when, from } if is_earlier(when) => {
            found(Op::Remember { slot, when, from }, &[from], &[])
        }
        Op::RememberMissing { slot, when } if is_earlier(when) => {
            found(Op::RememberMissing { slot, when }, &[], &[])
        }
        Op::Jump(to) => found(Op::Jump(to), &[], &[]),
        Op::Answer(raw) => found(Op::Answer(raw), &[], &[]),
        Op::Word { .. }
        | Op::MoveWord { .. }
        | Op::ShapeWord { .. }
        | Op::AfterWord { .. }
        | Op::OnlyMen { .. }
        | Op::SideWords { .. }
        | Op::AnySideWord { .. }
        | Op::TestWord { .. }
        | Op::TestAfter { .. }
        | Op::TestShape { .. }
        | Op::SlowWord { .. }
        | Op::Depth { .. }
        | Op::Insert { .. }
        | Op::Next { .. }
        | Op::SameSet { .. }
        | Op::IsTurn { .. }
        | Op::NoMoves { .. }
        | Op::TestWithoutMoves { .. }
        | Op::Play
        | Op::Can { .. }
        | Op::Recall { .. }
        | Op::Remember { .. }
        | Op::RememberMissing { .. }
        | Op::AnySide { .. }
        | Op::OverMoves { .. }
        | Op::Shared { .. }
        | Op::Clear { .. }
        | Op::Once { .. }
        | Op::Give(_)
        | Op::GiveNothing => None,
    }
}

/// Does the instruction look at an earlier position?
pub(super) fn looks_back<D: Fast>(op: &Op<D>) -> bool {
    matches!(
        op,
        Op::Word { .. }
            | Op::SideWords { .. }
            | Op::TestWord { .. }
            | Op::IsTurn { .. }
            | Op::HasBefore { .. }
            | Op::Recall { .. }
            | Op::Remember { .. }
            | Op::RememberMissing { .. }
    )
}

/// Code whose value depends on the squares of some men alone, while they are there.
pub(super) struct OfMenAlone {
    /// The men, by their numbers in `only_men`. They are few enough for their squares to fit into a word.
    pub(super) men: u64,
    /// The instructions that can be reached then.
    pub(super) reached: Vec<Address>,
}

/// Finds out whether the value of code depends on nothing but the squares of some men, while they are there.
pub(super) fn men_alone<D: Fast>(ops: &mut [Op<D>]) -> Option<OfMenAlone> {
    let men = match ops {
        [Op::OnlyMen { needed, .. }, ..] if needed.count_ones() <= MAX_KEY_MEN => *needed,
        _ => return None,
    };
    let mut open = BTreeSet::from([1]);
    let mut reached = Vec::new();
    while let Some(at) = open.pop_first() {
        let op = ops.get_mut(at as usize)?;
        let ends = matches!(op, Op::Give(_) | Op::GiveNothing);
        if looks_back(op) || !ends && uses(op).is_none() {
            return None;
        }
        open.extend((!always_jumps(op)).then_some(at + 1));
        let mut is_loop = false;
        each_address(op, |to| {
            is_loop |= *to <= at;
            open.extend((*to < ANSWERS).then_some(*to));
        });
        if is_loop {
            return None;
        }
        reached.push(at);
    }
    Some(OfMenAlone { men, reached })
}

/// Does the code never go on with the next instruction?
pub(super) fn always_jumps<D: Fast>(op: &Op<D>) -> bool {
    matches!(
        op,
        Op::TestWord { .. }
            | Op::TestTimeless { .. }
            | Op::TestNumbers { .. }
            | Op::TestNumbersOfItems { .. }
            | Op::TestItem { .. }
            | Op::TestPair { .. }
            | Op::TestAfter { .. }
            | Op::TestShape { .. }
            | Op::Equal { .. }
            | Op::Less { .. }
            | Op::EqualLookedUp { .. }
            | Op::LessLookedUp { .. }
            | Op::SameSet { .. }
            | Op::Test { .. }
            | Op::Contains { .. }
            | Op::IsEmpty { .. }
            | Op::IsTurn { .. }
            | Op::NoMoves { .. }
            | Op::TestWithoutMoves { .. }
            | Op::HasBefore { .. }
            | Op::Can { .. }
            | Op::AnySide { .. }
            | Op::Jump(_)
            | Op::Answer(_)
            | Op::Give(_)
            | Op::GiveNothing
    )
}
