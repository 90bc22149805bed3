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
    /// The best move by the tables; of equals, the one that leaves us the fewest good answers.
    Tables,
}

/// Of more legal moves than this only the first are drawn from: a heap of matches has no bound.
const MAX_MOVES: usize = 10_000;

impl Opponent {
    /// All opponents.
    pub(crate) const ALL: [Opponent; 3] = [Opponent::Human, Opponent::Random, Opponent::Tables];

    /// The name by which one asks for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Opponent::Human => "human",
            Opponent::Random => "random",
            Opponent::Tables => "tables",
        }
    }

    /// Does he answer by himself?
    pub(crate) fn answers(self) -> bool {
        self != Opponent::Human
    }
}

/// A legal move by chance, if there is any.
pub(crate) fn random_move<D: Domain>(
    domain: &D,
    position: &D::Position,
    random: &mut Random,
) -> Option<D::Move> {
    let moves = first_moves(domain, position, MAX_MOVES);
    random.one_of(&moves).copied()
}

/// The first legal moves, at most so many.
pub(crate) fn first_moves<D: Domain>(
    domain: &D,
    position: &D::Position,
    at_most: usize,
) -> Vec<D::Move> {
    let mut moves = Vec::new();
    let _ = domain.visit_moves(position, |m| {
        moves.push(m);
        if moves.len() < at_most {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    moves
}
