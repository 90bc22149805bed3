//! What an engine can be asked, and what it answers.

use domain::{Side, Stopped};
use lang::checked::PieceId;
use proof::{Statistics, Tree, Verdict};

/// Whether a side can satisfy a piece of advice in a position.
///
/// ```
/// # use nasvet_search::{Evidence, Query};
/// # let piece = lang::checked::PieceId(0);
/// let query: Query<()> = Query::of(piece).within(5).with(Evidence::Either);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Query<M> {
    /// The piece.
    pub piece: PieceId,
    /// The side that follows it.
    pub us: Side,
    /// A bound on plies in place of the piece's own.
    pub plies: Option<u32>,
    /// Our only move at the root, whether the piece permits it or not.
    pub first: Option<M>,
    /// The evidence to give with the verdict.
    pub evidence: Evidence,
}

/// Which tree a search writes down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// None: the verdict is enough.
    Nothing,
    /// The forcing tree, if the piece is satisfied.
    ForcingTree,
    /// If it is not, all our permitted moves, each with the reply that breaks it or lasts too long.
    Refutation,
    /// The one or the other. If the piece is not satisfied this takes two searches.
    Either,
}

/// An answer is proved, refuted or unknown; nothing else.
#[derive(Clone, Debug)]
pub enum Answer<M> {
    /// We can force the better goal. The tree says how; if no forcing tree was asked for, it ends where it begins.
    Satisfied(Tree<M>),
    /// They can always avoid it; every line that shows it ends within the depth bound.
    Refuted,
    /// It cannot be forced within the depth bound; deeper it may be.
    Cut,
    /// A limit came first. This is an answer, not an error.
    Unknown(Stopped),
}

/// An answer, and what it cost.
#[derive(Clone, Debug)]
pub struct Searched<M> {
    /// The answer.
    pub answer: Answer<M>,
    /// Why it is refuted or cut, if that was asked for.
    pub refutation: Option<Tree<M>>,
    /// The positions counted, by depth.
    pub statistics: Statistics,
    /// The positions counted in searches that goals asked for.
    pub nested_nodes: u64,
}

impl<M> Query<M> {
    /// Whether we can satisfy a piece; only the verdict is wanted.
    pub fn of(piece: PieceId) -> Query<M> {
        Query {
            piece,
            us: Side::Us,
            plies: None,
            first: None,
            evidence: Evidence::Nothing,
        }
    }

    /// The same for this side.
    #[must_use]
    pub fn by(self, us: Side) -> Query<M> {
        Query { us, ..self }
    }

    /// The same within this many plies, whatever the bound of the piece. With a cache, lines in which a position comes
    /// back are not ended, so that a failure never rests on one.
    #[must_use]
    pub fn within(self, plies: u32) -> Query<M> {
        Query {
            plies: Some(plies),
            ..self
        }
    }

    /// The same where our first move is given.
    #[must_use]
    pub fn after(self, first: M) -> Query<M> {
        Query {
            first: Some(first),
            ..self
        }
    }

    /// The same with this evidence.
    #[must_use]
    pub fn with(self, evidence: Evidence) -> Query<M> {
        Query { evidence, ..self }
    }
}

impl<M> Answer<M> {
    /// The verdict, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        self.decided().ok()
    }

    /// The verdict, or why there is none.
    pub fn decided(&self) -> Result<Verdict, Stopped> {
        match self {
            Answer::Satisfied(_) => Ok(Verdict::Satisfied),
            Answer::Refuted => Ok(Verdict::Refuted),
            Answer::Cut => Ok(Verdict::Cut),
            Answer::Unknown(stopped) => Err(*stopped),
        }
    }
}

impl<M: Eq> PartialEq for Answer<M> {
    fn eq(&self, other: &Answer<M>) -> bool {
        match (self, other) {
            (Answer::Satisfied(a), Answer::Satisfied(b)) => a == b,
            (Answer::Refuted, Answer::Refuted) | (Answer::Cut, Answer::Cut) => true,
            (Answer::Unknown(a), Answer::Unknown(b)) => a == b,
            (Answer::Satisfied(_) | Answer::Refuted | Answer::Cut | Answer::Unknown(_), _) => false,
        }
    }
}

impl<M> Searched<M> {
    /// All positions counted.
    pub fn nodes(&self) -> u64 {
        self.statistics.nodes() + self.nested_nodes
    }

    /// The verdict and the tree that shows it, where [`Evidence::Either`] was asked for.
    ///
    /// # Panics
    ///
    /// If there is no tree because none was asked for.
    pub fn evidence(self) -> Result<(Verdict, Tree<M>), Stopped> {
        let verdict = self.answer.decided()?;
        let tree = match self.answer {
            Answer::Satisfied(tree) => tree,
            Answer::Refuted | Answer::Cut | Answer::Unknown(_) => {
                self.refutation.expect("a refutation was asked for")
            }
        };
        Ok((verdict, tree))
    }
}
