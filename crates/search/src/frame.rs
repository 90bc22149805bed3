//! The nodes on the path of a search, and a new one that is not on it yet.

use code::machine::{Inputs, Past, Tries};
use domain::{Domain, Item, ManMoves, Side};
use proof::{NodeId, Verdict};

use crate::context::Shared;
use crate::met::Entered;

/// A node on the path.
pub(crate) struct PathNode<D: Domain> {
    pub(crate) position: D::Position,
    /// A unique number.
    pub(crate) stamp: u64,
    pub(crate) ours: bool,
    /// The node of our last move, on the path.
    pub(crate) before: Option<usize>,
    /// The failure so far, where we move: refuted or cut.
    pub(crate) failure: Verdict,
    /// How far our moves have been tried.
    pub(crate) tries: Tries<D>,
    /// Their replies, and the index of the next one.
    pub(crate) replies: Replies<D>,
    /// The move being searched.
    pub(crate) current: Option<D::Move>,
    pub(crate) branches: Vec<(D::Move, NodeId)>,
    /// How many tree nodes there were when this one was entered.
    pub(crate) mark: usize,
    /// Where its verdict goes when it is decided.
    pub(crate) key: Option<NodeKey<D::Position>>,
    pub(crate) entered: Option<Entered>,
}

impl<D: Domain> PathNode<D> {
    /// One of our moves fails. If a line was cut, so is the node.
    pub(crate) fn fails(&mut self, verdict: Verdict) {
        if verdict == Verdict::Cut {
            self.failure = Verdict::Cut;
        }
    }
}

/// Their replies at a node that are still to be searched.
pub(crate) struct Replies<D: Domain> {
    /// A list, and the index of the next one.
    pub(crate) listed: Vec<(D::Move, D::Position)>,
    at: usize,
    /// Those of a lone man, which need no list, and the targets that are left.
    lone: Option<(D::ManMoves, u64)>,
}

impl<D: Domain> Default for Replies<D> {
    fn default() -> Replies<D> {
        Replies {
            listed: Vec::new(),
            at: 0,
            lone: None,
        }
    }
}

impl<D: Domain> Replies<D> {
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.listed.clear();
        (self.at, self.lone) = (0, None);
    }

    /// All moves of a lone man.
    #[inline]
    pub(crate) fn are_of(&mut self, moves: D::ManMoves) {
        self.lone = Some((moves, moves.targets()));
    }

    /// The next of them at this position, and the position after it.
    #[inline]
    pub(crate) fn next(&mut self, position: &D::Position) -> Option<(D::Move, D::Position)> {
        let Some((moves, rest)) = &mut self.lone else {
            let reply = self.listed.get(self.at).cloned();
            self.at += 1;
            return reply;
        };
        // The highest target comes first.
        let to = Item(rest.checked_ilog2()?);
        *rest ^= 1 << to.0;
        Some((moves.move_to(position, to), moves.play_to(position, to)))
    }
}

/// A new node that is not on the path yet.
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
        shared: &mut Shared<'_, D>,
    ) -> New<P> {
        New {
            stamp: shared.stamp(),
            turn: shared.domain().turn(&position),
            position,
            before,
        }
    }
}

/// Everything that the verdict of a node depends on. The root is the same throughout a search.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct NodeKey<P> {
    pub(crate) position: P,
    pub(crate) depth: Option<u32>,
    pub(crate) before: Option<P>,
}

/// A node as the input of compiled code.
pub(crate) struct Here<'f, D: Domain> {
    position: &'f D::Position,
    stamp: u64,
    past: Past<'f, D>,
    depth: u32,
}

impl<'f, D: Domain> Here<'f, D> {
    /// A position after the path.
    #[inline]
    pub(crate) fn behind(
        path: &'f [PathNode<D>],
        position: &'f D::Position,
        stamp: u64,
        before: Option<usize>,
    ) -> Here<'f, D> {
        let at = |frame: &'f PathNode<D>| (&frame.position, frame.stamp);
        let past = Past {
            before: before.map(|before| at(&path[before])),
            root: path.first().map_or((position, stamp), at),
        };
        Here {
            position,
            stamp,
            past,
            depth: path.len() as u32,
        }
    }

    /// A node on the path.
    #[inline]
    pub(crate) fn on(frames: &'f [PathNode<D>], idx: usize) -> Here<'f, D> {
        let node = &frames[idx];
        Here::behind(&frames[..idx], &node.position, node.stamp, node.before)
    }

    #[inline]
    pub(crate) fn inputs(&self) -> Inputs<'_, D> {
        Inputs {
            position: self.position,
            stamp: self.stamp,
            past: &self.past,
            depth: self.depth,
            the_move: None,
        }
    }

    /// The past of the positions after our moves here.
    #[inline]
    pub(crate) fn past_below(&self) -> Past<'_, D> {
        Past {
            before: Some((self.position, self.stamp)),
            root: self.past.root,
        }
    }
}

/// A node of ours on the path, and how far our moves have been tried.
pub(crate) struct Ours<'f, D: Domain> {
    pub(crate) here: Here<'f, D>,
    pub(crate) tries: &'f mut Tries<D>,
    pub(crate) current: &'f mut Option<D::Move>,
    pub(crate) failure: &'f mut Verdict,
}

impl<'f, D: Domain> Ours<'f, D> {
    #[inline]
    pub(crate) fn on(frames: &'f mut [PathNode<D>], idx: usize) -> Ours<'f, D> {
        let (path, nodes) = frames.split_at_mut(idx);
        let PathNode {
            position,
            stamp,
            before,
            tries,
            current,
            failure,
            ..
        } = &mut nodes[0];
        Ours {
            here: Here::behind(path, position, *stamp, *before),
            tries,
            current,
            failure,
        }
    }
}
