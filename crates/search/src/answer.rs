//! What a search comes to.

use domain::Stopped;
use proof::{Statistics, Tree, Verdict};

/// An answer is proved, refuted or unknown; nothing else.
#[derive(Clone, Debug)]
pub enum Answer<M> {
    /// We can force the better goal; the tree says how.
    Satisfied(Tree<M>),
    /// They can always avoid it; every line that shows it ends within the depth bound.
    Refuted,
    /// It cannot be forced within the depth bound; deeper it may be.
    Cut,
    /// A limit came first. This is an answer, not an error.
    Unknown(Stopped),
}

impl<M> Answer<M> {
    /// The verdict, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Answer::Satisfied(_) => Some(Verdict::Satisfied),
            Answer::Refuted => Some(Verdict::Refuted),
            Answer::Cut => Some(Verdict::Cut),
            Answer::Unknown(_) => None,
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

/// An answer, and what it cost.
#[derive(Clone, Debug)]
pub struct Searched<M> {
    /// The answer.
    pub answer: Answer<M>,
    /// The positions counted, by depth.
    pub statistics: Statistics,
    /// The positions counted in searches that goals asked for.
    pub nested_nodes: u64,
}
