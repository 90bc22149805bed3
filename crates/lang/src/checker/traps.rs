//! What makes sense and is still a mistake: goals that are reached before the first move, definitions nobody uses.

use std::collections::{HashMap, HashSet};

use super::Checker;
use super::gather::Gathered;
use crate::builtin::Builtin;
use crate::checked::{DefinitionId, Expr, ExprKind, Operation, PieceId, Time};
use crate::diagnostic::Diagnostic;
use crate::index::{EntityId, EntityKind, Role};
use crate::reference::arithmetic;
use crate::span::{SourceId, Span};
use crate::syntax::Comparison;

/// What is known of a value at a root where we are to move, whatever the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AtRoot {
    Truth(bool),
    Number(i64),
    /// It has no value: nothing was before the root.
    Missing,
    Unknown,
}

impl AtRoot {
    /// As a condition: what has no value is false.
    fn truth(self) -> Option<bool> {
        match self {
            AtRoot::Truth(truth) => Some(truth),
            AtRoot::Missing => Some(false),
            AtRoot::Number(_) | AtRoot::Unknown => None,
        }
    }

    fn of(truth: Option<bool>) -> AtRoot {
        truth.map_or(AtRoot::Unknown, AtRoot::Truth)
    }
}

impl Checker<'_> {
    /// Warns of pieces in tables that have nothing to play: a table is asked where we are to move, and a goal that is
    /// always true there is reached before we do.
    pub(super) fn warn_of_reached_goals(&mut self, gathered: &Gathered<'_>) {
        if self.diagnostics.has_errors() {
            return;
        }
        let tables = self.program.tables.iter();
        let rules = tables.flat_map(|table| &table.rules);
        let listed: HashSet<PieceId> = rules
            .flat_map(|rule| &rule.entries)
            .map(|entry| entry.piece)
            .collect();
        let mut known = HashMap::new();
        let mut found: Vec<(Span, String)> = Vec::new();
        for (id, piece) in (0..).map(PieceId).zip(&self.program.pieces) {
            let goal = &piece.better_goal;
            // A goal that is `true` has its own warning.
            let is_reached = listed.contains(&id)
                && piece.endless.is_none()
                && !matches!(goal.kind, ExprKind::Truth(_))
                && self.at_root(goal, &mut known).truth() == Some(true);
            let is_here = goal.span.source == SourceId::MAIN;
            if is_reached && is_here && found.iter().all(|(span, _)| *span != goal.span) {
                found.push((goal.span, piece.name.clone()));
            }
        }
        for (place, name) in found {
            let around = gathered.places.iter().find(|span| span.contains(place));
            self.begin(None, around.copied().unwrap_or(place));
            let message =
                format!("this is true wherever we are to move: no table ever plays `{name}`");
            let help =
                "say what is to be different then: `… and depth = 2`, or `… and room < root.room`";
            self.report(Diagnostic::warning("reached-at-once", place, message).help(help));
        }
    }

    fn at_root(&self, expr: &Expr, known: &mut HashMap<DefinitionId, AtRoot>) -> AtRoot {
        let mut value = |part: &Expr| self.at_root(part, known);
        match &expr.kind {
            ExprKind::Truth(truth) => AtRoot::Truth(*truth),
            ExprKind::Number(number) => AtRoot::Number(*number),
            ExprKind::Builtin(Builtin::UsToMove, _) => AtRoot::Truth(true),
            ExprKind::Builtin(Builtin::ThemToMove, _) => AtRoot::Truth(false),
            ExprKind::Builtin(Builtin::Depth, _) => AtRoot::Number(0),
            ExprKind::Builtin(Builtin::Exists, args) => match args.first().map(value) {
                Some(AtRoot::Missing) => AtRoot::Truth(false),
                Some(AtRoot::Truth(_) | AtRoot::Number(_)) => AtRoot::Truth(true),
                Some(AtRoot::Unknown) | None => AtRoot::Unknown,
            },
            ExprKind::At(Time::Before, _) => AtRoot::Missing,
            ExprKind::At(Time::Root, part) => value(part),
            ExprKind::Not(part) => AtRoot::of(value(part).truth().map(|truth| !truth)),
            ExprKind::And(parts) => {
                let parts: Vec<Option<bool>> =
                    parts.iter().map(|part| value(part).truth()).collect();
                match parts.contains(&Some(false)) {
                    true => AtRoot::Truth(false),
                    false => AtRoot::of((!parts.contains(&None)).then_some(true)),
                }
            }
            ExprKind::Or(parts) => {
                let parts: Vec<Option<bool>> =
                    parts.iter().map(|part| value(part).truth()).collect();
                match parts.contains(&Some(true)) {
                    true => AtRoot::Truth(true),
                    false => AtRoot::of((!parts.contains(&None)).then_some(false)),
                }
            }
            ExprKind::Compare(comparison, a, b) => match (value(a), value(b)) {
                (AtRoot::Missing, _) | (_, AtRoot::Missing) => AtRoot::Truth(false),
                (AtRoot::Number(a), AtRoot::Number(b)) => AtRoot::Truth(match comparison {
                    Comparison::Equal => a == b,
                    Comparison::Unequal => a != b,
                    Comparison::Less => a < b,
                    Comparison::LessOrEqual => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::GreaterOrEqual => a >= b,
                }),
                (AtRoot::Truth(_) | AtRoot::Number(_) | AtRoot::Unknown, _) => AtRoot::Unknown,
            },
            ExprKind::Arithmetic(operation, a, b) => needing(*operation, value(a), value(b)),
            ExprKind::In(item, ..) | ExprKind::InRange(item, ..) | ExprKind::InList(item, ..) => {
                match value(item) {
                    AtRoot::Missing => AtRoot::Truth(false),
                    AtRoot::Truth(_) | AtRoot::Number(_) | AtRoot::Unknown => AtRoot::Unknown,
                }
            }
            ExprKind::If(cases, otherwise) => {
                for (condition, then) in cases {
                    match value(condition).truth() {
                        Some(true) => return value(then),
                        Some(false) => {}
                        None => return AtRoot::Unknown,
                    }
                }
                otherwise.as_deref().map_or(AtRoot::Missing, value)
            }
            ExprKind::Call(id, _) => {
                if let Some(found) = known.get(id) {
                    return *found;
                }
                let found = self.at_root(&self.program.definition(*id).body, known);
                known.insert(*id, found);
                found
            }
            ExprKind::Side(_)
            | ExprKind::Constant(_)
            | ExprKind::Item(_)
            | ExprKind::Local(_)
            | ExprKind::Word(..)
            | ExprKind::MoveWord(..)
            | ExprKind::Builtin(..)
            | ExprKind::Can(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..)
            | ExprKind::Negate(_)
            | ExprKind::Combine(..)
            | ExprKind::Set(_)
            | ExprKind::Quantified(..)
            | ExprKind::ForThem(_)
            | ExprKind::AnySide(_)
            | ExprKind::OverMoves(..)
            | ExprKind::At(Time::After, _) => AtRoot::Unknown,
        }
    }

    /// Warns of definitions and constraints that nothing names. A library is written for others, and so is a text
    /// without a table.
    pub(super) fn warn_of_unused_definitions(&mut self, gathered: &Gathered<'_>) {
        if gathered.tables.is_empty() || self.diagnostics.has_errors() {
            return;
        }
        let used: HashSet<EntityId> = self
            .index
            .occurrences()
            .iter()
            .filter(|found| found.role != Role::Defined)
            .map(|found| found.entity)
            .collect();
        let mut unused: Vec<(Span, Span, String, &str)> = Vec::new();
        for (id, entity) in self.index.entities() {
            let is_definition = matches!(
                entity.kind,
                EntityKind::Let | EntityKind::Definition | EntityKind::Moves
            );
            if let Some(span) = entity.span
                && is_definition
                && span.source == SourceId::MAIN
                && !used.contains(&id)
            {
                let around = entity.scope.unwrap_or(span);
                unused.push((span, around, entity.name.clone(), entity.kind.noun()));
            }
        }
        for (place, around, name, what) in unused {
            self.begin(None, around);
            let message = format!("nothing uses the {what} `{name}`");
            let help = "use it, or leave it out; an example can show it: `shows …`";
            self.report(Diagnostic::warning("unused-definition", place, message).help(help));
        }
    }
}

/// A number made of two.
fn needing(operation: Operation, a: AtRoot, b: AtRoot) -> AtRoot {
    match (a, b) {
        (AtRoot::Missing, _) | (_, AtRoot::Missing) => AtRoot::Missing,
        (AtRoot::Number(a), AtRoot::Number(b)) => {
            arithmetic(operation, a, b).map_or(AtRoot::Missing, AtRoot::Number)
        }
        (AtRoot::Truth(_) | AtRoot::Number(_) | AtRoot::Unknown, _) => AtRoot::Unknown,
    }
}
