//! The same fates for all positions at once: whoever has to reply is a set, and so is what all replies lead into.
//!
//! A root that plays one move is where the position after it is: won as soon as every reply there leads into what is won,
//! and near a worse fate as soon as one reply leads near it. One step for the replies of twelve million positions takes
//! some milliseconds, and then each root that is open looks up one bit, so moves need not be listed. Trees longer than a
//! move are followed root by root.

use std::collections::BTreeMap;

use domain::{Side, Watch};

use super::{Fate, Fates, Plans, Unknown, at_first, tell, those};
use crate::judge::graph::{Length, PlayGraph};
use crate::judge::{PlayMode, Truth};
use crate::sets::{MovesOf, Region, SetStep, Terrain};
use crate::value::Wdl;

/// Where the moves of all roots lead, as sets.
pub(crate) struct PlayedSets<'g, 't> {
    graph: &'g PlayGraph<'t>,
    terrain: &'g Terrain,
    /// By root: the place of the position after its move among all with them to move; [`NOWHERE`] if it plays none.
    afters: Vec<u32>,
    /// The endings of the roots, by their numbers there, in the terrain.
    of_roots: Vec<usize>,
    /// Positions of endings that the team does not cover, by what the oracle says of them.
    left: OraclePositions,
    /// With them to move: where they have a reply, are mated, or are stalemated.
    with_replies: Region,
    mates: Region,
    stalemates: Region,
}

/// No place.
const NOWHERE: u32 = u32::MAX;

/// An ending of a terrain, and a number there.
type TerrainPlace = (usize, usize);

/// Positions with us to move that are left to the oracle.
#[derive(Default)]
struct OraclePositions {
    /// Won after so many moves.
    won: BTreeMap<u16, Vec<TerrainPlace>>,
    /// Won, nobody knows how soon.
    won_sometime: Vec<TerrainPlace>,
    drawn: Vec<TerrainPlace>,
    lost: Vec<TerrainPlace>,
    unknown: Vec<TerrainPlace>,
}

/// A set over all endings in one list of words, to be asked for by place.
struct Bits(Vec<u64>);

impl Bits {
    fn of(terrain: &Terrain, region: &Region) -> Bits {
        let words = (0..terrain.n_endings()).map(|ending| region.set(ending).words());
        Bits(words.collect::<Vec<_>>().concat())
    }

    #[inline]
    fn contains(&self, place: u32) -> bool {
        self.0[place as usize / 64] >> (place % 64) & 1 == 1
    }
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
        let mut left = OraclePositions::default();
        for ending in endings.clone().filter(|ending| !of_roots.contains(ending)) {
            left.ask(terrain, ending, truth);
        }
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
            graph,
            terrain,
            afters: afters(graph, terrain)?,
            of_roots,
            left,
            with_replies,
            mates,
            stalemates,
        })
    }

    /// Does a tree lead to an end without a known result?
    pub(crate) fn has_unknown(&self) -> bool {
        if self.graph.is_far_unknown() || self.left.unknown.is_empty() {
            return self.graph.is_far_unknown();
        }
        let mut unknown = self.terrain.none();
        self.insert(&mut unknown, &self.left.unknown);
        let near = self.some_reply_into(&mut None, &unknown);
        let mut afters = self.afters.iter();
        afters.any(|place| *place != NOWHERE && near.contains(*place))
    }

    /// The fate of every root.
    pub(crate) fn fates(&self, mode: PlayMode, unknown: Unknown, watch: &Watch) -> Fates {
        let (fates, open) = at_first(&self.graph.roots, unknown);
        let is_far = |id: &u32| mode == PlayMode::Strong && self.graph.is_far(*id as usize);
        let (far, near) = open.into_iter().partition(is_far);
        let mut finder = FateFinder {
            sets: self,
            plans: Plans {
                graph: self.graph,
                mode,
                unknown,
            },
            watch,
            fates,
            near,
            far,
        };
        finder.wins();
        for fate in [Fate::Lost, Fate::Silent, Fate::Stopped, Fate::Drawn] {
            finder.nearest(fate);
        }
        Fates {
            fates: finder.fates,
        }
    }

    /// The place of a root in the terrain.
    fn place(&self, root: usize) -> TerrainPlace {
        let root = &self.graph.roots[root];
        let ending = self.of_roots[usize::from(root.ending)];
        (ending, root.number as usize)
    }

    /// Adds positions, with equal men in every order.
    fn insert(&self, region: &mut Region, places: &[TerrainPlace]) {
        for (ending, number) in places {
            let index = self.terrain.index(*ending);
            index.each_order(*number, |number| region.insert(*ending, number));
        }
    }

    /// Takes positions away, with equal men in every order.
    fn remove(&self, region: &mut Region, places: &[TerrainPlace]) {
        for (ending, number) in places {
            let index = self.terrain.index(*ending);
            index.each_order(*number, |number| region.remove(*ending, number));
        }
    }

    /// The positions with them to move in which a reply leads into a set.
    fn step_back(&self, last: &mut LastStep, targets: &Region) -> Region {
        let earlier = last.as_ref();
        let origins = self
            .terrain
            .some_move_into_again(Side::Them, MovesOf::ANY, targets, earlier);
        *last = Some(SetStep {
            targets: targets.clone(),
            origins: origins.clone(),
        });
        origins
    }

    fn some_reply_into(&self, last: &mut LastStep, targets: &Region) -> Bits {
        Bits::of(self.terrain, &self.step_back(last, targets))
    }
}

/// By root: the place of the position after its move. None if one is beyond the terrain.
fn afters(graph: &PlayGraph<'_>, terrain: &Terrain) -> Option<Vec<u32>> {
    let mut starts = vec![0];
    for ending in 0..terrain.n_endings() {
        let n_numbers = terrain.index(ending).n_numbers() / 2;
        starts.push(starts[ending] + n_numbers);
    }
    let roots: Vec<u32> = (0..graph.roots.len() as u32).collect();
    let found = those(&roots, |root| {
        let place = terrain.place(&graph.after(root)?);
        Some(place.map(|(ending, number)| (starts[ending] + number) as u32))
    });
    let mut afters = vec![NOWHERE; roots.len()];
    for (root, place) in found {
        afters[root as usize] = place?;
    }
    Some(afters)
}

impl OraclePositions {
    /// What the oracle says of the positions of an ending with us to move.
    fn ask(&mut self, terrain: &Terrain, ending: usize, truth: &dyn Truth) {
        let index = terrain.index(ending);
        let legal = terrain.legal(ending, Side::Us);
        legal.for_each(|number| {
            if !index.is_sorted(number) {
                return;
            }
            let position = index.legal_position(number);
            let places = match truth.wdl(&position) {
                Some(Wdl::Win) => match truth.plies(&position) {
                    Some(plies) => self.won.entry(plies.div_ceil(2)).or_default(),
                    None => &mut self.won_sometime,
                },
                Some(Wdl::Draw) => &mut self.drawn,
                Some(Wdl::Loss) => &mut self.lost,
                None => &mut self.unknown,
            };
            places.push((ending, number));
        });
    }
}

/// Fates that are being found.
struct FateFinder<'f, 'g, 't> {
    sets: &'f PlayedSets<'g, 't>,
    plans: Plans<'g, 't>,
    watch: &'f Watch,
    fates: Vec<(Fate, Length)>,
    /// The open roots that play one move, and those with longer trees.
    near: Vec<u32>,
    far: Vec<u32>,
}

impl FateFinder<'_, '_, '_> {
    /// Finds the wins, the shortest first.
    fn wins(&mut self) {
        let sets = self.sets;
        let (mut last, mut last_inexact) = (None, None);
        // What is not won yet, and what is won after nobody knows how many moves.
        let mut rest = sets.terrain.all(Side::Us);
        let mut inexact = sets.terrain.none();
        // What is won after so many moves; a reply may lead there from then on.
        let mut due = sets.left.won.clone();
        // As in the list of moves, such a win takes a move at least.
        let mut due_inexact = BTreeMap::from([(1, sets.left.won_sometime.clone())]);
        let mut at_once: Vec<TerrainPlace> = match self.plans.unknown {
            Unknown::CountsAsWon => sets.left.unknown.clone(),
            Unknown::Stays => Vec::new(),
        };
        let known = self.fates.iter().enumerate();
        let known = known.filter(|(_, (fate, _))| *fate == Fate::Won);
        at_once.extend(known.map(|(id, _)| sets.place(id)));
        due_inexact.insert(0, at_once);
        for moves in 1.. {
            if let Some(places) = due.remove(&(moves - 1)) {
                sets.remove(&mut rest, &places);
            }
            if let Some(places) = due_inexact.remove(&(moves - 1)) {
                sets.remove(&mut rest, &places);
                sets.insert(&mut inexact, &places);
            }
            let escapes = sets.step_back(&mut last, &rest);
            let won = sets.with_replies.clone().without(&escapes).or(&sets.mates);
            let won = Bits::of(sets.terrain, &won);
            let near_inexact = match inexact.is_empty() {
                true => None,
                false => Some(sets.some_reply_into(&mut last_inexact, &inexact)),
            };
            let mut found = those(&self.near, |id| {
                let after = sets.afters[id];
                won.contains(after).then(|| match &near_inexact {
                    Some(near) if near.contains(after) => Length::at_least(moves),
                    Some(_) | None => Length::of(moves),
                })
            });
            found.extend(those(&self.far, |id| self.plans.won(&self.fates, id)));
            if found.is_empty() && due.is_empty() && due_inexact.is_empty() {
                break;
            }
            for (id, length) in found {
                self.fates[id as usize] = (Fate::Won, length);
                let due = match length.is_exact() {
                    true => &mut due,
                    false => &mut due_inexact,
                };
                let places = due.entry(length.least()).or_default();
                places.push(sets.place(id as usize));
            }
            self.close();
        }
    }

    /// Finds the roots from which they can lead us to a fate, the nearest first.
    fn nearest(&mut self, fate: Fate) {
        let sets = self.sets;
        let mut last_step = None;
        let at_once = match fate {
            Fate::Lost => &sets.left.lost[..],
            Fate::Stopped => &sets.left.unknown,
            Fate::Drawn => &sets.left.drawn,
            Fate::Won | Fate::Silent | Fate::Circle => &[],
        };
        // Where it was found in the last round; whatever leads to what was found before is closed.
        let mut last = sets.terrain.none();
        sets.insert(&mut last, at_once);
        let known = self.fates.iter().enumerate();
        let known = known.filter(|(_, (known, _))| *known == fate);
        let known: Vec<TerrainPlace> = known.map(|(id, _)| sets.place(id)).collect();
        sets.insert(&mut last, &known);
        for moves in 1.. {
            let mut near = sets.step_back(&mut last_step, &last);
            if fate == Fate::Drawn && moves == 1 {
                near = near.or(&sets.stalemates);
            }
            let near = Bits::of(sets.terrain, &near);
            let mut found = those(&self.near, |id| {
                near.contains(sets.afters[id]).then_some(moves)
            });
            let far = those(&self.far, |id| self.plans.soonest(&self.fates, fate, id));
            if found.is_empty() && far.is_empty() {
                break;
            }
            found.extend(far.into_iter().filter(|(_, soonest)| *soonest <= moves));
            let places = found.iter().map(|(id, _)| sets.place(*id as usize));
            let places: Vec<TerrainPlace> = places.collect();
            last = sets.terrain.none();
            sets.insert(&mut last, &places);
            for (id, _) in found {
                self.fates[id as usize] = (fate, Length::of(moves));
            }
            self.close();
        }
    }

    /// Roots whose fate is known are open no more.
    fn close(&mut self) {
        let fates = &self.fates;
        let is_open = |id: &u32| fates[*id as usize].0 == Fate::Circle;
        self.near.retain(is_open);
        self.far.retain(is_open);
        let n_open = self.near.len() + self.far.len();
        tell(self.plans.mode, fates.len(), n_open, self.watch);
    }
}
