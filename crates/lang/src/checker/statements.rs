//! Statements: what each needs, and what each may look at.

use domain::{Header, Type};

use super::expressions::Expr as TypedExpr;
use super::facts::Facts;
use super::gather::{From, Gathered};
use super::order::{names_in_constraint, names_in_expr, names_in_template, sorted};
use super::types::Ty;
use super::{Checker, Global};
use crate::checked::{
    Advice, Claim, Constraint, ConstraintId, ConstraintKind, Convention, Definition, DefinitionId, Depth,
    Entry, Example, Expectation, Expr, ExprKind, MovesDefinition, PieceId, Promise, Reads, Rule, Table,
    Template, TemplatePart, Unit,
};
use crate::diagnostic::{Diagnostic, nearest};
use crate::span::Span;
use crate::syntax::{self, FieldKind, Name};

/// No piece looks farther ahead.
const MAX_PLIES: i64 = 200;

/// Pieces ask about pieces at most this deep.
const MAX_PIECE_CALLS: usize = 8;

impl Checker<'_> {
    // Headers and names.

    /// Reads the header of the chapter and of each table that has its own.
    pub(super) fn headers(&mut self, gathered: &Gathered<'_>) {
        self.begin(None);
        self.program.header = self.header(&gathered.header);
        self.all_headers.push(self.program.header.clone());
        for table in &gathered.tables {
            let header = if table.what.header.is_empty() {
                self.program.header.clone()
            } else {
                self.header(&table.what.header)
            };
            self.all_headers.push(header.clone());
            self.program.tables.push(Table { header, rules: Vec::new() });
        }
    }

    fn header(&mut self, names: &[Name]) -> Header {
        let words: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        self.game.read_header(&words).unwrap_or_else(|error| {
            let span = match (names.get(error.word_idx), names.last()) {
                (Some(name), _) | (None, Some(name)) => name.span,
                (None, None) => Span::default(),
            };
            self.report(Diagnostic::error("bad-header", span, error.message).opt_help(error.help));
            Header::default()
        })
    }

    /// Notes what each name stands for; a name stands for one thing.
    pub(super) fn collect_names(&mut self, gathered: &Gathered<'_>) {
        let definitions = gathered.definitions.iter().map(|from| (&from.import, &from.what.name));
        let constraints = gathered.constraints.iter().map(|from| (&from.import, &from.what.name));
        let pieces = gathered.pieces.iter().map(|from| (&from.import, &from.what.name));
        let mut first: std::collections::HashMap<&str, (bool, Span)> = std::collections::HashMap::new();
        for (import, name) in definitions.chain(constraints).chain(pieces) {
            self.begin(import.clone());
            if let Some((imported, span)) = first.insert(&name.text, (import.is_some(), name.span)) {
                let message = format!("`{}` is defined twice", name.text);
                let diagnostic = Diagnostic::error("defined-twice", name.span, message);
                self.report(if imported { diagnostic } else { diagnostic.see(span, "first here") });
            }
            if self.vocabulary.constant_named(&name.text).is_some()
                && self.vocabulary.man_named(&name.text).is_none()
            {
                let message = format!("`{}` has a meaning already", name.text);
                self.report(
                    Diagnostic::error("reserved-name", name.span, message).help("choose another name"),
                );
            }
            self.globals.insert(name.text.clone(), Global::Broken);
            self.global_names.push(name.text.clone());
        }
        for (idx, piece) in (0..).zip(&gathered.pieces) {
            self.globals.insert(piece.what.name.text.clone(), Global::Piece(PieceId(idx)));
        }
    }

    // Definitions.

    /// Checks the definitions, each after those it calls.
    pub(super) fn check_definitions(&mut self, gathered: &Gathered<'_>) {
        let all = &gathered.definitions;
        let edges = edges(
            all,
            |from| &from.what.name.text,
            |from| {
                let mut bound = from.what.parameters.iter().map(|p| p.name.text.as_str()).collect();
                let mut names = Vec::new();
                names_in_expr(&from.what.body, &mut bound, &mut names);
                if let Some(means) = &from.what.means {
                    names_in_template(means, &mut bound, &mut names);
                }
                names
            },
        );
        let (order, circles) = sorted(&edges);
        for circle in circles {
            let names: Vec<&Name> = circle.iter().map(|idx| &all[*idx].what.name).collect();
            self.begin(all[circle[0]].import.clone());
            self.report_circle(&names, "calls", "a definition cannot call itself: every evaluation must end");
        }
        for idx in order {
            self.check_definition(&all[idx]);
        }
    }

    fn report_circle(&mut self, names: &[&Name], verb: &str, help: &str) {
        let message = match names {
            [only] => format!("`{}` {verb} itself", only.text),
            _ => {
                let path: Vec<&str> =
                    names.iter().chain(&names[..1]).map(|name| name.text.as_str()).take(8).collect();
                format!("`{}` {verb} itself: {}", names[0].text, path.join(", "))
            }
        };
        self.report(Diagnostic::error("calls-itself", names[0].span, message).help(help));
    }

    fn check_definition(&mut self, from: &From<syntax::Definition>) {
        self.begin(from.import.clone());
        let definition = &from.what;
        self.parameters(&definition.parameters);
        let body = self.expr(&definition.body);
        let means = definition.means.as_ref().map(|template| self.template(template));
        let parameters = self.settle_parameters(&definition.parameters);
        let body = self.settle(body);
        let means = means.map(|parts| self.settle_template(parts));
        let facts = self.facts(&body);
        if self.statement_has_errors {
            return;
        }
        let id = DefinitionId(self.program.definitions.len() as u32);
        self.globals.insert(definition.name.text.clone(), Global::Definition(id));
        self.facts.push(facts);
        let Facts { reads, asks, partial, unsure, height, .. } = facts;
        self.program.definitions.push(Definition {
            name: definition.name.text.clone(),
            span: definition.name.span,
            library: from.import.as_ref().map(|(_, name)| name.clone()),
            parameters,
            body,
            means,
            reads,
            asks,
            partial,
            unsure,
            height,
        });
    }

    fn parameters(&mut self, parameters: &[syntax::Parameter]) {
        for parameter in parameters {
            if self.locals.iter().any(|(name, _)| *name == parameter.name.text) {
                let message = format!("two parameters are called `{}`", parameter.name.text);
                self.report(Diagnostic::error("defined-twice", parameter.name.span, message));
            }
            let ty = match &parameter.ty {
                None => self.types.unknown(),
                Some(name) => match self.vocabulary.type_named(&name.text) {
                    Some(ty) => Ty::from(ty),
                    None => {
                        let sorts =
                            self.vocabulary.sorts.iter().flat_map(|sort| [sort.singular, sort.plural]);
                        let known: Vec<&str> = ["truth", "number", "side"].into_iter().chain(sorts).collect();
                        let help = match nearest(&name.text, known.iter().copied()) {
                            Some(meant) => format!("did you mean `{meant}`?"),
                            None => format!("the types are {}", known.join(", ")),
                        };
                        let message = format!("unknown type `{}`", name.text);
                        self.report(Diagnostic::error("unknown-type", name.span, message).help(help));
                        self.types.unknown()
                    }
                },
            };
            self.locals.push((parameter.name.text.clone(), ty));
        }
        if parameters.len() > 16 {
            let message = "more than 16 parameters";
            self.report(Diagnostic::error("too-many-parameters", parameters[16].name.span, message));
        }
    }

    fn settle_parameters(&mut self, parameters: &[syntax::Parameter]) -> Vec<(String, Type)> {
        let mut settled = Vec::new();
        for (idx, parameter) in parameters.iter().enumerate() {
            let ty = self.types.known(self.locals[idx].1);
            if ty.is_none() && !self.statement_has_errors {
                let message = format!("cannot tell the type of `{}`", parameter.name.text);
                let help = format!("say it: `{}: number`", parameter.name.text);
                self.report(Diagnostic::error("unknown-type", parameter.name.span, message).help(help));
            }
            settled.push((parameter.name.text.clone(), ty.unwrap_or(Type::Truth)));
        }
        settled
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
        Template { parts: parts.collect() }
    }

    /// A template of a statement that has nothing else to settle.
    fn whole_template(&mut self, template: &syntax::Template) -> Template {
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

    // Move constraints.

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
            self.begin(all[circle[0]].import.clone());
            self.report_circle(&names, "names", "a constraint cannot name itself");
        }
        for idx in order {
            let From { import, what, .. } = &all[idx];
            self.begin(import.clone());
            self.parameters(&what.parameters);
            let body = self.constraint(&what.body);
            let parameters = self.settle_parameters(&what.parameters);
            let body = self.settle_constraint(body);
            let reads = self.reads_of_constraint(&body);
            if self.statement_has_errors {
                continue;
            }
            let id = ConstraintId(self.program.constraints.len() as u32);
            self.globals.insert(what.name.text.clone(), Global::Constraint(id));
            let (name, span) = (what.name.text.clone(), what.name.span);
            self.program.constraints.push(MovesDefinition { name, span, parameters, body, reads });
        }
    }

    /// What the conditions and keys of a constraint look at, beside the move itself.
    fn reads_of_constraint(&mut self, constraint: &Constraint) -> Reads {
        let mut reads = match &constraint.kind {
            ConstraintKind::Any | ConstraintKind::None | ConstraintKind::Man(_) => Reads::default(),
            ConstraintKind::Of(places) => self.facts(places).reads,
            ConstraintKind::Named(id, args) => {
                let named = self.program.constraints[id.0 as usize].reads;
                args.iter().fold(named, |reads, arg| reads.or(self.facts(arg).reads))
            }
            ConstraintKind::Walk(_, targets, within) => {
                // A macromove with a length counts the moves made since the root.
                let depth = Reads { depth: within.is_some(), ..Reads::default() };
                let exprs = std::iter::once(targets).chain(within);
                exprs.fold(depth, |reads, expr| reads.or(self.facts(expr).reads))
            }
            ConstraintKind::Then(parts) => {
                parts.iter().fold(Reads::default(), |reads, part| reads.or(self.reads_of_constraint(part)))
            }
            ConstraintKind::When(inner, condition) => {
                let facts = self.facts(condition);
                self.look_at_no_move(condition, facts.reads, "`when`");
                self.reads_of_constraint(inner).or(facts.reads)
            }
            ConstraintKind::That(inner, expr) | ConstraintKind::By(inner, _, expr) => {
                self.reads_of_constraint(inner).or(self.facts(expr).reads)
            }
            ConstraintKind::Going(inner, _) => self.reads_of_constraint(inner),
        };
        reads.the_move = false;
        reads
    }

    // Pieces of advice.

    /// Checks the pieces of advice.
    pub(super) fn check_pieces(&mut self, gathered: &Gathered<'_>) {
        let chapter_convention = match &gathered.convention {
            None => Convention::default(),
            Some(name) => {
                self.begin(None);
                self.convention(name)
            }
        };
        for From { import, what, .. } in &gathered.pieces {
            self.begin(import.clone());
            let piece = self.piece_of_advice(what, chapter_convention);
            self.program.pieces.push(piece);
        }
    }

    fn convention(&mut self, name: &Name) -> Convention {
        let found = Convention::NAMED.iter().find(|(known, _)| *known == name.text);
        found.map_or_else(
            || {
                let known: Vec<&str> = Convention::NAMED.iter().map(|(name, _)| *name).collect();
                let message = format!("unknown convention `{}`", name.text);
                let help = format!("the conventions are {}", known.join(", "));
                self.report(Diagnostic::error("unknown-convention", name.span, message).help(help));
                Convention::default()
            },
            |(_, convention)| *convention,
        )
    }

    fn piece_of_advice(&mut self, advice: &syntax::Advice, convention: Convention) -> Advice {
        let span = advice.name.span;
        let truth = |truth| Expr { span, ty: Type::Truth, kind: ExprKind::Truth(truth) };
        let any = || Constraint { span, kind: ConstraintKind::Any };
        let (mut better, mut holding, mut us, mut them) = (None, None, None, None);
        let (mut depth, mut own_convention, mut because) = (None, None, None);
        let mut reads = Reads::default();
        for field in &advice.fields {
            self.types = super::Types::default();
            match &field.kind {
                FieldKind::Better(expr) => {
                    let goal = self.goal(expr, &mut reads);
                    self.once(&mut better, goal, field.span);
                }
                FieldKind::Holding(expr) => {
                    let goal = self.goal(expr, &mut reads);
                    self.once(&mut holding, goal, field.span);
                }
                FieldKind::Us(constraint) => {
                    let moves = self.piece_moves(constraint, &mut reads);
                    if matches!(moves.kind, ConstraintKind::None) && !self.statement_has_errors {
                        let message = "without a move for us nothing can be reached";
                        self.report(Diagnostic::warning("selects-nothing", field.span, message));
                    }
                    self.once(&mut us, moves, field.span);
                }
                FieldKind::Them(constraint) => {
                    let moves = self.piece_moves(constraint, &mut reads);
                    self.once(&mut them, moves, field.span);
                }
                FieldKind::Within(bound) => {
                    let bound = self.depth(bound);
                    self.once(&mut depth, bound, field.span);
                }
                FieldKind::Convention(name) => {
                    let named = self.convention(name);
                    self.once(&mut own_convention, named, field.span);
                }
                FieldKind::Because(template) => {
                    let template = self.whole_template(template);
                    self.once(&mut because, template, field.span);
                }
            }
        }
        if better.is_none() && !self.statement_has_errors {
            let message = format!("`{}` does not say what is to be reached", advice.name.text);
            self.report(Diagnostic::error("no-better-goal", span, message).help("add a line `better …`"));
        }
        if let Some(ExprKind::Truth(truth)) = better.as_ref().map(|goal| &goal.kind) {
            let message =
                if *truth { "this is true at once: nothing is played" } else { "this can never be reached" };
            self.report(Diagnostic::warning("constant-goal", span, message));
        }
        Advice {
            name: advice.name.text.clone(),
            span,
            doc: advice.doc.as_ref().map(|doc| doc.value.clone()),
            better_goal: better.unwrap_or_else(|| truth(false)),
            holding_goal: holding.unwrap_or_else(|| truth(true)),
            us: us.unwrap_or_else(any),
            them: them.unwrap_or_else(any),
            depth: depth.flatten(),
            convention: own_convention.unwrap_or(convention),
            because,
            reads,
        }
    }

    /// Keeps the first of each field, and reports a second.
    fn once<T>(&mut self, slot: &mut Option<T>, value: T, span: Span) {
        if slot.is_some() {
            let message = "this line is written twice";
            self.report(
                Diagnostic::error("field-twice", span, message).help("join them with `and`, or keep one"),
            );
        } else {
            *slot = Some(value);
        }
    }

    fn goal(&mut self, expr: &syntax::Expr, reads: &mut Reads) -> Expr {
        let goal = self.expect(expr, Ty::Truth);
        let goal = self.settle(goal);
        let facts = self.facts(&goal);
        self.look_at_no_move(&goal, facts.reads, "a goal");
        *reads = reads.or(facts.reads);
        goal
    }

    fn piece_moves(&mut self, constraint: &syntax::Constraint, reads: &mut Reads) -> Constraint {
        let moves = self.constraint(constraint);
        let moves = self.settle_constraint(moves);
        *reads = reads.or(self.reads_of_constraint(&moves));
        moves
    }

    fn depth(&mut self, depth: &syntax::Depth) -> Option<Depth> {
        let plies = match depth.unit {
            Unit::Plies => depth.count,
            Unit::Moves => depth.count.saturating_mul(2),
        };
        if !(1..=MAX_PLIES).contains(&plies) {
            let message = format!("expected 1 to {MAX_PLIES} plies ({} moves)", MAX_PLIES / 2);
            self.report(Diagnostic::error("bad-depth", depth.span, message));
            return None;
        }
        u16::try_from(depth.count).ok().map(|count| Depth { count, unit: depth.unit })
    }

    /// The piece of a name.
    pub(super) fn piece(&mut self, name: &Name) -> Option<PieceId> {
        match self.globals.get(&name.text).copied() {
            Some(Global::Piece(id)) => Some(id),
            Some(Global::Definition(_) | Global::Constraint(_)) => {
                let message = format!("`{}` is not a piece of advice", name.text);
                self.report(Diagnostic::error("not-a-piece", name.span, message));
                None
            }
            Some(Global::Broken) => None,
            None => {
                if !self.diagnostics.is_full() {
                    let help = nearest(&name.text, self.global_names.iter().map(String::as_str))
                        .map(|meant| format!("did you mean `{meant}`?"));
                    let message = format!("there is no piece of advice `{}`", name.text);
                    self.report(Diagnostic::error("unknown-piece", name.span, message).opt_help(help));
                }
                None
            }
        }
    }

    /// Pieces may ask about pieces, but not in a circle and not without end.
    pub(super) fn check_piece_calls(&mut self) {
        self.begin(None);
        let n_definitions = self.program.definitions.len();
        // Nodes: definitions, then pieces.
        let mut edges: Vec<Vec<usize>> = self
            .program
            .definitions
            .iter()
            .map(|definition| calls(&[&definition.body], n_definitions))
            .collect();
        for piece in &self.program.pieces {
            let mut exprs = vec![&piece.better_goal, &piece.holding_goal];
            for constraint in [&piece.us, &piece.them] {
                exprs_in(constraint, &self.program.constraints, &mut exprs);
            }
            edges.push(calls(&exprs, n_definitions));
        }
        let (order, circles) = sorted(&edges);
        for circle in &circles {
            let names: Vec<Name> = circle
                .iter()
                .filter_map(|node| node.checked_sub(n_definitions))
                .map(|idx| &self.program.pieces[idx])
                .map(|piece| Name { text: piece.name.clone(), span: piece.span })
                .collect();
            let names: Vec<&Name> = names.iter().collect();
            self.report_circle(&names, "asks about", "pieces that ask about each other would never end");
        }
        let mut depths = vec![0; edges.len()];
        for node in order {
            let deepest = edges[node].iter().map(|target| depths[*target]).max().unwrap_or(0);
            depths[node] = deepest + usize::from(node >= n_definitions);
            if depths[node] == MAX_PIECE_CALLS + 1 && node >= n_definitions {
                let span = self.program.pieces[node - n_definitions].span;
                let message = format!("pieces ask about pieces more than {MAX_PIECE_CALLS} deep");
                self.report(Diagnostic::error("too-deep", span, message));
            }
        }
    }

    // Tables, examples, claims.

    /// Checks the rules of each table.
    pub(super) fn check_tables(&mut self, gathered: &Gathered<'_>) {
        let mut listed = vec![false; self.program.pieces.len()];
        for (table_idx, table) in gathered.tables.iter().enumerate() {
            let mut always: Option<Span> = None;
            let mut conditions: Vec<(&syntax::Expr, Span)> = Vec::new();
            for rule in &table.what.rules {
                self.begin(None);
                let same = rule.condition.as_ref().and_then(|condition| {
                    conditions
                        .iter()
                        .take(200)
                        .find(|(earlier, _)| *earlier == condition)
                        .map(|(_, span)| *span)
                });
                if let Some(span) = always.or(same) {
                    let message = "this rule can never apply";
                    let what =
                        if always.is_some() { "this one always applies" } else { "the same condition" };
                    self.report(Diagnostic::warning("unreachable-rule", rule.span, message).see(span, what));
                }
                let checked = self.rule(rule);
                match checked.condition.as_ref().map(|condition| &condition.kind) {
                    None | Some(ExprKind::Truth(true)) => always = always.or(Some(rule.span)),
                    Some(ExprKind::Truth(false)) if !self.statement_has_errors => {
                        let message = "this rule can never apply";
                        self.report(Diagnostic::warning("unreachable-rule", rule.span, message));
                    }
                    Some(_) => {}
                }
                conditions.extend(rule.condition.as_ref().map(|condition| (condition, rule.span)));
                for entry in &checked.entries {
                    listed[entry.piece.0 as usize] = true;
                }
                self.program.tables[table_idx].rules.push(checked);
            }
        }
        self.warn_of_unused_pieces(gathered, &listed);
    }

    fn rule(&mut self, rule: &syntax::Rule) -> Rule {
        let condition = rule.condition.as_ref().map(|condition| self.condition(condition, "a rule"));
        let mut entries: Vec<Entry> = Vec::new();
        for entry in &rule.entries {
            let guard = entry.guard.as_ref().map(|guard| self.condition(guard, "a guard"));
            let Some(piece) = self.piece(&entry.name) else { continue };
            if entries.iter().take(64).any(|earlier| earlier.piece == piece && earlier.guard.is_none()) {
                let message = format!("`{}` is in the list already", entry.name.text);
                self.report(Diagnostic::warning("listed-twice", entry.name.span, message));
            }
            entries.push(Entry { piece, guard });
        }
        let because = rule.because.as_ref().map(|template| self.whole_template(template));
        Rule { span: rule.span, condition, entries, because }
    }

    /// A condition on a position alone.
    fn condition(&mut self, expr: &syntax::Expr, what: &str) -> Expr {
        self.types = super::Types::default();
        let condition = self.expect(expr, Ty::Truth);
        let condition = self.settle(condition);
        let reads = self.facts(&condition).reads;
        self.look_at_position_only(&condition, reads, what);
        condition
    }

    fn warn_of_unused_pieces(&mut self, gathered: &Gathered<'_>, listed: &[bool]) {
        if gathered.tables.is_empty() {
            return;
        }
        let mut used = listed.to_vec();
        let bodies = self.program.definitions.iter().map(|definition| &definition.body);
        let goals = self.program.pieces.iter().flat_map(|piece| [&piece.better_goal, &piece.holding_goal]);
        let asked: Vec<usize> = bodies.chain(goals).flat_map(|expr| calls(&[expr], 0)).collect();
        let n_pieces = used.len();
        for idx in asked.into_iter().filter(|idx| *idx < n_pieces) {
            used[idx] = true;
        }
        for (from, used) in gathered.pieces.iter().zip(used) {
            if !used && from.import.is_none() {
                self.begin(None);
                let name = &from.what.name;
                let message = format!("no table lists `{}`, and no goal asks about it", name.text);
                self.report(Diagnostic::warning("unused-piece", name.span, message));
            }
        }
    }

    /// Checks examples and claims.
    pub(super) fn check_examples_and_claims(&mut self, gathered: &Gathered<'_>) {
        for From { span, what, .. } in &gathered.examples {
            self.begin(None);
            let example = self.example(*span, what);
            self.program.examples.push(example);
        }
        for From { span, what, .. } in &gathered.claims {
            self.begin(None);
            if let Some(claim) = self.claim(*span, what) {
                self.program.claims.push(claim);
            }
        }
    }

    fn example(&mut self, span: Span, example: &syntax::Example) -> Example {
        let position = &example.position;
        let mut headers: Vec<Header> = self.program.tables.iter().map(|table| table.header.clone()).collect();
        headers.insert(0, self.program.header.clone());
        let reading = |header: &&Header| self.game.check_position(&position.value, header).is_ok();
        let header = headers.iter().find(reading);
        if header.is_none() {
            let error = self.game.check_position(&position.value, &headers[0]);
            let message = error.map_or_else(|error| error.to_string(), |()| String::new());
            self.report(Diagnostic::error("bad-position", position.span, message));
        }
        let mut expects = Vec::new();
        for expectation in &example.expects {
            match expectation {
                syntax::Expectation::Fires(name) => expects.extend(self.piece(name).map(Expectation::Fires)),
                syntax::Expectation::Fails(name) => expects.extend(self.piece(name).map(Expectation::Fails)),
                syntax::Expectation::Plays(text) => {
                    if let Some(Err(error)) =
                        header.map(|header| self.game.check_move(&position.value, header, &text.value))
                    {
                        self.report(Diagnostic::error("bad-move", text.span, error.to_string()));
                    }
                    expects.push(Expectation::Plays(text.value.clone()));
                }
                syntax::Expectation::Shows(expr) => {
                    expects.push(Expectation::Shows(self.condition(expr, "an example")));
                }
            }
        }
        Example { span, position: position.value.clone(), expects }
    }

    fn claim(&mut self, span: Span, claim: &syntax::Claim) -> Option<Claim> {
        let promise = match &claim.promise {
            syntax::Promise::Wins => Promise::Wins,
            syntax::Promise::KeepsWins => Promise::KeepsWins,
            syntax::Promise::KeepsDraws => Promise::KeepsDraws,
            syntax::Promise::NeverLoses(name) => Promise::NeverLoses(self.man(name)?),
            syntax::Promise::Never(expr) => Promise::Never(self.condition(expr, "a claim")),
        };
        let within = claim.within.as_ref().and_then(|depth| self.depth(depth));
        if within.is_some() && promise != Promise::Wins {
            let message = "only `wins` can be claimed within a number of moves";
            self.report(Diagnostic::error("bad-claim", span, message));
        }
        let condition = claim.condition.as_ref().map(|condition| self.condition(condition, "a claim"));
        Some(Claim { span, promise, within, condition })
    }

    // What a statement may look at.

    /// Reports an expression that looks at anything but the position.
    pub(super) fn look_at_position_only(&mut self, expr: &Expr, reads: Reads, what: &str) {
        self.look_at_no_move(expr, reads, what);
        let time = if reads.before {
            "the position before"
        } else if reads.root {
            "the root"
        } else if reads.depth {
            "the depth"
        } else {
            return;
        };
        let message = format!("{what} looks at one position; this looks at {time} too");
        self.report(Diagnostic::error("no-tree-here", expr.span, message));
    }

    fn look_at_no_move(&mut self, expr: &Expr, reads: Reads, what: &str) {
        if reads.the_move {
            let message = format!("{what} looks at positions; this speaks of a move");
            let help = "words about moves are for move constraints, after `that` or `by`";
            self.report(Diagnostic::error("no-move-here", expr.span, message).help(help));
        }
    }
}

/// For each item, the indices of the items whose names it mentions.
fn edges<'a, T>(
    items: &'a [T],
    name: impl Fn(&'a T) -> &'a str,
    mentions: impl Fn(&'a T) -> Vec<&'a str>,
) -> Vec<Vec<usize>> {
    let by_name: std::collections::HashMap<&str, usize> =
        items.iter().enumerate().map(|(idx, item)| (name(item), idx)).collect();
    let edges = items.iter().map(|item| {
        let mut targets: Vec<usize> =
            mentions(item).into_iter().filter_map(|name| by_name.get(name).copied()).collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    });
    edges.collect()
}

/// The definitions that expressions call, and the pieces they ask about, numbered after `n_definitions`.
fn calls(exprs: &[&Expr], n_definitions: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut waiting = exprs.to_vec();
    while let Some(expr) = waiting.pop() {
        if let ExprKind::Call(id, _) = &expr.kind
            && n_definitions > 0
        {
            found.push(id.0 as usize);
        }
        if let ExprKind::Can(id) = &expr.kind {
            found.push(n_definitions + id.0 as usize);
        }
        waiting.extend(expr.parts());
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The expressions of a constraint and of those it names.
fn exprs_in<'a>(constraint: &'a Constraint, named: &'a [MovesDefinition], exprs: &mut Vec<&'a Expr>) {
    let mut seen = vec![false; named.len()];
    let mut waiting = vec![constraint];
    while let Some(constraint) = waiting.pop() {
        match &constraint.kind {
            ConstraintKind::Any | ConstraintKind::None | ConstraintKind::Man(_) => {}
            ConstraintKind::Of(places) => exprs.push(places),
            ConstraintKind::Named(id, args) => {
                exprs.extend(args);
                let idx = id.0 as usize;
                if !std::mem::replace(&mut seen[idx], true) {
                    waiting.push(&named[idx].body);
                }
            }
            ConstraintKind::Walk(_, targets, within) => exprs.extend(std::iter::once(targets).chain(within)),
            ConstraintKind::Then(parts) => waiting.extend(parts),
            ConstraintKind::That(inner, expr)
            | ConstraintKind::When(inner, expr)
            | ConstraintKind::By(inner, _, expr) => {
                waiting.push(inner);
                exprs.push(expr);
            }
            ConstraintKind::Going(inner, _) => waiting.push(inner),
        }
    }
}
