//! Names and types of move constraints.

use domain::{Man, Scope, Type, WordId};

use super::Checker;
use super::expressions::{Expr, form};
use super::indexing::Thing;
use super::types::{SortOf, Ty};
use crate::checked::{self, ConstraintKind};
use crate::diagnostic::{Diagnostic, nearest};
use crate::fix::{Edit, Fix};
use crate::span::Span;
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
            syntax::ConstraintKind::Named(name, args) => {
                self.named_constraint(constraint.span, name, args)
            }
            syntax::ConstraintKind::Walk(name, targets, within) => {
                let man = self.man(name);
                let targets = self.places(targets);
                let within = within
                    .as_ref()
                    .map(|length| self.expect(length, Ty::Number));
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
                let directions = directions
                    .iter()
                    .filter_map(|name| self.direction(name))
                    .collect();
                ConstraintKind::Going(inner, directions)
            }
            syntax::ConstraintKind::First(inner, count) => {
                let inner = Box::new(self.constraint(inner));
                ConstraintKind::First(inner, self.expect(count, Ty::Number))
            }
        };
        Constraint {
            span: constraint.span,
            kind,
        }
    }

    /// A place or a set of places.
    fn places(&mut self, places: &syntax::Expr) -> Expr {
        let places = self.expr(places);
        let place = SortOf::Known(self.vocabulary.place);
        // A parameter whose type is not known otherwise is a single place.
        if !self.types.unify(places.ty, Ty::Item(place))
            && !self.types.unify(places.ty, Ty::Set(place))
        {
            let found = self.types.name(places.ty, self.vocabulary);
            let sort = self.vocabulary.sorts[usize::from(self.vocabulary.place.0)];
            let message = format!(
                "expected a {} or a set of {}, found {found}",
                sort.singular, sort.plural
            );
            let help = format!("write `moves of` and a {}", sort.singular);
            let help = match self.vocabulary.men.first() {
                Some(man) => format!("{help}, or `{man} moves`"),
                None => help,
            };
            self.report(Diagnostic::error("wrong-type", places.span, message).help(help));
        }
        places
    }

    pub(super) fn man(&mut self, name: &Name) -> Option<Man> {
        let man = self.vocabulary.man_named(&name.text);
        if let Some(man) = man {
            self.used_thing(name, Thing::Man(man));
        } else {
            let message = if self.vocabulary.men.is_empty() {
                format!(
                    "{} has no men to move, and so no `{}`",
                    self.vocabulary.game, name.text
                )
            } else {
                format!("there is no man called `{}`", name.text)
            };
            let men = self.vocabulary.men;
            let meant = nearest(&name.text, men.iter().copied());
            let diagnostic = Diagnostic::error("unknown-man", name.span, message);
            self.report(diagnostic.meant(name.span, meant, || {
                if men.is_empty() {
                    "write `any`, or `moves of …`".into()
                } else {
                    format!("the men are {}", men.join(", "))
                }
            }));
        }
        man
    }

    fn named_constraint(
        &mut self,
        span: Span,
        name: &Name,
        args: &[syntax::Expr],
    ) -> ConstraintKind<Ty> {
        let known = self.constraints.entity(&name.text);
        let known = known.or_else(|| self.definitions.entity(&name.text));
        self.used(name, known);
        match self.constraints.find(&name.text) {
            Some(Some(id)) => {
                let parameters = &self.program.constraints[id.0 as usize].parameters;
                let form = form(&name.text, parameters.iter().map(|(name, _)| name.as_str()));
                let parameters: Vec<Ty> = parameters.iter().map(|(_, ty)| Ty::from(*ty)).collect();
                return ConstraintKind::Named(id, self.args(span, name, args, &parameters, form));
            }
            Some(None) => self.rest_on_mistake(),
            None if self.diagnostics.is_full() => self.leave_out(name.span),
            None if self.definitions.find(&name.text).is_some() => {
                let message = format!("`{}` is not a move constraint", name.text);
                let help = format!(
                    "to select moves by a condition write `any that {}`",
                    name.text
                );
                let diagnostic = Diagnostic::error("not-a-constraint", name.span, message);
                let edits = vec![Edit::new(name.span.before(), "any that ")];
                let fix = Fix::new(format!("write `any that {}`", name.text), edits);
                self.report(diagnostic.help(help).fix(fix));
            }
            None => {
                self.withdraw_rest_of_line(span);
                let near = nearest(&name.text, self.constraints.all().chain(["any", "none"]));
                let message = format!("unknown move constraint `{}`", name.text);
                let diagnostic = Diagnostic::error("unknown-name", name.span, message);
                self.report(if self.vocabulary.man_named(&name.text).is_some() {
                    let moves = format!("{} moves", name.text);
                    let help = format!("write `{moves}`");
                    diagnostic.help(help).fix(Fix::replace(name.span, moves))
                } else {
                    let is_all = matches!(name.text.as_str(), "all" | "every" | "everything");
                    let any = is_all.then(|| Fix::replace(name.span, "any"));
                    let diagnostic = diagnostic.meant(name.span, near, || {
                        let of_man = match self.vocabulary.men.first() {
                            Some(man) => format!(" `{man} moves` for those of a man,"),
                            None => String::new(),
                        };
                        format!("write `any` for all moves,{of_man} or define it with `moves`")
                    });
                    diagnostic.fix(any)
                });
            }
        }
        for arg in args {
            self.expr(arg);
        }
        ConstraintKind::None
    }

    /// Takes back that the line should have ended here: nobody knows what the words mean.
    fn withdraw_rest_of_line(&mut self, constraint: Span) {
        if self.quiet {
            return;
        }
        let texts = self.texts.clone();
        self.diagnostics.withdraw(|diagnostic| {
            let gap = constraint.after().to(diagnostic.span.before());
            let text = texts.get(gap.source.idx());
            let gap = text.and_then(|text| text.get(gap.range()));
            diagnostic.code == "unexpected"
                && diagnostic.span.source == constraint.source
                && diagnostic.span.start > constraint.end
                && gap.is_some_and(|gap| gap.chars().all(|c| c == ' '))
        });
    }

    /// A word that is true or false of a move.
    fn direction(&mut self, name: &Name) -> Option<WordId> {
        let is_direction = |id: &WordId| {
            let word = self.vocabulary.word(*id);
            word.scope == Scope::Move && word.gives == Type::Truth && word.takes.is_empty()
        };
        let found = self.vocabulary.words_named(&name.text).find(is_direction);
        if let Some(id) = found {
            self.used_thing(name, Thing::Word(id));
        } else {
            let names = (0..).map(WordId).zip(&self.vocabulary.words);
            let names = names
                .filter(|(id, _)| is_direction(id))
                .map(|(_, word)| word.name);
            let names: Vec<&str> = names.collect();
            let meant = nearest(&name.text, names.iter().copied());
            let message = format!("no move is `{}`", name.text);
            let diagnostic = Diagnostic::error("unknown-direction", name.span, message);
            self.report(diagnostic.meant(name.span, meant, || {
                if names.is_empty() {
                    "moves of this game go in no direction".into()
                } else {
                    "the directions are north, northeast, east and so on; \
                     a word that is true of a move will do, such as capture"
                        .into()
                }
            }));
        }
        found
    }

    /// The constraint with its types, now that the whole statement has been seen.
    pub(super) fn settle_constraint(&mut self, constraint: Constraint) -> checked::Constraint {
        self.settling(|find| constraint.with_types(find))
    }
}
