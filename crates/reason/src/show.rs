//! The pool, the conflict set and a cycle as text, in the form of the paper's Fig. 6.

use std::fmt::Write;

use domain::{Domain, Plan, Type, Value};
use lang::checked::{Method, PatternArg, PlanId, PlanPattern};

use crate::cform::CForm;
use crate::formula::Formula;
use crate::hypothesis::Hypothesis;
use crate::matcher::Context;
use crate::planner::Contest;
use crate::pool::{Entry, EntryId};
use crate::positions::PositionId;
use crate::reasoner::{Executed, Reasoner};

impl<D: Domain> Reasoner<'_, '_, D> {
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
            let written = self.write_entry(entry);
            let _ = match self.pool.hypothesis(id) {
                Some(h) => writeln!(hypotheses, "{} hyp({h},{written})", h.0 + 1),
                None => writeln!(objects, "{} {written}", self.pool.number(id) + 1),
            };
        }
        let _ = write!(text, "Hypotheses\n{hypotheses}");
        if !objects.is_empty() {
            let _ = write!(text, "Objects\n{objects}");
        }
        let plans = self.simple_plans();
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

    /// What a cycle has done.
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
    fn show_context(&self, context: &Context, between: &str) -> String {
        let program = self.explorer.program;
        let mut parts: Vec<String> = Vec::new();
        for id in &context.entries {
            parts.push(self.write_name(*id));
        }
        let method = program.method(context.method);
        for (value, ty) in context.bound.iter().zip(self.bound_types(method)) {
            let value = value.as_ref().expect("patterns bind values that are there");
            parts.push(self.write_value(ty, value));
        }
        format!("{}{between}[{}]", method.name, parts.join(","))
    }

    /// The types of what the patterns of a method bind, in the order in which they do.
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
        let program = self.explorer.program;
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

    /// A value as the trace writes it: plans have numbers.
    fn write_value(&self, ty: Type, value: &Value) -> String {
        match value {
            Value::Plan(plan) => self.write_numbered(plan),
            Value::Truth(_)
            | Value::Number(_)
            | Value::Side(_)
            | Value::Item(_)
            | Value::Set(_) => self.explorer.write(ty, value),
        }
    }

    /// `p:1 mod p:4`
    fn write_numbered(&self, plan: &Plan) -> String {
        let part = |part: &Plan| match part {
            Plan::Or(..) => format!("({})", self.write_numbered(part)),
            Plan::Simple { .. } | Plan::Mod(..) => self.write_numbered(part),
        };
        match plan {
            Plan::Simple { .. } => {
                let plans = self.simple_plans();
                let number = plans.iter().position(|known| *known == plan);
                format!("p:{}", number.map_or(0, |idx| idx + 1))
            }
            Plan::Or(a, b) => format!("{} or {}", self.write_numbered(a), self.write_numbered(b)),
            Plan::Mod(a, b) => format!("{} mod {}", part(a), part(b)),
        }
    }

    /// `p:1 mod p:4 against p:2`, with the moves to where it was tried.
    pub fn show_contest(&self, (plan, against): &Contest, position: PositionId) -> String {
        let mut text = self.write_numbered(plan);
        if let Some(against) = against {
            text += &format!(" against {}", self.write_numbered(against));
        }
        let explorer = &self.explorer;
        let path = explorer
            .positions
            .path(explorer.domain, explorer.view, position);
        match path {
            Some(path) => format!("{text} after {path}"),
            None => text,
        }
    }

    /// The plans that are not made of others, in the order in which they came into the pool.
    fn simple_plans(&self) -> Vec<&Plan> {
        let mut found: Vec<&Plan> = Vec::new();
        for (_, entry) in self.pool.entries() {
            for value in &entry.args {
                let Value::Plan(plan) = value else {
                    continue;
                };
                let mut waiting: Vec<&Plan> = vec![plan];
                while let Some(plan) = waiting.pop() {
                    match plan {
                        Plan::Simple { .. } => {
                            if !found.contains(&plan) {
                                found.push(plan);
                            }
                        }
                        Plan::Or(a, b) | Plan::Mod(a, b) => waiting.extend([&**b, &**a]),
                    }
                }
            }
        }
        found
    }

    /// `plan(p:1,White,push)`: whose it is, and its name with what it is about.
    fn write_plan(&self, plan: &Plan) -> String {
        let Plan::Simple { idx, owner, args } = plan else {
            return self.write_numbered(plan);
        };
        let explorer = &self.explorer;
        let known = explorer.program.plan(PlanId(*idx));
        let types = known.parameters.iter().map(|(_, ty)| *ty);
        let args: Vec<String> = types
            .zip(args)
            .map(|(ty, value)| explorer.write(ty, value))
            .collect();
        let name = if args.is_empty() {
            known.name.clone()
        } else {
            format!("{}({})", known.name, args.join("; "))
        };
        let side = explorer.domain.write_side(*owner, explorer.view);
        format!("plan({},{side},{name})", self.write_numbered(plan))
    }

    fn write_name(&self, id: EntryId) -> String {
        match self.pool.hypothesis(id) {
            Some(hypothesis) => hypothesis.to_string(),
            None => format!("o:{}", self.pool.number(id)),
        }
    }

    /// `goal(a)`
    pub fn write_entry(&self, entry: &Entry) -> String {
        let hypothesis = self.explorer.program.hypothesis(entry.kind);
        let args = entry.args.iter().zip(&hypothesis.parameters);
        let mut args: Vec<String> = args
            .map(|(value, (_, ty))| self.write_value(*ty, value))
            .collect();
        let explorer = &self.explorer;
        args.extend(
            explorer
                .positions
                .path(explorer.domain, explorer.view, entry.position),
        );
        if args.is_empty() {
            hypothesis.name.clone()
        } else {
            format!("{}({})", hypothesis.name, args.join(","))
        }
    }

    /// Hypotheses that a fact says to be true or false, or whose value rule 3 has inserted.
    fn plain_facts(&self) -> Vec<(Hypothesis, bool)> {
        let mut values = self.targets.values().clone();
        for fact in self.pool.facts() {
            match &fact.formula {
                Formula::Hypothesis(hypothesis) => {
                    values.insert(*hypothesis, true);
                }
                Formula::Not(part) => {
                    if let Formula::Hypothesis(hypothesis) = &**part {
                        values.insert(*hypothesis, false);
                    }
                }
                Formula::Truth(_)
                | Formula::And(_)
                | Formula::Or(_)
                | Formula::Implies(..)
                | Formula::Iff(..) => {}
            }
        }
        values.into_iter().collect()
    }
}

fn headed(title: &str, mark: char) -> String {
    let line: String = std::iter::repeat_n(mark, title.len()).collect();
    format!("{title}\n{line}\n")
}

/// The lines of a form; without any it is true.
fn lines(form: &CForm) -> String {
    if form.lines().is_empty() {
        return "true\n".into();
    }
    form.lines()
        .iter()
        .map(|line| format!("{line}\n"))
        .collect()
}
