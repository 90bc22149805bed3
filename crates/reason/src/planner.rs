//! Plans and the search: whether a plan succeeds, whether another refutes it, and the best try where that stays open.

use std::collections::HashMap;
use std::sync::Arc;

use code::compile_piece;
use code::compiled;
use code::machine::{Environment, Inputs, Machine, Past};
use domain::{Domain, Plan, Side, Stopped, Watch};
use lang::checked::{PieceId, Program};
use lang::plans;
use proof::{Tree, Verdict};
use search::{Engine, Evidence, Options, PositionGraph, Query};

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

/// What a search ply by ply came to.
struct Deepest {
    verdict: Verdict,
    /// How many positions were looked at.
    nodes: u64,
    /// How deep the last search was that came to an end.
    plies: u32,
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
    program: &'p Arc<Program>,
    compiled: HashMap<Contest, Compiled<D>>,
    /// How many parts they have together, written out.
    n_parts: usize,
    /// What searches have seen of contests, in this question.
    seen: HashMap<Contest, PositionGraph<D>>,
}

/// A contest as code, and what runs its goals.
struct Compiled<D: Domain> {
    program: Arc<compiled::Program<D>>,
    piece: PieceId,
    machine: Machine<D>,
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
    pub fn new(domain: &'p D, program: &'p Arc<Program>) -> Planner<'p, D> {
        Planner {
            domain,
            program,
            compiled: HashMap::new(),
            n_parts: 0,
            seen: HashMap::new(),
        }
    }

    /// Forgets what searches have seen, so that the next question is answered as if it were the first.
    pub(crate) fn forget(&mut self) {
        self.seen.clear();
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
        let inputs = Inputs {
            position,
            stamp: compiled.stamp,
            past: &Past::of_root(position, compiled.stamp),
            depth: 0,
            the_move: None,
        };
        let holds = compiled.machine.truth(code, &inputs, &mut Steps(max_steps));
        holds.ok()
    }

    /// Searches a contest. What has been seen of it in this question need not be looked at again.
    pub(crate) fn settle(
        &mut self,
        contest: &Contest,
        position: &D::Position,
        watch: &Watch,
    ) -> Settled {
        if self.looks_back(contest) {
            let deepest = self.deepest(contest, position, watch);
            return Settled {
                succeeds: match deepest.verdict {
                    Verdict::Satisfied => Some(true),
                    Verdict::Refuted => Some(false),
                    Verdict::Cut => None,
                },
                nodes: deepest.nodes,
            };
        }
        let mut seen = self.seen.remove(contest).unwrap_or_default();
        let compiled = self.compiled(contest);
        let asked = (compiled.piece, contest.0.owner());
        let mut engine = Engine::new(&compiled.program, REMEMBERING);
        let (result, nodes) = engine.settle(asked, position, &mut seen, watch);
        self.seen.insert(contest.clone(), seen);
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
        watch: &Watch,
    ) -> Option<Try<D::Move>> {
        if self.n_parts(contest) > MAX_WRITTEN_OUT {
            return None;
        }
        let settled = self.settle(contest, position, watch);
        let evidence = settled
            .succeeds
            .and_then(|_| self.seen.get(contest)?.evidence());
        let (verdict, tree, nodes) = match evidence {
            Some((verdict, tree)) => (verdict, tree, settled.nodes),
            None => self.deepest_tree(contest, position, watch)?,
        };
        let (plan, against) = contest.clone();
        let owner = plan.owner();
        Some(Try {
            plan,
            against,
            plies: tree.depth() as u32,
            by: match verdict {
                Verdict::Satisfied => owner,
                Verdict::Refuted | Verdict::Cut => !owner,
            },
            is_settled: verdict != Verdict::Cut,
            tree,
            nodes,
        })
    }

    /// The tree of the greatest depth that can be searched, and how many positions the search looked at.
    fn deepest_tree(
        &mut self,
        contest: &Contest,
        position: &D::Position,
        watch: &Watch,
    ) -> Option<(Verdict, Tree<D::Move>, u64)> {
        let nodes = watch.max_nodes().min(MAX_TRY_NODES);
        let watch = watch.clone().with_nodes(nodes);
        let Deepest {
            plies,
            nodes: searched,
            ..
        } = self.deepest(contest, position, &watch);
        // To write a tree down takes more looking than to know that there is one.
        let ample = watch.with_nodes(nodes.saturating_mul(100));
        let options = self.options_by_plies(contest);
        let compiled = self.compiled(contest);
        let query = Query::of(compiled.piece).by(contest.0.owner());
        let query = query.within(plies).with(Evidence::Either);
        let mut engine = Engine::new(&compiled.program, options);
        let (verdict, tree) = engine.ask(query, position, &ample).evidence().ok()?;
        Some((verdict, tree, searched))
    }

    /// Searches ply by ply, until it is settled what becomes of a contest, or until a search needs too many positions.
    fn deepest(&mut self, contest: &Contest, position: &D::Position, watch: &Watch) -> Deepest {
        let options = self.options_by_plies(contest);
        let compiled = self.compiled(contest);
        let query = Query::of(compiled.piece).by(contest.0.owner());
        let mut engine = Engine::new(&compiled.program, options);
        let mut deepest = Deepest {
            verdict: Verdict::Cut,
            nodes: 0,
            plies: 0,
        };
        for plies in 0..MAX_PLIES {
            let searched = engine.ask(query.within(plies), position, watch);
            deepest.nodes += searched.nodes();
            let Some(verdict) = searched.answer.verdict() else {
                break;
            };
            (deepest.verdict, deepest.plies) = (verdict, plies);
            if verdict != Verdict::Cut {
                break;
            }
        }
        deepest
    }

    /// Do the plans look at more than the position? Then it is not the same on every line that leads to it.
    fn looks_back(&self, (plan, against): &Contest) -> bool {
        let mut plans = std::iter::once(plan).chain(against);
        plans.any(|plan| {
            let reads = plans::reads(self.program, plan);
            reads.depth || reads.before
        })
    }

    /// What was found out about a position is used again, unless it depends on the line that led there.
    fn options_by_plies(&self, contest: &Contest) -> Options {
        if self.looks_back(contest) {
            Options::default()
        } else {
            REMEMBERING
        }
    }

    /// How many parts a contest has, written out.
    pub(crate) fn n_parts(&self, (plan, against): &Contest) -> usize {
        let plans = std::iter::once(plan).chain(against);
        plans.map(|plan| plans::size(self.program, plan)).sum()
    }

    fn compiled(&mut self, contest: &Contest) -> &mut Compiled<D> {
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

impl<D: Domain> Environment<D> for Steps {
    fn can(&mut self, _: PieceId, _: Side, _: &D::Position) -> Result<bool, Stopped> {
        unreachable!("the goal asks for no search")
    }

    fn steps(&mut self, n: u64) -> Result<(), Stopped> {
        let left = self.0.checked_sub(n);
        self.0 = left.ok_or(Stopped::Steps(n))?;
        Ok(())
    }
}

/// What was found out about a position is used again; lines in which one comes back are then not ended.
const REMEMBERING: Options = Options {
    cache: true,
    shortest_first: false,
};

/// The goals and moves of a contest have at most so many parts, with all definitions written out: this is what is
/// compiled.
pub(crate) const MAX_WRITTEN_OUT: usize = 200_000;

/// Compiled plans are kept until they have so many parts together.
const MAX_KEPT: usize = 2_000_000;

/// A search for a try that proves nothing looks at no more positions than this: somebody waits for it.
const MAX_TRY_NODES: u64 = 5_000;

/// No try looks farther ahead.
const MAX_PLIES: u32 = 64;
