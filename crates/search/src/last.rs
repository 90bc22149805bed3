//! Our last move before the depth bound: nothing is searched below it, so all moves are decided in one loop; and the
//! replies before it, which need nothing but that.
//!
//! Most positions of a search are evaluated here.

use code::compiled::Reached;
use code::machine::{Inputs, LastGoals, Machine, Past, Trying};
use domain::{Domain, Stopped};
use proof::{Statistics, Verdict};

use crate::context::Shared;
use crate::frame::{New, Ours};
use crate::job::{Job, JobResult, Recorded, no_reply};
use crate::level::Level;

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
            let Some((m, next)) = node.replies.get(node.reply_at).cloned() else {
                return Ok(Some(self.leave(shared, job)));
            };
            node.reply_at += 1;
            node.current = Some(m);
            let before = node.before;
            // In a graph they may move twice.
            if shared.domain().turn(&next) != job.us {
                return self.enter(shared, job, next, before, true);
            }
            let new = New::at(next, before, shared);
            self.place(new, true);
            let (verdict, evidence) = match self.met_before(shared, job, depth) {
                Some(result) => result,
                None => {
                    self.top += 1;
                    self.last_of_ours(shared, job)?
                }
            };
            if verdict != Verdict::Satisfied {
                return Ok(Some(self.close(shared, job, (verdict, None))));
            }
            let branch = evidence.map(|evidence| (m, evidence));
            self.frames[idx].branches.extend(branch);
        }
    }

    /// Step 5 where our move is the last: the first permitted move that succeeds is enough; without one we fail.
    #[inline(never)]
    pub(crate) fn last_of_ours(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
    ) -> Result<JobResult, Stopped> {
        let idx = self.top - 1;
        let depth = self.top as u32;
        let piece = job.piece;
        let goals = &piece.goals[!job.us];
        let Ours {
            here,
            tries,
            current,
            failure,
        } = Ours::on(&mut self.frames, idx);
        let (here, past_below) = (here.inputs(), here.past_below());
        let there = Inputs {
            stamp: shared.stamp(),
            past: &past_below,
            depth,
            ..here
        };
        let last = shared.memory.is_none().then_some(LastGoals {
            goals,
            no_reply_succeeds: piece.convention.no_reply_succeeds,
        });
        let mut trying = LastTry {
            job,
            statistics: &mut self.statistics,
            failure,
            past_below: &past_below,
            depth,
        };
        let machine = &mut self.machine;
        let asked = (last, &there);
        match machine.first_that(&piece.us, tries, &here, shared, asked, &mut trying)? {
            Some(m) => {
                *current = Some(m);
                let tree = (job.record == Recorded::ForcingTree).then(|| {
                    let leaf = self.builder.node([]);
                    self.builder.node([(m, leaf)])
                });
                Ok(self.close(shared, job, (Verdict::Satisfied, tree)))
            }
            None => Ok(self.leave(shared, job)),
        }
    }
}

/// What is done with each of our last moves.
struct LastTry<'t, 'q, D: Domain> {
    job: &'t Job<'q, D>,
    statistics: &'t mut Statistics,
    failure: &'t mut Verdict,
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
            *self.failure = Verdict::Cut;
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
            *self.failure = Verdict::Cut;
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
            *self.failure = Verdict::Cut;
        }
        true
    }
}
