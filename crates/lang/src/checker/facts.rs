//! Static facts about a typed expression: what it reads, whether it may have no value, how deep it is nested; and
//! warnings where a missing value is probably a surprise.

use domain::{Side, Type};

use super::Checker;
use crate::builtin::Builtin;
use crate::checked::{Definition, Expr, ExprKind, Operation, Quantifier, Reads, Time};
use crate::diagnostic::Diagnostic;
use crate::fix::Fix;

/// Expressions are nested at most this deep, through whatever definitions they call.
const MAX_HEIGHT: u32 = 400;

/// With all definitions written out, an expression has at most this many parts: this is what is compiled.
pub(super) const MAX_SIZE: u32 = 60_000;

/// Static facts about an expression.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    /// What it reads beside the position.
    pub(super) reads: Reads,
    /// Does it read the position after the move?
    pub(super) after: bool,
    /// Does it ask about a piece?
    pub(super) asks: bool,
    /// May it have no value?
    pub(super) partial: bool,
    /// Is it a truth that may be false only because something in it has no value?
    pub(super) unsure: bool,
    /// How deep it is nested.
    pub(super) height: u32,
    /// How many parts it has, with all definitions written out.
    pub(super) size: u32,
}

impl Facts {
    /// The facts of a definition that has been checked.
    pub(super) fn of_definition(definition: &Definition) -> Facts {
        let Definition {
            reads,
            asks,
            partial,
            unsure,
            height,
            size,
            ..
        } = *definition;
        Facts {
            reads,
            after: false,
            asks,
            partial,
            unsure,
            height,
            size,
        }
    }

    /// What follows from the parts alone.
    fn of_parts(parts: &[Facts]) -> Facts {
        let mut facts = Facts::default();
        for part in parts {
            facts.reads = facts.reads.or(part.reads);
            facts.after |= part.after;
            facts.asks |= part.asks;
            facts.partial |= part.partial;
            facts.unsure |= part.unsure;
            facts.height = facts.height.max(part.height);
            facts.size = facts.size.saturating_add(part.size);
        }
        facts.height += 1;
        facts.size = facts.size.saturating_add(1);
        facts
    }
}

impl Checker<'_> {
    /// The facts of an expression.
    pub(super) fn facts(&mut self, expr: &Expr) -> Facts {
        let parts: Vec<Facts> = expr
            .parts()
            .into_iter()
            .map(|part| self.facts(part))
            .collect();
        let mut facts = Facts::of_parts(&parts);
        match &expr.kind {
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Side(_)
            | ExprKind::Constant(_)
            | ExprKind::Item(_)
            | ExprKind::Local(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..)
            | ExprKind::Negate(_)
            | ExprKind::Or(_)
            | ExprKind::ForThem(_) => {}
            ExprKind::Combine(..) | ExprKind::Set(_) => {
                // A missing item is left out of a set in braces; a set itself always has a value.
                facts.partial = matches!(expr.kind, ExprKind::Combine(..)) && facts.partial;
            }
            ExprKind::Word(id, args) => {
                let word = self.vocabulary.word(*id);
                facts.partial |= word.partial && !self.is_there(word.man, args);
                facts.unsure = word.gives == Type::Truth && facts.partial;
            }
            ExprKind::MoveWord(id, _) => {
                let word = self.vocabulary.word(*id);
                facts.reads.the_move = true;
                facts.partial |= word.partial;
                facts.unsure = word.gives == Type::Truth && facts.partial;
            }
            ExprKind::Builtin(builtin, _) => match builtin {
                Builtin::Depth => facts.reads.depth = true,
                Builtin::Exists => (facts.partial, facts.unsure) = (false, false),
                Builtin::Empty => facts.unsure = facts.partial,
                Builtin::UsToMove
                | Builtin::ThemToMove
                | Builtin::NoMoves
                | Builtin::Abs
                | Builtin::Sign
                | Builtin::Min
                | Builtin::Max
                | Builtin::Count
                | Builtin::Owner
                | Builtin::Better
                | Builtin::Holding
                | Builtin::Narrower => {}
            },
            ExprKind::Call(id, _) => {
                let called = self.facts[id.0 as usize];
                let height = facts.height + called.height;
                facts = Facts::of_parts(&[facts, called]);
                facts.height = height;
            }
            ExprKind::Can(_) => facts.asks = true,
            ExprKind::Not(_) => {
                if facts.unsure {
                    self.warn_of_silent_not(expr);
                }
                facts.unsure = false;
            }
            ExprKind::And(conjuncts) => {
                // `exists(room) and …` shows that the author thought of the case.
                let asked =
                    |part: &Expr| matches!(part.kind, ExprKind::Builtin(Builtin::Exists, _));
                facts.unsure &= !conjuncts.iter().any(asked);
            }
            ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::InRange(..)
            | ExprKind::InList(..) => {
                facts.unsure = facts.partial;
            }
            ExprKind::Arithmetic(operation, _, divisor) => {
                let divides = matches!(operation, Operation::Divide | Operation::Modulo);
                facts.partial |= divides && !matches!(divisor.kind, ExprKind::Number(1..));
            }
            ExprKind::If(_, otherwise) => {
                facts.partial = otherwise.is_none() || value_parts(&parts).any(|part| part.partial);
                facts.unsure = expr.ty == Type::Truth && (facts.unsure || facts.partial);
            }
            ExprKind::Quantified(quantifier, ..) => match quantifier {
                Quantifier::The | Quantifier::Least | Quantifier::Greatest => facts.partial = true,
                Quantifier::Some | Quantifier::Every => facts.unsure |= facts.partial,
                Quantifier::Count | Quantifier::Those | Quantifier::Sum => {}
            },
            ExprKind::At(time, _) => self.at_time(expr, *time, &mut facts),
            ExprKind::AnySide(_) => self.in_one_position(expr, "from any side", &mut facts),
            ExprKind::OverMoves(..) => {
                self.in_one_position(expr, "over moves", &mut facts);
                facts.partial = true;
            }
        }
        // Truth is two-valued: a truth without a value is false.
        facts.partial &= expr.ty != Type::Truth;
        if facts.height > MAX_HEIGHT {
            let message =
                format!("nested more than {MAX_HEIGHT} deep, counting the definitions it calls");
            let help = "say it in fewer steps";
            self.report(Diagnostic::error("too-deep", expr.span, message).help(help));
            facts.height = 0;
        }
        if facts.size > MAX_SIZE {
            let message =
                format!("more than {MAX_SIZE} parts, counting the definitions it calls each time");
            self.report(Diagnostic::error(
                "too-large-written-out",
                expr.span,
                message,
            ));
            facts.size = 0;
        }
        facts
    }

    fn at_time(&mut self, expr: &Expr, time: Time, facts: &mut Facts) {
        if facts.reads.before || facts.after {
            let inner = if facts.after { "after" } else { "before" };
            let message = format!("`{inner}` cannot be used inside `{}`", time.word());
            let help = match (time, inner) {
                (Time::Before, "before") => "`before` reaches back one move only",
                (Time::Root, "before") => "at the root there is no position before",
                (Time::Root | Time::Before | Time::After, _) => "look at one other time at once",
            };
            self.report(Diagnostic::error("time-in-time", expr.span, message).help(help));
        }
        match time {
            Time::Before => {
                facts.reads.before = true;
                facts.partial |= !self.after_move;
                facts.unsure |= expr.ty == Type::Truth && !self.after_move;
            }
            Time::Root => facts.reads.root = true,
            Time::After => (facts.reads.the_move, facts.after) = (true, true),
        }
    }

    /// What stands in another position, which no tree has reached, can look at nothing else.
    fn in_one_position(&mut self, expr: &Expr, words: &str, facts: &mut Facts) {
        let found = [
            (facts.after, "`after`"),
            (facts.reads.before, "`before`"),
            (facts.reads.root, "`root`"),
            (facts.reads.depth, "`depth`"),
            (facts.reads.the_move, "a word about the move"),
        ];
        if let Some((_, what)) = found.into_iter().find(|(is_read, _)| *is_read) {
            let message = format!("{what} cannot be used inside `{words}`");
            let help = "it is about one position and nothing else";
            self.report(Diagnostic::error("time-in-time", expr.span, message).help(help));
        }
        (facts.reads, facts.after) = (Reads::default(), false);
    }

    /// Is this `our.rook` where the header gives us one rook?
    fn is_there(&self, man: Option<domain::Man>, args: &[Expr]) -> bool {
        let (Some(man), Some(ExprKind::Side(side))) = (man, args.first().map(|arg| &arg.kind))
        else {
            return false;
        };
        let one = |side: Side| {
            self.all_headers
                .iter()
                .any(|header| header.starts_with_one(side, man))
        };
        // In `for them` the side may be the other one; either way the header names the man.
        one(*side) || one(!*side)
    }

    /// Writes the opposite comparison in place of a negated one.
    fn opposite_of(&self, expr: &Expr) -> Option<Fix> {
        let ExprKind::Not(inner) = &expr.kind else {
            return None;
        };
        let ExprKind::Compare(comparison, a, b) = &inner.kind else {
            return None;
        };
        let sign = a.span.after().to(b.span.before());
        let is_plain = self.text(sign).trim() == comparison.symbol();
        let opposite = comparison.opposite().symbol();
        let written = [self.text(a.span), opposite, self.text(b.span)].join(" ");
        is_plain.then(|| Fix::replace(expr.span, written))
    }

    fn warn_of_silent_not(&mut self, expr: &Expr) {
        let message =
            "something here may have no value; the comparison is then false, and so this is true";
        let mut help =
            String::from("say which you mean: add `exists(…) and` to the condition or before it");
        if let ExprKind::Not(inner) = &expr.kind
            && let ExprKind::Compare(comparison, ..) = &inner.kind
        {
            let opposite = comparison.opposite().symbol();
            help = format!(
                "write `{opposite}` instead, which is false without a value; or add `exists(…) and`"
            );
        }
        let fix = self.opposite_of(expr);
        self.report(
            Diagnostic::warning("silent-not", expr.span, message)
                .help(help)
                .fix(fix),
        );
    }
}

/// Of the parts of an `if`, those that are values and not conditions: each second one, and the last.
fn value_parts(parts: &[Facts]) -> impl Iterator<Item = &Facts> {
    let has_else = parts.len() % 2 == 1;
    let last = parts.last().filter(|_| has_else);
    parts.chunks_exact(2).map(|case| &case[1]).chain(last)
}
