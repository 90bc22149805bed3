//! What must be known about a definition before its clause can be written: what it depends on, which parameters it
//! requires, and whether it always has a value.
//!
//! A call passes its arguments by value, so an argument without a value makes the call fail. That is right if
//! the definition has no value either in that case. Every other parameter is *optional*: it may be `none`.

use domain::{Scope, Type, Vocabulary, WordId};
use lang::Builtin;
use lang::checked::{
    Constraint, ConstraintKind, Expr, ExprKind, Local, Operation, Program, Quantifier, Time,
};

use crate::library::{Argument, PrologLibrary};

/// What an expression depends on; each becomes an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Needs {
    pub(crate) position: bool,
    pub(crate) before: bool,
    pub(crate) root: bool,
    pub(crate) depth: bool,
    pub(crate) us: bool,
    /// The position in which the move is played.
    pub(crate) played_in: bool,
    pub(crate) the_move: bool,
}

impl Needs {
    fn or(self, other: Needs) -> Needs {
        Needs {
            position: self.position || other.position,
            before: self.before || other.before,
            root: self.root || other.root,
            depth: self.depth || other.depth,
            us: self.us || other.us,
            played_in: self.played_in || other.played_in,
            the_move: self.the_move || other.the_move,
        }
    }

    fn all(needs: impl Iterator<Item = Needs>) -> Needs {
        needs.fold(Needs::default(), Needs::or)
    }
}

/// Facts about a definition.
pub(crate) struct DefinitionFacts {
    pub(crate) needs: Needs,
    /// For each parameter, may it be `none`?
    pub(crate) optional: Vec<bool>,
    /// Does it have a value whenever its parameters do?
    pub(crate) total: bool,
}

/// Facts about all definitions and constraints of a program.
pub(crate) struct ExportFacts<'a> {
    vocabulary: &'a Vocabulary,
    library: &'a PrologLibrary,
    pub(crate) definitions: Vec<DefinitionFacts>,
    pub(crate) constraints: Vec<Needs>,
}

impl<'a> ExportFacts<'a> {
    pub(crate) fn of(
        program: &Program,
        vocabulary: &'a Vocabulary,
        library: &'a PrologLibrary,
    ) -> ExportFacts<'a> {
        let mut facts = ExportFacts {
            vocabulary,
            library,
            definitions: Vec::new(),
            constraints: Vec::new(),
        };
        // Definitions call only earlier ones.
        for definition in &program.definitions {
            let body = &definition.body;
            let types = definition.parameters.iter().map(|(_, ty)| *ty);
            let optional: Vec<bool> = (0..)
                .zip(types)
                .map(|(idx, ty)| ty != Type::Truth && !facts.is_strict(body, Local(idx)))
                .collect();
            let known = DefinitionFacts {
                needs: facts.needs(body),
                total: facts.is_total(body, &optional),
                optional,
            };
            facts.definitions.push(known);
        }
        for constraint in &program.constraints {
            let needs = facts.needs_of_moves(&constraint.body);
            facts.constraints.push(needs);
        }
        facts
    }

    /// What an expression depends on.
    fn needs(&self, expr: &Expr) -> Needs {
        let parts = Needs::all(expr.parts().into_iter().map(|part| self.needs(part)));
        let us = Needs {
            us: true,
            ..Needs::default()
        };
        let position = Needs {
            position: true,
            ..Needs::default()
        };
        match &expr.kind {
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Local(_)
            | ExprKind::Item(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::InRange(..)
            | ExprKind::InList(..)
            | ExprKind::Arithmetic(..)
            | ExprKind::Negate(_)
            | ExprKind::Combine(..)
            | ExprKind::Set(_)
            | ExprKind::If(..)
            | ExprKind::Quantified(..) => parts,
            ExprKind::Side(_) => us,
            ExprKind::ForThem(_) => parts.or(us),
            ExprKind::AnySide(_) | ExprKind::OverMoves(..) => parts.or(position),
            ExprKind::Constant(id) => {
                let sort = self.vocabulary.constant(*id).sort;
                let name = self.vocabulary.sorts[usize::from(sort.0)].singular;
                Needs {
                    us: self.library.item(name).is_some(),
                    ..Needs::default()
                }
            }
            ExprKind::Word(id, _) | ExprKind::MoveWord(id, _) => parts.or(self.needs_of_word(*id)),
            ExprKind::Builtin(builtin, _) => parts.or(match builtin {
                Builtin::UsToMove | Builtin::ThemToMove => us.or(position),
                Builtin::NoMoves => position,
                Builtin::Depth => Needs {
                    depth: true,
                    ..Needs::default()
                },
                Builtin::Abs
                | Builtin::Sign
                | Builtin::Min
                | Builtin::Max
                | Builtin::Count
                | Builtin::Empty
                | Builtin::Exists
                | Builtin::Owner
                | Builtin::Better
                | Builtin::Holding
                | Builtin::Narrower => Needs::default(),
            }),
            ExprKind::Call(id, _) => parts.or(self.definitions[id.0 as usize].needs),
            ExprKind::Can(_) => us.or(position),
            ExprKind::At(Time::Before, _) => Needs {
                position: false,
                before: true,
                ..parts
            },
            ExprKind::At(Time::Root, _) => Needs {
                position: false,
                before: false,
                depth: false,
                root: true,
                ..parts
            },
            ExprKind::At(Time::After, _) => Needs {
                position: false,
                played_in: true,
                the_move: true,
                ..parts
            },
        }
    }

    fn needs_of_word(&self, id: WordId) -> Needs {
        let word = self.vocabulary.word(id);
        // A word without Prolog is reported later, where it is used.
        let Some(call) = self.library.word(word) else {
            return Needs::default();
        };
        let has = |argument: Argument| call.arguments.contains(&argument);
        let is_about_moves = word.scope == Scope::Move;
        Needs {
            position: has(Argument::Position) && !is_about_moves,
            played_in: has(Argument::Position) && is_about_moves,
            us: has(Argument::Us),
            the_move: has(Argument::Move),
            ..Needs::default()
        }
    }

    /// What a constraint depends on, apart from the moves it selects.
    pub(crate) fn needs_of_moves(&self, constraint: &Constraint) -> Needs {
        let legal = Needs {
            position: true,
            ..Needs::default()
        };
        let of_move = |expr: &Expr| {
            let needs = self.needs(expr);
            Needs {
                position: true,
                played_in: false,
                the_move: false,
                ..needs
            }
        };
        match &constraint.kind {
            ConstraintKind::Any | ConstraintKind::Man(_) => legal,
            ConstraintKind::None => Needs::default(),
            ConstraintKind::Of(places) => legal.or(self.needs(places)),
            ConstraintKind::Named(id, args) => Needs::all(args.iter().map(|arg| self.needs(arg)))
                .or(self.constraints[id.0 as usize]),
            ConstraintKind::Walk(_, targets, within) => {
                let depth = Needs {
                    depth: within.is_some(),
                    ..legal
                };
                Needs::all(within.iter().map(|length| self.needs(length)))
                    .or(self.needs(targets))
                    .or(depth)
            }
            ConstraintKind::Then(parts) => {
                Needs::all(parts.iter().map(|part| self.needs_of_moves(part)))
            }
            ConstraintKind::That(inner, condition) => {
                self.needs_of_moves(inner).or(of_move(condition))
            }
            ConstraintKind::By(inner, _, key) => self.needs_of_moves(inner).or(of_move(key)),
            ConstraintKind::When(inner, condition) => {
                self.needs_of_moves(inner).or(self.needs(condition))
            }
            ConstraintKind::First(inner, count) => self.needs_of_moves(inner).or(self.needs(count)),
            ConstraintKind::Joined(a, b) => self.needs_of_moves(a).or(self.needs_of_moves(b)),
            ConstraintKind::ForThem(inner) => self.needs_of_moves(inner),
            ConstraintKind::Going(inner, directions) => {
                let words = directions.iter().map(|id| {
                    let needs = self.needs_of_word(*id);
                    Needs {
                        position: needs.position || needs.played_in,
                        played_in: false,
                        the_move: false,
                        ..needs
                    }
                });
                self.needs_of_moves(inner).or(Needs::all(words))
            }
        }
    }

    /// Without a value for this parameter, does the expression always lack a value (or is always false)?
    fn is_strict(&self, expr: &Expr, local: Local) -> bool {
        // A truth always has a value, so it cannot propagate a missing one.
        let hands_on = |part: &Expr| part.ty != Type::Truth && self.is_strict(part, local);
        let strict = |part: &Expr| self.is_strict(part, local);
        match &expr.kind {
            ExprKind::Local(found) => *found == local,
            ExprKind::Item(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..)
            | ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Side(_)
            | ExprKind::Constant(_)
            | ExprKind::Can(_)
            | ExprKind::Not(_)
            | ExprKind::Set(_) => false,
            ExprKind::Word(_, args) | ExprKind::MoveWord(_, args) => args.iter().any(hands_on),
            ExprKind::Builtin(builtin, args) => {
                *builtin != Builtin::Exists && args.iter().any(hands_on)
                    || *builtin == Builtin::Exists && hands_on(&args[0])
            }
            ExprKind::Call(id, args) => {
                let optional = &self.definitions[id.0 as usize].optional;
                let mut pairs = args.iter().zip(optional);
                pairs.any(|(arg, is_optional)| !is_optional && hands_on(arg))
            }
            ExprKind::And(parts) => parts.iter().any(strict),
            ExprKind::Or(parts) => parts.iter().all(strict),
            ExprKind::Compare(_, a, b)
            | ExprKind::Arithmetic(_, a, b)
            | ExprKind::Combine(_, a, b)
            | ExprKind::In(a, _, b) => hands_on(a) || hands_on(b),
            ExprKind::InRange(a, _, b, c) => hands_on(a) || hands_on(b) || hands_on(c),
            ExprKind::InList(a, ..) | ExprKind::Negate(a) => hands_on(a),
            ExprKind::If(cases, otherwise) => {
                cases
                    .iter()
                    .all(|(condition, value)| strict(condition) || strict(value))
                    && otherwise.as_deref().is_none_or(strict)
            }
            ExprKind::Quantified(_, _, set, _) => hands_on(set),
            ExprKind::ForThem(part)
            | ExprKind::At(_, part)
            | ExprKind::AnySide(part)
            | ExprKind::OverMoves(_, part) => strict(part),
        }
    }

    /// Does the expression have a value in every position?
    pub(crate) fn is_total(&self, expr: &Expr, optional: &[bool]) -> bool {
        let total = |part: &Expr| self.is_total(part, optional);
        match &expr.kind {
            _ if expr.ty == Type::Truth => true,
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Side(_)
            | ExprKind::Constant(_)
            | ExprKind::Set(_)
            | ExprKind::Can(_)
            | ExprKind::Item(_)
            | ExprKind::Plan(..)
            | ExprKind::Join(..)
            | ExprKind::Not(_)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::AnySide(_)
            | ExprKind::Compare(..)
            | ExprKind::In(..)
            | ExprKind::InRange(..)
            | ExprKind::InList(..) => true,
            ExprKind::Local(Local(idx)) => !optional
                .get(usize::from(*idx))
                .is_some_and(|is_optional| *is_optional),
            ExprKind::Word(id, args) | ExprKind::MoveWord(id, args) => {
                !self.vocabulary.word(*id).partial && args.iter().all(total)
            }
            // The absolute value of the smallest number overflows.
            ExprKind::Builtin(builtin, args) => *builtin != Builtin::Abs && args.iter().all(total),
            ExprKind::Call(id, args) => {
                let known = &self.definitions[id.0 as usize];
                let mut pairs = args.iter().zip(&known.optional);
                known.total && pairs.all(|(arg, is_optional)| *is_optional || total(arg))
            }
            ExprKind::Arithmetic(
                Operation::Add
                | Operation::Subtract
                | Operation::Multiply
                | Operation::Divide
                | Operation::Modulo,
                ..,
            )
            | ExprKind::Negate(_)
            | ExprKind::OverMoves(..)
            | ExprKind::At(Time::Before, _) => false,
            ExprKind::Combine(_, a, b) => total(a) && total(b),
            ExprKind::If(cases, otherwise) => {
                cases.iter().all(|(_, value)| total(value))
                    && otherwise.as_deref().is_some_and(total)
            }
            ExprKind::Quantified(quantifier, _, set, _) => {
                let always = match quantifier {
                    Quantifier::Some
                    | Quantifier::Every
                    | Quantifier::Count
                    | Quantifier::Those => true,
                    Quantifier::The
                    | Quantifier::Least
                    | Quantifier::Greatest
                    | Quantifier::Sum => false,
                };
                always && total(set)
            }
            ExprKind::ForThem(part) | ExprKind::At(Time::Root | Time::After, part) => total(part),
        }
    }
}
