//! Men that the material does not have, and constraints that can select nothing.
//!
//! A definition may be evaluated for us and, in `for them`, for them; so this follows the calls from where they begin,
//! and checks each definition once for each side.

use domain::{Man, Side, Type};

use super::Checker;
use crate::checked::{
    Constraint, ConstraintKind, DefinitionId, Expectation, Expr, ExprKind, Promise,
};
use crate::diagnostic::Diagnostic;
use crate::fix::Fix;
use crate::span::Span;

/// The calls seen so far: each definition, for each side that looks.
struct SeenMen {
    definitions: Vec<[bool; 2]>,
    waiting: Vec<(DefinitionId, Side)>,
}

impl Checker<'_> {
    /// Checks every expression and constraint of the program.
    pub(super) fn check_men(&mut self) {
        let program = self.program.clone();
        let mut seen = SeenMen {
            definitions: vec![[false; 2]; program.definitions.len()],
            waiting: Vec::new(),
        };
        self.begin(None, Span::default());
        for piece in &program.pieces {
            self.men_in(&piece.better_goal, Side::Us, &mut seen);
            self.men_in(&piece.holding_goal, Side::Us, &mut seen);
            self.men_in_constraint(&piece.us, Some(Side::Us), &mut seen);
            self.men_in_constraint(&piece.them, Some(Side::Them), &mut seen);
        }
        for constraint in &program.constraints {
            self.men_in_constraint(&constraint.body, None, &mut seen);
        }
        for rule in program.tables.iter().flat_map(|table| &table.rules) {
            let guards = rule.entries.iter().filter_map(|entry| entry.guard.as_ref());
            for condition in rule.condition.iter().chain(guards) {
                self.men_in(condition, Side::Us, &mut seen);
            }
        }
        for method in &program.methods {
            for expr in method.exprs() {
                self.men_in(expr, Side::Us, &mut seen);
            }
        }
        for example in &program.examples {
            for expectation in &example.expects {
                if let Expectation::Shows(expr) = expectation {
                    self.men_in(expr, Side::Us, &mut seen);
                }
            }
        }
        let teaches = program.pieces.iter().flat_map(|piece| &piece.teaches);
        let remarks = program.remarks.iter().map(|(_, remark)| remark);
        for remark in remarks.chain(teaches) {
            let values = remark.text.values();
            for expr in remark.when.iter().chain(values) {
                self.men_in(expr, Side::Us, &mut seen);
            }
        }
        if let Some(about) = &program.positions {
            self.men_in(about, Side::Us, &mut seen);
        }
        for claim in &program.claims {
            match &claim.promise {
                Promise::Never(expr) => self.men_in(expr, Side::Us, &mut seen),
                Promise::NeverLoses(man) => {
                    if !self.may_have(Side::Us, *man) {
                        self.no_such_man(
                            claim.span,
                            Side::Us,
                            *man,
                            "the header names the men of both sides",
                        );
                    }
                }
                Promise::Wins
                | Promise::KeepsWins
                | Promise::KeepsDraws
                | Promise::WinsAtLeast(_)
                | Promise::GivesAwayAtMost(_) => {}
            }
            if let Some(condition) = &claim.condition {
                self.men_in(condition, Side::Us, &mut seen);
            }
        }
        self.follow(&mut seen);
        // Definitions that nothing calls are checked from our side: a library does not know its callers.
        let unasked: Vec<DefinitionId> = (0..)
            .map(DefinitionId)
            .zip(&program.definitions)
            .filter(|(_, definition)| definition.library.is_none())
            .map(|(id, _)| id)
            .filter(|id| seen.definitions[id.0 as usize] == [false; 2])
            .collect();
        for id in unasked {
            seen.ask(id, Side::Us);
            self.follow(&mut seen);
        }
    }

    /// Checks one expression that is evaluated by itself.
    pub(super) fn check_men_of(&mut self, expr: &Expr) {
        let n_definitions = self.program.definitions.len();
        let mut seen = SeenMen {
            definitions: vec![[false; 2]; n_definitions],
            waiting: Vec::new(),
        };
        self.begin(None, Span::default());
        self.men_in(expr, Side::Us, &mut seen);
    }

    fn follow(&mut self, seen: &mut SeenMen) {
        while let Some((id, viewer)) = seen.waiting.pop() {
            let definition = self.program.definitions[id.0 as usize].clone();
            if definition.library.is_none() {
                self.men_in(&definition.body, viewer, seen);
            }
        }
    }

    fn men_in(&mut self, expr: &Expr, viewer: Side, seen: &mut SeenMen) {
        if let ExprKind::Word(id, args) = &expr.kind
            && let Some(man) = self.vocabulary.word(*id).man
            && let Some(ExprKind::Side(side)) = args.first().map(|arg| &arg.kind)
        {
            let seen_side = if viewer == Side::Us { *side } else { !*side };
            // A plan may be anybody's, so what it and its definitions call ours may be either side's.
            let has_plans = !self.program.plans.is_empty();
            let may_be_theirs = has_plans && self.may_have(!seen_side, man);
            if !self.may_have(seen_side, man) && !may_be_theirs {
                let help = match (viewer, side) {
                    (Side::Us, _) => "the header names the men of both sides",
                    (Side::Them, Side::Us) => "in `for them`, `our` means theirs",
                    (Side::Them, Side::Them) => "in `for them`, `their` means ours",
                };
                self.no_such_man(expr.span, seen_side, man, help);
            } else if matches!(self.vocabulary.word(*id).gives, Type::Item(_)) {
                self.check_only_man(expr.span, seen_side, man);
            }
        }
        if let ExprKind::Call(id, _) = &expr.kind {
            seen.ask(*id, viewer);
        }
        let viewer = if matches!(expr.kind, ExprKind::ForThem(_)) {
            !viewer
        } else {
            viewer
        };
        for part in expr.parts() {
            self.men_in(part, viewer, seen);
        }
    }

    /// `mover` is the side whose moves are constrained, where that is known.
    fn men_in_constraint(
        &mut self,
        constraint: &Constraint,
        mover: Option<Side>,
        seen: &mut SeenMen,
    ) {
        match &constraint.kind {
            ConstraintKind::Any | ConstraintKind::None => {}
            ConstraintKind::Man(man) => self.check_mover(constraint.span, mover, *man),
            ConstraintKind::Of(places) => self.men_in(places, Side::Us, seen),
            ConstraintKind::Named(id, args) => {
                for arg in args {
                    self.men_in(arg, Side::Us, seen);
                }
                // The named constraint is checked by itself; here only whether its men can move for this side.
                let man = selects_one_man(&self.program.constraints[id.0 as usize].body);
                if let Some(man) = man.filter(|man| mover.is_some() && !self.can_move(mover, *man))
                {
                    self.selects_nothing(constraint.span, mover, man);
                }
            }
            ConstraintKind::Walk(man, targets, within) => {
                self.check_mover(constraint.span, mover, *man);
                for expr in std::iter::once(targets).chain(within) {
                    self.men_in(expr, Side::Us, seen);
                }
            }
            ConstraintKind::Then(parts) => {
                for part in parts {
                    self.men_in_constraint(part, mover, seen);
                }
            }
            ConstraintKind::That(inner, condition) | ConstraintKind::When(inner, condition) => {
                self.men_in_constraint(inner, mover, seen);
                self.men_in(condition, Side::Us, seen);
                if matches!(condition.kind, ExprKind::Truth(false)) {
                    let message = "this selects no move: the condition is false";
                    let help = "for no move at all write `none`";
                    let diagnostic =
                        Diagnostic::warning("selects-nothing", constraint.span, message);
                    let fix = Fix::replace(constraint.span, "none");
                    self.report(diagnostic.help(help).fix(fix));
                }
            }
            ConstraintKind::By(inner, _, key) | ConstraintKind::First(inner, key) => {
                self.men_in_constraint(inner, mover, seen);
                self.men_in(key, Side::Us, seen);
            }
            ConstraintKind::Going(inner, _) | ConstraintKind::ForThem(inner) => {
                self.men_in_constraint(inner, mover, seen);
            }
            ConstraintKind::Joined(a, b) => {
                self.men_in_constraint(a, mover, seen);
                self.men_in_constraint(b, mover, seen);
            }
        }
    }

    fn check_mover(&mut self, span: Span, mover: Option<Side>, man: Man) {
        if !self.can_move(mover, man) {
            self.selects_nothing(span, mover, man);
        }
    }

    fn can_move(&self, mover: Option<Side>, man: Man) -> bool {
        match mover {
            Some(side) => self.may_have(side, man),
            None => Side::BOTH.into_iter().any(|side| self.may_have(side, man)),
        }
    }

    pub(super) fn may_have(&self, side: Side, man: Man) -> bool {
        self.all_headers.is_empty()
            || self
                .all_headers
                .iter()
                .any(|header| header.may_have(side, man))
    }

    /// Warns of `our.bishop` where there are two of them.
    fn check_only_man(&mut self, span: Span, side: Side, man: Man) {
        let headers = self.all_headers.iter();
        let counts = headers.map(|header| header.n_at_start(side, man));
        let counts: Option<Vec<u8>> = counts.collect();
        // Where a kind is named at all, it is named twice or more, in every ending of the chapter.
        let Some(fewest) = counts
            .into_iter()
            .flatten()
            .filter(|count| *count > 0)
            .min()
            .filter(|fewest| *fewest > 1)
        else {
            return;
        };
        let name = self.vocabulary.man(man);
        let who = if side == Side::Us { "we" } else { "they" };
        let written = self.text(span);
        let message = format!(
            "`{written}` has no value while there is more than one {name}, and {who} begin with {fewest}"
        );
        let help = format!(
            "`{written}s` is the set of them; for one of them write `the s in {written}s : …`"
        );
        self.report(Diagnostic::warning("one-of-several", span, message).help(help));
    }

    fn no_such_man(&mut self, span: Span, side: Side, man: Man, help: &str) {
        let who = if side == Side::Us { "we" } else { "they" };
        let message = format!("{who} have no {} in this ending", self.vocabulary.man(man));
        self.report(Diagnostic::error("no-such-man", span, message).help(help));
    }

    fn selects_nothing(&mut self, span: Span, mover: Option<Side>, man: Man) {
        let who = match mover {
            Some(Side::Us) => "we have",
            Some(Side::Them) => "they have",
            None => "nobody has",
        };
        let message = format!(
            "this selects no move: {who} no {} in this ending",
            self.vocabulary.man(man)
        );
        let help = "the header names the men of both sides";
        self.report(Diagnostic::warning("selects-nothing", span, message).help(help));
    }
}

impl SeenMen {
    fn ask(&mut self, id: DefinitionId, viewer: Side) {
        let seen = &mut self.definitions[id.0 as usize][usize::from(viewer == Side::Them)];
        if !*seen {
            *seen = true;
            self.waiting.push((id, viewer));
        }
    }
}

/// The only kind of man that a constraint lets move, if there is just one.
fn selects_one_man(constraint: &Constraint) -> Option<Man> {
    match &constraint.kind {
        ConstraintKind::Man(man) | ConstraintKind::Walk(man, ..) => Some(*man),
        ConstraintKind::That(inner, _)
        | ConstraintKind::When(inner, _)
        | ConstraintKind::By(inner, ..)
        | ConstraintKind::First(inner, _)
        | ConstraintKind::Going(inner, _)
        | ConstraintKind::ForThem(inner) => selects_one_man(inner),
        ConstraintKind::Any
        | ConstraintKind::None
        | ConstraintKind::Of(_)
        | ConstraintKind::Named(..)
        | ConstraintKind::Joined(..)
        | ConstraintKind::Then(_) => None,
    }
}
