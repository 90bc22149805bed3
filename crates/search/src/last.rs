//! Our last move before the depth bound: nothing is searched below it, so all moves are decided in one loop; and the
//! replies before it, which need nothing but that.
//!
//! Most positions of a search are evaluated here.

use code::compiled::Reached;
use code::machine::{DecidedMoves, Inputs, LastMoves, Machine, Past, Tries, Trying};
use domain::{Domain, Stopped};
use proof::{NodeId, Statistics, Verdict};

use crate::context::Shared;
use crate::frame::{Here, Ours};
use crate::job::{Job, JobResult, Recorded, no_reply};
use crate::level::Level;
use crate::met::MetOutcome;

impl<D: Domain> Level<D> {
    /// Is a move from the top node the last, with nothing to record but whether it succeeds?
    #[inline]
    pub(crate) fn is_last(&self, shared: &Shared<'_, D>, job: &Job<'_, D>) -> bool {
        job.depth == Some(self.top as u32) && Self::records_no_last_moves(shared, job)
    }

    /// Is their node on top the one before our last move, with nothing to find out where we come to move but whether that
    /// move succeeds?
    #[inline]
    pub(crate) fn is_before_last(&self, shared: &Shared<'_, D>, job: &Job<'_, D>) -> bool {
        job.depth == Some(self.top as u32 + 1)
            && Self::records_no_last_moves(shared, job)
            && job.piece.goals[job.us].better.settled() == Some(false)
            && !job.cache
            && shared.memory.is_none()
    }

    #[inline]
    fn records_no_last_moves(shared: &Shared<'_, D>, job: &Job<'_, D>) -> bool {
        job.piece.them.is_any()
            && job.record != Recorded::Refutation
            && job.first.is_none()
            && shared.is_untraced()
    }

    /// Step 6 where only our last move comes after their reply: every reply must succeed.
    #[inline(never)]
    pub(crate) fn replies_before_last(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
    ) -> Result<Option<JobResult>, Stopped> {
        let idx = self.top - 1;
        let depth = self.top as u32;
        loop {
            let node = &mut self.frames[idx];
            let Some((m, next)) = node.replies.next(&node.position) else {
                return Ok(Some(self.leave(shared, job)));
            };
            node.current = Some(m);
            // In a graph they may move twice.
            if shared.domain().turn(&next) != job.us {
                let before = node.before;
                return self.enter(shared, job, next, before, true);
            }
            let (verdict, last) = self.last_before(shared, job, &next, depth)?;
            if verdict != Verdict::Satisfied {
                return Ok(Some(self.close(shared, job, (verdict, None))));
            }
            if let Some(evidence) = self.last_tree(job, last) {
                self.frames[idx].branches.push((m, evidence));
            }
        }
    }

    /// The verdict at a node after the path where our move is the last, and that move if it works. The outcome is kept
    /// for those who come there again. Its cost is counted and paid again; if the budget is too small for that, the
    /// moves are tried again, so that the search stops where it would have stopped.
    fn last_before(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        position: &D::Position,
        depth: u32,
    ) -> Result<(Verdict, Option<D::Move>), Stopped> {
        let mut place = None;
        if job.is_of_position {
            let (at, outcome) = self.met.recall(position);
            if let Some(outcome) = outcome
                && shared.meter.steps(outcome.steps).is_ok()
            {
                self.statistics.count_all(depth + 1, outcome.tried);
                return Ok((outcome.verdict, outcome.last));
            }
            place = Some(at);
        }
        let (counted, n_asked) = (self.counted(depth + 1), shared.n_asked);
        let steps_left = shared.meter.steps_left();
        let before = self.frames[self.top - 1].before;
        let path = &self.frames[..self.top];
        let here = Here::behind(path, position, shared.stamp(), before);
        let (machine, statistics) = (&mut self.machine, &mut self.statistics);
        self.last_tries.restart();
        let tries = &mut self.last_tries;
        let result = try_last(machine, statistics, shared, job, tries, &here)?;
        // A nested question is searched once and then known, so a second visit would cost less.
        if let Some(place) = place
            && shared.n_asked == n_asked
        {
            let (verdict, last) = result;
            let outcome = MetOutcome {
                verdict,
                last,
                tried: self.counted(depth + 1) - counted,
                steps: steps_left - shared.meter.steps_left(),
            };
            self.met.remember(place, position.clone(), outcome);
        }
        Ok(result)
    }

    /// The tree of our last move, if trees are recorded.
    fn last_tree(&mut self, job: &Job<'_, D>, last: Option<D::Move>) -> Option<NodeId> {
        let last = last.filter(|_| job.record == Recorded::ForcingTree)?;
        Some(self.builder.step(last, None))
    }

    /// Step 5 where our move is the last: the first permitted move that succeeds is enough; without one we fail.
    #[inline(never)]
    pub(crate) fn last_of_ours(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
    ) -> Result<JobResult, Stopped> {
        let Ours {
            here,
            tries,
            current,
            ..
        } = Ours::on(&mut self.frames, self.top - 1);
        let (machine, statistics) = (&mut self.machine, &mut self.statistics);
        let (verdict, last) = try_last(machine, statistics, shared, job, tries, &here)?;
        *current = last;
        let tree = self.last_tree(job, last);
        Ok(self.close(shared, job, (verdict, tree)))
    }
}

/// The verdict at a node where our move is the last, and that move if it works.
#[inline(never)]
fn try_last<D: Domain>(
    machine: &mut Machine<D>,
    statistics: &mut Statistics,
    shared: &mut Shared<'_, D>,
    job: &Job<'_, D>,
    tries: &mut Tries<D>,
    here: &Here<'_, D>,
) -> Result<(Verdict, Option<D::Move>), Stopped> {
    let (here, past_below) = (here.inputs(), here.past_below());
    let depth = here.depth + 1;
    let last = LastMoves::of(job.piece, &job.piece.goals[!job.us]);
    let last = shared.memory.is_none().then_some(&last);
    if let Some(last) = last
        && let Some(decided) = machine.decide_all(last, &here)
        && shared.meter.nodes_at_once(decided.n_tried)
    {
        statistics.count_all(depth, decided.n_tried);
        return Ok(outcome(&decided));
    }
    let mut trying = LastTry {
        job,
        statistics,
        failure: Verdict::Refuted,
        past_below: &past_below,
        depth,
    };
    let constraint = &job.piece.us;
    let found = machine.first_that(constraint, tries, &here, shared, last, &mut trying)?;
    let verdict = match found {
        Some(_) => Verdict::Satisfied,
        None => trying.failure,
    };
    Ok((verdict, found))
}

/// The verdict at a node where our last moves have been decided, and the one that works.
#[inline]
fn outcome<M: Copy>(decided: &DecidedMoves<M>) -> (Verdict, Option<M>) {
    let verdict = match (decided.found, decided.is_cut) {
        (Some(_), _) => Verdict::Satisfied,
        (None, true) => Verdict::Cut,
        (None, false) => Verdict::Refuted,
    };
    (verdict, decided.found)
}

/// What is done with each of our last moves.
struct LastTry<'t, 'q, D: Domain> {
    job: &'t Job<'q, D>,
    statistics: &'t mut Statistics,
    failure: Verdict,
    past_below: &'t Past<'t, D>,
    depth: u32,
}

impl<D: Domain> Trying<D, Shared<'_, D>> for LastTry<'_, '_, D> {
    #[inline]
    fn works(
        &mut self,
        machine: &mut Machine<D>,
        shared: &mut Shared<'_, D>,
        next: &D::Position,
    ) -> Result<bool, Stopped> {
        let (job, depth) = (self.job, self.depth);
        self.statistics.count(depth);
        shared.meter.node()?;
        if Level::is_known_to_fail(shared, job, next, depth) {
            // Whether it would succeed with a deeper bound is not known.
            self.failure = Verdict::Cut;
            return Ok(false);
        }
        let there = Inputs {
            position: next,
            stamp: shared.stamp(),
            past: self.past_below,
            depth,
            the_move: None,
        };
        let goals = &job.piece.goals[!job.us];
        let verdict = match machine.reached(goals, &there, shared)? {
            Reached::Broken => Verdict::Refuted,
            Reached::Better => Verdict::Satisfied,
            // At the depth bound a node fails; it is cut if they could go on.
            Reached::Neither if machine.has_moves(next) => Verdict::Cut,
            Reached::Neither => no_reply(job.piece),
        };
        if verdict == Verdict::Cut {
            self.failure = Verdict::Cut;
        }
        Ok(verdict == Verdict::Satisfied)
    }

    #[inline]
    fn tries(&mut self, shared: &mut Shared<'_, D>, n_moves: u64, is_cut: bool) -> bool {
        if !shared.meter.nodes_at_once(n_moves) {
            return false;
        }
        self.statistics.count_all(self.depth, n_moves);
        if is_cut {
            self.failure = Verdict::Cut;
        }
        true
    }
}
