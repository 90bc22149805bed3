//! Plans and the search: whether a plan succeeds, whether another refutes it, and the best try where that stays open.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use domain::{Domain, Plan, Side};
use lang::checked::{PieceId, Program};
use lang::compiled;
use lang::machine::{Host, Machine, Moment, Past};
use lang::reference::Stopped;
use lang::{compile_piece, plans};
use proof::{Tree, Verdict};
use search::{Engine, Limits, Options};

/// A plan, and the plan against which it is tried, if it is tried against one.
pub type Contest = (Arc<Plan>, Option<Arc<Plan>>);

/// What the searches of a contest came to.
#[derive(Clone, Copy)]
pub(crate) struct Settled {
    /// Is the plan satisfiable? Nothing if the positions did not suffice.
    pub(crate) succeeds: Option<bool>,
    /// How many positions were looked at in all searches.
    pub(crate) nodes: u64,
    /// And in the deepest one that came to an end.
    pub(crate) last_nodes: u64,
    /// How deep that was.
    pub(crate) plies: u32,
    /// How it was searched.
    options: Options,
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
    /// What contests came to, with so many positions allowed: two questions about a position often ask for the same.
    settled: HashMap<(Contest, D::Position, u64), Settled>,
}

/// A contest as code, and what runs its goals.
struct Compiled<'p, D: Domain> {
    program: compiled::Program<'p, D>,
    piece: PieceId,
    machine: Machine<'p, D>,
    /// No two positions bear the same one.
    stamp: u64,
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
            settled: HashMap::new(),
        }
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

    /// Searches a contest, or remembers how it was searched before.
    pub(crate) fn settle(
        &mut self,
        contest: &Contest,
        position: &D::Position,
        limits: Limits<'_>,
    ) -> Settled {
        let key = (contest.clone(), position.clone(), limits.nodes);
        if let Some(settled) = self.settled.get(&key) {
            return *settled;
        }
        let settled = self.settle_anew(contest, position, limits);
        // A search that was called off says nothing about the contest.
        let is_stopped = limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if !is_stopped {
            if self.settled.len() >= MAX_REMEMBERED {
                self.settled.clear();
            }
            self.settled.insert(key, settled);
        }
        settled
    }

    /// Searches a contest until it is settled, or one of the searches needs more positions than allowed.
    fn settle_anew(
        &mut self,
        contest: &Contest,
        position: &D::Position,
        limits: Limits<'_>,
    ) -> Settled {
        let deepest = self.settle_with(contest, position, limits, REMEMBERING, 0..MAX_PLIES);
        if deepest.succeeds.is_some() {
            return deepest;
        }
        let bounds = bounds_for_repetitions(deepest.plies);
        let noticed = self.settle_with(contest, position, limits, NOTICING_REPETITIONS, bounds);
        let nodes = deepest.nodes + noticed.nodes;
        let last = if noticed.succeeds.is_some() {
            noticed
        } else {
            deepest
        };
        Settled { nodes, ..last }
    }

    /// Searches to one bound after the other.
    fn settle_with(
        &mut self,
        contest: &Contest,
        position: &D::Position,
        limits: Limits<'_>,
        options: Options,
        bounds: impl IntoIterator<Item = u32>,
    ) -> Settled {
        let owner = contest.0.owner();
        let compiled = self.compiled(contest);
        let piece = compiled.piece;
        let mut engine = Engine::new(&compiled.program, options);
        let mut settled = Settled {
            succeeds: None,
            nodes: 0,
            last_nodes: 0,
            plies: 0,
            options,
        };
        for plies in bounds {
            let (result, nodes) = engine.decide_within((piece, owner), position, plies, limits);
            settled.nodes += nodes;
            let Ok(verdict) = result else {
                break;
            };
            (settled.last_nodes, settled.plies) = (nodes, plies);
            settled.succeeds = match verdict {
                Verdict::Satisfied => Some(true),
                Verdict::Refuted => Some(false),
                Verdict::Cut => continue,
            };
            break;
        }
        settled
    }

    /// The tree of a contest at the greatest depth that the positions allow; none if it is too large to be compiled.
    pub(crate) fn best_try(
        &mut self,
        contest: &Contest,
        position: &D::Position,
        limits: Limits<'_>,
    ) -> Option<Try<D::Move>> {
        if self.n_parts(contest) > MAX_WRITTEN_OUT {
            return None;
        }
        let owner = contest.0.owner();
        let settled = self.settle(contest, position, limits);
        let compiled = self.compiled(contest);
        let piece = compiled.piece;
        let mut engine = Engine::new(&compiled.program, settled.options);
        // To write a tree down takes more looking than to know that there is one.
        let ample = Limits {
            nodes: limits.nodes.saturating_mul(100),
            ..limits
        };
        let found = engine.tree_within((piece, owner), position, settled.plies, ample);
        let (verdict, tree) = found.ok()?;
        Some(Try {
            plan: contest.0.clone(),
            against: contest.1.clone(),
            plies: settled.plies,
            by: match verdict {
                Verdict::Satisfied => owner,
                Verdict::Refuted | Verdict::Cut => !owner,
            },
            is_settled: settled.succeeds.is_some(),
            tree,
            nodes: settled.last_nodes,
        })
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

/// What was found out about a position is used again; then a line in which a position comes back cannot be ended, lest
/// a failure rest on the way that led there.
const REMEMBERING: Options = Options {
    cache: true,
    shortest_first: false,
};

/// The other way round: nothing is used again, and whoever only repeats positions gets nowhere. Perpetual check is seen
/// only so.
const NOTICING_REPETITIONS: Options = Options {
    cache: false,
    shortest_first: false,
};

/// How deep to look for repetitions where nothing was settled within so many plies.
///
/// To end lines can only turn what was cut into a failure, and what fails within some plies fails within more. A
/// position comes back after an even number of plies, so every other bound is enough.
fn bounds_for_repetitions(plies: u32) -> impl Iterator<Item = u32> {
    (2..=plies).step_by(2)
}

/// The goals and moves of a contest have at most so many parts, with all definitions written out: this is what is
/// compiled.
pub(crate) const MAX_WRITTEN_OUT: usize = 200_000;

/// Compiled plans are kept until they have so many parts together.
const MAX_KEPT: usize = 2_000_000;

/// So many contests are remembered.
const MAX_REMEMBERED: usize = 10_000;

/// No search looks farther ahead.
const MAX_PLIES: u32 = 64;
