//! What an engine may remember from one question to the next.
//!
//! Going through every position of a game meets the same nodes over and over. A node's verdict can be reused in any
//! later search if it depends only on the position, the piece and the plies that are left: the piece must have a depth
//! bound, and must not read the position before, or the depth. If it reads the root, that is part of the question.

use domain::Side;
use lang::checked::{DefinitionId, PieceId};
use proof::Verdict;

/// A node whose verdict is the same in every search.
#[derive(Clone, Copy, Debug)]
pub struct MemoryNode<'n, P> {
    /// The piece.
    pub piece: PieceId,
    /// Who follows it.
    pub us: Side,
    /// How many plies are left to its depth bound.
    pub plies_left: u32,
    /// The position.
    pub position: &'n P,
    /// The root, if the piece reads it.
    pub root: Option<&'n P>,
}

/// Verdicts from earlier questions. It may forget, but must not be wrong.
pub trait Memory<P>: Send + Sync {
    /// The verdict of a node, if it is remembered.
    fn recall(&self, node: MemoryNode<'_, P>) -> Option<Verdict>;

    /// Does a node below the root succeed, its own goals included? Only if that is known without a search.
    fn stands(&self, _node: MemoryNode<'_, P>) -> Option<bool> {
        None
    }

    /// Can this side satisfy the piece here? Only if that is known, or was learned.
    fn can(&self, _piece: PieceId, _us: Side, _position: &P) -> Option<bool> {
        None
    }

    /// Takes note of the verdict of a node.
    fn remember(&self, node: MemoryNode<'_, P>, verdict: Verdict);

    /// Takes note whether this side can satisfy the piece here. A piece that a goal asks about begins at a root of its
    /// own, so this depends on nothing else, whatever the piece looks at.
    fn learn(&self, _piece: PieceId, _us: Side, _position: &P, _can: bool) {}

    /// What a definition about a position alone gives there as this side sees it, if it was learned: a raw value, or that
    /// there is none.
    fn value(&self, _definition: DefinitionId, _us: Side, _position: &P) -> Option<Option<u64>> {
        None
    }

    /// Takes note of such a value.
    fn learn_value(
        &self,
        _definition: DefinitionId,
        _us: Side,
        _position: &P,
        _value: Option<u64>,
    ) {
    }
}
