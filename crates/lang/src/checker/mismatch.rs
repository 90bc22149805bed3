//! What to do about a value of the wrong type.

use domain::{Type, Word};

use super::Checker;
use super::expressions::{Expr, of_either_side};
use super::types::{SortOf, Ty};
use crate::checked::ExprKind;
use crate::fix::{Edit, Fix};

/// At most this many ways to mend a type are offered.
const MAX_FIXES: usize = 3;

impl Checker<'_> {
    /// The usual slips: a set for an item, a square for its rank.
    pub(super) fn type_help(&self, expected: Ty, expr: &Expr) -> Option<String> {
        if let ExprKind::Constant(id) = expr.kind {
            // `king` by itself is the kind of man.
            let name = self.vocabulary.constant(id).name.as_str();
            if self.has_either_side(name, expected) {
                return Some(format!("write `our.{name}` or `their.{name}`"));
            }
        }
        match (self.types.find(expected), self.types.find(expr.ty)) {
            (Ty::Item(_), Ty::Set(_)) => {
                Some("for one item of a set write `the s in … : …`".into())
            }
            (Ty::Set(_), Ty::Item(_)) => Some("for the set of one item put it in braces".into()),
            (Ty::Number, Ty::Set(_)) => Some("for the number of items write `count(…)`".into()),
            (Ty::Number, Ty::Item(_)) => {
                let sample = self.vocabulary.samples.number_of_place;
                sample.map(|sample| format!("for its number write {sample}"))
            }
            (Ty::Truth, Ty::Set(_)) => Some("ask `not empty(…)`, or `some s in … : …`".into()),
            (Ty::Truth, Ty::Number) => Some("compare it with something, as in `… > 2`".into()),
            (Ty::Truth, Ty::Item(_)) => {
                let sample = self.vocabulary.samples.truth_of_place;
                sample.map(|sample| format!("say something about it, as in {sample}"))
            }
            (Ty::Number, Ty::Truth) => Some("for a number write `if … then 1 else 0`".into()),
            (Ty::Item(SortOf::Known(wanted)), Ty::Item(SortOf::Known(found))) => {
                let (found, wanted) = (Type::Item(found), Type::Item(wanted));
                let mut words = self.vocabulary.words.iter();
                let word = words.find(|word| leads(word, found, wanted))?;
                Some(format!("write `{}(…)`", word.name))
            }
            (Ty::Item(SortOf::Known(sort)), Ty::Number) => {
                let sample = self.vocabulary.samples.place;
                let sample = sample.filter(|_| sort == self.vocabulary.place)?;
                let place = self.vocabulary.type_word(Type::Item(sort));
                Some(format!("a {place} is written `{sample}`"))
            }
            _ => None,
        }
    }

    /// Edits that make values of one wrong type into what is expected, all in the same way.
    pub(super) fn type_fixes(&self, expected: Ty, exprs: &[&Expr]) -> Vec<Fix> {
        let Some(first) = exprs.first() else {
            return Vec::new();
        };
        if let (ExprKind::Constant(id), [only]) = (&first.kind, exprs) {
            let name = self.vocabulary.constant(*id).name.as_str();
            if self.has_either_side(name, expected) {
                return of_either_side(only.span, name);
            }
        }
        let wrap = |before: &str, after: &str| {
            let edits = exprs
                .iter()
                .flat_map(|expr| Edit::around(expr.span, before, after));
            Fix::new(format!("write `{before}…{after}`"), edits.collect())
        };
        match (self.types.find(expected), self.types.find(first.ty)) {
            (Ty::Set(_), Ty::Item(_)) => vec![wrap("{", "}")],
            (Ty::Number, Ty::Set(_)) => vec![wrap("count(", ")")],
            (Ty::Truth, Ty::Set(_)) => vec![wrap("not empty(", ")")],
            (Ty::Number, Ty::Truth) => vec![wrap("(if ", " then 1 else 0)")],
            (wanted @ (Ty::Number | Ty::Item(_)), Ty::Item(SortOf::Known(found))) => {
                let Some(wanted) = self.types.known(wanted) else {
                    return Vec::new();
                };
                let words = self.vocabulary.words.iter();
                let words = words.filter(|word| leads(word, Type::Item(found), wanted));
                let fixes = words.map(|word| wrap(&format!("{}(", word.name), ")"));
                fixes.take(MAX_FIXES).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Is the name of a kind of man also what each side has, of this type?
    fn has_either_side(&self, name: &str, expected: Ty) -> bool {
        let mut words = self.vocabulary.words_named(name);
        words.any(|id| {
            let word = self.vocabulary.word(id);
            word.of_side && self.types.known(expected) == Some(word.gives)
        })
    }
}

/// Does a word lead from a value of one type to one of another, in any position?
fn leads(word: &Word, from: Type, to: Type) -> bool {
    word.gives == to
        && !word.of_side
        && word.scope == domain::Scope::Position
        && matches!(word.takes, [only] if only.ty == from)
}
