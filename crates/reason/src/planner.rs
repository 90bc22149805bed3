//! Plans and the search: whether a plan succeeds, alone or against another, and the best try where that stays open.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use code::compile_piece;
use code::compiled;
use code::machine::{Environment, Inputs, Machine, Past};
use domain::{Domain, Plan, Side, Stopped, Watch};
use lang::checked::{PieceId, Program};
use lang::plans;
use proof::{Tree, Verdict};
use search::{Engine, Evidence, Options, PositionGraph, Query};

/// A plan, and the plan against it, if there is one.
pub type Contest = (Arc<Plan>, Option<Arc<Plan>>);

/// A contest as it is written. Equal plans that were joined in another order try their moves in another order, and what
/// is looked at must not depend on which of them came first in an earlier question.
#[derive(Clone)]
struct WrittenContest(Contest);

impl WrittenContest {
    fn of(contest: &Contest) -> WrittenContest {
        WrittenContest(contest.clone())
    }
}

impl PartialEq for WrittenContest {
    fn eq(&self, other: &WrittenContest) -> bool {
        let (WrittenContest((plan, against)), WrittenContest((plan2, against2))) = (self, other);
        let is_alike = match (against, against2) {
            (Some(a), Some(b)) => a.is_written_like(b),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        is_alike && plan.is_written_like(plan2)
    }
}

impl Eq for WrittenContest {}

impl Hash for WrittenContest {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// The result of a search of a contest.
#[derive(Clone, Copy)]
pub(crate) struct Settled {
    /// Does the plan succeed? None if the positions ran out.
    pub(crate) succeeds: Option<bool>,
    /// How many positions were looked at.
    pub(crate) nodes: u64,
}

/// The result of a search ply by ply.
struct Deepest {
    verdict: Verdict,
    /// How many positions were looked at.
    nodes: u64,
    /// The depth of the last finished search.
    plies: u32,
}

/// The tree of a contest, as deep as it could be searched.
#[derive(Clone, Debug)]
pub struct Try<M> {
    /// The plan that was tried.
    pub plan: Arc<Plan>,
    /// The plan against it.
    pub against: Option<Arc<Plan>>,
    /// How many plies deep.
    pub plies: u32,
    /// Whose tree it is: the side that succeeds, or holds out this long.
    pub by: Side,
    /// Has the whole contest been settled, and not only this many plies of it?
    pub is_settled: bool,
    /// The tree.
    pub tree: Tree<M>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// Compiles and searches plans, each compiled once. It can be handed from one question to the next.
pub struct Planner<D: Domain> {
    domain: D,
    program: Arc<Program>,
    compiled: HashMap<WrittenContest, Compiled<D>>,
    /// The number of their parts, with definitions written out.
    n_parts: usize,
    /// The graphs of contests, for the current question.
    seen: HashMap<WrittenContest, PositionGraph<D>>,
}

/// A contest as code, and the machine for its goals.
struct Compiled<D: Domain> {
    program: Arc<compiled::Program<D>>,
    piece: PieceId,
    machine: Machine<D>,
    /// The last stamp; each position gets a new one.
    stamp: u64,
}

/// One of the two goals of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlanGoal {
    Better,
    Holding,
}

impl<D: Domain> Planner<D> {
    /// A planner without compiled plans.
    #[inline(never)]
    pub fn new(domain: D, program: &Arc<Program>) -> Planner<D> {
        Planner {
            domain,
            program: Arc::clone(program),
            compiled: HashMap::new(),
            n_parts: 0,
            seen: HashMap::new(),
        }
    }

    /// Forgets the graphs, so that the next question is answered as if it were the first.
    pub(crate) fn forget(&mut self) {
        self.seen.clear();
    }

    /// Does a goal of a plan hold in a position? None if that needs a search or too many steps.
    pub(crate) fn holds(
        &mut self,
        plan: &Arc<Plan>,
        goal: PlanGoal,
        position: &D::Position,
        max_steps: u64,
    ) -> Option<bool> {
        let contest = (plan.clone(), None);
        if plans::asks(&self.program, plan) || self.n_parts(&contest) > MAX_WRITTEN_OUT {
            return None;
        }
        let turn = self.domain.turn(position);
        let compiled = self.compiled(&contest);
        let piece = compiled.program.piece(compiled.piece, plan.owner());
        let goals = &piece.goals[turn];
        let code = match goal {
            PlanGoal::Better => &goals.better,
            PlanGoal::Holding => &goals.holding,
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

    /// Searches a contest. Its graph is kept for the current question.
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
        let mut seen = self
            .seen
            .remove(&WrittenContest::of(contest))
            .unwrap_or_default();
        let compiled = self.compiled(contest);
        let asked = (compiled.piece, contest.0.owner());
        let mut engine = Engine::new(&compiled.program, REMEMBERING);
        let (result, nodes) = engine.settle(asked, position, &mut seen, watch);
        self.seen.insert(WrittenContest::of(contest), seen);
        Settled {
            succeeds: result.ok().map(|verdict| verdict == Verdict::Satisfied),
            nodes,
        }
    }

    /// The tree that settles a contest, or else the deepest tree that the positions allow. None if the contest is too
    /// large to be compiled.
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
            .and_then(|_| self.seen.get(&WrittenContest::of(contest))?.evidence());
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

    /// The deepest tree that can be searched, and how many positions the search looked at.
    fn deepest_tree(
        &mut self,
        contest: &Contest,
        position: &D::Position,
        watch: &Watch,
    ) -> Option<(Verdict, Tree<D::Move>, u64)> {
        let max_nodes = watch.max_nodes().min(MAX_TRY_NODES);
        let watch = watch.clone().with_nodes(max_nodes);
        let Deepest { plies, nodes, .. } = self.deepest(contest, position, &watch);
        // Recording a tree takes more positions than deciding that there is one.
        let ample = watch.with_nodes(max_nodes.saturating_mul(100));
        let options = self.options_by_plies(contest);
        let compiled = self.compiled(contest);
        let query = Query::of(compiled.piece).by(contest.0.owner());
        let query = query.within(plies).with(Evidence::Either);
        let mut engine = Engine::new(&compiled.program, options);
        let (verdict, tree) = engine.ask(query, position, &ample).evidence().ok()?;
        Some((verdict, tree, nodes))
    }

    /// Searches ply by ply, until the contest is settled or a search needs too many positions.
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

    /// Do the plans depend on the line that led to a position?
    fn looks_back(&self, (plan, against): &Contest) -> bool {
        let mut plans = std::iter::once(plan).chain(against);
        plans.any(|plan| {
            let reads = plans::reads(&self.program, plan);
            reads.depth || reads.before
        })
    }

    /// Verdicts about positions are reused, unless they depend on the line that led there.
    fn options_by_plies(&self, contest: &Contest) -> Options {
        if self.looks_back(contest) {
            Options::default()
        } else {
            REMEMBERING
        }
    }

    /// The number of parts of a contest, with definitions written out.
    pub(crate) fn n_parts(&self, (plan, against): &Contest) -> usize {
        let plans = std::iter::once(plan).chain(against);
        plans.map(|plan| plans::size(&self.program, plan)).sum()
    }

    fn compiled(&mut self, contest: &Contest) -> &mut Compiled<D> {
        let (plan, against) = contest;
        let written = WrittenContest::of(contest);
        if !self.compiled.contains_key(&written) {
            let n_parts = self.n_parts(contest);
            if self.n_parts + n_parts > MAX_KEPT {
                self.compiled.clear();
                self.n_parts = 0;
            }
            self.n_parts += n_parts;
        }
        self.compiled.entry(written).or_insert_with(|| {
            let piece = plans::piece(&self.program, plan, against.as_deref());
            let (program, piece) = compile_piece(&self.domain, &self.program, &piece, plan.owner());
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

/// The host of a goal without searches, with a limit on steps.
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

/// Verdicts about positions are reused. A repeated position then does not end a line.
const REMEMBERING: Options = Options {
    cache: true,
    shortest_first: false,
};

/// The most parts of the goals and moves of a contest, with definitions written out as they are compiled.
pub(crate) const MAX_WRITTEN_OUT: usize = 200_000;

/// Compiled plans are dropped when they have more parts than this together.
const MAX_KEPT: usize = 2_000_000;

/// The most positions of a search for a try that proves nothing: a user waits for it.
const MAX_TRY_NODES: u64 = 5_000;

/// The deepest try.
const MAX_PLIES: u32 = 64;
