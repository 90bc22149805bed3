//! The pool, the conflict set and a cycle as text, in the form of the paper's Fig. 6.

use std::fmt::Write;

use domain::{Domain, Plan, PlanForm, Type};
use lang::checked::{Method, PatternArg, PlanId, PlanPattern};

use crate::logic::{CForm, PoolHypothesis, Proposition};
use crate::matcher::MethodContext;
use crate::plan_search::PlanSearch;
use crate::planner::Contest;
use crate::pool::{EntryId, PoolEntry};
use crate::positions::PositionId;
use crate::reasoner::{Executed, Reasoner};

impl<D: Domain> Reasoner<D> {
    /// The current-knowledge-pool.
    pub fn show_pool(&self) -> String {
        let mut text = headed("Current Knowledge Pool", '=');
        text += "Positive Target\n";
        text += &lines(self.targets.positive());
        text += "Negative Target\n";
        text += &lines(self.targets.negative());
        if self.targets.is_product() {
            text += "Facts not yet multiplied\n";
            for factor in self.targets.waiting() {
                let lines: Vec<String> =
                    factor.lines().iter().map(|line| line.to_string()).collect();
                let _ = writeln!(text, "{}", lines.join("; "));
            }
        }
        let values = self.plain_facts();
        if !values.is_empty() {
            text += "Facts\n";
        }
        for (number, (hypothesis, truth)) in (1..).zip(values) {
            let _ = writeln!(text, "{number} {hypothesis} is {truth}");
        }
        let (mut hypotheses, mut objects) = (String::new(), String::new());
        for (id, entry) in self.pool.entries() {
            let written = self.explorer.write_entry(&self.pool, entry);
            let _ = match self.pool.hypothesis(id) {
                Some(h) => writeln!(hypotheses, "{} hyp({h},{written})", h.0 + 1),
                None => writeln!(objects, "{} {written}", self.pool.number(id) + 1),
            };
        }
        let _ = write!(text, "Hypotheses\n{hypotheses}");
        if !objects.is_empty() {
            let _ = write!(text, "Objects\n{objects}");
        }
        let plans = self.pool.plans();
        if !plans.is_empty() {
            text += "Plans\n";
        }
        for (number, plan) in (1..).zip(plans) {
            let _ = writeln!(text, "{number} {}", self.write_plan(plan));
        }
        text
    }

    /// The conflict set, numbered from 1.
    pub fn show_conflict_set(&self, conflict_set: &[usize]) -> String {
        let mut text = headed("Next execution cycle", '=');
        text += "Conflict set (method names : contexts)\n";
        for (number, idx) in (1..).zip(conflict_set) {
            let _ = writeln!(
                text,
                "{number} {}",
                self.show_context(self.context(*idx), ": ")
            );
        }
        text
    }

    /// What a cycle did.
    pub fn show_executed(&self, executed: &Executed) -> String {
        let context = self.show_context(&executed.context, " on context ");
        let mut text = format!("Executed {context}\nNew facts\n");
        if executed.factors.is_empty() {
            text += &lines(&CForm::nothing());
        }
        for factor in &executed.factors {
            text += &lines(factor);
        }
        text
    }

    /// `expand: [h:0,a]`
    fn show_context(&self, context: &MethodContext, between: &str) -> String {
        let program = &self.explorer.program;
        let mut parts: Vec<String> = Vec::new();
        for id in &context.entries {
            parts.push(self.write_name(*id));
        }
        let method = program.method(context.method);
        for (value, ty) in context.bound.iter().zip(self.bound_types(method)) {
            let value = value.as_ref().expect("patterns bind existing values");
            parts.push(self.explorer.write_value(&self.pool, ty, value));
        }
        format!("{}{between}[{}]", method.name, parts.join(","))
    }

    /// The types of the values that the patterns of a method bind, in order.
    fn bound_types(&self, method: &Method) -> Vec<Type> {
        fn of_arg(plans: &dyn Fn(PlanId) -> Vec<Type>, arg: &PatternArg, ty: Type) -> Vec<Type> {
            match arg {
                PatternArg::Bind(_) => vec![ty],
                PatternArg::Equal(_) => Vec::new(),
                PatternArg::Plan(pattern) => match &**pattern {
                    PlanPattern::Simple { plan, owner, args } => {
                        let mut types = of_arg(plans, owner, Type::Side);
                        let args = args.iter().zip(plans(*plan));
                        types.extend(args.flat_map(|(arg, ty)| of_arg(plans, arg, ty)));
                        types
                    }
                    PlanPattern::Joined(_, a, b) => [a, b]
                        .into_iter()
                        .flat_map(|arg| of_arg(plans, arg, Type::Plan))
                        .collect(),
                },
            }
        }
        let program = &self.explorer.program;
        let types_of = |plan: PlanId| -> Vec<Type> {
            let parameters = program.plan(plan).parameters.iter();
            parameters.map(|(_, ty)| *ty).collect()
        };
        let mut types = Vec::new();
        for pattern in &method.given {
            let parameters = &program.hypothesis(pattern.hypothesis).parameters;
            for (arg, (_, ty)) in pattern.args.iter().zip(parameters) {
                types.extend(of_arg(&types_of, arg, *ty));
            }
        }
        types
    }

    /// The searches by plans, one on a line, as the paper counts them.
    pub fn show_searches(&self) -> String {
        let line = |search: &PlanSearch| {
            let what = self.show_contest(&search.contest, search.position);
            let result = match search.succeeds {
                Some(true) => "succeeds",
                Some(false) => "fails",
                None => "stays open",
            };
            format!("{what} {result}: {} positions\n", search.nodes)
        };
        self.explorer.searches.iter().map(line).collect()
    }

    /// `p:1 mod p:4 against p:2`, with the moves to the position where it was tried.
    fn show_contest(&self, (plan, against): &Contest, position: PositionId) -> String {
        let mut text = self.pool.write_numbered(plan);
        if let Some(against) = against {
            text += &format!(" against {}", self.pool.write_numbered(against));
        }
        match self.explorer.path(position) {
            Some(path) => format!("{text} after {path}"),
            None => text,
        }
    }

    /// `plan(p:1,White,push)`: the number, the owner, and the name with its arguments.
    fn write_plan(&self, plan: &Plan) -> String {
        let PlanForm::Simple(simple) = plan.form() else {
            return self.pool.write_numbered(plan);
        };
        let explorer = &self.explorer;
        let known = explorer.program.plan(PlanId(simple.idx));
        let types = known.parameters.iter().map(|(_, ty)| *ty);
        let args: Vec<String> = types
            .zip(&simple.args)
            .map(|(ty, value)| explorer.write(ty, value))
            .collect();
        let name = if args.is_empty() {
            known.name.clone()
        } else {
            format!("{}({})", known.name, args.join("; "))
        };
        let side = explorer.domain.write_side(simple.owner, explorer.view);
        format!("plan({},{side},{name})", self.pool.write_numbered(plan))
    }

    /// A hypothesis or object of the pool: `goal(a)`.
    pub fn write_entry(&self, entry: &PoolEntry) -> String {
        self.explorer.write_entry(&self.pool, entry)
    }

    fn write_name(&self, id: EntryId) -> String {
        match self.pool.hypothesis(id) {
            Some(hypothesis) => hypothesis.to_string(),
            None => format!("o:{}", self.pool.number(id)),
        }
    }

    /// The hypotheses with a known value: a fact states it, or rule 3 has inserted it.
    fn plain_facts(&self) -> Vec<(PoolHypothesis, bool)> {
        let mut values = self.targets.values().clone();
        for fact in self.pool.facts() {
            match &fact.proposition {
                Proposition::Hypothesis(hypothesis) => {
                    values.insert(*hypothesis, true);
                }
                Proposition::Not(part) => {
                    if let Proposition::Hypothesis(hypothesis) = &**part {
                        values.insert(*hypothesis, false);
                    }
                }
                Proposition::Truth(_)
                | Proposition::And(_)
                | Proposition::Or(_)
                | Proposition::Implies(..)
                | Proposition::Iff(..) => {}
            }
        }
        values.into_iter().collect()
    }
}

fn headed(title: &str, mark: char) -> String {
    let line: String = std::iter::repeat_n(mark, title.len()).collect();
    format!("{title}\n{line}\n")
}

/// The lines of a c-form; `true` without any.
fn lines(form: &CForm) -> String {
    if form.lines().is_empty() {
        return "true\n".into();
    }
    form.lines()
        .iter()
        .map(|line| format!("{line}\n"))
        .collect()
}
