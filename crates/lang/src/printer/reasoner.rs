//! Hypotheses, plans, lemmas and methods as rows of text.

use super::expressions::{arguments, closed, constraint, expr, template};
use super::layout::Doc;
use super::statements::{Row, RowKind, closing, doc_row, field_rows, head, opening, with_reasons};
use crate::span::Span;
use crate::syntax::{
    Cost, Expr, Fact, Formula, Hypothesis, Method, MethodFieldKind, Plan, PlanFieldKind,
    WrittenPattern, WrittenProposal,
};

/// A hypothesis, with its texts on lines of their own unless all fits on one.
pub(super) fn hypothesis_row(span: Span, hypothesis: &Hypothesis, width: usize) -> Row {
    let head = head(
        hypothesis.keyword.word(),
        &hypothesis.name,
        &hypothesis.parameters,
    );
    let doc = with_reasons(
        vec![Doc::text(head)],
        &[
            ("asks", hypothesis.asks.as_ref()),
            ("means", hypothesis.means.as_ref()),
            ("else", hypothesis.means_not.as_ref()),
        ],
    );
    Row {
        span,
        text: doc.render(width),
        kind: RowKind::Whole,
    }
}

/// A plan, one row for each line.
pub(super) fn plan_rows(span: Span, plan: &Plan, width: usize) -> Vec<Row> {
    let head = head("plan", &plan.name, &plan.parameters);
    let last = plan.parameters.last();
    let end = last.map_or(plan.name.span.end, |parameter| {
        let ty = parameter.ty.as_ref();
        ty.map_or(parameter.name.span.end, |ty| ty.span.end)
    });
    let mut rows = vec![opening(Span { end, ..span }, head)];
    rows.extend(plan.doc.as_ref().map(|doc| doc_row(doc, width)));
    rows.extend(field_rows(&plan.fields, width, |field| match field {
        PlanFieldKind::Better(goal) => ("better", expr(goal)),
        PlanFieldKind::Holding(goal) => ("holding", expr(goal)),
        PlanFieldKind::Us(moves) => ("us", constraint(moves)),
        PlanFieldKind::Means(means) => ("means", Doc::text(template(means))),
    }));
    rows.push(closing(span));
    rows
}

fn cost(cost: &Cost) -> String {
    match cost {
        Cost::Word(name) => name.text.clone(),
        Cost::Number(number, _) => number.to_string(),
    }
}

/// A lemma or a method, one row for each line.
pub(super) fn method_rows(span: Span, method: &Method, width: usize) -> Vec<Row> {
    let head_span = Span {
        end: method.name.span.end,
        ..span
    };
    let head = format!("{} {}", method.keyword.word(), method.name.text);
    let mut rows = vec![opening(head_span, head)];
    rows.extend(method.doc.as_ref().map(|doc| doc_row(doc, width)));
    rows.extend(field_rows(&method.fields, width, |field| match field {
        MethodFieldKind::Given(patterns) => ("given", Doc::list(patterns.iter().map(pattern))),
        MethodFieldKind::When(condition) => ("when", expr(condition)),
        MethodFieldKind::Cost(said) => ("cost", Doc::text(cost(said))),
        MethodFieldKind::Within(bound, again) => {
            let again = again.as_ref().map(|(bound, said)| {
                let number = bound.number;
                format!(", then {number} at cost {}", cost(said))
            });
            let first = format!("{} positions", bound.number);
            ("within", Doc::text(first + &again.unwrap_or_default()))
        }
        MethodFieldKind::Propose(proposed) => ("propose", proposal(proposed)),
        MethodFieldKind::Fact(known) => ("fact", fact(known)),
        MethodFieldKind::Solve(problem) => ("solve", Doc::Concat(formula(problem, true))),
    }));
    rows.push(closing(span));
    rows
}

fn pattern(pattern: &WrittenPattern) -> Doc {
    let standing = pattern
        .standing
        .map(|standing| format!(" is {}", standing.word()));
    let mut docs = vec![named(&pattern.name.text, &pattern.args)];
    docs.extend(standing.map(Doc::text));
    Doc::Concat(docs)
}

fn named(name: &str, args: &[Expr]) -> Doc {
    let mut docs = vec![Doc::text(name)];
    if !args.is_empty() {
        docs.push(arguments(args));
    }
    Doc::Concat(docs)
}

fn proposal(proposal: &WrittenProposal) -> Doc {
    let mut docs = vec![named(&proposal.name.text, &proposal.args)];
    if let Some((variable, set)) = &proposal.each {
        docs.push(Doc::text(format!(" for {} in ", variable.text)));
        docs.push(closed(set));
    }
    if let Some(when) = &proposal.when {
        docs.push(Doc::text(" when "));
        docs.push(closed(when));
    }
    Doc::Concat(docs)
}

fn fact(fact: &Fact) -> Doc {
    let mut docs = formula(&fact.formula, fact.when.is_none());
    if let Some(when) = &fact.when {
        docs.push(Doc::text(" when "));
        docs.push(expr(when));
    }
    if let Some(because) = &fact.because {
        let because = Doc::text(format!("because {}", template(because)));
        docs.push(Doc::continued(vec![Doc::Line, because]));
        return Doc::Group(docs);
    }
    Doc::Concat(docs)
}

fn formula(formula: &Formula, is_last: bool) -> Vec<Doc> {
    let side = |of: &Expr| if is_last { expr(of) } else { closed(of) };
    match &formula.right {
        None => vec![side(&formula.left)],
        Some((arrow, right)) => vec![
            closed(&formula.left),
            Doc::text(format!(" {} ", arrow.symbol())),
            side(right),
        ],
    }
}
