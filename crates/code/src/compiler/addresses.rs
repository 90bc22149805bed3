//! The addresses to which an instruction may jump.

use domain::Fast;

use crate::compiled::{Address, Op};

/// Visits every address that an instruction names.
pub(super) fn each_address<D: Fast>(op: &mut Op<D>, mut place: impl FnMut(&mut Address)) {
    match op {
        Op::Arithmetic { missing, .. }
        | Op::Negate { missing, .. }
        | Op::Abs { missing, .. }
        | Op::Word { missing, .. }
        | Op::MoveWord { missing, .. }
        | Op::ShapeWord { missing, .. }
        | Op::AfterWord { missing, .. }
        | Op::PerhapsOfPair { missing, .. }
        | Op::OnlyMen { missing, .. }
        | Op::AnySideWord { missing, .. }
        | Op::Timeless { missing, .. }
        | Op::OfNumbers { missing, .. }
        | Op::SlowWord { missing, .. }
        | Op::OverMoves { missing, .. }
        | Op::Shared { missing, .. }
        | Op::Only { missing, .. } => place(missing),
        Op::SideWords { words, .. } => {
            for word in words {
                place(&mut word.missing);
            }
        }
        Op::Next { done, .. } => place(done),
        Op::Equal { yes, no, .. }
        | Op::Less { yes, no, .. }
        | Op::EqualLookedUp { yes, no, .. }
        | Op::LessLookedUp { yes, no, .. }
        | Op::SameSet { yes, no, .. }
        | Op::Test { yes, no, .. }
        | Op::TestWord { yes, no, .. }
        | Op::TestTimeless { yes, no, .. }
        | Op::TestNumbers { yes, no, .. }
        | Op::TestNumbersOfItems { yes, no, .. }
        | Op::TestItem { yes, no, .. }
        | Op::TestPair { yes, no, .. }
        | Op::TestAfter { yes, no, .. }
        | Op::TestShape { yes, no, .. }
        | Op::Contains { yes, no, .. }
        | Op::IsEmpty { yes, no, .. }
        | Op::IsTurn { yes, no, .. }
        | Op::NoMoves { yes, no, .. }
        | Op::TestWithoutMoves { yes, no, .. }
        | Op::HasBefore { yes, no }
        | Op::Once { yes, no, .. }
        | Op::AnySide { yes, no, .. }
        | Op::Can { yes, no, .. } => {
            place(yes);
            place(no);
        }
        Op::Recall { known, missing, .. } => {
            place(known);
            place(missing);
        }
        Op::Jump(to) => place(to),
        Op::Constant { .. }
        | Op::Copy { .. }
        | Op::Sign { .. }
        | Op::Min { .. }
        | Op::Max { .. }
        | Op::OfItem { .. }
        | Op::OfPair { .. }
        | Op::SetOfPair { .. }
        | Op::Depth { .. }
        | Op::EmptySet { .. }
        | Op::Union { .. }
        | Op::Intersect { .. }
        | Op::Without { .. }
        | Op::Insert { .. }
        | Op::Count { .. }
        | Op::Play
        | Op::Clear { .. }
        | Op::Remember { .. }
        | Op::RememberMissing { .. }
        | Op::Answer(_)
        | Op::Give(_)
        | Op::GiveNothing => {}
    }
}
