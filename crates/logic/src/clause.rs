//! A clause under construction: the names of its variables, and its goals so far.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::Needs;
use crate::goal::PrologGoal;

/// The terms for what an expression depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClauseContext {
    pub(crate) position: String,
    pub(crate) before: String,
    pub(crate) root: String,
    pub(crate) depth: String,
    pub(crate) us: String,
    pub(crate) played_in: String,
    pub(crate) the_move: String,
}

impl ClauseContext {
    /// Everything under its usual name.
    pub(crate) fn open() -> ClauseContext {
        ClauseContext {
            position: "Pos".into(),
            before: "Before".into(),
            root: "Root".into(),
            depth: "Depth".into(),
            us: "Us".into(),
            played_in: "PlayedIn".into(),
            the_move: "Move".into(),
        }
    }

    /// A position by itself, as tables see it: for us, at its own root, without a position before.
    pub(crate) fn of_table() -> ClauseContext {
        ClauseContext {
            before: "none".into(),
            root: "Pos".into(),
            depth: "0".into(),
            us: "us".into(),
            ..ClauseContext::open()
        }
    }

    /// The needed terms, in the order of clause arguments.
    pub(crate) fn arguments(&self, needs: Needs) -> Vec<String> {
        [
            (needs.position, &self.position),
            (needs.before, &self.before),
            (needs.root, &self.root),
            (needs.depth, &self.depth),
            (needs.us, &self.us),
            (needs.played_in, &self.played_in),
            (needs.the_move, &self.the_move),
        ]
        .into_iter()
        .filter(|(is_needed, _)| *is_needed)
        .map(|(_, term)| term.clone())
        .collect()
    }
}

/// A conjunction of goals, and what is known once they hold.
#[derive(Clone, Debug)]
pub(crate) struct GoalScope {
    pub(crate) context: ClauseContext,
    pub(crate) goals: Vec<PrologGoal>,
    /// Calls already made, with the terms of their values.
    known: BTreeMap<String, String>,
}

impl GoalScope {
    pub(crate) fn new(context: ClauseContext) -> GoalScope {
        GoalScope {
            context,
            goals: Vec::new(),
            known: BTreeMap::new(),
        }
    }

    /// A scope inside this one: it knows what this one knows, but keeps what it adds.
    pub(crate) fn inner(&self) -> GoalScope {
        GoalScope {
            goals: Vec::new(),
            ..self.clone()
        }
    }

    /// Adds a goal, unless it is there already.
    pub(crate) fn require(&mut self, goal: String) {
        if self.known.insert(goal.clone(), String::new()).is_none() {
            self.goals.push(PrologGoal::Plain(goal));
        }
    }

    /// The value of a call, which is its last argument. A call that was made already is reused.
    pub(crate) fn ask(
        &mut self,
        names: &mut VariableNames,
        predicate: &str,
        arguments: &[String],
        hint: &str,
    ) -> String {
        let key = format!("{predicate}({})", arguments.join(", "));
        if let Some(value) = self.known.get(&key) {
            return value.clone();
        }
        let value = names.fresh(hint);
        let arguments: Vec<&str> = arguments
            .iter()
            .map(String::as_str)
            .chain([value.as_str()])
            .collect();
        self.goals
            .push(PrologGoal::Plain(call(predicate, &arguments)));
        self.known.insert(key, value.clone());
        value
    }
}

/// `predicate(a, b)`, or `predicate` alone.
pub(crate) fn call<S: AsRef<str>>(predicate: &str, arguments: &[S]) -> String {
    if arguments.is_empty() {
        return predicate.to_owned();
    }
    let arguments: Vec<&str> = arguments.iter().map(AsRef::as_ref).collect();
    format!("{predicate}({})", arguments.join(", "))
}

/// The names of variables in one clause.
pub(crate) struct VariableNames {
    used: BTreeSet<String>,
}

impl VariableNames {
    pub(crate) fn new() -> VariableNames {
        let taken = [
            "Pos", "Before", "Root", "Depth", "Us", "PlayedIn", "Move", "Them",
        ];
        VariableNames {
            used: taken.map(str::to_owned).into(),
        }
    }

    /// A new variable with a descriptive name.
    pub(crate) fn fresh(&mut self, hint: &str) -> String {
        let name = camel(hint);
        let numbered = (2..).map(|n| format!("{name}{n}"));
        let found = std::iter::once(name.clone())
            .chain(numbered)
            .find(|name| !self.used.contains(name))
            .expect("there are numbers enough");
        self.used.insert(found.clone());
        found
    }

    /// Releases a usual name, so that a variable may have it.
    pub(crate) fn free(&mut self, name: &str) {
        self.used.remove(name);
    }
}

/// `box_area` as `BoxArea`.
fn camel(name: &str) -> String {
    let mut text = String::new();
    for word in name.split('_') {
        let mut letters = word.chars();
        if let Some(first) = letters.next() {
            text.extend(first.to_uppercase());
            text.push_str(letters.as_str());
        }
    }
    let is_variable = text.starts_with(|c: char| c.is_ascii_uppercase());
    if is_variable {
        text
    } else {
        format!("V{text}")
    }
}
