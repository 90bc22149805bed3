//! What a chapter says to the reasoner: hypotheses, lemmas and methods, as they were written.

use super::{Constraint, Expr, Field, Name, Template, Text, WrittenParameter};
use crate::span::Span;

/// Something that the pool may hold: `hypothesis goal(x: node) …`, `object suspect(x: node)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hypothesis {
    /// Which of the two it is.
    pub keyword: HypothesisKeyword,
    /// Its name.
    pub name: Name,
    /// What it is about; the types are written.
    pub parameters: Vec<WrittenParameter>,
    /// The question in words: `asks "can {x} be solved?"`.
    pub asks: Option<Template>,
    /// How an explanation says that it holds.
    pub means: Option<Template>,
    /// How an explanation says that it does not.
    pub means_not: Option<Template>,
}

/// Which word began it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HypothesisKeyword {
    /// True or false, and worth finding out.
    Hypothesis,
    /// Neither: it is only remembered.
    Object,
}

/// A plan: `plan push { … }`, `plan walk(targets: squares) { … }`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Its name.
    pub name: Name,
    /// What it is about; the types are written.
    pub parameters: Vec<WrittenParameter>,
    /// What it is for, in a sentence for the reader.
    pub doc: Option<Text>,
    /// Its lines, as they were written.
    pub fields: Vec<Field<PlanFieldKind>>,
}

/// What a line of a plan says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanFieldKind {
    /// BG: what is to be reached.
    Better(Expr),
    /// HG: what must stay true.
    Holding(Expr),
    /// MCX: the moves of its owner.
    Us(Constraint),
    /// How an explanation says it.
    Means(Template),
}

/// A lemma or a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    /// Which of the two it is.
    pub keyword: MethodKeyword,
    /// Its name.
    pub name: Name,
    /// What it knows, in a sentence for the reader.
    pub doc: Option<Text>,
    /// Its lines, as they were written.
    pub fields: Vec<Field<MethodFieldKind>>,
}

/// Which word began it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodKeyword {
    /// Gives facts about what is in the pool already.
    Lemma,
    /// May bring new hypotheses.
    Method,
    /// A method that knows what is true and not why: its facts answer a question, and explain nothing.
    Referee,
}

/// What a line of a lemma or a method says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MethodFieldKind {
    /// What must be in the pool.
    Given(Vec<WrittenPattern>),
    /// What must be true of it.
    When(Expr),
    /// What it costs.
    Cost(Cost),
    /// How many positions each of its searches may look at, and perhaps how many another time at another cost:
    /// `within 500 positions`, `within 500 positions, then 20000 at cost 45`.
    Within(WrittenBound, Option<(WrittenBound, Cost)>),
    /// What it puts into the pool.
    Propose(WrittenProposal),
    /// What it knows to be true.
    Fact(Fact),
    /// What is to be found out first: a subproblem with its own target.
    Solve(Formula),
}

/// A number of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrittenBound {
    /// How many.
    pub number: i64,
    /// Where the number stands.
    pub span: Span,
}

/// Something in the pool: `goal(x)`, `goal(x) is false`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenPattern {
    /// What it is.
    pub name: Name,
    /// A name that is new stands for whatever is found there.
    pub args: Vec<Expr>,
    /// What must be known of it.
    pub standing: Option<Standing>,
}

/// What is known of a hypothesis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// `is true`
    True,
    /// `is false`
    False,
    /// `is open`
    Open,
}

/// How much a method costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cost {
    /// `easy`, `difficult`.
    Word(Name),
    /// A number.
    Number(i64, Span),
}

/// `goal(y) for y in successors(x) when …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenProposal {
    /// What is proposed.
    pub name: Name,
    /// About what.
    pub args: Vec<Expr>,
    /// Once for each item of a set.
    pub each: Option<(Name, Expr)>,
    /// Only then.
    pub when: Option<Expr>,
}

/// `goal(x) <=> every y in successors(x) : goal(y) when … because "…"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// What is true.
    pub formula: Formula,
    /// Only then.
    pub when: Option<Expr>,
    /// How an explanation says it.
    pub because: Option<Template>,
}

/// A formula: expressions in which hypotheses stand for truths, and one arrow at most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula {
    /// What stands before the arrow, or all of it.
    pub left: Expr,
    /// The arrow, and what stands after it.
    pub right: Option<(Arrow, Expr)>,
}

/// How the two sides of a formula are connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrow {
    /// `=>`
    Implies,
    /// `<=>`
    Iff,
}

impl HypothesisKeyword {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            HypothesisKeyword::Hypothesis => "hypothesis",
            HypothesisKeyword::Object => "object",
        }
    }
}

impl MethodKeyword {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            MethodKeyword::Lemma => "lemma",
            MethodKeyword::Method => "method",
            MethodKeyword::Referee => "referee",
        }
    }
}

impl Standing {
    /// As it is written, after `is`.
    pub fn word(self) -> &'static str {
        match self {
            Standing::True => "true",
            Standing::False => "false",
            Standing::Open => "open",
        }
    }
}

impl Arrow {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Arrow::Implies => "=>",
            Arrow::Iff => "<=>",
        }
    }
}
