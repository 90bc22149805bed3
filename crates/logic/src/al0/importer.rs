//! From the table of an AL0 file to a chapter: given the files, a text in our language and what is to be said of them.

use std::collections::{BTreeMap, BTreeSet};

use lang::{Diagnostic, Fix, Form, Severity, Source, SourceId, Span, nearest};

use super::clauses::{OwnGoal, side_effect};
use super::goals::GoalBinding;
use super::names::GivenNames;
use super::standard::{GROUPS, StandardGoal};
use super::table::{
    AdviceClause, Al0Goal, Al0Name, Al0Rule, Al0Table, Dialect, MAX_ADVICE, MAX_RULES, Predicate,
    by_name,
};
use super::{reader, table, writer};

/// What comes of AL0 files.
#[derive(Debug)]
pub struct Imported {
    /// The chapter, in Markdown; none if there is an error.
    pub chapter: Option<String>,
    /// The findings about each of the files, in their order.
    pub findings: Vec<Vec<Diagnostic>>,
    /// How many rules were read.
    pub n_rules: usize,
    /// How many clauses of `advice` were read.
    pub n_advice: usize,
}

/// Reads an AL0 table, the first of the files, with the libraries after it, and writes it as a chapter.
pub fn import(files: &[Source], dialect: Dialect) -> Imported {
    let mut found = Vec::new();
    let mut whole = Al0Table::default();
    for (idx, source) in files.iter().enumerate() {
        let id = SourceId(u16::try_from(idx).unwrap_or(u16::MAX));
        let (clauses, syntax) = reader::clauses(source, id);
        found.extend(syntax);
        let part = table::table(clauses, source, dialect, &mut found);
        whole.rules.extend(part.rules);
        whole.advice.extend(part.advice);
        whole.predicates.extend(part.predicates);
    }
    let (n_rules, n_advice) = (whole.rules.len(), whole.advice.len());
    let mut importer = Importer::new(&whole, dialect, found);
    importer.about_predicates();
    let parts = match whole.is_small() {
        true => importer.parts(),
        false => {
            let message = format!(
                "a table has at most {MAX_RULES} rules, and at most {MAX_ADVICE} clauses of advice, each listed once"
            );
            let finding = Diagnostic::error("al0-too-large", Span::default(), message);
            importer.found.push(finding.help("split the table"));
            ChapterParts::default()
        }
    };
    let mut findings: Vec<Vec<Diagnostic>> = files.iter().map(|_| Vec::new()).collect();
    importer
        .found
        .sort_by_key(|finding| (finding.span.source, finding.span.start));
    let is_wrong = importer
        .found
        .iter()
        .any(|finding| finding.severity == Severity::Error);
    let mut chapter = None;
    if !is_wrong {
        chapter = laid_out(&writer::chapter(files, dialect, &parts, &importer.found));
        if chapter.is_none() {
            let message = "the chapter would be larger, or nested deeper, than a chapter may be";
            let finding = Diagnostic::error("al0-too-large", Span::default(), message);
            importer
                .found
                .push(finding.help("split the table, or name parts of its goals"));
        }
    }
    for finding in at_most(importer.found) {
        let idx = finding
            .span
            .source
            .idx()
            .min(findings.len().saturating_sub(1));
        if let Some(of_file) = findings.get_mut(idx) {
            of_file.push(in_its_file(finding));
        }
    }
    Imported {
        chapter,
        findings,
        n_rules,
        n_advice,
    }
}

/// More findings than this are not told.
const MAX_FINDINGS: usize = 200;

/// The first findings; errors are never left out for the sake of warnings.
fn at_most(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.sort_by_key(|finding| !finding.is_error());
    found.truncate(MAX_FINDINGS);
    found.sort_by_key(|finding| (finding.span.source, finding.span.start));
    found
}

/// A finding whose places count from the top of the file that it is about.
fn in_its_file(mut finding: Diagnostic) -> Diagnostic {
    finding.span.source = SourceId::MAIN;
    for (span, _) in &mut finding.related {
        span.source = SourceId::MAIN;
    }
    for edit in finding.fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
        edit.span.source = SourceId::MAIN;
    }
    finding
}

/// Everything of which the chapter is made.
#[derive(Debug, Default)]
pub(crate) struct ChapterParts {
    /// The standard definitions that are used, by name.
    pub(crate) definitions: BTreeSet<&'static str>,
    /// The standard move constraints that are used, by name.
    pub(crate) moves: BTreeSet<&'static str>,
    /// Definitions from the author's own clauses, in the order in which they can be read.
    pub(crate) own: Vec<String>,
    /// Goals that nothing defines, as definitions.
    pub(crate) undefined: Vec<String>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) rules: Vec<TableRule>,
}

/// A piece of advice, as text of our language.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) comment: Vec<String>,
}

/// A rule of the table: its name in the file, and its text.
#[derive(Debug)]
pub(crate) struct TableRule {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) comment: Vec<String>,
}

pub(super) struct Importer<'a> {
    pub(super) table: &'a Al0Table,
    pub(super) dialect: Dialect,
    pub(super) predicates: BTreeMap<&'a str, Vec<&'a Predicate>>,
    pub(super) found: Vec<Diagnostic>,
    pub(super) parts: ChapterParts,
    pub(super) definition_names: GivenNames,
    pub(super) piece_names: GivenNames,
    /// The author's own goals; none where a clause has no translation, or is just being translated.
    pub(super) own: BTreeMap<String, Option<OwnGoal>>,
    /// How many goals of the author's own are being translated, each called by the one before.
    pub(super) n_open: u32,
    /// Names that have been told to be undefined.
    pub(super) told: BTreeSet<String>,
}

/// Our names for the author's goals are none of these, which our own definitions call.
const TAKEN: &[&str] = &[
    "king",
    "rook",
    "enemy",
    "critical_file",
    "critical_rank",
    "file",
    "rank",
    "distance",
    "edge",
    "adjacent",
    "between",
    "manhattan",
    "abs",
    "mate",
    "stalemate",
    "exists",
    "empty",
    "depth",
    "them_to_move",
    "us_to_move",
    "same_file",
    "same_rank",
    "from",
    "to",
];

/// Without a test of the depth a search has no end; so many plies are looked ahead then.
const PLIES_WITHOUT_BOUND: u32 = 5;

impl<'a> Importer<'a> {
    fn new(table: &'a Al0Table, dialect: Dialect, found: Vec<Diagnostic>) -> Importer<'a> {
        let standard = GROUPS
            .iter()
            .flat_map(|group| group.definitions)
            .map(|definition| definition.name);
        let taken = standard.chain(TAKEN.iter().copied());
        Importer {
            table,
            dialect,
            predicates: by_name(&table.predicates, |predicate| &predicate.name),
            found,
            parts: ChapterParts::default(),
            definition_names: GivenNames::taking(taken),
            piece_names: GivenNames::default(),
            own: BTreeMap::new(),
            n_open: 0,
            told: BTreeSet::new(),
        }
    }

    /// Says something that Prolog passes over.
    pub(super) fn warn(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.found
            .push(Diagnostic::warning(code, span, message).help(help));
    }

    /// Says something without which there is no chapter.
    pub(super) fn refuse(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.found
            .push(Diagnostic::error(code, span, message).help(help));
    }

    /// What is to be said of the clauses of predicates, whether they are used or not.
    fn about_predicates(&mut self) {
        let helper = self
            .table
            .predicates
            .iter()
            .find(|predicate| predicate.span.source == SourceId::MAIN);
        let has_table = self
            .table
            .rules
            .iter()
            .any(|rule| rule.name.span.source == SourceId::MAIN);
        if let Some(helper) = helper.filter(|_| has_table) {
            let message = format!(
                "the clause of `{}` is no rule and no advice: it belongs in the library",
                helper.name
            );
            let help = "move such clauses to a second file: `nasvet import TABLE.pl LIBRARY.pl`";
            self.warn("helper-clause", helper.span, message, help);
        }
        for predicate in &self.table.predicates {
            if let Some((name, span)) = predicate.body.as_ref().and_then(side_effect) {
                let message = format!(
                    "`{}` prints or changes something here (`{name}`); a chapter does neither",
                    predicate.name
                );
                let help = "leave it out: a goal only says whether something is true";
                self.warn("side-effect", span, message, help);
            }
        }
        let is_standard = |predicate: &&Predicate| {
            StandardGoal::named(&predicate.name, self.dialect).is_some()
                && !predicate.args.is_empty()
        };
        let standard: Vec<&Predicate> = self.table.predicates.iter().filter(is_standard).collect();
        if let Some(first) = standard.first() {
            let names: BTreeSet<&str> = standard
                .iter()
                .map(|predicate| predicate.name.as_str())
                .collect();
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let message = format!(
                "standard goals keep their standard meaning; these clauses are not read: {}",
                names.join(", ")
            );
            let help = "give a goal of your own another name";
            self.warn("standard-goal", first.span, message, help);
        }
    }

    fn parts(&mut self) -> ChapterParts {
        let table = self.table;
        let advice = by_name(&table.advice, |advice| &advice.name.text);
        // Our name for each clause of advice that can ever move, by the name in the file.
        let mut pieces: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for clause in &table.advice {
            let name = &clause.name.text;
            let others = pieces.entry(name).or_default();
            let ours = match others.len() {
                0 => self.piece_names.of(name),
                n => self.piece_names.fresh(&format!("{name}_or_{}", n + 1)),
            };
            if let Some(piece) = self.piece(clause, &ours) {
                self.parts.pieces.push(piece);
                others.push(ours);
            }
        }
        if table.rules.is_empty() && !self.found.iter().any(Diagnostic::is_error) {
            let message = "there is no rule in this file";

            self.refuse(
                "al0-rule",
                Span::default(),
                message,
                "a rule is written `name :: if goal then [advice, advice].`",
            );
        }
        let mut lists: Vec<Vec<String>> = Vec::new();
        for rule in &table.rules {
            let listed = rule
                .listed
                .iter()
                .flat_map(|name| match pieces.get(name.text.as_str()) {
                    Some(pieces) => pieces.clone(),
                    None => {
                        self.undefined_advice(name, &advice);
                        Vec::new()
                    }
                });
            let mut once: Vec<String> = Vec::new();
            for piece in listed.collect::<Vec<_>>() {
                if !once.contains(&piece) {
                    once.push(piece);
                }
            }
            lists.push(once);
        }
        self.rules(&lists);
        std::mem::take(&mut self.parts)
    }

    fn undefined_advice(&mut self, name: &Al0Name, advice: &BTreeMap<&str, Vec<&AdviceClause>>) {
        if !self.told.insert(format!("advice {}", name.text)) {
            return;
        }
        let message = format!(
            "`{}` is listed, but there is no such advice; Prolog skips it without a word",
            name.text
        );
        let finding = Diagnostic::warning("undefined-advice", name.span, message);
        let meant = nearest(&name.text, advice.keys().copied());
        self.found.push(with_meant(
            finding,
            name.span,
            meant,
            "define it, or leave it out",
        ));
    }

    /// The rules of the table; in the course's dialect each goes on with those after it.
    fn rules(&mut self, lists: &[Vec<String>]) {
        let table = self.table;
        let mut conditions = Vec::new();
        for rule in &table.rules {
            conditions.push(self.condition(rule));
        }
        let mut is_decided = false;
        for (idx, rule) in table.rules.iter().enumerate() {
            let condition = &conditions[idx];
            if is_decided {
                if self.dialect == Dialect::Book {
                    let message = format!(
                        "the rule `{}` is never reached: the rule before it always applies",
                        rule.name.text
                    );
                    let help = "put it before the rule that always applies";
                    self.warn("rule-never-reached", rule.name.span, message, help);
                }
                continue;
            }
            is_decided = condition.is_none();
            let mut entries = lists[idx].clone();
            if self.dialect == Dialect::Course {
                let mut tried: Vec<&String> = lists[idx].iter().collect();
                for (later, list) in conditions.iter().zip(lists).skip(idx + 1) {
                    for piece in list {
                        if tried.contains(&piece) {
                            continue;
                        }
                        match later {
                            Some(guard) => entries.push(format!("{piece} when {guard}")),
                            None => {
                                entries.push(piece.clone());
                                tried.push(piece);
                            }
                        }
                    }
                }
            }
            if entries.is_empty() {
                let message = format!(
                    "the rule `{}` has no advice that could be tried",
                    rule.name.text
                );

                self.refuse(
                    "al0-rule",
                    rule.name.span,
                    message,
                    "define the advice that it lists, or leave the rule out",
                );
                continue;
            }
            let entries = entries.join(", ");
            let text = match condition {
                None => format!("otherwise {entries}"),
                Some(condition) => format!("if {condition} then {entries}"),
            };
            let (name, comment) = (rule.name.text.clone(), rule.comment.clone());
            self.parts.rules.push(TableRule {
                name,
                text,
                comment,
            });
        }
    }

    /// The condition of a rule; none if it is always true.
    fn condition(&mut self, rule: &Al0Rule) -> Option<String> {
        if let Al0Goal::Name(name) = &rule.condition
            && name.text == "true"
        {
            return None;
        }
        let mut names = Vec::new();
        rule.condition.names(&mut |name| names.push(name));
        let text = self.goal(&rule.condition, GoalBinding::Or);
        for name in names {
            if self.looks_back(&name.text) {
                let message = format!(
                    "`{}` compares with the root, and a rule is chosen before there is one",
                    name.text
                );

                self.refuse(
                    "rule-looks-back",
                    name.span,
                    message,
                    "use a goal about the position alone, or put this one into the advice",
                );
            }
        }
        Some(text)
    }

    fn piece(&mut self, clause: &AdviceClause, ours: &str) -> Option<Piece> {
        self.check_depths(&clause.us, 0);
        self.check_depths(&clause.them, 1);
        let bound = self.bound(clause);
        if bound == Some(0) {
            let n_found = self.found.len();
            self.moves(&clause.us, &[0], true);
            // A constraint that nothing defines is reason enough.
            if self.found.len() == n_found {
                let message = format!(
                    "`{}` never has a move to try, so it is left out",
                    clause.name.text
                );

                self.warn(
                    "never-moves",
                    clause.name.span,
                    message,
                    "say which moves of ours are to be tried at depth 0",
                );
            }
            return None;
        }
        let plies = bound.unwrap_or_else(|| {
            let message = format!("nothing bounds the depth of `{}`: Prolog may search for ever", clause.name.text);
            let help = format!("it looks {PLIES_WITHOUT_BOUND} plies ahead here; say how far with tests such as `(depth < 3)`");
            self.warn("no-depth-bound", clause.name.span, message, help);
            PLIES_WITHOUT_BOUND
        });
        let better = self.goal(&clause.better, GoalBinding::Or);
        let holding = self.goal(&clause.holding, GoalBinding::Or);
        let (ours_at, theirs_at): (Vec<u32>, Vec<u32>) =
            (0..plies).partition(|depth| depth % 2 == 0);
        let us = self.moves(&clause.us, &ours_at, true);
        let them = self.moves(&clause.them, &theirs_at, false);
        let mut text = format!(
            "advice {ours} {{\n  \"{}\"\n  better {better}\n",
            title(&clause.name.text)
        );
        if holding != "true" {
            text += &format!("  holding {holding}\n");
        }
        let within = match plies {
            1 => "1 move".to_owned(),
            _ if plies % 2 == 1 => format!("{} moves", plies.div_ceil(2)),
            _ => format!("{plies} plies"),
        };
        text += &format!(
            "  us {}\n  them {}\n  within {within}\n}}\n",
            us.unwrap_or_else(|| "none".to_owned()),
            them.unwrap_or_else(|| "none".to_owned()),
        );
        let comment = clause.comment.clone();
        Some(Piece { text, comment })
    }
}

/// Adds the name that was probably meant, or else some other help.
pub(super) fn with_meant(
    finding: Diagnostic,
    written: Span,
    meant: Option<&str>,
    otherwise: &str,
) -> Diagnostic {
    match meant {
        Some(meant) => finding
            .help(format!("did you mean `{meant}`?"))
            .fix(Fix::replace(written, meant)),
        None => finding.help(otherwise),
    }
}

/// A name as an instruction: `mate_in_2` is “Mate in 2.”
fn title(name: &str) -> String {
    let words: String = name
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => "Advice without a name.".to_owned(),
    }
}

/// A chapter in the common layout; none if it is larger, or nested deeper, than a chapter may be.
fn laid_out(text: &str) -> Option<String> {
    let source = Source::from_text("chapter.md", Form::Chapter, text).ok()?;
    lang::format(&source).ok()
}
