//! What the program's expressions and formulas come to in the problem at hand.
//!
//! Conditions are decided by looking at the position, `can …` by a search, and what is left of a formula is made of
//! hypotheses, which are put into the pool where they are new.

use domain::{Domain, Item, Plan, Side, Stop, Stopped, Type, Value, Watch};
use lang::checked::{
    self, Arrow, Constraint, ConstraintKind, Expr, ExprKind, Local, Program, Template, TemplatePart,
};
use lang::reference::{Budget, Evaluator, Scene};
use lang::{Builtin, Span};
use search::{Answer, Engine};

use crate::formula::Formula;
use crate::planner::{Contest, Goal, MAX_WRITTEN_OUT, Planner};
use crate::pool::{Entry, EntryId, Pool};
use crate::positions::{PositionId, Positions};
use crate::prover::FactId;

/// Steps that the conditions of one method may take.
const MAX_STEPS: u64 = 10_000_000;

/// All facts together have at most so many parts, so that a stranger's method cannot exhaust memory.
pub(crate) const MAX_PARTS: usize = 1_000_000;

/// Why the reasoner cannot go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The conditions of a method, or a search, took too long.
    Stopped(Stopped),
    /// The pool may not hold more.
    Entries(usize),
    /// A method has more contexts than this.
    Contexts(usize),
    /// All facts together have more parts than this.
    Parts(usize),
    /// A plan would be made of more simple plans than this.
    Plans(usize),
    /// The goals and moves of plans have more parts than this, written out.
    WrittenOut(usize),
}

/// Looks at positions on behalf of a program, one at a time.
pub(crate) struct Explorer<'p, 's, D: Domain> {
    pub(crate) domain: &'p D,
    pub(crate) program: &'p Program,
    pub(crate) engine: Engine<D>,
    pub(crate) planner: Planner<'p, D>,
    pub(crate) positions: Positions<D>,
    /// Where it looks now.
    pub(crate) here: PositionId,
    pub(crate) view: D::View,
    pub(crate) stop: Option<&'s Stop>,
    /// How many positions a search by plans may look at.
    pub(crate) max_search_nodes: u64,
    /// How many positions searches may still look at, and how many they have looked at.
    pub(crate) nodes_left: u64,
    pub(crate) nodes: u64,
    pub(crate) max_entries: usize,
    /// How many parts further formulas may have.
    pub(crate) parts_left: usize,
    /// The searches by plans so far.
    pub(crate) searches: Vec<Search>,
}

/// A search by plans.
#[derive(Clone, Debug)]
pub struct Search {
    /// The plan, and the one against it.
    pub contest: Contest,
    /// From which position.
    pub position: PositionId,
    /// The fact that rests on it, if it was settled.
    pub fact: FactId,
    /// Does the plan succeed? Nothing if the positions did not suffice.
    pub succeeds: Option<bool>,
    /// How many positions it looked at.
    pub nodes: u64,
}

/// A formula made of hypotheses, or nothing where a search has not come to an end.
pub(crate) type Found = Option<Formula>;

impl<D: Domain> Explorer<'_, '_, D> {
    /// The value of an expression for these values of its locals.
    pub(crate) fn value(
        &self,
        expr: &Expr,
        locals: &[Option<Value>],
    ) -> Result<Option<Value>, Trouble> {
        let mut evaluator = Evaluator::new(self.domain, self.program, self.budget());
        let scene = Scene::of(self.positions.get(self.here));
        let value = evaluator.value_with(expr, scene, locals);
        let value = value.map_err(Trouble::Stopped)?;
        // A method may join what it is given, again and again.
        if let Some(Value::Plan(plan)) = &value
            && plan.size() > Plan::MAX_SIZE
        {
            return Err(Trouble::Plans(Plan::MAX_SIZE));
        }
        Ok(value)
    }

    /// Is a condition true? Whether plans are kept and reached, which is most of what is asked, compiled code tells.
    pub(crate) fn truth(&mut self, expr: &Expr, locals: &[Option<Value>]) -> Result<bool, Trouble> {
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

    /// Does the goal hold that an expression asks about? Nothing if it asks about something else.
    fn goal(&mut self, expr: &Expr, locals: &[Option<Value>]) -> Result<Option<bool>, Trouble> {
        let ExprKind::Builtin(asked, args) = &expr.kind else {
            return Ok(None);
        };
        let goal = if *asked == Builtin::Better {
            Goal::Better
        } else if *asked == Builtin::Holding {
            Goal::Holding
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

    /// The items of a set; none if it has no value.
    pub(crate) fn items(&self, set: &Expr, locals: &[Option<Value>]) -> Result<Vec<Item>, Trouble> {
        let set = self.value(set, locals)?;
        Ok(set.map_or(Vec::new(), |set| set.set().iter().collect()))
    }

    /// The entry that a hypothesis or an object is about; none if something it is about has no value.
    pub(crate) fn entry(
        &self,
        kind: checked::HypothesisId,
        args: &[Expr],
        locals: &[Option<Value>],
    ) -> Result<Option<Entry>, Trouble> {
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            match self.value(arg, locals)? {
                Some(value) => values.push(value),
                None => return Ok(None),
            }
        }
        Ok(Some(Entry {
            kind,
            args: values,
            position: self.here,
        }))
    }

    /// A formula with everything decided but its hypotheses. Those that are new are put into the pool and listed.
    pub(crate) fn formula(
        &mut self,
        formula: &checked::Formula,
        locals: &mut Vec<Option<Value>>,
        pool: &mut Pool,
        new: &mut Vec<EntryId>,
    ) -> Result<Found, Trouble> {
        let parts_left = self.parts_left.checked_sub(1);
        self.parts_left = parts_left.ok_or(Trouble::Parts(MAX_PARTS))?;
        Ok(Some(match formula {
            checked::Formula::Condition(expr) => Formula::Truth(self.truth(expr, locals)?),
            checked::Formula::Can(piece) => match self.search(*piece)? {
                Some(truth) => Formula::Truth(truth),
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
                    return Ok(Some(Formula::Truth(false)));
                };
                let against = against.flatten().map(|against| against.plan().clone());
                // Two plans of one side do not meet.
                let owner = plan.plan().owner();
                if against
                    .as_ref()
                    .is_some_and(|against| against.owner() == owner)
                {
                    return Ok(None);
                }
                let fact = FactId(pool.facts().len() as u32);
                match self.contest(&(plan.plan().clone(), against), fact)? {
                    Some(truth) => Formula::Truth(truth),
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
                // Whose move it is decides which of the two can be said. A plan that counts its moves is another one
                // after a move, so nothing follows from how it fares there.
                let reads = lang::plans::reads(self.program, plan);
                if is_owners != is_some || reads.depth || reads.root || reads.before {
                    return Ok(None);
                }
                let moves = if is_some {
                    self.moves(&lang::plans::moves(self.program, plan), plan.owner())?
                } else {
                    self.moves(&any(), !plan.owner())?
                };
                let here = self.here;
                let mut found = Vec::new();
                for m in moves {
                    self.here = self.positions.after(self.domain, here, m);
                    if self.positions.len() > self.max_entries {
                        self.here = here;
                        return Err(Trouble::Entries(self.max_entries));
                    }
                    let part = self.formula(body, locals, pool, new);
                    self.here = here;
                    match part? {
                        Some(part) => found.push(part),
                        None => return Ok(None),
                    }
                }
                joined(!is_some, found)
            }
            checked::Formula::Hypothesis(kind, args) => {
                // What is about nothing does not hold, as in the rest of the language.
                let Some(entry) = self.entry(*kind, args, locals)? else {
                    return Ok(Some(Formula::Truth(false)));
                };
                let id = self.put(entry, pool, new)?;
                let hypothesis = pool.hypothesis(id);
                hypothesis
                    .expect("the checker lets no object into a formula")
                    .into()
            }
            checked::Formula::Not(part) => match self.formula(part, locals, pool, new)? {
                Some(part) => part.negated(),
                None => return Ok(None),
            },
            checked::Formula::And(parts) | checked::Formula::Or(parts) => {
                let mut found = Vec::with_capacity(parts.len());
                for part in parts {
                    match self.formula(part, locals, pool, new)? {
                        Some(part) => found.push(part),
                        None => return Ok(None),
                    }
                }
                joined(matches!(formula, checked::Formula::And(_)), found)
            }
            checked::Formula::If(cases, otherwise) => {
                for (condition, then) in cases {
                    if self.truth(condition, locals)? {
                        return self.formula(then, locals, pool, new);
                    }
                }
                match otherwise {
                    Some(otherwise) => return self.formula(otherwise, locals, pool, new),
                    None => Formula::Truth(true),
                }
            }
            checked::Formula::Every(local, set, body)
            | checked::Formula::Some(local, set, body) => {
                let mut found = Vec::new();
                for item in self.items(set, locals)? {
                    bind(locals, *local, item);
                    let part = self.formula(body, locals, pool, new)?;
                    locals.truncate(usize::from(local.0));
                    match part {
                        Some(part) => found.push(part),
                        None => return Ok(None),
                    }
                }
                joined(matches!(formula, checked::Formula::Every(..)), found)
            }
            checked::Formula::Arrow(arrow, a, b) => {
                let a = self.formula(a, locals, pool, new)?;
                let b = self.formula(b, locals, pool, new)?;
                match (a, b, arrow) {
                    // Where one side is decided, what is left is said of the other alone.
                    (Some(a), Some(Formula::Truth(truth)), Arrow::Iff)
                    | (Some(Formula::Truth(truth)), Some(a), Arrow::Iff) => {
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

    /// Puts an entry into the pool, if there is room.
    pub(crate) fn put(
        &mut self,
        entry: Entry,
        pool: &mut Pool,
        new: &mut Vec<EntryId>,
    ) -> Result<EntryId, Trouble> {
        let (id, is_new) = pool.put(entry, self.program);
        if is_new {
            new.push(id);
            if pool.len() > self.max_entries {
                return Err(Trouble::Entries(self.max_entries));
            }
        }
        Ok(id)
    }

    /// Whether a piece of advice is satisfiable; nothing where the search was cut, since that is no fact.
    fn search(&mut self, piece: checked::PieceId) -> Result<Option<bool>, Trouble> {
        let watch = self.watch(self.nodes_left);
        let position = self.positions.get(self.here);
        let searched = self.engine.decide(piece, position, &watch);
        self.pay(searched.statistics.nodes() + searched.nested_nodes)?;
        Ok(match searched.answer {
            Answer::Satisfied(_) => Some(true),
            Answer::Refuted => Some(false),
            Answer::Cut | Answer::Unknown(_) => None,
        })
    }

    /// Whether a plan succeeds, against everything or against another; nothing where the search did not settle it.
    fn contest(&mut self, contest: &Contest, fact: FactId) -> Result<Option<bool>, Trouble> {
        let watch = self.watch(self.max_search_nodes.min(self.nodes_left));
        if self.planner.n_parts(contest) > MAX_WRITTEN_OUT {
            return Err(Trouble::WrittenOut(MAX_WRITTEN_OUT));
        }
        let position = self.positions.get(self.here);
        let settled = self.planner.settle(contest, position, &watch);
        self.pay(settled.nodes)?;
        self.searches.push(Search {
            contest: contest.clone(),
            position: self.here,
            fact,
            succeeds: settled.succeeds,
            nodes: settled.nodes,
        });
        Ok(settled.succeeds)
    }

    /// The moves to where it looks now, in words; nothing for the problem.
    pub(crate) fn path_here(&self) -> Option<String> {
        self.positions.path(self.domain, self.view, self.here)
    }

    /// Takes what a search has looked at from what may be looked at.
    fn pay(&mut self, nodes: u64) -> Result<(), Trouble> {
        self.nodes += nodes;
        self.nodes_left = self.nodes_left.saturating_sub(nodes);
        if self.stop.is_some_and(Stop::is_raised) {
            return Err(Trouble::Stopped(Stopped::Asked));
        }
        Ok(())
    }

    /// The moves that a constraint selects here, as a side sees it.
    fn moves(&self, constraint: &Constraint, viewer: Side) -> Result<Vec<D::Move>, Trouble> {
        let mut evaluator = Evaluator::new(self.domain, self.program, self.budget());
        let scene = Scene {
            viewer,
            ..Scene::of(self.positions.get(self.here))
        };
        let moves = evaluator.moves(constraint, scene);
        moves.map_err(Trouble::Stopped)
    }

    pub(crate) fn budget(&self) -> Budget {
        Budget::watched(MAX_STEPS, &self.watch(self.nodes_left))
    }

    /// What watches over a search that may look at this many positions.
    pub(crate) fn watch(&self, nodes: u64) -> Watch {
        let watch = Watch::nodes(nodes);
        match self.stop {
            Some(stop) => watch.with_stop(stop),
            None => watch,
        }
    }

    /// A text with its values; none if a value is missing.
    pub(crate) fn said(
        &self,
        template: &Template,
        locals: &[Option<Value>],
    ) -> Result<Option<String>, Trouble> {
        let mut said = String::new();
        for part in &template.parts {
            match part {
                TemplatePart::Plain(text) => said += text,
                TemplatePart::Value(expr) => match self.value(expr, locals)? {
                    Some(value) => said += &self.write(expr.ty, &value),
                    None => return Ok(None),
                },
            }
        }
        Ok(Some(said))
    }

    /// A value as people write it.
    pub(crate) fn write(&self, ty: Type, value: &Value) -> String {
        let item = |sort, item| {
            self.domain
                .write_item(self.positions.get(self.here), self.view, sort, item)
        };
        match (ty, value) {
            (Type::Item(sort), Value::Item(one)) => item(sort, *one),
            (Type::Set(sort), Value::Set(set)) => {
                let items: Vec<String> = set.iter().map(|one| item(sort, one)).collect();
                match items.as_slice() {
                    [] => "none".into(),
                    [only] => only.clone(),
                    [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
                }
            }
            (_, Value::Side(side)) => self.domain.write_side(*side, self.view),
            (_, Value::Number(number)) => number.to_string(),
            (_, Value::Truth(truth)) => if *truth { "yes" } else { "no" }.into(),
            (_, Value::Plan(plan)) => self.write_plan(plan, false),
            (_, Value::Item(_) | Value::Set(_)) => String::new(),
        }
    }

    /// A plan as people say it: whose it is, and what is to be done.
    pub(crate) fn write_plan(&self, plan: &Plan, is_part: bool) -> String {
        match plan {
            Plan::Simple { idx, owner, args } => {
                let known = self.program.plan(checked::PlanId(*idx));
                let locals: Vec<Option<Value>> = args.iter().cloned().map(Some).collect();
                let said = known.means.as_ref().and_then(|means| {
                    let parts = means.parts.iter().map(|part| match part {
                        TemplatePart::Plain(text) => Some(text.clone()),
                        TemplatePart::Value(expr) => {
                            let value = self.value(expr, &locals).ok()??;
                            Some(self.write(expr.ty, &value))
                        }
                    });
                    parts.collect::<Option<String>>()
                });
                let said = said.unwrap_or_else(|| known.name.clone());
                if is_part {
                    said
                } else {
                    format!(
                        "{}'s plan \u{201c}{said}\u{201d}",
                        self.domain.write_side(*owner, self.view)
                    )
                }
            }
            Plan::Or(a, b) | Plan::Mod(a, b) => {
                let word = match plan {
                    Plan::Or(..) => "or",
                    Plan::Mod(..) | Plan::Simple { .. } => "and, where needed,",
                };
                let (a, b) = (self.write_plan(a, true), self.write_plan(b, true));
                let said = format!("{a} {word} {b}");
                if is_part {
                    format!("({said})")
                } else {
                    let side = self.domain.write_side(plan.owner(), self.view);
                    format!("{side}'s plan \u{201c}{said}\u{201d}")
                }
            }
        }
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

/// All of them, or one of them; one by itself needs no word.
fn joined(all: bool, mut parts: Vec<Formula>) -> Formula {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    if all {
        Formula::And(parts)
    } else {
        Formula::Or(parts)
    }
}
