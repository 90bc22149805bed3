//! An explanation as data: sentences, what they point at, and the facts on which each of them rests.
//!
//! A sentence is made from its facts alone, and each fact names what was evaluated and where, so that an auditor can
//! evaluate it again.

use domain::{Item, Side, Value};
use lang::checked::{Expr, PieceId, Template, Time};
use lang::reference::Verdict;

use crate::tree::Tree;

/// Why a move is played, or why another one is not.
#[derive(Clone, Debug)]
pub struct Explanation<M> {
    /// What is said, the most important first.
    pub sentences: Vec<Sentence<M>>,
    /// The tree behind it, from the root of the plan, if there is one.
    pub tree: Option<Tree<M>>,
}

/// A sentence, and what it rests on.
#[derive(Clone, Debug)]
pub struct Sentence<M> {
    /// What it is about.
    pub role: SentenceRole,
    /// The words.
    pub text: String,
    /// The moves it speaks of, from the position that was asked about.
    pub line: Vec<M>,
    /// The places it speaks of.
    pub places: Vec<Item>,
    /// The moves it speaks of as arrows from place to place.
    pub arrows: Vec<(Item, Item)>,
    /// What it rests on.
    pub facts: Vec<SentenceFact<M>>,
}

/// What a sentence is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SentenceRole {
    /// What the author teaches about the move.
    Taught,
    /// What is reached.
    Goal,
    /// The moves that lead there.
    Line,
    /// What a move gains.
    Gain,
    /// What a move gives up.
    Slip,
    /// The move and the piece behind it.
    Move,
    /// A rule of the table.
    Rule,
    /// A piece that was tried before.
    Tried,
    /// Another move with which a piece works.
    Alternative,
    /// Another move with which it does not.
    Fails,
    /// That there is nothing to say.
    NoAdvice,
}

impl SentenceRole {
    /// Does it give a reason? The others tell how the move was found, for those who ask for more.
    pub fn is_reason(self) -> bool {
        match self {
            SentenceRole::Taught
            | SentenceRole::Goal
            | SentenceRole::Line
            | SentenceRole::Gain
            | SentenceRole::Slip
            | SentenceRole::NoAdvice => true,
            SentenceRole::Move
            | SentenceRole::Rule
            | SentenceRole::Tried
            | SentenceRole::Alternative
            | SentenceRole::Fails => false,
        }
    }
}

/// Something that was evaluated.
#[derive(Clone, Debug)]
pub enum SentenceFact<M> {
    /// An expression has this value there.
    Value {
        /// The expression.
        expr: Expr,
        /// Where and when.
        spot: Spot<M>,
        /// The values of the parameters in it.
        locals: Vec<Option<Value>>,
        /// Its value.
        value: Option<Value>,
    },
    /// A text with values in it, as it reads there.
    Said {
        /// The text.
        template: Template,
        /// Where and when.
        spot: Spot<M>,
        /// The values of the parameters in it.
        locals: Vec<Option<Value>>,
        /// How it reads.
        text: String,
    },
    /// The tree shows the verdict on a piece.
    Shown {
        /// The piece.
        piece: PieceId,
        /// Our first move, if it was given, permitted or not.
        first: Option<M>,
        /// The verdict.
        verdict: Verdict,
        /// The evidence.
        tree: Tree<M>,
    },
    /// The piece does, or does not, let us try a move at the root.
    Permitted {
        /// The piece.
        piece: PieceId,
        /// The move.
        m: M,
        /// Does it?
        permitted: bool,
    },
    /// The side to move has no move there that the piece permits.
    NoMove {
        /// The piece.
        piece: PieceId,
        /// Where.
        spot: Spot<M>,
    },
    /// The position has occurred before in the line.
    Repeats {
        /// Where.
        spot: Spot<M>,
    },
}

/// Where and when something is evaluated: in the position after a line from the root, at a time, by a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot<M> {
    /// The moves from the root.
    pub line: Vec<M>,
    /// An earlier time, if it is not now.
    pub time: Option<Time>,
    /// The viewer.
    pub viewer: Side,
}
