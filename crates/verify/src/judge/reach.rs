//! How soon they can lead us to certain places, whatever we do.

use crate::judge::PlayMode;
use crate::judge::fates::those;
use crate::judge::graph::{Over, PlayGraph};

/// They can never lead us there.
pub(crate) const NEVER: u16 = u16::MAX;

/// The fewest of our moves, by root, until they can lead us to one of the places.
///
/// `here` is the number of our moves from each root to such a place inside its own plan, and `at_once` the same for the
/// ends of the game.
pub(crate) fn reach(
    graph: &PlayGraph<'_>,
    mode: PlayMode,
    here: &[u16],
    at_once: &(dyn Fn(Over) -> Option<u16> + Sync),
) -> Vec<u16> {
    graph.list();
    let mut soonest = vec![NEVER; here.len()];
    let mut open: Vec<u32> = (0..here.len() as u32).collect();
    // The soonest comes first, so a number is final when it is written.
    for moves in 0..NEVER {
        let near = those(&open, |id| {
            let steps = graph.steps(mode, id);
            let later = steps.filter_map(|(next, ways)| {
                let then = soonest[next as usize];
                (then != NEVER).then(|| ways.shortest.saturating_add(then))
            });
            let ends = at_once(graph.over(mode, id));
            let here = (here[id] != NEVER).then_some(here[id]);
            later.chain(ends).chain(here).min()
        });
        for (id, least) in &near {
            if *least <= moves {
                soonest[*id as usize] = *least;
            }
        }
        if near.is_empty() {
            break;
        }
        open.retain(|id| soonest[*id as usize] == NEVER);
    }
    soonest
}
