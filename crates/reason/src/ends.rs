//! The ends of the lines of a tree, and why a plan has succeeded or failed there, in the chapter's own words.
//!
//! A definition with `means` is a reason. The first one that decides the goal of a plan is given.

use std::collections::{HashMap, HashSet};

use domain::{Domain, Plan, PlanForm, Stopped, Value};
use lang::checked::{Expr, ExprKind, Template};
use lang::plans;
use lang::reference::{Evaluator, Scene};
use proof::{NodeId, Tree};

use crate::explorer::Explorer;
use crate::planner::Try;
use crate::positions::PositionId;
use crate::reasoner::{Conclusion, Reasoner};

/// An end that several lines share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineEnd {
    /// The reason; none if the chapter has no words for it.
    pub why: Option<String>,
    /// The number of positions.
    pub n_positions: usize,
}

/// The largest tree whose ends are counted.
const MAX_NODES: usize = 20_000;

impl<D: Domain> Reasoner<D> {
    /// The ends of the lines of a tree, the most frequent first. Empty if the tree settles nothing or is too large.
    pub(crate) fn ends(&self, found: &Try<D::Move>) -> Vec<LineEnd> {
        if !found.is_settled || found.tree.nodes().len() > MAX_NODES {
            return Vec::new();
        }
        self.counted_ends(found).unwrap_or_default()
    }

    fn counted_ends(&self, found: &Try<D::Move>) -> Result<Vec<LineEnd>, Stopped> {
        let succeeds = found.by == found.plan.owner();
        let mut reasons = Reasons::new(&self.explorer);
        let mut counts: HashMap<Option<String>, usize> = HashMap::new();
        for (position, is_repeated) in self.last_positions(&found.tree) {
            let why = if is_repeated {
                Some("the position repeats".into())
            } else {
                reasons.at_end(found, succeeds, &position)?
            };
            *counts.entry(why).or_default() += 1;
        }
        let ends = counts.into_iter();
        let mut ends: Vec<LineEnd> = ends
            .map(|(why, n_positions)| LineEnd { why, n_positions })
            .collect();
        // Ends without words come last.
        let key = |end: &LineEnd| {
            let n_fewer = usize::MAX - end.n_positions;
            (end.why.is_none(), n_fewer, end.why.clone())
        };
        ends.sort_by_cached_key(key);
        Ok(ends)
    }

    /// The reason for an answer that needs no tree.
    pub(crate) fn seen_at_once(&mut self) -> Option<String> {
        match self.conclusion()? {
            Conclusion::Yes | Conclusion::No => {}
            Conclusion::Unknown(_) => return None,
        }
        let needed = self.needed_facts();
        let (about, plan) = self.first_plan(&needed)?;
        let succeeds = self.known_of(&about)?;
        let position = self.explorer.positions.get(PositionId::PROBLEM);
        let mut reasons = Reasons {
            goes_deeper: true,
            ..Reasons::new(&self.explorer)
        };
        let reason = reasons.of(&plan, succeeds, position).ok()??;
        Some(reason.in_full())
    }

    /// The positions in which lines of a tree end, and whether the tree goes on from the same position elsewhere.
    fn last_positions(&self, tree: &Tree<D::Move>) -> Vec<(D::Position, bool)> {
        let explorer = &self.explorer;
        let problem = explorer.positions.get(PositionId::PROBLEM);
        let mut last = Vec::new();
        let mut inner: HashSet<D::Position> = HashSet::new();
        let mut seen: HashSet<(NodeId, D::Position)> = HashSet::new();
        let mut waiting = vec![(tree.root(), problem.clone())];
        while let Some((node, position)) = waiting.pop() {
            if !seen.insert((node, position.clone())) {
                continue;
            }
            let branches = tree.branches(node);
            for (m, to) in branches {
                waiting.push((*to, explorer.domain.play(&position, *m)));
            }
            if branches.is_empty() {
                last.push(position);
            } else {
                inner.insert(position);
            }
        }
        let mut counted = HashSet::new();
        last.retain(|position| counted.insert(position.clone()));
        let last = last.into_iter();
        last.map(|position| {
            let is_repeated = inner.contains(&position);
            (position, is_repeated)
        })
        .collect()
    }
}

/// The words of a definition that decides.
struct Reason {
    words: String,
    /// Those of a definition inside of it that decides it in turn; none unless one goes deeper.
    because: Option<String>,
}

impl Reason {
    fn in_full(self) -> String {
        match self.because {
            Some(because) => format!("{}: {because}", self.words),
            None => self.words,
        }
    }
}

/// Finds reasons, with one budget for all of them.
pub(crate) struct Reasons<'r, D: Domain> {
    explorer: &'r Explorer<D>,
    evaluator: Evaluator<'r, D>,
    /// A reason has a reason of its own. The many ends of a tree do without.
    goes_deeper: bool,
}

impl<'r, D: Domain> Reasons<'r, D> {
    pub(crate) fn new(explorer: &'r Explorer<D>) -> Reasons<'r, D> {
        Reasons {
            evaluator: Evaluator::new(&explorer.domain, &explorer.program, explorer.budget()),
            explorer,
            goes_deeper: false,
        }
    }

    /// Why a line of a tree ends in a position.
    pub(crate) fn at_end(
        &mut self,
        found: &Try<D::Move>,
        succeeds: bool,
        position: &D::Position,
    ) -> Result<Option<String>, Stopped> {
        match self.of(&found.plan, succeeds, position)? {
            None if succeeds => match &found.against {
                Some(against) => Ok(self.of(against, false, position)?.map(|why| why.words)),
                None => Ok(None),
            },
            why => Ok(why.map(|why| why.words)),
        }
    }

    /// Has the other side reached what a plan wants? A plan that is about something is nobody else's.
    pub(crate) fn is_reversed(
        &mut self,
        plan: &Plan,
        position: &D::Position,
    ) -> Result<bool, Stopped> {
        let PlanForm::Simple(simple) = plan.form() else {
            return Ok(false);
        };
        if !simple.args.is_empty() {
            return Ok(false);
        }
        let program = &self.explorer.program;
        let theirs = Plan::simple(simple.idx, !simple.owner, Vec::new());
        let scene = Scene {
            viewer: theirs.owner(),
            ..Scene::of(position)
        };
        self.truth(&plans::better_goal(program, &theirs), scene, &[])
    }

    /// Why a plan has reached its goal in a position, or can no longer reach it.
    fn of(
        &mut self,
        plan: &Plan,
        succeeds: bool,
        position: &D::Position,
    ) -> Result<Option<Reason>, Stopped> {
        let program = &self.explorer.program;
        let goal = if succeeds {
            plans::better_goal(program, plan)
        } else {
            plans::holding_goal(program, plan)
        };
        let scene = Scene {
            viewer: plan.owner(),
            ..Scene::of(position)
        };
        if self.truth(&goal, scene, &[])? != succeeds {
            return Ok(None);
        }
        self.deciding(&goal, succeeds, scene, &[])
    }

    /// The first definition with words that makes an expression true, or false.
    fn deciding(
        &mut self,
        expr: &Expr,
        truth: bool,
        scene: Scene<'_, D>,
        locals: &[Option<Value>],
    ) -> Result<Option<Reason>, Stopped> {
        match &expr.kind {
            ExprKind::Call(id, args) => {
                let called = self.explorer.program.definition(*id);
                let args = args
                    .iter()
                    .map(|arg| self.evaluator.value_with(arg, scene, locals));
                let args = args.collect::<Result<Vec<_>, Stopped>>()?;
                let words = if truth {
                    &called.means
                } else {
                    &called.means_not
                };
                let Some(words) = words else {
                    return self.deciding(&called.body, truth, scene, &args);
                };
                let Some(words) = self.worded(words, scene, &args)? else {
                    return Ok(None);
                };
                let because = match self.goes_deeper {
                    true => self.deciding(&called.body, truth, scene, &args)?,
                    false => None,
                };
                Ok(Some(Reason {
                    words,
                    because: because.map(|reason| reason.words),
                }))
            }
            ExprKind::Not(part) => self.deciding(part, !truth, scene, locals),
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                for part in parts {
                    if self.truth(part, scene, locals)? == truth
                        && let Some(why) = self.deciding(part, truth, scene, locals)?
                    {
                        return Ok(Some(why));
                    }
                }
                Ok(None)
            }
            ExprKind::If(cases, otherwise) => {
                for (condition, then) in cases {
                    if self.truth(condition, scene, locals)? {
                        return self.deciding(then, truth, scene, locals);
                    }
                }
                match otherwise {
                    Some(otherwise) => self.deciding(otherwise, truth, scene, locals),
                    None => Ok(None),
                }
            }
            ExprKind::ForThem(part) => {
                let scene = Scene {
                    viewer: !scene.viewer,
                    ..scene
                };
                self.deciding(part, truth, scene, locals)
            }
            // None of their parts could decide alone.
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Side(_)
            | ExprKind::Constant(_)
            | ExprKind::Item(_)
            | ExprKind::Local(_)
            | ExprKind::Word(..)
            | ExprKind::MoveWord(..)
            | ExprKind::Builtin(..)
            | ExprKind::Can(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::InRange(..)
            | ExprKind::InList(..)
            | ExprKind::Arithmetic(..)
            | ExprKind::Negate(_)
            | ExprKind::Combine(..)
            | ExprKind::Set(_)
            | ExprKind::Quantified(..)
            | ExprKind::AnySide(_)
            | ExprKind::OverMoves(..)
            | ExprKind::At(..) => Ok(None),
        }
    }

    /// The words; none if a value is missing.
    fn worded(
        &mut self,
        words: &Template,
        scene: Scene<'_, D>,
        locals: &[Option<Value>],
    ) -> Result<Option<String>, Stopped> {
        let explorer = self.explorer;
        words.fill(|expr| {
            let value = self.evaluator.value_with(expr, scene, locals)?;
            Ok(value.map(|value| explorer.write(expr.ty, &value)))
        })
    }

    fn truth(
        &mut self,
        expr: &Expr,
        scene: Scene<'_, D>,
        locals: &[Option<Value>],
    ) -> Result<bool, Stopped> {
        let value = self.evaluator.value_with(expr, scene, locals)?;
        Ok(value.is_some_and(|value| value.truth()))
    }
}
