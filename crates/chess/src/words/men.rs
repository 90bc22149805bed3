//! The pieces and their squares.

use domain::Side;
use shakmaty::{Bitboard, Role, Square};

use crate::board::Board;
use crate::kind::man_of;
use crate::words::WordEntry;
use crate::words::table::{
    A_KIND, A_SIDE, A_SQUARE, S, SQUARES, TRUTH, WordTopic, by_side, give, of_man, of_side,
    partial, side, square,
};

/// The two words of a kind of piece: the only one (`our.rook`) and all of them (`our.rooks`).
macro_rules! kind {
    ($t:ident, $role:ident, $one:literal, $all:literal) => {
        [
            of_man(
                man_of(Role::$role),
                partial($t.of_side(
                    $one,
                    A_SQUARE,
                    concat!(
                        "The square of the ",
                        $one,
                        "; no value unless there is exactly one."
                    ),
                    by_side!(|b, side| give(b.only(side, Role::$role))),
                )),
            ),
            of_man(
                man_of(Role::$role),
                $t.of_side(
                    $all,
                    SQUARES,
                    concat!("The squares of all ", $all, "."),
                    by_side!(|b, side| give(b.men(side, Role::$role))),
                ),
            ),
        ]
    };
}

#[rustfmt::skip]
pub(super) fn entries<P: Board>(t: &WordTopic<P>) -> Vec<WordEntry<P>> {
    let kinds = [
        kind!(t, King, "king", "kings"),
        kind!(t, Queen, "queen", "queens"),
        kind!(t, Rook, "rook", "rooks"),
        kind!(t, Bishop, "bishop", "bishops"),
        kind!(t, Knight, "knight", "knights"),
        kind!(t, Pawn, "pawn", "pawns"),
    ];
    let others = [
        t.of_side("men", SQUARES,
            "The squares of all pieces of the side, king and pawns included.",
            by_side!(|b, side| give(b.all_men(side)))),
        t.word("occupied", &[], SQUARES,
            "The squares on which a piece stands.",
            |b, _, _| give(b.occupied())),
        t.word("vacant", &[], SQUARES,
            "The squares on which no piece stands.",
            |b, _, _| give(!b.occupied())),
        partial(t.word("man_on", &[S], A_KIND,
            "The kind of piece on the square; no value if it is vacant.",
            |b, _, args| give(man_on(b, square(args, 0)).map(|(_, role)| role)))),
        partial(t.word("owner", &[S], A_SIDE,
            "The side whose piece stands on the square; no value if it is vacant.",
            |b, _, args| give(man_on(b, square(args, 0)).map(|(side, _)| side)))),
        of_side(t.word("bishops_of_both_colours", &[], TRUTH,
            "The side has a bishop on a light square and one on a dark square.",
            |b, _, args| {
                let bishops = b.men(side(args), Role::Bishop);
                give((bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any())
            })),
    ];
    kinds.into_iter().flatten().chain(others).collect()
}

/// The piece on a square, and its side.
pub(super) fn man_on(board: &impl Board, square: Square) -> Option<(Side, Role)> {
    let men = Side::BOTH
        .into_iter()
        .flat_map(|side| Role::ALL.map(|role| (side, role)));
    men.into_iter()
        .find(|&(side, role)| board.men(side, role).contains(square))
}
