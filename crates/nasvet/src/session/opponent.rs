//! Who plays their moves: the user, or one who answers by himself.

use std::ops::ControlFlow;

use domain::Domain;

use crate::session::random::Random;

/// Who plays their moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// The user enters them.
    Human,
    /// Any legal move, by chance.
    Random,
}

/// Of more legal moves than this only the first are drawn from: a heap of matches has no bound.
const MAX_MOVES: usize = 10_000;

impl Opponent {
    /// All opponents.
    pub(crate) const ALL: [Opponent; 2] = [Opponent::Human, Opponent::Random];

    /// The name by which one asks for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Opponent::Human => "human",
            Opponent::Random => "random",
        }
    }

    /// The reply of one who answers by himself; none if he leaves it to the user, or cannot move.
    pub(crate) fn reply<D: Domain>(
        self,
        domain: &D,
        position: &D::Position,
        random: &mut Random,
    ) -> Option<D::Move> {
        match self {
            Opponent::Human => None,
            Opponent::Random => random
                .one_of(&first_moves(domain, position, MAX_MOVES))
                .copied(),
        }
    }
}

/// The first legal moves, at most so many.
pub(crate) fn first_moves<D: Domain>(
    domain: &D,
    position: &D::Position,
    at_most: usize,
) -> Vec<D::Move> {
    let mut moves = Vec::new();
    let _ = domain.visit_moves(position, &mut |m| {
        moves.push(m);
        if moves.len() < at_most {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    moves
}
