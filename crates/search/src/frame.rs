//! The nodes on the path of a search, and one that has no place there yet.

use domain::{Domain, Side};
use lang::machine::{Moment, Past, Tries};
use proof::{NodeId, Verdict};

use crate::engine::Shared;
use crate::met::Entered;

/// A node on the path.
pub(crate) struct Frame<D: Domain> {
    pub(crate) position: D::Position,
    /// A number that no other node bears.
    pub(crate) stamp: u64,
    pub(crate) ours: bool,
    /// The node of our last move, on the path.
    pub(crate) before: Option<usize>,
    /// What failed so far, where we move.
    pub(crate) failure: Verdict,
    /// How far our moves have been tried.
    pub(crate) tries: Tries<D>,
    /// Their replies, and how far we are.
    pub(crate) replies: Vec<(D::Move, D::Position)>,
    pub(crate) reply_at: usize,
    /// The move being searched.
    pub(crate) current: Option<D::Move>,
    pub(crate) branches: Vec<(D::Move, NodeId)>,
    /// How many tree nodes there were when this one was entered.
    pub(crate) mark: usize,
    /// Where its verdict goes when it is decided.
    pub(crate) key: Option<Key<D::Position>>,
    pub(crate) entered: Option<Entered>,
}

impl<D: Domain> Frame<D> {
    /// One of our moves fails. If a line was cut, so is the node.
    pub(crate) fn fails(&mut self, verdict: Verdict) {
        if verdict == Verdict::Cut {
            self.failure = Verdict::Cut;
        }
    }
}

/// A node that has been come to, and has no place on the path yet.
pub(crate) struct New<P> {
    pub(crate) position: P,
    pub(crate) stamp: u64,
    pub(crate) turn: Side,
    /// The node of our last move, on the path.
    pub(crate) before: Option<usize>,
}

impl<P> New<P> {
    #[inline]
    pub(crate) fn at<D: Domain<Position = P>>(
        position: P,
        before: Option<usize>,
        shared: &mut Shared<'_, '_, D>,
    ) -> New<P> {
        New {
            stamp: shared.stamp(),
            turn: shared.domain().turn(&position),
            position,
            before,
        }
    }
}

/// All on which the verdict of a node depends. The root is the same throughout a search.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key<P> {
    pub(crate) position: P,
    pub(crate) depth: Option<u32>,
    pub(crate) before: Option<P>,
}

/// What came before a node on the path: the node of our last move, and the root.
#[inline]
pub(crate) fn past<D: Domain>(frames: &[Frame<D>], idx: usize) -> Past<'_, D> {
    let node = &frames[idx];
    new_past(&frames[..idx], &node.position, node.stamp, node.before)
}

/// What came before a position behind the path.
#[inline]
pub(crate) fn new_past<'m, D: Domain>(
    path: &'m [Frame<D>],
    position: &'m D::Position,
    stamp: u64,
    before: Option<usize>,
) -> Past<'m, D> {
    let at = |frame: &'m Frame<D>| (&frame.position, frame.stamp);
    Past {
        before: before.map(|before| at(&path[before])),
        root: path.first().map_or((position, stamp), at),
    }
}

/// The moment of a node on the path.
#[inline]
pub(crate) fn moment<'m, D: Domain>(
    frames: &'m [Frame<D>],
    idx: usize,
    past: &'m Past<'m, D>,
) -> Moment<'m, D> {
    let node = &frames[idx];
    Moment {
        position: &node.position,
        stamp: node.stamp,
        past,
        depth: idx as u32,
        the_move: None,
    }
}
