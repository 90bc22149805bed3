//! Our last move before the depth bound: nothing is searched below it, so all moves are decided in one loop.
//!
//! Most positions of a search are evaluated here.

use code::compiled::Reached;
use code::machine::{Inputs, Machine};
use domain::{Domain, Stopped};
use proof::Verdict;

use crate::context::Shared;
use crate::frame::Ours;
use crate::job::{Job, JobResult, Recorded, no_reply};
use crate::level::Level;

impl<D: Domain> Level<D> {
    /// Is a move from the top node the last, with nothing to record but whether it succeeds?
    #[inline]
    pub(crate) fn is_last(&self, shared: &Shared<'_, D>, job: &Job<'_, D>) -> bool {
        job.depth == Some(self.top as u32)
            && job.piece.them.is_any()
            && job.record != Recorded::Refutation
            && job.first.is_none()
            && shared.is_untraced()
    }

    /// Step 5 where our move is the last: the first permitted move that succeeds is enough; without one we fail.
    #[inline(never)]
    pub(crate) fn last_of_ours(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
    ) -> Result<Option<JobResult>, Stopped> {
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
        let statistics = &mut self.statistics;
        let works = |machine: &mut Machine<D>, shared: &mut Shared<'_, D>, next: &D::Position| {
            statistics.count(depth);
            shared.meter.node()?;
            if Self::is_known_to_fail(shared, job, next, depth) {
                // Whether it would succeed with a deeper bound is not known.
                *failure = Verdict::Cut;
                return Ok(false);
            }
            let there = Inputs {
                position: next,
                stamp: shared.stamp(),
                past: &past_below,
                depth,
                the_move: None,
            };
            let verdict = match machine.reached(goals, &there, shared)? {
                Reached::Broken => Verdict::Refuted,
                Reached::Better => Verdict::Satisfied,
                // At the depth bound a node fails; it is cut if they could go on.
                Reached::Neither if machine.has_moves(next) => Verdict::Cut,
                Reached::Neither => no_reply(piece),
            };
            if verdict == Verdict::Cut {
                *failure = Verdict::Cut;
            }
            Ok(verdict == Verdict::Satisfied)
        };
        let machine = &mut self.machine;
        match machine.first_that(&piece.us, tries, &here, shared, works)? {
            Some(m) => {
                *current = Some(m);
                Ok(self.decided(job, Verdict::Satisfied))
            }
            None => Ok(Some(self.leave(shared, job))),
        }
    }
}
