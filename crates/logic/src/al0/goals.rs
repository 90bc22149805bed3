//! Goals of AL0 as expressions of ours: standard ones, the author's own, and those that nothing defines.

use lang::{Diagnostic, Span, nearest};

use super::clauses::{Calls, translate};
use super::importer::{Importer, with_meant};
use super::standard::{GOALS, GROUPS, StandardGoal};
use super::table::{Al0Goal, Al0Name, Dialect, Predicate};

impl Importer<'_> {
    pub(super) fn looks_back(&self, name: &str) -> bool {
        let own = self.own.get(name).and_then(Option::as_ref);
        StandardGoal::named(name, self.dialect)
            .map_or(own.is_some_and(|own| own.looks_back), |goal| {
                goal.looks_back
            })
    }

    pub(super) fn need_definition(&mut self, name: &str) {
        let mut definitions = GROUPS.iter().flat_map(|group| group.definitions);
        let Some(definition) = definitions.find(|definition| definition.name == name) else {
            return;
        };
        if self.parts.definitions.insert(definition.name) {
            let said = definition.in_dialect(self.dialect);
            said.needs
                .iter()
                .for_each(|needed| self.need_definition(needed));
        }
    }

    /// A goal as an expression, in brackets if it binds less than what is around it.
    pub(super) fn goal(&mut self, goal: &Al0Goal, around: GoalBinding) -> String {
        let (text, own) = match goal {
            Al0Goal::Name(name) => (self.named_goal(name), GoalBinding::Name),
            Al0Goal::And(a, b) => {
                let (a, b) = (
                    self.goal(a, GoalBinding::And),
                    self.goal(b, GoalBinding::And),
                );
                (format!("{a} and {b}"), GoalBinding::And)
            }
            Al0Goal::Or(a, b) => {
                let (a, b) = (self.goal(a, GoalBinding::Or), self.goal(b, GoalBinding::Or));
                (format!("{a} or {b}"), GoalBinding::Or)
            }
            Al0Goal::Not(inner) => {
                let inner = self.goal(inner, GoalBinding::Name);
                (format!("not {inner}"), GoalBinding::Not)
            }
        };
        if own < around {
            format!("({text})")
        } else {
            text
        }
    }

    fn named_goal(&mut self, name: &Al0Name) -> String {
        if let Some(standard) = StandardGoal::named(&name.text, self.dialect) {
            self.need_definition(standard.written);
            return standard.written.to_owned();
        }
        if self.own_goal(&name.text, name.span) {
            return self.definition_names.of(&name.text);
        }
        let ours = self.definition_names.of(&name.text);
        if self.told.insert(format!("goal {}", name.text)) {
            let finding = self.unknown_goal(name);
            if !finding.is_error() {
                self.parts.undefined.push(format!(
                    "# Defined nowhere; Prolog takes it for false.\ndef {ours} = false"
                ));
            }
            self.found.push(finding);
        }
        ours
    }

    fn unknown_goal(&self, name: &Al0Name) -> Diagnostic {
        let text = &name.text;
        let (message, is_error) = match self.dialect {
            Dialect::Book => (
                format!(
                    "nothing defines the goal `{text}`; the book's interpreter takes it for false"
                ),
                false,
            ),
            Dialect::Course => (
                format!("nothing defines the goal `{text}`; Prolog stops there with an error"),
                true,
            ),
        };
        let finding = match is_error {
            true => Diagnostic::error("undefined-goal", name.span, message),
            false => Diagnostic::warning("undefined-goal", name.span, message),
        };
        if let Some(other) = GOALS.iter().find(|goal| goal.name == text) {
            let dialect = match other.only {
                Some(Dialect::Course) => "course",
                Some(Dialect::Book) | None => "book",
            };
            return finding.help(format!(
                "the library of the {dialect} has it: `--dialect {dialect}`"
            ));
        }
        let known = GOALS
            .iter()
            .filter(|goal| goal.only.is_none_or(|only| only == self.dialect));
        let own = self.predicates.iter().filter(|(_, clauses)| {
            clauses
                .iter()
                .any(|clause| [1, 2].contains(&clause.args.len()))
        });
        let known = known
            .map(|goal| goal.name)
            .chain(own.map(|(name, _)| *name));
        let meant = nearest(text, known);
        with_meant(
            finding,
            name.span,
            meant,
            "define it in a library, and name that file too: `nasvet import TABLE.pl LIBRARY.pl`",
        )
    }

    /// Is it a goal of the author's own? Then it is translated, when it is first met.
    fn own_goal(&mut self, name: &str, used: Span) -> bool {
        if let Some(known) = self.own.get(name) {
            if known.is_none() && self.told.insert(format!("circle {name}")) && self.is_open(name) {
                let message = format!("`{name}` calls itself, which no definition of ours may");
                self.found
                    .push(Diagnostic::error("own-goal", used, message).help(WRITE_IT));
            }
            return true;
        }
        let clauses: Vec<&Predicate> = self.predicates.get(name).cloned().unwrap_or_default();
        let clauses: Vec<&Predicate> = clauses
            .into_iter()
            .filter(|clause| [1, 2].contains(&clause.args.len()))
            .collect();
        if clauses.is_empty() {
            return false;
        }
        self.own.insert(name.to_owned(), None);
        let ours = self.definition_names.of(name);
        self.n_open += 1;
        let translated = match self.n_open > MAX_OPEN {
            true => Err((clauses[0].span, "goals call goals too deep here".to_owned())),
            false => translate(&clauses, self),
        };
        self.n_open -= 1;
        match translated {
            Ok(goal) => {
                self.parts.own.push(format!("def {ours} = {}", goal.text));
                self.own.insert(name.to_owned(), Some(goal));
            }
            Err((span, reason)) => {
                self.told.insert(format!("circle {name}"));
                let message = format!("the clause of `{name}` cannot be translated: {reason}");
                self.found
                    .push(Diagnostic::error("own-goal", span, message).help(WRITE_IT));
            }
        }
        true
    }

    /// Is a goal of the author's own just being translated?
    fn is_open(&self, name: &str) -> bool {
        self.own.get(name).is_some_and(Option::is_none)
    }
}

/// Goals of the author's own call each other at most so deep.
const MAX_OPEN: u32 = 50;

/// What can be done about a clause that has no translation.
const WRITE_IT: &str =
    "take the goal out of the table, import it, and write the goal in the chapter as a `def`";

impl Calls for Importer<'_> {
    fn call(&mut self, name: &str, span: Span) -> Option<(String, bool)> {
        if let Some(standard) = StandardGoal::named(name, self.dialect) {
            self.need_definition(standard.written);
            return Some((standard.written.to_owned(), standard.looks_back));
        }
        if !self.own_goal(name, span) {
            return None;
        }
        let looks_back = self.looks_back(name);
        Some((self.definition_names.of(name), looks_back))
    }

    fn dialect(&self) -> Dialect {
        self.dialect
    }
}

/// How strongly a goal is held together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum GoalBinding {
    Or,
    And,
    Not,
    Name,
}
