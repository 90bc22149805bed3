//! How soon they can lead us to certain places, whatever we do.

use std::collections::BTreeMap;

use crate::judge::PlayMode;
use crate::judge::fates::{PlayedSets, WayGoal, those};
use crate::judge::graph::PlayGraph;
use crate::judge::roots::RootSet;

/// They can never lead us there.
pub(crate) const NEVER: u16 = u16::MAX;

/// The places to which they may lead us.
#[derive(Default)]
pub(crate) struct Starts {
    /// Roots as bits by place, by the number of our moves until such a place inside their own plans.
    pub(crate) places: BTreeMap<u16, Vec<u64>>,
    /// Ends without a known result count too.
    pub(crate) or_unknown: bool,
}

/// The fewest of our moves, by root, until they can lead us to one of the places. Found by sets, if they are given.
pub(crate) fn reach(
    graph: &PlayGraph<'_>,
    sets: Option<&PlayedSets<'_>>,
    mode: PlayMode,
    starts: &Starts,
) -> Vec<u16> {
    let Some(sets) = sets else {
        return reach_by_roots(graph, mode, starts);
    };
    let mut goal = Soonest {
        graph,
        mode,
        or_unknown: starts.or_unknown,
        soonest: vec![NEVER; graph.roots.len()],
    };
    sets.reach(mode, starts, &mut goal);
    goal.soonest
}

/// The roots from which they can lead us to one of the places.
pub(crate) fn reaching(
    graph: &PlayGraph<'_>,
    sets: Option<&PlayedSets<'_>>,
    mode: PlayMode,
    starts: &Starts,
) -> RootSet {
    let Some(sets) = sets else {
        let soonest = reach_by_roots(graph, mode, starts);
        let reaching = soonest.iter().enumerate();
        let reaching = reaching.filter(|(_, moves)| **moves != NEVER);
        return reaching.map(|(id, _)| id).collect();
    };
    let mut goal = Reaching {
        graph,
        mode,
        or_unknown: starts.or_unknown,
        reaching: RootSet::default(),
    };
    sets.reach(mode, starts, &mut goal);
    goal.reaching
}

/// The same root by root.
fn reach_by_roots(graph: &PlayGraph<'_>, mode: PlayMode, starts: &Starts) -> Vec<u16> {
    graph.list();
    let mut here = vec![NEVER; graph.roots.len()];
    // Of two numbers the smaller one stays.
    for (moves, places) in starts.places.iter().rev() {
        for id in graph.roots.at_words(places) {
            here[id] = *moves;
        }
    }
    let mut goal = Soonest {
        graph,
        mode,
        or_unknown: starts.or_unknown,
        soonest: vec![NEVER; here.len()],
    };
    let mut open: Vec<u32> = (0..here.len() as u32).collect();
    // The soonest comes first, so a number is final when it is written.
    for moves in 0..NEVER {
        let near = those(&open, |id| {
            let here = (here[id] != NEVER).then_some(here[id]);
            goal.far(id).into_iter().chain(here).min()
        });
        for (id, least) in &near {
            if *least <= moves {
                goal.note(*id as usize, *least);
            }
        }
        if near.is_empty() {
            break;
        }
        open.retain(|id| goal.soonest[*id as usize] == NEVER);
    }
    goal.soonest
}

/// How soon it is from each root.
struct Soonest<'g, 't> {
    graph: &'g PlayGraph<'t>,
    mode: PlayMode,
    or_unknown: bool,
    soonest: Vec<u16>,
}

impl WayGoal for Soonest<'_, '_> {
    fn far(&self, id: usize) -> Option<u16> {
        let steps = self.graph.steps(self.mode, id);
        let later = steps.filter_map(|(next, ways)| {
            let then = self.soonest[next as usize];
            (then != NEVER).then(|| ways.shortest.saturating_add(then))
        });
        let ends = self.graph.over(self.mode, id).unknown();
        later.chain(ends.filter(|_| self.or_unknown)).min()
    }

    fn note(&mut self, id: usize, moves: u16) {
        self.soonest[id] = moves;
    }
}

/// From which roots it can be, however late.
struct Reaching<'g, 't> {
    graph: &'g PlayGraph<'t>,
    mode: PlayMode,
    or_unknown: bool,
    reaching: RootSet,
}

impl WayGoal for Reaching<'_, '_> {
    fn far(&self, id: usize) -> Option<u16> {
        let mut steps = self.graph.steps(self.mode, id);
        let is_end = self.or_unknown && self.graph.over(self.mode, id).unknown().is_some();
        // Nobody asks when, so it may be now.
        let leads = is_end || steps.any(|(next, _)| self.reaching.contains(next as usize));
        leads.then_some(0)
    }

    fn note(&mut self, id: usize, _moves: u16) {
        self.reaching.insert(id);
    }
}
