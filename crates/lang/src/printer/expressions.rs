//! Expressions and move constraints as documents, with the parentheses that their meaning or a reader needs.

use super::layout::Doc;
use crate::syntax::{
    Combination, Constraint, ConstraintKind, Expr, ExprKind, Membership, Name, Operation, Order,
    Template, TemplatePart, WrittenPiece,
};

/// How tightly an expression holds together, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Tightness {
    /// `if` and quantified expressions, which reach as far to the right as they can.
    Open,
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Negation,
    AtTime,
    Property,
    Primary,
}

fn level(expr: &Expr) -> Tightness {
    match &expr.kind {
        ExprKind::If(..) | ExprKind::Quantified(..) | ExprKind::OverMoves(..) => Tightness::Open,
        ExprKind::Or(_) => Tightness::Or,
        ExprKind::And(_) => Tightness::And,
        ExprKind::Not(_) => Tightness::Not,
        ExprKind::Compare(..) | ExprKind::In(..) | ExprKind::InRange(..) => Tightness::Comparison,
        ExprKind::Arithmetic(Operation::Add | Operation::Subtract, ..)
        | ExprKind::Combine(Combination::Union | Combination::Without, ..) => Tightness::Sum,
        ExprKind::Arithmetic(Operation::Multiply | Operation::Divide | Operation::Modulo, ..)
        | ExprKind::Combine(Combination::Intersect, ..) => Tightness::Product,
        ExprKind::Negate(_) => Tightness::Negation,
        ExprKind::Number(number) if *number < 0 => Tightness::Negation,
        ExprKind::At(..) => Tightness::AtTime,
        ExprKind::Property(..) => Tightness::Property,
        ExprKind::Number(_)
        | ExprKind::Truth(_)
        | ExprKind::Our
        | ExprKind::Their
        | ExprKind::Name(_)
        | ExprKind::Call(..)
        | ExprKind::ForThem(_)
        | ExprKind::AnySide(_)
        | ExprKind::Can(..)
        | ExprKind::Set(_) => Tightness::Primary,
    }
}

/// An expression with nothing around it.
pub(super) fn expr(of: &Expr) -> Doc {
    match &of.kind {
        ExprKind::Number(number) => Doc::text(number.to_string()),
        ExprKind::Truth(truth) => Doc::text(truth.to_string()),
        ExprKind::Our => Doc::text("our"),
        ExprKind::Their => Doc::text("their"),
        ExprKind::Name(name) => Doc::text(&name.text),
        ExprKind::Call(name, args) => Doc::Concat(vec![Doc::text(&name.text), arguments(args)]),
        ExprKind::Property(of, name, args) => {
            let mut parts = vec![
                operand(of, Tightness::Property),
                Doc::text(format!(".{}", name.text)),
            ];
            if !args.is_empty() {
                parts.push(arguments(args));
            }
            Doc::Concat(parts)
        }
        ExprKind::At(time, of) => Doc::Concat(vec![
            Doc::text(format!("{}.", time.word())),
            operand(of, Tightness::AtTime),
        ]),
        ExprKind::ForThem(of) => Doc::Concat(vec![Doc::text("for them "), parenthesised(expr(of))]),
        ExprKind::AnySide(of) => {
            Doc::Concat(vec![Doc::text("from any side "), parenthesised(expr(of))])
        }
        ExprKind::Can(of, against) => {
            let mut parts = vec![Doc::text("can "), piece(of)];
            if let Some(against) = against {
                parts.push(Doc::text(format!(" against {}", against.text)));
            }
            Doc::Concat(parts)
        }
        ExprKind::Not(of) => {
            // `not a < b` means `not (a < b)`, and is written so.
            let of = if level(of) == Tightness::Comparison {
                parenthesised(expr(of))
            } else {
                operand(of, Tightness::Not)
            };
            Doc::Concat(vec![Doc::text("not "), of])
        }
        ExprKind::And(parts) => chain("and", parts),
        ExprKind::Or(parts) => chain("or", parts),
        ExprKind::Compare(comparison, left, right) => {
            compared(left, comparison.symbol(), right, None)
        }
        ExprKind::In(left, membership, set) => compared(left, belongs(*membership), set, None),
        ExprKind::InRange(left, membership, low, high) => {
            compared(left, belongs(*membership), low, Some(high))
        }
        ExprKind::Arithmetic(operation, left, right) => {
            binary(level(of), left, operation.symbol(), right)
        }
        ExprKind::Combine(combination, left, right) => {
            binary(level(of), left, combination.word(), right)
        }
        ExprKind::Negate(of) => Doc::Concat(vec![Doc::text("-"), operand(of, Tightness::AtTime)]),
        ExprKind::Set(items) => Doc::Concat(vec![
            Doc::text("{"),
            Doc::list(items.iter().map(expr)),
            Doc::text("}"),
        ]),
        ExprKind::If(cases, otherwise) => conditional(cases, otherwise.as_deref()),
        ExprKind::Quantified(quantifier, name, set, body) => Doc::Concat(vec![
            Doc::text(format!("{} {} in ", quantifier.word(), name.text)),
            operand(set, Tightness::Sum),
            Doc::text(" :"),
            Doc::wrapped(vec![expr(body)]),
        ]),
        ExprKind::OverMoves(extreme, body) => Doc::Concat(vec![
            Doc::text(format!("{} over moves :", extreme.word())),
            Doc::wrapped(vec![expr(body)]),
        ]),
    }
}

/// An expression as a part of something that holds together at least so tightly.
fn operand(of: &Expr, at_least: Tightness) -> Doc {
    if level(of) < at_least {
        parenthesised(expr(of))
    } else {
        expr(of)
    }
}

fn parenthesised(inner: Doc) -> Doc {
    Doc::Concat(vec![
        Doc::text("("),
        Doc::continued(vec![inner]),
        Doc::text(")"),
    ])
}

/// An `if` or a quantified expression in parentheses, anything else without.
pub(super) fn closed(of: &Expr) -> Doc {
    operand(of, Tightness::Or)
}

/// A condition before `then`: only another `if` would be confusing there.
pub(super) fn condition(of: &Expr) -> Doc {
    if matches!(of.kind, ExprKind::If(..)) {
        parenthesised(expr(of))
    } else {
        expr(of)
    }
}

/// An expression after words of which one more, `word`, would be read as theirs.
pub(super) fn not_beginning_with(word: &str, of: &Expr, is_last: bool) -> Doc {
    if !is_last && level(of) == Tightness::Open {
        return closed(of);
    }
    let text = expr(of).render(usize::MAX);
    let begins = text
        .strip_prefix(word)
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
    if begins {
        parenthesised(expr(of))
    } else {
        expr(of)
    }
}

/// `squeeze`, `win_in(2)`
pub(super) fn piece(of: &WrittenPiece) -> Doc {
    match of.args.as_slice() {
        [] => Doc::text(&of.name.text),
        args => Doc::Concat(vec![Doc::text(&of.name.text), arguments(args)]),
    }
}

/// A number of moves or plies.
pub(super) fn count(of: &Expr) -> Doc {
    operand(of, Tightness::Sum)
}

pub(super) fn arguments(args: &[Expr]) -> Doc {
    Doc::Concat(vec![
        Doc::text("("),
        Doc::list(args.iter().map(expr)),
        Doc::text(")"),
    ])
}

/// `a and b and c`. An `and` inside an `or` has parentheses, though it would hold together without.
fn chain(word: &str, parts: &[Expr]) -> Doc {
    let mut docs = Vec::new();
    for part in parts {
        if !docs.is_empty() {
            docs.push(Doc::Line);
            docs.push(Doc::text(format!("{word} ")));
        }
        docs.push(operand(part, Tightness::Not));
    }
    Doc::Group(docs)
}

fn belongs(membership: Membership) -> &'static str {
    match membership {
        Membership::In => "in",
        Membership::NotIn => "not in",
    }
}

fn compared(left: &Expr, word: &str, right: &Expr, high: Option<&Expr>) -> Doc {
    let mut second = vec![
        Doc::text(format!("{word} ")),
        operand(right, Tightness::Sum),
    ];
    if let Some(high) = high {
        second.push(Doc::text(".."));
        second.push(operand(high, Tightness::Sum));
    }
    Doc::Concat(vec![operand(left, Tightness::Sum), Doc::wrapped(second)])
}

/// Operators of one level group to the left.
fn binary(own: Tightness, left: &Expr, word: &str, right: &Expr) -> Doc {
    let tighter = if own == Tightness::Sum {
        Tightness::Product
    } else {
        Tightness::Negation
    };
    let second = vec![Doc::text(format!("{word} ")), operand(right, tighter)];
    Doc::Concat(vec![operand(left, own), Doc::wrapped(second)])
}

/// A case a line, if they do not fit on one.
fn conditional(cases: &[(Expr, Expr)], otherwise: Option<&Expr>) -> Doc {
    let mut docs = Vec::new();
    for (idx, (when, value)) in cases.iter().enumerate() {
        if idx > 0 {
            docs.push(Doc::Line);
            docs.push(Doc::text("else "));
        }
        // An `else` after a value that is itself an `if` would be read as that one's.
        let is_last = idx + 1 == cases.len() && otherwise.is_none();
        let value = if is_last {
            condition(value)
        } else {
            closed(value)
        };
        docs.push(Doc::text("if "));
        docs.push(Doc::continued(vec![condition(when)]));
        docs.push(Doc::wrapped(vec![Doc::text("then "), value]));
    }
    if let Some(otherwise) = otherwise {
        docs.push(Doc::Line);
        docs.push(Doc::text("else "));
        docs.push(Doc::continued(vec![condition(otherwise)]));
    }
    Doc::Group(docs)
}

/// A constraint with nothing after it.
pub(super) fn constraint(of: &Constraint) -> Doc {
    steps(of, true)
}

/// A constraint; if more follows, an open expression at its end is closed.
fn steps(of: &Constraint, is_last: bool) -> Doc {
    let ConstraintKind::Then(parts) = &of.kind else {
        return narrowed(of, is_last);
    };
    let mut docs = Vec::new();
    for (idx, part) in parts.iter().enumerate() {
        if idx > 0 {
            docs.extend([Doc::text(","), Doc::Line, Doc::text("then ")]);
        }
        let part_is_last = is_last && idx + 1 == parts.len();
        docs.push(match part.kind {
            ConstraintKind::Then(_) => parenthesised(constraint(part)),
            ConstraintKind::Any
            | ConstraintKind::None
            | ConstraintKind::Man(_)
            | ConstraintKind::Of(_)
            | ConstraintKind::Named(..)
            | ConstraintKind::Walk(..)
            | ConstraintKind::That(..)
            | ConstraintKind::When(..)
            | ConstraintKind::By(..)
            | ConstraintKind::Going(..)
            | ConstraintKind::First(..) => narrowed(part, part_is_last),
        });
    }
    Doc::Group(docs)
}

/// A source and what narrows or sorts it. The words `moves` and `within` never begin a line.
fn narrowed(of: &Constraint, is_last: bool) -> Doc {
    let end = |value: &Expr| if is_last { expr(value) } else { closed(value) };
    match &of.kind {
        ConstraintKind::Any => Doc::text("any"),
        ConstraintKind::None => Doc::text("none"),
        ConstraintKind::Man(name) => Doc::text(format!("{} moves", name.text)),
        ConstraintKind::Of(men) => Doc::Concat(vec![Doc::text("moves of "), end(men)]),
        ConstraintKind::Named(name, args) if args.is_empty() => Doc::text(&name.text),
        ConstraintKind::Named(name, args) => {
            Doc::Concat(vec![Doc::text(&name.text), arguments(args)])
        }
        ConstraintKind::Walk(name, targets, None) => Doc::Concat(vec![
            Doc::text(format!("{} walks to ", name.text)),
            end(targets),
        ]),
        ConstraintKind::Walk(name, targets, Some(length)) => {
            let is_one = matches!(length.kind, ExprKind::Number(1));
            Doc::Concat(vec![
                Doc::text(format!("{} walks to ", name.text)),
                closed(targets),
                Doc::text(" within "),
                closed(length),
                Doc::text(if is_one { " move" } else { " moves" }),
            ])
        }
        ConstraintKind::Then(_) => parenthesised(constraint(of)),
        ConstraintKind::That(inner, true, value) => narrowing(inner, "that are ", end(value)),
        ConstraintKind::That(inner, false, value) => {
            narrowing(inner, "that ", not_beginning_with("are", value, is_last))
        }
        ConstraintKind::When(inner, value) => narrowing(inner, "when ", end(value)),
        ConstraintKind::By(inner, Order::LargestFirst, value) => {
            narrowing(inner, "by largest ", end(value))
        }
        ConstraintKind::By(inner, Order::SmallestFirst, value) => {
            narrowing(inner, "by ", not_beginning_with("largest", value, is_last))
        }
        ConstraintKind::Going(inner, directions) => narrowing(
            inner,
            "going ",
            Doc::list(directions.iter().map(|name| Doc::text(&name.text))),
        ),
        ConstraintKind::First(inner, count) => Doc::Concat(vec![
            narrowed(inner, false),
            Doc::text(","),
            Doc::wrapped(vec![Doc::text("first "), end(count)]),
        ]),
    }
}

fn narrowing(inner: &Constraint, words: &str, value: Doc) -> Doc {
    Doc::Concat(vec![
        narrowed(inner, false),
        Doc::wrapped(vec![Doc::text(words), value]),
    ])
}

/// A text in quotation marks.
pub(super) fn text(value: &str) -> String {
    format!("\"{}\"", escaped(value, &['"', '\\']))
}

/// A text with expressions in braces, always on one line.
pub(super) fn template(of: &Template) -> String {
    let parts = of.parts.iter().map(|part| match part {
        TemplatePart::Plain(plain) => escaped(plain, &['"', '\\', '{', '}']),
        TemplatePart::Value(value) => format!("{{{}}}", expr(value).render(usize::MAX)),
    });
    format!("\"{}\"", parts.collect::<String>())
}

fn escaped(value: &str, marks: &[char]) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        if marks.contains(&c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Names with blanks between them.
pub(super) fn words(names: &[Name]) -> String {
    names
        .iter()
        .map(|name| name.text.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}
