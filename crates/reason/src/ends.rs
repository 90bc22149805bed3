//! Where the lines of a tree end, and why a plan has succeeded or failed there, in the chapter's own words.
//!
//! A definition that `means` something is a reason. The goal of a plan is looked through for the first that decides it.

use std::collections::{HashMap, HashSet};

use domain::{Domain, Plan, Value};
use lang::checked::{Expr, ExprKind, Template, TemplatePart};
use lang::plans;
use lang::reference::{Budget, Evaluator, Scene};
use proof::{NodeId, Tree};

use crate::explorer::{Explorer, MAX_STEPS};
use crate::planner::Try;
use crate::positions::PositionId;
use crate::reasoner::Reasoner;

/// An end that lines have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Why it is one.
    pub why: String,
    /// In how many positions.
    pub n_positions: usize,
}

/// So many nodes of a tree are looked at.
const MAX_NODES: usize = 20_000;

impl<D: Domain> Reasoner<'_, '_, D> {
    /// Where the lines of a tree end, the commonest first. Ends for which the chapter has no words are left out.
    pub fn ends(&self, found: &Try<D::Move>) -> Vec<End> {
        if !found.is_settled {
            return Vec::new();
        }
        let succeeds = found.by == found.plan.owner();
        let mut counts: HashMap<String, usize> = HashMap::new();
        for position in self.last_positions(&found.tree) {
            if let Some(why) = self.explorer.reason(&found.plan, succeeds, &position) {
                *counts.entry(why).or_default() += 1;
            }
        }
        let ends = counts.into_iter();
        let mut ends: Vec<End> = ends
            .map(|(why, n_positions)| End { why, n_positions })
            .collect();
        ends.sort_by(|a, b| (b.n_positions, &a.why).cmp(&(a.n_positions, &b.why)));
        ends
    }

    /// Why an answer that needs no tree is seen at once.
    pub fn seen_at_once(&mut self) -> Option<String> {
        let needed = self.needed_facts();
        let (about, plan) = self.first_plan(&needed)?;
        let succeeds = self.known_of(&about)?;
        let position = self.explorer.positions.get(PositionId::PROBLEM);
        self.explorer.reason(&plan, succeeds, position)
    }

    /// The positions in which the lines of a tree end.
    fn last_positions(&self, tree: &Tree<D::Move>) -> Vec<D::Position> {
        let explorer = &self.explorer;
        let problem = explorer.positions.get(PositionId::PROBLEM);
        let mut last = Vec::new();
        let mut seen: HashSet<(NodeId, D::Position)> = HashSet::new();
        let mut seen_last: HashSet<D::Position> = HashSet::new();
        let mut waiting = vec![(tree.root(), problem.clone())];
        while let Some((node, position)) = waiting.pop() {
            if seen.len() > MAX_NODES || !seen.insert((node, position.clone())) {
                continue;
            }
            let branches = tree.branches(node);
            for (m, to) in branches {
                waiting.push((*to, explorer.domain.play(&position, *m)));
            }
            if branches.is_empty() && seen_last.insert(position.clone()) {
                last.push(position);
            }
        }
        last
    }
}

impl<D: Domain> Explorer<'_, '_, D> {
    /// Why a plan has reached its goal in a position, or cannot reach it any more.
    fn reason(&self, plan: &Plan, succeeds: bool, position: &D::Position) -> Option<String> {
        let goal = if succeeds {
            plans::better_goal(self.program, plan)
        } else {
            plans::holding_goal(self.program, plan)
        };
        let scene = Scene {
            viewer: plan.owner(),
            ..Scene::of(position)
        };
        let value = self.value_in(&goal, scene, &[]);
        if value.is_some_and(|value| value.truth()) != succeeds {
            return None;
        }
        self.decided_by(&goal, succeeds, scene, &[])
    }

    /// The first definition with words of its own because of which an expression is true, or false.
    fn decided_by(
        &self,
        expr: &Expr,
        truth: bool,
        scene: Scene<'_, D>,
        locals: &[Option<Value>],
    ) -> Option<String> {
        match &expr.kind {
            ExprKind::Call(id, args) => {
                let called = self.program.definition(*id);
                let args = args.iter().map(|arg| self.value_in(arg, scene, locals));
                let args: Vec<Option<Value>> = args.collect();
                let words = if truth {
                    &called.means
                } else {
                    &called.means_not
                };
                match words {
                    Some(words) => self.worded(words, scene, &args),
                    None => self.decided_by(&called.body, truth, scene, &args),
                }
            }
            ExprKind::Not(part) => self.decided_by(part, !truth, scene, locals),
            ExprKind::And(parts) | ExprKind::Or(parts) => {
                let is = |part: &Expr| {
                    let value = self.value_in(part, scene, locals);
                    value.is_some_and(|value| value.truth()) == truth
                };
                let mut deciding = parts.iter().filter(|part| is(part));
                deciding.find_map(|part| self.decided_by(part, truth, scene, locals))
            }
            ExprKind::If(cases, otherwise) => {
                let holds = |(condition, _): &&(Expr, Expr)| {
                    let value = self.value_in(condition, scene, locals);
                    value.is_some_and(|value| value.truth())
                };
                let case = cases.iter().find(holds).map(|(_, then)| then);
                let chosen = case.or(otherwise.as_deref())?;
                self.decided_by(chosen, truth, scene, locals)
            }
            ExprKind::ForThem(part) => {
                let scene = Scene {
                    viewer: !scene.viewer,
                    ..scene
                };
                self.decided_by(part, truth, scene, locals)
            }
            // These have no parts of which one could decide.
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
            | ExprKind::At(..) => None,
        }
    }

    /// Whose view it is, and the words.
    fn worded(
        &self,
        words: &Template,
        scene: Scene<'_, D>,
        locals: &[Option<Value>],
    ) -> Option<String> {
        let mut said = format!("{}: ", self.domain.write_side(scene.viewer, self.view));
        for part in &words.parts {
            match part {
                TemplatePart::Plain(text) => said += text,
                TemplatePart::Value(expr) => {
                    let value = self.value_in(expr, scene, locals)?;
                    said += &self.write(expr.ty, &value);
                }
            }
        }
        Some(said)
    }

    fn value_in(
        &self,
        expr: &Expr,
        scene: Scene<'_, D>,
        locals: &[Option<Value>],
    ) -> Option<Value> {
        let mut evaluator = Evaluator::new(self.domain, self.program, Budget::steps(MAX_STEPS));
        let value = evaluator.value_with(expr, scene, locals);
        value.ok().flatten()
    }
}
