//! The pool, the conflict set and a cycle as text, in the form of the paper's Fig. 6.

use std::fmt::Write;

use domain::Domain;

use crate::cform::CForm;
use crate::formula::Formula;
use crate::hypothesis::Hypothesis;
use crate::matcher::Context;
use crate::pool::{Entry, EntryId};
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
        let types = method.given.iter().flat_map(|pattern| {
            let parameters = &program.hypothesis(pattern.hypothesis).parameters;
            pattern
                .args
                .iter()
                .zip(parameters)
                .filter_map(|(arg, (_, ty))| {
                    matches!(arg, lang::checked::PatternArg::Bind(_)).then_some(*ty)
                })
        });
        for (value, ty) in context.bound.iter().zip(types) {
            let value = value.as_ref().expect("patterns bind values that are there");
            parts.push(self.explorer.write(ty, value));
        }
        format!("{}{between}[{}]", method.name, parts.join(","))
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
        let args: Vec<String> = args
            .map(|(value, (_, ty))| self.explorer.write(*ty, value))
            .collect();
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
