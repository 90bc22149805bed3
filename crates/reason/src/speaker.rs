//! Values, plans, hypotheses and propositions in the chapter's words.

use domain::{Domain, Plan, PlanForm, Side, SimplePlan, Type, Value};
use lang::checked::{PlanId, Template};
use lang::reference::{Evaluator, Scene};
use proof::value_in_words;

use crate::explorer::Explorer;
use crate::logic::{PoolHypothesis, Proposition};
use crate::pool::{Pool, PoolEntry};
use crate::positions::PositionId;
use crate::undecided::Undecided;

impl<D: Domain> Explorer<D> {
    /// A text with its values; none if a value is missing.
    pub(crate) fn said(
        &self,
        template: &Template,
        locals: &[Option<Value>],
    ) -> Result<Option<String>, Undecided> {
        template.fill(|expr| {
            let value = self.value(expr, locals)?;
            Ok(value.map(|value| self.write(expr.ty, &value)))
        })
    }

    /// A value as people write it.
    pub(crate) fn write(&self, ty: Type, value: &Value) -> String {
        match value {
            Value::Plan(plan) => self.write_plan(plan),
            Value::Truth(_)
            | Value::Number(_)
            | Value::Side(_)
            | Value::Item(_)
            | Value::Set(_) => {
                let position = self.positions.get(self.here);
                value_in_words(&self.domain, (position, self.view), ty, value)
            }
        }
    }

    /// A plan as people say it: `White's plan “push the pawn”`.
    pub(crate) fn write_plan(&self, plan: &Plan) -> String {
        let side = self.domain.write_side(plan.owner(), self.view);
        let said = self.plan_in_words(plan);
        format!("{side}'s plan \u{201c}{said}\u{201d}")
    }

    /// A plan without its owner: `push the pawn`.
    pub(crate) fn plan_in_words(&self, plan: &Plan) -> String {
        match plan.form() {
            PlanForm::Simple(simple) => self.simple_plan(simple),
            PlanForm::Or(..) => self.alternatives(plan),
            PlanForm::Mod(a, b) => {
                let (a, b) = (self.plan_in_words(a), self.plan_in_words(b));
                format!("{a} and, where needed, {b}")
            }
        }
    }

    /// Does what a plan is about still exist in a later position? Nobody stays near a pawn that has queened.
    pub(crate) fn is_still_about(&self, plan: &Plan, position: &D::Position) -> bool {
        match plan.form() {
            PlanForm::Simple(simple) => {
                let locals: Vec<Option<Value>> = simple.args.iter().cloned().map(Some).collect();
                let means = self.program.plan(PlanId(simple.idx)).means.as_ref();
                means.is_none_or(|means| {
                    let said = self.said_at(position, plan.owner(), means, &locals);
                    said.is_some()
                })
            }
            PlanForm::Or(a, b) | PlanForm::Mod(a, b) => {
                self.is_still_about(a, position) && self.is_still_about(b, position)
            }
        }
    }

    /// A text with its values as a side sees them; none if a value is missing.
    fn said_by(
        &self,
        viewer: Side,
        template: &Template,
        locals: &[Option<Value>],
    ) -> Option<String> {
        self.said_at(self.positions.get(self.here), viewer, template, locals)
    }

    fn said_at(
        &self,
        position: &D::Position,
        viewer: Side,
        template: &Template,
        locals: &[Option<Value>],
    ) -> Option<String> {
        let mut evaluator = Evaluator::new(&self.domain, &self.program, self.budget());
        let scene = Scene {
            viewer,
            ..Scene::of(position)
        };
        let said = template.fill(|expr| {
            let value = evaluator.value_with(expr, scene, locals)?;
            Ok::<_, Undecided>(value.map(|value| self.write(expr.ty, &value)))
        });
        said.ok().flatten()
    }

    /// A plan that the chapter writes down.
    fn simple_plan(&self, plan: &SimplePlan) -> String {
        let known = self.program.plan(PlanId(plan.idx));
        let locals: Vec<Option<Value>> = plan.args.iter().cloned().map(Some).collect();
        let said = known.means.as_ref();
        let said = said.and_then(|means| self.said_by(plan.owner, means, &locals));
        said.unwrap_or_else(|| known.name.clone())
    }

    /// `a, b or c`; where one of them is itself made of two, `either a and, where needed, b, or c`.
    fn alternatives(&self, plan: &Plan) -> String {
        let (mut parts, mut waiting) = (Vec::new(), vec![plan]);
        while let Some(plan) = waiting.pop() {
            match plan.form() {
                PlanForm::Or(a, b) => waiting.extend([&**b, &**a]),
                PlanForm::Simple(_) | PlanForm::Mod(..) => parts.push(plan),
            }
        }
        let is_joined = parts
            .iter()
            .any(|part| matches!(part.form(), PlanForm::Mod(..)));
        let mut said: Vec<String> = parts.iter().map(|part| self.plan_in_words(part)).collect();
        let last = said.pop().unwrap_or_default();
        match is_joined {
            true => format!("either {}, or {last}", said.join(", or ")),
            false => format!("{} or {last}", said.join(", ")),
        }
    }

    /// The moves that first led to a position; none for the problem itself.
    pub(crate) fn path(&self, position: PositionId) -> Option<String> {
        self.positions.path(&self.domain, self.view, position)
    }

    /// A proposition in words.
    pub(crate) fn say(&mut self, pool: &Pool, proposition: &Proposition) -> String {
        let list = |explorer: &mut Self, parts: &[Proposition], word: &str, none: &str| {
            let parts: Vec<String> = parts.iter().map(|part| explorer.say(pool, part)).collect();
            if parts.is_empty() {
                none.to_owned()
            } else {
                parts.join(word)
            }
        };
        match proposition {
            Proposition::Truth(truth) => if *truth {
                "it is true"
            } else {
                "it is not true"
            }
            .into(),
            Proposition::Hypothesis(hypothesis) => self.say_hypothesis(pool, *hypothesis, true),
            Proposition::Not(part) => match &**part {
                Proposition::Hypothesis(hypothesis) => {
                    self.say_hypothesis(pool, *hypothesis, false)
                }
                Proposition::Not(inner) => self.say(pool, inner),
                Proposition::Truth(_)
                | Proposition::And(_)
                | Proposition::Or(_)
                | Proposition::Implies(..)
                | Proposition::Iff(..) => format!("it is not true that {}", self.say(pool, part)),
            },
            Proposition::And(parts) => list(self, parts, " and ", "it is true"),
            Proposition::Or(parts) => list(self, parts, " or ", "it is not true"),
            Proposition::Implies(a, b) => {
                format!("if {} then {}", self.say(pool, a), self.say(pool, b))
            }
            Proposition::Iff(a, b) => {
                format!("{} exactly if {}", self.say(pool, a), self.say(pool, b))
            }
        }
    }

    fn say_hypothesis(&mut self, pool: &Pool, hypothesis: PoolHypothesis, holds: bool) -> String {
        let entry = pool.entry(pool.entry_of(hypothesis));
        // Its values are those of the position that it is about.
        self.here = entry.position;
        let kind = self.program.hypothesis(entry.kind);
        let locals: Vec<Option<Value>> = entry.args.iter().cloned().map(Some).collect();
        let said = |template: &Option<Template>| {
            let template = template.as_ref()?;
            self.said(template, &locals).ok().flatten()
        };
        let own = said(if holds { &kind.means } else { &kind.means_not });
        let opposite = said(&kind.means).filter(|_| !holds);
        let said = own.or_else(|| opposite.map(|text| format!("it is not true that {text}")));
        let said = said.unwrap_or_else(|| {
            let written = self.write_entry(pool, entry);
            if holds {
                written
            } else {
                format!("not {written}")
            }
        });
        match self.path(entry.position) {
            Some(path) => format!("after {path} {said}"),
            None => said,
        }
    }

    /// A hypothesis or object as the trace writes it: `goal(a)`.
    pub(crate) fn write_entry(&self, pool: &Pool, entry: &PoolEntry) -> String {
        let hypothesis = self.program.hypothesis(entry.kind);
        let args = entry.args.iter().zip(&hypothesis.parameters);
        let mut args: Vec<String> = args
            .map(|(value, (_, ty))| self.write_value(pool, *ty, value))
            .collect();
        args.extend(self.path(entry.position));
        if args.is_empty() {
            hypothesis.name.clone()
        } else {
            format!("{}({})", hypothesis.name, args.join(","))
        }
    }

    /// A value as the trace writes it: plans have numbers.
    pub(crate) fn write_value(&self, pool: &Pool, ty: Type, value: &Value) -> String {
        match value {
            Value::Plan(plan) => pool.write_numbered(plan),
            Value::Truth(_)
            | Value::Number(_)
            | Value::Side(_)
            | Value::Item(_)
            | Value::Set(_) => self.write(ty, value),
        }
    }
}
