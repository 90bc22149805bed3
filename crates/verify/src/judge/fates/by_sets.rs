//! The same fates for all positions at once: whoever has to reply is a set, and so is what all replies lead into.
//!
//! A root that plays one move is where the position after it is: won as soon as every reply there leads into what is won,
//! and near a worse fate as soon as one reply leads near it. One step for the replies of twelve million positions takes
//! some milliseconds, and then each root that is open looks up one bit. Where it is follows from the byte of its move,
//! unless the men change, so moves need not be listed. Trees longer than a move are followed root by root.

mod near;
mod oracle;

use std::collections::BTreeMap;

use domain::{Side, Watch};

use super::{Fate, FateList, Fates, Plans, Unknown, at_first, tell, those};
use crate::index::Index;
use crate::judge::graph::{Length, PlayGraph};
use crate::judge::{PlayMode, Truth};
use crate::ranked::{bits_of, rank_in_word};
use crate::sets::{MovesOf, Region, SetStep, Terrain};
use near::NearRoots;
use oracle::{OraclePositions, OracleSaying};

/// Where the moves of all roots lead, as sets.
pub(crate) struct PlayedSets<'g, 't> {
    graph: &'g PlayGraph<'t>,
    terrain: &'g Terrain,
    /// The endings of the roots, by their numbers there, in the terrain.
    of_roots: Vec<usize>,
    /// All roots that move.
    movers: NearRoots,
    /// Positions of endings that the team does not cover, by what the oracle says of them.
    left: OraclePositions,
    /// With them to move: where they have a reply, are mated, or are stalemated.
    with_replies: Region,
    mates: Region,
    stalemates: Region,
}

/// Their last step back: what has not changed since is not looked for again.
type LastStep = Option<SetStep>;

impl<'g, 't> PlayedSets<'g, 't> {
    /// The moves of a graph over a terrain; none if they lead beyond it.
    pub(crate) fn new(
        graph: &'g PlayGraph<'t>,
        terrain: &'g Terrain,
        truth: &dyn Truth,
    ) -> Option<PlayedSets<'g, 't>> {
        let endings = 0..terrain.n_endings();
        let of_roots = graph.places.endings.iter().map(|index| {
            let mut endings = endings.clone();
            endings.find(|ending| terrain.index(*ending).material() == index.material())
        });
        let of_roots: Vec<usize> = of_roots.collect::<Option<_>>()?;
        let left = endings.clone().filter(|ending| !of_roots.contains(ending));
        let left = OraclePositions::new(terrain, left, truth);
        let with_replies = terrain.some_move_into(Side::Them, MovesOf::ANY, &terrain.all(Side::Us));
        let mut mates = terrain.none();
        let mut stalemates = terrain.all(Side::Them).without(&with_replies);
        for ending in endings {
            let index = terrain.index(ending);
            stalemates.set(ending).clone().for_each(|number| {
                let theirs = 1 << index.turn_shift() | index.sorted(number);
                if index.legal_position(theirs).in_check() {
                    mates.insert(ending, number);
                    stalemates.remove(ending, number);
                }
            });
        }
        Some(PlayedSets {
            movers: NearRoots::all(graph, terrain)?,
            graph,
            terrain,
            of_roots,
            left,
            with_replies,
            mates,
            stalemates,
        })
    }

    /// Does a tree lead to an end without a known result?
    pub(crate) fn has_unknown(&self) -> bool {
        let unknown = self.left.region(self.terrain, OracleSaying::UNKNOWN);
        if self.graph.is_far_unknown() || unknown.is_empty() {
            return self.graph.is_far_unknown();
        }
        let near = self.step_back(&mut None, unknown);
        let found = self.movers.those(self, &near);
        found.iter().any(|word| *word != 0)
    }

    /// The fate of every root.
    pub(crate) fn fates(&self, mode: PlayMode, unknown: Unknown, watch: &Watch) -> Fates {
        let mut near = self.movers.clone();
        let far: Vec<u32> = match mode {
            PlayMode::Strong => self.graph.far_roots().collect(),
            PlayMode::Weak => Vec::new(),
        };
        if !far.is_empty() {
            near.close(&self.words_of(&far));
        }
        let mut finder = FateFinder {
            sets: self,
            plans: Plans {
                graph: self.graph,
                mode,
                unknown,
            },
            watch,
            fates: at_first(&self.graph.roots, unknown),
            n_open: near.n_open() + far.len(),
            near,
            far,
        };
        finder.wins();
        for fate in [Fate::Lost, Fate::Silent, Fate::Stopped, Fate::Drawn] {
            finder.nearest(fate);
        }
        finder.fates.finish()
    }

    /// Changes a region by the roots at some places, given as words over all of them, or as no words if there are none.
    fn change(&self, region: &mut Region, words: &[u64], is_put_in: bool) {
        if words.is_empty() {
            return;
        }
        for (ending, to) in self.of_roots.iter().enumerate() {
            let places = self.graph.places.of_ending(ending);
            let words = &words[places.start / 64..places.end / 64];
            let index = self.terrain.index(*to);
            // Sets have equal men in every order.
            let orders = index.has_equal_men().then(|| in_every_order(&index, words));
            let words = orders.as_deref().unwrap_or(words);
            match is_put_in {
                true => region.unite_words(*to, words),
                false => region.subtract_words(*to, words),
            }
        }
    }

    /// The same for some roots.
    fn words_of(&self, roots: &[u32]) -> Vec<u64> {
        let bits = self.graph.roots.bits();
        let mut words = vec![0; bits.words().len()];
        for id in roots {
            let place = bits.member(*id as usize);
            words[place / 64] |= 1 << (place % 64);
        }
        words
    }

    /// The places of the roots with such a fate.
    fn words_where(&self, mut is_it: impl FnMut(usize) -> bool) -> Vec<u64> {
        let mut id = 0;
        let bits = self.graph.roots.bits();
        let words = bits.words().iter().map(|word| {
            bits_of(*word).fold(0, |found, bit| {
                id += 1;
                found | u64::from(is_it(id - 1)) << bit
            })
        });
        words.collect()
    }

    /// The positions with them to move in which a reply leads into a set.
    fn step_back(&self, last: &mut LastStep, targets: Region) -> Region {
        let earlier = last.as_ref();
        let origins =
            self.terrain
                .some_move_into_again(Side::Them, MovesOf::ANY, &targets, earlier);
        *last = Some(SetStep {
            targets,
            origins: origins.clone(),
        });
        origins
    }
}

/// Numbers with their equal men in every order.
fn in_every_order(index: &Index, words: &[u64]) -> Vec<u64> {
    let mut found = vec![0; words.len()];
    for (at, word) in words.iter().enumerate() {
        for bit in bits_of(*word) {
            index.each_order(at << 6 | bit, |number| {
                found[number / 64] |= 1 << (number % 64);
            });
        }
    }
    found
}

/// Fates that are being found.
struct FateFinder<'f, 'g, 't> {
    sets: &'f PlayedSets<'g, 't>,
    plans: Plans<'g, 't>,
    watch: &'f Watch,
    fates: FateList,
    /// The open roots that play one move, and those with longer trees.
    near: NearRoots,
    far: Vec<u32>,
    n_open: usize,
}

impl FateFinder<'_, '_, '_> {
    /// Finds the wins, the shortest first.
    fn wins(&mut self) {
        let sets = self.sets;
        let terrain = sets.terrain;
        let (mut last, mut last_inexact) = (None, None);
        // What is not won yet, and what is won after nobody knows how many moves.
        let mut rest = terrain.all(Side::Us);
        let mut inexact = terrain.none();
        // The trees that are won after so many moves; a reply may lead there from then on.
        let mut due: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
        let mut due_inexact: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
        // What was found in the last round.
        let fates = &self.fates;
        let mut found_inexact = sets.words_where(|id| fates.of(id) == Fate::Won);
        let mut found = vec![0; found_inexact.len()];
        for moves in 1.. {
            let before = moves - 1;
            sets.change(&mut rest, &found, false);
            sets.change(&mut rest, &found_inexact, false);
            sets.change(&mut inexact, &found_inexact, true);
            if let Some(roots) = due.remove(&before) {
                sets.change(&mut rest, &sets.words_of(&roots), false);
            }
            if let Some(roots) = due_inexact.remove(&before) {
                let words = sets.words_of(&roots);
                sets.change(&mut rest, &words, false);
                sets.change(&mut inexact, &words, true);
            }
            if let Some(won) = sets.left.won_in(terrain, before) {
                rest = rest.without(&won);
            }
            // As in the list of moves, a win of unknown length takes a move at least.
            let sayings = [
                (before == 1).then_some(OracleSaying::WON_SOMETIME),
                (before == 0 && self.plans.unknown == Unknown::CountsAsWon)
                    .then_some(OracleSaying::UNKNOWN),
            ];
            for saying in sayings.into_iter().flatten() {
                let won = sets.left.region(terrain, saying);
                if !won.is_empty() {
                    rest = rest.without(&won);
                    inexact = inexact.or(&won);
                }
            }
            let escapes = sets.step_back(&mut last, rest.clone());
            let won = sets.with_replies.clone().without(&escapes).or(&sets.mates);
            drop(escapes);
            found = self.near.those(sets, &won);
            drop(won);
            if inexact.is_empty() {
                found_inexact = Vec::new();
            } else {
                let near = sets.step_back(&mut last_inexact, inexact.clone());
                found_inexact = self.near.those(sets, &near);
                for (inexact, found) in found_inexact.iter_mut().zip(&mut found) {
                    *inexact &= *found;
                    *found &= !*inexact;
                }
            }
            let far = those(&self.far, |id| self.plans.won(&self.fates, id));
            // The least length of a win that nobody knows is one.
            let is_due = moves == 1
                || sets.left.is_won_from(moves)
                || !due.is_empty()
                || !due_inexact.is_empty();
            let mut n_found = self.settle(&found, Fate::Won, Length::of(moves));
            n_found += self.settle(&found_inexact, Fate::Won, Length::at_least(moves));
            if n_found == 0 && far.is_empty() && !is_due {
                break;
            }
            for (id, length) in far {
                self.fates.set(id as usize, Fate::Won, length);
                let due = match length.is_exact() {
                    true => &mut due,
                    false => &mut due_inexact,
                };
                due.entry(length.least()).or_default().push(id);
            }
            self.close_far();
        }
    }

    /// Finds the roots from which they can lead us to a fate, the nearest first.
    fn nearest(&mut self, fate: Fate) {
        let sets = self.sets;
        let mut last_step = None;
        // Where it was found in the last round; whatever leads to what was found before is closed.
        let mut last = match fate {
            Fate::Lost => sets.left.region(sets.terrain, OracleSaying::LOST),
            Fate::Stopped => sets.left.region(sets.terrain, OracleSaying::UNKNOWN),
            Fate::Drawn => sets.left.region(sets.terrain, OracleSaying::DRAWN),
            Fate::Won | Fate::Silent | Fate::Circle => sets.terrain.none(),
        };
        let fates = &self.fates;
        let known = sets.words_where(|id| fates.of(id) == fate);
        sets.change(&mut last, &known, true);
        drop(known);
        for moves in 1.. {
            let mut near = sets.step_back(&mut last_step, last);
            if fate == Fate::Drawn && moves == 1 {
                near = near.or(&sets.stalemates);
            }
            let found = self.near.those(sets, &near);
            drop(near);
            let mut far = those(&self.far, |id| self.plans.soonest(&self.fates, fate, id));
            let is_far_near = !far.is_empty();
            if self.settle(&found, fate, Length::of(moves)) == 0 && !is_far_near {
                break;
            }
            far.retain(|(_, soonest)| *soonest <= moves);
            let far: Vec<u32> = far.into_iter().map(|(id, _)| id).collect();
            for id in &far {
                self.fates.set(*id as usize, fate, Length::of(moves));
            }
            last = sets.terrain.none();
            sets.change(&mut last, &found, true);
            if !far.is_empty() {
                sets.change(&mut last, &sets.words_of(&far), true);
            }
            self.close_far();
        }
    }

    /// Notes the fate of roots that play one move, and says how many they are.
    fn settle(&mut self, found: &[u64], fate: Fate, length: Length) -> usize {
        let bits = self.sets.graph.roots.bits();
        let mut n_found = 0;
        for (at, word) in found.iter().enumerate() {
            if *word == 0 {
                continue;
            }
            let (first, roots) = (bits.before_word(at), bits.words()[at]);
            for bit in bits_of(*word) {
                self.fates
                    .set(first + rank_in_word(roots, bit), fate, length);
                n_found += 1;
            }
        }
        self.near.close(found);
        self.n_open -= n_found;
        n_found
    }

    /// Roots whose fate is known are open no more.
    fn close_far(&mut self) {
        let fates = &self.fates;
        let n_far = self.far.len();
        self.far.retain(|id| fates.is_open(*id as usize));
        self.n_open -= n_far - self.far.len();
        let n_roots = self.sets.graph.roots.len();
        tell(self.plans.mode, n_roots, self.n_open, self.watch);
    }
}
