//! Names and types of move constraints.

use domain::{Man, Scope, Type, WordId};

use super::Checker;
use super::expressions::Expr;
use super::types::{SortOf, Ty};
use crate::checked::{self, ConstraintKind};
use crate::diagnostic::{Diagnostic, nearest};
use crate::syntax::{self, Name};

type Constraint = checked::Constraint<Ty>;

impl Checker<'_> {
    /// A constraint.
    pub(super) fn constraint(&mut self, constraint: &syntax::Constraint) -> Constraint {
        let kind = match &constraint.kind {
            syntax::ConstraintKind::Any => ConstraintKind::Any,
            syntax::ConstraintKind::None => ConstraintKind::None,
            syntax::ConstraintKind::Man(name) => match self.man(name) {
                Some(man) => ConstraintKind::Man(man),
                None => ConstraintKind::None,
            },
            syntax::ConstraintKind::Of(places) => ConstraintKind::Of(self.places(places)),
            syntax::ConstraintKind::Named(name, args) => self.named_constraint(name, args),
            syntax::ConstraintKind::Walk(name, targets, within) => {
                let man = self.man(name);
                let targets = self.places(targets);
                let within = within.as_ref().map(|length| self.expect(length, Ty::Number));
                match man {
                    Some(man) => ConstraintKind::Walk(man, targets, within),
                    None => ConstraintKind::None,
                }
            }
            syntax::ConstraintKind::Then(parts) => {
                ConstraintKind::Then(parts.iter().map(|part| self.constraint(part)).collect())
            }
            syntax::ConstraintKind::That(inner, _, condition) => {
                let inner = Box::new(self.constraint(inner));
                ConstraintKind::That(inner, self.expect(condition, Ty::Truth))
            }
            syntax::ConstraintKind::When(inner, condition) => {
                let inner = Box::new(self.constraint(inner));
                ConstraintKind::When(inner, self.expect(condition, Ty::Truth))
            }
            syntax::ConstraintKind::By(inner, order, key) => {
                let inner = Box::new(self.constraint(inner));
                ConstraintKind::By(inner, *order, self.expect(key, Ty::Number))
            }
            syntax::ConstraintKind::Going(inner, directions) => {
                let inner = Box::new(self.constraint(inner));
                let directions = directions.iter().filter_map(|name| self.direction(name)).collect();
                ConstraintKind::Going(inner, directions)
            }
        };
        Constraint { span: constraint.span, kind }
    }

    /// A place or a set of places.
    fn places(&mut self, places: &syntax::Expr) -> Expr {
        let places = self.expr(places);
        let place = SortOf::Known(self.vocabulary.place);
        // A parameter whose type nothing else tells is a single place.
        if !self.types.unify(places.ty, Ty::Item(place)) && !self.types.unify(places.ty, Ty::Set(place)) {
            let found = self.types.name(places.ty, self.vocabulary);
            let sort = self.vocabulary.sorts[usize::from(self.vocabulary.place.0)];
            let message = format!("expected a {} or a set of {}, found {found}", sort.singular, sort.plural);
            self.report(Diagnostic::error("wrong-type", places.span, message));
        }
        places
    }

    pub(super) fn man(&mut self, name: &Name) -> Option<Man> {
        let man = self.vocabulary.man_named(&name.text);
        if man.is_none() {
            let message = if self.vocabulary.men.is_empty() {
                format!("{} has no men to move, and so no `{}`", self.vocabulary.game, name.text)
            } else {
                format!("there is no man called `{}`", name.text)
            };
            let help = nearest(&name.text, self.vocabulary.men.iter().copied())
                .map(|meant| format!("did you mean `{meant}`?"))
                .or_else(|| Some("for the moves of the man on a square write `moves of …`".into()));
            self.report(Diagnostic::error("unknown-man", name.span, message).opt_help(help));
        }
        man
    }

    fn named_constraint(&mut self, name: &Name, args: &[syntax::Expr]) -> ConstraintKind<Ty> {
        match self.constraints.find(&name.text) {
            Some(Some(id)) => {
                let parameters: Vec<Ty> = self.program.constraints[id.0 as usize]
                    .parameters
                    .iter()
                    .map(|(_, ty)| Ty::from(*ty))
                    .collect();
                return ConstraintKind::Named(id, self.args(name, args, &parameters));
            }
            Some(None) => {}
            None if self.diagnostics.is_full() => {}
            None if self.definitions.find(&name.text).is_some() => {
                let message = format!("`{}` is not a move constraint", name.text);
                let help = format!("to select moves by a condition write `any that {}`", name.text);
                self.report(Diagnostic::error("not-a-constraint", name.span, message).help(help));
            }
            None => {
                let help = if self.vocabulary.man_named(&name.text).is_some() {
                    Some(format!("write `{} moves`", name.text))
                } else {
                    nearest(&name.text, self.constraints.all().chain(["any", "none"]))
                        .map(|meant| format!("did you mean `{meant}`?"))
                };
                let message = format!("unknown move constraint `{}`", name.text);
                self.report(Diagnostic::error("unknown-name", name.span, message).opt_help(help));
            }
        }
        for arg in args {
            self.expr(arg);
        }
        ConstraintKind::None
    }

    /// A word that is true or false of a move.
    fn direction(&mut self, name: &Name) -> Option<WordId> {
        let is_direction = |id: &WordId| {
            let word = self.vocabulary.word(*id);
            word.scope == Scope::Move && word.gives == Type::Truth && word.takes.is_empty()
        };
        let found = self.vocabulary.words_named(&name.text).find(is_direction);
        if found.is_none() {
            let names = (0..).map(WordId).zip(&self.vocabulary.words);
            let names = names.filter(|(id, _)| is_direction(id)).map(|(_, word)| word.name);
            let help = nearest(&name.text, names).map(|meant| format!("did you mean `{meant}`?"));
            let message = format!("no move is `{}`", name.text);
            self.report(Diagnostic::error("unknown-direction", name.span, message).opt_help(help));
        }
        found
    }

    /// The constraint with its types, now that the whole statement has been seen.
    pub(super) fn settle_constraint(&mut self, constraint: Constraint) -> checked::Constraint {
        let mut unsettled = None;
        let types = &self.types;
        let settled = constraint.with_types(&mut |ty, span| {
            types.known(ty).unwrap_or_else(|| {
                unsettled.get_or_insert(span);
                Type::Truth
            })
        });
        if let Some(span) = unsettled {
            self.report_unsettled(span);
        }
        settled
    }
}
