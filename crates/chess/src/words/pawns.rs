//! Pawns on their way to promotion.
//!
//! These words take the view of the pawn's owner, whoever the viewer is.

use domain::Side;
use shakmaty::{Bitboard, Role, Square};

use crate::board::Board;
use crate::geometry;
use crate::words::WordEntry;
use crate::words::table::{
    A_SQUARE, NUMBER, S, SQUARES, TRUTH, WordTopic, by_side, give, partial, seen, square,
};

#[rustfmt::skip]
pub(super) fn entries<P: Board>(t: &WordTopic<P>) -> Vec<WordEntry<P>> {
    vec![
        t.word("passed", &[S], TRUTH,
            "A pawn stands on the square, and no enemy pawn is ahead of it on its own file or a neighbouring one.",
            |b, _, args| give(pawn_owner(b, square(args, 0)).is_some_and(|owner| is_passed(b, owner, square(args, 0))))),
        t.of_side("passed_pawns", SQUARES,
            "The squares of the side's passed pawns.",
            by_side!(|b, side| give(passed_pawns(b, side)))),
        partial(t.word("queening_square", &[S], A_SQUARE,
            "Where the pawn on the square promotes if it goes straight on; no value if no pawn is there.",
            |b, _, args| give(of_pawn(b, square(args, 0), |pawn, owner| seen(geometry::queening_square(pawn), owner))))),
        partial(t.word("steps_to_queen", &[S], NUMBER,
            "Moves that the pawn on the square needs to promote with a free road, the double step used; \
             no value if no pawn is there.",
            |b, _, args| give(of_pawn(b, square(args, 0), |pawn, _| geometry::steps_to_queen(pawn))))),
        t.word("pawn_square", &[S], SQUARES,
            "The square of the pawn on the square: a king inside catches the pawn even if the pawn moves first; \
             if the king moves first, it may be one step outside.",
            |b, _, args| give(squares_of_pawn(b, square(args, 0), geometry::pawn_square))),
        t.word("key_squares", &[S], SQUARES,
            "The key squares of the pawn on the square: its king on one of them promotes it, whichever side is to move, \
             if the other king is not nearer to it.",
            |b, _, args| give(squares_of_pawn(b, square(args, 0), geometry::key_squares))),
    ]
}

/// Whose pawn stands on a square.
fn pawn_owner(board: &impl Board, square: Square) -> Option<Side> {
    Side::BOTH
        .into_iter()
        .find(|&side| board.men(side, Role::Pawn).contains(square))
}

/// A property of the pawn on a square, in its owner's view.
fn of_pawn<T>(board: &impl Board, square: Square, ask: impl Fn(Square, Side) -> T) -> Option<T> {
    pawn_owner(board, square).map(|owner| ask(seen(square, owner), owner))
}

/// The squares that matter to the pawn on a square, in its owner's view; empty without a pawn.
fn squares_of_pawn(board: &impl Board, square: Square, ask: fn(Square) -> Bitboard) -> Bitboard {
    of_pawn(board, square, |pawn, owner| seen(ask(pawn), owner)).unwrap_or(Bitboard::EMPTY)
}

/// The squares of a side's passed pawns.
fn passed_pawns(board: &impl Board, side: Side) -> Bitboard {
    let pawns = board.men(side, Role::Pawn).into_iter();
    pawns.filter(|&pawn| is_passed(board, side, pawn)).collect()
}

/// Would this side's pawn on the square be a passed pawn?
fn is_passed(board: &impl Board, owner: Side, pawn: Square) -> bool {
    let path = seen(geometry::pawn_path(seen(pawn, owner)), owner);
    (path & board.men(!owner, Role::Pawn)).is_empty()
}
