//! Tables, examples and claims, and what each may look at.

use domain::Header;

use super::Checker;
use super::gather::{From, Gathered};
use super::names::MAX_TABLES;
use super::pieces::calls;
use super::types::Ty;
use crate::checked::{Claim, Entry, Example, Expectation, Expr, ExprKind, Promise, Reads, Rule};
use crate::diagnostic::Diagnostic;
use crate::fix::Fix;
use crate::span::Span;
use crate::syntax;

impl Checker<'_> {
    /// Checks the rules of each table.
    pub(super) fn check_tables(&mut self, gathered: &Gathered<'_>) {
        let mut listed = vec![false; self.program.pieces.len()];
        let mut first_idx = 0;
        let endings = self.endings.clone();
        for (table, n_endings) in gathered.tables.iter().zip(endings) {
            let tables = first_idx..first_idx + n_endings;
            first_idx = tables.end;
            if table.what.rules.is_empty() {
                self.begin(None, table.span);
                let message = "this table has no rules";
                let help = "write one, such as `otherwise squeeze`";
                self.report(Diagnostic::warning("empty-table", table.span, message).help(help));
            }
            let mut always: Option<Span> = None;
            let mut conditions: Vec<(syntax::Expr, Span)> = Vec::new();
            for rule in &table.what.rules {
                self.begin(None, table.span);
                let condition = rule.condition.as_ref().map(syntax::without_places);
                let same = condition.as_ref().and_then(|condition| {
                    conditions
                        .iter()
                        .take(200)
                        .find(|(earlier, _)| earlier == condition)
                        .map(|(_, span)| *span)
                });
                if let Some(span) = always.or(same) {
                    let (message, what, help) = if always.is_some() {
                        let message = "this rule can never apply: an earlier one always does";
                        (message, "this one always applies", "put it before that one")
                    } else {
                        let message =
                            "this rule can never apply: an earlier one has the same condition";
                        (message, "the same condition", "make one list of the two")
                    };
                    let diagnostic = Diagnostic::warning("unreachable-rule", rule.span, message);
                    self.report(diagnostic.see(span, what).help(help));
                }
                let checked = self.rule(rule);
                match checked.condition.as_ref().map(|condition| &condition.kind) {
                    None | Some(ExprKind::Truth(true)) => always = always.or(Some(rule.span)),
                    Some(ExprKind::Truth(false)) if !self.statement_has_errors => {
                        let message = "this rule can never apply: its condition is false";
                        let diagnostic =
                            Diagnostic::warning("unreachable-rule", rule.span, message);
                        let fix = Fix::remove(rule.span);
                        self.report(diagnostic.help("leave it out").fix(fix));
                    }
                    Some(_) => {}
                }
                conditions.extend(condition.map(|condition| (condition, rule.span)));
                for entry in &checked.entries {
                    listed[entry.piece.0 as usize] = true;
                }
                for table in &mut self.program.tables[tables.clone()] {
                    table.rules.push(checked.clone());
                }
            }
        }
        self.warn_of_unused_pieces(gathered, &listed);
    }

    fn rule(&mut self, rule: &syntax::Rule) -> Rule {
        let condition = rule
            .condition
            .as_ref()
            .map(|condition| self.condition(condition, "a rule"));
        let mut entries: Vec<Entry> = Vec::new();
        for (idx, entry) in rule.entries.iter().enumerate() {
            let guard = entry
                .guard
                .as_ref()
                .map(|guard| self.condition(guard, "a guard"));
            self.listed(&entry.piece.name);
            let Some(piece) = self.piece(&entry.piece) else {
                continue;
            };
            if entries
                .iter()
                .take(64)
                .any(|earlier| earlier.piece == piece && earlier.guard.is_none())
            {
                let name = self.program.piece(piece).name.clone();
                let message = format!("`{name}` is in the list already");
                let help = "leave it out: where it failed once it fails again";
                let place = entry.piece.name.span;
                let diagnostic = Diagnostic::warning("listed-twice", place, message);
                let before = rule.entries.get(idx.wrapping_sub(1));
                let is_plain = |entry: &syntax::WrittenEntry| {
                    entry.guard.is_none() && entry.piece.args.is_empty()
                };
                let plain = before.filter(|before| is_plain(before) && is_plain(entry));
                let fix = plain.map(|before| Fix::remove(before.piece.name.span.after().to(place)));
                self.report(diagnostic.help(help).fix(fix));
            }
            entries.push(Entry { piece, guard });
        }
        let because = rule
            .because
            .as_ref()
            .map(|template| self.whole_template(template));
        Rule {
            span: rule.span,
            condition,
            entries,
            because,
        }
    }

    /// A condition on a position alone.
    pub(super) fn condition(&mut self, expr: &syntax::Expr, what: &str) -> Expr {
        self.fresh_types();
        let condition = self.expect(expr, Ty::Truth);
        let condition = self.settle(condition);
        let reads = self.facts(&condition).reads;
        self.look_at_position_only(&condition, reads, what);
        condition
    }

    fn warn_of_unused_pieces(&mut self, gathered: &Gathered<'_>, listed: &[bool]) {
        // A rule that could not be read may be the one that lists it.
        if gathered.tables.is_empty() || self.diagnostics.has_errors() {
            return;
        }
        let mut used = listed.to_vec();
        let bodies = self
            .program
            .definitions
            .iter()
            .map(|definition| &definition.body);
        let goals = self
            .program
            .pieces
            .iter()
            .flat_map(|piece| [&piece.better_goal, &piece.holding_goal]);
        let asked: Vec<usize> = bodies
            .chain(goals)
            .flat_map(|expr| calls(&[expr], 0))
            .collect();
        let n_pieces = used.len();
        for idx in asked.into_iter().filter(|idx| *idx < n_pieces) {
            used[idx] = true;
        }
        let mut used = used.into_iter();
        for (from, instances) in gathered.pieces.iter().zip(&gathered.instances) {
            let name = &from.what.name;
            // Of a piece with parameters, those that come of it are used; without any, it is not.
            let made = instances
                .iter()
                .map(|made| (&made.advice.name.text, made.named_at));
            let mut unused: Vec<(&String, Span)> =
                made.filter(|_| !used.next().unwrap_or(true)).collect();
            let is_maker = !from.what.parameters.is_empty();
            if is_maker && instances.is_empty() || !is_maker && !used.next().unwrap_or(true) {
                unused.push((&name.text, name.span));
            }
            for (name, place) in unused.into_iter().filter(|_| from.import.is_none()) {
                self.begin(None, from.span);
                let message = format!("no table lists `{name}`, and no goal asks about it");
                let help = "list it in a table, or leave it out";
                self.report(Diagnostic::warning("unused-piece", place, message).help(help));
            }
        }
    }

    /// Checks examples, the positions that the chapter is about, and claims.
    pub(super) fn check_examples_and_claims(&mut self, gathered: &Gathered<'_>) {
        for From { span, what, .. } in &gathered.examples {
            self.begin(None, *span);
            let example = self.example(*span, what);
            self.program.examples.push(example);
        }
        if let Some(From { span, what, .. }) = &gathered.positions {
            self.begin(None, *span);
            self.program.positions = Some(self.condition(what, "`positions`"));
        }
        for From { span, what, .. } in &gathered.remarks {
            self.begin(None, *span);
            let (kind, remark) = what;
            let remark = self.remark(remark, None);
            self.program.remarks.push((*kind, remark));
        }
        for From { span, what, .. } in &gathered.claims {
            self.begin(None, *span);
            if let Some(claim) = self.claim(*span, what) {
                self.program.claims.push(claim);
            }
        }
    }

    fn example(&mut self, span: Span, example: &syntax::Example) -> Example {
        let position = &example.position;
        let mut headers: Vec<Header> = vec![self.program.header.clone()];
        for table in self.program.tables.iter().take(MAX_TABLES) {
            if !headers.contains(&table.header) {
                headers.push(table.header.clone());
            }
        }
        let reading = |header: &&Header| self.game.check_position(&position.value, header).is_ok();
        let header = headers.iter().find(reading);
        if header.is_none()
            && let Err(error) = self.game.check_position(&position.value, &headers[0])
        {
            let place = position.place_of(error.span);
            self.report(Diagnostic::error("bad-position", place, error.message));
        }
        let mut expects = Vec::new();
        for expectation in &example.expects {
            match expectation {
                syntax::WrittenExpectation::Fires(name) => {
                    expects.extend(self.piece(name).map(Expectation::Fires))
                }
                syntax::WrittenExpectation::Fails(name) => {
                    expects.extend(self.piece(name).map(Expectation::Fails))
                }
                syntax::WrittenExpectation::Plays(text) => {
                    if let Some(Err(error)) = header
                        .map(|header| self.game.check_move(&position.value, header, &text.value))
                    {
                        let place = text.place_of(error.span);
                        self.report(Diagnostic::error("bad-move", place, error.message));
                    }
                    expects.push(Expectation::Plays(text.value.clone()));
                }
                syntax::WrittenExpectation::Shows(expr) => {
                    expects.push(Expectation::Shows(self.condition(expr, "an example")));
                }
            }
        }
        Example {
            span,
            position: position.value.clone(),
            expects,
        }
    }

    fn claim(&mut self, span: Span, claim: &syntax::Claim) -> Option<Claim> {
        let promise = match &claim.promise {
            syntax::WrittenPromise::Wins => Promise::Wins,
            syntax::WrittenPromise::KeepsWins => Promise::KeepsWins,
            syntax::WrittenPromise::KeepsDraws => Promise::KeepsDraws,
            syntax::WrittenPromise::NeverLoses(name) => Promise::NeverLoses(self.man(name)?),
            syntax::WrittenPromise::Never(expr) => Promise::Never(self.condition(expr, "a claim")),
            syntax::WrittenPromise::WinsAtLeast(count) => {
                Promise::WinsAtLeast(count.unsigned_abs())
            }
            syntax::WrittenPromise::GivesAwayAtMost(count) => {
                Promise::GivesAwayAtMost(count.unsigned_abs())
            }
        };
        let ending = (!claim.ending.is_empty()).then(|| self.claimed_ending(&claim.ending));
        let within = claim.within.as_ref().and_then(|depth| self.depth(depth));
        let is_win = matches!(
            promise,
            Promise::Wins | Promise::KeepsWins | Promise::WinsAtLeast(_)
        );
        if within.is_some() && !is_win {
            let message = "only wins can be claimed within a number of moves";
            let help = "leave `within` out";
            self.report(Diagnostic::error("bad-claim", span, message).help(help));
        }
        let condition = claim
            .condition
            .as_ref()
            .map(|condition| self.condition(condition, "a claim"));
        Some(Claim {
            span,
            promise,
            ending,
            within,
            mode: claim.mode,
            condition,
        })
    }

    /// The men that a claim is about: those of one of the tables.
    fn claimed_ending(&mut self, names: &[syntax::Name]) -> Header {
        let header = self.header(names);
        let has_table = self
            .program
            .tables
            .iter()
            .any(|table| table.header == header);
        let place = names.iter().map(|name| name.span).reduce(Span::to);
        if let Some(place) = place.filter(|_| !has_table && header != Header::default()) {
            let message = "the chapter has no table for these men";
            let help = "a claim is about positions for which the chapter has a table";
            self.report(Diagnostic::error("bad-claim", place, message).help(help));
        }
        header
    }

    /// Reports an expression that reads anything but the position.
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
        let help =
            "`before`, `root` and `depth` are for the goals of advice and for move constraints";
        self.report(Diagnostic::error("no-tree-here", expr.span, message).help(help));
    }

    pub(super) fn look_at_no_move(&mut self, expr: &Expr, reads: Reads, what: &str) {
        if reads.the_move {
            let message = format!("{what} looks at positions; this speaks of a move");
            let help = "words about moves are for move constraints, after `that` or `by`";
            self.report(Diagnostic::error("no-move-here", expr.span, message).help(help));
        }
    }
}
