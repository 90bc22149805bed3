//! Goals for all targets of a man at once, and whether all moves of a constraint can be decided so.

use domain::{Fast, Man, Side};

use super::lanes::lanes;
use super::{Compiler, same};
use crate::compiled::{
    Constraint, FIRST_MAN, Goals, KeptAnswers, KeptBy, LaneCode, LaneKind, LaneList, LaneLists,
    LaneStep, MAX_KEY_MEN, MAX_LANE_MEN, MoveSource, N_ANSWERS, Op, Reg,
};

impl<D: Fast> Compiler<'_, D> {
    /// The goals after moves of each man of which a constraint lists the targets.
    pub(super) fn add_lanes(
        &mut self,
        goals: &mut Goals<D>,
        mover: Side,
        constraint: &Constraint<D>,
    ) {
        // Only a whole program is run so often that it is worth it.
        if !self.tabulates {
            return;
        }
        for selector in &constraint.selectors {
            if let MoveSource::Man(man) = selector.source
                && selector.is_of_man_by_shape
                && selector.asks_of_next_alone
                && goals.lanes.iter().all(|(other, _)| *other != man)
                && let Some(idx) = domain::only_man(mover, man)
                && let Some(mut code) = lanes(
                    &mut goals.both.ops,
                    (FIRST_MAN + idx) as Reg,
                    &mut self.rows,
                )
            {
                code.n_kept = n_of_men_alone(&code, (FIRST_MAN + idx) as Reg).unwrap_or(0);
                code.kept = (code.n_kept > 0).then(|| KeptAnswers {
                    table: self.n_answer_tables,
                    by: KeptBy::of(code.needed & !(1 << idx)),
                });
                self.n_answer_tables += 1;
                goals.lanes.push((man, code));
            }
        }
        goals.lists = lane_lists(goals, constraint);
    }
}

/// How many of the first steps depend on nothing but where the needed men stand, if only questions about moves come after
/// them, and all lanes that go on there begin with the first of these.
fn n_of_men_alone<D: Fast>(code: &LaneCode<D>, mover: Reg) -> Option<usize> {
    let asks =
        |step: &LaneStep<D>| matches!(step.kind, LaneKind::NoMoves | LaneKind::WithoutMoves(_));
    // The man that moves is where he was before.
    let reads_mover = |op: &Op<D>| same::uses(op).is_none_or(|uses| uses.reads.contains(&mover));
    let looks_back = |step: &LaneStep<D>| {
        let LaneKind::Same { code, .. } = &step.kind else {
            return false;
        };
        let mut ops = code.ops.iter();
        ops.any(|op| same::looks_back(op) || reads_mover(op))
    };
    let n_kept = code.steps.iter().take_while(|step| !asks(step)).count();
    let (kept, others) = code.steps.split_at(n_kept);
    let may_enter = |place: &u8| usize::from(*place) <= N_ANSWERS + n_kept;
    let leads_well = |step: &LaneStep<D>| {
        if let LaneKind::Same { places, .. } = &step.kind {
            return places.iter().all(may_enter);
        }
        may_enter(&step.yes) && may_enter(&step.no)
    };
    let is_kept = usize::from(code.first) == N_ANSWERS
        && code.needed.count_ones() <= MAX_KEY_MEN
        && !kept.iter().any(looks_back)
        && kept.iter().all(leads_well)
        && others.iter().all(asks);
    is_kept.then_some(n_kept)
}

/// How all moves of a constraint are decided at once, if they can be.
fn lane_lists<D: Fast>(goals: &Goals<D>, constraint: &Constraint<D>) -> Option<LaneLists> {
    let mut needed = 0;
    let mut of_men: Vec<LaneList> = Vec::new();
    for (at, selector) in constraint.selectors.iter().enumerate() {
        let MoveSource::Man(man) = selector.source else {
            return None;
        };
        needed |= selector.free_list_of_man()?;
        match of_men.last_mut() {
            Some(list) if list.man == man => list.selectors.end = at + 1,
            _ => {
                let lanes = goals.lanes.iter().position(|(other, _)| *other == man)?;
                needed |= goals.lanes[lanes].1.needed;
                of_men.push(LaneList {
                    man,
                    selectors: at..at + 1,
                    lanes,
                    is_one_of_many: false,
                });
            }
        }
    }
    let men: Vec<Man> = of_men.iter().map(|list| list.man).collect();
    for list in &mut of_men {
        list.is_one_of_many = men.iter().filter(|man| **man == list.man).count() > 1;
    }
    (goals.lanes.len() <= MAX_LANE_MEN).then_some(LaneLists { of_men, needed })
}
