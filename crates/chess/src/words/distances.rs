//! Distances between squares.

use domain::Parameter;

use crate::board::Board;
use crate::geometry;
use crate::words::WordEntry;
use crate::words::table::{
    A, B, NUMBER, S, SQUARES, TRUTH, WordTopic, give, partial, square, squares,
};

const TARGETS: Parameter = Parameter {
    name: "targets",
    ty: SQUARES,
};
const AVOIDING: Parameter = Parameter {
    name: "avoiding",
    ty: SQUARES,
};

#[rustfmt::skip]
pub(super) fn entries<P: Board>(t: &WordTopic<P>) -> Vec<WordEntry<P>> {
    vec![
        t.timeless("distance", &[A, B], NUMBER,
            "King moves from one square to the other on an empty board.",
            |_, args| give(square(args, 0).distance(square(args, 1)))),
        t.timeless("manhattan", &[A, B], NUMBER,
            "The distance in files and the distance in ranks, added.",
            |_, args| give(geometry::manhattan(square(args, 0), square(args, 1)))),
        t.timeless("file_distance", &[A, B], NUMBER,
            "How many files apart the squares are.",
            |_, args| give(square(args, 0).file().distance(square(args, 1).file()))),
        t.timeless("rank_distance", &[A, B], NUMBER,
            "How many ranks apart the squares are.",
            |_, args| give(square(args, 0).rank().distance(square(args, 1).rank()))),
        t.timeless("knight_distance", &[A, B], NUMBER,
            "Knight moves from one square to the other on an empty board.",
            |_, args| give(geometry::knight_distance(square(args, 0), square(args, 1)))),
        t.timeless("rook_distance", &[A, B], NUMBER,
            "Rook moves from one square to the other on an empty board.",
            |_, args| give(geometry::rook_distance(square(args, 0), square(args, 1)))),
        partial(t.timeless("bishop_distance", &[A, B], NUMBER,
            "Bishop moves from one square to the other on an empty board; no value if they differ in colour.",
            |_, args| give(geometry::bishop_distance(square(args, 0), square(args, 1))))),
        t.timeless("queen_distance", &[A, B], NUMBER,
            "Queen moves from one square to the other on an empty board.",
            |_, args| give(geometry::queen_distance(square(args, 0), square(args, 1)))),
        partial(t.timeless("distance_to", &[S, TARGETS], NUMBER,
            "King moves from the square to the nearest square of a set; no value if the set is empty.",
            |_, args| give(geometry::distance_to(square(args, 0), squares(args, 1))))),
        partial(t.timeless("walk", &[A, B, AVOIDING], NUMBER,
            "The fewest king steps from one square to the other that never enter a square of the set; \
             no value if there is no such way.",
            |_, args| give(geometry::walk(square(args, 0), square(args, 1), squares(args, 2))))),
        t.timeless("reachable", &[S, AVOIDING], SQUARES,
            "The squares to which a king on the square can walk without entering a square of the set; \
             the square itself is one of them, even if it is in the set.",
            |_, args| give(geometry::reachable(square(args, 0), squares(args, 1)))),
        t.timeless("adjacent", &[A, B], TRUTH,
            "The squares touch: a king steps from one to the other. A square does not touch itself.",
            |_, args| give(square(args, 0).distance(square(args, 1)) == 1)),
    ]
}
