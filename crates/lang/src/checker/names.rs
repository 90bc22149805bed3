//! Headers, and what each name of the program stands for.

use std::collections::HashMap;

use domain::{Header, Type};

use super::Checker;
use super::gather::{From, Gathered};
use super::indexing::Thing;
use crate::checked::{HypothesisId, PieceId, Table};
use crate::diagnostic::Diagnostic;
use crate::fix::Fix;
use crate::index::{EntityId, EntityKind};
use crate::span::Span;
use crate::syntax::{DefinitionKeyword, HypothesisKeyword, MethodKeyword, Name, Text};

/// An example may belong to any table, so there are not too many of them.
pub(super) const MAX_TABLES: usize = 32;

impl Checker<'_> {
    /// Reads the header of the chapter and of each table that has its own.
    pub(super) fn headers(&mut self, gathered: &Gathered<'_>) {
        self.begin(None, Span::default());
        self.program.header = self.header(&gathered.header);
        self.all_headers.push(self.program.header.clone());
        let mut is_full = false;
        for table in &gathered.tables {
            let headers = match table.what.header.as_slice() {
                [] => vec![self.program.header.clone()],
                names => self.table_headers(names),
            };
            self.endings.push(headers.len());
            for header in headers {
                self.all_headers.push(header.clone());
                self.program.tables.push(Table {
                    header,
                    rules: Vec::new(),
                });
            }
            if self.program.tables.len() > MAX_TABLES && !is_full {
                is_full = true;
                let message = format!("a chapter has at most {MAX_TABLES} tables");
                let help = "join rules, or make two chapters of it";
                self.report(Diagnostic::error("too-many-tables", table.span, message).help(help));
            }
        }
    }

    /// The headers that the header of a table stands for: `any` beside other men is one man more, of each kind in turn.
    fn table_headers(&mut self, names: &[Name]) -> Vec<Header> {
        let kinds = self.game.any_man();
        let is_any = |idx: usize| {
            let before = idx.checked_sub(1).map(|before| names[before].text.as_str());
            names[idx].text == "any" && !matches!(before, None | Some("us" | "them"))
        };
        let Some(idx) = (0..names.len()).find(|idx| is_any(*idx)) else {
            return vec![self.header(names)];
        };
        let mut headers = Vec::new();
        for kind in kinds {
            let mut names = names.to_vec();
            (*kind).clone_into(&mut names[idx].text);
            headers.extend(self.table_headers(&names));
            // What is wrong with the other words is wrong whatever the man is.
            if self.statement_has_errors || headers.len() > MAX_TABLES {
                break;
            }
        }
        match headers.is_empty() {
            true => vec![self.header(names)],
            false => headers,
        }
    }

    pub(super) fn header(&mut self, names: &[Name]) -> Header {
        for name in names {
            let mut words = self.vocabulary.header_words.iter();
            if let Some((word, _)) = words.find(|(word, _)| *word == name.text) {
                self.used_thing(name, Thing::HeaderWord(word));
            }
        }
        let words: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        self.game.read_header(&words).unwrap_or_else(|error| {
            let span = match (names.get(error.word_idx), names.last()) {
                (Some(name), _) | (None, Some(name)) => name.span,
                (None, None) => Span::default(),
            };
            let fix = self.letters_apart(&words, error.word_idx, span);
            let diagnostic = Diagnostic::error("bad-header", span, error.message);
            self.report(diagnostic.opt_help(error.help).fix(fix));
            Header::default()
        })
    }

    /// Writes the letters of a word apart, if the header can then be read.
    fn letters_apart(&self, words: &[&str], idx: usize, span: Span) -> Option<Fix> {
        let word = *words.get(idx)?;
        let letters: Vec<&str> = word
            .char_indices()
            .map(|(at, c)| &word[at..at + c.len_utf8()])
            .collect();
        let mut apart = words.to_vec();
        apart.splice(idx..=idx, letters.iter().copied());
        let is_read = letters.len() > 1 && self.game.read_header(&apart).is_ok();
        is_read.then(|| Fix::replace(span, letters.join(" ")))
    }

    /// A name like this one that nothing has yet. Numbers that were found taken are not tried again.
    fn free_name(&mut self, name: &str) -> String {
        let is_taken = |name: &str| {
            self.definitions.find(name).is_some()
                || self.constraints.find(name).is_some()
                || self.pieces.find(name).is_some()
                || self.hypotheses.find(name).is_some()
                || self.plans.find(name).is_some()
                || self.vocabulary.words_named(name).next().is_some()
        };
        let first = self.free_numbers.get(name).copied().unwrap_or(2);
        let mut names = (first..).map(|number| (number, format!("{name}_{number}")));
        let (number, free) = names
            .find(|(_, name)| !is_taken(name))
            .expect("a text has fewer names than there are numbers");
        self.free_numbers.insert(name.to_owned(), number);
        free
    }

    /// Notes all names; what those of definitions and constraints stand for is known when they are checked.
    pub(super) fn collect_names(&mut self, gathered: &Gathered<'_>) {
        for unread in &gathered.unread {
            let Some(name) = &unread.name else { continue };
            self.begin(None, unread.span);
            let id = self.declare(EntityKind::Unread, name, None);
            self.definitions.forgive(&name.text, id);
            self.constraints.forgive(&name.text, id);
            self.pieces.forgive(&name.text, id);
            self.hypotheses.forgive(&name.text, id);
            self.plans.forgive(&name.text, id);
        }
        for from in &gathered.definitions {
            let name = &from.what.name;
            self.begin(from.import.clone(), from.span);
            if let Some(id) = self.vocabulary.constant_named(&name.text)
                && self.vocabulary.man_named(&name.text).is_none()
            {
                let sort = self.vocabulary.sorts[usize::from(self.vocabulary.constant(id).sort.0)];
                let message = format!("`{}` is the name of a {}", name.text, sort.singular);
                let other = format!("{}_", name.text);
                let help = format!("choose another name, such as `{other}`");
                let diagnostic = Diagnostic::error("reserved-name", name.span, message);
                let fix = Fix::replace(name.span, other);
                self.report(diagnostic.help(help).fix(fix));
            }
            let kind = match from.what.keyword {
                DefinitionKeyword::Let => EntityKind::Let,
                DefinitionKeyword::Def => EntityKind::Definition,
            };
            let id = self.declare(kind, name, from.doc.clone());
            let first = self.definitions.declare(name, from.import.is_some(), id);
            self.report_second(name, first);
        }
        for from in &gathered.constraints {
            self.begin(from.import.clone(), from.span);
            let name = &from.what.name;
            let id = self.declare(EntityKind::Moves, name, from.doc.clone());
            let first = self.constraints.declare(name, from.import.is_some(), id);
            self.report_second(name, first);
        }
        let mut next = 0;
        for (from, instances) in gathered.pieces.iter().zip(&gathered.instances) {
            self.begin(from.import.clone(), from.span);
            let name = &from.what.name;
            let id = self.declare(EntityKind::Advice, name, doc(from, &from.what.doc));
            let first = self.pieces.declare(name, from.import.is_some(), id);
            self.report_second(name, first);
            if from.what.parameters.is_empty() {
                self.pieces.know(&name.text, PieceId(next));
                next += 1;
                continue;
            }
            let parameters = from.what.parameters.iter().map(|parameter| {
                let ty = parameter.ty.as_ref();
                let ty = ty.and_then(|name| self.vocabulary.type_named(&name.text));
                let ty = ty.filter(|ty| !matches!(ty, Type::Set(_) | Type::Plan));
                (parameter.name.text.clone(), ty)
            });
            let maker = Maker {
                parameters: parameters.collect(),
                first: (!instances.is_empty()).then_some(PieceId(next)),
            };
            self.makers.insert(name.text.clone(), maker);
            for instance in instances {
                let name = &instance.advice.name.text;
                self.pieces.know(name, PieceId(next));
                next += 1;
            }
        }
    }

    /// Notes the names of hypotheses, and that lemmas and methods each have their own.
    pub(super) fn collect_reasoner_names(&mut self, gathered: &Gathered<'_>) {
        for (idx, from) in (0..).zip(&gathered.hypotheses) {
            self.begin(from.import.clone(), from.span);
            let name = &from.what.name;
            let kind = match from.what.keyword {
                HypothesisKeyword::Hypothesis => EntityKind::Hypothesis,
                HypothesisKeyword::Object => EntityKind::Object,
            };
            let id = self.declare(kind, name, from.doc.clone());
            let first = self.hypotheses.declare(name, from.import.is_some(), id);
            self.report_second(name, first);
            self.hypotheses.know(&name.text, HypothesisId(idx));
        }
        // What a plan stands for is known when it is checked, after all that cannot speak of it.
        for from in &gathered.plans {
            self.begin(from.import.clone(), from.span);
            let name = &from.what.name;
            let id = self.declare(EntityKind::Plan, name, doc(from, &from.what.doc));
            let first = self.plans.declare(name, from.import.is_some(), id);
            self.report_second(name, first);
        }
        let mut methods: Names<()> = Names::default();
        for from in &gathered.methods {
            self.begin(from.import.clone(), from.span);
            let name = &from.what.name;
            let kind = match from.what.keyword {
                MethodKeyword::Lemma => EntityKind::Lemma,
                MethodKeyword::Method | MethodKeyword::Referee => EntityKind::Method,
            };
            let id = self.declare(kind, name, doc(from, &from.what.doc));
            let first = methods.declare(name, from.import.is_some(), id);
            self.report_second(name, first);
        }
    }

    fn report_second(&mut self, name: &Name, first: Option<Declared>) {
        let Some(first) = first else { return };
        let message = if first.imported {
            format!("`{}` is defined in a library that is imported", name.text)
        } else {
            format!("`{}` is defined twice", name.text)
        };
        let free = self.free_name(&name.text);
        let diagnostic = Diagnostic::error("defined-twice", name.span, message)
            .help("choose another name")
            .fix(Fix::replace(name.span, free));
        self.report(if first.imported {
            diagnostic
        } else {
            diagnostic.see(first.span, "first here")
        });
    }
}

/// What is said of a statement: its own sentence, or else the comments above it.
fn doc<T>(from: &From<T>, own: &Option<Text>) -> Option<String> {
    let own = own.as_ref().map(|doc| doc.value.clone());
    own.or_else(|| from.doc.clone())
}

/// A piece with parameters, of which others come.
#[derive(Clone)]
pub(super) struct Maker {
    /// The names of its parameters, and their types where they are written.
    pub(super) parameters: Vec<(String, Option<Type>)>,
    /// The first piece that comes of it.
    pub(super) first: Option<PieceId>,
}

/// What the names of one kind stand for.
pub(super) struct Names<I> {
    /// `None` for what has not been checked yet, or has been reported.
    ids: HashMap<String, Option<I>>,
    declared: HashMap<String, Declared>,
    /// What the index knows of each.
    entities: HashMap<String, EntityId>,
    /// In the order they appear, for suggestions.
    in_order: Vec<String>,
}

/// Where a name was given its meaning.
#[derive(Clone, Copy)]
pub(super) struct Declared {
    span: Span,
    imported: bool,
}

impl<I> Default for Names<I> {
    fn default() -> Names<I> {
        Names {
            ids: HashMap::new(),
            declared: HashMap::new(),
            entities: HashMap::new(),
            in_order: Vec::new(),
        }
    }
}

impl<I: Copy> Names<I> {
    /// Notes that there is such a name; gives where it was noted before.
    fn declare(&mut self, name: &Name, imported: bool, entity: EntityId) -> Option<Declared> {
        self.entities.insert(name.text.clone(), entity);
        self.ids.insert(name.text.clone(), None);
        self.in_order.push(name.text.clone());
        self.declared.insert(
            name.text.clone(),
            Declared {
                span: name.span,
                imported,
            },
        )
    }

    /// Notes a name about which nothing more is to be said.
    fn forgive(&mut self, name: &str, entity: EntityId) {
        self.ids.entry(name.to_owned()).or_insert(None);
        self.entities.entry(name.to_owned()).or_insert(entity);
    }

    /// What the index knows of a name.
    pub(super) fn entity(&self, name: &str) -> Option<EntityId> {
        self.entities.get(name).copied()
    }

    /// Notes what a name stands for.
    pub(super) fn know(&mut self, name: &str, id: I) {
        self.ids.insert(name.to_owned(), Some(id));
    }

    /// What a name stands for: `Some(None)` if that was reported already, `None` if there is no such name.
    pub(super) fn find(&self, name: &str) -> Option<Option<I>> {
        self.ids.get(name).copied()
    }

    /// All names, in the order they appear.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.in_order.iter().map(String::as_str)
    }
}
