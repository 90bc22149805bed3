//! Prints a program in its one canonical layout: given a syntax tree, a text that parses to an equal tree.
//!
//! Parentheses stand only where the meaning needs them, or a reader would stumble: around an `and` inside an
//! `or`, around a comparison after `not`, around an `if` or a quantified expression that is an operand.

mod layout;
mod expressions;
mod statements;
mod reasoner;

use crate::syntax::{Constraint, Expr, Program, Statement, StatementKind, WrittenPiece};
pub(crate) use statements::{INSIDE, Row, RowKind};

/// A line has at most so many columns, unless a text is longer.
pub(crate) const WIDTH: usize = 100;

/// The columns that aligning may put between a name and its `=`; more would tear the line apart.
const MAX_GAP: usize = 12;

/// The statements of a program, without its comments; [`format`](crate::format) keeps those.
pub fn print(program: &Program) -> String {
    let statements = &program.statements;
    let separated: Vec<bool> = (0..statements.len())
        .map(|idx| idx > 0 && is_apart(&statements[idx - 1], &statements[idx]))
        .collect();
    let mut printed = String::new();
    for (rows, separated) in rows_of(statements, &separated, WIDTH)
        .iter()
        .zip(&separated)
    {
        if *separated {
            printed.push('\n');
        }
        for row in rows {
            printed.push_str(&row.text);
            printed.push('\n');
        }
    }
    printed
}

/// An expression on one line.
pub fn print_expr(expr: &Expr) -> String {
    expressions::expr(expr).render(usize::MAX)
}

/// A piece of advice where it is named.
pub fn print_piece(piece: &WrittenPiece) -> String {
    expressions::piece(piece).render(usize::MAX)
}

/// A move constraint on one line.
pub fn print_constraint(constraint: &Constraint) -> String {
    expressions::constraint(constraint).render(usize::MAX)
}

/// The rows of each statement. Neighbours with nothing between them may align their `=`; `separated` says
/// of each statement whether a blank line or a comment stands before it.
pub(crate) fn rows_of(statements: &[Statement], separated: &[bool], width: usize) -> Vec<Vec<Row>> {
    let mut rows: Vec<Vec<Row>> = statements
        .iter()
        .map(|statement| statements::rows(statement, width))
        .collect();
    let mut start = 0;
    while start < rows.len() {
        let mut end = start + 1;
        if let Some((keyword, _)) = one_line_head(&rows[start]) {
            while end < rows.len()
                && !separated[end]
                && one_line_head(&rows[end]).is_some_and(|(other, _)| other == keyword)
            {
                end += 1;
            }
            align(&mut rows[start..end], width);
        }
        start = end;
    }
    rows
}

/// The keyword of a definition that stands on one line, and the length in bytes of what precedes its ` =`.
fn one_line_head(rows: &[Row]) -> Option<(&'static str, usize)> {
    match rows {
        [
            Row {
                text,
                kind: RowKind::Defining(keyword, head),
                ..
            },
        ] if !text.contains('\n') => Some((keyword, *head)),
        _ => None,
    }
}

/// Puts the `=` of all these definitions into one column, unless that would tear them apart.
fn align(run: &mut [Vec<Row>], width: usize) {
    let heads: Vec<(usize, usize)> = run
        .iter()
        .filter_map(|rows| {
            one_line_head(rows).map(|(_, head)| (head, rows[0].text[..head].chars().count()))
        })
        .collect();
    let column = heads.iter().map(|(_, columns)| *columns).max().unwrap_or(0);
    let fits = run.iter().zip(&heads).all(|(rows, (_, columns))| {
        let gap = column - columns;
        gap <= MAX_GAP && rows[0].text.chars().count() + gap <= width
    });
    if fits {
        for (rows, (head, columns)) in run.iter_mut().zip(&heads) {
            rows[0]
                .text
                .insert_str(*head, &" ".repeat(column - columns));
        }
    }
}

/// Does a blank line stand between two statements?
fn is_apart(before: &Statement, after: &Statement) -> bool {
    let (before, after) = (part_of_chapter(before), part_of_chapter(after));
    before != after || matches!(after, Section::Advice | Section::Table | Section::Methods)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Header,
    Definitions,
    Moves,
    Advice,
    Table,
    Hypotheses,
    Methods,
    Tests,
}

fn part_of_chapter(statement: &Statement) -> Section {
    match statement.kind {
        StatementKind::Title { .. }
        | StatementKind::Header(_)
        | StatementKind::Import(_)
        | StatementKind::Convention(_) => Section::Header,
        StatementKind::Definition(_) | StatementKind::Positions(_) | StatementKind::Remark(..) => {
            Section::Definitions
        }
        StatementKind::Moves(_) => Section::Moves,
        StatementKind::Advice(_) => Section::Advice,
        StatementKind::Table(_) => Section::Table,
        StatementKind::Hypothesis(_) => Section::Hypotheses,
        StatementKind::Plan(_) | StatementKind::Method(_) => Section::Methods,
        StatementKind::Example(_) | StatementKind::Claim(_) => Section::Tests,
    }
}
