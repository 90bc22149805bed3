//! Which words tell a board from its mirror image.
//!
//! Most mean the same on a board that is mirrored, if the squares they speak of are mirrored too. The lists here are of
//! those that do not; the tests of the words find the same lists by trying every word in many positions.

use domain::{Symmetries, Word};

/// Left and right are exchanged.
pub(crate) const LEFT_RIGHT: Symmetries = Symmetries::of_bits(1);
/// Up and down are exchanged: a symmetry of boards without pawns, as is the next.
const UP_DOWN: Symmetries = Symmetries::of_bits(2);
/// Files and ranks are exchanged.
const FILES_RANKS: Symmetries = Symmetries::of_bits(4);

/// Words that know left from right.
const SIDEWAYS: &[&str] = &[
    "antidiagonal",
    "diagonal",
    "east",
    "file",
    "left",
    "light",
    "northeast",
    "northwest",
    "right",
    "southeast",
    "southwest",
    "square",
    "west",
];

/// Words that know up from down.
const UPRIGHT: &[&str] = &[
    "ahead",
    "antidiagonal",
    "backward",
    "behind",
    "diagonal",
    "down",
    "forward",
    "kpk_not_won",
    "kpk_won",
    "kqkp_not_won",
    "kqkp_won",
    "light",
    "north",
    "northeast",
    "northwest",
    "rank",
    "south",
    "southeast",
    "southwest",
    "square",
    "up",
];

/// Words that know a file from a rank.
const STRAIGHT: &[&str] = &[
    "ahead",
    "backward",
    "behind",
    "diagonal",
    "down",
    "east",
    "file",
    "file_distance",
    "file_squares",
    "forward",
    "kpk_not_won",
    "kpk_won",
    "kqkp_not_won",
    "kqkp_won",
    "left",
    "north",
    "northwest",
    "rank",
    "rank_distance",
    "rank_squares",
    "right",
    "same_file",
    "same_rank",
    "south",
    "southeast",
    "square",
    "up",
    "west",
];

/// The symmetries under which a word means the same.
pub(super) fn kept_by(word: &Word) -> Symmetries {
    let told_apart = [
        (SIDEWAYS, LEFT_RIGHT),
        (UPRIGHT, UP_DOWN),
        (STRAIGHT, FILES_RANKS),
    ];
    let knows = |words: &[&str]| words.contains(&word.name);
    let lost = told_apart.into_iter().filter(|(words, _)| knows(words));
    lost.fold(Symmetries::ALL, |kept, (_, symmetry)| {
        kept.without(symmetry)
    })
}
