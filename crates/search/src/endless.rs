//! Pieces without a bound: played by what is known of all positions, one move at a time.
//!
//! No look-ahead decides what can be reached however long it takes, or kept for ever. Somebody who knows every position
//! tells how many moves are still needed, and of our permitted moves the one is played after which, whatever they reply,
//! the fewest remain. The tree shows this one move: what comes after it is asked again.

use std::ops::ControlFlow;

use code::compiled::{Advice, EndlessCode, Reached};
use code::machine::{Inputs, Past};
use domain::{Domain, Side, Stopped, Watch};
use lang::checked::PieceId;
use proof::Verdict;

use crate::context::Shared;
use crate::job::{Job, JobResult, Recorded};
use crate::level::{Level, look_at};

/// Knows of every position how many moves a piece without a bound still needs.
pub trait Foresight<P>: Send + Sync {
    /// With us to move: how many moves of ours until the goal at most; none if it cannot be forced. For a piece that goes
    /// on for ever any number says that it can.
    fn moves_needed(
        &self,
        piece: PieceId,
        position: &P,
        watch: &Watch,
    ) -> Result<Option<u32>, Stopped>;

    /// Is it mostly known of a piece what remains after a move of ours, without evaluating its goals?
    fn knows_what_remains(&self, _piece: PieceId) -> bool {
        false
    }

    /// With them to move: do at most so many moves of ours remain, whatever they reply? Only if that is known without
    /// evaluating the goals.
    fn remain_within(&self, _piece: PieceId, _position: &P, _moves: u32) -> Option<bool> {
        None
    }
}

/// Where a piece stands: the position at which its tree begins, and its measure there.
struct Outset<'f, D: Domain> {
    past: &'f Past<'f, D>,
    measure: Option<i64>,
}

impl<D: Domain> Level<D> {
    /// The verdict of a piece without a bound, with our move as its tree.
    pub(crate) fn foreseen(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        position: &D::Position,
    ) -> Result<JobResult, Stopped> {
        self.begin_anew();
        // From their side nobody has looked at all positions.
        if job.us != Side::Us {
            return Err(Stopped::Endless);
        }
        let stamp = shared.stamp();
        let past = Past::of_root(position, stamp);
        let here = Inputs {
            position,
            stamp,
            past: &past,
            depth: 0,
            the_move: None,
        };
        let turn = shared.domain().turn(position);
        let reached = look_at(&mut self.machine, shared, job, &here, turn, false)?;
        if let Some(verdict) = reached {
            return Ok(self.decided(job, verdict).unwrap_or((verdict, None)));
        }
        let measure = match &job.piece.endless {
            Some(EndlessCode::MakeSmaller(number)) => self.machine.number(number, &here, shared)?,
            Some(EndlessCode::ForEver | EndlessCode::HoweverLong) | None => None,
        };
        let from = Outset {
            past: &past,
            measure,
        };
        if turn != job.us {
            let verdict = match self.remain_within(shared, job, position, &from, u32::MAX)? {
                true => Verdict::Satisfied,
                false => Verdict::Refuted,
            };
            return Ok(self.decided(job, verdict).unwrap_or((verdict, None)));
        }
        let first = job.first;
        // The best move leaves one fewer than there are now; a move that is given may leave any number.
        let mut at_most = u32::MAX;
        if first.is_none() {
            let Some(needed) = shared.moves_needed(job.id, position)? else {
                let refuted = self.decided(job, Verdict::Refuted);
                return Ok(refuted.unwrap_or((Verdict::Refuted, None)));
            };
            // Who asks only whether it works need not hear by which move.
            if job.record != Recorded::ForcingTree {
                return Ok((Verdict::Satisfied, None));
            }
            at_most = needed.saturating_sub(1);
        }
        let Some(m) = self.best_move(shared, job, &here, &from, at_most)? else {
            let refuted = self.decided(job, Verdict::Refuted);
            return Ok(refuted.unwrap_or((Verdict::Refuted, None)));
        };
        let tree = (job.record == Recorded::ForcingTree).then(|| {
            let leaf = self.builder.node([]);
            self.builder.node([(m, leaf)])
        });
        Ok((Verdict::Satisfied, tree))
    }

    /// The first permitted move after which so few moves of ours remain, whatever they reply.
    fn best_move(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        here: &Inputs<'_, D>,
        from: &Outset<'_, D>,
        at_most: u32,
    ) -> Result<Option<D::Move>, Stopped> {
        let permitted = &job.piece.us;
        let moves = match job.first {
            Some(m) => vec![m],
            None if permitted.is_costly_order() && shared.knows_what_remains(job.id) => {
                return self.first_of_good(shared, job, here, from, at_most);
            }
            None => self.machine.select(permitted, here, shared)?,
        };
        for m in moves {
            let next = shared.domain().play(here.position, m);
            if self.is_good_enough(shared, job, &next, from, at_most)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// The same where putting moves in order takes longer than trying them: the good ones are found first.
    fn first_of_good(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        here: &Inputs<'_, D>,
        from: &Outset<'_, D>,
        at_most: u32,
    ) -> Result<Option<D::Move>, Stopped> {
        let mut good = Vec::new();
        let mut tried = Ok(());
        let domain = shared.domain();
        let _ = domain.visit_next(here.position, |m, next| {
            match self.is_good_enough(shared, job, &next, from, at_most) {
                Ok(true) => good.push(m),
                Ok(false) => {}
                Err(stopped) => {
                    tried = Err(stopped);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        tried?;
        self.machine
            .first_in_order(&job.piece.us, good, here, shared)
    }

    /// Do at most so many moves remain after a move of ours, whatever they reply?
    fn is_good_enough(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        next: &D::Position,
        from: &Outset<'_, D>,
        at_most: u32,
    ) -> Result<bool, Stopped> {
        self.statistics.count(1);
        shared.meter.node()?;
        if let Some(known) = shared.remain_within(job.id, next, at_most) {
            return Ok(known);
        }
        let there = inputs(shared, next, from, 1);
        match self
            .machine
            .reached(&job.piece.goals[!job.us], &there, shared)?
        {
            Reached::Broken => Ok(false),
            Reached::Better => Ok(true),
            Reached::Neither => self.remain_within(shared, job, next, from, at_most),
        }
    }

    /// With them to move and nothing reached: do at most so many moves of ours remain, whatever they reply?
    fn remain_within(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        position: &D::Position,
        from: &Outset<'_, D>,
        at_most: u32,
    ) -> Result<bool, Stopped> {
        let piece: &Advice<D> = job.piece;
        let here = inputs(shared, position, from, 1);
        let replies = self.machine.select(&piece.them, &here, shared)?;
        if replies.is_empty() {
            return Ok(piece.convention.no_reply_succeeds);
        }
        for m in replies {
            self.statistics.count(2);
            shared.meter.node()?;
            let next = shared.domain().play(position, m);
            let there = inputs(shared, &next, from, 2);
            let needed = match self.machine.reached(&piece.goals[job.us], &there, shared)? {
                Reached::Broken => None,
                Reached::Better => Some(0),
                Reached::Neither => self.still_needed(shared, job, &there, from)?,
            };
            if needed.is_none_or(|needed| needed > at_most) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How many moves are needed where it is our move again and the goals decide nothing.
    fn still_needed(
        &mut self,
        shared: &mut Shared<'_, D>,
        job: &Job<'_, D>,
        there: &Inputs<'_, D>,
        from: &Outset<'_, D>,
    ) -> Result<Option<u32>, Stopped> {
        if let Some(EndlessCode::MakeSmaller(number)) = &job.piece.endless {
            let now = self.machine.number(number, there, shared)?;
            let Some((now, at_root)) = now.zip(from.measure) else {
                return Ok(None);
            };
            if now != at_root {
                return Ok((now < at_root).then_some(0));
            }
        }
        let needed = shared.moves_needed(job.id, there.position)?;
        Ok(match job.piece.endless {
            Some(EndlessCode::ForEver) => needed.map(|_| 0),
            Some(EndlessCode::HoweverLong | EndlessCode::MakeSmaller(_)) | None => needed,
        })
    }
}

fn inputs<'f, D: Domain>(
    shared: &mut Shared<'_, D>,
    position: &'f D::Position,
    from: &Outset<'f, D>,
    depth: u32,
) -> Inputs<'f, D> {
    Inputs {
        position,
        stamp: shared.stamp(),
        past: from.past,
        depth,
        the_move: None,
    }
}
