//! Values that are known before the game: the numbers, truths, sides and items that make a piece of a piece with
//! parameters.

use domain::Side;

use crate::reference::arithmetic;
use crate::span::Span;
use crate::syntax::{Comparison, Expr, ExprKind, Membership, Name};

/// A value that needs no position.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum KnownValue {
    Number(i64),
    Truth(bool),
    /// Whose it is, as the viewer sees it.
    Side(Side),
    /// The name of an item, as the viewer sees it.
    Item(String),
}

/// Numbers that a text says as words.
const NUMBERS: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

impl KnownValue {
    /// As it is written in the name of a piece.
    pub(super) fn written(&self) -> String {
        match self {
            KnownValue::Number(number) => number.to_string(),
            KnownValue::Truth(truth) => truth.to_string(),
            KnownValue::Side(Side::Us) => "our".to_owned(),
            KnownValue::Side(Side::Them) => "their".to_owned(),
            KnownValue::Item(name) => name.clone(),
        }
    }

    /// As a text says it: small numbers are words.
    pub(super) fn said(&self) -> String {
        let word = match self {
            KnownValue::Number(number) => usize::try_from(*number)
                .ok()
                .and_then(|number| NUMBERS.get(number.checked_sub(1)?)),
            KnownValue::Truth(_) | KnownValue::Side(_) | KnownValue::Item(_) => None,
        };
        word.map_or_else(|| self.written(), |word| (*word).to_owned())
    }

    /// The expression that says it; where they look, what we see stays what it is.
    pub(super) fn expr(&self, span: Span, seen_by: Side) -> Expr {
        let of = |kind| Expr { span, kind };
        let expr = match self {
            KnownValue::Number(number) if *number < 0 && *number > i64::MIN => {
                return of(ExprKind::Negate(Box::new(of(ExprKind::Number(-number)))));
            }
            KnownValue::Number(number) => return of(ExprKind::Number(*number)),
            KnownValue::Truth(truth) => return of(ExprKind::Truth(*truth)),
            KnownValue::Side(Side::Us) => of(ExprKind::Our),
            KnownValue::Side(Side::Them) => of(ExprKind::Their),
            KnownValue::Item(name) => of(ExprKind::Name(Name {
                text: name.clone(),
                span,
            })),
        };
        match seen_by {
            Side::Us => expr,
            Side::Them => of(ExprKind::ForThem(Box::new(expr))),
        }
    }
}

/// The value of an expression that needs no position; none if it needs one, or has no value at all.
pub(super) fn constant(expr: &Expr, is_item: &dyn Fn(&str) -> bool) -> Option<KnownValue> {
    let value = |expr: &Expr| constant(expr, is_item);
    let number = |expr: &Expr| match value(expr)? {
        KnownValue::Number(number) => Some(number),
        KnownValue::Truth(_) | KnownValue::Side(_) | KnownValue::Item(_) => None,
    };
    let truth = |expr: &Expr| match value(expr)? {
        KnownValue::Truth(truth) => Some(truth),
        KnownValue::Number(_) | KnownValue::Side(_) | KnownValue::Item(_) => None,
    };
    match &expr.kind {
        ExprKind::Number(number) => Some(KnownValue::Number(*number)),
        ExprKind::Truth(truth) => Some(KnownValue::Truth(*truth)),
        ExprKind::Our => Some(KnownValue::Side(Side::Us)),
        ExprKind::Their => Some(KnownValue::Side(Side::Them)),
        ExprKind::Name(name) => is_item(&name.text).then(|| KnownValue::Item(name.text.clone())),
        // An item has another name there.
        ExprKind::ForThem(of) => match value(of)? {
            KnownValue::Side(side) => Some(KnownValue::Side(!side)),
            KnownValue::Item(_) => None,
            same @ (KnownValue::Number(_) | KnownValue::Truth(_)) => Some(same),
        },
        ExprKind::Negate(of) => number(of)?.checked_neg().map(KnownValue::Number),
        ExprKind::Arithmetic(operation, a, b) => {
            arithmetic(*operation, number(a)?, number(b)?).map(KnownValue::Number)
        }
        ExprKind::Not(of) => Some(KnownValue::Truth(!truth(of)?)),
        ExprKind::And(parts) => {
            let parts: Option<Vec<bool>> = parts.iter().map(truth).collect();
            Some(KnownValue::Truth(parts?.into_iter().all(|part| part)))
        }
        ExprKind::Or(parts) => {
            let parts: Option<Vec<bool>> = parts.iter().map(truth).collect();
            Some(KnownValue::Truth(parts?.into_iter().any(|part| part)))
        }
        ExprKind::Compare(comparison, a, b) => {
            compared(*comparison, &value(a)?, &value(b)?).map(KnownValue::Truth)
        }
        ExprKind::InRange(item, membership, low, high) => {
            let is_in = (number(low)?..=number(high)?).contains(&number(item)?);
            Some(KnownValue::Truth(is_in == (*membership == Membership::In)))
        }
        ExprKind::If(cases, otherwise) => {
            for (condition, then) in cases {
                if truth(condition)? {
                    return value(then);
                }
            }
            value(otherwise.as_deref()?)
        }
        ExprKind::Call(..)
        | ExprKind::Property(..)
        | ExprKind::At(..)
        | ExprKind::AnySide(_)
        | ExprKind::OverMoves(..)
        | ExprKind::Can(..)
        | ExprKind::In(..)
        | ExprKind::Combine(..)
        | ExprKind::Set(_)
        | ExprKind::Quantified(..) => None,
    }
}

fn compared(comparison: Comparison, a: &KnownValue, b: &KnownValue) -> Option<bool> {
    let are_numbers = matches!((a, b), (KnownValue::Number(_), KnownValue::Number(_)));
    match comparison {
        Comparison::Equal => Some(a == b),
        Comparison::Unequal => Some(a != b),
        Comparison::Less => are_numbers.then_some(a < b),
        Comparison::LessOrEqual => are_numbers.then_some(a <= b),
        Comparison::Greater => are_numbers.then_some(a > b),
        Comparison::GreaterOrEqual => are_numbers.then_some(a >= b),
    }
}

/// Is it made of constants and of these names, so that it is known as soon as they are?
pub(super) fn is_made_of(expr: &Expr, is_known: &dyn Fn(&str) -> bool) -> bool {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Truth(_) | ExprKind::Our | ExprKind::Their => true,
        ExprKind::Name(name) => is_known(&name.text),
        ExprKind::ForThem(_)
        | ExprKind::Negate(_)
        | ExprKind::Arithmetic(..)
        | ExprKind::Not(_)
        | ExprKind::And(_)
        | ExprKind::Or(_)
        | ExprKind::Compare(..)
        | ExprKind::InRange(..)
        | ExprKind::If(..) => expr.parts().iter().all(|part| is_made_of(part, is_known)),
        ExprKind::Call(..)
        | ExprKind::Property(..)
        | ExprKind::At(..)
        | ExprKind::AnySide(_)
        | ExprKind::OverMoves(..)
        | ExprKind::Can(..)
        | ExprKind::In(..)
        | ExprKind::Combine(..)
        | ExprKind::Set(_)
        | ExprKind::Quantified(..) => false,
    }
}
