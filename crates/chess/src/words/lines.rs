//! Files, ranks and diagonals as lines that join squares.

use domain::Parameter;
use shakmaty::attacks;

use crate::board::Board;
use crate::geometry;
use crate::words::WordEntry;
use crate::words::table::{A, B, NUMBER, SQUARES, TRUTH, WordTopic, give, number, square};

const X: Parameter = Parameter {
    name: "x",
    ty: NUMBER,
};
const ONE_END: Parameter = Parameter {
    name: "one_end",
    ty: NUMBER,
};
const OTHER_END: Parameter = Parameter {
    name: "other_end",
    ty: NUMBER,
};

#[rustfmt::skip]
pub(super) fn entries<P: Board>(t: &WordTopic<P>) -> Vec<WordEntry<P>> {
    vec![
        t.timeless("between", &[A, B], SQUARES,
            "The squares strictly between two squares on a common file, rank or diagonal; \
             empty if they share none.",
            |_, args| give(attacks::between(square(args, 0), square(args, 1)))),
        t.timeless("between", &[X, ONE_END, OTHER_END], TRUTH,
            "The first number is strictly between the other two, whichever of them is greater.",
            |_, args| {
                let (x, a, b) = (number(args, 0), number(args, 1), number(args, 2));
                give(a.min(b) < x && x < a.max(b))
            }),
        t.timeless("line", &[A, B], SQUARES,
            "The whole file, rank or diagonal through two different squares; empty if they share none.",
            |_, args| give(attacks::ray(square(args, 0), square(args, 1)))),
        t.timeless("same_file", &[A, B], TRUTH,
            "The squares are on one file.",
            |_, args| give(square(args, 0).file() == square(args, 1).file())),
        t.timeless("same_rank", &[A, B], TRUTH,
            "The squares are on one rank.",
            |_, args| give(square(args, 0).rank() == square(args, 1).rank())),
        t.timeless("same_diagonal", &[A, B], TRUTH,
            "The squares are on one diagonal.",
            |_, args| give(geometry::same_diagonal(square(args, 0), square(args, 1)))),
        t.timeless("same_line", &[A, B], TRUTH,
            "The squares are on one file, rank or diagonal.",
            |_, args| {
                let (a, b) = (square(args, 0), square(args, 1));
                give(geometry::same_row(a, b) || geometry::same_diagonal(a, b))
            }),
    ]
}
