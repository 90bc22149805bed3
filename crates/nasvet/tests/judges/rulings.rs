//! The second judge's rulings: each promise as the book words it, for every game.

use std::collections::{BTreeSet, HashMap};

use chess::{Board, Chess, ROLES, Small};
use domain::Side;
use lang::checked::{Claim, Program, Promise};
use verify::{ClaimOutcome, PlayMode};

use crate::board;
use crate::games::{End, Games, GoesOn};
use crate::plans::is_true;
use crate::truth::{Truth, Worth};

/// What can be missing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum What {
    Answer,
    Advice,
    Length,
    Result,
}

/// How a promise fares in one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fares {
    Kept,
    Broken,
    Missing(BTreeSet<What>),
}

/// A ruling in one mode.
#[derive(Debug)]
pub(crate) struct SlowRuling {
    pub(crate) outcome: ClaimOutcome,
    /// The positions that the claim is about.
    pub(crate) fares: HashMap<Small, Fares>,
    pub(crate) counted: Option<u64>,
    /// The fewest moves of ours after which it is broken for good, by the place where a game stands; none: never, or
    /// only by a circle.
    pub(crate) broken_after: Vec<Option<u32>>,
}

/// What is ruled on, and by what.
#[derive(Clone, Copy)]
pub(crate) struct Court<'c> {
    pub(crate) chess: &'c Chess<Small>,
    pub(crate) program: &'c Program,
    pub(crate) truth: &'c Truth,
    /// Do the tables know how long a win takes?
    pub(crate) knows_lengths: bool,
    pub(crate) mode: PlayMode,
    /// All positions that claims can be about, as far as the chapter is about them.
    pub(crate) games: &'c Games,
}

/// What becomes of the games from each place.
struct Prospects {
    /// Moves of ours until the promise is broken, at best.
    broken_after: Vec<Option<u32>>,
    /// What the games come to that is missing.
    missing: Vec<BTreeSet<What>>,
}

/// What one end, or one move, means for a promise.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Fine,
    Breaks,
    Lacks(What),
}

impl Court<'_> {
    pub(crate) fn rule(&self, claim: &Claim, starts: &[Small]) -> SlowRuling {
        let holds = |position: &&Small| {
            let condition = claim.condition.as_ref();
            condition
                .is_none_or(|condition| is_true(self.chess, self.program, condition, **position))
        };
        let starts: Vec<Small> = starts.iter().filter(holds).copied().collect();
        let moves = claim
            .within
            .map(|within| u32::from(within.plies(Side::Us)).div_ceil(2));
        match &claim.promise {
            Promise::Wins => self.wins(&starts, moves),
            Promise::KeepsWins => self.wins(&self.worth_at_least(&starts, 2), moves),
            Promise::KeepsDraws => {
                let prospects = self.prospects(|end| self.keeps_draw(end), |_| false);
                self.every(&self.worth_at_least(&starts, 1), prospects)
            }
            Promise::NeverLoses(man) => {
                let role = ROLES[usize::from(man.0)];
                self.never(&starts, |position| {
                    position.turn() == Side::Them && board::can_capture(position, role)
                })
            }
            Promise::Never(what) => self.never(&starts, |position| {
                is_true(self.chess, self.program, what, position)
            }),
            Promise::WinsAtLeast(n) => {
                let mut ruling = self.wins(&starts, moves);
                let count = |fares: fn(&Fares) -> bool| {
                    ruling.fares.values().filter(|here| fares(here)).count() as u64
                };
                let certain = count(|here| *here == Fares::Kept);
                let possible = count(|here| *here != Fares::Broken);
                ruling.outcome = match () {
                    () if starts.is_empty() => ClaimOutcome::NotKnown,
                    () if certain >= *n => ClaimOutcome::Holds,
                    () if possible < *n => ClaimOutcome::Broken,
                    () => ClaimOutcome::NotKnown,
                };
                ruling.counted = Some(certain);
                ruling
            }
            Promise::GivesAwayAtMost(n) => self.half_points(&starts, *n),
        }
    }

    /// The positions that are worth so much to us: 2 a win, 1 a draw.
    fn worth_at_least(&self, starts: &[Small], points: u32) -> Vec<Small> {
        let starts = starts.iter().copied();
        let worth = starts.filter(|start| {
            let worth = self.truth.of(*start);
            worth.is_none_or(|worth| points_of(worth) >= points)
        });
        worth.collect()
    }

    /// Does the end of a game keep a promise to win?
    fn wins_at(&self, end: End) -> Mark {
        match end {
            End::Mated => Mark::Fine,
            End::WeAreMated | End::Stalemate | End::NoAdvice => Mark::Breaks,
            End::CutOff => Mark::Lacks(What::Answer),
            End::TableSpeaks(None, _) => Mark::Lacks(What::Result),
            End::TableSpeaks(Some(worth), position) => match our_points(worth, position) {
                2 => Mark::Fine,
                _ => Mark::Breaks,
            },
        }
    }

    fn keeps_draw(&self, end: End) -> Mark {
        match end {
            End::Mated | End::Stalemate => Mark::Fine,
            End::WeAreMated | End::NoAdvice => Mark::Breaks,
            End::CutOff => Mark::Lacks(What::Answer),
            End::TableSpeaks(None, _) => Mark::Lacks(What::Result),
            End::TableSpeaks(Some(worth), position) => match our_points(worth, position) {
                0 => Mark::Breaks,
                _ => Mark::Fine,
            },
        }
    }

    fn never(&self, starts: &[Small], happens: impl Fn(Small) -> bool) -> SlowRuling {
        let at_end = |end| match end {
            End::Mated | End::WeAreMated | End::Stalemate | End::TableSpeaks(..) => Mark::Fine,
            End::NoAdvice => Mark::Lacks(What::Advice),
            End::CutOff => Mark::Lacks(What::Answer),
        };
        self.every(starts, self.prospects(at_end, happens))
    }

    /// A promise that is broken by ends of games, and by positions after moves.
    fn prospects(&self, at_end: impl Fn(End) -> Mark, breaks: impl Fn(Small) -> bool) -> Prospects {
        let stands = &self.games.stands;
        let mut prospects = Prospects {
            broken_after: vec![None; stands.len()],
            missing: vec![BTreeSet::new(); stands.len()],
        };
        let broken_there: Vec<bool> = stands
            .iter()
            .map(|stand| match &stand.goes_on {
                GoesOn::Ends(_) => false,
                // Where the table speaks, the reply to our last move still counts.
                GoesOn::Finishes { after, .. } => {
                    let mut next = board::moves(*after).into_iter().map(|(_, next)| next);
                    breaks(*after) || next.any(&breaks)
                }
                GoesOn::Moves { after, replies, .. } => {
                    let mut next = replies.iter().map(|(_, next)| stands[*next].position);
                    breaks(*after) || next.any(&breaks)
                }
            })
            .collect();
        // Again and again, until nothing changes.
        let mut is_settled = false;
        while !is_settled {
            is_settled = true;
            for (idx, stand) in stands.iter().enumerate().rev() {
                let (end, moves, next) = match &stand.goes_on {
                    GoesOn::Ends(end) => (Some(*end), 0, &[][..]),
                    GoesOn::Finishes { end, .. } => (Some(*end), 1, &[][..]),
                    GoesOn::Moves { replies, .. } => (None, 1, &replies[..]),
                };
                let mut broken_after = broken_there[idx].then_some(1);
                let mut missing = BTreeSet::new();
                match end.map(&at_end) {
                    None | Some(Mark::Fine) => {}
                    Some(Mark::Breaks) => broken_after = Some(broken_after.unwrap_or(moves)),
                    Some(Mark::Lacks(what)) => {
                        missing.insert(what);
                    }
                }
                for (_, next) in next {
                    let then = prospects.broken_after[*next].map(|moves| moves + 1);
                    broken_after = broken_after.into_iter().chain(then).min();
                    missing.extend(&prospects.missing[*next]);
                }
                if broken_after != prospects.broken_after[idx] || missing != prospects.missing[idx]
                {
                    prospects.broken_after[idx] = broken_after;
                    prospects.missing[idx] = missing;
                    is_settled = false;
                }
            }
        }
        prospects
    }

    /// A promise about all games from every position.
    fn every(&self, starts: &[Small], prospects: Prospects) -> SlowRuling {
        let fares = starts.iter().map(|start| {
            let idx = self.games.starts[start];
            let fares = match prospects.broken_after[idx] {
                Some(_) => Fares::Broken,
                None if prospects.missing[idx].is_empty() => Fares::Kept,
                None => Fares::Missing(prospects.missing[idx].clone()),
            };
            (*start, fares)
        });
        ruled(fares.collect(), prospects.broken_after)
    }

    /// A promise to win, within so many moves of ours if that is said.
    fn wins(&self, starts: &[Small], within: Option<u32>) -> SlowRuling {
        let stands = &self.games.stands;
        let prospects = self.prospects(|end| self.wins_at(end), |_| false);
        // The longest game from each place where every game comes to an end that breaks nothing: as far as it is known.
        let mut longest: Vec<Option<u32>> = vec![None; stands.len()];
        let mut lacks_length = vec![false; stands.len()];
        let mut is_settled = false;
        while !is_settled {
            is_settled = true;
            for (idx, stand) in stands.iter().enumerate().rev() {
                if longest[idx].is_some() || prospects.broken_after[idx].is_some() {
                    continue;
                }
                let (found, lacks) = match &stand.goes_on {
                    GoesOn::Ends(end) => self.still_takes(*end),
                    GoesOn::Finishes { end, .. } => {
                        let (moves, lacks) = self.still_takes(*end);
                        (moves + 1, lacks)
                    }
                    GoesOn::Moves { replies, .. } => {
                        let next = replies.iter().map(|(_, next)| longest[*next]);
                        let Some(next) = next.collect::<Option<Vec<u32>>>() else {
                            continue;
                        };
                        let lacks = replies.iter().any(|(_, next)| lacks_length[*next]);
                        (1 + next.into_iter().max().unwrap_or(0), lacks)
                    }
                };
                (longest[idx], lacks_length[idx]) = (Some(found), lacks);
                is_settled = false;
            }
        }
        let fares = starts.iter().map(|start| {
            let idx = self.games.starts[start];
            let mut missing = prospects.missing[idx].clone();
            if within.is_some() && lacks_length[idx] {
                missing.insert(What::Length);
            }
            let fares = match longest[idx] {
                // Broken, or a circle.
                None => Fares::Broken,
                Some(moves) if within.is_some_and(|within| moves > within) => Fares::Broken,
                Some(_) if missing.is_empty() => Fares::Kept,
                Some(_) => Fares::Missing(missing),
            };
            (*start, fares)
        });
        ruled(fares.collect(), prospects.broken_after)
    }

    /// How many moves of ours a game takes at least after its last position, and whether that is uncertain.
    pub(crate) fn still_takes(&self, end: End) -> (u32, bool) {
        match end {
            End::TableSpeaks(Some(worth), position) if our_points(worth, position) == 2 => {
                let plies = match worth {
                    Worth::Win(plies) | Worth::Loss(plies) => u32::from(plies),
                    Worth::Draw => 0,
                };
                match self.knows_lengths {
                    true => (plies.div_ceil(2), false),
                    // Nobody is mated yet, so there is a move to come.
                    false => (1, true),
                }
            }
            End::Mated
            | End::WeAreMated
            | End::Stalemate
            | End::NoAdvice
            | End::CutOff
            | End::TableSpeaks(..) => (0, false),
        }
    }

    fn half_points(&self, starts: &[Small], at_most: u64) -> SlowRuling {
        let (mut given_away, mut fares) = (0, HashMap::new());
        for start in starts {
            let here = self.given_away(self.games.starts[start]);
            let missing = |what| Fares::Missing(BTreeSet::from([what]));
            let here = match here {
                Ok(points) => {
                    given_away += u64::from(points);
                    if points > 0 {
                        Fares::Broken
                    } else {
                        Fares::Kept
                    }
                }
                Err(what) => missing(what),
            };
            fares.insert(*start, here);
        }
        let lacks = fares.values().any(|here| matches!(here, Fares::Missing(_)));
        SlowRuling {
            outcome: match () {
                () if given_away > at_most => ClaimOutcome::Broken,
                () if lacks || starts.is_empty() => ClaimOutcome::NotKnown,
                () => ClaimOutcome::Holds,
            },
            fares,
            counted: Some(given_away),
            broken_after: Vec::new(),
        }
    }

    /// The half-points that our worst move gives away, of those of the plan made here.
    fn given_away(&self, idx: usize) -> Result<u32, What> {
        let stand = &self.games.stands[idx];
        let (after, replies) = match &stand.goes_on {
            GoesOn::Ends(End::NoAdvice) => return Err(What::Advice),
            GoesOn::Ends(End::CutOff) => return Err(What::Answer),
            GoesOn::Ends(_) => return Ok(0),
            GoesOn::Finishes { after, .. } => (*after, &[][..]),
            GoesOn::Moves { after, replies, .. } => (*after, &replies[..]),
        };
        let had = self.truth.of(stand.position).ok_or(What::Result)?;
        let has = self.truth.of(after).ok_or(What::Result)?;
        let mut worst = points_of(had) - our_points(has, after);
        if self.mode == PlayMode::Strong {
            for (_, next) in replies {
                if self.games.stands[*next].is_planned {
                    worst = worst.max(self.given_away(*next)?);
                }
            }
        }
        Ok(worst)
    }
}

impl Court<'_> {
    /// Does our move at this place give something away?
    pub(crate) fn gives_away_here(&self, idx: usize) -> bool {
        let weak = Court {
            mode: PlayMode::Weak,
            ..*self
        };
        weak.given_away(idx).is_ok_and(|points| points > 0)
    }
}

fn ruled(fares: HashMap<Small, Fares>, broken_after: Vec<Option<u32>>) -> SlowRuling {
    let is = |what: fn(&Fares) -> bool| fares.values().any(what);
    SlowRuling {
        outcome: match () {
            () if is(|here| *here == Fares::Broken) => ClaimOutcome::Broken,
            () if fares.is_empty() || is(|here| *here != Fares::Kept) => ClaimOutcome::NotKnown,
            () => ClaimOutcome::Holds,
        },
        fares,
        counted: None,
        broken_after,
    }
}

/// What the side to move has: 2 for a win, 1 for a draw.
fn points_of(worth: Worth) -> u32 {
    match worth {
        Worth::Win(_) => 2,
        Worth::Draw => 1,
        Worth::Loss(_) => 0,
    }
}

/// What we have in a position of this worth.
pub(crate) fn our_points(worth: Worth, position: Small) -> u32 {
    match position.turn() {
        Side::Us => points_of(worth),
        Side::Them => 2 - points_of(worth),
    }
}
