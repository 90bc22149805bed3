//! What one search has to find out: a piece, for a side, to a depth, and the evidence to keep.

use code::compiled::{Advice, Program};
use domain::{Domain, Side};
use lang::checked::PieceId;
use proof::{NodeId, Verdict};

use crate::context::Options;

/// What is searched: a piece, for a side, to a depth.
pub(crate) struct Job<'q, D: Domain> {
    pub(crate) id: PieceId,
    pub(crate) piece: &'q Advice<D>,
    pub(crate) us: Side,
    pub(crate) depth: Option<u32>,
    /// Does a verdict depend on nothing but the position and the plies left?
    pub(crate) is_of_position: bool,
    /// The root, if a verdict depends on nothing but it, the position and the plies left.
    pub(crate) root_read: Option<&'q D::Position>,
    /// Does a line that comes back to itself end there, as a failure?
    pub(crate) repetition_ends: bool,
    pub(crate) record: Recorded,
    pub(crate) cache: bool,
    /// Our only move at the root, permitted or not, if it is given.
    pub(crate) first: Option<D::Move>,
}

/// What evidence is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recorded {
    Nothing,
    ForcingTree,
    Refutation,
}

/// The verdict of a node with its evidence, if it is recorded.
pub(crate) type JobResult = (Verdict, Option<NodeId>);

impl<'q, D: Domain> Job<'q, D> {
    /// Whether this side can satisfy a piece in a position.
    pub(crate) fn new(
        program: &'q Program<D>,
        options: Options,
        (id, us): (PieceId, Side),
        position: &'q D::Position,
        record: Recorded,
    ) -> Job<'q, D> {
        let piece = program.piece(id, us);
        let to_move = if program.domain.turn(position) == us {
            Side::Us
        } else {
            Side::Them
        };
        let depth = piece.depth.map(|depth| u32::from(depth.plies(to_move)));
        let reads = piece.reads;
        let reads_at_most_root = depth.is_some() && !(reads.before || reads.depth);
        Job {
            id,
            piece,
            us,
            is_of_position: reads_at_most_root && !reads.root,
            root_read: (reads_at_most_root && reads.root).then_some(position),
            depth,
            repetition_ends: depth.is_none() && program.domain.repeats(),
            record,
            // Without a bound, a failure may rest on a repetition, and is not used again.
            cache: options.cache && (depth.is_some() || !program.domain.repeats()),
            first: None,
        }
    }

    /// May the verdict of a node be known from elsewhere?
    pub(crate) fn may_be_known(&self) -> bool {
        self.is_of_position || self.root_read.is_some()
    }

    /// Is it decided over all positions? Not if a bound was given in place of the piece's own.
    pub(crate) fn is_endless(&self) -> bool {
        self.piece.endless.is_some() && self.depth.is_none()
    }

    /// The same within this many plies, whatever the bound of the piece. With a cache, lines in which a position comes
    /// back are not ended, so that a failure never rests on one.
    pub(crate) fn within(self, plies: u32, options: Options) -> Job<'q, D> {
        Job {
            depth: Some(plies),
            cache: options.cache,
            repetition_ends: self.repetition_ends && !options.cache,
            ..self
        }
    }
}

/// Step 3 of a search. Where they have no permitted reply the line ends, well or badly as the convention says.
pub(crate) fn no_reply<D: Domain>(piece: &Advice<D>) -> Verdict {
    if piece.convention.no_reply_succeeds {
        Verdict::Satisfied
    } else {
        Verdict::Refuted
    }
}
