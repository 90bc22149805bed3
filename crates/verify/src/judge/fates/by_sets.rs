//! The same fates for all positions at once: whoever has to reply is a set, and so is what all replies lead into.
//!
//! A root that plays one move is where the position after it is: won as soon as every reply there leads into what is won,
//! and near a worse fate as soon as one reply leads near it. One step for the replies of twelve million positions takes
//! some milliseconds, and then whoever plays to a position that is new is found by that position. Trees longer than a move
//! are followed root by root.

mod near;
mod oracle;
mod way_back;

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::{Side, Stopped, Watch};

use super::{Fate, FateList, Fates, Plans, Unknown, at_first, tell, those};
use crate::index::Index;
use crate::judge::graph::{Length, PlayGraph};
use crate::judge::reach::Starts;
use crate::judge::roots::RootSet;
use crate::judge::{PlayMode, Truth};
use crate::ranked::bits_of;
use crate::sets::{MovesOf, Region, SetStep, Terrain};
use near::Movers;
use oracle::{OraclePositions, OracleSaying};
use way_back::{OpenRoots, WayBack};

pub(crate) use way_back::WayGoal;

/// Where the moves of all roots lead, as sets.
pub(crate) struct PlayedSets<'t> {
    graph: Arc<PlayGraph<'t>>,
    terrain: &'t Terrain,
    /// The endings of the roots, by their numbers there, in the terrain.
    of_roots: Vec<usize>,
    movers: Movers,
    /// Positions of endings that the team does not cover, by what the oracle says of them.
    left: OraclePositions,
    /// With them to move: where they have a reply, are mated, or are stalemated.
    with_replies: Region,
    mates: Region,
    stalemates: Region,
}

/// Their last step back: what has not changed since is not looked for again.
type LastStep = Option<SetStep>;

impl<'t> PlayedSets<'t> {
    /// The moves of a graph over a terrain; none if they lead beyond it.
    pub(crate) fn new(
        graph: &Arc<PlayGraph<'t>>,
        terrain: &'t Terrain,
        truth: &dyn Truth,
    ) -> Option<PlayedSets<'t>> {
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
            movers: Movers::new(graph, terrain, &of_roots)?,
            graph: Arc::clone(graph),
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
        let found = self.movers.those(self.movers.words(), &near);
        found.iter().any(|word| *word != 0)
    }

    /// The fate of every root.
    pub(crate) fn fates(&self, mode: PlayMode, unknown: Unknown, watch: &Watch) -> Fates {
        let mut finder = FateFinder {
            sets: self,
            plans: Plans {
                graph: &self.graph,
                mode,
                unknown,
            },
            watch,
            fates: at_first(&self.graph.roots, unknown),
            open: OpenRoots::all(self, mode),
        };
        finder.wins();
        for fate in [Fate::Lost, Fate::Silent, Fate::Stopped, Fate::Drawn] {
            let mut nearing = Nearing::of(self, fate, &finder.fates);
            for moves in 1.. {
                if !finder.round(&mut nearing, moves) {
                    break;
                }
                finder.tell();
            }
        }
        finder.fates.finish()
    }

    /// The same as [`soonest`](super::soonest), given the fates where roots that move and are not won are open.
    pub(super) fn soonest(
        &self,
        fates: FateList,
        mode: PlayMode,
        breaches: &[Fate],
        wanted: &RootSet,
        watch: &Watch,
    ) -> Result<FateList, Stopped> {
        let mut finder = FateFinder {
            sets: self,
            plans: Plans {
                graph: &self.graph,
                mode,
                // Nothing is asked here that depends on it.
                unknown: Unknown::Stays,
            },
            watch,
            open: OpenRoots::all(self, mode),
            fates,
        };
        let fates = &finder.fates;
        let roots = &self.graph.roots;
        let closed = roots.words_where(|id| !fates.is_open(id));
        finder.open.close(roots, &closed);
        drop(closed);
        let of = finder.open.n_open as u64;
        let nearing = |fate: &Fate| Nearing::of(self, *fate, fates);
        let mut nearing: Vec<Nearing<'_, 't>> = breaches.iter().map(nearing).collect();
        let mut is_found = wanted.iter().any(|id| breaches.contains(&fates.of(id)));
        let mut moves = 1;
        while !is_found {
            let mut goes_on = false;
            for nearing in &mut nearing {
                watch.check()?;
                watch.tell("shortest game", of - finder.open.n_open as u64, Some(of));
                goes_on |= finder.round(nearing, moves);
            }
            if !goes_on {
                break;
            }
            let fates = &finder.fates;
            is_found = wanted.iter().any(|id| breaches.contains(&fates.of(id)));
            moves += 1;
        }
        Ok(finder.fates)
    }

    /// The same as [`reach`](crate::judge::reach::reach): shows how soon they can lead us to one of the places.
    pub(crate) fn reach(&self, mode: PlayMode, starts: &Starts, goal: &mut dyn WayGoal) {
        let mut open = OpenRoots::all(self, mode);
        let mut way = WayBack::from(
            self,
            match starts.or_unknown {
                true => self.left.region(self.terrain, OracleSaying::UNKNOWN),
                false => self.terrain.none(),
            },
        );
        let roots = &self.graph.roots;
        // The places that were reached.
        let mut reached = vec![0; roots.bits().words().len()];
        let last = starts.places.keys().next_back().copied();
        for moves in 0.. {
            let mut goes_on = moves == 0 || last.is_some_and(|last| last >= moves);
            if moves > 0 {
                let round = way.round(&mut open, moves, None, goal);
                unite(&mut reached, &round.found);
                goes_on |= round.goes_on;
            }
            if let Some(places) = starts.places.get(&moves) {
                let new = places.iter().zip(&reached);
                let new: Vec<u64> = new.map(|(place, reached)| place & !reached).collect();
                roots.at_words(&new).for_each(|id| goal.note(id, moves));
                open.close(roots, &new);
                way.put(&new);
                unite(&mut reached, &new);
            }
            if !goes_on {
                break;
            }
        }
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

/// Adds bits.
fn unite(words: &mut [u64], others: &[u64]) {
    for (word, other) in words.iter_mut().zip(others) {
        *word |= other;
    }
}

/// Fates that are being found.
struct FateFinder<'f, 't> {
    sets: &'f PlayedSets<'t>,
    plans: Plans<'f, 't>,
    watch: &'f Watch,
    fates: FateList,
    open: OpenRoots,
}

/// The way back from a fate.
struct Nearing<'s, 't> {
    fate: Fate,
    way: WayBack<'s, 't>,
}

impl<'s, 't> Nearing<'s, 't> {
    /// The way back from where a fate is known before anybody moves.
    fn of(sets: &'s PlayedSets<'t>, fate: Fate, fates: &FateList) -> Nearing<'s, 't> {
        let left = |saying| sets.left.region(sets.terrain, saying);
        let mut way = WayBack::from(
            sets,
            match fate {
                Fate::Lost => left(OracleSaying::LOST),
                Fate::Stopped => left(OracleSaying::UNKNOWN),
                Fate::Drawn => left(OracleSaying::DRAWN),
                Fate::Won | Fate::Silent | Fate::Circle => sets.terrain.none(),
            },
        );
        way.put(&sets.graph.roots.words_where(|id| fates.of(id) == fate));
        Nearing { fate, way }
    }
}

/// A fate that roots come near.
struct FateGoal<'f> {
    plans: &'f Plans<'f, 'f>,
    fates: &'f mut FateList,
    fate: Fate,
}

impl WayGoal for FateGoal<'_> {
    fn far(&self, id: usize) -> Option<u16> {
        self.plans.soonest(self.fates, self.fate, id)
    }

    fn note(&mut self, id: usize, moves: u16) {
        self.fates.set(id, self.fate, Length::of(moves));
    }
}

impl FateFinder<'_, '_> {
    /// Finds the wins, the shortest first.
    fn wins(&mut self) {
        let sets = self.sets;
        let terrain = sets.terrain;
        let roots = &sets.graph.roots;
        let (mut last, mut last_inexact) = (None, None);
        // What is not won yet, and what is won after nobody knows how many moves.
        let mut rest = terrain.all(Side::Us);
        let mut inexact = terrain.none();
        // Where they are to move and whatever they reply is won.
        let mut won = terrain.none();
        // The trees that are won after so many moves; a reply may lead there from then on.
        let mut due: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
        let mut due_inexact: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
        // What was found in the last round.
        let fates = &self.fates;
        let mut found_inexact = roots.words_where(|id| fates.of(id) == Fate::Won);
        let mut found = Vec::new();
        for moves in 1.. {
            let before = moves - 1;
            sets.change(&mut rest, &found, false);
            sets.change(&mut rest, &found_inexact, false);
            sets.change(&mut inexact, &found_inexact, true);
            if let Some(due) = due.remove(&before) {
                sets.change(&mut rest, &roots.words_of(due.into_iter()), false);
            }
            if let Some(due) = due_inexact.remove(&before) {
                let words = roots.words_of(due.into_iter());
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
            // Whoever plays to where it was won before is found already.
            let new = sets.with_replies.clone().without(&escapes).or(&sets.mates);
            drop(escapes);
            let mut new = new.without(&won);
            won = won.or(&new);
            if inexact.is_empty() {
                found_inexact = Vec::new();
            } else {
                let near = sets.step_back(&mut last_inexact, inexact.clone());
                let near = near.and(&new);
                found_inexact = sets.movers.those(&self.open.near, &near);
                new = new.without(&near);
            }
            found = sets.movers.those(&self.open.near, &new);
            drop(new);
            let far = those(&self.open.far, |id| self.plans.won(&self.fates, id));
            // The least length of a win that nobody knows is one.
            let is_due = moves == 1
                || sets.left.is_won_from(moves)
                || !due.is_empty()
                || !due_inexact.is_empty();
            let mut n_found = self.settle(&found, Length::of(moves));
            n_found += self.settle(&found_inexact, Length::at_least(moves));
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
            let fates = &self.fates;
            self.open.close_far(|id| !fates.is_open(id as usize));
            self.tell();
        }
    }

    /// Notes wins of roots that play one move, and says how many they are.
    fn settle(&mut self, found: &[u64], length: Length) -> usize {
        let roots = &self.sets.graph.roots;
        let mut n_found = 0;
        for id in roots.at_words(found) {
            self.fates.set(id, Fate::Won, length);
            n_found += 1;
        }
        self.open.close_near(found);
        n_found
    }

    /// Finds the roots from which a fate is so many moves away. False if it is found no more.
    fn round(&mut self, nearing: &mut Nearing<'_, '_>, moves: u16) -> bool {
        let fate = nearing.fate;
        let mut goal = FateGoal {
            plans: &self.plans,
            fates: &mut self.fates,
            fate,
        };
        let stalemates = &self.sets.stalemates;
        let at_once = (fate == Fate::Drawn && moves == 1).then_some(stalemates);
        let round = nearing.way.round(&mut self.open, moves, at_once, &mut goal);
        round.goes_on
    }

    fn tell(&self) {
        let n_roots = self.sets.graph.roots.len();
        tell(self.plans.mode, n_roots, self.open.n_open, self.watch);
    }
}
