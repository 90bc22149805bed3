//! Claims of a chapter, ruled on over all positions.
//!
//! A claim is about every game that begins in a position of its ending with us to move that the chapter is about, and
//! in which its condition holds; see book/claims.md. It is broken if it is broken even when everything that is unknown
//! turns out in our favour, and it holds if it holds when everything turns out against us.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};

use chess::Board;
use domain::{Side, Stopped, Watch};
use lang::checked::{Claim, Promise};

use crate::judge::PlayMode;
use crate::judge::conditions::ClaimPart;
use crate::judge::fates::{Fate, Fates, soonest};
use crate::judge::games::ExampleGame;
use crate::judge::reach::{NEVER, Starts, reach, reaching};
use crate::judge::report::given_away;
use crate::judge::roots::{RootSaying, RootSet};
use crate::judge::survey::{Judged, RootMove};
use crate::material::Material;
use crate::parallel;
use crate::value::Wdl;

/// What became of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClaimOutcome {
    /// It is kept in every game.
    Holds,
    /// It is broken.
    Broken,
    /// Whatever is known keeps it, but something is missing.
    NotKnown,
}

/// In how many positions something is missing that decides about a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Missing {
    /// The answer of a search that reached its limit.
    pub answers: u64,
    /// Advice.
    pub advice: u64,
    /// The length of a win.
    pub lengths: u64,
    /// The true result.
    pub results: u64,
}

impl Missing {
    /// In how many positions in all.
    pub fn positions(&self) -> u64 {
        self.answers + self.advice + self.lengths + self.results
    }
}

/// The ruling on a claim in one mode.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// The mode.
    pub mode: PlayMode,
    /// What became of it.
    pub outcome: ClaimOutcome,
    /// How many positions it is about.
    pub positions: u64,
    /// In how many of them it is broken, whatever is missing.
    pub broken: u64,
    /// In how many others something is missing.
    pub missing: Missing,
    /// For a promise about a number: the number that is certain, of wins or of half-points.
    pub counted: Option<u64>,
    /// A game that breaks it, one of the shortest.
    pub game: Option<ExampleGame>,
}

/// How a promise fares in one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KeptHere {
    Kept,
    /// With the number of our moves until then.
    Broken(u16),
    Missing(What),
}

/// What is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Answer,
    Advice,
    Length,
    Result,
}

/// One thread takes this many roots at a time.
const PARCEL: usize = 1 << 10;

impl Judged<'_> {
    /// Rules on a claim of the program that was judged, by its number there. None if the claim is not about this mode.
    pub fn rule(
        &self,
        claim_idx: usize,
        mode: PlayMode,
        watch: &Watch,
    ) -> Result<Option<Ruling>, Stopped> {
        let Some((_, program)) = self.hearing.claims else {
            return Ok(None);
        };
        let claim = &program.claims[claim_idx];
        if claim.mode.is_some_and(|only| PlayMode::from(only) != mode) {
            return Ok(None);
        }
        let mut ruling = Ruling {
            mode,
            outcome: ClaimOutcome::NotKnown,
            positions: 0,
            broken: 0,
            missing: Missing::default(),
            counted: None,
            game: None,
        };
        let never = match claim.promise {
            Promise::NeverLoses(_) | Promise::Never(_) => Some(self.never(claim_idx, mode)),
            Promise::Wins
            | Promise::KeepsWins
            | Promise::KeepsDraws
            | Promise::WinsAtLeast(_)
            | Promise::GivesAwayAtMost(_) => None,
        };
        let mut shortest: Option<(u16, usize)> = None;
        let mut broken = RootSet::default();
        let (mut kept, mut given) = (0, 0);
        for id in self.scope(claim_idx, watch)?.iter() {
            let here = match &claim.promise {
                Promise::Wins | Promise::WinsAtLeast(_) => self.won(id, mode, claim),
                Promise::KeepsWins => match self.results.of(id) {
                    None => KeptHere::Missing(What::Result),
                    Some(Wdl::Win) => self.won(id, mode, claim),
                    Some(Wdl::Draw | Wdl::Loss) => continue,
                },
                Promise::KeepsDraws => match self.results.of(id) {
                    None => KeptHere::Missing(What::Result),
                    Some(Wdl::Loss) => continue,
                    Some(Wdl::Win | Wdl::Draw) => self.held(id, mode),
                },
                Promise::GivesAwayAtMost(_) => {
                    let (here, half_points) = self.given_away_from(id, mode);
                    given += half_points;
                    here
                }
                Promise::NeverLoses(_) | Promise::Never(_) => {
                    never.as_ref().map_or(KeptHere::Kept, |never| never.at(id))
                }
            };
            ruling.positions += 1;
            match here {
                KeptHere::Kept => kept += 1,
                KeptHere::Broken(moves) => {
                    ruling.broken += 1;
                    broken.insert(id);
                    if shortest.is_none_or(|(least, _)| moves < least) {
                        shortest = Some((moves, id));
                    }
                }
                KeptHere::Missing(What::Answer) => ruling.missing.answers += 1,
                KeptHere::Missing(What::Advice) => ruling.missing.advice += 1,
                KeptHere::Missing(What::Length) => ruling.missing.lengths += 1,
                KeptHere::Missing(What::Result) => ruling.missing.results += 1,
            }
        }
        let missing = ruling.missing.positions();
        let (is_broken, is_kept) = match claim.promise {
            Promise::WinsAtLeast(n) => {
                ruling.counted = Some(kept);
                (kept + missing < n, kept >= n)
            }
            Promise::GivesAwayAtMost(n) => {
                ruling.counted = Some(given);
                (given > n, missing == 0)
            }
            Promise::Wins
            | Promise::KeepsWins
            | Promise::KeepsDraws
            | Promise::NeverLoses(_)
            | Promise::Never(_) => (ruling.broken > 0, missing == 0),
        };
        // Where not all positions are reported on, a count is too small, and what is kept may be broken elsewhere.
        let is_broken =
            is_broken && !(self.is_excerpt() && matches!(claim.promise, Promise::WinsAtLeast(_)));
        let is_kept = is_kept && !self.is_excerpt();
        ruling.outcome = match (ruling.positions, is_broken, is_kept) {
            (0, _, _) => ClaimOutcome::NotKnown,
            (_, true, _) => ClaimOutcome::Broken,
            (_, false, true) => ClaimOutcome::Holds,
            (_, false, false) => ClaimOutcome::NotKnown,
        };
        if let (ClaimOutcome::Broken, Some((_, id))) = (ruling.outcome, shortest) {
            ruling.game = Some(match (&claim.promise, &never) {
                (_, Some(never)) => {
                    self.game_to_break(mode, id, claim_idx, |id| never.soonest(id), watch)?
                }
                (Promise::GivesAwayAtMost(_), None) => {
                    self.game_to_slip(mode, id, self.given_away_from(id, mode).1)
                }
                (Promise::KeepsDraws, None) => {
                    let fates = &self.fates[mode as usize];
                    let breaches = [Fate::Lost, Fate::Silent];
                    self.soonest_game((fates, mode), &breaches, &broken, id, watch)?
                }
                // What is broken at best is broken by a game in which nothing is unknown.
                (_, None) => {
                    let breaches = [Fate::Lost, Fate::Silent, Fate::Drawn];
                    let fates = self.fates_at_best(mode);
                    self.soonest_game((fates, mode), &breaches, &broken, id, watch)?
                }
            });
        }
        Ok(Some(ruling))
    }

    /// The shortest game that ends in one of these ways, from one of the roots; if there is none, what becomes of
    /// `otherwise`: a circle, or a win that comes too late.
    fn soonest_game(
        &self,
        (fates, mode): (&Fates, PlayMode),
        breaches: &[Fate],
        roots: &RootSet,
        otherwise: usize,
        watch: &Watch,
    ) -> Result<ExampleGame, Stopped> {
        let play = (&*self.graph, self.sets.as_ref());
        let soonest = soonest(fates, play, mode, breaches, roots, watch)?;
        let ends = roots.iter();
        let ends = ends.filter(|id| breaches.contains(&soonest.of(*id).0));
        Ok(match ends.min_by_key(|id| soonest.of(*id).1) {
            Some(id) => self.game_from(&soonest, mode, id),
            None => self.game_from(fates, mode, otherwise),
        })
    }

    /// The roots that a claim is about, among those that are reported on.
    pub(crate) fn scope(&self, claim_idx: usize, watch: &Watch) -> Result<Arc<RootSet>, Stopped> {
        let last = || {
            let last = self.last_scope.lock();
            last.unwrap_or_else(PoisonError::into_inner)
        };
        // A claim is ruled on in one mode after the other.
        if let Some((of, scope)) = &*last()
            && *of == claim_idx
        {
            return Ok(Arc::clone(scope));
        }
        let scope = Arc::new(self.find_scope(claim_idx, watch)?);
        *last() = Some((claim_idx, Arc::clone(&scope)));
        Ok(scope)
    }

    fn find_scope(&self, claim_idx: usize, watch: &Watch) -> Result<RootSet, Stopped> {
        let Some((_, program)) = self.hearing.claims else {
            return Ok(RootSet::default());
        };
        let claim = &program.claims[claim_idx];
        let ending = claim.ending.as_ref().and_then(Material::of_header);
        let roots = self.roots_of(ending.unwrap_or(self.hearing.material));
        let roots = roots.unwrap_or_default();
        let is_within = |id: &usize| self.is_about(*id) && self.is_reported(*id);
        if claim.condition.is_none() {
            return Ok(roots.filter(is_within).collect());
        }
        let (done, total) = (AtomicU64::new(0), roots.len() as u64);
        let what = format!("claim {} of {}", claim_idx + 1, program.claims.len());
        let firsts = roots.clone().step_by(PARCEL).collect();
        let parcels = parallel::map(firsts, |first: usize| {
            let mut within = Vec::new();
            let Some(mut examiner) = self.hearing.examiner(watch) else {
                return Ok(within);
            };
            let ids = first..(first + PARCEL).min(roots.end);
            let n_roots = ids.len() as u64;
            let asked = self.roots.positions(ids);
            for (id, position) in asked.filter(|(id, _)| is_within(id)) {
                watch.check()?;
                if examiner.holds(claim_idx, ClaimPart::Condition, &position)? {
                    within.push(id as u32);
                }
            }
            let n_done = done.fetch_add(n_roots, Ordering::Relaxed) + n_roots;
            watch.tell(what.clone(), n_done, Some(total));
            Ok(within)
        });
        let mut scope = RootSet::default();
        for within in parcels {
            for id in within? {
                scope.insert(id as usize);
            }
        }
        Ok(scope)
    }

    /// The fates if everything that is unknown turned out well for us.
    fn fates_at_best(&self, mode: PlayMode) -> &Fates {
        &self.at_best.as_ref().unwrap_or(&self.fates)[mode as usize]
    }

    /// Is every game from a root won, and in time?
    fn won(&self, id: usize, mode: PlayMode, claim: &Claim) -> KeptHere {
        let is_in_time = |moves: u16| {
            claim.within.is_none_or(|within| {
                // We begin, so n moves are 2n - 1 plies.
                2 * u32::from(moves) <= u32::from(within.plies(Side::Us)) + 1
            })
        };
        let fates = &self.fates[mode as usize];
        let (fate, _) = fates.of(id);
        let at_best = self
            .at_best
            .as_ref()
            .map_or(fates, |all| &all[mode as usize]);
        let (best_fate, best_moves) = at_best.of(id);
        if best_fate != Fate::Won || !is_in_time(best_moves) {
            return KeptHere::Broken(match best_fate {
                // A circle has no end, so every other game is shorter.
                Fate::Circle => u16::MAX,
                Fate::Won | Fate::Lost | Fate::Silent | Fate::Stopped | Fate::Drawn => best_moves,
            });
        }
        match fate {
            Fate::Won if claim.within.is_none() || fates.is_exact(id) => KeptHere::Kept,
            Fate::Won => KeptHere::Missing(What::Length),
            Fate::Lost | Fate::Silent | Fate::Stopped | Fate::Drawn | Fate::Circle => {
                KeptHere::Missing(What::Answer)
            }
        }
    }

    /// Is no game from a root lost or left without advice?
    fn held(&self, id: usize, mode: PlayMode) -> KeptHere {
        let (fate, moves) = self.fates[mode as usize].of(id);
        match fate {
            Fate::Lost | Fate::Silent => KeptHere::Broken(moves),
            Fate::Stopped => KeptHere::Missing(What::Answer),
            Fate::Won | Fate::Drawn | Fate::Circle => KeptHere::Kept,
        }
    }

    /// The half-points that the worst move of a plan gives away; in weak mode the first move.
    fn given_away_from(&self, id: usize, mode: PlayMode) -> (KeptHere, u64) {
        let root = self.roots.get(id);
        let m = match root.played {
            RootMove::Mated | RootMove::Stalemated => return (KeptHere::Kept, 0),
            RootMove::Silent | RootMove::Outside => return (KeptHere::Missing(What::Advice), 0),
            RootMove::Stopped => return (KeptHere::Missing(What::Answer), 0),
            RootMove::Move { m, .. } => m,
        };
        let position = root.position(&self.endings);
        let (before, after) = (self.results.of(id), self.truth.wdl(&position.play(m)));
        if before.is_none() || after.is_none() {
            return (KeptHere::Missing(What::Result), 0);
        }
        let worse = &self.plans.worse;
        let inside = worse.binary_search_by_key(&(id as u32), |(root, _)| *root);
        let given = match (mode, inside) {
            (PlayMode::Strong, Ok(idx)) => u64::from(worse[idx].1),
            (_, _) => given_away(before, after),
        };
        match given {
            0 => (KeptHere::Kept, 0),
            _ => (KeptHere::Broken(1), given),
        }
    }

    /// How soon a `never` can be broken, and where nobody knows.
    fn never(&self, claim_idx: usize, mode: PlayMode) -> Never<'_> {
        let mut here: BTreeMap<u16, Vec<u32>> = BTreeMap::new();
        for (root, moves) in self.plans.broken.get(claim_idx).into_iter().flatten() {
            // In weak mode only the first move is played.
            if mode == PlayMode::Strong || *moves == 1 {
                here.entry(*moves).or_default().push(*root);
            }
        }
        let soonest = (!here.is_empty()).then(|| {
            let places = here.into_iter();
            let places = places.map(|(moves, ids)| (moves, self.roots.words_of(ids.into_iter())));
            let starts = Starts {
                places: places.collect(),
                or_unknown: false,
            };
            reach(&self.graph, self.sets.as_ref(), mode, &starts)
        });
        Never {
            soonest,
            unsure: self.unsure[mode as usize].get_or_init(|| self.find_unsure(mode)),
        }
    }

    fn find_unsure(&self, mode: PlayMode) -> Unsure {
        let is_left = |said: RootSaying| matches!(said, RootSaying::Silent | RootSaying::Outside);
        Unsure {
            unadvised: self.leads_to(mode, is_left, false),
            cut_off: self.leads_to(mode, |said| said == RootSaying::Stopped, true),
        }
    }

    /// The roots from which they can lead us to roots of a kind, or to ends without a known result.
    fn leads_to(
        &self,
        mode: PlayMode,
        is_it: impl Fn(RootSaying) -> bool,
        or_unknown: bool,
    ) -> RootSet {
        let places = self.roots.words_where(|id| is_it(self.roots.saying(id)));
        let or_unknown = or_unknown && self.has_unknown;
        if !or_unknown && places.iter().all(|word| *word == 0) {
            return RootSet::default();
        }
        let starts = Starts {
            places: BTreeMap::from([(0, places)]),
            or_unknown,
        };
        reaching(&self.graph, self.sets.as_ref(), mode, &starts)
    }
}

/// From which roots they can lead us to where something is not known.
pub(crate) struct Unsure {
    /// There is no advice.
    unadvised: RootSet,
    /// A search reached its limit, or a result is not known.
    cut_off: RootSet,
}

/// How soon, by root, they can lead us to where a `never` is broken, or to where nobody knows.
struct Never<'j> {
    /// None: never, from no root.
    soonest: Option<Vec<u16>>,
    unsure: &'j Unsure,
}

impl Never<'_> {
    fn soonest(&self, id: usize) -> u16 {
        self.soonest.as_ref().map_or(NEVER, |soonest| soonest[id])
    }

    fn at(&self, id: usize) -> KeptHere {
        match self.soonest(id) {
            NEVER if self.unsure.cut_off.contains(id) => KeptHere::Missing(What::Answer),
            NEVER if self.unsure.unadvised.contains(id) => KeptHere::Missing(What::Advice),
            NEVER => KeptHere::Kept,
            moves => KeptHere::Broken(moves),
        }
    }
}
