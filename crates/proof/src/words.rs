//! Values in words, for the explanations of trees and of the reasoner.

use domain::{Notation, Type, Value};

/// A value as people write it: `yes`, `3`, `White`, `a1, b2 and c3`. A plan has no words here.
pub fn value_in_words<D: Notation>(
    domain: &D,
    (position, view): (&D::Position, D::View),
    ty: Type,
    value: &Value,
) -> String {
    let item = |sort, item| domain.write_item(position, view, sort, item);
    match (ty, value) {
        (Type::Item(sort), Value::Item(one)) => item(sort, *one),
        (Type::Set(sort), Value::Set(set)) => {
            let items: Vec<String> = set.iter().map(|one| item(sort, one)).collect();
            listed(&items)
        }
        (_, Value::Side(side)) => domain.write_side(*side, view),
        (_, Value::Number(number)) => number.to_string(),
        (_, Value::Truth(truth)) => if *truth { "yes" } else { "no" }.into(),
        (_, Value::Item(_) | Value::Set(_) | Value::Plan(_)) => String::new(),
    }
}

/// `none`, `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[String]) -> String {
    match items {
        [] => "none".into(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
