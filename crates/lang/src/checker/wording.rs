//! Texts that say more than what is evaluated: an explanation would repeat them where they are false.
//!
//! Nobody can check English here. But some words claim something that has to be compared or measured, and there are
//! texts that stand beside nothing at all; those are named.

use domain::Type;

use super::Checker;
use crate::builtin::Builtin;
use crate::checked::{Expr, ExprKind, Template, TemplatePart};
use crate::diagnostic::Diagnostic;
use crate::span::Span;

/// Words that claim something, and the names one of which must be evaluated for it; without names, a comparison must.
const CLAIMS: [(&str, &[&str]); 10] = [
    (
        "near",
        &["distance", "adjacent", "near", "manhattan", "neighbours"],
    ),
    ("nearer", &["distance", "manhattan", "near"]),
    ("nearest", &["distance", "manhattan", "near"]),
    ("far", &["distance", "manhattan", "near"]),
    ("farther", &["distance", "manhattan", "near"]),
    ("between", &["between", "line", "sign"]),
    ("few", &[]),
    ("smaller", &[]),
    ("larger", &[]),
    ("less", &[]),
];

/// What nothing in the language can evaluate: that there is no better move.
const BOASTS: [&str; 4] = [
    "as possible",
    "nothing better",
    "the best move",
    "nothing is better",
];

impl Checker<'_> {
    /// Warns of words in a text that none of the expressions beside it evaluates.
    pub(super) fn check_claims_of(&mut self, text: &Template, span: Span, beside: &[&Expr]) {
        if self.statement_has_errors || self.import.is_some() {
            return;
        }
        let plain = plain(text);
        let values: Vec<&Expr> = text.values().collect();
        if let Some(boast) = BOASTS.iter().find(|boast| plain.contains(*boast)) {
            let message = format!("nothing evaluates “{boast}”");
            let help = "say what the move does, not that no other does it better";
            self.report(Diagnostic::warning("unproved-words", span, message).help(help));
            return;
        }
        let all: Vec<&Expr> = beside
            .iter()
            .copied()
            .chain(values.iter().copied())
            .collect();
        if values.is_empty() && beside.iter().all(|expr| self.says_nothing(expr)) {
            let message = "nothing evaluates what this text says";
            let help = "tie it to a condition, or put a value in braces: \"the rook on {rook} …\"";
            self.report(Diagnostic::warning("unproved-words", span, message).help(help));
            return;
        }
        let words: Vec<&str> = plain
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| !word.is_empty())
            .collect();
        for (word, names) in CLAIMS {
            if words.contains(&word) && !self.evaluates(&all, names) {
                let message = format!("nothing evaluates “{word}”");
                let help = match names {
                    [] => "compare something in the condition, or put the numbers in braces".into(),
                    _ => format!(
                        "measure it in the condition, for example with `{}(…)`",
                        names[0]
                    ),
                };
                self.report(Diagnostic::warning("unproved-words", span, message).help(help));
            }
        }
    }

    /// Warns of a name for a value that is a sentence: an explanation would say “the king has 12 squares is 12”.
    pub(super) fn check_noun(&mut self, text: &Template, span: Span, name: &str, ty: Type) {
        if ty == Type::Truth || self.statement_has_errors || self.import.is_some() {
            return;
        }
        let plain = plain(text);
        let words: Vec<&str> = plain.split_whitespace().collect();
        let verb = words
            .iter()
            .find(|word| ["is", "are", "has", "have"].contains(*word));
        let own = text.values().any(|expr| {
            matches!(&expr.kind, ExprKind::Call(id, _) if self.program.definition(*id).name == name)
        });
        if own || verb.is_some() {
            let message = format!(
                "an explanation will put a value after this: “{} is …”",
                plain.trim()
            );
            let help = "write what it is called, such as \"the number of squares in the box\"";
            self.report(Diagnostic::warning("means-no-noun", span, message).help(help));
        }
    }

    /// Does an expression say no more than whose move it is?
    fn says_nothing(&self, expr: &Expr) -> bool {
        let turn = [Builtin::UsToMove, Builtin::ThemToMove];
        if let ExprKind::And(parts) | ExprKind::Or(parts) = &expr.kind {
            return parts.iter().all(|part| self.says_nothing(part));
        }
        matches!(expr.kind, ExprKind::Truth(_))
            || matches!(&expr.kind, ExprKind::Builtin(builtin, _) if turn.contains(builtin))
    }

    /// Is one of these names evaluated, here or in what is called; or, without names, is anything compared?
    fn evaluates(&self, exprs: &[&Expr], names: &[&str]) -> bool {
        let mut seen = vec![false; self.program.definitions.len()];
        let mut waiting: Vec<&Expr> = exprs.to_vec();
        while let Some(expr) = waiting.pop() {
            if let ExprKind::Word(word, _) = &expr.kind {
                let word = self.vocabulary.word(*word);
                if names.iter().any(|name| word.name.contains(name)) {
                    return true;
                }
            }
            if let ExprKind::Call(id, _) = &expr.kind
                && !std::mem::replace(&mut seen[id.0 as usize], true)
            {
                waiting.push(&self.program.definition(*id).body);
            }
            let compares = matches!(expr.kind, ExprKind::Compare(..) | ExprKind::InRange(..));
            // What a search finds out may be anything.
            if matches!(expr.kind, ExprKind::Can(_)) || compares && names.is_empty() {
                return true;
            }
            waiting.extend(expr.parts());
        }
        false
    }
}

/// The text without its values, in small letters.
fn plain(text: &Template) -> String {
    let parts = text.parts.iter().map(|part| match part {
        TemplatePart::Plain(text) => text.as_str(),
        TemplatePart::Value(_) => "…",
    });
    parts.collect::<String>().to_lowercase()
}
