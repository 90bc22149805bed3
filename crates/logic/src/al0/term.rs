//! Terms of Prolog, as a file of clauses has them.

use lang::Span;

/// A term and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Term {
    pub(crate) kind: TermKind,
    pub(crate) span: Span,
}

/// What a term is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TermKind {
    Atom(String),
    Variable(String),
    Number(i64),
    Text(String),
    /// A name with arguments; an operator is written between or before them.
    Compound(Functor, Vec<Term>),
    /// The items, and what follows the bar.
    List(Vec<Term>, Option<Box<Term>>),
}

/// The name of a compound term, and where it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Functor {
    pub(crate) name: String,
    pub(crate) span: Span,
}

/// A term that ends with a full stop, and the comment right above it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clause {
    pub(crate) term: Term,
    /// The lines of the comment, without its marks.
    pub(crate) comment: Vec<String>,
}

impl Term {
    /// The name, if it is a plain one.
    pub(crate) fn atom(&self) -> Option<&str> {
        match &self.kind {
            TermKind::Atom(name) => Some(name),
            TermKind::Variable(_)
            | TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::Compound(..)
            | TermKind::List(..) => None,
        }
    }

    /// The name of the variable, if it is one.
    pub(crate) fn variable(&self) -> Option<&str> {
        match &self.kind {
            TermKind::Variable(name) => Some(name),
            TermKind::Atom(_)
            | TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::Compound(..)
            | TermKind::List(..) => None,
        }
    }

    /// The name and the arguments, if it has any.
    pub(crate) fn compound(&self) -> Option<(&Functor, &[Term])> {
        match &self.kind {
            TermKind::Compound(functor, args) => Some((functor, args)),
            TermKind::Atom(_)
            | TermKind::Variable(_)
            | TermKind::Number(_)
            | TermKind::Text(_)
            | TermKind::List(..) => None,
        }
    }

    /// The two arguments, if this name joins two.
    pub(crate) fn joined(&self, name: &str) -> Option<(&Term, &Term)> {
        match self.compound() {
            Some((functor, [left, right])) if functor.name == name => Some((left, right)),
            _ => None,
        }
    }

    /// The argument, if this name has one.
    pub(crate) fn under(&self, name: &str) -> Option<&Term> {
        match self.compound() {
            Some((functor, [inner])) if functor.name == name => Some(inner),
            _ => None,
        }
    }

    /// The name and the number of arguments: `advice/2`.
    pub(crate) fn signature(&self) -> Option<(&str, usize)> {
        match self.compound() {
            Some((functor, args)) => Some((&functor.name, args.len())),
            None => self.atom().map(|name| (name, 0)),
        }
    }
}
