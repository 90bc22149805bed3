//! The true results with up to three men: retrograde analysis by going over all positions again and again.

use chess::{Board, Small};
use domain::Side;
use shakmaty::{Role, Square};

use crate::board;

/// What a position is worth to the side to move, with the plies to mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Worth {
    Loss(u16),
    Draw,
    Win(u16),
}

/// All positions with a queen, a rook or a pawn against the bare king.
pub(crate) struct Truth {
    values: Vec<Worth>,
}

const STRONG: [Role; 3] = [Role::Queen, Role::Rook, Role::Pawn];

/// Two sides to move, and the squares of three men.
const N_POSITIONS: usize = 2 << 18;

/// Where the value of a position is kept.
enum Cell {
    At(usize),
    Drawn,
    Unknown,
}

fn cell(position: Small) -> Cell {
    let mut others = position.others();
    let Some(man) = others.next() else {
        return Cell::Drawn;
    };
    if others.next().is_some() {
        return Cell::Unknown;
    }
    let Some(table) = STRONG.iter().position(|role| *role == man.role) else {
        return Cell::Drawn;
    };
    // The side with the man goes up the board.
    let turned = |square: Square| match man.side {
        Side::Us => usize::from(square),
        Side::Them => usize::from(square.flip_vertical()),
    };
    let is_strong_to_move = usize::from(position.turn() == man.side);
    let mut idx = table * 2 + is_strong_to_move;
    for square in [
        position.king(man.side),
        position.king(!man.side),
        man.square,
    ] {
        idx = idx * 64 + turned(square);
    }
    Cell::At(idx)
}

impl Truth {
    pub(crate) fn new() -> Truth {
        let mut truth = Truth {
            values: vec![Worth::Draw; STRONG.len() * N_POSITIONS],
        };
        for role in STRONG {
            truth.solve(role);
        }
        truth
    }

    /// The worth of a position, if it is known.
    pub(crate) fn of(&self, position: Small) -> Option<Worth> {
        match cell(position) {
            Cell::At(idx) => Some(self.values[idx]),
            Cell::Drawn => Some(Worth::Draw),
            Cell::Unknown => None,
        }
    }

    fn solve(&mut self, role: Role) {
        // Each position with where its moves lead; a move that is drawn at once leads nowhere.
        let mut open: Vec<(usize, Vec<Option<usize>>)> = Vec::new();
        let with_us_to_move = [Side::Us, Side::Them].map(|side| board::positions(&[(side, role)]));
        for position in with_us_to_move.into_iter().flatten() {
            let Cell::At(idx) = cell(position) else {
                continue;
            };
            let moves = board::moves(position);
            if moves.is_empty() && board::is_check(position) {
                self.values[idx] = Worth::Loss(0);
            } else if !moves.is_empty() {
                let next = moves.into_iter().map(|(_, after)| match cell(after) {
                    Cell::At(idx) => Some(idx),
                    Cell::Drawn | Cell::Unknown => None,
                });
                open.push((idx, next.collect()));
            }
        }
        // What takes n plies follows from what takes n - 1. A promotion may lead to a win that takes longer than all
        // found so far, so a round that finds nothing is not yet the last; no win of these men takes 60 plies.
        for n in 1..60 {
            let mut found = Vec::new();
            for (place, (idx, next)) in open.iter().enumerate() {
                let worth = |next: &Option<usize>| next.map_or(Worth::Draw, |idx| self.values[idx]);
                let is_won = next.iter().any(|next| worth(next) == Worth::Loss(n - 1));
                let is_lost = next
                    .iter()
                    .all(|next| matches!(worth(next), Worth::Win(plies) if plies < n));
                if is_won || is_lost {
                    let worth = match is_won {
                        true => Worth::Win(n),
                        false => Worth::Loss(n),
                    };
                    found.push((place, *idx, worth));
                }
            }
            for (place, idx, worth) in found.into_iter().rev() {
                self.values[idx] = worth;
                open.swap_remove(place);
            }
        }
    }
}
