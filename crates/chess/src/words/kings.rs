//! Kings facing each other.

use crate::board::Board;
use crate::geometry;
use crate::words::WordEntry;
use crate::words::table::{A, B, TRUTH, WordTopic, give, square};

#[rustfmt::skip]
pub(super) fn entries<P: Board>(t: &WordTopic<P>) -> Vec<WordEntry<P>> {
    vec![
        t.timeless("opposition", &[A, B], TRUTH,
            "Direct opposition: the squares are on one file or rank with one square between them.",
            |_, args| give(geometry::opposition(square(args, 0), square(args, 1)))),
        t.timeless("distant_opposition", &[A, B], TRUTH,
            "Distant opposition: the squares are on one file or rank with three or five squares between them.",
            |_, args| give(geometry::distant_opposition(square(args, 0), square(args, 1)))),
        t.timeless("diagonal_opposition", &[A, B], TRUTH,
            "Diagonal opposition: the squares are on one diagonal with one square between them.",
            |_, args| give(geometry::diagonal_opposition(square(args, 0), square(args, 1)))),
    ]
}
