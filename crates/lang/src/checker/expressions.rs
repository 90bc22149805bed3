//! Names and types of expressions.
//!
//! An expression that makes no sense is reported once and becomes a value of unknown type, so that one
//! mistake gives one message.

use domain::{Scope, Side, Type, Word, WordId};

use super::Checker;
use super::indexing::Thing;
use super::types::{SortOf, Ty};
use crate::builtin::{BUILTINS, Builtin, BuiltinWord};
use crate::checked::{self, ExprKind, Joining, Local};
use crate::diagnostic::{Diagnostic, nearest};
use crate::fix::{Edit, Fix};
use crate::index::EntityKind;
use crate::span::Span;
use crate::syntax::{self, Comparison, Membership, Name, Operation, Quantifier};

pub(super) type Expr = checked::Expr<Ty>;

impl Checker<'_> {
    /// An expression that must have this type.
    pub(super) fn expect(&mut self, expr: &syntax::Expr, ty: Ty) -> Expr {
        let checked = self.expr(expr);
        self.require(&checked, ty, None);
        checked
    }

    /// Reports an expression that does not have this type.
    pub(super) fn require(&mut self, expr: &Expr, ty: Ty, because: Option<(Span, String)>) -> bool {
        let fits = self.types.unify(expr.ty, ty);
        if !fits {
            let expected = self.types.name(ty, self.vocabulary);
            let found = self.types.name(expr.ty, self.vocabulary);
            let message = format!("expected {expected}, found {found}");
            let mut diagnostic = Diagnostic::error("wrong-type", expr.span, message);
            diagnostic.related.extend(because);
            diagnostic.fixes = self.type_fixes(ty, &[expr]);
            self.report(diagnostic.opt_help(self.type_help(ty, expr)));
        }
        fits
    }

    /// Reports the first of some expressions that does not have this type: several squares in place of numbers are one
    /// mistake, and one edit mends them all.
    fn require_all(&mut self, exprs: &[&Expr], ty: Ty) {
        let Some(idx) = exprs.iter().position(|expr| !self.types.unify(expr.ty, ty)) else {
            return;
        };
        let found = self.types.find(exprs[idx].ty);
        let alike: Vec<&Expr> = exprs[idx..]
            .iter()
            .copied()
            .filter(|expr| self.types.find(expr.ty) == found)
            .collect();
        let message = format!(
            "expected {}, found {}",
            self.types.name(ty, self.vocabulary),
            self.types.name(found, self.vocabulary)
        );
        let mut diagnostic = Diagnostic::error("wrong-type", exprs[idx].span, message);
        diagnostic.fixes = self.type_fixes(ty, &alike);
        self.report(diagnostic.opt_help(self.type_help(ty, exprs[idx])));
    }

    /// An expression of any type.
    pub(super) fn expr(&mut self, expr: &syntax::Expr) -> Expr {
        let span = expr.span;
        let (ty, kind) = match &expr.kind {
            syntax::ExprKind::Number(number) => (Ty::Number, ExprKind::Number(*number)),
            syntax::ExprKind::Truth(truth) => (Ty::Truth, ExprKind::Truth(*truth)),
            syntax::ExprKind::Our => (Ty::Side, ExprKind::Side(Side::Us)),
            syntax::ExprKind::Their => (Ty::Side, ExprKind::Side(Side::Them)),
            syntax::ExprKind::Name(name) => return self.named(span, name, &[]),
            syntax::ExprKind::Call(name, args) => return self.named(span, name, args),
            syntax::ExprKind::Property(of, name, args) => {
                return self.property(span, of, name, args);
            }
            syntax::ExprKind::At(time, of) => {
                let of = self.expr(of);
                (of.ty, ExprKind::At(*time, Box::new(of)))
            }
            syntax::ExprKind::ForThem(of) => {
                let of = self.expr(of);
                (of.ty, ExprKind::ForThem(Box::new(of)))
            }
            syntax::ExprKind::AnySide(of) => (
                Ty::Truth,
                ExprKind::AnySide(Box::new(self.expect(of, Ty::Truth))),
            ),
            syntax::ExprKind::OverMoves(extreme, of) => {
                let of = Box::new(self.expect(of, Ty::Number));
                (Ty::Number, ExprKind::OverMoves(*extreme, of))
            }
            syntax::ExprKind::Can(piece, against) => {
                match self.piece_alone(piece, against.as_ref()) {
                    Some(piece) => (Ty::Truth, ExprKind::Can(piece)),
                    None => (Ty::Truth, ExprKind::Truth(false)),
                }
            }
            syntax::ExprKind::Not(of) => (
                Ty::Truth,
                ExprKind::Not(Box::new(self.expect(of, Ty::Truth))),
            ),
            syntax::ExprKind::And(parts) => {
                (Ty::Truth, ExprKind::And(self.expect_all(parts, Ty::Truth)))
            }
            syntax::ExprKind::Or(parts) => {
                let first = self.expr(&parts[0]);
                if self.types.find(first.ty) == Ty::Plan {
                    let mut joined = first;
                    for part in &parts[1..] {
                        let part = self.expect(part, Ty::Plan);
                        joined = self.joined(span, Joining::Or, joined, part);
                    }
                    return joined;
                }
                self.require(&first, Ty::Truth, None);
                let rest = self.expect_all(&parts[1..], Ty::Truth);
                let parts = std::iter::once(first).chain(rest).collect();
                (Ty::Truth, ExprKind::Or(parts))
            }
            syntax::ExprKind::Compare(comparison, a, b) => {
                (Ty::Truth, self.comparison(*comparison, a, b))
            }
            syntax::ExprKind::In(item, membership, set) => {
                (Ty::Truth, self.membership(item, *membership, set))
            }
            syntax::ExprKind::InRange(item, membership, low, high) => {
                let [item, low, high] = [item, low, high].map(|part| Box::new(self.expr(part)));
                self.require_all(&[&item, &low, &high], Ty::Number);
                (Ty::Truth, ExprKind::InRange(item, *membership, low, high))
            }
            syntax::ExprKind::Arithmetic(Operation::Modulo, a, b) => {
                let a = self.expr(a);
                if self.types.find(a.ty) == Ty::Plan {
                    let b = self.expect(b, Ty::Plan);
                    return self.joined(span, Joining::Mod, a, b);
                }
                self.require(&a, Ty::Number, None);
                let b = self.expect(b, Ty::Number);
                let (a, b) = (Box::new(a), Box::new(b));
                (Ty::Number, ExprKind::Arithmetic(Operation::Modulo, a, b))
            }
            syntax::ExprKind::Arithmetic(operation, a, b) => {
                let [a, b] = [a, b].map(|part| Box::new(self.expect(part, Ty::Number)));
                (Ty::Number, ExprKind::Arithmetic(*operation, a, b))
            }
            syntax::ExprKind::Negate(of) => (
                Ty::Number,
                ExprKind::Negate(Box::new(self.expect(of, Ty::Number))),
            ),
            syntax::ExprKind::Combine(combination, a, b) => {
                let ty = Ty::Set(self.types.unknown_sort());
                let [a, b] = [a, b].map(|part| Box::new(self.expect(part, ty)));
                (ty, ExprKind::Combine(*combination, a, b))
            }
            syntax::ExprKind::Set(items) => {
                let sort = self.types.unknown_sort();
                (
                    Ty::Set(sort),
                    ExprKind::Set(self.expect_all(items, Ty::Item(sort))),
                )
            }
            syntax::ExprKind::If(cases, otherwise) => {
                return self.conditional(span, cases, otherwise.as_deref());
            }
            syntax::ExprKind::Quantified(quantifier, variable, set, body) => {
                self.quantified(*quantifier, variable, set, body)
            }
        };
        Expr { span, ty, kind }
    }

    fn expect_all(&mut self, parts: &[syntax::Expr], ty: Ty) -> Vec<Expr> {
        parts.iter().map(|part| self.expect(part, ty)).collect()
    }

    fn comparison(
        &mut self,
        comparison: Comparison,
        a: &syntax::Expr,
        b: &syntax::Expr,
    ) -> ExprKind<Ty> {
        let ordered = !matches!(comparison, Comparison::Equal | Comparison::Unequal);
        let (a, b) = (self.expr(a), self.expr(b));
        if ordered {
            self.require_all(&[&a, &b], Ty::Number);
        } else {
            let left = self.types.name(a.ty, self.vocabulary);
            self.require(&b, a.ty, Some((a.span, format!("compared with {left}"))));
        }
        ExprKind::Compare(comparison, Box::new(a), Box::new(b))
    }

    /// `s in set`; a list of numbers in braces is a list of cases, since there are no sets of numbers.
    fn membership(
        &mut self,
        item: &syntax::Expr,
        membership: Membership,
        set: &syntax::Expr,
    ) -> ExprKind<Ty> {
        let item = Box::new(self.expr(item));
        if let (syntax::ExprKind::Set(items), Ty::Number) = (&set.kind, self.types.find(item.ty)) {
            return ExprKind::InList(item, membership, self.expect_all(items, Ty::Number));
        }
        let sort = self.types.unknown_sort();
        let set = Box::new(self.expr(set));
        let _ =
            self.require(&set, Ty::Set(sort), None) && self.require(&item, Ty::Item(sort), None);
        ExprKind::In(item, membership, set)
    }

    fn conditional(
        &mut self,
        span: Span,
        cases: &[(syntax::Expr, syntax::Expr)],
        otherwise: Option<&syntax::Expr>,
    ) -> Expr {
        let ty = self.types.unknown();
        let cases = cases
            .iter()
            .map(|(condition, value)| (self.expect(condition, Ty::Truth), self.expect(value, ty)))
            .collect();
        let otherwise = otherwise.map(|value| Box::new(self.expect(value, ty)));
        Expr {
            span,
            ty,
            kind: ExprKind::If(cases, otherwise),
        }
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        variable: &Name,
        set: &syntax::Expr,
        body: &syntax::Expr,
    ) -> (Ty, ExprKind<Ty>) {
        let sort = self.types.unknown_sort();
        let set = Box::new(self.expect(set, Ty::Set(sort)));
        let local =
            Local(u16::try_from(self.locals.len()).expect("nesting is bounded, and so are locals"));
        self.bind(EntityKind::Local, variable, Ty::Item(sort), body.span);
        let (asked, ty) = match quantifier {
            Quantifier::Some | Quantifier::Every => (Ty::Truth, Ty::Truth),
            Quantifier::Count => (Ty::Truth, Ty::Number),
            Quantifier::Those => (Ty::Truth, Ty::Set(sort)),
            Quantifier::The => (Ty::Truth, Ty::Item(sort)),
            Quantifier::Least | Quantifier::Greatest | Quantifier::Sum => (Ty::Number, Ty::Number),
        };
        let body = Box::new(self.expect(body, asked));
        self.locals.pop();
        (ty, ExprKind::Quantified(quantifier, local, set, body))
    }

    /// A name, with or without arguments: a local, a definition, a constant, a word of the language or the
    /// domain, in this order.
    fn named(&mut self, span: Span, name: &Name, args: &[syntax::Expr]) -> Expr {
        if let Some(idx) = self
            .locals
            .iter()
            .rposition(|local| local.name == name.text)
        {
            let ty = self.locals[idx].ty;
            self.used(name, self.locals[idx].entity);
            self.no_args(span, name, args);
            return Expr {
                span,
                ty,
                kind: ExprKind::Local(Local(idx as u16)),
            };
        }
        let found = self.definitions.find(&name.text);
        if found.is_some() {
            self.used(name, self.definitions.entity(&name.text));
        }
        match found {
            Some(Some(id)) => {
                let definition = &self.program.definitions[id.0 as usize];
                let parameters: Vec<Ty> = definition
                    .parameters
                    .iter()
                    .map(|(_, ty)| Ty::from(*ty))
                    .collect();
                let form = form(
                    &name.text,
                    definition.parameters.iter().map(|(name, _)| name.as_str()),
                );
                let ty = Ty::from(definition.body.ty);
                let args = self.args(span, name, args, &parameters, form);
                return Expr {
                    span,
                    ty,
                    kind: ExprKind::Call(id, args),
                };
            }
            Some(None) => {
                self.rest_on_mistake();
                return self.broken(span, args);
            }
            None => {}
        }
        if let Some(constant) = self.vocabulary.constant_named(&name.text) {
            self.used_thing(name, Thing::Constant(constant));
            self.no_args(span, name, args);
            let ty = Ty::Item(SortOf::Known(self.vocabulary.constant(constant).sort));
            return Expr {
                span,
                ty,
                kind: ExprKind::Constant(constant),
            };
        }
        if let Some(word) = BuiltinWord::named(&name.text) {
            self.used_thing(name, Thing::Builtin(word.name));
            return self.builtin(span, name, word, args);
        }
        let candidates: Vec<WordId> = self.vocabulary.words_named(&name.text).collect();
        if candidates.is_empty() {
            self.unknown_name(name);
            return self.broken(span, args);
        }
        if candidates
            .iter()
            .all(|id| self.vocabulary.word(*id).of_side)
        {
            self.used_thing(name, Thing::Word(candidates[0]));
            self.whose(name);
            return self.broken(span, args);
        }
        self.word(span, name, None, args, &candidates)
    }

    fn whose(&mut self, name: &Name) {
        let message = format!("whose `{}`?", name.text);
        let help = format!("write `our.{0}` or `their.{0}`", name.text);
        let mut diagnostic = Diagnostic::error("whose", name.span, message).help(help);
        diagnostic.fixes = of_either_side(name.span, &name.text);
        self.report(diagnostic);
    }

    /// `our.king`.
    fn property(
        &mut self,
        span: Span,
        of: &syntax::Expr,
        name: &Name,
        args: &[syntax::Expr],
    ) -> Expr {
        let of = self.expr(of);
        if let Some(found) = self.plans.find(&name.text) {
            self.used(name, self.plans.entity(&name.text));
            return self.plan_of(span, of, (name, found), args);
        }
        let candidates: Vec<WordId> = self
            .vocabulary
            .words_named(&name.text)
            .filter(|id| self.vocabulary.word(*id).of_side)
            .collect();
        if candidates.is_empty() {
            let own = self.definitions.find(&name.text).flatten();
            let own = own.map(|id| self.program.definitions[id.0 as usize].parameters.len());
            let word = self.vocabulary.words_named(&name.text).next();
            let word = word.map(|id| self.vocabulary.word(id).takes.len());
            let builtin = BuiltinWord::named(&name.text).map(|word| word.takes.len());
            let is_side = matches!(self.types.find(of.ty), Ty::Side | Ty::Unknown(_));
            self.used(name, self.definitions.entity(&name.text));
            if self.definitions.find(&name.text) == Some(None) {
                self.rest_on_mistake();
            } else if let Some(n_values) = own.or(word).or(builtin) {
                let name_text = &name.text;
                let (message, help) = match (is_side, n_values) {
                    (true, 0) => (
                        format!("`{name_text}` does not belong to a side"),
                        format!("write `{name_text}`; as they see it, `for them ({name_text})`"),
                    ),
                    (true, _) => (
                        format!("`{name_text}` does not belong to a side"),
                        format!(
                            "write `{name_text}(…)`; as they see it, `for them ({name_text}(…))`"
                        ),
                    ),
                    (false, _) => {
                        let found = self.types.name(of.ty, self.vocabulary);
                        let message =
                            format!("only a side has something after a dot, and this is {found}");
                        (message, format!("write `{name_text}(…)`"))
                    }
                };
                let diagnostic = Diagnostic::error("no-such-property", name.span, message);
                let fix = match (is_side, n_values) {
                    (true, 0) => Some(Fix::remove(span.before().to(name.span.before()))),
                    (false, 1) if args.is_empty() && span.start == of.span.start => {
                        let rest = of.span.after().to(name.span);
                        let edits = vec![
                            Edit::new(span.before(), format!("{name_text}(")),
                            Edit::new(rest, ")"),
                        ];
                        Some(Fix::new(format!("write `{name_text}(…)`"), edits))
                    }
                    (true | false, _) => None,
                };
                self.report(diagnostic.help(help).fix(fix));
            } else if self.diagnostics.is_full() {
                self.leave_out(name.span);
            } else {
                let owner = if let ExprKind::Side(side) = of.kind {
                    vec![side]
                } else {
                    Side::BOTH.to_vec()
                };
                let names = self
                    .vocabulary
                    .words
                    .iter()
                    .filter(|word| word.of_side && self.can_be_had(word, &owner))
                    .map(|word| word.name);
                let plans = self.plans.all().filter(|_| self.plans_may_be_named);
                let message = format!("a side has no `{}`", name.text);
                let diagnostic = Diagnostic::error("no-such-property", name.span, message);
                let meant = nearest(&name.text, names.chain(plans));
                let diagnostic = diagnostic.meant(name.span, meant, || {
                    "the list of words has what belongs to a side, with `our.` before it".into()
                });
                self.report(diagnostic);
            }
            return self.broken(span, args);
        }
        self.require(&of, Ty::Side, None);
        self.word(span, name, Some(of), args, &candidates)
    }

    fn word(
        &mut self,
        span: Span,
        name: &Name,
        of: Option<Expr>,
        args: &[syntax::Expr],
        candidates: &[WordId],
    ) -> Expr {
        let vocabulary = self.vocabulary;
        let fits = |id: &&WordId| vocabulary.word(**id).takes.len() == args.len();
        let found = candidates.iter().find(fits);
        self.used_thing(name, Thing::Word(*found.unwrap_or(&candidates[0])));
        let Some(&id) = found else {
            let counts: Vec<usize> = candidates
                .iter()
                .map(|id| vocabulary.word(*id).takes.len())
                .collect();
            let takes = vocabulary.word(candidates[0]).takes;
            let form = form(&name.text, takes.iter().map(|parameter| parameter.name));
            self.wrong_count(span, name, &counts, args.len(), form);
            return self.broken(span, args);
        };
        let word = vocabulary.word(id);
        let parameters: Vec<Ty> = word
            .takes
            .iter()
            .map(|parameter| Ty::from(parameter.ty))
            .collect();
        let args = of
            .into_iter()
            .chain(self.args(span, name, args, &parameters, String::new()))
            .collect();
        let kind = match word.scope {
            Scope::Position => ExprKind::Word(id, args),
            Scope::Move => ExprKind::MoveWord(id, args),
        };
        Expr {
            span,
            ty: Ty::from(word.gives),
            kind,
        }
    }

    fn builtin(
        &mut self,
        span: Span,
        name: &Name,
        word: &BuiltinWord,
        args: &[syntax::Expr],
    ) -> Expr {
        let mut parameters: Vec<Ty> = word
            .takes
            .iter()
            .map(|(_, ty)| match *ty {
                "number" => Ty::Number,
                "plan" => Ty::Plan,
                "any set" => Ty::Set(self.types.unknown_sort()),
                _ => self.types.unknown(),
            })
            .collect();
        if matches!(word.builtin, Builtin::Min | Builtin::Max) {
            // Two numbers or more.
            parameters.resize(args.len().max(2), Ty::Number);
        }
        let form = form(word.name, word.takes.iter().map(|(name, _)| *name));
        let args = self.args(span, name, args, &parameters, form);
        let ty = match word.builtin {
            Builtin::UsToMove
            | Builtin::ThemToMove
            | Builtin::NoMoves
            | Builtin::Empty
            | Builtin::Exists
            | Builtin::Better
            | Builtin::Holding
            | Builtin::Narrower => Ty::Truth,
            Builtin::Owner => Ty::Side,
            Builtin::Depth
            | Builtin::Abs
            | Builtin::Sign
            | Builtin::Min
            | Builtin::Max
            | Builtin::Count => Ty::Number,
        };
        Expr {
            span,
            ty,
            kind: ExprKind::Builtin(word.builtin, args),
        }
    }

    /// Arguments of these types, as many as there are parameters. `span` is the name with them, `form` how it is written.
    pub(super) fn args(
        &mut self,
        span: Span,
        name: &Name,
        args: &[syntax::Expr],
        parameters: &[Ty],
        form: String,
    ) -> Vec<Expr> {
        if args.len() != parameters.len() {
            self.wrong_count(span, name, &[parameters.len()], args.len(), form);
        }
        let unknown = self.types.unknown();
        let types = parameters.iter().copied().chain(std::iter::repeat(unknown));
        let mut checked: Vec<Expr> = args
            .iter()
            .zip(types)
            .map(|(arg, ty)| self.expect(arg, ty))
            .collect();
        checked.truncate(parameters.len());
        checked
    }

    fn no_args(&mut self, span: Span, name: &Name, args: &[syntax::Expr]) {
        if !args.is_empty() {
            self.wrong_count(
                span,
                name,
                &[0],
                args.len(),
                form(&name.text, std::iter::empty()),
            );
        }
    }

    /// Reports a wrong number of values; `span` is the name with them.
    pub(super) fn wrong_count(
        &mut self,
        span: Span,
        name: &Name,
        takes: &[usize],
        found: usize,
        form: String,
    ) {
        let rest = name.span.after().to(span.after());
        let fix = (takes == [0] && rest.start < rest.end).then(|| Fix::remove(rest));
        let counted = |n: &usize| match n {
            0 => "no value".to_owned(),
            1 => "1 value".to_owned(),
            _ => format!("{n} values"),
        };
        let takes: Vec<String> = takes.iter().map(counted).collect();
        let found = if found == 0 {
            "none".to_owned()
        } else {
            found.to_string()
        };
        let message = format!(
            "`{}` takes {}, found {found}",
            name.text,
            takes.join(" or ")
        );
        let help = format!("write `{form}`");
        let diagnostic = Diagnostic::error("wrong-number-of-values", name.span, message);
        self.report(diagnostic.help(help).fix(fix));
    }

    fn unknown_name(&mut self, name: &Name) {
        let known = self.pieces.entity(&name.text);
        let known = known.or_else(|| self.hypotheses.entity(&name.text));
        let known = known.or_else(|| self.plans.entity(&name.text));
        let known = known.or_else(|| self.constraints.entity(&name.text));
        self.used(name, known);
        if self.diagnostics.is_full() {
            return self.leave_out(name.span);
        }
        if self.pieces.find(&name.text).is_some() {
            let message = format!("`{}` is a piece of advice, not a value", name.text);
            let help = format!("to ask whether it is satisfiable write `can {}`", name.text);
            let diagnostic = Diagnostic::error("not-a-value", name.span, message);
            let fix = Fix::replace(name.span, format!("can {}", name.text));
            let line = Span {
                start: self.statement.start,
                ..name.span.before()
            };
            let is_asked = self.text(line).trim_end().ends_with(" against");
            let fix = Some(fix).filter(|_| !is_asked);
            return self.report(diagnostic.help(help).fix(fix));
        }
        if self.hypotheses.find(&name.text).is_some() {
            let message = format!("`{}` is a hypothesis, not a value", name.text);
            let help =
                "hypotheses are for facts, joined with `not`, `and`, `or`, `some` and `every`";
            return self.report(Diagnostic::error("not-a-value", name.span, message).help(help));
        }
        if self.plans.find(&name.text).is_some() && self.plans_may_be_named {
            return self.whose(name);
        }
        if self.constraints.find(&name.text).is_some() {
            let message = format!("`{}` is a move constraint, not a value", name.text);
            let help = "move constraints are for the lines `us` and `them` of a piece of advice";
            return self.report(Diagnostic::error("not-a-value", name.span, message).help(help));
        }
        let locals = self.locals.iter().map(|local| local.name.as_str());
        let words = self.vocabulary.words.iter();
        let words = words
            .filter(|word| self.can_be_had(word, &Side::BOTH))
            .map(|word| word.name);
        let builtins = BUILTINS.iter().map(|word| word.name);
        let meant = nearest(
            &name.text,
            locals
                .chain(self.definitions.all())
                .chain(words)
                .chain(builtins),
        );
        let message = format!("unknown name `{}`", name.text);
        let mut diagnostic = Diagnostic::error("unknown-name", name.span, message);
        // It may take other values, so there is nothing to replace.
        if let Some(word) = self.other_name(&name.text) {
            let help = format!("the word for it here is `{word}`");
            return self.report(diagnostic.help(help));
        }
        let of_side = |id| self.vocabulary.word(id).of_side;
        let is_own = |name: &str| {
            self.definitions.find(name).is_some() || BuiltinWord::named(name).is_some()
        };
        match meant {
            Some(meant) if !is_own(meant) && self.vocabulary.words_named(meant).any(of_side) => {
                let id = self.vocabulary.words_named(meant).find(|id| of_side(*id));
                let man = id.and_then(|id| self.vocabulary.word(id).man);
                let has = |side: &Side| man.is_none_or(|man| self.may_have(*side, man));
                let owners = [(Side::Us, "our"), (Side::Them, "their")];
                let owners = owners.into_iter().filter(|(side, _)| has(side));
                let written: Vec<String> = owners
                    .map(|(_, owner)| format!("{owner}.{meant}"))
                    .collect();
                let help = format!("did you mean `{}`?", written.join("` or `"));
                let fixes = written.into_iter();
                let fixes = fixes.map(|written| Fix::replace(name.span, written));
                diagnostic.fixes = fixes.collect();
                diagnostic = diagnostic.help(help);
            }
            meant => {
                diagnostic =
                    diagnostic.meant(name.span, meant, || "the list of words has them all".into());
            }
        }
        self.report(diagnostic);
    }

    /// Can one of these sides have what a word speaks of?
    fn can_be_had(&self, word: &Word, sides: &[Side]) -> bool {
        word.man
            .is_none_or(|man| sides.iter().any(|side| self.may_have(*side, man)))
    }

    /// The word for what has another name elsewhere.
    fn other_name(&self, name: &str) -> Option<String> {
        let mut other_names = self.vocabulary.samples.other_names.iter();
        let (_, words) = other_names.find(|(other, _)| *other == name)?;
        words.iter().find_map(|word| {
            let id = self.vocabulary.words_named(word).next()?;
            let owner = match self.vocabulary.word(id).of_side {
                true => "our.",
                false => "",
            };
            Some(format!("{owner}{word}"))
        })
    }

    /// A value of unknown type in place of what was reported. Its arguments are checked all the same.
    pub(super) fn broken(&mut self, span: Span, args: &[syntax::Expr]) -> Expr {
        for arg in args {
            self.expr(arg);
        }
        Expr {
            span,
            ty: self.types.unknown(),
            kind: ExprKind::Truth(false),
        }
    }

    /// The expression with its types, now that the whole statement has been seen.
    pub(super) fn settle(&mut self, expr: Expr) -> checked::Expr {
        self.settling(|find| expr.with_types(find))
    }

    /// Gives a function that finds the type of each part, and reports the first that cannot be told.
    pub(super) fn settling<T>(
        &mut self,
        settle: impl FnOnce(&mut dyn FnMut(Ty, Span) -> Type) -> T,
    ) -> T {
        let mut unsettled = None;
        let types = &self.types;
        let settled = settle(&mut |ty, span| {
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

    /// Says that a type cannot be told, unless that is the consequence of another mistake.
    fn report_unsettled(&mut self, span: Span) {
        if !self.statement_has_errors {
            let message = "cannot tell whether this is a number, a truth, an item or a set";
            let place = self.vocabulary.type_word(Type::Item(self.vocabulary.place));
            let help = format!(
                "say it of a parameter: `def f(s: {place}) = …`; a set needs an item that tells"
            );
            self.report(Diagnostic::error("unknown-type", span, message).help(help));
        }
    }
}

/// Writes a property of either side.
pub(super) fn of_either_side(written: Span, name: &str) -> Vec<Fix> {
    let owners = ["our", "their"];
    let fixes = owners.map(|owner| Fix::replace(written, format!("{owner}.{name}")));
    fixes.to_vec()
}

/// How something with parameters is written: `distance(a, b)`.
pub(super) fn form<'a>(name: &str, parameters: impl Iterator<Item = &'a str>) -> String {
    let parameters: Vec<&str> = parameters.collect();
    if parameters.is_empty() {
        name.to_owned()
    } else {
        format!("{name}({})", parameters.join(", "))
    }
}
