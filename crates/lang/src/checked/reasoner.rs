//! Hypotheses, plans, lemmas and methods, with every name resolved.

use domain::Type;

use super::{ConstraintId, DefinitionId, Expr, Local, PieceId, Template};
use crate::span::Span;
pub use crate::syntax::{Arrow, HypothesisKeyword, MethodKeyword, Standing};

/// How two plans make one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joining {
    /// `or`
    Or,
    /// `mod`
    Mod,
}

/// An index into [`Program::hypotheses`](super::Program::hypotheses).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct HypothesisId(pub u32);

/// An index into [`Program::plans`](super::Program::plans).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PlanId(pub u32);

/// An index into [`Program::methods`](super::Program::methods).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MethodId(pub u32);

/// Something that the pool may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hypothesis {
    /// Is it a hypothesis, or only an object?
    pub keyword: HypothesisKeyword,
    /// Its name.
    pub name: String,
    /// The name in the text.
    pub span: Span,
    /// What it is about; these are the locals of its texts.
    pub parameters: Vec<(String, Type)>,
    /// The question in words.
    pub asks: Option<Vec<QuestionPart>>,
    /// How an explanation says that it holds.
    pub means: Option<Template>,
    /// How an explanation says that it does not.
    pub means_not: Option<Template>,
}

/// A part of a question in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QuestionPart {
    /// Said as it stands.
    Plain(String),
    /// The parameter of this index.
    Parameter(usize),
}

/// A plan (X, BG, HG, MCX), where X is whoever has it. Its goals and moves have its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Its name.
    pub name: String,
    /// The name in the text.
    pub span: Span,
    /// What it is for.
    pub doc: Option<String>,
    /// What it is about.
    pub parameters: Vec<(String, Type)>,
    /// BG, as its owner sees it.
    pub better: DefinitionId,
    /// HG, as its owner sees it.
    pub holding: DefinitionId,
    /// MCX, as its owner sees it.
    pub us: ConstraintId,
    /// How an explanation says it.
    pub means: Option<Template>,
}

/// A lemma or a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    /// Which of the two it is.
    pub keyword: MethodKeyword,
    /// Its name.
    pub name: String,
    /// The name in the text.
    pub span: Span,
    /// What it knows.
    pub doc: Option<String>,
    /// What must be in the pool: the parts of a context, which bind the first locals.
    pub given: Vec<Pattern>,
    /// How many locals a context binds.
    pub n_bound: usize,
    /// What must be true of the context.
    pub guard: Option<Expr>,
    /// Cheaper ones are tried first. A lemma costs nothing.
    pub cost: u32,
    /// The most positions that each of its searches by plans may look at, if it says so.
    pub max_search_nodes: Option<u64>,
    /// What it puts into the pool.
    pub proposals: Vec<Proposal>,
    /// What it wants to know first: subproblems with targets of their own.
    pub problems: Vec<Formula>,
    /// What it knows to be true.
    pub facts: Vec<Fact>,
}

impl Method {
    /// The cost of an easy method.
    pub const EASY: u32 = 10;
    /// The cost of a difficult method.
    pub const DIFFICULT: u32 = 100;
}

/// Something in the pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// What it is.
    pub hypothesis: HypothesisId,
    /// What it is about.
    pub args: Vec<PatternArg>,
    /// What must be known of it.
    pub standing: Option<Standing>,
}

/// What a pattern asks of one value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatternArg {
    /// Anything: it becomes this local.
    Bind(Local),
    /// It is equal to this.
    Equal(Expr),
    /// It is a plan that is made in this way.
    Plan(Box<PlanPattern>),
}

/// How a plan is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanPattern {
    /// `x.push(s)`
    Simple {
        /// Which plan.
        plan: PlanId,
        /// Whose.
        owner: PatternArg,
        /// About what.
        args: Vec<PatternArg>,
    },
    /// `p or q`, `p mod q`
    Joined(Joining, PatternArg, PatternArg),
}

/// What a method puts into the pool.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// What is proposed.
    pub hypothesis: HypothesisId,
    /// About what.
    pub args: Vec<Expr>,
    /// Once for each item of a set, which is this local.
    pub each: Option<(Local, Expr)>,
    /// Only then.
    pub when: Option<Expr>,
}

/// What a lemma or a method knows to be true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// What is true.
    pub formula: Formula,
    /// Only then.
    pub when: Option<Expr>,
    /// How an explanation says it.
    pub because: Option<Template>,
}

/// A formula made of hypotheses, in which everything else is decided by looking at the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    /// A truth about the position.
    Condition(Expr),
    /// The piece is satisfiable here, which a search finds out.
    Can(PieceId),
    /// The plan succeeds here, against everything or against this plan, which a search finds out.
    CanPlan(Expr, Option<Expr>),
    /// After some move that the plan lets its owner make.
    SomeMove(Expr, Box<Formula>),
    /// After every move of whoever does not have the plan.
    EveryReply(Expr, Box<Formula>),
    /// A hypothesis.
    Hypothesis(HypothesisId, Vec<Expr>),
    /// Not.
    Not(Box<Formula>),
    /// All of them.
    And(Vec<Formula>),
    /// One of them at least.
    Or(Vec<Formula>),
    /// The formula of the first case whose condition holds, or else the last one; true if there is none.
    If(Vec<(Expr, Formula)>, Option<Box<Formula>>),
    /// For every item of a set.
    Every(Local, Expr, Box<Formula>),
    /// For some item of a set.
    Some(Local, Expr, Box<Formula>),
    /// Two sides with an arrow.
    Arrow(Arrow, Box<Formula>, Box<Formula>),
}

impl Formula {
    /// All expressions in it, which look at the position.
    pub fn exprs(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        let mut waiting = vec![self];
        while let Some(formula) = waiting.pop() {
            match formula {
                Formula::Condition(expr) => found.push(expr),
                Formula::Can(_) => {}
                Formula::CanPlan(plan, against) => {
                    found.extend(std::iter::once(plan).chain(against))
                }
                Formula::SomeMove(plan, body) | Formula::EveryReply(plan, body) => {
                    found.push(plan);
                    waiting.push(body);
                }
                Formula::Hypothesis(_, args) => found.extend(args),
                Formula::Not(part) => waiting.push(part),
                Formula::And(parts) | Formula::Or(parts) => waiting.extend(parts),
                Formula::If(cases, otherwise) => {
                    for (condition, then) in cases {
                        found.push(condition);
                        waiting.push(then);
                    }
                    waiting.extend(otherwise.as_deref());
                }
                Formula::Every(_, set, body) | Formula::Some(_, set, body) => {
                    found.push(set);
                    waiting.push(body);
                }
                Formula::Arrow(_, a, b) => waiting.extend([&**a, &**b]),
            }
        }
        found
    }
}

impl Method {
    /// All expressions in it, which look at the position.
    pub fn exprs(&self) -> Vec<&Expr> {
        let mut found: Vec<&Expr> = Vec::new();
        let mut args: Vec<&PatternArg> = self
            .given
            .iter()
            .flat_map(|pattern| &pattern.args)
            .collect();
        while let Some(arg) = args.pop() {
            match arg {
                PatternArg::Equal(expr) => found.push(expr),
                PatternArg::Bind(_) => {}
                PatternArg::Plan(plan) => match &**plan {
                    PlanPattern::Simple {
                        owner, args: inner, ..
                    } => args.extend(std::iter::once(owner).chain(inner)),
                    PlanPattern::Joined(_, a, b) => args.extend([a, b]),
                },
            }
        }
        found.extend(&self.guard);
        for proposal in &self.proposals {
            found.extend(&proposal.args);
            found.extend(proposal.each.iter().map(|(_, set)| set));
            found.extend(&proposal.when);
        }
        found.extend(self.problems.iter().flat_map(Formula::exprs));
        for fact in &self.facts {
            found.extend(fact.formula.exprs());
            found.extend(&fact.when);
        }
        found
    }
}
