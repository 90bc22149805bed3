//! Our last moves where everything that decides them has been computed before, and is looked up.
//!
//! Nobody is on the board but the men of whom the goals speak, each move is quiet and leaves the other side a move: that
//! is nearly always so. What is missing is found out in [`batch`](super::batch).

use domain::{Fast, ManMoves};

use super::Machine;
use super::batch::{DecidedMoves, LastMoves};
use super::order::LaneAnswers;
use super::tries::highest_of;
use crate::compiled::{AfterFilter, KeptBy, KeptPart, LaneCode, LaneLists, MAX_LANE_MEN, Selector};

impl<D: Fast> Machine<D> {
    /// What comes of all last moves at a node whose men are in their registers, if that is known.
    #[inline(always)]
    pub(super) fn decide_known(
        &self,
        last: &LastMoves<'_, D>,
        lists: &LaneLists,
        position: &D::Position,
    ) -> Option<DecidedMoves<D::Move>> {
        if !self.regs.are_all(lists.needed) {
            return None;
        }
        let mut tried_before = [0; MAX_LANE_MEN];
        let (mut n_tried, mut is_cut) = (0, false);
        for list in &lists.of_men {
            let moves = self.domain.man_moves(position, list.man)?;
            let code = &last.goals.lanes[list.lanes].1;
            let answers = self.known_answers(code)?;
            let neither = answers.neither | answers.open;
            let usual = moves.quiet() & answers.mobile;
            let tried = &mut tried_before[list.lanes % MAX_LANE_MEN];
            for selector in &last.constraint.selectors[list.selectors.clone()] {
                let order = selector.order_of_targets();
                let wanted = match order {
                    Some(order) => self.known_wanted(order, &moves)?,
                    None => moves.targets(),
                };
                let rest = wanted & !*tried;
                if rest & !usual != 0 {
                    return None;
                }
                let permitted = self.permitted(selector, position, &moves, rest)?;
                let works = permitted & answers.better;
                if works == 0 {
                    n_tried += u64::from(permitted.count_ones());
                    is_cut |= permitted & neither != 0;
                    *tried |= permitted;
                    continue;
                }
                let (first, before) = match order {
                    Some(order) => self.first_in_row(order.table, moves.start(), works),
                    None => highest_of(works),
                };
                let before = permitted & before;
                return Some(DecidedMoves {
                    n_tried: n_tried + u64::from(before.count_ones()) + 1,
                    found: Some(moves.move_to(position, first)),
                    is_cut: is_cut | (before & neither != 0),
                });
            }
        }
        Some(DecidedMoves {
            n_tried,
            found: None,
            is_cut,
        })
    }

    /// The answers of the first part of code in all lanes, if they have been computed. What is open reaches nothing where
    /// the other side has a move.
    #[inline(always)]
    fn known_answers(&self, code: &LaneCode<D>) -> Option<&LaneAnswers> {
        let Some(KeptPart {
            table,
            by: KeptBy::Pair(a, b),
            ..
        }) = &code.kept
        else {
            return None;
        };
        let answers = self.scratch.pair_answers[*table].get(self.regs.pair([*a, *b]))?;
        (*answers != LaneAnswers::NOT_COMPUTED).then_some(answers)
    }

    /// The targets that pass the filters of a list, if each leaves the other side a move.
    #[inline(always)]
    fn permitted(
        &self,
        selector: &Selector<D>,
        position: &D::Position,
        moves: &D::ManMoves,
        among: u64,
    ) -> Option<u64> {
        let mut permitted = among;
        for filter in &selector.after_filters {
            match filter {
                AfterFilter::Not(_) => {}
                AfterFilter::Is(id, _) => {
                    permitted = self.domain.true_after(*id, position, moves, permitted)?;
                }
                AfterFilter::Code(_) => return None,
            }
        }
        Some(permitted)
    }
}
