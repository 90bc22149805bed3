//! What comes of checking: the program if it makes sense, and everything that could be found out if it does not.

use std::sync::Arc;

use domain::Header;

use super::{
    Advice, Claim, Definition, Example, Hypothesis, Method, MovesDefinition, Plan, Program, Table,
};
use crate::diagnostic::Diagnostic;
use crate::index::NameIndex;
use crate::source::Source;
use crate::span::{SourceId, Span};
use crate::syntax;

/// A checked text.
///
/// The program can be had only if there is no error in it, so nothing else can be compiled or searched.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The text itself, then the libraries that were read, by [`SourceId`].
    pub sources: Vec<Source>,
    /// The text as it was written.
    pub syntax: syntax::Program,
    /// All findings, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
    /// What the names in all texts stand for.
    pub index: NameIndex,
    /// The statements that mean nothing yet, in the order of their places.
    pub holes: Vec<Hole>,
    pub(crate) program: Arc<Program>,
    pub(crate) is_sound: bool,
}

/// A statement that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hole {
    /// The statement.
    pub span: Span,
    /// What it was to define.
    pub name: Option<String>,
    /// Why it cannot be used.
    pub cause: HoleCause,
}

/// Why a statement cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HoleCause {
    /// It could not be read.
    Unread,
    /// There is a mistake in it.
    Mistaken,
    /// There is none in it, but in what it names, directly or not.
    RestsOn(Vec<String>),
}

impl Checked {
    /// The text that was asked about.
    pub fn source(&self) -> &Source {
        &self.sources[SourceId::MAIN.idx()]
    }

    /// Is there no error, so that the program can run?
    pub fn is_sound(&self) -> bool {
        self.is_sound
    }

    /// The program, if there is no error.
    pub fn program(&self) -> Option<&Arc<Program>> {
        self.is_sound.then_some(&self.program)
    }

    /// The program, or what is wrong with it.
    pub fn into_program(self) -> Result<Arc<Program>, Vec<Diagnostic>> {
        if self.is_sound {
            Ok(self.program)
        } else {
            Err(self.diagnostics)
        }
    }

    /// What there is of the program, to be shown and never to be run.
    pub fn partial(&self) -> Partial<'_> {
        Partial {
            program: &self.program,
            holes: &self.holes,
        }
    }
}

/// What there is of a program that may have mistakes: everything that does not rest on one.
#[derive(Clone, Copy, Debug)]
pub struct Partial<'a> {
    program: &'a Program,
    holes: &'a [Hole],
}

impl<'a> Partial<'a> {
    /// The name of the game, as far as it is told.
    pub fn game(self) -> &'a str {
        &self.program.game
    }

    /// The title.
    pub fn title(self) -> &'a str {
        &self.program.title
    }

    /// The positions of the chapter, and of each table.
    pub fn headers(self) -> impl Iterator<Item = &'a Header> {
        let tables = self.program.tables.iter().map(|table| &table.header);
        std::iter::once(&self.program.header).chain(tables)
    }

    /// The definitions.
    pub fn definitions(self) -> impl Iterator<Item = &'a Definition> {
        self.sound(&self.program.definitions, |definition| definition.span)
    }

    /// The named move constraints.
    pub fn constraints(self) -> impl Iterator<Item = &'a MovesDefinition> {
        self.sound(&self.program.constraints, |constraint| constraint.span)
    }

    /// The pieces of advice.
    pub fn pieces(self) -> impl Iterator<Item = &'a Advice> {
        self.sound(&self.program.pieces, |piece| piece.span)
    }

    /// The tables all of whose rules can be used.
    pub fn tables(self) -> impl Iterator<Item = &'a Table> {
        let is_sound = move |table: &&Table| {
            let mut rules = table.rules.iter();
            rules.all(|rule| self.is_sound(rule.span))
        };
        self.program.tables.iter().filter(is_sound)
    }

    /// What the pool of the reasoner may hold.
    pub fn hypotheses(self) -> impl Iterator<Item = &'a Hypothesis> {
        self.sound(&self.program.hypotheses, |hypothesis| hypothesis.span)
    }

    /// The plans.
    pub fn plans(self) -> impl Iterator<Item = &'a Plan> {
        self.sound(&self.program.plans, |plan| plan.span)
    }

    /// The lemmas and methods.
    pub fn methods(self) -> impl Iterator<Item = &'a Method> {
        self.sound(&self.program.methods, |method| method.span)
    }

    /// The examples.
    pub fn examples(self) -> impl Iterator<Item = &'a Example> {
        self.sound(&self.program.examples, |example| example.span)
    }

    /// The claims.
    pub fn claims(self) -> impl Iterator<Item = &'a Claim> {
        self.sound(&self.program.claims, |claim| claim.span)
    }

    fn sound<T>(self, all: &'a [T], span: fn(&T) -> Span) -> impl Iterator<Item = &'a T> {
        all.iter().filter(move |one| self.is_sound(span(one)))
    }

    /// Does a place lie in no hole?
    fn is_sound(self, span: Span) -> bool {
        !self.holes.iter().any(|hole| hole.span.contains(span))
    }
}
