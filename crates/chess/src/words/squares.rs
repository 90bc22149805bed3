//! Squares, and what is around them.

use domain::Parameter;
use shakmaty::{Bitboard, attacks};

use crate::board::Board;
use crate::geometry;
use crate::words::WordEntry;
use crate::words::table::{
    A, A_SQUARE, B, NUMBER, S, SQUARES, TRUTH, WordTopic, give, number, partial, seen, square,
};

const FILE: Parameter = Parameter {
    name: "file",
    ty: NUMBER,
};
const RANK: Parameter = Parameter {
    name: "rank",
    ty: NUMBER,
};
const KING_MOVES: Parameter = Parameter {
    name: "king_moves",
    ty: NUMBER,
};

#[rustfmt::skip]
pub(super) fn entries<P: Board>(t: &WordTopic<P>) -> Vec<WordEntry<P>> {
    vec![
        t.timeless("board", &[], SQUARES,
            "All 64 squares.",
            |_, _| give(Bitboard::FULL)),
        t.timeless("edges", &[], SQUARES,
            "The squares of the first and last files and ranks.",
            |_, _| give(geometry::EDGES)),
        t.timeless("corners", &[], SQUARES,
            "The squares a1, h1, a8 and h8.",
            |_, _| give(geometry::CORNERS)),
        t.timeless("centre", &[], SQUARES,
            "The squares d4, e4, d5 and e5.",
            |_, _| give(geometry::CENTRE)),
        t.timeless("edge", &[S], TRUTH,
            "The square is on the edge of the board.",
            |_, args| give(geometry::EDGES.contains(square(args, 0)))),
        t.timeless("corner", &[S], TRUTH,
            "The square is a corner.",
            |_, args| give(geometry::CORNERS.contains(square(args, 0)))),
        t.timeless("light", &[S], TRUTH,
            "The square is light, on a board where h1, as we see it, is light.",
            |viewer, args| give(seen(square(args, 0), viewer).is_light())),
        t.timeless("same_colour", &[A, B], TRUTH,
            "Both squares are light, or both are dark: a bishop can serve them both.",
            |_, args| give(square(args, 0).is_light() == square(args, 1).is_light())),
        partial(t.timeless("square", &[FILE, RANK], A_SQUARE,
            "The square on a file and a rank, both numbered from 1 to 8; no value off the board.",
            |viewer, args| give(seen(geometry::square_at(number(args, 0), number(args, 1)), viewer)))),
        t.timeless("file", &[S], NUMBER,
            "The number of the square's file: 1 for the a-file, 8 for the h-file.",
            |_, args| give(square(args, 0).file().to_u32() + 1)),
        t.timeless("rank", &[S], NUMBER,
            "The number of the square's rank, from 1 to 8, counted from our side.",
            |viewer, args| give(seen(square(args, 0), viewer).rank().to_u32() + 1)),
        t.timeless("edge_distance", &[S], NUMBER,
            "King moves from the square to the nearest edge: 0 on the edge, 3 in the centre.",
            |_, args| give(geometry::edge_distance(square(args, 0)))),
        t.timeless("corner_distance", &[S], NUMBER,
            "King moves from the square to the nearest corner.",
            |_, args| give(geometry::corner_distance(square(args, 0)))),
        t.timeless("centre_distance", &[S], NUMBER,
            "King moves from the square to the nearest of the four centre squares.",
            |_, args| give(geometry::centre_distance(square(args, 0)))),
        t.timeless("diagonal", &[S], NUMBER,
            "The number of the diagonal on which the square lies, of those that rise to the right: \
             1 in the corner a8, 8 from a1 to h8, 15 in the corner h1.",
            |viewer, args| give(geometry::diagonal(seen(square(args, 0), viewer)))),
        t.timeless("antidiagonal", &[S], NUMBER,
            "The number of the diagonal on which the square lies, of those that fall to the right: \
             1 in the corner a1, 8 from a8 to h1, 15 in the corner h8.",
            |viewer, args| give(geometry::antidiagonal(seen(square(args, 0), viewer)))),
        partial(t.timeless("up", &[S], A_SQUARE,
            "The next square up, the way our pawns go; no value on the last rank.",
            |viewer, args| give(seen(geometry::step(seen(square(args, 0), viewer), 0, 1), viewer)))),
        partial(t.timeless("down", &[S], A_SQUARE,
            "The next square down; no value on the first rank.",
            |viewer, args| give(seen(geometry::step(seen(square(args, 0), viewer), 0, -1), viewer)))),
        partial(t.timeless("left", &[S], A_SQUARE,
            "The next square towards the a-file; no value on the a-file.",
            |_, args| give(geometry::step(square(args, 0), -1, 0)))),
        partial(t.timeless("right", &[S], A_SQUARE,
            "The next square towards the h-file; no value on the h-file.",
            |_, args| give(geometry::step(square(args, 0), 1, 0)))),
        t.timeless("file_squares", &[S], SQUARES,
            "The eight squares of the square's file.",
            |_, args| give(Bitboard::from(square(args, 0).file()))),
        t.timeless("rank_squares", &[S], SQUARES,
            "The eight squares of the square's rank.",
            |_, args| give(Bitboard::from(square(args, 0).rank()))),
        t.timeless("diagonal_squares", &[S], SQUARES,
            "The squares of both diagonals through the square, itself included.",
            |_, args| give(geometry::diagonals(square(args, 0)))),
        t.timeless("ahead", &[S], SQUARES,
            "The squares in front of the square on its file, up to the last rank.",
            |viewer, args| give(seen(geometry::ahead(seen(square(args, 0), viewer)), viewer))),
        t.timeless("behind", &[S], SQUARES,
            "The squares behind the square on its file, down to the first rank.",
            |viewer, args| give(seen(geometry::behind(seen(square(args, 0), viewer)), viewer))),
        t.timeless("neighbours", &[S], SQUARES,
            "The squares that touch the square: one king step away.",
            |_, args| give(attacks::king_attacks(square(args, 0)))),
        t.timeless("knight_jumps", &[S], SQUARES,
            "The squares one knight's move away.",
            |_, args| give(attacks::knight_attacks(square(args, 0)))),
        t.timeless("near", &[S, KING_MOVES], SQUARES,
            "The squares within this many king moves of the square, itself included.",
            |_, args| give(geometry::near(square(args, 0), number(args, 1)))),
        t.timeless("box", &[A, B], SQUARES,
            "The rectangle with the two squares in opposite corners, both included.",
            |_, args| give(geometry::rectangle(square(args, 0), square(args, 1)))),
    ]
}
