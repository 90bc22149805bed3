//! Pieces that are attacked, and pieces that have nowhere to go.

use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

use crate::values::Values;

/// Would a piece be lost where it stands, if it were taken: unguarded, or by a lesser one?
pub(crate) fn is_en_prise(board: &Board, square: Square, values: &Values) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    let occupied = board.occupied();
    let guards = board.attacks_to(square, piece.color, occupied);
    let enemies = board.attacks_to(square, !piece.color, occupied);
    cheapest(board, enemies, values)
        .is_some_and(|cheapest| guards.is_empty() || cheapest < values.of(piece.role))
}

/// What the least of some pieces is worth.
fn cheapest(board: &Board, pieces: Bitboard, values: &Values) -> Option<i32> {
    let roles = pieces
        .into_iter()
        .filter_map(|square| board.role_at(square));
    roles.map(|role| values.of(role)).min()
}

/// Is every square that a piece can go to guarded so that it would be lost there? A knight or bishop that a pawn guards
/// needs no way out.
pub(crate) fn is_trapped(board: &Board, square: Square, side: Color, values: &Values) -> bool {
    let Some(piece) = board.piece_at(square) else {
        return false;
    };
    let is_minor = matches!(piece.role, Role::Knight | Role::Bishop);
    let guards = board.attacks_to(square, side, board.occupied());
    if is_minor && !(guards & board.pawns()).is_empty() {
        return false;
    }
    let occupied = board.occupied().without(square);
    let mut exits =
        (attacks::attacks(square, piece, board.occupied()) & !board.by_color(side)).into_iter();
    let worth = values.of(piece.role);
    !exits.any(|exit| {
        let taken = board.role_at(exit).map_or(0, |role| values.of(role));
        let enemies = board.attacks_to(exit, !side, occupied);
        let guards = board.attacks_to(exit, side, occupied).without(square);
        let cheapest = cheapest(board, enemies, values);
        taken >= worth || cheapest.is_none_or(|cheapest| cheapest >= worth && !guards.is_empty())
    })
}
