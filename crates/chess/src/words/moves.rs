//! Moves: what moves where, and what the move does.
//!
//! A move has a direction if its squares share a line; a knight's move has none. Castling is a king's
//! move of two squares.

use domain::Side;
use shakmaty::{Move, Role, Square};

use crate::board::Board;
use crate::geometry;
use crate::order::target;
use crate::words::WordEntry;
use crate::words::state::{in_check, is_mate};
use crate::words::table::{
    A_KIND, A_SQUARE, NUMBER, S, TRUTH, WordTopic, give, partial, seen, square,
};

/// A word for moves whose direction, right and up for the viewer, fits a pattern.
macro_rules! direction {
    ($t:ident, $name:literal, $doc:literal, $pattern:pat) => {
        $t.shape_word($name, TRUTH, $doc, |m, viewer| {
            give(matches!(direction(m, viewer), Some($pattern)))
        })
    };
}

#[rustfmt::skip]
pub(super) fn entries<P: Board>(t: &WordTopic<P>) -> Vec<WordEntry<P>> {
    vec![
        t.shape_word("from", A_SQUARE,
            "The square that the piece leaves.",
            |m, _| give(ends(m).map(|(from, _)| from))),
        t.shape_word("to", A_SQUARE,
            "The square to which the piece goes; in castling, the king's.",
            |m, _| give(ends(m).map(|(_, to)| to))),
        t.move_word("man", &[], A_KIND,
            "The kind of piece that moves; a pawn that promotes is a pawn.",
            |_, m, _, _| give(m.role())),
        partial(t.move_word("promotion", &[], A_KIND,
            "What the pawn becomes; no value if the move is no promotion.",
            |_, m, _, _| give(m.promotion()))),
        partial(t.move_word("captured", &[], A_KIND,
            "The kind of piece that is captured; no value if the move is no capture.",
            |_, m, _, _| give(m.capture()))),
        t.move_word("capture", &[], TRUTH,
            "The move captures a piece.",
            |_, m, _, _| give(m.is_capture())),
        t.after_word("check", TRUTH,
            "The move gives check.",
            |b| give(in_check(b))),
        t.after_word("mating", TRUTH,
            "The move gives mate.",
            |b| give(is_mate(b))),
        t.move_word("promote", &[], TRUTH,
            "A pawn promotes.",
            |_, m, _, _| give(m.is_promotion())),
        t.move_word("castle", &[], TRUTH,
            "The king castles.",
            |_, m, _, _| give(m.is_castle())),
        t.move_word("double_step", &[], TRUTH,
            "A pawn goes two squares.",
            |_, m, _, _| give(m.role() == Role::Pawn && length(m) == Some(2))),
        t.move_word("en_passant", &[], TRUTH,
            "A pawn captures en passant.",
            |_, m, _, _| give(m.is_en_passant())),

        direction!(t, "straight", "The piece moves along a file or a rank.", (0, _) | (_, 0)),
        direction!(t, "diagonal", "The piece moves along a diagonal.", (-1 | 1, -1 | 1)),
        direction!(t, "north", "The piece moves straight up, the way our pawns go.", (0, 1)),
        direction!(t, "south", "The piece moves straight down.", (0, -1)),
        direction!(t, "east", "The piece moves along its rank towards the h-file.", (1, 0)),
        direction!(t, "west", "The piece moves along its rank towards the a-file.", (-1, 0)),
        direction!(t, "northeast", "The piece moves diagonally up, towards the h-file.", (1, 1)),
        direction!(t, "northwest", "The piece moves diagonally up, towards the a-file.", (-1, 1)),
        direction!(t, "southeast", "The piece moves diagonally down, towards the h-file.", (1, -1)),
        direction!(t, "southwest", "The piece moves diagonally down, towards the a-file.", (-1, -1)),

        t.shape_word("forward", TRUTH,
            "The piece ends on a higher rank, counted from our side, than it began.",
            |m, viewer| give(rise(m, viewer) > 0)),
        t.shape_word("backward", TRUTH,
            "The piece ends on a lower rank, counted from our side, than it began.",
            |m, viewer| give(rise(m, viewer) < 0)),
        t.shape_word("length", NUMBER,
            "How far the piece goes, counted in king moves.",
            |m, _| give(length(m))),
        t.move_word("toward", &[S], TRUTH,
            "The piece ends nearer to the square, in king moves, than it began.",
            |_, m, _, args| give(ends(m).is_some_and(|(from, to)| {
                to.distance(square(args, 0)) < from.distance(square(args, 0))
            }))),
        t.move_word("away", &[S], TRUTH,
            "The piece ends farther from the square, in king moves, than it began.",
            |_, m, _, args| give(ends(m).is_some_and(|(from, to)| {
                to.distance(square(args, 0)) > from.distance(square(args, 0))
            }))),
    ]
}

/// The start and target squares of a move. Only a drop, which chess does not have, has no start.
fn ends(m: Move) -> Option<(Square, Square)> {
    m.from().map(|from| (from, target(m)))
}

fn length(m: Move) -> Option<u32> {
    ends(m).map(|(from, to)| from.distance(to))
}

fn direction(m: Move, viewer: Side) -> Option<(i32, i32)> {
    ends(m).and_then(|(from, to)| geometry::direction(seen(from, viewer), seen(to, viewer)))
}

/// How many ranks the piece goes up.
fn rise(m: Move, viewer: Side) -> i32 {
    ends(m).map_or(0, |(from, to)| {
        i32::from(seen(to, viewer).rank()) - i32::from(seen(from, viewer).rank())
    })
}
