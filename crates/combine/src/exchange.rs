//! Static exchange evaluation: captures on one square, where either side may stop.
//!
//! The least valuable piece captures first, pieces behind it join in, and a king captures only what is not
//! protected. Pins are ignored. Each capture is counted.

use shakmaty::{Bitboard, Color, Role, Square};

use crate::values::Scales;

/// The kinds of piece, the least valuable first.
const CHEAPEST_FIRST: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// What capturing on `to` with the piece on `from` wins at least; after that capture either side may stop.
pub(crate) fn exchange(pieces: &shakmaty::Board, from: Square, to: Square, scales: &Scales) -> i32 {
    let Some(first) = pieces.piece_at(from) else {
        return 0;
    };
    let mut occupied = pieces.occupied();
    occupied.discard(from);
    let mut gains = [0; 33];
    gains[0] = pieces.role_at(to).map_or(0, |role| scales.of(role));
    let mut on_square = first.role;
    let mut side = !first.color;
    let mut n_captures = 1;
    // Capturing the king ends the exchange.
    while pieces.role_at(to) != Some(Role::King) || n_captures > 1 {
        let Some((square, role)) = cheapest(pieces, to, side, occupied) else {
            break;
        };
        occupied.discard(square);
        if role == Role::King && cheapest(pieces, to, !side, occupied).is_some() {
            break;
        }
        gains[n_captures] = scales.of(on_square) - gains[n_captures - 1];
        n_captures += 1;
        on_square = role;
        side = !side;
    }
    let total = &scales.n_exchanges;
    total.set(total.get() + n_captures as u64);
    // A side that would lose by going on stops.
    for idx in (1..n_captures).rev() {
        gains[idx - 1] = -gains[idx].max(-gains[idx - 1]);
    }
    gains[0]
}

fn cheapest(
    pieces: &shakmaty::Board,
    to: Square,
    side: Color,
    occupied: Bitboard,
) -> Option<(Square, Role)> {
    let takers = pieces.attacks_to(to, side, occupied) & occupied;
    if takers.is_empty() {
        return None;
    }
    CHEAPEST_FIRST.into_iter().find_map(|role| {
        let square = (takers & pieces.by_role(role)).first()?;
        Some((square, role))
    })
}

/// Does a capture win material? It always does if the captured piece is worth more.
pub(crate) fn is_profitable(
    pieces: &shakmaty::Board,
    from: Square,
    to: Square,
    scales: &Scales,
) -> bool {
    let (Some(taker), Some(taken)) = (pieces.role_at(from), pieces.role_at(to)) else {
        return false;
    };
    taken == Role::King
        || scales.of(taker) < scales.of(taken)
        || exchange(pieces, from, to, scales) > 0
}

#[cfg(test)]
mod tests {
    use chess::read_fen;
    use shakmaty::Position;

    use super::*;
    use crate::values::{CombinationGoal, Values};

    /// The same by trying all captures on the square, in any order.
    fn slow(pieces: &shakmaty::Board, from: Square, to: Square, scales: &Scales) -> i32 {
        let taken = pieces.piece_at(to).map_or(0, |piece| scales.of(piece.role));
        let mut next = pieces.clone();
        let piece = next.remove_piece_at(from).unwrap();
        next.set_piece_at(to, piece);
        let takers = next.attacks_to(to, !piece.color, next.occupied());
        let best = takers
            .into_iter()
            .filter(|square| {
                // A king may not step into an attack.
                next.role_at(*square) != Some(Role::King) || {
                    let rest = next.occupied() & !Bitboard::from(*square);
                    next.attacks_to(to, piece.color, rest).is_empty()
                }
            })
            .map(|square| slow(&next, square, to, scales))
            .max();
        taken - best.unwrap_or(0).max(0)
    }

    #[test]
    fn the_cheapest_man_first_is_the_best_order() {
        let scales = Scales::new(Values::PITRAT, CombinationGoal::Mate);
        let suite = include_str!("../../../suites/perft/perftsuite.epd");
        for line in suite.lines() {
            let position = read_fen(line.split(';').next().unwrap()).unwrap();
            for m in position.legal_moves() {
                let (Some(from), to, true) = (m.from(), m.to(), m.is_capture()) else {
                    continue;
                };
                if position.board().role_at(to).is_none() {
                    continue;
                }
                let fast = exchange(position.board(), from, to, &scales);
                assert_eq!(
                    fast,
                    slow(position.board(), from, to, &scales),
                    "{line} {m}"
                );
            }
        }
    }
}
