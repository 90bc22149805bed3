//! The syntax tree: a program as it was written, before it is checked.
//!
//! Every part has its place. `parse` after `print` gives a tree with the [`same_meaning`].

mod reasoner;
mod places;

use std::ops::Range;

use crate::lexer::Comment;
use crate::span::Span;

pub use places::{HasPlaces, Seen, same_meaning, without_places};
pub use reasoner::{
    Arrow, Cost, Fact, Formula, Hypothesis, HypothesisKeyword, Method, MethodFieldKind,
    MethodKeyword, Plan, PlanFieldKind, Standing, WrittenBound, WrittenPattern, WrittenProposal,
};

/// A whole file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The statements, in order.
    pub statements: Vec<Statement>,
    /// The comments, which mean nothing and are kept by the formatter.
    pub comments: Vec<Comment>,
    /// The statements and lines that could not be read.
    pub unread: Vec<Unread>,
}

/// A statement, or a line of one, that could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unread {
    /// From its first word to where reading went on.
    pub span: Span,
    /// The name that was to be defined there.
    pub name: Option<Name>,
}

/// A statement and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// From its first word to its last.
    pub span: Span,
    /// What it says.
    pub kind: StatementKind,
}

/// What a statement says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// `endgame "King and rook against king"`: what the chapter is about.
    Title {
        /// The domain's opening word, or `library`.
        opening: Name,
        /// The game of a library: `library chess "Geometry"`.
        game: Option<Name>,
        /// The title.
        title: Text,
    },
    /// `us K R`: a line of the domain's own words.
    Header(Vec<Name>),
    /// `import geometry`: the definitions of a shared library.
    Import(Name),
    /// `convention al2`: for all pieces of the chapter.
    Convention(Name),
    /// `let king = our.king` or `def cut(e, r) = …`.
    Definition(Definition),
    /// `moves checks_first = …`.
    Moves(WrittenMoves),
    /// `advice squeeze { … }`.
    Advice(Advice),
    /// `positions where …`: those that the chapter is about.
    Positions(Expr),
    /// `slip "the box opened" when …`: what is said of any move of ours.
    Remark(RemarkKind, WrittenRemark),
    /// `table { … }`.
    Table(Table),
    /// `hypothesis goal(x: node)`, `object suspect(x: node)`.
    Hypothesis(Hypothesis),
    /// `plan push { … }`.
    Plan(Plan),
    /// `lemma goaltest { … }`, `method expand { … }`.
    Method(Method),
    /// `example "…" fires squeeze`.
    Example(Example),
    /// `claim wins from every position`.
    Claim(Claim),
}

/// A name and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A text between quotation marks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// What it says, without the marks.
    pub value: String,
    /// Its place, with the marks.
    pub span: Span,
}

impl Text {
    /// The place of some bytes of the value; the whole place where they are not known, or were written with escapes.
    pub fn place_of(&self, part: Option<Range<usize>>) -> Span {
        let Range { start, end } = self.span.range();
        match part {
            Some(part) if end - start == self.value.len() + 2 => Span::of(
                self.span.source,
                start + 1 + part.start,
                start + 1 + part.end,
            ),
            Some(_) | None => self.span,
        }
    }
}

/// A text with expressions in braces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// The parts; no two plain ones stand side by side, and none is empty.
    pub parts: Vec<TemplatePart>,
    /// Its place, with the marks.
    pub span: Span,
}

impl Template {
    /// As it is written, without the quotation marks.
    pub fn as_written(&self) -> String {
        let parts = self.parts.iter().map(|part| match part {
            TemplatePart::Plain(text) => text.clone(),
            TemplatePart::Value(expr) => format!("{{{}}}", crate::print_expr(expr)),
        });
        parts.collect()
    }
}

/// A part of a template, before or after checking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TemplatePart<E = Expr> {
    /// Said as it stands.
    Plain(String),
    /// Replaced by its value.
    Value(E),
}

/// A name for an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// `let` (no parameters) or `def`.
    pub keyword: DefinitionKeyword,
    /// The new name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<WrittenParameter>,
    /// What it stands for.
    pub body: Expr,
    /// How an explanation says it: `means "the rook divides the kings"`.
    pub means: Option<Template>,
    /// How an explanation says the opposite: `else "the rook does not divide the kings"`.
    pub means_not: Option<Template>,
}

/// Which word began a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefinitionKeyword {
    /// A short name for a thing: no parameters.
    Let,
    /// A definition proper.
    Def,
}

/// A parameter of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenParameter {
    /// Its name.
    pub name: Name,
    /// Its type, if written: `e: number`.
    pub ty: Option<Name>,
}

/// A name for a move constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenMoves {
    /// The new name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<WrittenParameter>,
    /// What it stands for.
    pub body: Constraint,
}

/// A piece of advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Its name.
    pub name: Name,
    /// Its parameters: `advice win_in(n: number) { … }`. Each list of constants for them makes a piece of its own.
    pub parameters: Vec<WrittenParameter>,
    /// What it is about, in a sentence for the reader.
    pub doc: Option<Text>,
    /// Its fields, as they were written.
    pub fields: Vec<Field<FieldKind>>,
}

/// A piece of advice where it is named: `squeeze`, `win_in(2)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenPiece {
    /// Its name.
    pub name: Name,
    /// The constants for its parameters.
    pub args: Vec<Expr>,
    /// All of it.
    pub span: Span,
}

/// A line between braces: of a piece of advice, a plan, a lemma or a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field<K> {
    /// From its first word to its last.
    pub span: Span,
    /// What it says.
    pub kind: K,
}

/// What a line of a piece of advice says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FieldKind {
    /// The goal to reach.
    Better(Expr),
    /// What must stay true on the way.
    Holding(Expr),
    /// Our moves.
    Us(Constraint),
    /// Their moves.
    Them(Constraint),
    /// How far ahead.
    Within(WrittenDepth),
    /// Without a bound: how the piece ends.
    Lasting(Lasting),
    /// The number that becomes smaller.
    Smaller(Expr),
    /// Which paper's rules.
    Convention(Name),
    /// How an explanation says what was reached.
    Because(Template),
    /// What the author says of a move of ours that the piece plays.
    Teach(WrittenRemark),
}

/// How a piece without a depth bound ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lasting {
    /// Never: the holding goal is kept, and coming back to a position is a success.
    ForEver,
    /// With the better goal, in no fixed number of moves; every step comes nearer.
    HoweverLong,
}

impl Lasting {
    /// As it is written.
    pub fn written(self) -> &'static str {
        match self {
            Lasting::ForEver => "for ever",
            Lasting::HoweverLong => "however long",
        }
    }
}

/// A text about a move, and when it is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenRemark {
    /// What is said.
    pub text: Template,
    /// Only then; always, if there is nothing.
    pub when: Option<Expr>,
}

/// Does a remark speak of something good or of something bad?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RemarkKind {
    /// `gain`: the move comes nearer to the aim.
    Gain,
    /// `slip`: it gives up something.
    Slip,
}

impl RemarkKind {
    /// All kinds.
    pub const ALL: [RemarkKind; 2] = [RemarkKind::Gain, RemarkKind::Slip];

    /// The word that begins the statement.
    pub fn word(self) -> &'static str {
        match self {
            RemarkKind::Gain => "gain",
            RemarkKind::Slip => "slip",
        }
    }
}

/// A number of plies or of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenDepth {
    /// The number: a constant, in which a piece may use its parameters.
    pub count: Expr,
    /// What is counted.
    pub unit: Unit,
    /// `within 4 moves, shortest first`: in pieces of advice only.
    pub shortest_first: bool,
    /// Its place.
    pub span: Span,
}

/// What a depth counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Moves of either side.
    Plies,
    /// Moves of ours: n moves are 2n - 1 plies.
    Moves,
}

/// An advice table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The positions it is for, if not those of the chapter: `table for us K Q them K`.
    pub header: Vec<Name>,
    /// Its rules, in order.
    pub rules: Vec<Rule>,
}

/// A rule of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// From its first word to its last.
    pub span: Span,
    /// The precondition; `otherwise` has none.
    pub condition: Option<Expr>,
    /// The pieces to try, in order.
    pub entries: Vec<WrittenEntry>,
    /// How an explanation says why the rule applies.
    pub because: Option<Template>,
}

/// A piece in the list of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenEntry {
    /// The piece.
    pub piece: WrittenPiece,
    /// Only then is it tried: `mate when close`.
    pub guard: Option<Expr>,
}

/// A position with what is expected of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The position.
    pub position: Text,
    /// What is expected.
    pub expects: Vec<WrittenExpectation>,
}

/// What an example expects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrittenExpectation {
    /// The table plays by this piece.
    Fires(WrittenPiece),
    /// This piece is not satisfiable.
    Fails(WrittenPiece),
    /// The table plays this move.
    Plays(Text),
    /// This is true of the position. Always the last one.
    Shows(Expr),
}

/// What the chapter promises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The promise.
    pub promise: WrittenPromise,
    /// The men it is about, if not those of the chapter: `in the ending us K Q them K`.
    pub ending: Vec<Name>,
    /// `within 33 moves`.
    pub within: Option<WrittenDepth>,
    /// `in strong mode`.
    pub mode: Option<ClaimedMode>,
    /// The positions it is for: `where …`.
    pub condition: Option<Expr>,
}

/// A promise about the positions of a chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrittenPromise {
    /// `wins from every position`.
    Wins,
    /// `keeps every win`.
    KeepsWins,
    /// `keeps every draw`.
    KeepsDraws,
    /// `never loses the rook`.
    NeverLoses(Name),
    /// `never …`: the condition never comes true while we play by the advice.
    Never(Expr),
    /// `wins at least 1000 positions`.
    WinsAtLeast(i64),
    /// `gives away at most 3 half-points`.
    GivesAwayAtMost(i64),
}

/// The mode of play that a claim is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClaimedMode {
    /// Plans are followed to their ends.
    Strong,
    /// Plans are followed for one move.
    Weak,
}

impl ClaimedMode {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            ClaimedMode::Strong => "strong",
            ClaimedMode::Weak => "weak",
        }
    }
}

/// An expression and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// Its place.
    pub span: Span,
    /// What it says.
    pub kind: ExprKind,
}

/// What an expression says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// `12`.
    Number(i64),
    /// `true`, `false`.
    Truth(bool),
    /// `our`.
    Our,
    /// `their`.
    Their,
    /// `room`, `e4`.
    Name(Name),
    /// `distance(a, b)`.
    Call(Name, Vec<Expr>),
    /// `our.king`, `their.attackers(s)`.
    Property(Box<Expr>, Name, Vec<Expr>),
    /// `before.room`.
    At(Time, Box<Expr>),
    /// `for them (…)`.
    ForThem(Box<Expr>),
    /// `from any side (…)`.
    AnySide(Box<Expr>),
    /// `can squeeze`: the piece is satisfiable here. `can p`, `can p against q`: so is the plan.
    Can(WrittenPiece, Option<Name>),
    /// `not …`.
    Not(Box<Expr>),
    /// `a and b and c`: two or more.
    And(Vec<Expr>),
    /// `a or b or c`: two or more.
    Or(Vec<Expr>),
    /// `a < b`.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `s in set`, `s not in set`.
    In(Box<Expr>, Membership, Box<Expr>),
    /// `n in 2..5`, `n not in 2..5`.
    InRange(Box<Expr>, Membership, Box<Expr>, Box<Expr>),
    /// `a + b`.
    Arithmetic(Operation, Box<Expr>, Box<Expr>),
    /// `-a`.
    Negate(Box<Expr>),
    /// `a union b`.
    Combine(Combination, Box<Expr>, Box<Expr>),
    /// `{a1, a8}`.
    Set(Vec<Expr>),
    /// `if a then b else if c then d else e`: one case or more.
    If(Vec<(Expr, Expr)>, Option<Box<Expr>>),
    /// `some s in set : …`.
    Quantified(Quantifier, Name, Box<Expr>, Box<Expr>),
    /// `least over moves : …`.
    OverMoves(Extreme, Box<Expr>),
}

/// Which end of some numbers is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extreme {
    /// `least`
    Least,
    /// `greatest`
    Greatest,
}

impl Extreme {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Extreme::Least => "least",
            Extreme::Greatest => "greatest",
        }
    }
}

/// Another time than now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Time {
    /// Before our last move.
    Before,
    /// At the root of the tree.
    Root,
    /// After the move in question; in move constraints only.
    After,
}

/// A comparison of two values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// Whether something belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Membership {
    /// `in`
    In,
    /// `not in`
    NotIn,
}

/// Arithmetic with whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`: rounded down; no value for a divisor of zero.
    Divide,
    /// `mod`: never negative for a positive divisor; no value for zero.
    Modulo,
}

/// How two sets make one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combination {
    /// `union`
    Union,
    /// `intersect`
    Intersect,
    /// `without`
    Without,
}

/// What is asked of the items of a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// Is it true of one at least?
    Some,
    /// Is it true of all?
    Every,
    /// Of how many is it true?
    Count,
    /// The set of those of which it is true.
    Those,
    /// The one of which it is true; no value if there are none or several.
    The,
    /// The least value; no value for an empty set.
    Least,
    /// The greatest value; no value for an empty set.
    Greatest,
    /// The sum of the values.
    Sum,
}

/// A move constraint and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// Its place.
    pub span: Span,
    /// What it selects, in which order.
    pub kind: ConstraintKind,
}

/// What a constraint selects, in which order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConstraintKind {
    /// All legal moves, in the domain's order.
    Any,
    /// No move.
    None,
    /// `rook moves`.
    Man(Name),
    /// `moves of s`: of the men on a square or a set of squares.
    Of(Expr),
    /// A constraint defined elsewhere.
    Named(Name, Vec<Expr>),
    /// `king walks to s within n moves`: a macromove.
    Walk(Name, Expr, Option<Expr>),
    /// `a then b`: two or more; a move named twice is tried once, at its first place.
    Then(Vec<Constraint>),
    /// `a that …`: only those moves. The flag keeps the word `are` of `that are diagonal`.
    That(Box<Constraint>, bool, Expr),
    /// `a when …`: only in such positions.
    When(Box<Constraint>, Expr),
    /// `a by …`: sorted, smallest first; equal ones stay in order.
    By(Box<Constraint>, Order, Expr),
    /// `a going north, south`: only these, in this order.
    Going(Box<Constraint>, Vec<Name>),
    /// `a, first 5`: only so many, from the front.
    First(Box<Constraint>, Expr),
}

/// Which end of a sort comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// `by …`
    SmallestFirst,
    /// `by largest …`
    LargestFirst,
}

impl Comparison {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::Unequal => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        }
    }

    /// What holds exactly where this does not, if both sides have a value.
    pub fn opposite(self) -> Comparison {
        match self {
            Comparison::Equal => Comparison::Unequal,
            Comparison::Unequal => Comparison::Equal,
            Comparison::Less => Comparison::GreaterOrEqual,
            Comparison::LessOrEqual => Comparison::Greater,
            Comparison::Greater => Comparison::LessOrEqual,
            Comparison::GreaterOrEqual => Comparison::Less,
        }
    }
}

impl Operation {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Operation::Add => "+",
            Operation::Subtract => "-",
            Operation::Multiply => "*",
            Operation::Divide => "/",
            Operation::Modulo => "mod",
        }
    }
}

impl Combination {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Combination::Union => "union",
            Combination::Intersect => "intersect",
            Combination::Without => "without",
        }
    }
}

impl Quantifier {
    /// All of them.
    pub const ALL: [Quantifier; 8] = [
        Quantifier::Some,
        Quantifier::Every,
        Quantifier::Count,
        Quantifier::Those,
        Quantifier::The,
        Quantifier::Least,
        Quantifier::Greatest,
        Quantifier::Sum,
    ];

    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Quantifier::Some => "some",
            Quantifier::Every => "every",
            Quantifier::Count => "count",
            Quantifier::Those => "those",
            Quantifier::The => "the",
            Quantifier::Least => "least",
            Quantifier::Greatest => "greatest",
            Quantifier::Sum => "sum",
        }
    }
}

impl Time {
    /// As it is written.
    pub fn word(self) -> &'static str {
        match self {
            Time::Before => "before",
            Time::Root => "root",
            Time::After => "after",
        }
    }
}

impl Expr {
    /// The parts of an expression, in the order they are written.
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Our
            | ExprKind::Their
            | ExprKind::Name(_) => Vec::new(),
            ExprKind::Can(piece, _) => piece.args.iter().collect(),
            ExprKind::Call(_, parts)
            | ExprKind::And(parts)
            | ExprKind::Or(parts)
            | ExprKind::Set(parts) => parts.iter().collect(),
            ExprKind::Property(of, _, args) => std::iter::once(&**of).chain(args).collect(),
            ExprKind::At(_, part)
            | ExprKind::ForThem(part)
            | ExprKind::AnySide(part)
            | ExprKind::OverMoves(_, part)
            | ExprKind::Not(part)
            | ExprKind::Negate(part) => vec![part],
            ExprKind::Compare(_, a, b)
            | ExprKind::In(a, _, b)
            | ExprKind::Arithmetic(_, a, b)
            | ExprKind::Combine(_, a, b)
            | ExprKind::Quantified(_, _, a, b) => vec![a, b],
            ExprKind::InRange(a, _, b, c) => vec![a, b, c],
            ExprKind::If(cases, otherwise) => {
                let cases = cases.iter().flat_map(|(when, then)| [when, then]);
                cases.chain(otherwise.as_deref()).collect()
            }
        }
    }

    /// The same parts, to be changed.
    pub(crate) fn parts_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Our
            | ExprKind::Their
            | ExprKind::Name(_) => Vec::new(),
            ExprKind::Can(piece, _) => piece.args.iter_mut().collect(),
            ExprKind::Call(_, parts)
            | ExprKind::And(parts)
            | ExprKind::Or(parts)
            | ExprKind::Set(parts) => parts.iter_mut().collect(),
            ExprKind::Property(of, _, args) => std::iter::once(&mut **of).chain(args).collect(),
            ExprKind::At(_, part)
            | ExprKind::ForThem(part)
            | ExprKind::AnySide(part)
            | ExprKind::OverMoves(_, part)
            | ExprKind::Not(part)
            | ExprKind::Negate(part) => vec![part],
            ExprKind::Compare(_, a, b)
            | ExprKind::In(a, _, b)
            | ExprKind::Arithmetic(_, a, b)
            | ExprKind::Combine(_, a, b)
            | ExprKind::Quantified(_, _, a, b) => vec![a, b],
            ExprKind::InRange(a, _, b, c) => vec![a, b, c],
            ExprKind::If(cases, otherwise) => {
                let cases = cases.iter_mut().flat_map(|(when, then)| [when, then]);
                cases.chain(otherwise.as_deref_mut()).collect()
            }
        }
    }
}
