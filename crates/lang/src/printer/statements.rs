//! Statements as rows of text: one row for most, several for what has braces.

use super::expressions::{
    closed, condition, constraint, count, expr, not_beginning_with, piece, template, text, words,
};
use super::layout::Doc;
use super::reasoner::{hypothesis_row, method_rows, plan_rows};
use crate::span::Span;
use crate::syntax::{
    Advice, Claim, ConstraintKind, Definition, DefinitionKeyword, Example, ExprKind, Field,
    FieldKind, Name, Rule, Statement, StatementKind, Table, Template, Text, Unit, WrittenDepth,
    WrittenExpectation, WrittenMoves, WrittenParameter, WrittenPromise, WrittenRemark,
};

/// A part of a statement that begins a line: the whole of it, or what opens its braces, or one part inside.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Where it stood. What opens braces ends with them; what closes them is one character long.
    pub(crate) span: Span,
    /// Its text, in one line or more.
    pub(crate) text: String,
    /// Its place in the statement.
    pub(crate) kind: RowKind,
}

/// What a row is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowKind {
    /// A whole statement.
    Whole,
    /// A definition: the keyword it shares with its neighbours, and the length of what stands before its `=`.
    Defining(&'static str, usize),
    /// `advice squeeze {`
    Opening,
    /// A field or a rule.
    Part,
    /// `}`
    Closing,
}

/// The parts inside braces stand this far to the right.
pub(crate) const INSIDE: usize = 2;

/// The rows of a statement. What opens braces has the span of what stands before the brace.
pub(super) fn rows(statement: &Statement, width: usize) -> Vec<Row> {
    let whole = |doc: Doc| {
        vec![Row {
            span: statement.span,
            text: doc.render(width),
            kind: RowKind::Whole,
        }]
    };
    match &statement.kind {
        StatementKind::Title {
            opening,
            game,
            title,
        } => {
            let game = game
                .as_ref()
                .map_or(String::new(), |game| format!("{} ", game.text));
            whole(Doc::text(format!(
                "{} {game}{}",
                opening.text,
                text(&title.value)
            )))
        }
        StatementKind::Header(names) => whole(Doc::text(words(names))),
        StatementKind::Import(name) => whole(Doc::text(format!("import {}", name.text))),
        StatementKind::Convention(name) => whole(Doc::text(format!("convention {}", name.text))),
        StatementKind::Definition(definition) => {
            vec![defining_expr(statement.span, definition, width)]
        }
        StatementKind::Moves(definition) => vec![defining_moves(statement.span, definition, width)],
        StatementKind::Advice(advice) => advice_rows(statement.span, advice, width),
        StatementKind::Table(table) => table_rows(statement.span, table, width),
        StatementKind::Hypothesis(hypothesis) => {
            vec![hypothesis_row(statement.span, hypothesis, width)]
        }
        StatementKind::Plan(plan) => plan_rows(statement.span, plan, width),
        StatementKind::Method(method) => method_rows(statement.span, method, width),
        StatementKind::Example(example) => whole(example_doc(example)),
        StatementKind::Positions(about) => whole(Doc::Concat(vec![
            Doc::text("positions where "),
            Doc::continued(vec![expr(about)]),
        ])),
        StatementKind::Remark(kind, remark) => whole(Doc::Concat(vec![
            Doc::text(format!("{} ", kind.word())),
            remark_doc(remark),
        ])),
        StatementKind::Claim(claim) => whole(claim_doc(claim)),
    }
}

fn remark_doc(remark: &WrittenRemark) -> Doc {
    let mut docs = vec![Doc::text(template(&remark.text))];
    if let Some(when) = &remark.when {
        docs.push(Doc::continued(vec![
            Doc::Line,
            Doc::text("when "),
            expr(when),
        ]));
    }
    Doc::Group(docs)
}

fn defining_expr(span: Span, definition: &Definition, width: usize) -> Row {
    let keyword = match definition.keyword {
        DefinitionKeyword::Let => "let",
        DefinitionKeyword::Def => "def",
    };
    let head = head(keyword, &definition.name, &definition.parameters);
    let body = match (&definition.body.kind, expr(&definition.body)) {
        // Cases that do not fit beside the name begin on the next line, and each has a line of its own.
        (ExprKind::If(..), Doc::Group(cases)) => Doc::wrapped(cases),
        (ExprKind::And(_) | ExprKind::Or(_), chain) => Doc::continued(vec![Doc::text(" "), chain]),
        (_, body) => Doc::Concat(vec![Doc::text(" "), body]),
    };
    let docs = vec![Doc::text(format!("{head} =")), body];
    let doc = with_reasons(
        docs,
        &[
            ("means", definition.means.as_ref()),
            ("else", definition.means_not.as_ref()),
        ],
    );
    Row {
        span,
        text: doc.render(width),
        kind: RowKind::Defining(keyword, head.len()),
    }
}

fn defining_moves(span: Span, definition: &WrittenMoves, width: usize) -> Row {
    let head = head("moves", &definition.name, &definition.parameters);
    let body = constraint(&definition.body);
    let is_steps = matches!(definition.body.kind, ConstraintKind::Then(_));
    let body = if is_steps {
        Doc::continued(vec![body])
    } else {
        body
    };
    let doc = Doc::Concat(vec![Doc::text(format!("{head} = ")), body]);
    Row {
        span,
        text: doc.render(width),
        kind: RowKind::Defining("moves", head.len()),
    }
}

/// `def cut(e, r)`
pub(super) fn head(keyword: &str, name: &Name, parameters: &[WrittenParameter]) -> String {
    let list: Vec<String> = parameters
        .iter()
        .map(|parameter| match &parameter.ty {
            Some(ty) => format!("{}: {}", parameter.name.text, ty.text),
            None => parameter.name.text.clone(),
        })
        .collect();
    let list = if list.is_empty() {
        String::new()
    } else {
        format!("({})", list.join(", "))
    };
    format!("{keyword} {}{list}", name.text)
}

fn advice_rows(span: Span, advice: &Advice, width: usize) -> Vec<Row> {
    let last = advice.parameters.last();
    let last = last.map(|last| last.ty.as_ref().unwrap_or(&last.name));
    let mut rows = vec![opening(
        Span {
            end: last.unwrap_or(&advice.name).span.end,
            ..span
        },
        head("advice", &advice.name, &advice.parameters),
    )];
    rows.extend(advice.doc.as_ref().map(|doc| doc_row(doc, width)));
    rows.extend(field_rows(&advice.fields, width, |field| match field {
        FieldKind::Better(goal) => ("better", expr(goal)),
        FieldKind::Holding(goal) => ("holding", expr(goal)),
        FieldKind::Us(moves) => ("us", constraint(moves)),
        FieldKind::Them(moves) => ("them", constraint(moves)),
        FieldKind::Within(within) => ("within", depth(within)),
        FieldKind::Lasting(lasting) => ("lasting", Doc::text(lasting.written())),
        FieldKind::Smaller(number) => (
            "make",
            Doc::Concat(vec![Doc::text("smaller "), expr(number)]),
        ),
        FieldKind::Convention(name) => ("convention", Doc::text(&name.text)),
        FieldKind::Because(because) => ("because", Doc::text(template(because))),
        FieldKind::Teach(remark) => ("teach", remark_doc(remark)),
    }));
    rows.push(closing(span));
    rows
}

/// What stands between braces before the first line.
pub(super) fn doc_row(doc: &Text, width: usize) -> Row {
    part(doc.span, Doc::text(text(&doc.value)), width)
}

/// One row for each line: its word, and what it says in a column of its own.
pub(super) fn field_rows<K>(
    fields: &[Field<K>],
    width: usize,
    shown: impl Fn(&K) -> (&'static str, Doc),
) -> Vec<Row> {
    let shown: Vec<_> = fields.iter().map(|field| shown(&field.kind)).collect();
    let column = shown.iter().map(|(word, _)| word.len());
    let column = column.max().unwrap_or(0) + 2;
    let rows = fields.iter().zip(shown).map(|(field, (word, value))| {
        let word = Doc::text(format!("{word:<column$}"));
        let doc = Doc::Concat(vec![word, Doc::Align(Box::new(value))]);
        part(field.span, doc, width)
    });
    rows.collect()
}

fn table_rows(span: Span, table: &Table, width: usize) -> Vec<Row> {
    let (head, head_span) = match table.header.last() {
        Some(last) => (
            format!("table for {}", words(&table.header)),
            Span {
                end: last.span.end,
                ..span
            },
        ),
        None => (
            "table".to_owned(),
            Span {
                end: span.start,
                ..span
            },
        ),
    };
    let mut rows = vec![opening(head_span, head)];
    rows.extend(
        table
            .rules
            .iter()
            .map(|rule| part(rule.span, rule_doc(rule), width)),
    );
    rows.push(closing(span));
    rows
}

fn rule_doc(rule: &Rule) -> Doc {
    let entries = Doc::list(rule.entries.iter().map(|entry| match &entry.guard {
        Some(guard) => Doc::Concat(vec![
            piece(&entry.piece),
            Doc::text(" when "),
            closed(guard),
        ]),
        None => piece(&entry.piece),
    }));
    let docs = match &rule.condition {
        Some(when) => vec![Doc::Group(vec![
            Doc::text("if "),
            Doc::continued(vec![condition(when)]),
            Doc::continued(vec![Doc::Line, Doc::text("then "), entries]),
        ])],
        None => vec![Doc::text("otherwise "), entries],
    };
    with_reason(docs, "because", rule.because.as_ref())
}

/// Something and how an explanation says it, which has a line of its own unless all fits on one.
fn with_reason(docs: Vec<Doc>, word: &str, reason: Option<&Template>) -> Doc {
    with_reasons(docs, &[(word, reason)])
}

pub(super) fn with_reasons(mut docs: Vec<Doc>, reasons: &[(&str, Option<&Template>)]) -> Doc {
    let n_docs = docs.len();
    for (word, reason) in reasons {
        if let Some(reason) = reason {
            let text = format!("{word} {}", template(reason));
            docs.push(Doc::continued(vec![Doc::Line, Doc::text(text)]));
        }
    }
    if docs.len() == n_docs {
        return Doc::Concat(docs);
    }
    Doc::Group(docs)
}

pub(super) fn opening(span: Span, head: String) -> Row {
    Row {
        span,
        text: format!("{head} {{"),
        kind: RowKind::Opening,
    }
}

pub(super) fn part(span: Span, doc: Doc, width: usize) -> Row {
    let doc = Doc::Indent(
        INSIDE,
        Box::new(Doc::Concat(vec![Doc::text(" ".repeat(INSIDE)), doc])),
    );
    Row {
        span,
        text: doc.render(width),
        kind: RowKind::Part,
    }
}

pub(super) fn closing(span: Span) -> Row {
    let span = Span {
        start: span.end.saturating_sub(1),
        ..span
    };
    Row {
        span,
        text: "}".to_owned(),
        kind: RowKind::Closing,
    }
}

fn depth(depth: &WrittenDepth) -> Doc {
    let is_one = depth.count.kind == ExprKind::Number(1);
    let unit = match (depth.unit, is_one) {
        (Unit::Moves, true) => " move",
        (Unit::Moves, false) => " moves",
        (Unit::Plies, true) => " ply",
        (Unit::Plies, false) => " plies",
    };
    let order = match depth.shortest_first {
        true => ", shortest first",
        false => "",
    };
    let words = Doc::text(format!("{unit}{order}"));
    Doc::Concat(vec![count(&depth.count), words])
}

fn example_doc(example: &Example) -> Doc {
    let mut docs = vec![Doc::text(format!(
        "example {}",
        text(&example.position.value)
    ))];
    for (idx, expectation) in example.expects.iter().enumerate() {
        let and = if idx > 0 { "and " } else { "" };
        let words = match expectation {
            WrittenExpectation::Fires(of) => vec![Doc::text(format!("{and}fires ")), piece(of)],
            WrittenExpectation::Fails(of) => vec![Doc::text(format!("{and}fails ")), piece(of)],
            WrittenExpectation::Plays(played) => {
                vec![Doc::text(format!("{and}plays {}", text(&played.value)))]
            }
            WrittenExpectation::Shows(shown) => {
                vec![
                    Doc::text(format!("{and}shows ")),
                    Doc::continued(vec![expr(shown)]),
                ]
            }
        };
        docs.push(Doc::wrapped(words));
    }
    Doc::Concat(docs)
}

fn claim_doc(claim: &Claim) -> Doc {
    let is_last = claim.ending.is_empty()
        && claim.within.is_none()
        && claim.mode.is_none()
        && claim.condition.is_none();
    let mut docs = vec![match &claim.promise {
        WrittenPromise::Wins => Doc::text("claim wins from every position"),
        WrittenPromise::KeepsWins => Doc::text("claim keeps every win"),
        WrittenPromise::KeepsDraws => Doc::text("claim keeps every draw"),
        WrittenPromise::NeverLoses(name) => {
            Doc::text(format!("claim never loses the {}", name.text))
        }
        WrittenPromise::Never(avoided) => {
            let avoided = not_beginning_with("loses", avoided, is_last);
            Doc::Concat(vec![
                Doc::text("claim never "),
                Doc::continued(vec![avoided]),
            ])
        }
        WrittenPromise::WinsAtLeast(count) => {
            Doc::text(format!("claim wins at least {count} positions"))
        }
        WrittenPromise::GivesAwayAtMost(count) => {
            Doc::text(format!("claim gives away at most {count} half-points"))
        }
    }];
    if !claim.ending.is_empty() {
        let ending = format!("in the ending {}", words(&claim.ending));
        docs.push(Doc::wrapped(vec![Doc::text(ending)]));
    }
    if let Some(within) = &claim.within {
        docs.push(Doc::wrapped(vec![Doc::text("within "), depth(within)]));
    }
    if let Some(mode) = claim.mode {
        let mode = format!("in {} mode", mode.word());
        docs.push(Doc::wrapped(vec![Doc::text(mode)]));
    }
    if let Some(holds) = &claim.condition {
        docs.push(Doc::wrapped(vec![
            Doc::text("where "),
            Doc::continued(vec![expr(holds)]),
        ]));
    }
    Doc::Concat(docs)
}
