//! Our last move: all targets of a man decided at once, where there is code for that.

use domain::{Fast, Item, Man, ManMoves};

use super::lanes::Lanes;
use super::tries::OfMan;
use super::{Inputs, Machine};
use crate::compiled::{AfterFilter, Goals, LaneCode, Selector};

/// What makes a last move of ours work.
pub struct LastGoals<'g, D: Fast> {
    /// The goals after it.
    pub goals: &'g Goals<D>,
    /// Does it work if the other side has no move then?
    pub no_reply_succeeds: bool,
}

/// What came of the targets of a man.
pub(super) struct Decided {
    /// Those that were tried.
    pub(super) tried: u64,
    /// The last of them, if it works.
    pub(super) found: Option<Item>,
    /// Has one of them failed where they could go on?
    pub(super) is_cut: bool,
}

impl<D: Fast> Goals<D> {
    /// The code for all targets of a man.
    #[inline]
    fn lanes_of(&self, man: Man) -> Option<&LaneCode<D>> {
        let mut of_men = self.lanes.iter();
        of_men
            .find(|(other, _)| *other == man)
            .map(|(_, code)| code)
    }
}

impl<D: Fast> Machine<D> {
    /// What comes of the moves of a man that are left, if all of them can be decided at once. Nothing is changed. `there`
    /// are the inputs of any of the positions after them.
    pub(super) fn decide_all(
        &mut self,
        selector: &Selector<D>,
        of_man: &OfMan<D::ManMoves>,
        last: &LastGoals<'_, D>,
        here: &Inputs<'_, D>,
        there: &Inputs<'_, D>,
    ) -> Option<Decided> {
        let (position, stamp) = (here.position, here.stamp);
        let code = last.goals.lanes_of(of_man.man)?;
        if of_man.rest & !of_man.moves.quiet() != 0 {
            return None;
        }
        let mut lanes = Lanes::new(position, of_man.moves);
        let permitted = self.passing(&selector.after_filters, of_man.rest, &mut lanes);
        let [_, better, neither] = self.run_lanes(code, permitted, &mut lanes, stamp, there)?;
        // At the depth bound a move fails that reaches nothing; it is cut if they could go on.
        let stuck = lanes.without_moves(&self.domain, neither);
        let cut = neither & !stuck;
        let works = match last.no_reply_succeeds {
            true => better | stuck,
            false => better,
        };
        if works == 0 {
            return Some(Decided {
                tried: permitted,
                found: None,
                is_cut: cut != 0,
            });
        }
        let (first, before) = self.first_of(of_man, works);
        Some(Decided {
            tried: permitted & before | 1 << first.0,
            found: Some(first),
            is_cut: cut & before != 0,
        })
    }

    /// The lanes that pass filters.
    #[inline]
    fn passing(&self, filters: &[AfterFilter<D>], among: u64, lanes: &mut Lanes<'_, D>) -> u64 {
        let mut passing = among;
        for filter in filters {
            passing = match filter {
                AfterFilter::Not(word) => {
                    let stuck = lanes.without_moves(&self.domain, passing);
                    passing & !lanes.those(stuck, word)
                }
                AfterFilter::Is(word) => lanes.those(passing, |next| word(next) == Some(1)),
                AfterFilter::Code(_) => panic!("code may ask about the move too"),
            };
        }
        passing
    }
}
