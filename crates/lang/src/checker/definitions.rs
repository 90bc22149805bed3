//! Definitions and named move constraints, each after those it rests on; and texts with values in them.

use std::collections::HashMap;

use domain::Type;

use super::Checker;
use super::expressions::Expr as TypedExpr;
use super::facts::{Facts, MAX_SIZE};
use super::gather::{From, Gathered};
use super::indexing::Thing;
use super::order::{names_in_constraint, names_in_expr, sorted};
use super::types::Ty;
use crate::checked::{
    Constraint, ConstraintId, ConstraintKind, Definition, DefinitionId, Expr, MovesDefinition,
    Reads, Template, TemplatePart,
};
use crate::diagnostic::{Diagnostic, nearest};
use crate::fix::{Edit, Fix};
use crate::index::EntityKind;
use crate::span::Span;
use crate::syntax::{self, Name};

/// Nobody can remember more parameters than this.
const MAX_PARAMETERS: usize = 16;

impl Checker<'_> {
    /// Checks the definitions, each after those it calls.
    pub(super) fn check_definitions(&mut self, gathered: &Gathered<'_>) {
        let all = &gathered.definitions;
        let edges = edges(
            all,
            |from| &from.what.name.text,
            |from| {
                let mut bound = from
                    .what
                    .parameters
                    .iter()
                    .map(|p| p.name.text.as_str())
                    .collect();
                let mut names = Vec::new();
                names_in_expr(&from.what.body, &mut bound, &mut names);
                names
            },
        );
        let (order, circles) = sorted(&edges);
        for circle in circles {
            let names: Vec<&Name> = circle.iter().map(|idx| &all[*idx].what.name).collect();
            self.begin(all[circle[0]].import.clone(), all[circle[0]].span);
            self.report_circle(
                &names,
                "calls",
                "a definition cannot call itself: every evaluation must end",
            );
        }
        for idx in &order {
            self.check_definition(&all[*idx]);
        }
        // What calls itself is looked at for the names in it; it never gets a meaning.
        self.quiet = true;
        for idx in left_out(&order, all.len()) {
            self.check_definition(&all[idx]);
        }
        self.quiet = false;
        // The wording of a definition may mention any other, and itself.
        for from in all {
            self.check_meaning(from);
        }
    }

    fn check_meaning(&mut self, from: &From<syntax::Definition>) {
        let (Some(Some(id)), Some(means)) = (
            self.definitions.find(&from.what.name.text),
            &from.what.means,
        ) else {
            return;
        };
        self.begin(from.import.clone(), from.span);
        let idx = id.0 as usize;
        let parameters = self.program.definitions[idx].parameters.clone();
        self.bind_again(&from.what.parameters, &parameters);
        let parts = self.template(means);
        let template = self.settle_template(parts);
        let Definition { name, body, .. } = self.program.definitions[idx].clone();
        match body.ty == Type::Truth {
            true => self.check_claims_of(&template, means.span, &[&body]),
            false => self.check_noun(&template, means.span, &name, body.ty),
        }
        self.program.definitions[idx].means = Some(template);
        if let Some(means_not) = &from.what.means_not {
            if self.program.definitions[idx].body.ty != Type::Truth {
                let message = "only what is true or false has an opposite to be said";
                let help = "leave out `else` and its text";
                let span = means_not.span;
                let fix = Fix::remove(means.span.after().to(span));
                self.report(
                    Diagnostic::error("no-opposite", span, message)
                        .help(help)
                        .fix(fix),
                );
            }
            let parts = self.template(means_not);
            let template = self.settle_template(parts);
            self.program.definitions[idx].means_not = Some(template);
        }
    }

    pub(super) fn report_circle(&mut self, names: &[&Name], verb: &str, help: &str) {
        let message = match names {
            [only] => format!("`{}` {verb} itself", only.text),
            _ => {
                let path: Vec<&str> = names
                    .iter()
                    .chain(&names[..1])
                    .map(|name| name.text.as_str())
                    .take(8)
                    .collect();
                format!("`{}` {verb} itself: {}", names[0].text, path.join(", "))
            }
        };
        self.report(Diagnostic::error("calls-itself", names[0].span, message).help(help));
    }

    fn check_definition(&mut self, from: &From<syntax::Definition>) {
        self.begin(from.import.clone(), from.span);
        let definition = &from.what;
        if !self.parameters(&definition.parameters) {
            return;
        }
        let body = self.expr(&definition.body);
        let entity = self.definitions.entity(&definition.name.text);
        self.describe(
            entity,
            &definition.name,
            &definition.parameters,
            Some(body.ty),
        );
        self.phrase(entity, definition.means.as_ref());
        let parameters = self.settle_parameters(&definition.parameters);
        self.no_plans(&definition.parameters, &parameters);
        let body = self.settle(body);
        let facts = self.facts(&body);
        if self.statement_has_errors {
            return;
        }
        let (name, library) = (&definition.name, from.import.as_ref());
        let library = library.map(|(_, name)| name.clone());
        let id = self.define(
            name.text.clone(),
            name.span,
            library,
            parameters,
            (body, facts),
        );
        self.definitions.know(&name.text, id);
    }

    /// Adds a definition to the program.
    pub(super) fn define(
        &mut self,
        name: String,
        span: Span,
        library: Option<String>,
        parameters: Vec<(String, Type)>,
        (body, facts): (Expr, Facts),
    ) -> DefinitionId {
        let id = DefinitionId(self.program.definitions.len() as u32);
        self.facts.push(facts);
        let Facts {
            reads,
            asks,
            partial,
            unsure,
            height,
            size,
            ..
        } = facts;
        self.program.definitions.push(Definition {
            name,
            span,
            library,
            parameters,
            body,
            means: None,
            means_not: None,
            reads,
            asks,
            partial,
            unsure,
            height,
            size,
        });
        id
    }

    /// Makes locals of the parameters, unless there are too many of them.
    pub(super) fn parameters(&mut self, parameters: &[syntax::WrittenParameter]) -> bool {
        if parameters.len() > MAX_PARAMETERS {
            let message = format!("a definition has at most {MAX_PARAMETERS} parameters");
            let help = "make two definitions of it";
            let span = parameters[MAX_PARAMETERS].name.span;
            self.report(Diagnostic::error("too-many-parameters", span, message).help(help));
            return false;
        }
        for parameter in parameters {
            if self
                .locals
                .iter()
                .any(|local| local.name == parameter.name.text)
            {
                let message = format!("two parameters are called `{}`", parameter.name.text);
                let help = "give each its own name";
                let name = &parameter.name;
                // A parameter that is not used needs its type.
                let is_typed = parameter.ty.is_some();
                let fix = is_typed.then(|| Fix::replace(name.span, format!("{}_2", name.text)));
                let diagnostic = Diagnostic::error("defined-twice", name.span, message);
                self.report(diagnostic.help(help).fix(fix));
            }
            let ty = match &parameter.ty {
                None => self.types.unknown(),
                Some(name) => match self.vocabulary.type_named(&name.text) {
                    Some(ty) => {
                        self.used_thing(name, Thing::Type(name.text.clone()));
                        Ty::from(ty)
                    }
                    None => {
                        let sorts = self
                            .vocabulary
                            .sorts
                            .iter()
                            .flat_map(|sort| [sort.singular, sort.plural]);
                        let known: Vec<&str> = ["truth", "number", "side", "plan"]
                            .into_iter()
                            .chain(sorts)
                            .collect();
                        let meant = nearest(&name.text, known.iter().copied());
                        let message = format!("unknown type `{}`", name.text);
                        let diagnostic = Diagnostic::error("unknown-type", name.span, message);
                        self.report(diagnostic.meant(name.span, meant, || {
                            format!("the types are {}", known.join(", "))
                        }));
                        self.types.unknown()
                    }
                },
            };
            self.bind(EntityKind::Parameter, &parameter.name, ty, self.statement);
        }
        true
    }

    pub(super) fn settle_parameters(
        &mut self,
        parameters: &[syntax::WrittenParameter],
    ) -> Vec<(String, Type)> {
        let mut settled = Vec::new();
        for (idx, parameter) in parameters.iter().enumerate() {
            let ty = self.types.known(self.locals[idx].ty);
            if ty.is_none() && !self.statement_has_errors {
                let name = &parameter.name.text;
                let message =
                    format!("cannot tell whether `{name}` is a number, a truth, an item or a set");
                let help = format!("say it: `{name}: number`");
                let span = parameter.name.span;
                let diagnostic = Diagnostic::error("unknown-type", span, message).help(help);
                self.report(diagnostic.fix(is_a_number(span)));
            }
            settled.push((parameter.name.text.clone(), ty.unwrap_or(Type::Truth)));
        }
        settled
    }

    /// Only the reasoner can use plans.
    fn no_plans(&mut self, written: &[syntax::WrittenParameter], parameters: &[(String, Type)]) {
        for (parameter, (_, ty)) in written.iter().zip(parameters) {
            if *ty == Type::Plan {
                self.no_plan_here(parameter.name.span);
            }
        }
    }

    pub(super) fn no_plan_here(&mut self, span: Span) {
        let message = "plans are for hypotheses, lemmas and methods";
        let help = "speak of what a plan is about, not of the plan";
        self.report(Diagnostic::error("no-plan-here", span, message).help(help));
    }

    fn template(&mut self, template: &syntax::Template) -> Vec<Result<String, TypedExpr>> {
        let parts = template.parts.iter().map(|part| match part {
            syntax::TemplatePart::Plain(text) => Ok(text.clone()),
            syntax::TemplatePart::Value(expr) => Err(self.expr(expr)),
        });
        parts.collect()
    }

    fn settle_template(&mut self, parts: Vec<Result<String, TypedExpr>>) -> Template {
        let parts = parts.into_iter().map(|part| match part {
            Ok(text) => TemplatePart::Plain(text),
            Err(expr) => TemplatePart::Value(self.settle(expr)),
        });
        Template {
            parts: parts.collect(),
        }
    }

    /// A template in a statement without other expressions.
    pub(super) fn whole_template(&mut self, template: &syntax::Template) -> Template {
        let parts = self.template(template);
        let template = self.settle_template(parts);
        for part in &template.parts {
            if let TemplatePart::Value(expr) = part {
                let reads = self.facts(expr).reads;
                self.look_at_no_move(expr, reads, "a reason");
            }
        }
        template
    }

    /// Checks the named constraints, each after those it names.
    pub(super) fn check_constraints(&mut self, gathered: &Gathered<'_>) {
        let all = &gathered.constraints;
        let edges = edges(
            all,
            |from| &from.what.name.text,
            |from| {
                let mut names = Vec::new();
                names_in_constraint(&from.what.body, &mut names);
                names
            },
        );
        let (order, circles) = sorted(&edges);
        for circle in circles {
            let names: Vec<&Name> = circle.iter().map(|idx| &all[*idx].what.name).collect();
            self.begin(all[circle[0]].import.clone(), all[circle[0]].span);
            self.report_circle(&names, "names", "a constraint cannot name itself");
        }
        for idx in &order {
            self.check_moves_definition(&all[*idx]);
        }
        self.quiet = true;
        for idx in left_out(&order, all.len()) {
            self.check_moves_definition(&all[idx]);
        }
        self.quiet = false;
    }

    fn check_moves_definition(&mut self, from: &From<syntax::WrittenMoves>) {
        let From {
            import, span, what, ..
        } = from;
        self.begin(import.clone(), *span);
        if !self.parameters(&what.parameters) {
            return;
        }
        let body = self.constraint(&what.body);
        let entity = self.constraints.entity(&what.name.text);
        self.describe(entity, &what.name, &what.parameters, None);
        let parameters = self.settle_parameters(&what.parameters);
        self.no_plans(&what.parameters, &parameters);
        let body = self.settle_constraint(body);
        let reads = self.reads_of_constraint(&body);
        let size = self.size_of_constraint(&body);
        if self.statement_has_errors {
            return;
        }
        let id = ConstraintId(self.program.constraints.len() as u32);
        self.constraints.know(&what.name.text, id);
        let (name, span) = (what.name.text.clone(), what.name.span);
        self.program.constraints.push(MovesDefinition {
            name,
            span,
            parameters,
            body,
            reads,
            size,
        });
    }

    /// How many parts a constraint has, with everything written out; its arguments once for each part.
    pub(super) fn size_of_constraint(&mut self, constraint: &Constraint) -> u32 {
        let size = match &constraint.kind {
            ConstraintKind::Any | ConstraintKind::None | ConstraintKind::Man(_) => 1,
            ConstraintKind::Of(places) => self.size(places),
            ConstraintKind::Named(id, args) => {
                let args = args
                    .iter()
                    .fold(1u32, |size, arg| size.saturating_add(self.size(arg)));
                args.saturating_mul(self.program.constraints[id.0 as usize].size)
            }
            ConstraintKind::Walk(_, targets, within) => {
                let exprs = std::iter::once(targets).chain(within);
                exprs.fold(1, |size: u32, expr| size.saturating_add(self.size(expr)))
            }
            ConstraintKind::Then(parts) => parts.iter().fold(1, |size: u32, part| {
                size.saturating_add(self.size_of_constraint(part))
            }),
            ConstraintKind::That(inner, expr)
            | ConstraintKind::When(inner, expr)
            | ConstraintKind::First(inner, expr)
            | ConstraintKind::By(inner, _, expr) => self
                .size_of_constraint(inner)
                .saturating_add(self.size(expr)),
            ConstraintKind::Going(inner, _) | ConstraintKind::ForThem(inner) => {
                self.size_of_constraint(inner).saturating_add(1)
            }
            ConstraintKind::Joined(a, b) => self
                .size_of_constraint(a)
                .saturating_add(self.size_of_constraint(b)),
        };
        if size > MAX_SIZE {
            let message =
                format!("more than {MAX_SIZE} parts, counting the constraints it names each time");
            self.report(Diagnostic::error(
                "too-large-written-out",
                constraint.span,
                message,
            ));
            return 1;
        }
        size
    }

    /// The size of an expression whose warnings have been reported already.
    fn size(&mut self, expr: &Expr) -> u32 {
        let quiet = std::mem::replace(&mut self.quiet, true);
        let size = self.facts(expr).size;
        self.quiet = quiet;
        size
    }

    /// What the conditions and keys of a constraint look at, beside the move itself.
    pub(super) fn reads_of_constraint(&mut self, constraint: &Constraint) -> Reads {
        let mut reads = match &constraint.kind {
            ConstraintKind::Any | ConstraintKind::None | ConstraintKind::Man(_) => Reads::default(),
            ConstraintKind::Of(places) => self.facts(places).reads,
            ConstraintKind::Named(id, args) => {
                let named = self.program.constraints[id.0 as usize].reads;
                args.iter()
                    .fold(named, |reads, arg| reads.or(self.facts(arg).reads))
            }
            ConstraintKind::Walk(_, targets, within) => {
                // A macromove with a length counts the moves made since the root.
                let depth = Reads {
                    depth: within.is_some(),
                    ..Reads::default()
                };
                let exprs = std::iter::once(targets).chain(within);
                exprs.fold(depth, |reads, expr| reads.or(self.facts(expr).reads))
            }
            ConstraintKind::Then(parts) => parts.iter().fold(Reads::default(), |reads, part| {
                reads.or(self.reads_of_constraint(part))
            }),
            ConstraintKind::When(inner, condition) => {
                let facts = self.facts(condition);
                self.look_at_no_move(condition, facts.reads, "`when`");
                self.reads_of_constraint(inner).or(facts.reads)
            }
            ConstraintKind::First(inner, count) => {
                let facts = self.facts(count);
                self.look_at_no_move(count, facts.reads, "`first`");
                self.reads_of_constraint(inner).or(facts.reads)
            }
            ConstraintKind::That(inner, expr) | ConstraintKind::By(inner, _, expr) => {
                self.reads_of_constraint(inner).or(self.facts(expr).reads)
            }
            ConstraintKind::Going(inner, _) | ConstraintKind::ForThem(inner) => {
                self.reads_of_constraint(inner)
            }
            ConstraintKind::Joined(a, b) => {
                self.reads_of_constraint(a).or(self.reads_of_constraint(b))
            }
        };
        reads.the_move = false;
        reads
    }
}

/// Says that a parameter is a number, which most are.
pub(super) fn is_a_number(parameter: Span) -> Fix {
    let edits = vec![Edit::new(parameter.after(), ": number")];
    Fix::new("say that it is a number", edits)
}

/// Those of so many that are not in the order.
fn left_out(order: &[usize], n_all: usize) -> impl Iterator<Item = usize> + use<> {
    let mut is_left = vec![true; n_all];
    for idx in order {
        is_left[*idx] = false;
    }
    (0..n_all).filter(move |idx| is_left[*idx])
}

/// For each item, the indices of the items whose names it mentions.
fn edges<'a, T>(
    items: &'a [T],
    name: impl Fn(&'a T) -> &'a str,
    mentions: impl Fn(&'a T) -> Vec<&'a str>,
) -> Vec<Vec<usize>> {
    let by_name: HashMap<&str, usize> = items
        .iter()
        .enumerate()
        .map(|(idx, item)| (name(item), idx))
        .collect();
    let edges = items.iter().map(|item| {
        let mut targets: Vec<usize> = mentions(item)
            .into_iter()
            .filter_map(|name| by_name.get(name).copied())
            .collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    });
    edges.collect()
}
