//! What claims want to know of a plan while it is at hand: does a move inside it break a promise, and how many
//! half-points does its worst move give away?
//!
//! Plans are too many to be kept, so they are looked at when the team makes them.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use chess::{Board, ROLES, Small};
use domain::{Side, Stopped, Watch};
use lang::checked::{Program, Promise};
use proof::{NodeId, Tree};
use rustc_hash::FxHashSet;
use shakmaty::{Move, Role};

use crate::judge::conditions::{ClaimPart, Examiner};
use crate::judge::report::given_away;
use crate::judge::{Hearing, Truth};

/// What was found in the plans of many roots, which are in rising order.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct PlanFindings {
    /// By claim: the roots whose plans break its `never`, with the number of our moves until then.
    pub(crate) broken: Vec<Vec<(u32, u16)>>,
    /// The roots whose plans give half-points away by a later move than the first, more than by the first.
    pub(crate) worse: Vec<(u32, u8)>,
}

impl PlanFindings {
    /// Adds what was found about later roots, which are numbered from `first`.
    pub(crate) fn append(&mut self, later: PlanFindings, first: u32) {
        // Where no plan was made nothing was found, and what is known must not get lost.
        let n_claims = self.broken.len().max(later.broken.len());
        self.broken.resize(n_claims, Vec::new());
        for (all, later) in self.broken.iter_mut().zip(later.broken) {
            all.extend(later.into_iter().map(|(root, moves)| (root + first, moves)));
        }
        let worse = later.worse.into_iter();
        self.worse.extend(worse.map(|(root, n)| (root + first, n)));
    }

    /// Gives the roots other numbers.
    pub(crate) fn renumber(&mut self, new_ids: &[u32]) {
        for roots in &mut self.broken {
            for (root, _) in &mut *roots {
                *root = new_ids[*root as usize];
            }
            roots.sort_unstable();
        }
        for (root, _) in &mut self.worse {
            *root = new_ids[*root as usize];
        }
        self.worse.sort_unstable();
    }

    pub(crate) fn n_bytes(&self) -> usize {
        let broken = self.broken.iter().map(|roots| size_of_val(&roots[..]));
        broken.sum::<usize>() + size_of_val(&self.worse[..])
    }
}

/// Looks at plans for the claims of a program. Each thread has its own.
pub(crate) struct PlanInspector<'p> {
    truth: &'p dyn Truth,
    /// The program that makes the claims, and whoever evaluates in it; none if there is no program.
    claims: Option<(&'p Program, Box<dyn Examiner + 'p>)>,
    counts_half_points: bool,
}

impl<'p> PlanInspector<'p> {
    pub(crate) fn new(hearing: &Hearing<'p>, watch: &Watch) -> PlanInspector<'p> {
        let counts = |program: &Program| {
            let mut claims = program.claims.iter();
            claims.any(|claim| matches!(claim.promise, Promise::GivesAwayAtMost(_)))
        };
        PlanInspector {
            truth: hearing.truth,
            claims: hearing
                .claims
                .and_then(|(_, program)| Some((program, hearing.examiner(watch)?))),
            counts_half_points: hearing.claims.is_some_and(|(_, program)| counts(program)),
        }
    }

    /// Looks at the plan of a root.
    pub(crate) fn inspect(
        &mut self,
        root: u32,
        position: &Small,
        tree: &Tree<Move>,
        found: &mut PlanFindings,
    ) -> Result<(), Stopped> {
        let Some((program, _)) = &self.claims else {
            return Ok(());
        };
        let program: &'p Program = program;
        found.broken.resize(program.claims.len(), Vec::new());
        for (idx, claim) in program.claims.iter().enumerate() {
            if matches!(claim.promise, Promise::NeverLoses(_) | Promise::Never(_))
                && let Some(moves) = self.first_break(idx, position, tree)?
            {
                found.broken[idx].push((root, moves));
            }
        }
        if self.counts_half_points && tree.depth() > 1 {
            let mut given = [0, 0];
            each_move(position, tree, &mut |before, after, moves| {
                let (before, after) = (self.truth.wdl(before), self.truth.wdl(after));
                let worst = &mut given[usize::from(moves > 1)];
                *worst = given_away(before, after).max(*worst);
                Ok(ControlFlow::Continue(()))
            })?;
            if given[1] > given[0] {
                found.worse.push((root, given[1] as u8));
            }
        }
        Ok(())
    }

    /// The kinds of men that claims promise never to lose; none if they promise something that has to be evaluated.
    pub(crate) fn kept_men(&self) -> Option<Vec<Role>> {
        let claims = self.claims.iter().flat_map(|(program, _)| &program.claims);
        let mut kept = Vec::new();
        for claim in claims {
            match &claim.promise {
                Promise::NeverLoses(man) => kept.push(ROLES[usize::from(man.0)]),
                Promise::Never(_) => return None,
                Promise::Wins
                | Promise::KeepsWins
                | Promise::KeepsDraws
                | Promise::WinsAtLeast(_)
                | Promise::GivesAwayAtMost(_) => {}
            }
        }
        Some(kept)
    }

    /// Notes that there is a plan of one move at which nobody has to look.
    pub(crate) fn pass(&self, found: &mut PlanFindings) {
        if let Some((program, _)) = &self.claims {
            found.broken.resize(program.claims.len(), Vec::new());
        }
    }

    /// After how many of our moves in a plan a promise is first broken.
    fn first_break(
        &mut self,
        claim: usize,
        position: &Small,
        tree: &Tree<Move>,
    ) -> Result<Option<u16>, Stopped> {
        let mut first = None;
        each_move(position, tree, &mut |_, after, moves| {
            if self.breaks(claim, after)? {
                first = Some(moves);
                return Ok(ControlFlow::Break(()));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(first)
    }

    /// Is a `never` broken after our move, or after a reply to it?
    pub(crate) fn breaks(&mut self, claim: usize, after: &Small) -> Result<bool, Stopped> {
        if self.is_broken_in(claim, after, None)? {
            return Ok(true);
        }
        Ok(self.breaking_reply(claim, after)?.is_some())
    }

    /// A reply that breaks a `never`.
    pub(crate) fn breaking_reply(
        &mut self,
        claim: usize,
        after: &Small,
    ) -> Result<Option<Move>, Stopped> {
        if !self.may_break(claim, after) {
            return Ok(None);
        }
        let mut replies = Vec::new();
        let _ = (*after).visit_next(|m, next| {
            replies.push((m, next));
            ControlFlow::Continue(())
        });
        for (m, next) in replies {
            if self.is_broken_in(claim, &next, Some(after))? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// May a reply break a `never`? A man is only lost where one of theirs attacks it.
    fn may_break(&self, claim: usize, after: &Small) -> bool {
        let Some((program, _)) = &self.claims else {
            return false;
        };
        let Promise::NeverLoses(man) = program.claims[claim].promise else {
            return true;
        };
        let role = ROLES[usize::from(man.0)];
        let mut men = after.men(Side::Us, role).into_iter();
        let attackers = |square| after.attackers(Side::Them, square, after.occupied());
        // A pawn that is captured en passant is not attacked where it stands.
        after.en_passant().is_some() || men.any(|square| attackers(square).any())
    }

    /// Is a `never` broken in a position? If a reply led there, the position before that reply is given.
    pub(crate) fn is_broken_in(
        &mut self,
        claim: usize,
        position: &Small,
        before_reply: Option<&Small>,
    ) -> Result<bool, Stopped> {
        let Some((program, examiner)) = &mut self.claims else {
            return Ok(false);
        };
        match (&program.claims[claim].promise, before_reply) {
            (Promise::NeverLoses(man), Some(before)) => {
                let role = ROLES[usize::from(man.0)];
                let n_men = |position: &Small| position.men(Side::Us, role).count();
                Ok(n_men(position) < n_men(before))
            }
            (Promise::Never(_), _) => examiner.holds(claim, ClaimPart::Never, position),
            (_, _) => Ok(false),
        }
    }
}

/// Looks at a move of ours: the positions before and after it, and the number of our moves with it.
type MoveVisitor<'v> = dyn FnMut(&Small, &Small, u16) -> Result<ControlFlow<()>, Stopped> + 'v;

/// Visits every move of ours in a plan, those that come first first.
fn each_move(
    position: &Small,
    tree: &Tree<Move>,
    visit: &mut MoveVisitor<'_>,
) -> Result<(), Stopped> {
    let mut waiting: VecDeque<(NodeId, Small, u16)> = VecDeque::from([(tree.root(), *position, 1)]);
    let mut seen: FxHashSet<(NodeId, Small)> = FxHashSet::default();
    while let Some((node, before, moves)) = waiting.pop_front() {
        let Some((m, then)) = tree.branches(node).first() else {
            continue;
        };
        let after = before.play(*m);
        if visit(&before, &after, moves)?.is_break() {
            return Ok(());
        }
        for (reply, next) in tree.branches(*then) {
            let position = after.play(*reply);
            if seen.insert((*next, position)) {
                waiting.push_back((*next, position, moves + 1));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_without_plans_take_no_finding_away() {
        let mut found = PlanFindings {
            broken: vec![vec![(3, 1)], Vec::new()],
            worse: vec![(2, 1)],
        };
        found.append(PlanFindings::default(), 10);
        let later = PlanFindings {
            broken: vec![vec![(0, 2)], Vec::new()],
            worse: Vec::new(),
        };
        found.append(later, 20);
        assert_eq!(found.broken, [vec![(3, 1), (20, 2)], Vec::new()]);
        assert_eq!(found.worse, [(2, 1)]);
    }
}
