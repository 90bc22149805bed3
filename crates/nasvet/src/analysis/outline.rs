//! An open text as a list of contents and in colours, and its examples.

use std::fmt;

use documents::ExampleDocument;
use domain::Watch;
use lang::index::EntityKind;
use lang::syntax::{Statement, StatementKind, WrittenPromise};
use lang::{Checked, Part, SourceId, Span};

use super::{Analysis, TextPlace, place};
use crate::load::Loaded;

/// A statement in the list of contents.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OutlineItem {
    /// What it defines, or what it is about.
    pub name: String,
    /// What it is: `definition`, `piece of advice`, `table`.
    pub kind: &'static str,
    /// More about it: a type, or the sentence of a piece of advice.
    pub detail: Option<String>,
    /// All of it.
    pub place: TextPlace,
    /// Its name, or its beginning.
    pub name_place: TextPlace,
}

/// A part of a text to be shown in its own colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SemanticToken {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// What it is.
    pub class: TokenClass,
}

/// What a part of a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TokenClass {
    /// A word of the language.
    Keyword,
    /// A name that the chapter or a library defines.
    Defined,
    /// A parameter, or the item of a quantifier.
    Local,
    /// A word of the game.
    Word,
    /// A named item of the game, such as a square.
    Constant,
    /// A number.
    Number,
    /// A text, with its quotation marks.
    Text,
    /// A remark, with its `#`.
    Comment,
}

/// Why no example was run.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExampleError {
    /// There is no example at that place.
    NoExample,
    /// The chapter has mistakes, which come first.
    Faulty,
}

impl fmt::Display for ExampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ExampleError::NoExample => "there is no example here",
            ExampleError::Faulty => "the chapter has mistakes; mend them first",
        })
    }
}

impl std::error::Error for ExampleError {}

impl Analysis {
    /// The statements of an open text, in order.
    pub fn symbols(&self, file: &str) -> Vec<OutlineItem> {
        let Some(checked) = self.checked(file) else {
            return Vec::new();
        };
        let statements = checked.syntax.statements.iter();
        let mut items: Vec<OutlineItem> = statements
            .filter_map(|statement| item(&checked, statement))
            .collect();
        // What could not be read has its name all the same.
        for unread in &checked.syntax.unread {
            items.extend(unread.name.as_ref().map(|name| OutlineItem {
                name: name.text.clone(),
                kind: EntityKind::Unread.noun(),
                detail: None,
                place: place(&checked, unread.span),
                name_place: place(&checked, name.span),
            }));
        }
        items.sort_by_key(|item| item.place.start);
        items
    }

    /// The parts of an open text that a reader tells apart, in order; they do not overlap.
    pub fn tokens(&self, file: &str) -> Vec<SemanticToken> {
        let Some(checked) = self.checked(file) else {
            return Vec::new();
        };
        let parts = lang::parts(checked.source(), &checked.syntax);
        let mut tokens: Vec<(Span, TokenClass)> = Vec::new();
        // Names inside a text are part of it.
        let texts: Vec<Span> = parts
            .iter()
            .filter(|(_, part)| *part == Part::Text)
            .map(|(span, _)| *span)
            .collect();
        let in_text = |span: Span| {
            let n_before = texts.partition_point(|text| text.start <= span.start);
            n_before
                .checked_sub(1)
                .is_some_and(|idx| texts[idx].contains(span))
        };
        for found in checked.index.occurrences() {
            let class = class(checked.index.entity(found.entity).kind);
            if found.span.source == SourceId::MAIN && !in_text(found.span) {
                tokens.extend(class.map(|class| (found.span, class)));
            }
        }
        let n_names = tokens.len();
        for (span, part) in parts {
            let known = tokens[..n_names].binary_search_by_key(&span.start, |(span, _)| span.start);
            if known.is_err() {
                tokens.push((span, class_of_part(part)));
            }
        }
        tokens.sort_by_key(|(span, _)| span.start);
        let tokens = tokens.into_iter().map(|(span, class)| {
            let range = span.range();
            SemanticToken {
                start: range.start,
                end: range.end,
                class,
            }
        });
        tokens.collect()
    }

    /// Runs the example at a byte: does the chapter do in its position what it says? The budget of the watch is for each
    /// piece of advice.
    pub fn run_example(
        &self,
        file: &str,
        byte: usize,
        watch: &Watch,
    ) -> Result<ExampleDocument, ExampleError> {
        let checked = self.checked(file).ok_or(ExampleError::NoExample)?;
        let is_here = |span: Span| span.start as usize <= byte && byte <= span.end as usize;
        let mut examples = checked
            .syntax
            .statements
            .iter()
            .filter(|statement| matches!(statement.kind, StatementKind::Example(_)));
        let idx = examples.position(|statement| is_here(statement.span));
        let idx = idx.ok_or(ExampleError::NoExample)?;
        let chapter = Loaded::from(Checked::clone(&checked)).into_chapter(file);
        let chapter = chapter.map_err(|_| ExampleError::Faulty)?;
        Ok(chapter.try_example(idx, watch))
    }
}

/// What a statement is in the list of contents.
fn item(checked: &Checked, statement: &Statement) -> Option<OutlineItem> {
    let begins = |name: String, kind| (name, kind, statement.span);
    let (name, kind, name_span) = match &statement.kind {
        StatementKind::Title { title, .. } => (title.value.clone(), "title", title.span),
        StatementKind::Header(_) | StatementKind::Convention(_) => return None,
        StatementKind::Import(name) => (name.text.clone(), "library", name.span),
        StatementKind::Definition(what) => defined(checked, &what.name),
        StatementKind::Moves(what) => defined(checked, &what.name),
        StatementKind::Advice(what) => defined(checked, &what.name),
        StatementKind::Hypothesis(what) => defined(checked, &what.name),
        StatementKind::Plan(what) => defined(checked, &what.name),
        StatementKind::Method(what) => defined(checked, &what.name),
        StatementKind::Table(table) => {
            let header: Vec<&str> = table.header.iter().map(|name| name.text.as_str()).collect();
            begins(header.join(" "), "table")
        }
        StatementKind::Positions(about) => begins(lang::print_expr(about), "positions"),
        StatementKind::Remark(kind, remark) => begins(remark.text.as_written(), kind.word()),
        StatementKind::Example(example) => begins(example.position.value.clone(), "example"),
        StatementKind::Claim(claim) => {
            let promise = match &claim.promise {
                WrittenPromise::Wins => "wins from every position".to_owned(),
                WrittenPromise::KeepsWins => "keeps every win".to_owned(),
                WrittenPromise::KeepsDraws => "keeps every draw".to_owned(),
                WrittenPromise::NeverLoses(man) => format!("never loses the {}", man.text),
                WrittenPromise::Never(expr) => format!("never {}", lang::print_expr(expr)),
                WrittenPromise::WinsAtLeast(count) => format!("wins at least {count} positions"),
                WrittenPromise::GivesAwayAtMost(count) => {
                    format!("gives away at most {count} half-points")
                }
            };
            begins(promise, "claim")
        }
    };
    let found = checked.index.at(SourceId::MAIN, name_span.start);
    let entity = found.map(|found| checked.index.entity(found.entity));
    Some(OutlineItem {
        name,
        kind,
        detail: entity.and_then(|entity| entity.doc.clone().or_else(|| entity.ty.clone())),
        place: place(checked, statement.span),
        name_place: place(checked, name_span),
    })
}

/// A statement that gives a name.
fn defined(checked: &Checked, name: &lang::syntax::Name) -> (String, &'static str, Span) {
    let found = checked.index.at(SourceId::MAIN, name.span.start);
    let kind = found.map(|found| checked.index.entity(found.entity).kind);
    let kind = kind.unwrap_or(EntityKind::Unread);
    (name.text.clone(), kind.noun(), name.span)
}

fn class(kind: EntityKind) -> Option<TokenClass> {
    match kind {
        EntityKind::Let
        | EntityKind::Definition
        | EntityKind::Moves
        | EntityKind::Advice
        | EntityKind::Plan
        | EntityKind::Hypothesis
        | EntityKind::Object
        | EntityKind::Lemma
        | EntityKind::Method
        | EntityKind::Unread => Some(TokenClass::Defined),
        EntityKind::Parameter | EntityKind::Local => Some(TokenClass::Local),
        EntityKind::Word | EntityKind::Man => Some(TokenClass::Word),
        EntityKind::Constant => Some(TokenClass::Constant),
        EntityKind::HeaderWord | EntityKind::Builtin => Some(TokenClass::Keyword),
        // The title of a library is a text; a type and a convention are plain.
        EntityKind::Library | EntityKind::Type | EntityKind::Convention => None,
    }
}

fn class_of_part(part: Part) -> TokenClass {
    match part {
        Part::Keyword => TokenClass::Keyword,
        Part::Defined => TokenClass::Defined,
        Part::Number => TokenClass::Number,
        Part::Text => TokenClass::Text,
        Part::Comment => TokenClass::Comment,
    }
}
