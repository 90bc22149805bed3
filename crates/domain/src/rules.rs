//! The rules of a game: positions, whose turn it is, legal moves.
//!
//! A domain always shows its positions from our side: which side is us is decided once, when a position is read, and
//! remembered in a [`Notation::View`](crate::Notation::View) for writing it out again.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::side::Side;

/// Positions and legal moves.
pub trait Rules {
    /// A situation with a side to move, seen from our side.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A legal move in some position.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// Can a position come back in a line of play?
    fn repeats(&self) -> bool;

    /// Whose move it is.
    fn turn(&self, position: &Self::Position) -> Side;

    /// Shows every legal move once, in the domain's own fixed order, until the visitor breaks.
    ///
    /// Moves are shown one at a time because there may be very many (a heap of a million matches).
    fn visit_moves(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, m: Self::Move) -> Self::Position;

    /// All legal moves, in the domain's own order.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        let _ = self.visit_moves(position, |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Is there a legal move at all?
    fn has_moves(&self, position: &Self::Position) -> bool {
        self.visit_moves(position, |_| ControlFlow::Break(()))
            .is_break()
    }
}
