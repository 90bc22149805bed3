//! Hypotheses, lemmas and methods, and questions to the reasoner.

use domain::{Game, Item, Plan, Sort, Type, Value};

use super::Checker;
use super::definitions::is_a_number;
use super::expressions::form;
use super::formulas::{hypotheses_in, looks_ahead};
use super::gather::Gathered;
use super::indexing::Bound;
use super::types::{SortOf, Ty};
use crate::checked::{
    Expr, Fact, Formula, Hypothesis, HypothesisId, HypothesisKeyword, Joining, Local, Method,
    MethodKeyword, Pattern, PatternArg, PlanPattern, Program, Proposal, QuestionPart,
};
use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::fix::Fix;
use crate::index::EntityKind;
use crate::parser::parse_formula;
use crate::source::Source;
use crate::span::{SourceId, Span};
use crate::syntax::{
    self, ExprKind, MethodFieldKind, Name, Operation, TemplatePart, WrittenBound, same_meaning,
};

/// A question to the reasoner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What is asked.
    pub formula: Formula,
    /// The items that it names: the values of its first locals.
    pub items: Vec<Value>,
}

/// Checks a question to the reasoner. `item` knows the items that the problem at hand has names for.
pub fn check_question(
    source: &Source,
    program: &Program,
    game: &dyn Game,
    item: &dyn Fn(Sort, &str) -> Option<Item>,
    diagnostics: &mut Diagnostics,
) -> Option<Question> {
    let source = source.clone().numbered(SourceId::QUESTION);
    let formula = parse_formula(&source, diagnostics)?;
    let mut checker = Checker::knowing(program, game, diagnostics);
    let mut items = Vec::new();
    let mut called = Vec::new();
    for side in std::iter::once(&formula.left).chain(formula.right.iter().map(|(_, side)| side)) {
        hypotheses_in(side, &mut called);
    }
    for (name, args) in called {
        let Some(Some(id)) = checker.hypotheses.find(&name.text) else {
            continue;
        };
        let parameters = program.hypothesis(id).parameters.iter();
        for ((_, ty), arg) in parameters.zip(args) {
            let (ExprKind::Name(named), Type::Item(sort)) = (&arg.kind, *ty) else {
                continue;
            };
            let is_known = checker.locals.iter().any(|local| local.name == named.text);
            if let Some(found) = item(sort, &named.text).filter(|_| !is_known) {
                checker.locals.push(Bound {
                    name: named.text.clone(),
                    ty: Ty::from(*ty),
                    entity: None,
                });
                items.push(Value::Item(found));
            }
        }
    }
    let formula = checker.arrow_formula(&formula);
    for expr in formula.exprs() {
        checker.check_men_of(expr);
    }
    let Checker { diagnostics, .. } = checker;
    (!diagnostics.has_errors()).then_some(Question { formula, items })
}

impl Checker<'_> {
    /// Checks what the pool may hold.
    pub(super) fn check_hypotheses(&mut self, gathered: &Gathered<'_>) {
        for from in &gathered.hypotheses {
            self.begin(from.import.clone(), from.span);
            let hypothesis = self.check_hypothesis(&from.what);
            self.program.hypotheses.push(hypothesis);
        }
    }

    fn check_hypothesis(&mut self, hypothesis: &syntax::Hypothesis) -> Hypothesis {
        let fits = self.parameters(&hypothesis.parameters);
        let parameters = if fits {
            for parameter in &hypothesis.parameters {
                if parameter.ty.is_none() {
                    let name = &parameter.name.text;
                    let message = format!("what `{name}` is has to be said here");
                    let help = format!("write `{name}: number`, or another type");
                    let span = parameter.name.span;
                    let diagnostic = Diagnostic::error("unknown-type", span, message);
                    self.report(diagnostic.help(help).fix(is_a_number(span)));
                }
            }
            self.settle_parameters(&hypothesis.parameters)
        } else {
            Vec::new()
        };
        let entity = self.hypotheses.entity(&hypothesis.name.text);
        self.describe(entity, &hypothesis.name, &hypothesis.parameters, None);
        self.phrase(entity, hypothesis.means.as_ref());
        self.bind_again(&hypothesis.parameters, &parameters);
        let asks = hypothesis.asks.as_ref().map(|asks| self.asked(asks));
        if asks.is_some() && hypothesis.keyword == HypothesisKeyword::Object {
            let message = "an object is neither true nor false: nobody can ask about it";
            let help = "leave `asks` out, or write `hypothesis`";
            let span = hypothesis.name.span;
            self.report(Diagnostic::error("no-question", span, message).help(help));
        }
        let mut said = |template: &Option<syntax::Template>| {
            self.fresh_types();
            template
                .as_ref()
                .map(|template| self.whole_template(template))
        };
        Hypothesis {
            keyword: hypothesis.keyword,
            name: hypothesis.name.text.clone(),
            span: hypothesis.name.span,
            means: said(&hypothesis.means),
            means_not: said(&hypothesis.means_not),
            parameters,
            asks,
        }
    }

    /// A question in words: each parameter stands in it once, by its bare name.
    fn asked(&mut self, asks: &syntax::Template) -> Vec<QuestionPart> {
        let mut parts = Vec::new();
        for part in &asks.parts {
            match part {
                TemplatePart::Plain(text) => parts.push(QuestionPart::Plain(text.clone())),
                TemplatePart::Value(expr) => {
                    let named = if let ExprKind::Name(name) = &expr.kind {
                        let mut locals = self.locals.iter();
                        locals.position(|local| local.name == name.text)
                    } else {
                        None
                    };
                    match named.filter(|idx| !parts.contains(&QuestionPart::Parameter(*idx))) {
                        Some(idx) => parts.push(QuestionPart::Parameter(idx)),
                        None => {
                            let message = "a question names each parameter once, and nothing else";
                            let help = "write the name of a parameter between the braces";
                            self.report(
                                Diagnostic::error("bad-question", expr.span, message).help(help),
                            );
                        }
                    }
                }
            }
        }
        let n_named = parts
            .iter()
            .filter(|part| matches!(part, QuestionPart::Parameter(_)));
        if n_named.count() < self.locals.len() && !self.statement_has_errors {
            let message = "the question does not name all parameters";
            let help = "name each in braces, as in \"can {x} be solved?\"";
            self.report(Diagnostic::error("bad-question", asks.span, message).help(help));
        }
        parts
    }

    /// Checks the lemmas and methods.
    pub(super) fn check_methods(&mut self, gathered: &Gathered<'_>) {
        for from in &gathered.methods {
            self.begin(from.import.clone(), from.span);
            let (method, again) = self.check_method(&from.what);
            let later = again.map(|(max_search_nodes, cost)| Method {
                cost,
                max_search_nodes: Some(max_search_nodes),
                ..method.clone()
            });
            self.program.methods.push(method);
            self.program.methods.extend(later);
        }
    }

    /// A lemma or a method; and with how many positions and at which cost it is tried again, if it is.
    fn check_method(&mut self, method: &syntax::Method) -> (Method, Option<(u64, u32)>) {
        let span = method.name.span;
        let word = method.keyword.word();
        // `given` binds names for all other lines, wherever it is written.
        let (mut given, mut n_given) = (Vec::new(), 0);
        for field in &method.fields {
            if let MethodFieldKind::Given(patterns) = &field.kind {
                for pattern in patterns {
                    n_given += 1;
                    given.extend(self.pattern(pattern));
                }
            }
        }
        let n_bound = self.locals.len();
        if given.is_empty() && !self.statement_has_errors {
            let message = format!(
                "`{}` does not say what must be in the pool",
                method.name.text
            );
            let help = "add a line `given …` with a hypothesis";
            self.report(Diagnostic::error("nothing-given", span, message).help(help));
        }
        let (mut guard, mut cost, mut bounds) = (None, None, None);
        let (mut proposals, mut problems, mut facts) = (Vec::new(), Vec::new(), Vec::new());
        // Names from a pattern that could not be read would be reported as unknown in every line.
        let rests_on_mistake = given.len() < n_given;
        let fields = method.fields.iter().filter(|_| !rests_on_mistake);
        for field in fields {
            match &field.kind {
                MethodFieldKind::Given(_) => {}
                MethodFieldKind::When(expr) => {
                    let condition = self.condition(expr, "a guard");
                    self.once(&mut guard, condition, field.span);
                }
                MethodFieldKind::Cost(said) => {
                    if method.keyword == MethodKeyword::Lemma {
                        let message = "a lemma costs nothing";
                        let help = "leave this line out, or make a `method` of it";
                        let diagnostic = Diagnostic::error("bad-cost", field.span, message);
                        let fix = Fix::remove(field.span);
                        self.report(diagnostic.help(help).fix(fix).fix(self.be_a_method()));
                    }
                    let said = self.cost(said);
                    self.once(&mut cost, said, field.span);
                }
                MethodFieldKind::Within(bound, again) => {
                    let first = self.bound(*bound);
                    let again = again.as_ref();
                    let again = again.map(|(bound, cost)| (self.bound(*bound), self.cost(cost)));
                    self.once(&mut bounds, (first, again), field.span);
                }
                MethodFieldKind::Propose(proposal) => {
                    if method.keyword == MethodKeyword::Lemma {
                        let message = "a lemma gives facts and brings nothing new";
                        let help = "make a `method` of it";
                        let diagnostic = Diagnostic::error("not-a-lemma", field.span, message);
                        self.report(diagnostic.help(help).fix(self.be_a_method()));
                    }
                    proposals.extend(self.proposal(proposal));
                }
                MethodFieldKind::Solve(problem) => {
                    if method.keyword == MethodKeyword::Lemma {
                        let message = "a lemma gives facts and sets no problems";
                        let help = "make a `method` of it";
                        let diagnostic = Diagnostic::error("not-a-lemma", field.span, message);
                        self.report(diagnostic.help(help).fix(self.be_a_method()));
                    }
                    problems.push(self.arrow_formula(problem));
                }
                MethodFieldKind::Fact(fact) => {
                    if method.keyword == MethodKeyword::Lemma {
                        self.check_lemma_fact(method, fact);
                    }
                    facts.push(self.fact(fact));
                }
            }
        }
        if proposals.is_empty()
            && problems.is_empty()
            && facts.is_empty()
            && !self.statement_has_errors
        {
            let message = format!("this {word} has nothing to say");
            let help = "add a line `fact …`";
            self.report(Diagnostic::warning("empty-method", span, message).help(help));
        }
        let cost = match method.keyword {
            MethodKeyword::Lemma => 0,
            MethodKeyword::Method => cost.unwrap_or(Method::EASY),
            MethodKeyword::Referee => cost.unwrap_or(Method::DIFFICULT),
        };
        let checked = Method {
            keyword: method.keyword,
            name: method.name.text.clone(),
            span,
            doc: method.doc.as_ref().map(|doc| doc.value.clone()),
            given,
            n_bound,
            guard,
            cost,
            max_search_nodes: bounds.map(|(first, _)| first),
            proposals,
            problems,
            facts,
        };
        (checked, bounds.and_then(|(_, again)| again))
    }

    fn bound(&mut self, bound: WrittenBound) -> u64 {
        let number = u64::try_from(bound.number).ok();
        let number = number.filter(|number| *number > 0);
        if number.is_none() {
            let message = "a search looks at one position at least";
            let help = "write `within 500 positions`";
            self.report(Diagnostic::error("bad-bound", bound.span, message).help(help));
        }
        number.unwrap_or(1)
    }

    /// Something that must be in the pool; a name that is not yet bound is bound here.
    fn pattern(&mut self, pattern: &syntax::WrittenPattern) -> Option<Pattern> {
        let (id, types) = self.known_hypothesis(&pattern.name, pattern.args.len())?;
        let is_object = self.program.hypothesis(id).keyword == HypothesisKeyword::Object;
        if is_object && pattern.standing.is_some() {
            let message = format!(
                "`{}` is an object, neither true nor false",
                pattern.name.text
            );
            let help = "leave out what stands after it";
            let span = pattern.name.span;
            self.report(Diagnostic::error("no-question", span, message).help(help));
        }
        let mut args = Vec::new();
        for (arg, ty) in pattern.args.iter().zip(types) {
            args.push(self.pattern_arg(arg, ty));
        }
        Some(Pattern {
            hypothesis: id,
            args,
            standing: pattern.standing,
        })
    }

    /// What a pattern asks of one value: a name that is new stands for anything, and a plan may be asked how it is made.
    fn pattern_arg(&mut self, arg: &syntax::Expr, ty: Type) -> PatternArg {
        if let ExprKind::Name(name) = &arg.kind
            && !self.locals.iter().any(|local| local.name == name.text)
        {
            let n_locals = u16::try_from(self.locals.len());
            let local = Local(n_locals.expect("a source has fewer names"));
            self.bind(EntityKind::Local, name, Ty::from(ty), self.statement);
            return PatternArg::Bind(local);
        }
        let pattern = (ty == Type::Plan).then(|| self.plan_pattern(arg)).flatten();
        if let Some(pattern) = pattern {
            return PatternArg::Plan(Box::new(pattern));
        }
        PatternArg::Equal(self.value_of(arg, ty, "a pattern"))
    }

    /// How a plan is made, if the expression says it.
    fn plan_pattern(&mut self, arg: &syntax::Expr) -> Option<PlanPattern> {
        if let ExprKind::Property(of, name, args) = &arg.kind
            && let Some(Some(plan)) = self.plans.find(&name.text)
        {
            self.used(name, self.plans.entity(&name.text));
            let owner = self.pattern_arg(of, Type::Side);
            let parameters = &self.program.plan(plan).parameters;
            let types: Vec<Type> = parameters.iter().map(|(_, ty)| *ty).collect();
            if types.len() != args.len() {
                let form = form(&name.text, parameters.iter().map(|(name, _)| name.as_str()));
                self.wrong_count(arg.span, name, &[types.len()], args.len(), form);
            }
            let args = args.iter().zip(types);
            let args = args.map(|(arg, ty)| self.pattern_arg(arg, ty)).collect();
            return Some(PlanPattern::Simple { plan, owner, args });
        }
        let joined = |joining, a, b| PlanPattern::Joined(joining, a, b);
        if let ExprKind::Or(parts) = &arg.kind {
            if parts.len() > Plan::MAX_SIZE {
                self.too_many_plans(arg.span);
                return None;
            }
            let mut parts = parts.iter();
            let first = parts.next().expect("`or` has two parts or more");
            let second = parts.next().expect("`or` has two parts or more");
            let mut pattern = [first, second].map(|part| self.pattern_arg(part, Type::Plan));
            for part in parts {
                let next = self.pattern_arg(part, Type::Plan);
                let [a, b] = pattern;
                pattern = [PatternArg::Plan(Box::new(joined(Joining::Or, a, b))), next];
            }
            let [a, b] = pattern;
            return Some(joined(Joining::Or, a, b));
        }
        if let ExprKind::Arithmetic(Operation::Modulo, a, b) = &arg.kind {
            let [a, b] = [a, b].map(|part| self.pattern_arg(part, Type::Plan));
            return Some(joined(Joining::Mod, a, b));
        }
        None
    }

    fn cost(&mut self, cost: &syntax::Cost) -> u32 {
        match cost {
            syntax::Cost::Word(name) if name.text == "easy" => Method::EASY,
            syntax::Cost::Word(name) if name.text == "difficult" => Method::DIFFICULT,
            syntax::Cost::Word(name) => {
                let message = format!("unknown cost `{}`", name.text);
                let help = "write `easy`, `difficult` or a number";
                self.report(Diagnostic::error("bad-cost", name.span, message).help(help));
                Method::EASY
            }
            syntax::Cost::Number(number, span) => match u32::try_from(*number) {
                Ok(cost @ 1..=1_000_000) => cost,
                Ok(_) | Err(_) => {
                    let message = "a cost is a number from 1 to 1000000";
                    let help = "`easy` is 10, `difficult` is 100";
                    self.report(Diagnostic::error("bad-cost", *span, message).help(help));
                    Method::EASY
                }
            },
        }
    }

    fn proposal(&mut self, proposal: &syntax::WrittenProposal) -> Option<Proposal> {
        let each = proposal.each.as_ref();
        let each = each.map(|(variable, set)| self.bind_item_of(variable, set, self.statement));
        let known = self.known_hypothesis(&proposal.name, proposal.args.len());
        let args = known.map(|(id, types)| {
            let args = proposal.args.iter().zip(types);
            let args = args.map(|(arg, ty)| self.value_of(arg, ty, "a proposal"));
            (id, args.collect())
        });
        let when = proposal.when.as_ref();
        let when = when.map(|when| self.condition(when, "a proposal"));
        if each.is_some() {
            self.locals.pop();
        }
        let (hypothesis, args) = args?;
        Some(Proposal {
            hypothesis,
            args,
            each,
            when,
        })
    }

    fn fact(&mut self, fact: &syntax::Fact) -> Fact {
        Fact {
            formula: self.arrow_formula(&fact.formula),
            when: fact
                .when
                .as_ref()
                .map(|when| self.condition(when, "a fact")),
            because: fact.because.as_ref().map(|because| {
                self.fresh_types();
                self.whole_template(because)
            }),
        }
    }

    /// Makes a method of the lemma at hand.
    fn be_a_method(&self) -> Fix {
        let word = MethodKeyword::Lemma.word();
        let end = self.statement.start + word.len() as u32;
        let span = Span {
            end,
            ..self.statement
        };
        Fix::replace(span, MethodKeyword::Method.word())
    }

    /// A lemma speaks of what is given, and of nothing else.
    fn check_lemma_fact(&mut self, lemma: &syntax::Method, fact: &syntax::Fact) {
        let mut named = Vec::new();
        hypotheses_in(&fact.formula.left, &mut named);
        if let Some((_, right)) = &fact.formula.right {
            hypotheses_in(right, &mut named);
        }
        let right = fact.formula.right.as_ref().map(|(_, right)| right);
        for side in std::iter::once(&fact.formula.left).chain(right) {
            if looks_ahead(side) {
                let message = "a lemma speaks of one position; this looks a move ahead";
                let help = "make a `method` of it";
                let diagnostic = Diagnostic::error("not-a-lemma", side.span, message);
                self.report(diagnostic.help(help).fix(self.be_a_method()));
            }
        }
        for (name, args) in named {
            if self.hypotheses.find(&name.text).is_none() {
                continue;
            }
            let says_it = |pattern: &syntax::WrittenPattern| {
                pattern.name.text == name.text
                    && pattern.args.len() == args.len()
                    && pattern
                        .args
                        .iter()
                        .zip(args)
                        .all(|(a, b)| same_meaning(a, b))
            };
            let is_given = lemma.fields.iter().any(|field| match &field.kind {
                MethodFieldKind::Given(patterns) => patterns.iter().any(says_it),
                MethodFieldKind::When(_)
                | MethodFieldKind::Cost(_)
                | MethodFieldKind::Within(..)
                | MethodFieldKind::Propose(_)
                | MethodFieldKind::Solve(_)
                | MethodFieldKind::Fact(_) => false,
            });
            if !is_given {
                let message = format!(
                    "a lemma speaks of what is given; this `{}` is not",
                    name.text
                );
                let help = "add it to `given`, or make a `method` of it";
                let diagnostic = Diagnostic::error("not-a-lemma", name.span, message);
                self.report(diagnostic.help(help).fix(self.be_a_method()));
            }
        }
    }

    /// A name for the items of a set; the caller removes it from the locals again.
    pub(super) fn bind_item_of(
        &mut self,
        variable: &Name,
        set: &syntax::Expr,
        scope: Span,
    ) -> (Local, Expr) {
        self.fresh_types();
        let sort = self.types.unknown_sort();
        let set = self.expect(set, Ty::Set(sort));
        let set = self.settle(set);
        let reads = self.facts(&set).reads;
        self.look_at_position_only(&set, reads, "a fact");
        let sort = match self.types.find_sort(sort) {
            known @ SortOf::Known(_) => known,
            // It has been reported; its type stays unknown.
            SortOf::Unknown(_) => {
                self.fresh_types();
                self.types.unknown_sort()
            }
        };
        let local = Local(u16::try_from(self.locals.len()).expect("nesting is bounded"));
        self.bind(EntityKind::Local, variable, Ty::Item(sort), scope);
        (local, set)
    }

    /// A value that a hypothesis is about.
    pub(super) fn value_of(&mut self, arg: &syntax::Expr, ty: Type, what: &str) -> Expr {
        self.fresh_types();
        let arg = self.expect(arg, Ty::from(ty));
        let arg = self.settle(arg);
        let reads = self.facts(&arg).reads;
        self.look_at_position_only(&arg, reads, what);
        arg
    }

    /// Is it the name of a hypothesis, and not of something in a nearer scope?
    pub(super) fn is_hypothesis(&self, name: &Name) -> bool {
        let is_local = self.locals.iter().any(|local| local.name == name.text);
        !is_local && self.hypotheses.find(&name.text).is_some()
    }

    /// The hypothesis of a name, and the types of what it is about.
    pub(super) fn known_hypothesis(
        &mut self,
        name: &Name,
        n_args: usize,
    ) -> Option<(HypothesisId, Vec<Type>)> {
        let found = self.hypotheses.find(&name.text);
        self.used(name, self.hypotheses.entity(&name.text));
        match found {
            Some(None) => self.rest_on_mistake(),
            None => {
                let message = format!("there is no hypothesis `{}`", name.text);
                let diagnostic = Diagnostic::error("unknown-hypothesis", name.span, message);
                let meant = nearest(&name.text, self.hypotheses.all());
                let diagnostic = diagnostic.meant(name.span, meant, || {
                    format!("say what it is: `hypothesis {}(…)`", name.text)
                });
                self.report(diagnostic);
            }
            Some(Some(_)) => {}
        }
        let id = found.flatten()?;
        let parameters = &self.program.hypothesis(id).parameters;
        let types: Vec<Type> = parameters.iter().map(|(_, ty)| *ty).collect();
        if types.len() != n_args {
            let form = form(&name.text, parameters.iter().map(|(name, _)| name.as_str()));
            self.wrong_count(name.span, name, &[types.len()], n_args, form);
            return None;
        }
        Some((id, types))
    }
}
