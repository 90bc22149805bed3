//! The checked program: every name resolved, every expression typed.
//!
//! A program of this type makes sense; nothing that runs it checks it again. It does not know how it was written, but
//! every part keeps its span for messages and traces.

mod reasoner;
mod outcome;

use domain::{ConstantId, Header, Item, Man, Side, Type, WordId};

use crate::builtin::Builtin;
use crate::span::Span;
pub use crate::syntax::{
    ClaimedMode, Combination, Comparison, Extreme, Lasting, Membership, Operation, Order,
    Quantifier, RemarkKind, TemplatePart, Time, Unit,
};
pub use outcome::{Checked, Hole, HoleCause, Partial};
pub use reasoner::{
    Arrow, Fact, Formula, Hypothesis, HypothesisId, HypothesisKeyword, Joining, Method, MethodId,
    MethodKeyword, Pattern, PatternArg, Plan, PlanId, PlanPattern, Proposal, QuestionPart,
    Standing,
};

/// A program that makes sense.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The name of its game, as in the vocabulary.
    pub game: String,
    /// Its title; a library has one too.
    pub title: String,
    /// The positions it is about.
    pub header: Header,
    /// The definitions, imported ones first; each calls only earlier ones.
    pub definitions: Vec<Definition>,
    /// The named move constraints; each names only earlier ones.
    pub constraints: Vec<MovesDefinition>,
    /// The pieces of advice.
    pub pieces: Vec<Advice>,
    /// Which of the positions with the men of the header it is about; none: all of them.
    pub positions: Option<Expr>,
    /// What is said of any move of ours, in order.
    pub remarks: Vec<(RemarkKind, Remark)>,
    /// The tables, in order.
    pub tables: Vec<Table>,
    /// What the pool of the reasoner may hold.
    pub hypotheses: Vec<Hypothesis>,
    /// The plans it may think about.
    pub plans: Vec<Plan>,
    /// Its lemmas and methods, in order.
    pub methods: Vec<Method>,
    /// The examples.
    pub examples: Vec<Example>,
    /// The claims.
    pub claims: Vec<Claim>,
}

/// An index into [`Program::definitions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DefinitionId(pub u32);

/// An index into [`Program::constraints`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstraintId(pub u32);

/// An index into [`Program::pieces`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PieceId(pub u32);

/// What an expression looks at beside the position it is asked about.
///
/// A search may reuse an answer only where all of this is equal too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reads {
    /// The position before our last move.
    pub before: bool,
    /// The root of the tree.
    pub root: bool,
    /// The depth below the root.
    pub depth: bool,
    /// The move that a constraint is asked about.
    pub the_move: bool,
}

impl Reads {
    /// What either of two looks at.
    pub fn or(self, other: Reads) -> Reads {
        Reads {
            before: self.before || other.before,
            root: self.root || other.root,
            depth: self.depth || other.depth,
            the_move: self.the_move || other.the_move,
        }
    }
}

/// A named expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// The name in the text, and the library it came from (`None`: this file).
    pub span: Span,
    /// The library it came from, if any.
    pub library: Option<String>,
    /// The names and types of its parameters, which are its first locals.
    pub parameters: Vec<(String, Type)>,
    /// What it stands for.
    pub body: Expr,
    /// How an explanation says it.
    pub means: Option<Template>,
    /// How an explanation says that it is false.
    pub means_not: Option<Template>,
    /// What it looks at, through whatever it calls.
    pub reads: Reads,
    /// Does it ask whether a piece is satisfiable, itself or through what it calls?
    pub asks: bool,
    /// May it have no value?
    pub partial: bool,
    /// Is it a truth that may be false only because something has no value?
    pub unsure: bool,
    /// How deep its expression is nested, through whatever it calls.
    pub height: u32,
    /// How many parts it has, with everything it calls written out.
    pub size: u32,
}

/// A named move constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovesDefinition {
    /// Its name.
    pub name: String,
    /// The name in the text.
    pub span: Span,
    /// The names and types of its parameters, which are its first locals.
    pub parameters: Vec<(String, Type)>,
    /// What it stands for.
    pub body: Constraint,
    /// What it looks at, beside the moves themselves.
    pub reads: Reads,
    /// How many parts it has, with everything it names and calls written out.
    pub size: u32,
}

/// A piece of advice: (HG, BG, UMC, TMC, MAXD) and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// Its name.
    pub name: String,
    /// The name in the text.
    pub span: Span,
    /// What it is about.
    pub doc: Option<String>,
    /// BG: what is to be reached.
    pub better_goal: Expr,
    /// HG: what must stay true on the way.
    pub holding_goal: Expr,
    /// UMC: our moves.
    pub us: Constraint,
    /// TMC: their moves.
    pub them: Constraint,
    /// MAXD; `None` for no bound.
    pub depth: Option<Depth>,
    /// How it ends if it has no bound and is decided over all positions; none: by look-ahead.
    pub endless: Option<Endless>,
    /// How the papers' open questions are answered.
    pub convention: Convention,
    /// How an explanation says what was reached.
    pub because: Option<Template>,
    /// What the author says of a move that it plays, in order.
    pub teaches: Vec<Remark>,
    /// What its goals and constraints look at.
    pub reads: Reads,
}

/// How a piece ends that has no depth bound and is decided over all positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Endless {
    /// Never: the holding goal is kept. Coming back to a position is a success.
    ForEver,
    /// With the better goal, however long it takes. Every step comes nearer.
    HoweverLong,
    /// When this number, measured where it is our move, is smaller than at the root; it never grows meanwhile.
    MakeSmaller(Expr),
}

/// A text about a move of ours, evaluated in the position after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// What is said.
    pub text: Template,
    /// Only then; always, if there is nothing.
    pub when: Option<Expr>,
}

/// A depth bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth {
    /// The number.
    pub count: u16,
    /// What is counted.
    pub unit: Unit,
    /// Are shorter bounds tried first, so that the tree is one with the fewest moves of ours?
    pub shortest_first: bool,
}

impl Depth {
    /// The bound in plies, from a root with this side to move: n moves of ours are 2n - 1 plies when we begin.
    #[inline]
    pub fn plies(self, to_move: Side) -> u16 {
        match (self.unit, to_move) {
            (Unit::Plies, _) => self.count,
            (Unit::Moves, Side::Us) => 2 * self.count - 1,
            (Unit::Moves, Side::Them) => 2 * self.count,
        }
    }

    /// The bounds in plies that are tried one after the other: this one alone, or before it those with fewer moves of
    /// each side.
    pub fn bounds(self, to_move: Side) -> impl Iterator<Item = u16> {
        let last = self.plies(to_move);
        let first = match self.shortest_first {
            true => 2 - last % 2,
            false => last,
        };
        (first..=last).step_by(2)
    }
}

/// The two questions on which the papers differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Convention {
    /// Must the root satisfy the holding goal too?
    pub root_must_hold: bool,
    /// Is it a success when they have no permitted reply?
    pub no_reply_succeeds: bool,
}

impl Convention {
    /// That of AL3.
    pub const AL3: Convention = Convention {
        root_must_hold: true,
        no_reply_succeeds: true,
    };

    /// The conventions by name.
    pub const NAMED: [(&str, Convention); 4] = [
        (
            "al2",
            Convention {
                root_must_hold: false,
                no_reply_succeeds: true,
            },
        ),
        ("al3", Convention::AL3),
        (
            "van_emden",
            Convention {
                root_must_hold: false,
                no_reply_succeeds: true,
            },
        ),
        (
            "al0",
            Convention {
                root_must_hold: true,
                no_reply_succeeds: false,
            },
        ),
    ];
}

impl Default for Convention {
    fn default() -> Convention {
        Convention {
            root_must_hold: false,
            no_reply_succeeds: true,
        }
    }
}

/// An advice table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The positions it is for.
    pub header: Header,
    /// Its rules; the first whose condition holds is used.
    pub rules: Vec<Rule>,
}

/// A rule of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Its place.
    pub span: Span,
    /// The precondition; `None` always holds.
    pub condition: Option<Expr>,
    /// The pieces to try, in order.
    pub entries: Vec<Entry>,
    /// How an explanation says why it applies.
    pub because: Option<Template>,
}

/// A piece in the list of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The piece.
    pub piece: PieceId,
    /// Only then is it tried.
    pub guard: Option<Expr>,
}

/// A position with what is expected of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// Its place.
    pub span: Span,
    /// The position's text.
    pub position: String,
    /// What is expected.
    pub expects: Vec<Expectation>,
}

/// What an example expects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// The table plays by this piece.
    Fires(PieceId),
    /// This piece is not satisfiable.
    Fails(PieceId),
    /// The table plays this move.
    Plays(String),
    /// This is true of the position.
    Shows(Expr),
}

/// What the chapter promises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Its place.
    pub span: Span,
    /// The promise.
    pub promise: Promise,
    /// The men it is about, if not those of the chapter's header.
    pub ending: Option<Header>,
    /// In how many moves or plies at most.
    pub within: Option<Depth>,
    /// The mode it is about; none: both.
    pub mode: Option<ClaimedMode>,
    /// The positions it is for.
    pub condition: Option<Expr>,
}

/// A promise about the positions of a chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Promise {
    /// We win from every position.
    Wins,
    /// We win whatever can be won.
    KeepsWins,
    /// We never lose what can be drawn.
    KeepsDraws,
    /// We never lose a man of this kind.
    NeverLoses(Man),
    /// This never comes true.
    Never(Expr),
    /// We win from at least so many positions.
    WinsAtLeast(u64),
    /// Our moves give away at most so many half-points.
    GivesAwayAtMost(u64),
}

/// A text with values in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    /// Its parts.
    pub parts: Vec<TemplatePart<Expr>>,
}

impl Template {
    /// The expressions in it.
    pub fn values(&self) -> impl Iterator<Item = &Expr> {
        self.parts.iter().filter_map(|part| match part {
            TemplatePart::Plain(_) => None,
            TemplatePart::Value(expr) => Some(expr),
        })
    }

    /// The text with its values, each as `value` writes it; none if one of them is missing.
    pub fn fill<'t, E>(
        &'t self,
        mut value: impl FnMut(&'t Expr) -> Result<Option<String>, E>,
    ) -> Result<Option<String>, E> {
        let mut text = String::new();
        let mut is_one = false;
        for part in &self.parts {
            match part {
                TemplatePart::Plain(plain) if is_one => text += &of_one(plain),
                TemplatePart::Plain(plain) => text += plain,
                TemplatePart::Value(expr) => match value(expr)? {
                    Some(written) => {
                        is_one = written == "1";
                        text += &written;
                        continue;
                    }
                    None => return Ok(None),
                },
            }
            is_one = false;
        }
        Ok(Some(text))
    }
}

/// What follows the number one: ` squares left` becomes ` square left`, and ` safe jumps` ` safe jump`.
pub(crate) fn of_one(plain: &str) -> String {
    let is_plural =
        |word: &str| word.len() > 3 && word.ends_with('s') && word.chars().all(char::is_alphabetic);
    let mut words: Vec<String> = plain.split(' ').map(str::to_owned).collect();
    // The first part is empty: a space comes before the word.
    for word in words.iter_mut().skip(1).take(2) {
        let end = word
            .find(|c: char| !c.is_alphabetic())
            .unwrap_or(word.len());
        let (noun, rest) = word.split_at(end);
        if is_plural(noun) {
            let stem = match noun.strip_suffix("ches") {
                Some(stem) => format!("{stem}ch"),
                None => noun[..noun.len() - 1].to_owned(),
            };
            *word = format!("{stem}{rest}");
            break;
        }
        if !rest.is_empty() {
            break;
        }
    }
    words.join(" ")
}

/// A typed expression. While types are being found, `T` stands for what is known so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr<T = Type> {
    /// Its place.
    pub span: Span,
    /// Its type.
    pub ty: T,
    /// What it says.
    pub kind: ExprKind<T>,
}

/// A parameter of a definition or the item of a quantifier: an index into the locals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Local(pub u16);

/// What an expression says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind<T = Type> {
    /// A number.
    Number(i64),
    /// A truth value.
    Truth(bool),
    /// `our` (us) or `their` (them), as the viewer sees it.
    Side(Side),
    /// A named item, as the viewer sees it.
    Constant(ConstantId),
    /// An item, whoever looks. No text says it: it is what a plan turned out to be about.
    Item(Item),
    /// A parameter or the item of a quantifier.
    Local(Local),
    /// A word of the domain; the side of `our.king` is its first argument.
    Word(WordId, Vec<Expr<T>>),
    /// A word of the domain about the move.
    MoveWord(WordId, Vec<Expr<T>>),
    /// A word of the language.
    Builtin(Builtin, Vec<Expr<T>>),
    /// A definition.
    Call(DefinitionId, Vec<Expr<T>>),
    /// Is the piece satisfiable here?
    Can(PieceId),
    /// A plan of the side that comes first, about the rest.
    Plan(PlanId, Vec<Expr<T>>),
    /// Two plans made one.
    Join(Joining, Box<Expr<T>>, Box<Expr<T>>),
    /// Not.
    Not(Box<Expr<T>>),
    /// All of them.
    And(Vec<Expr<T>>),
    /// One of them at least.
    Or(Vec<Expr<T>>),
    /// A comparison; false if a side has no value.
    Compare(Comparison, Box<Expr<T>>, Box<Expr<T>>),
    /// Membership in a set; false if the item has no value.
    In(Box<Expr<T>>, Membership, Box<Expr<T>>),
    /// Membership in a range of numbers, its ends included.
    InRange(Box<Expr<T>>, Membership, Box<Expr<T>>, Box<Expr<T>>),
    /// Membership in a list of numbers.
    InList(Box<Expr<T>>, Membership, Vec<Expr<T>>),
    /// Arithmetic.
    Arithmetic(Operation, Box<Expr<T>>, Box<Expr<T>>),
    /// The negative.
    Negate(Box<Expr<T>>),
    /// Two sets made one.
    Combine(Combination, Box<Expr<T>>, Box<Expr<T>>),
    /// The set of these items; those without a value are left out.
    Set(Vec<Expr<T>>),
    /// The value of the first case whose condition holds.
    If(Vec<(Expr<T>, Expr<T>)>, Option<Box<Expr<T>>>),
    /// A question about the items of a set.
    Quantified(Quantifier, Local, Box<Expr<T>>, Box<Expr<T>>),
    /// The same, seen from their side.
    ForThem(Box<Expr<T>>),
    /// The same, at another time.
    At(Time, Box<Expr<T>>),
    /// Is it true of the position, or of one of its images under a symmetry of the game?
    AnySide(Box<Expr<T>>),
    /// The least or the greatest of what it is in the positions after each legal move; moves after which it has no value
    /// are skipped.
    OverMoves(Extreme, Box<Expr<T>>),
}

/// A typed move constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint<T = Type> {
    /// Its place.
    pub span: Span,
    /// What it selects, in which order.
    pub kind: ConstraintKind<T>,
}

/// What a constraint selects, in which order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConstraintKind<T = Type> {
    /// All legal moves, in the domain's order.
    Any,
    /// No move.
    None,
    /// Moves of men of a kind.
    Man(Man),
    /// Moves of the men on these places: an item, or a set of items.
    Of(Expr<T>),
    /// A named constraint.
    Named(ConstraintId, Vec<Expr<T>>),
    /// A macromove of men of a kind to a place or a set of places, within a number of moves.
    Walk(Man, Expr<T>, Option<Expr<T>>),
    /// One after the other; a move named twice is tried once, at its first place.
    Then(Vec<Constraint<T>>),
    /// Only moves of which this is true.
    That(Box<Constraint<T>>, Expr<T>),
    /// Only in positions of which this is true.
    When(Box<Constraint<T>>, Expr<T>),
    /// Sorted; moves for which the key has no value come last.
    By(Box<Constraint<T>>, Order, Expr<T>),
    /// Only moves in these directions, one direction after the other.
    Going(Box<Constraint<T>>, Vec<WordId>),
    /// Only so many, from the front; none if there is no number.
    First(Box<Constraint<T>>, Expr<T>),
    /// The moves of both, then those of the first alone, then those of the second alone. No text says it: two plans are
    /// joined so.
    Joined(Box<Constraint<T>>, Box<Constraint<T>>),
    /// The same, seen from their side. No text says it: it is their plan.
    ForThem(Box<Constraint<T>>),
}

impl Program {
    /// The definition of an index.
    pub fn definition(&self, id: DefinitionId) -> &Definition {
        &self.definitions[id.0 as usize]
    }

    /// The named constraint of an index.
    pub fn constraint(&self, id: ConstraintId) -> &MovesDefinition {
        &self.constraints[id.0 as usize]
    }

    /// The piece of an index.
    pub fn piece(&self, id: PieceId) -> &Advice {
        &self.pieces[id.0 as usize]
    }

    /// The hypothesis of an index.
    pub fn hypothesis(&self, id: HypothesisId) -> &Hypothesis {
        &self.hypotheses[id.0 as usize]
    }

    /// The plan of an index.
    pub fn plan(&self, id: PlanId) -> &Plan {
        &self.plans[id.0 as usize]
    }

    /// The lemma or method of an index.
    pub fn method(&self, id: MethodId) -> &Method {
        &self.methods[id.0 as usize]
    }

    /// The piece of a name.
    pub fn piece_named(&self, name: &str) -> Option<PieceId> {
        (0..)
            .map(PieceId)
            .zip(&self.pieces)
            .find(|(_, piece)| piece.name == name)
            .map(|(id, _)| id)
    }
}

impl<T> Expr<T> {
    /// The parts of an expression, in the order they are written.
    pub fn parts(&self) -> Vec<&Expr<T>> {
        match &self.kind {
            ExprKind::Number(_)
            | ExprKind::Truth(_)
            | ExprKind::Side(_)
            | ExprKind::Constant(_)
            | ExprKind::Item(_)
            | ExprKind::Local(_)
            | ExprKind::Can(_) => Vec::new(),
            ExprKind::Word(_, parts)
            | ExprKind::MoveWord(_, parts)
            | ExprKind::Builtin(_, parts)
            | ExprKind::Call(_, parts)
            | ExprKind::Plan(_, parts)
            | ExprKind::And(parts)
            | ExprKind::Or(parts)
            | ExprKind::Set(parts) => parts.iter().collect(),
            ExprKind::Not(part)
            | ExprKind::Negate(part)
            | ExprKind::ForThem(part)
            | ExprKind::AnySide(part)
            | ExprKind::OverMoves(_, part)
            | ExprKind::At(_, part) => {
                vec![part]
            }
            ExprKind::Compare(_, a, b)
            | ExprKind::In(a, _, b)
            | ExprKind::Arithmetic(_, a, b)
            | ExprKind::Combine(_, a, b)
            | ExprKind::Join(_, a, b)
            | ExprKind::Quantified(_, _, a, b) => vec![a, b],
            ExprKind::InRange(a, _, b, c) => vec![a, b, c],
            ExprKind::InList(a, _, list) => std::iter::once(&**a).chain(list).collect(),
            ExprKind::If(cases, otherwise) => {
                let cases = cases
                    .iter()
                    .flat_map(|(condition, value)| [condition, value]);
                cases.chain(otherwise.as_deref()).collect()
            }
        }
    }

    /// Do two expressions say the same thing, wherever they stand?
    pub fn same_meaning(&self, other: &Expr<T>) -> bool
    where
        T: Clone + PartialEq,
    {
        let nowhere = |expr: &Expr<T>| expr.clone().map(&mut |ty, _| (ty, Span::default()));
        nowhere(self) == nowhere(other)
    }

    /// The same expression with each type replaced.
    pub(crate) fn with_types<U>(self, find: &mut dyn FnMut(T, Span) -> U) -> Expr<U> {
        self.map(&mut |ty, span| (find(ty, span), span))
    }

    /// The same expression with the type and the place of each part replaced.
    fn map<U>(self, change: &mut dyn FnMut(T, Span) -> (U, Span)) -> Expr<U> {
        let one = |part: Box<Expr<T>>, change: &mut dyn FnMut(T, Span) -> (U, Span)| {
            Box::new(part.map(change))
        };
        let all =
            |parts: Vec<Expr<T>>, change: &mut dyn FnMut(T, Span) -> (U, Span)| -> Vec<Expr<U>> {
                parts.into_iter().map(|part| part.map(change)).collect()
            };
        let kind = match self.kind {
            ExprKind::Number(number) => ExprKind::Number(number),
            ExprKind::Truth(truth) => ExprKind::Truth(truth),
            ExprKind::Side(side) => ExprKind::Side(side),
            ExprKind::Constant(constant) => ExprKind::Constant(constant),
            ExprKind::Local(local) => ExprKind::Local(local),
            ExprKind::Can(piece) => ExprKind::Can(piece),
            ExprKind::Item(item) => ExprKind::Item(item),
            ExprKind::Plan(plan, args) => ExprKind::Plan(plan, all(args, change)),
            ExprKind::Join(joining, a, b) => {
                ExprKind::Join(joining, one(a, change), one(b, change))
            }
            ExprKind::Word(word, args) => ExprKind::Word(word, all(args, change)),
            ExprKind::MoveWord(word, args) => ExprKind::MoveWord(word, all(args, change)),
            ExprKind::Builtin(builtin, args) => ExprKind::Builtin(builtin, all(args, change)),
            ExprKind::Call(definition, args) => ExprKind::Call(definition, all(args, change)),
            ExprKind::Not(part) => ExprKind::Not(one(part, change)),
            ExprKind::And(parts) => ExprKind::And(all(parts, change)),
            ExprKind::Or(parts) => ExprKind::Or(all(parts, change)),
            ExprKind::Compare(op, a, b) => ExprKind::Compare(op, one(a, change), one(b, change)),
            ExprKind::In(a, membership, b) => {
                ExprKind::In(one(a, change), membership, one(b, change))
            }
            ExprKind::InRange(a, membership, b, c) => {
                ExprKind::InRange(one(a, change), membership, one(b, change), one(c, change))
            }
            ExprKind::InList(a, membership, list) => {
                ExprKind::InList(one(a, change), membership, all(list, change))
            }
            ExprKind::Arithmetic(op, a, b) => {
                ExprKind::Arithmetic(op, one(a, change), one(b, change))
            }
            ExprKind::Negate(part) => ExprKind::Negate(one(part, change)),
            ExprKind::Combine(op, a, b) => ExprKind::Combine(op, one(a, change), one(b, change)),
            ExprKind::Set(items) => ExprKind::Set(all(items, change)),
            ExprKind::If(cases, otherwise) => {
                let cases = cases
                    .into_iter()
                    .map(|(condition, value)| (condition.map(change), value.map(change)))
                    .collect();
                ExprKind::If(cases, otherwise.map(|part| one(part, change)))
            }
            ExprKind::Quantified(quantifier, local, set, body) => {
                ExprKind::Quantified(quantifier, local, one(set, change), one(body, change))
            }
            ExprKind::ForThem(part) => ExprKind::ForThem(one(part, change)),
            ExprKind::At(time, part) => ExprKind::At(time, one(part, change)),
            ExprKind::AnySide(part) => ExprKind::AnySide(one(part, change)),
            ExprKind::OverMoves(extreme, part) => ExprKind::OverMoves(extreme, one(part, change)),
        };
        let (ty, span) = change(self.ty, self.span);
        Expr { span, ty, kind }
    }
}

impl<T> Constraint<T> {
    /// The same constraint with each type replaced.
    pub(crate) fn with_types<U>(self, find: &mut dyn FnMut(T, Span) -> U) -> Constraint<U> {
        let kind = match self.kind {
            ConstraintKind::Any => ConstraintKind::Any,
            ConstraintKind::None => ConstraintKind::None,
            ConstraintKind::Man(man) => ConstraintKind::Man(man),
            ConstraintKind::Of(places) => ConstraintKind::Of(places.with_types(find)),
            ConstraintKind::Named(constraint, args) => ConstraintKind::Named(
                constraint,
                args.into_iter().map(|arg| arg.with_types(find)).collect(),
            ),
            ConstraintKind::Walk(man, targets, within) => {
                let targets = targets.with_types(find);
                ConstraintKind::Walk(man, targets, within.map(|length| length.with_types(find)))
            }
            ConstraintKind::Then(parts) => ConstraintKind::Then(
                parts
                    .into_iter()
                    .map(|part| part.with_types(find))
                    .collect(),
            ),
            ConstraintKind::That(inner, condition) => {
                ConstraintKind::That(Box::new(inner.with_types(find)), condition.with_types(find))
            }
            ConstraintKind::When(inner, condition) => {
                ConstraintKind::When(Box::new(inner.with_types(find)), condition.with_types(find))
            }
            ConstraintKind::By(inner, order, key) => ConstraintKind::By(
                Box::new(inner.with_types(find)),
                order,
                key.with_types(find),
            ),
            ConstraintKind::Going(inner, directions) => {
                ConstraintKind::Going(Box::new(inner.with_types(find)), directions)
            }
            ConstraintKind::First(inner, count) => {
                ConstraintKind::First(Box::new(inner.with_types(find)), count.with_types(find))
            }
            ConstraintKind::Joined(a, b) => {
                ConstraintKind::Joined(Box::new(a.with_types(find)), Box::new(b.with_types(find)))
            }
            ConstraintKind::ForThem(inner) => {
                ConstraintKind::ForThem(Box::new(inner.with_types(find)))
            }
        };
        Constraint {
            span: self.span,
            kind,
        }
    }
}
