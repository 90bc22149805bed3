//! What an engine may remember from one question to the next.
//!
//! Whoever asks about every position of a game comes to the same nodes over and over. A node's verdict can be used in
//! any later search if it depends on nothing but the position, the piece and the plies that are left: the piece must
//! have a depth bound, and look neither at the root, nor at the position before, nor at the depth.

use domain::Side;
use lang::checked::PieceId;
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
}

/// Verdicts from earlier questions. It may forget, but not err.
pub trait Memory<P>: Send + Sync {
    /// The verdict of a node, if it is remembered.
    fn recall(&self, node: MemoryNode<'_, P>) -> Option<Verdict>;

    /// Hears the verdict of a node.
    fn remember(&self, node: MemoryNode<'_, P>, verdict: Verdict);
}
