//! Goals for all targets of a man at once, and whether all moves of a constraint can be decided so.

use domain::{Fast, Man, Side};

use super::Compiler;
use super::lanes::lanes;
use super::parts::find_parts;
use crate::compiled::{
    Constraint, FIRST_MAN, Goals, LaneList, LaneLists, MAX_LANE_MEN, MoveSource, Reg,
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
                find_parts(&mut code, idx, &mut self.n_answer_tables);
                goals.lanes.push((man, code));
            }
        }
        goals.lists = lane_lists(goals, constraint);
    }
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
    (goals.lanes.len() <= MAX_LANE_MEN).then(|| LaneLists {
        is_of_all_men: of_men.iter().all(|list| {
            let code = &goals.lanes[list.lanes].1;
            code.is_of_all_men && code.needed == needed
        }),
        of_men,
        needed,
    })
}
