//! Plans and the search: whether a plan succeeds, whether another refutes it, and the best try where that stays open.

use std::collections::HashMap;
use std::sync::Arc;

use domain::{Domain, Plan, Side};
use lang::checked::{PieceId, Program};
use lang::compiled;
use lang::machine::{Host, Machine, Moment, Past};
use lang::reference::Stopped;
use lang::{compile_piece, plans};
use proof::{Tree, Verdict};
use search::{Engine, Graph, Limits, Options};

/// A plan, and the plan against which it is tried, if it is tried against one.
pub type Contest = (Arc<Plan>, Option<Arc<Plan>>);

/// What a search of a contest came to.
#[derive(Clone, Copy)]
pub(crate) struct Settled {
    /// Does the plan succeed? Nothing if the positions did not suffice.
    pub(crate) succeeds: Option<bool>,
    /// How many positions were looked at.
    pub(crate) nodes: u64,
}

/// The best try of both sides, as deep as it could be searched.
#[derive(Clone, Debug)]
pub struct Try<M> {
    /// The plan that was tried.
    pub plan: Arc<Plan>,
    /// And the one against it.
    pub against: Option<Arc<Plan>>,
    /// How many plies deep.
    pub plies: u32,
    /// Whose tree it is: who holds out so long, or wins.
    pub by: Side,
    /// Has the whole contest been settled, and not only so many plies of it?
    pub is_settled: bool,
    /// The tree.
    pub tree: Tree<M>,
    /// How many positions this took.
    pub nodes: u64,
}

/// Searches by plans, each compiled once. Whoever asks many questions hands it from one to the next.
pub struct Planner<'p, D: Domain> {
    domain: &'p D,
    program: &'p Program,
    compiled: HashMap<Contest, Compiled<'p, D>>,
    /// How many parts they have together, written out.
    n_parts: usize,
}

/// A contest as code, and what runs its goals.
struct Compiled<'p, D: Domain> {
    program: compiled::Program<'p, D>,
    piece: PieceId,
    machine: Machine<'p, D>,
    /// No two positions bear the same one.
    stamp: u64,
    /// What searches have seen.
    seen: Graph<D>,
}

/// What a plan wants, or what it must not lose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    Better,
    Holding,
}

impl<'p, D: Domain> Planner<'p, D> {
    /// One that has compiled nothing yet.
    pub fn new(domain: &'p D, program: &'p Program) -> Planner<'p, D> {
        Planner {
            domain,
            program,
            compiled: HashMap::new(),
            n_parts: 0,
        }
    }

    /// Forgets what searches have seen, so that the next question is answered as if it were the first.
    pub(crate) fn forget(&mut self) {
        let all = self.compiled.values_mut();
        all.for_each(|compiled| compiled.seen = Graph::default());
    }

    /// Does a goal of a plan hold in a position? Nothing if only a search could tell, or if it takes too many steps.
    pub(crate) fn holds(
        &mut self,
        plan: &Arc<Plan>,
        goal: Goal,
        position: &D::Position,
        max_steps: u64,
    ) -> Option<bool> {
        let contest = (plan.clone(), None);
        if plans::asks(self.program, plan) || self.n_parts(&contest) > MAX_WRITTEN_OUT {
            return None;
        }
        let turn = self.domain.turn(position);
        let compiled = self.compiled(&contest);
        let piece = compiled.program.piece(compiled.piece, plan.owner());
        let goals = &piece.goals[turn];
        let code = match goal {
            Goal::Better => &goals.better,
            Goal::Holding => &goals.holding,
        };
        compiled.stamp += 1;
        let moment = Moment {
            position,
            stamp: compiled.stamp,
            past: &Past::of_root(position, compiled.stamp),
            depth: 0,
            the_move: None,
        };
        let holds = compiled.machine.truth(code, &moment, &mut Steps(max_steps));
        holds.ok()
    }

    /// Searches a contest. What has been seen of it in this question need not be looked at again.
    pub(crate) fn settle(
        &mut self,
        contest: &Contest,
        position: &D::Position,
        limits: Limits<'_>,
    ) -> Settled {
        let owner = contest.0.owner();
        let compiled = self.compiled(contest);
        let asked = (compiled.piece, owner);
        let mut engine = Engine::new(&compiled.program, Options::default());
        let (result, nodes) = engine.settle(asked, position, &mut compiled.seen, limits);
        Settled {
            succeeds: result.ok().map(|verdict| verdict == Verdict::Satisfied),
            nodes,
        }
    }

    /// The tree of a contest: the one that settles it, or that of the greatest depth that the positions allow. None if it
    /// is too large to be compiled.
    pub(crate) fn best_try(
        &mut self,
        contest: &Contest,
        position: &D::Position,
        limits: Limits<'_>,
    ) -> Option<Try<D::Move>> {
        if self.n_parts(contest) > MAX_WRITTEN_OUT {
            return None;
        }
        let settled = self.settle(contest, position, limits);
        let evidence = settled
            .succeeds
            .and_then(|_| self.compiled(contest).seen.evidence());
        let is_settled = evidence.is_some();
        let (verdict, tree, nodes, plies) = match evidence {
            Some((verdict, tree)) => {
                let plies = tree.depth() as u32;
                (verdict, tree, settled.nodes, plies)
            }
            None => self.deepest(contest, position, limits)?,
        };
        let (plan, against) = contest.clone();
        let owner = plan.owner();
        Some(Try {
            plan,
            against,
            plies,
            by: match verdict {
                Verdict::Satisfied => owner,
                Verdict::Refuted | Verdict::Cut => !owner,
            },
            is_settled,
            tree,
            nodes,
        })
    }

    /// The tree of the greatest depth that can be searched, with the positions that this took, and the depth.
    fn deepest(
        &mut self,
        contest: &Contest,
        position: &D::Position,
        limits: Limits<'_>,
    ) -> Option<(Verdict, Tree<D::Move>, u64, u32)> {
        let owner = contest.0.owner();
        let compiled = self.compiled(contest);
        let asked = (compiled.piece, owner);
        let mut engine = Engine::new(&compiled.program, REMEMBERING);
        let limits = Limits {
            nodes: limits.nodes.min(MAX_TRY_NODES),
            ..limits
        };
        let (mut last_nodes, mut last_plies) = (0, 0);
        for plies in 0..MAX_PLIES {
            let (result, nodes) = engine.decide_within(asked, position, plies, limits);
            let Ok(verdict) = result else {
                break;
            };
            (last_nodes, last_plies) = (nodes, plies);
            if verdict != Verdict::Cut {
                break;
            }
        }
        // To write a tree down takes more looking than to know that there is one.
        let ample = Limits {
            nodes: limits.nodes.saturating_mul(100),
            ..limits
        };
        let found = engine.tree_within(asked, position, last_plies, ample);
        let (verdict, tree) = found.ok()?;
        Some((verdict, tree, last_nodes, last_plies))
    }

    /// How many parts a contest has, written out.
    pub(crate) fn n_parts(&self, (plan, against): &Contest) -> usize {
        let plans = std::iter::once(plan).chain(against);
        plans.map(|plan| plans::size(self.program, plan)).sum()
    }

    fn compiled(&mut self, contest: &Contest) -> &mut Compiled<'p, D> {
        let (domain, program) = (self.domain, self.program);
        let (plan, against) = contest;
        if !self.compiled.contains_key(contest) {
            let n_parts = self.n_parts(contest);
            if self.n_parts + n_parts > MAX_KEPT {
                self.compiled.clear();
                self.n_parts = 0;
            }
            self.n_parts += n_parts;
        }
        self.compiled.entry(contest.clone()).or_insert_with(|| {
            let piece = plans::piece(program, plan, against.as_deref());
            let (program, piece) = compile_piece(domain, program, &piece, plan.owner());
            let machine = Machine::new(&program);
            Compiled {
                program,
                piece,
                machine,
                stamp: 0,
                seen: Graph::default(),
            }
        })
    }
}

/// A goal without searches asks nobody, and pays for its loops.
struct Steps(u64);

impl<D: Domain> Host<D> for Steps {
    fn can(&mut self, _: PieceId, _: Side, _: &D::Position) -> Result<bool, Stopped> {
        unreachable!("the goal asks for no search")
    }

    fn steps(&mut self, n: u64) -> Result<(), Stopped> {
        let left = self.0.checked_sub(n);
        self.0 = left.ok_or(Stopped::Steps(n))?;
        Ok(())
    }
}

/// What was found out about a position is used again.
const REMEMBERING: Options = Options {
    cache: true,
    shortest_first: false,
};

/// The goals and moves of a contest have at most so many parts, with all definitions written out: this is what is
/// compiled.
pub(crate) const MAX_WRITTEN_OUT: usize = 200_000;

/// Compiled plans are kept until they have so many parts together.
const MAX_KEPT: usize = 2_000_000;

/// No try looks at more positions than this: it proves nothing, and somebody waits for it.
const MAX_TRY_NODES: u64 = 5_000;

/// No try looks farther ahead.
const MAX_PLIES: u32 = 64;
