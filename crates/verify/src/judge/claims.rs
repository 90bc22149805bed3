//! Claims of a chapter, ruled on over all positions.
//!
//! A claim is about every game that begins in a position of its ending with us to move that the chapter is about, and
//! in which its condition holds; see book/claims.md. It is broken if it is broken even when everything that is unknown
//! turns out in our favour, and it holds if it holds when everything turns out against us.

use std::sync::atomic::{AtomicU64, Ordering};

use chess::Board;
use domain::{Side, Stopped, Watch};
use lang::checked::{Claim, Promise};

use crate::judge::PlayMode;
use crate::judge::conditions::ClaimPart;
use crate::judge::fates::{Fate, Fates, soonest};
use crate::judge::games::ExampleGame;
use crate::judge::reach::{NEVER, reach};
use crate::judge::report::given_away;
use crate::judge::roots::RootSaying;
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
        let mut broken: Vec<u32> = Vec::new();
        let (mut kept, mut given) = (0, 0);
        for id in self.scope(claim_idx, watch)? {
            let id = id as usize;
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
                    broken.push(id as u32);
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
                    self.game_to_break(mode, id, claim_idx, &never.soonest, watch)?
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
        roots: &[u32],
        otherwise: usize,
        watch: &Watch,
    ) -> Result<ExampleGame, Stopped> {
        let soonest = soonest(fates, &self.graph, mode, breaches, roots, watch)?;
        let roots = roots.iter().map(|id| *id as usize);
        let ends = roots.filter(|id| breaches.contains(&soonest.of(*id).0));
        Ok(match ends.min_by_key(|id| soonest.of(*id).1) {
            Some(id) => self.game_from(&soonest, mode, id),
            None => self.game_from(fates, mode, otherwise),
        })
    }

    /// The roots that a claim is about, among those that are reported on.
    pub(crate) fn scope(&self, claim_idx: usize, watch: &Watch) -> Result<Vec<u32>, Stopped> {
        let Some((_, program)) = self.hearing.claims else {
            return Ok(Vec::new());
        };
        let claim = &program.claims[claim_idx];
        let ending = claim.ending.as_ref().and_then(Material::of_header);
        let roots = self.roots_of(ending.unwrap_or(self.hearing.material));
        let ids = roots.into_iter().flatten();
        let ids = ids.filter(|id| self.is_about(*id) && self.is_reported(*id));
        let ids: Vec<u32> = ids.map(|id| id as u32).collect();
        if claim.condition.is_none() {
            return Ok(ids);
        }
        let (done, total) = (AtomicU64::new(0), ids.len() as u64);
        let what = format!("claim {} of {}", claim_idx + 1, program.claims.len());
        let parcels = parallel::map(ids.chunks(PARCEL).collect(), |ids| {
            let mut within = Vec::new();
            let Some(mut examiner) = self.hearing.examiner(watch) else {
                return Ok(within);
            };
            for id in ids {
                watch.check()?;
                let position = self.position(*id as usize);
                if examiner.holds(claim_idx, ClaimPart::Condition, &position)? {
                    within.push(*id);
                }
            }
            let n_done = done.fetch_add(ids.len() as u64, Ordering::Relaxed) + ids.len() as u64;
            watch.tell(what.clone(), n_done, Some(total));
            Ok(within)
        });
        let parcels: Result<Vec<Vec<u32>>, Stopped> = parcels.into_iter().collect();
        Ok(parcels?.concat())
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
    fn never(&self, claim_idx: usize, mode: PlayMode) -> Never {
        let mut here = vec![NEVER; self.roots.len()];
        let mut is_anywhere = false;
        for (root, moves) in self.plans.broken.get(claim_idx).into_iter().flatten() {
            // In weak mode only the first move is played.
            if mode == PlayMode::Strong || *moves == 1 {
                here[*root as usize] = *moves;
                is_anywhere = true;
            }
        }
        let soonest = match is_anywhere {
            true => reach(&self.graph, mode, &here, &|_| None),
            false => here,
        };
        let is_left = |said: RootSaying| matches!(said, RootSaying::Silent | RootSaying::Outside);
        Never {
            soonest,
            unadvised: self.leads_to(mode, is_left, false),
            cut_off: self.leads_to(mode, |said| said == RootSaying::Stopped, true),
        }
    }

    /// From which roots can they lead us to roots of a kind, or to ends without a known result? None: from no root.
    fn leads_to(
        &self,
        mode: PlayMode,
        is_it: impl Fn(RootSaying) -> bool,
        or_unknown: bool,
    ) -> Option<Vec<u16>> {
        let sayings = (0..self.roots.len()).map(|id| self.roots.saying(id));
        let here = sayings.map(|said| match is_it(said) {
            true => 0,
            false => NEVER,
        });
        let here: Vec<u16> = here.collect();
        if here.iter().all(|moves| *moves == NEVER) && !(or_unknown && self.has_unknown) {
            return None;
        }
        Some(reach(&self.graph, mode, &here, &|over| {
            over.unknown().filter(|_| or_unknown)
        }))
    }
}

/// How soon, by root, they can lead us to where a `never` is broken, or to where nobody knows.
struct Never {
    soonest: Vec<u16>,
    unadvised: Option<Vec<u16>>,
    cut_off: Option<Vec<u16>>,
}

impl Never {
    fn at(&self, id: usize) -> KeptHere {
        let leads = |to: &Option<Vec<u16>>| to.as_ref().is_some_and(|to| to[id] != NEVER);
        match self.soonest[id] {
            NEVER if leads(&self.cut_off) => KeptHere::Missing(What::Answer),
            NEVER if leads(&self.unadvised) => KeptHere::Missing(What::Advice),
            NEVER => KeptHere::Kept,
            moves => KeptHere::Broken(moves),
        }
    }
}
