//! What the program's expressions and formulas mean in the problem at hand.
//!
//! Conditions are evaluated in the position, `can …` is decided by a search, and what is left of a formula is a
//! proposition over hypotheses. Hypotheses that are new enter the pool.

use std::sync::Arc;

use domain::{Domain, Item, Plan, Side, Value, Watch};
use lang::checked::{self, Arrow, Constraint, ConstraintKind, Expr, ExprKind, Local, Program};
use lang::reference::{Budget, Evaluator, Scene};
use lang::{Builtin, Span};
use search::Engine;

use crate::logic::{FactId, Proposition};
use crate::plan_search::PlanSearch;
use crate::planner::{PlanGoal, Planner};
use crate::pool::{EntryId, Pool, PoolEntry};
use crate::positions::{PositionId, Positions};
use crate::undecided::Undecided;

/// Steps that the conditions of one method may take.
const MAX_STEPS: u64 = 10_000_000;

/// All facts together have at most this many parts, so that an untrusted chapter cannot exhaust memory.
pub(crate) const MAX_PARTS: usize = 1_000_000;

/// Evaluates the program's expressions in one position at a time.
pub(crate) struct Explorer<D: Domain> {
    pub(crate) domain: D,
    pub(crate) program: Arc<Program>,
    pub(crate) engine: Engine<D>,
    pub(crate) planner: Planner<D>,
    pub(crate) positions: Positions<D>,
    /// The position in which expressions are evaluated now.
    pub(crate) here: PositionId,
    pub(crate) view: D::View,
    pub(crate) watch: Watch,
    /// The most positions that one search by plans may look at.
    pub(crate) max_search_nodes: u64,
    /// The same for the method that is carried out, if it has a bound of its own.
    pub(crate) max_nodes_of_method: Option<u64>,
    /// How many positions searches may still look at, and how many they have looked at.
    pub(crate) nodes_left: u64,
    pub(crate) nodes: u64,
    pub(crate) max_entries: usize,
    /// How many parts further formulas may have.
    pub(crate) parts_left: usize,
    /// The searches by plans so far.
    pub(crate) searches: Vec<PlanSearch>,
}

impl<D: Domain> Explorer<D> {
    /// The value of an expression for these values of its locals.
    pub(crate) fn value(
        &self,
        expr: &Expr,
        locals: &[Option<Value>],
    ) -> Result<Option<Value>, Undecided> {
        let mut evaluator = Evaluator::new(&self.domain, &self.program, self.budget());
        let scene = Scene::of(self.positions.get(self.here));
        let value = evaluator.value_with(expr, scene, locals)?;
        // A method may join plans again and again.
        if let Some(Value::Plan(plan)) = &value
            && plan.size() > Plan::MAX_SIZE
        {
            return Err(Undecided::Plans(Plan::MAX_SIZE));
        }
        Ok(value)
    }

    /// Is a condition true? The goals of plans, which are most conditions, are evaluated by compiled code.
    pub(crate) fn truth(
        &mut self,
        expr: &Expr,
        locals: &[Option<Value>],
    ) -> Result<bool, Undecided> {
        if let ExprKind::Not(part) = &expr.kind {
            return Ok(!self.truth(part, locals)?);
        }
        if let ExprKind::And(parts) = &expr.kind {
            for part in parts {
                if !self.truth(part, locals)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        if let Some(truth) = self.goal(expr, locals)? {
            return Ok(truth);
        }
        Ok(self.value(expr, locals)?.is_some_and(|value| value.truth()))
    }

    /// If the expression is about a goal of a plan: does the goal hold? None if it is about something else.
    fn goal(&mut self, expr: &Expr, locals: &[Option<Value>]) -> Result<Option<bool>, Undecided> {
        let ExprKind::Builtin(asked, args) = &expr.kind else {
            return Ok(None);
        };
        let goal = if *asked == Builtin::Better {
            PlanGoal::Better
        } else if *asked == Builtin::Holding {
            PlanGoal::Holding
        } else {
            return Ok(None);
        };
        let Some(plan) = self.value(&args[0], locals)? else {
            return Ok(None);
        };
        let position = self.positions.get(self.here);
        let holds = self.planner.holds(plan.plan(), goal, position, MAX_STEPS);
        Ok(holds)
    }

    /// The items of a set; empty if it has no value.
    pub(crate) fn items(
        &self,
        set: &Expr,
        locals: &[Option<Value>],
    ) -> Result<Vec<Item>, Undecided> {
        let set = self.value(set, locals)?;
        Ok(set.map_or(Vec::new(), |set| set.set().iter().collect()))
    }

    /// The entry of a hypothesis or an object; none if an argument has no value.
    pub(crate) fn entry(
        &self,
        kind: checked::HypothesisId,
        args: &[Expr],
        locals: &[Option<Value>],
    ) -> Result<Option<PoolEntry>, Undecided> {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            match self.value(arg, locals)? {
                Some(value) => values.push(value),
                None => return Ok(None),
            }
        }
        Ok(Some(PoolEntry {
            kind,
            args: values,
            position: self.here,
        }))
    }

    /// A formula with everything decided but its hypotheses; none where a search did not finish. New hypotheses are put
    /// into the pool and added to `new`.
    pub(crate) fn proposition(
        &mut self,
        formula: &checked::Formula,
        locals: &mut Vec<Option<Value>>,
        pool: &mut Pool,
        new: &mut Vec<EntryId>,
    ) -> Result<Option<Proposition>, Undecided> {
        let parts_left = self.parts_left.checked_sub(1);
        self.parts_left = parts_left.ok_or(Undecided::Parts(MAX_PARTS))?;
        Ok(Some(match formula {
            checked::Formula::Condition(expr) => Proposition::Truth(self.truth(expr, locals)?),
            checked::Formula::Can(piece) => match self.search(*piece)? {
                Some(truth) => Proposition::Truth(truth),
                None => return Ok(None),
            },
            checked::Formula::CanPlan(plan, against) => {
                let plan_of = |expr: &Expr| self.value(expr, locals);
                let plan = plan_of(plan)?;
                let against = match against {
                    Some(against) => Some(plan_of(against)?),
                    None => None,
                };
                let (Some(plan), None | Some(Some(_))) = (&plan, &against) else {
                    return Ok(Some(Proposition::Truth(false)));
                };
                let against = against.flatten().map(|against| against.plan().clone());
                // Two plans of one side are no contest.
                let owner = plan.plan().owner();
                if against
                    .as_ref()
                    .is_some_and(|against| against.owner() == owner)
                {
                    return Ok(None);
                }
                let fact = FactId(pool.facts().len() as u32);
                match self.contest(&(plan.plan().clone(), against), fact)? {
                    Some(truth) => Proposition::Truth(truth),
                    None => return Ok(None),
                }
            }
            checked::Formula::SomeMove(plan, body) | checked::Formula::EveryReply(plan, body) => {
                let is_some = matches!(formula, checked::Formula::SomeMove(..));
                let Some(plan) = self.value(plan, locals)? else {
                    return Ok(None);
                };
                let plan = plan.plan();
                let position = self.positions.get(self.here);
                let is_owners = self.domain.turn(position) == plan.owner();
                // The side to move decides which of the two applies. A plan that counts its moves is a different plan
                // after a move, so nothing follows from its result there.
                let reads = lang::plans::reads(&self.program, plan);
                if is_owners != is_some || reads.depth || reads.root || reads.before {
                    return Ok(None);
                }
                let moves = if is_some {
                    self.moves(&lang::plans::moves(&self.program, plan), plan.owner())?
                } else {
                    self.moves(&any(), !plan.owner())?
                };
                let here = self.here;
                let mut found = Vec::new();
                for m in moves {
                    self.here = self.positions.after(&self.domain, here, m);
                    if self.positions.len() > self.max_entries {
                        self.here = here;
                        return Err(Undecided::Entries(self.max_entries));
                    }
                    let part = self.proposition(body, locals, pool, new);
                    self.here = here;
                    match part? {
                        Some(part) => found.push(part),
                        None => return Ok(None),
                    }
                }
                joined(!is_some, found)
            }
            checked::Formula::Hypothesis(kind, args) => {
                // A hypothesis without a value is false, as in the rest of the language.
                let Some(entry) = self.entry(*kind, args, locals)? else {
                    return Ok(Some(Proposition::Truth(false)));
                };
                let id = self.put(entry, pool, new)?;
                let hypothesis = pool.hypothesis(id);
                hypothesis
                    .expect("the checker allows no object in a formula")
                    .into()
            }
            checked::Formula::Not(part) => match self.proposition(part, locals, pool, new)? {
                Some(part) => part.negated(),
                None => return Ok(None),
            },
            checked::Formula::And(parts) | checked::Formula::Or(parts) => {
                let mut found = Vec::with_capacity(parts.len());
                for part in parts {
                    match self.proposition(part, locals, pool, new)? {
                        Some(part) => found.push(part),
                        None => return Ok(None),
                    }
                }
                joined(matches!(formula, checked::Formula::And(_)), found)
            }
            checked::Formula::If(cases, otherwise) => {
                for (condition, then) in cases {
                    if self.truth(condition, locals)? {
                        return self.proposition(then, locals, pool, new);
                    }
                }
                match otherwise {
                    Some(otherwise) => return self.proposition(otherwise, locals, pool, new),
                    None => Proposition::Truth(true),
                }
            }
            checked::Formula::Every(local, set, body)
            | checked::Formula::Some(local, set, body) => {
                let mut found = Vec::new();
                for item in self.items(set, locals)? {
                    bind(locals, *local, item);
                    let part = self.proposition(body, locals, pool, new)?;
                    locals.truncate(usize::from(local.0));
                    match part {
                        Some(part) => found.push(part),
                        None => return Ok(None),
                    }
                }
                joined(matches!(formula, checked::Formula::Every(..)), found)
            }
            checked::Formula::Arrow(arrow, a, b) => {
                let a = self.proposition(a, locals, pool, new)?;
                let b = self.proposition(b, locals, pool, new)?;
                match (a, b, arrow) {
                    // Where one side is decided, the other side remains.
                    (Some(a), Some(Proposition::Truth(truth)), Arrow::Iff)
                    | (Some(Proposition::Truth(truth)), Some(a), Arrow::Iff) => {
                        if truth {
                            a
                        } else {
                            a.negated()
                        }
                    }
                    (Some(a), Some(b), Arrow::Implies) => a.implies(b),
                    (Some(a), Some(b), Arrow::Iff) => a.iff(b),
                    (_, None, _) | (None, _, _) => return Ok(None),
                }
            }
        }))
    }

    /// Puts an entry into the pool, unless the pool is full.
    pub(crate) fn put(
        &mut self,
        entry: PoolEntry,
        pool: &mut Pool,
        new: &mut Vec<EntryId>,
    ) -> Result<EntryId, Undecided> {
        let (id, is_new) = pool.put(entry, &self.program);
        if is_new {
            new.push(id);
            if pool.len() > self.max_entries {
                return Err(Undecided::Entries(self.max_entries));
            }
        }
        Ok(id)
    }

    /// The moves that a constraint selects here, as the viewer sees it.
    fn moves(&self, constraint: &Constraint, viewer: Side) -> Result<Vec<D::Move>, Undecided> {
        let mut evaluator = Evaluator::new(&self.domain, &self.program, self.budget());
        let scene = Scene {
            viewer,
            ..Scene::of(self.positions.get(self.here))
        };
        Ok(evaluator.moves(constraint, scene)?)
    }

    /// The moves that a plan lets its owner make in a position.
    pub(crate) fn plan_moves_in(
        &self,
        plan: &Plan,
        position: &D::Position,
    ) -> Result<Vec<D::Move>, Undecided> {
        let mut evaluator = Evaluator::new(&self.domain, &self.program, self.budget());
        let scene = Scene {
            viewer: plan.owner(),
            ..Scene::of(position)
        };
        Ok(evaluator.moves(&lang::plans::moves(&self.program, plan), scene)?)
    }

    pub(crate) fn budget(&self) -> Budget {
        Budget::watched(MAX_STEPS, &self.watch)
    }
}

/// All legal moves.
fn any() -> Constraint {
    Constraint {
        span: Span::default(),
        kind: ConstraintKind::Any,
    }
}

/// Gives the item of a quantifier its value.
pub(crate) fn bind(locals: &mut Vec<Option<Value>>, local: Local, item: Item) {
    locals.truncate(usize::from(local.0));
    locals.push(Some(Value::Item(item)));
}

/// The conjunction or disjunction of parts; a single part stays as it is.
fn joined(all: bool, mut parts: Vec<Proposition>) -> Proposition {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    if all {
        Proposition::And(parts)
    } else {
        Proposition::Or(parts)
    }
}
