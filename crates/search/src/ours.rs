//! Our nodes: step 5, and step 4 where it needs a list of our moves.

use code::machine::Moment;
use domain::{Domain, Stopped};
use proof::Verdict;

use crate::engine::{Event, Shared};
use crate::frame::{Here, New, Ours};
use crate::level::{Level, Question, Record, Result1, look_at};

impl<D: Domain> Level<D> {
    pub(crate) fn enter_ours(
        &mut self,
        shared: &mut Shared<'_, D>,
        question: &Question<'_, D>,
        depth: u32,
    ) -> Result<Option<Result1>, Stopped> {
        // Step 4. At the depth bound a node fails; it is cut if we could go on.
        if question.depth == Some(depth) {
            return Ok(if self.could_go_on(shared, question)? {
                self.decided(question, Verdict::Cut)
            } else {
                self.decided(question, Verdict::Refuted)
            });
        }
        if let Some(result) = self.met_before(shared, question, depth) {
            return Ok(Some(result));
        }
        self.top += 1;
        Ok(None)
    }

    /// Have we a permitted move at the node behind the path?
    fn could_go_on(
        &mut self,
        shared: &mut Shared<'_, D>,
        question: &Question<'_, D>,
    ) -> Result<bool, Stopped> {
        if self.top == 0 && question.first.is_some() {
            return Ok(true);
        }
        let mut tries = std::mem::take(&mut self.frames[self.top].tries);
        let here = Here::on(&self.frames, self.top);
        let constraint = &question.piece.us;
        let permitted =
            self.machine
                .next_permitted(constraint, &mut tries, &here.moment(), shared)?;
        self.frames[self.top].tries = tries;
        Ok(permitted.is_some())
    }

    /// Step 5. Our move: the first permitted move that succeeds is enough; without one we fail.
    ///
    /// Moves whose positions are decided at once, and fail, are most of all: they are passed over here.
    pub(crate) fn next_of_ours(
        &mut self,
        shared: &mut Shared<'_, D>,
        question: &Question<'_, D>,
        idx: usize,
    ) -> Result<Option<Result1>, Stopped> {
        let depth = self.top as u32;
        let domain = shared.domain();
        // Whoever wants a refutation wants every one of our moves in it.
        let may_pass_over = question.record != Record::Refutation;
        let settled = question.first.filter(|_| idx == 0);
        let Ours {
            here,
            tries,
            current,
            failure,
        } = Ours::on(&mut self.frames, idx);
        let (here, past_below) = (here.moment(), here.past_below());
        loop {
            let step = match settled {
                Some(first) => {
                    let is_new = current.is_none();
                    is_new.then(|| (first, domain.play(here.position, first)))
                }
                None => {
                    let constraint = &question.piece.us;
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
                return Ok(Some(self.leave(shared, question)));
            };
            self.statistics.count(depth);
            shared.meter.node()?;
            *current = Some(m);
            shared.happens(Event::Entered { depth, m });
            let stamp = shared.stamp();
            let there = Moment {
                position: &next,
                stamp,
                past: &past_below,
                depth,
                the_move: None,
            };
            let turn = domain.turn(&next);
            match look_at(&mut self.machine, shared, question, &there, turn, false)? {
                Some(verdict @ (Verdict::Refuted | Verdict::Cut)) if may_pass_over => {
                    shared.happens(Event::Decided { depth, verdict });
                    if verdict == Verdict::Cut {
                        *failure = Verdict::Cut;
                    }
                }
                Some(verdict) => return Ok(self.decided(question, verdict)),
                None => {
                    let new = New {
                        position: next,
                        stamp,
                        turn,
                        before: Some(idx),
                    };
                    return self.place_and_enter(shared, question, new);
                }
            }
        }
    }
}
