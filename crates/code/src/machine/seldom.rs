//! Instructions that ask about a move or about other positions. They take long, and stand apart from the loop so that it
//! has little to prepare before each run: most code is a few comparisons.

use domain::{Fast, Side};

use super::aside::{Aside, the_move};
use super::registers::Regs;
use super::run::{Ended, choose};
use super::{Environment, Inputs};
use crate::compiled::{Op, When};

impl<D: Fast> Aside<D> {
    /// Carries out one instruction: where the code goes on, or how it ends.
    #[inline(never)]
    pub(super) fn seldom(
        &mut self,
        op: &Op<D>,
        regs: &mut Regs,
        inputs: &Inputs<'_, D>,
        env: &mut dyn Environment<D>,
        mut at: usize,
    ) -> Result<usize, Ended> {
        match op {
            Op::MoveWord {
                word,
                viewer,
                to,
                args,
                missing,
            } => {
                let m = the_move(inputs);
                let raw = word(inputs.position, m, *viewer, regs.args(*args));
                regs.put_or_go(*to, raw, &mut at, *missing);
            }
            Op::ShapeWord {
                word,
                viewer,
                to,
                missing,
            } => {
                let raw = word(the_move(inputs), *viewer);
                regs.put_or_go(*to, raw, &mut at, *missing);
            }
            Op::AfterWord { word, to, missing } => {
                let raw = word(self.position(When::After, inputs));
                regs.put_or_go(*to, raw, &mut at, *missing);
            }
            Op::AnySideWord {
                words,
                when,
                side,
                to,
                missing,
            } => {
                let side = if regs.get(*side) == 0 {
                    Side::Us
                } else {
                    Side::Them
                };
                let raw = words[side](self.position(*when, inputs));
                regs.put_or_go(*to, raw, &mut at, *missing);
            }
            Op::TestAfter { word, yes, no } => {
                let raw = word(self.position(When::After, inputs));
                at = choose(raw == Some(1), *yes, *no);
            }
            Op::TestShape {
                word,
                viewer,
                yes,
                no,
            } => at = choose(word(the_move(inputs), *viewer) == Some(1), *yes, *no),
            Op::SlowWord {
                word,
                when,
                viewer,
                to,
                args,
                missing,
            } => {
                let raw = self.slow_word(*word, *when, *viewer, regs.args(*args), inputs);
                regs.put_or_go(*to, raw, &mut at, *missing);
            }
            Op::Depth { to } => regs.put(*to, inputs.depth.into()),
            Op::Play => {
                self.after = Some(self.domain.play(inputs.position, the_move(inputs)));
            }
            Op::Can {
                piece,
                viewer,
                when,
                yes,
                no,
            } => match env.can(*piece, *viewer, self.position(*when, inputs)) {
                Ok(satisfied) => at = choose(satisfied, *yes, *no),
                Err(stopped) => return Err(self.stops(stopped)),
            },
            Op::AnySide {
                asked,
                when,
                yes,
                no,
            } => match self.any_side(regs, asked, *when, inputs, env) {
                Ended::Value(raw) => at = choose(raw == 1, *yes, *no),
                Ended::Nothing => at = *no as usize,
                Ended::Stopped => return Err(Ended::Stopped),
            },
            Op::OverMoves {
                asked,
                greatest,
                when,
                to,
                missing,
            } => match self.over_moves(regs, asked, *greatest, *when, inputs, env) {
                Ended::Value(raw) => regs.put(*to, raw),
                Ended::Nothing => at = *missing as usize,
                Ended::Stopped => return Err(Ended::Stopped),
            },
            Op::Shared {
                asked,
                when,
                to,
                missing,
            } => match self.shared(regs, asked, *when, inputs, env) {
                Ended::Value(raw) => regs.put(*to, raw),
                Ended::Nothing => at = *missing as usize,
                Ended::Stopped => return Err(Ended::Stopped),
            },
            Op::Constant { .. }
            | Op::Copy { .. }
            | Op::Arithmetic { .. }
            | Op::Negate { .. }
            | Op::Abs { .. }
            | Op::Sign { .. }
            | Op::Min { .. }
            | Op::Max { .. }
            | Op::Word { .. }
            | Op::OnlyMen { .. }
            | Op::SideWords { .. }
            | Op::Timeless { .. }
            | Op::OfItem { .. }
            | Op::OfPair { .. }
            | Op::SetOfPair { .. }
            | Op::PerhapsOfPair { .. }
            | Op::TestTimeless { .. }
            | Op::OfNumbers { .. }
            | Op::TestNumbers { .. }
            | Op::TestNumbersOfItems { .. }
            | Op::TestItem { .. }
            | Op::TestPair { .. }
            | Op::TestWord { .. }
            | Op::EmptySet { .. }
            | Op::Union { .. }
            | Op::Intersect { .. }
            | Op::Without { .. }
            | Op::Insert { .. }
            | Op::Count { .. }
            | Op::Only { .. }
            | Op::Next { .. }
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
            | Op::Recall { .. }
            | Op::Remember { .. }
            | Op::RememberMissing { .. }
            | Op::Clear { .. }
            | Op::Once { .. }
            | Op::Jump(..)
            | Op::Answer(..)
            | Op::Give(..)
            | Op::GiveNothing => panic!("the loop carries this out itself"),
        }
        Ok(at)
    }
}
