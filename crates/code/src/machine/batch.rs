//! Our last move: all targets of a man decided at once, where there is code for that.

use domain::{Fast, Item, Man, ManMoves};

use super::lanes::Lanes;
use super::order::LaneAnswers;
use super::tries::{OfMan, highest_of};
use super::{Inputs, Machine};
use crate::compiled::{
    Advice, AfterFilter, Constraint, Goals, LaneCode, LaneList, LaneLists, MAX_LANE_MEN, Selector,
};

/// In place of a table: there is no order, or nobody has asked for it.
const NO_ORDER: usize = usize::MAX;
const NOT_ASKED: usize = NO_ORDER - 1;

/// Last moves of ours, and what makes one work.
pub struct LastMoves<'g, D: Fast> {
    pub(super) constraint: &'g Constraint<D>,
    /// The goals after it.
    pub(super) goals: &'g Goals<D>,
    /// Does it work if the other side has no move then?
    no_reply_succeeds: bool,
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

/// What came of all last moves at a node.
#[derive(Clone, Copy, Debug)]
pub struct DecidedMoves<M> {
    /// How many were tried.
    pub n_tried: u64,
    /// The last of them, if it works.
    pub found: Option<M>,
    /// Has one of them failed where they could go on?
    pub is_cut: bool,
}

impl<'g, D: Fast> LastMoves<'g, D> {
    /// Our moves by a piece of advice, and the goals where it is the other side's move.
    #[inline]
    pub fn of(piece: &'g Advice<D>, goals: &'g Goals<D>) -> LastMoves<'g, D> {
        LastMoves {
            constraint: &piece.us,
            goals,
            no_reply_succeeds: piece.convention.no_reply_succeeds,
        }
    }

    /// How many lists there are, which are tried one after the other.
    #[inline]
    pub fn n_lists(&self) -> usize {
        self.constraint.selectors.len()
    }
}

/// The targets of men that have been tried at a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct TriedTargets([u64; MAX_LANE_MEN]);

/// The permitted targets of a man in a list, and what is known of the positions after it has gone there.
#[derive(Debug)]
pub struct FoundTargets<T> {
    /// Its moves.
    pub moves: T,
    /// The table of their order, if they have one.
    order: Option<usize>,
    rest: u64,
    better: u64,
    neither: u64,
}

impl<T> FoundTargets<T> {
    /// Does a target meet the better goal?
    #[inline]
    pub fn is_better(&self, to: Item) -> bool {
        self.better >> to.0 & 1 != 0
    }
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
    /// What comes of all last moves at a node, if the targets of each man can be decided at once. Nothing is changed.
    #[inline(never)]
    pub fn decide_all(
        &mut self,
        last: &LastMoves<'_, D>,
        here: &Inputs<'_, D>,
    ) -> Option<DecidedMoves<D::Move>> {
        let lists = last.goals.lists.as_ref()?;
        if lists.needed & !self.load_men(here) != 0 {
            return None;
        }
        if lists.is_of_all_men
            && let Some(decided) = self.decide_known(last, lists, here.position)
        {
            return Some(decided);
        }
        self.find_out_all(&lists.of_men, last, here)
    }

    /// The same where something has to be computed first.
    #[inline(never)]
    fn find_out_all(
        &mut self,
        of_men: &[LaneList],
        last: &LastMoves<'_, D>,
        here: &Inputs<'_, D>,
    ) -> Option<DecidedMoves<D::Move>> {
        let position = here.position;
        let mut tried_before = [0; MAX_LANE_MEN];
        let (mut n_tried, mut is_cut) = (0, false);
        for list in of_men {
            let moves = self.domain.man_moves(position, list.man)?;
            let mut lanes: Lanes<'_, D> = Lanes::new(position, &moves);
            let code = &last.goals.lanes[list.lanes].1;
            let before = match list.is_one_of_many {
                true => tried_before[list.lanes % MAX_LANE_MEN],
                false => 0,
            };
            let (mut tried, mut found) = (before, None);
            // Lists of one man are often made in one order, and want the same.
            let mut wanted_by = (NOT_ASKED, 0);
            for selector in &last.constraint.selectors[list.selectors.clone()] {
                let order = selector.order_of_targets();
                let table = order.map_or(NO_ORDER, |order| order.table);
                if wanted_by.0 != table {
                    wanted_by = (table, self.wanted(order, &moves, here));
                }
                let rest = wanted_by.1 & !tried;
                if rest & !moves.quiet() != 0 {
                    return None;
                }
                if rest == 0 {
                    continue;
                }
                let first = |machine: &Self, works| match order {
                    Some(order) => machine.first_in_row(order.table, moves.start(), works),
                    None => highest_of(works),
                };
                let asked = (code, rest);
                let decided = self.decide_targets(selector, asked, &mut lanes, last, here, first);
                tried |= decided.tried;
                is_cut |= decided.is_cut;
                found = decided.found;
                if found.is_some() {
                    break;
                }
            }
            n_tried += u64::from((tried & !before).count_ones());
            if let Some(to) = found {
                return Some(DecidedMoves {
                    n_tried,
                    found: Some(moves.move_to(position, to)),
                    is_cut,
                });
            }
            if list.is_one_of_many {
                tried_before[list.lanes % MAX_LANE_MEN] = tried;
            }
        }
        Some(DecidedMoves {
            n_tried,
            found: None,
            is_cut,
        })
    }

    /// The targets of one of the lists, without those that have been tried, if they can be decided at once. From now on
    /// they have been tried.
    #[inline(never)]
    pub fn found_targets(
        &mut self,
        last: &LastMoves<'_, D>,
        list: usize,
        here: &Inputs<'_, D>,
        tried: &mut TriedTargets,
    ) -> Option<FoundTargets<D::ManMoves>> {
        let LaneLists { of_men, needed, .. } = last.goals.lists.as_ref()?;
        if needed & !self.load_men(here) != 0 {
            return None;
        }
        let selector = &last.constraint.selectors[list];
        let of_man = of_men
            .iter()
            .find(|of_man| of_man.selectors.contains(&list))?;
        let moves = self.domain.man_moves(here.position, of_man.man)?;
        let order = selector.order_of_targets();
        let tried = &mut tried.0[of_man.lanes % MAX_LANE_MEN];
        let rest = self.wanted(order, &moves, here) & !*tried;
        if rest & !moves.quiet() != 0 {
            return None;
        }
        let mut lanes = Lanes::new(here.position, &moves);
        let code = &last.goals.lanes[of_man.lanes].1;
        let first = self.first_answers(code, &mut lanes, here);
        let permitted = self.passing(&selector.after_filters, rest, &mut lanes);
        *tried |= permitted;
        let answers = self.run_lanes(code, first, permitted, &mut lanes, here);
        Some(FoundTargets {
            moves,
            order: order.map(|order| order.table),
            rest: permitted,
            better: answers.better,
            neither: answers.neither,
        })
    }

    /// The next target that does not break the holding goal, and how many targets are tried up to there; or how many
    /// others are left.
    #[inline]
    pub fn next_target(
        &self,
        targets: &mut FoundTargets<D::ManMoves>,
    ) -> Option<(u64, Option<Item>)> {
        if targets.rest == 0 {
            return None;
        }
        let holding = targets.rest & (targets.better | targets.neither);
        if holding == 0 {
            let n_left = targets.rest.count_ones().into();
            targets.rest = 0;
            return Some((n_left, None));
        }
        let (to, before) = match targets.order {
            Some(table) => self.first_in_row(table, targets.moves.start(), holding),
            None => highest_of(holding),
        };
        let counted = targets.rest & before | 1 << to.0;
        targets.rest &= !counted;
        Some((counted.count_ones().into(), Some(to)))
    }

    /// What comes of the moves of a man that are left, if all of them can be decided at once. Nothing is changed.
    pub(super) fn decide_listed(
        &mut self,
        selector: &Selector<D>,
        of_man: &OfMan<D::ManMoves>,
        last: &LastMoves<'_, D>,
        here: &Inputs<'_, D>,
    ) -> Option<Decided> {
        let code = last.goals.lanes_of(of_man.man)?;
        if of_man.rest & !of_man.moves.quiet() != 0 || code.needed & !self.load_men(here) != 0 {
            return None;
        }
        let mut lanes = Lanes::new(here.position, &of_man.moves);
        let first = |machine: &Self, works| machine.first_of(&of_man.order, works);
        let asked = (code, of_man.rest);
        Some(self.decide_targets(selector, asked, &mut lanes, last, here, first))
    }

    /// What comes of some targets of a man, to which it just goes; `first` says which of several comes first, and which
    /// targets come before it. The men are in their registers.
    #[inline(always)]
    fn decide_targets(
        &mut self,
        selector: &Selector<D>,
        (code, rest): (&LaneCode<D>, u64),
        lanes: &mut Lanes<'_, D>,
        last: &LastMoves<'_, D>,
        here: &Inputs<'_, D>,
        first: impl FnOnce(&Self, u64) -> (Item, u64),
    ) -> Decided {
        let answers = self.first_answers(code, lanes, here);
        let permitted = self.passing(&selector.after_filters, rest, lanes);
        let LaneAnswers {
            better, neither, ..
        } = self.run_lanes(code, answers, permitted, lanes, here);
        // At the depth bound a move fails that reaches nothing; it is cut if they could go on.
        let stuck = lanes.without_moves(&self.domain, neither);
        let cut = neither & !stuck;
        let works = match last.no_reply_succeeds {
            true => better | stuck,
            false => better,
        };
        if works == 0 {
            return Decided {
                tried: permitted,
                found: None,
                is_cut: cut != 0,
            };
        }
        let (first, before) = first(self, works);
        Decided {
            tried: permitted & before | 1 << first.0,
            found: Some(first),
            is_cut: cut & before != 0,
        }
    }

    /// The lanes that pass filters.
    #[inline(always)]
    fn passing(&self, filters: &[AfterFilter<D>], among: u64, lanes: &mut Lanes<'_, D>) -> u64 {
        let mut passing = among;
        for filter in filters {
            passing = match filter {
                AfterFilter::Not(word) => match lanes.without_moves(&self.domain, passing) {
                    0 => passing,
                    stuck => passing & !lanes.those(stuck, word),
                },
                AfterFilter::Is(id, word) => {
                    let (position, moves) = (lanes.position, lanes.moves);
                    let found = self.domain.true_after(*id, position, moves, passing);
                    found.unwrap_or_else(|| lanes.those(passing, |next| word(next) == Some(1)))
                }
                AfterFilter::Code(_) => panic!("code may ask about the move too"),
            };
        }
        passing
    }
}
