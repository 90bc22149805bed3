//! Our nodes: step 5, and step 4 where it needs a list of our moves.

use code::machine::Inputs;
use domain::{Domain, Stopped};
use proof::Verdict;

use crate::context::{Event, Shared};
use crate::frame::{Here, New, Ours};
use crate::job::{Job, JobResult, Recorded};
use crate::level::{Level, look_at};

impl<D: Domain> Level<D> {
    pub(crate) fn enter_ours(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        depth: u32,
    ) -> Result<Option<JobResult>, Stopped> {
        // Step 4. At the depth bound a node fails; it is cut if we could go on.
        if job.depth == Some(depth) {
            return Ok(if self.could_go_on(shared, job)? {
                self.decided(job, Verdict::Cut)
            } else {
                self.decided(job, Verdict::Refuted)
            });
        }
        if let Some(result) = self.met_before(shared, job, depth) {
            return Ok(Some(result));
        }
        self.top += 1;
        Ok(None)
    }

    /// Do we have a permitted move at the node after the path?
    fn could_go_on(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
    ) -> Result<bool, Stopped> {
        if self.top == 0 && job.first.is_some() {
            return Ok(true);
        }
        let mut tries = std::mem::take(&mut self.frames[self.top].tries);
        let here = Here::on(&self.frames, self.top);
        let constraint = &job.piece.us;
        let permitted =
            self.machine
                .next_permitted(constraint, &mut tries, &here.inputs(), shared)?;
        self.frames[self.top].tries = tries;
        Ok(permitted.is_some())
    }

    /// Step 5. Our move: the first permitted move that succeeds is enough; without one we fail.
    ///
    /// Most moves fail at once, by the position after them; they are skipped here.
    pub(crate) fn next_of_ours(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        idx: usize,
    ) -> Result<Option<JobResult>, Stopped> {
        let depth = self.top as u32;
        let domain = shared.domain();
        // A refutation contains every move of ours.
        let may_pass_over = job.record != Recorded::Refutation;
        let settled = job.first.filter(|_| idx == 0);
        let Ours {
            here,
            tries,
            current,
            failure,
        } = Ours::on(&mut self.frames, idx);
        let (here, past_below) = (here.inputs(), here.past_below());
        loop {
            let step = match settled {
                Some(first) => {
                    let is_new = current.is_none();
                    is_new.then(|| (first, domain.play(here.position, first)))
                }
                None => {
                    let constraint = &job.piece.us;
                    let permitted = self
                        .machine
                        .next_permitted(constraint, tries, &here, shared)?;
                    permitted.map(|permitted| {
                        let m = self.machine.move_of(&permitted, tries, here.position);
                        (m, permitted.next)
                    })
                }
            };
            let Some((m, next)) = step else {
                return Ok(Some(self.leave(shared, job)));
            };
            self.statistics.count(depth);
            shared.meter.node()?;
            *current = Some(m);
            shared.happens(Event::Entered { depth, m });
            if may_pass_over && Self::is_known_to_fail(shared, job, &next, depth) {
                // Whether it would succeed with a deeper bound is not known.
                *failure = Verdict::Cut;
                continue;
            }
            let stamp = shared.stamp();
            let there = Inputs {
                position: &next,
                stamp,
                past: &past_below,
                depth,
                the_move: None,
            };
            let turn = domain.turn(&next);
            match look_at(&mut self.machine, shared, job, &there, turn, false)? {
                Some(verdict @ (Verdict::Refuted | Verdict::Cut)) if may_pass_over => {
                    shared.happens(Event::Decided { depth, verdict });
                    if verdict == Verdict::Cut {
                        *failure = Verdict::Cut;
                    }
                }
                Some(verdict) => return Ok(self.decided(job, verdict)),
                None => {
                    let new = New {
                        position: next,
                        stamp,
                        turn,
                        before: Some(idx),
                    };
                    return self.place_and_enter(shared, job, new);
                }
            }
        }
    }
}
