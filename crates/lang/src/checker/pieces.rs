//! Pieces of advice, and what they ask about each other.

use domain::Type;

use super::Checker;
use super::definitions::is_a_number;
use super::expressions::form;
use super::gather::Gathered;
use super::indexing::Thing;
use super::instances::{Instance, names_in_braces};
use super::names::Maker;
use super::order::sorted;
use super::types::Ty;
use crate::checked::{
    Advice, Constraint, ConstraintKind, Convention, Depth, Endless, Expr, ExprKind,
    MovesDefinition, PieceId, Reads, Remark, Unit,
};
use crate::diagnostic::{Diagnostic, nearest};
use crate::fix::Fix;
use crate::span::Span;
use crate::syntax::{self, FieldKind, Lasting, Name, WrittenPiece};

/// No piece looks further ahead than this many plies.
const MAX_PLIES: i64 = 200;

/// Pieces without a bound are decided over all positions, so there may be no more men than this.
const MAX_ENDLESS_MEN: usize = 4;

/// What can be written in place of a depth that cannot be searched.
const DEPTHS: &str = "write 1 to 100 moves, or 1 to 200 plies";

/// Pieces ask about pieces at most this deep.
const MAX_PIECE_CALLS: usize = 8;

impl Checker<'_> {
    /// Checks the pieces of advice.
    pub(super) fn check_pieces(&mut self, gathered: &Gathered<'_>) {
        let chapter_convention = match &gathered.convention {
            None => Convention::default(),
            Some(name) => {
                self.begin(None, Span::default());
                self.convention(name)
            }
        };
        for (from, instances) in gathered.pieces.iter().zip(&gathered.instances) {
            self.begin(from.import.clone(), from.span);
            if from.what.parameters.is_empty() {
                let piece = self.piece_of_advice(&from.what, chapter_convention);
                self.program.pieces.push(piece);
                continue;
            }
            self.check_maker(&from.what, chapter_convention);
            for instance in instances {
                self.begin(from.import.clone(), from.span);
                let piece = self.instance(instance, chapter_convention);
                self.program.pieces.push(piece);
            }
        }
    }

    /// Checks a piece with parameters as it is written: what is wrong with it is said once, whatever comes of it.
    fn check_maker(&mut self, advice: &syntax::Advice, convention: Convention) {
        for parameter in advice.parameters.iter().filter(|known| known.ty.is_none()) {
            let name = &parameter.name;
            let message = format!("`{}` has no type", name.text);
            let help = format!("say it: `{}: number`", name.text);
            let diagnostic = Diagnostic::error("unknown-type", name.span, message).help(help);
            self.report(diagnostic.fix(is_a_number(name.span)));
        }
        if !self.parameters(&advice.parameters) {
            return;
        }
        for parameter in &advice.parameters {
            let ty = parameter.ty.as_ref();
            let ty = ty.and_then(|name| Some((name, self.vocabulary.type_named(&name.text)?)));
            if let Some((name, Type::Set(_) | Type::Plan)) = ty {
                let message = "a piece takes numbers, truths, sides and single items";
                let help = "give it what the set is made of, or define it outside";
                self.report(Diagnostic::error("wrong-type", name.span, message).help(help));
            }
        }
        let entity = self.pieces.entity(&advice.name.text);
        self.describe(entity, &advice.name, &advice.parameters, None);
        let names = advice.parameters.iter();
        self.piece_parameters = names.map(|known| known.name.text.clone()).collect();
        if let Some(doc) = &advice.doc {
            self.check_doc(doc);
        }
        self.piece_of_advice(advice, convention);
        self.piece_parameters.clear();
    }

    /// The sentence of a piece can say its parameters.
    fn check_doc(&mut self, doc: &syntax::Text) {
        for (range, name) in names_in_braces(&doc.value) {
            let span = doc.place_of(Some(range.start + 1..range.end - 1));
            let found = self.locals.iter().find(|local| local.name == name);
            match found.map(|local| local.entity) {
                Some(entity) => {
                    let text = name.to_owned();
                    self.used(&Name { text, span }, entity);
                }
                None => {
                    let message = format!("`{name}` is no parameter of this piece");
                    let known = self.piece_parameters.iter().map(String::as_str);
                    let meant = nearest(name, known.clone());
                    let known: Vec<String> = known.map(|name| format!("{{{name}}}")).collect();
                    let diagnostic = Diagnostic::error("unknown-name", span, message);
                    self.report(diagnostic.meant(span, meant, || {
                        format!("this sentence can say {}", known.join(", "))
                    }));
                }
            }
        }
    }

    /// A piece that comes of one with parameters. What can be said about its text was said about that one, and the
    /// names in it are in the index.
    fn instance(&mut self, instance: &Instance, convention: Convention) -> Advice {
        let noted = (
            std::mem::take(&mut self.index),
            std::mem::take(&mut self.things),
            std::mem::take(&mut self.bound),
        );
        self.quiet = true;
        let piece = self.piece_of_advice(&instance.advice, convention);
        self.fresh_types();
        self.quiet = false;
        (self.index, self.things, self.bound) = noted;
        for field in &instance.advice.fields {
            if let FieldKind::Within(bound) = &field.kind
                && let Some(plies) = self.bad_depth(bound)
            {
                let message = format!("`{}` cannot search {plies}", piece.name);
                let place = instance.named_at;
                let diagnostic = Diagnostic::error("bad-depth", place, message);
                let diagnostic = diagnostic.help(DEPTHS).see(bound.span, "its depth");
                self.report(diagnostic);
            }
        }
        piece
    }

    fn convention(&mut self, name: &Name) -> Convention {
        let found = Convention::NAMED
            .iter()
            .find(|(known, _)| *known == name.text);
        if found.is_some() {
            self.used_thing(name, Thing::Convention(name.text.clone()));
        }
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
        let truth = |truth| Expr {
            span,
            ty: Type::Truth,
            kind: ExprKind::Truth(truth),
        };
        let any = || Constraint {
            span,
            kind: ConstraintKind::Any,
        };
        let (mut better, mut holding, mut us, mut them) = (None, None, None, None);
        let (mut depth, mut own_convention, mut because) = (None, None, None);
        let mut endless: Option<Endless> = None;
        let mut lessons = Vec::new();
        let mut because_span = None;
        let mut reads = Reads::default();
        for field in &advice.fields {
            self.fresh_types();
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
                        let help = "for all moves write `any`";
                        let diagnostic =
                            Diagnostic::warning("selects-nothing", field.span, message);
                        let fix = Fix::replace(moves.span, "any");
                        self.report(diagnostic.help(help).fix(fix));
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
                FieldKind::Lasting(lasting) => {
                    let ends = match lasting {
                        Lasting::ForEver => Endless::ForEver,
                        Lasting::HoweverLong => Endless::HoweverLong,
                    };
                    self.once(&mut endless, ends, field.span);
                }
                FieldKind::Smaller(number) => {
                    let number = self.expect(number, Ty::Number);
                    let number = self.settle(number);
                    let facts = self.facts(&number);
                    self.look_at_no_move(&number, facts.reads, "a measure");
                    reads = reads.or(facts.reads);
                    self.once(&mut endless, Endless::MakeSmaller(number), field.span);
                }
                FieldKind::Convention(name) => {
                    let named = self.convention(name);
                    self.once(&mut own_convention, named, field.span);
                }
                // What is taught may rest on the goal, which can stand below.
                FieldKind::Teach(remark) => lessons.push(remark),
                FieldKind::Because(template) => {
                    because_span = Some(template.span);
                    let template = self.whole_template(template);
                    self.once(&mut because, template, field.span);
                }
            }
        }
        let lessons = lessons.into_iter();
        let teaches = lessons.map(|lesson| self.remark(lesson, better.as_ref()));
        let teaches: Vec<Remark> = teaches.collect();
        if let (Some(because), Some(span)) = (&because, because_span) {
            let goals: Vec<&Expr> = better.iter().chain(&holding).collect();
            self.check_claims_of(because, span, &goals);
        }
        if let Some(endless) = &endless {
            self.check_endless(endless, span, depth.is_some(), holding.is_some(), reads);
        }
        let needs_goal = matches!(endless, None | Some(Endless::HoweverLong));
        if better.is_none() && needs_goal && !self.statement_has_errors {
            let message = format!("`{}` does not say what is to be reached", advice.name.text);
            self.report(
                Diagnostic::error("no-better-goal", span, message).help("add a line `better …`"),
            );
        }
        if let Some(Expr {
            span,
            kind: ExprKind::Truth(truth),
            ..
        }) = better
            && !self.statement_has_errors
            && self.piece_parameters.is_empty()
        {
            let message = if truth {
                "this is true at once: nothing is played"
            } else {
                "this can never be reached"
            };
            let help = "say what is to be reached, such as `them_to_move and …`";
            self.report(Diagnostic::warning("constant-goal", span, message).help(help));
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
            endless,
            convention: own_convention.unwrap_or(convention),
            because,
            teaches,
            reads,
        }
    }

    /// A piece without a bound is decided over all positions, so nothing in it may depend on the way there, and there
    /// must be few men.
    fn check_endless(
        &mut self,
        endless: &Endless,
        span: Span,
        has_bound: bool,
        has_holding: bool,
        reads: Reads,
    ) {
        let men = self.program.header.men.as_ref();
        let n_men = men.map(|men| {
            let sides = domain::Side::BOTH.into_iter();
            let counts = sides.flat_map(|side| men[side].iter().map(|presence| presence.count));
            counts.map(usize::from).sum::<usize>()
        });
        let mut report = |code, message: &str, help: &str| {
            self.report(Diagnostic::error(code, span, message).help(help));
        };
        if has_bound {
            let message = "a piece that lasts as long as it must has no bound";
            report("endless-bound", message, "leave out the line `within …`");
        }
        if *endless == Endless::ForEver && !has_holding {
            let message = "what is to be kept for ever is not said";
            report("nothing-to-keep", message, "add a line `holding …`");
        }
        if reads.before || reads.root || reads.depth {
            let message =
                "a piece without a bound is decided for each position, whatever came before";
            let help = "leave out `before`, `root` and `depth`; for a number that falls write `make smaller …`";
            report("endless-looks-back", message, help);
        }
        if n_men.is_none_or(|n| n > MAX_ENDLESS_MEN) {
            let message = "a piece without a bound is for endings of four men at most";
            let help = "name the men of the ending (`us K R`, `them K`), or write a bound: `within 4 moves`";
            report("too-many-men", message, help);
        }
    }

    /// A text about a move, and when it is true: both look at the position after the move.
    pub(super) fn remark(&mut self, remark: &syntax::WrittenRemark, goal: Option<&Expr>) -> Remark {
        self.after_move = true;
        self.fresh_types();
        let when = remark.when.as_ref().map(|when| {
            let when = self.expect(when, Ty::Truth);
            let when = self.settle(when);
            let reads = self.facts(&when).reads;
            self.look_at_no_move(&when, reads, "a remark");
            when
        });
        self.fresh_types();
        let text = self.whole_template(&remark.text);
        self.after_move = false;
        let beside: Vec<&Expr> = when.iter().chain(goal).collect();
        self.check_claims_of(&text, remark.text.span, &beside);
        Remark { text, when }
    }

    /// Keeps the first of each field, and reports a second.
    pub(super) fn once<T>(&mut self, slot: &mut Option<T>, value: T, span: Span) {
        if slot.is_some() {
            let message = "this line is written twice";
            let diagnostic = Diagnostic::error("field-twice", span, message)
                .help("join them with `and`, or keep one");
            self.report(diagnostic.fix(Fix::remove(span)));
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
        self.size_of_constraint(&moves);
        moves
    }

    pub(super) fn depth(&mut self, depth: &syntax::WrittenDepth) -> Option<Depth> {
        if !self.piece_parameters.is_empty() {
            self.expect(&depth.count, Ty::Number);
            self.require_constant(&depth.count);
            return None;
        }
        let count = self.constant_number(&depth.count)?;
        if self.bad_depth(depth).is_some() {
            let message = format!("a depth of {count} cannot be searched");
            let nearest = match (count < 1, depth.unit) {
                (true, Unit::Plies) => "1 ply".to_owned(),
                (true, Unit::Moves) => "1 move".to_owned(),
                (false, Unit::Plies) => format!("{MAX_PLIES} plies"),
                (false, Unit::Moves) => format!("{} moves", MAX_PLIES / 2),
            };
            let diagnostic = Diagnostic::error("bad-depth", depth.span, message).help(DEPTHS);
            self.report(diagnostic.fix(Fix::replace(depth.span, nearest)));
            return None;
        }
        u16::try_from(count).ok().map(|count| Depth {
            count,
            unit: depth.unit,
            shortest_first: depth.shortest_first,
        })
    }

    /// A depth that cannot be searched, in words.
    fn bad_depth(&self, depth: &syntax::WrittenDepth) -> Option<String> {
        let count = self.constant_number(&depth.count)?;
        let (plies, unit) = match depth.unit {
            Unit::Plies => (count, "plies"),
            Unit::Moves => (count.saturating_mul(2), "moves"),
        };
        let is_bad = !(1..=MAX_PLIES).contains(&plies);
        is_bad.then(|| format!("{count} {unit}"))
    }

    /// The piece of a name, asked about where no plan can be.
    pub(super) fn piece_alone(
        &mut self,
        piece: &WrittenPiece,
        against: Option<&Name>,
    ) -> Option<PieceId> {
        let name = &piece.name;
        if let Some(against) = against {
            let message = "`against` is for plans, and they are for facts of the reasoner";
            let help = format!("write `can {}`", name.text);
            let diagnostic = Diagnostic::error("not-a-plan", against.span, message);
            let fix = Fix::remove(piece.span.after().to(against.span));
            self.report(diagnostic.help(help).fix(fix));
        }
        self.piece(piece)
    }

    /// The piece that comes of one with parameters.
    fn made_piece(&mut self, piece: &WrittenPiece, maker: &Maker) -> Option<PieceId> {
        let name = &piece.name;
        self.used(name, self.pieces.entity(&name.text));
        let parameters = &maker.parameters;
        if piece.args.len() != parameters.len() {
            let names = parameters.iter().map(|(name, _)| name.as_str());
            let form = form(&name.text, names);
            self.wrong_count(
                piece.span,
                name,
                &[parameters.len()],
                piece.args.len(),
                form,
            );
        }
        let mut are_known = piece.args.len() == parameters.len();
        let types = parameters.iter().map(|(_, ty)| *ty);
        for (arg, ty) in piece.args.iter().zip(types.chain(std::iter::repeat(None))) {
            let value = self.expr(arg);
            are_known &= self.require_constant(arg);
            if let Some(ty) = ty.map(Ty::from)
                && !self.types.unify(value.ty, ty)
            {
                let expected = self.types.name(ty, self.vocabulary);
                let found = self.types.name(value.ty, self.vocabulary);
                let message = format!("expected {expected}, found {found}");
                self.report(Diagnostic::error("wrong-type", arg.span, message));
                are_known = false;
            }
        }
        if !are_known {
            return None;
        }
        // What a piece with parameters asks about is known for each that comes of it; any will do for the text.
        if !self.piece_parameters.is_empty() {
            return maker.first;
        }
        let made = self.instance_named(piece);
        let found = made.and_then(|name| self.pieces.find(&name).flatten());
        if found.is_none() {
            self.rest_on_mistake();
        }
        found
    }

    /// The piece of a name.
    pub(super) fn piece(&mut self, piece: &WrittenPiece) -> Option<PieceId> {
        let name = &piece.name;
        if let Some(maker) = self.makers.get(&name.text).cloned() {
            return self.made_piece(piece, &maker);
        }
        let mut found = self.pieces.find(&name.text);
        self.used(name, self.pieces.entity(&name.text));
        if !piece.args.is_empty() {
            if found.is_some() {
                self.wrong_count(piece.span, name, &[0], piece.args.len(), name.text.clone());
                return None;
            }
            // A question from outside knows the pieces that the chapter has made.
            let made = self.instance_named(piece);
            found = made.and_then(|name| self.pieces.find(&name));
        }
        if found == Some(None) {
            self.rest_on_mistake();
        }
        if found.is_none() && self.diagnostics.is_full() {
            self.leave_out(name.span);
        } else if found.is_none() {
            let is_local = self.locals.iter().any(|local| local.name == name.text);
            let message = format!("there is no piece of advice `{}`", name.text);
            let diagnostic = Diagnostic::error("unknown-piece", name.span, message);
            let meant = nearest(&name.text, self.pieces.all());
            self.report(if is_local || self.plans.find(&name.text).is_some() {
                diagnostic.help(
                    "a plan is asked about in a fact, by the name it is given: `fact suc(p) <=> can p`",
                )
            } else {
                diagnostic.meant(name.span, meant, || {
                    format!("write it: `advice {} {{ … }}`", name.text)
                })
            });
        }
        found.flatten()
    }

    /// Pieces may ask about pieces, but not in a circle and not without end.
    pub(super) fn check_piece_calls(&mut self) {
        self.begin(None, Span::default());
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
            if let Some(Endless::MakeSmaller(number)) = &piece.endless {
                exprs.push(number);
            }
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
                .map(|piece| Name {
                    text: piece.name.clone(),
                    span: piece.span,
                })
                .collect();
            let names: Vec<&Name> = names.iter().collect();
            self.report_circle(
                &names,
                "asks about",
                "pieces that ask about each other would never end",
            );
        }
        let mut depths = vec![0; edges.len()];
        for node in order {
            let deepest = edges[node]
                .iter()
                .map(|target| depths[*target])
                .max()
                .unwrap_or(0);
            depths[node] = deepest + usize::from(node >= n_definitions);
            if depths[node] == MAX_PIECE_CALLS + 1 && node >= n_definitions {
                let span = self.program.pieces[node - n_definitions].span;
                let message = format!("pieces ask about pieces more than {MAX_PIECE_CALLS} deep");
                let help = "let this one say its goal without asking about others";
                self.report(Diagnostic::error("too-deep", span, message).help(help));
            }
        }
    }
}

/// The definitions that expressions call, and the pieces they ask about, numbered after `n_definitions`.
pub(super) fn calls(exprs: &[&Expr], n_definitions: usize) -> Vec<usize> {
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
fn exprs_in<'a>(
    constraint: &'a Constraint,
    named: &'a [MovesDefinition],
    exprs: &mut Vec<&'a Expr>,
) {
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
            ConstraintKind::Walk(_, targets, within) => {
                exprs.extend(std::iter::once(targets).chain(within))
            }
            ConstraintKind::Then(parts) => waiting.extend(parts),
            ConstraintKind::That(inner, expr)
            | ConstraintKind::When(inner, expr)
            | ConstraintKind::First(inner, expr)
            | ConstraintKind::By(inner, _, expr) => {
                waiting.push(inner);
                exprs.push(expr);
            }
            ConstraintKind::Going(inner, _) | ConstraintKind::ForThem(inner) => waiting.push(inner),
            ConstraintKind::Joined(a, b) => waiting.extend([&**a, &**b]),
        }
    }
}
