//! Circles grouped by the loop they end in, and by the pieces of advice that take turns in it.
//!
//! In a circle they may choose among several ways to go on for ever. Here they always choose the one that comes first,
//! mirror images aside, so that every position ends in one loop; and mirror images of a loop count as one.

use std::collections::BTreeMap;

use domain::{Stopped, Watch};

use crate::judge::PlayMode;
use crate::judge::fates::{Fate, those};
use crate::judge::games::ExampleGame;
use crate::judge::survey::Judged;

/// Positions that end in loops in which the same pieces take turns.
#[derive(Clone, Debug)]
pub struct LoopGroup {
    /// The pieces, by number, in the order of their numbers.
    pub pieces: Vec<u16>,
    /// How many positions end there.
    pub positions: u64,
    /// How many loops there are, mirror images aside.
    pub loops: u64,
    /// How many positions end in the largest of them.
    pub largest: u64,
    /// Once round the largest.
    pub example: ExampleGame,
}

/// No root.
const NONE: u32 = u32::MAX;

/// A loop: how many positions end in it, and its roots.
type Loop = (u64, Vec<usize>);

impl Judged<'_> {
    /// The circles, the largest group first.
    pub fn loops(&self, mode: PlayMode, watch: &Watch) -> Result<Vec<LoopGroup>, Stopped> {
        let fates = &self.fates[mode as usize];
        let in_circle = |id: usize| fates.of(id).0 == Fate::Circle;
        // Step 1. Where each circling root goes on.
        let roots: Vec<u32> = (0..self.roots.len() as u32).collect();
        watch.tell("loops", 0, Some(roots.len() as u64));
        let steps = those(&roots, |id| {
            if !in_circle(id) {
                return None;
            }
            let steps = self.graph.steps(mode, id).map(|(next, _)| next);
            let steps = steps.filter(|next| in_circle(*next as usize));
            steps.min_by_key(|next| (self.image(*next as usize), *next))
        });
        let mut next = vec![NONE; roots.len()];
        for (id, step) in steps {
            next[id as usize] = step;
        }
        // Step 2. The loop in which each of them ends, by one of its roots.
        let mut ends_in = vec![NONE; roots.len()];
        // The walk on which each root was passed.
        let mut passed_on = vec![NONE; roots.len()];
        let mut path = Vec::new();
        for start in 0..roots.len() as u32 {
            watch.check()?;
            let mut id = start;
            let is_new = |id: u32, passed_on: &[u32]| {
                let idx = id as usize;
                next[idx] != NONE && ends_in[idx] == NONE && passed_on[idx] != start
            };
            while is_new(id, &passed_on) {
                passed_on[id as usize] = start;
                path.push(id);
                id = next[id as usize];
            }
            // A walk that comes to itself has found a loop, and any other comes to one that is known.
            let of = match ends_in[id as usize] {
                NONE if next[id as usize] != NONE => id,
                known => known,
            };
            for passed in path.drain(..) {
                ends_in[passed as usize] = of;
            }
        }
        // Step 3. How many positions end in each, mirror images together.
        let mut loops: BTreeMap<(u8, usize), Loop> = BTreeMap::new();
        let mut names: BTreeMap<u32, (u8, usize)> = BTreeMap::new();
        for id in self.first_roots() {
            if ends_in[id] == NONE || !self.is_failure(mode, id) {
                continue;
            }
            let of = ends_in[id];
            let around = || {
                let mut around = vec![of as usize];
                while next[around[around.len() - 1]] != of {
                    around.push(next[around[around.len() - 1]] as usize);
                }
                around
            };
            let name = *names.entry(of).or_insert_with(|| {
                let images = around().into_iter().map(|id| self.image(id));
                images.min().unwrap_or_default()
            });
            loops.entry(name).or_insert_with(|| (0, around())).0 += 1;
        }
        // Step 4. The same by pieces.
        let mut groups: BTreeMap<Vec<u16>, Vec<Loop>> = BTreeMap::new();
        for (_, (positions, around)) in loops {
            let pieces = around.iter();
            let pieces = pieces.filter_map(|id| self.roots.saying(*id).piece());
            let mut pieces: Vec<u16> = pieces.collect();
            pieces.sort_unstable();
            pieces.dedup();
            groups.entry(pieces).or_default().push((positions, around));
        }
        let groups = groups.into_iter().filter_map(|(pieces, loops)| {
            let (largest, around) = loops.iter().max_by_key(|(positions, _)| *positions)?;
            Some(LoopGroup {
                pieces,
                positions: loops.iter().map(|(positions, _)| positions).sum(),
                loops: loops.len() as u64,
                largest: *largest,
                example: self.game_around(mode, around),
            })
        });
        let mut groups: Vec<LoopGroup> = groups.collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.positions));
        Ok(groups)
    }
}
