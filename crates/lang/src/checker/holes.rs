//! Which statements cannot be used: those with a mistake, and those that rest on them.

use std::collections::{BTreeSet, HashSet};

use super::gather::Gathered;
use crate::checked::{Hole, HoleCause};
use crate::index::{EntityId, NameIndex};
use crate::span::Span;

/// Finds the statements that cannot be used, and marks what they define in the index, whose names are in order.
pub(super) fn find_holes(
    gathered: &Gathered<'_>,
    index: &mut NameIndex,
    errors: &[Span],
) -> Vec<Hole> {
    let mut statements: Vec<StatementHole> = gathered
        .places
        .iter()
        .map(|span| StatementHole::new(*span, None))
        .collect();
    // A line that could not be read is a mistake of the statement around it.
    statements.sort_by_key(|statement| statement.span);
    let (mut errors, mut unread_statements) = (errors.to_vec(), Vec::new());
    for unread in &gathered.unread {
        let around = at(&statements, unread.span);
        if around.is_some_and(|idx| statements[idx].span.contains(unread.span)) {
            errors.push(unread.span);
        } else {
            unread_statements.push(StatementHole::new(unread.span, Some(HoleCause::Unread)));
        }
    }
    statements.append(&mut unread_statements);
    statements.sort_by_key(|statement| statement.span);
    for error in &errors {
        if let Some(idx) = at(&statements, *error)
            && statements[idx].cause.is_none()
        {
            statements[idx].cause = Some(HoleCause::Mistaken);
        }
    }
    rest_on_mistakes(&mut statements, index);
    mark(&statements, index)
}

/// A statement, and why it cannot be used.
struct StatementHole {
    span: Span,
    cause: Option<HoleCause>,
}

impl StatementHole {
    fn new(span: Span, cause: Option<HoleCause>) -> StatementHole {
        StatementHole { span, cause }
    }
}

/// The statement in which a place lies. Statements do not overlap.
fn at(statements: &[StatementHole], place: Span) -> Option<usize> {
    let key = (place.source, place.start);
    let end = statements
        .partition_point(|statement| (statement.span.source, statement.span.start) <= key);
    let idx = end.checked_sub(1)?;
    let span = statements[idx].span;
    (span.source == place.source && place.start <= span.end).then_some(idx)
}

/// Goes from each mistake to the statements that name what it was to define, and on from there.
fn rest_on_mistakes(statements: &mut [StatementHole], index: &NameIndex) {
    // For each statement, which others name what it defines, and by which entity.
    let mut named_by: Vec<BTreeSet<(usize, EntityId)>> = Vec::new();
    named_by.resize_with(statements.len(), BTreeSet::new);
    for found in index.occurrences() {
        let Some(defined) = index.entity(found.entity).span else {
            continue;
        };
        if let (Some(from), Some(to)) = (at(statements, defined), at(statements, found.span))
            && from != to
        {
            named_by[from].insert((to, found.entity));
        }
    }
    let is_hole = |idx: &usize| statements[*idx].cause.is_some();
    let mut waiting: Vec<usize> = (0..statements.len()).filter(is_hole).collect();
    let mut said: HashSet<(usize, &str)> = HashSet::new();
    while let Some(from) = waiting.pop() {
        for (to, entity) in &named_by[from] {
            let name = &index.entity(*entity).name;
            let is_new = said.insert((*to, name));
            match &mut statements[*to].cause {
                Some(HoleCause::RestsOn(names)) if is_new => names.push(name.clone()),
                Some(_) => {}
                cause @ None => {
                    *cause = Some(HoleCause::RestsOn(vec![name.clone()]));
                    waiting.push(*to);
                }
            }
        }
    }
}

/// Marks what the holes were to define.
fn mark(statements: &[StatementHole], index: &mut NameIndex) -> Vec<Hole> {
    let mut holes: Vec<Hole> = Vec::new();
    let mut hole_of: Vec<Option<usize>> = Vec::new();
    for StatementHole { span, cause } in statements {
        hole_of.push(cause.as_ref().map(|_| holes.len()));
        holes.extend(cause.clone().map(|cause| Hole {
            span: *span,
            name: None,
            cause,
        }));
    }
    for id in index.ids() {
        let entity = index.entity_mut(id);
        let statement = entity.span.and_then(|span| at(statements, span));
        if let Some(hole) = statement.and_then(|idx| hole_of[idx]) {
            entity.is_sound = false;
            if !entity.kind.is_local() {
                holes[hole].name.get_or_insert_with(|| entity.name.clone());
            }
        }
    }
    holes
}
