//! Attacks, guards and pins.
//!
//! A piece attacks a square if it could capture an enemy there: a pinned piece attacks too, and no
//! piece attacks through another.

use domain::Side;
use shakmaty::{Bitboard, Role, Square, attacks};

use crate::board::Board;
use crate::full::color_of;
use crate::words::WordEntry;
use crate::words::men::man_on;
use crate::words::table::{S, SQUARES, TRUTH, WordTopic, by_side, give, of_side, side, square};

#[rustfmt::skip]
pub(super) fn entries<P: Board>(t: &WordTopic<P>) -> Vec<WordEntry<P>> {
    vec![
        t.of_side("attacks", SQUARES,
            "All squares that a piece of the side attacks, those of its own pieces included.",
            by_side!(|b, side| give(attacked_by(b, side)))),
        of_side(t.word("attackers", &[S], SQUARES,
            "The squares of the side's pieces that attack the square.",
            |b, _, args| give(attackers(b, side(args), square(args, 1))))),
        of_side(t.word("controls", &[S], TRUTH,
            "Some piece of the side attacks the square.",
            |b, _, args| give(attackers(b, side(args), square(args, 1)).any()))),
        t.word("reach", &[S], SQUARES,
            "The squares that the piece on the square attacks; empty if the square is vacant.",
            |b, _, args| give(reach(b, square(args, 0)))),
        t.word("attacked", &[S], TRUTH,
            "The piece on the square is attacked by the other side.",
            |b, _, args| {
                let square = square(args, 0);
                give(man_on(b, square).is_some_and(|(owner, _)| attackers(b, !owner, square).any()))
            }),
        t.word("guarded", &[S], TRUTH,
            "The piece on the square is protected by another piece of its side.",
            |b, _, args| {
                let square = square(args, 0);
                give(man_on(b, square).is_some_and(|(owner, _)| attackers(b, owner, square).any()))
            }),
        of_side(t.word("safe", &[S], TRUTH,
            "No enemy would attack the side's king on the square; the king's present square shields nothing.",
            |b, _, args| give(safe(b, side(args), square(args, 1))))),
        t.of_side("pinned", SQUARES,
            "The squares of the side's pieces that are pinned to its king.",
            by_side!(|b, side| give(pinned(b, side)))),
        t.of_side("checkers", SQUARES,
            "The squares of the side's pieces that give check to the other king.",
            by_side!(|b, side| give(checkers(b, side)))),
        t.of_side("loose", SQUARES,
            "The squares of the side's pieces, the king apart, that are attacked and not guarded.",
            by_side!(|b, side| give(loose(b, side)))),
    ]
}

/// The pieces of a side that attack a square.
pub(super) fn attackers(board: &impl Board, by: Side, square: Square) -> Bitboard {
    board.attackers(by, square, board.occupied())
}

/// All squares that a side attacks.
fn attacked_by(board: &impl Board, by: Side) -> Bitboard {
    let occupied = board.occupied();
    let squares_of = |role| {
        board
            .men(by, role)
            .into_iter()
            .map(move |square| (square, role))
    };
    Role::ALL
        .into_iter()
        .flat_map(squares_of)
        .fold(Bitboard::EMPTY, |set, (square, role)| {
            set | attacks::attacks(square, role.of(color_of(by)), occupied)
        })
}

/// The squares that the piece on a square attacks.
fn reach(board: &impl Board, square: Square) -> Bitboard {
    man_on(board, square).map_or(Bitboard::EMPTY, |(owner, role)| {
        attacks::attacks(square, role.of(color_of(owner)), board.occupied())
    })
}

/// May the side's king stand on the square? Its present square shields nothing.
///
/// ```text
/// . . . . . .
/// r . . K x .     the king cannot step to x, out of the rook's line but along it
/// . . . . . .
/// ```
pub(super) fn safe(board: &impl Board, side: Side, square: Square) -> bool {
    let occupied = board.occupied() & !board.men(side, Role::King);
    board.attackers(!side, square, occupied).is_empty()
}

/// The pieces of a side that must not leave the line between its king and an enemy rook, bishop or queen.
///
/// ```text
/// K . N . . r     the knight is pinned
/// ```
pub(super) fn pinned(board: &impl Board, side: Side) -> Bitboard {
    let Some(king) = board.men(side, Role::King).single_square() else {
        return Bitboard::EMPTY;
    };
    let (own, occupied) = (board.all_men(side), board.occupied());
    let queens = board.men(!side, Role::Queen);
    // A slider that attacks the king on an empty board, with exactly one piece in between, pins that piece.
    let pinners = attacks::rook_attacks(king, Bitboard::EMPTY)
        & (queens | board.men(!side, Role::Rook))
        | attacks::bishop_attacks(king, Bitboard::EMPTY)
            & (queens | board.men(!side, Role::Bishop));
    pinners
        .into_iter()
        .map(|pinner| attacks::between(king, pinner) & occupied)
        .filter(|screen| screen.single_square().is_some())
        .fold(Bitboard::EMPTY, |set, screen| set | screen & own)
}

/// The pieces of a side that give check to the other king.
pub(super) fn checkers(board: &impl Board, by: Side) -> Bitboard {
    let king = board.men(!by, Role::King).single_square();
    king.map_or(Bitboard::EMPTY, |king| attackers(board, by, king))
}

/// The pieces of a side other than the king that are attacked and not guarded.
fn loose(board: &impl Board, side: Side) -> Bitboard {
    let men = board.all_men(side) & !board.men(side, Role::King);
    let is_loose = |&square: &Square| {
        attackers(board, !side, square).any() && attackers(board, side, square).is_empty()
    };
    men.into_iter().filter(is_loose).collect()
}
