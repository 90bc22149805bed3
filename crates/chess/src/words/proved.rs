//! What other chapters have proved.
//!
//! These words speak of squares and not of men, and are told who is to move, so that one can also ask what would be.

use domain::{Parameter, RawArgs, Side, Type, Value};
use shakmaty::Square;

use crate::board::Board;
use crate::proved::{KPK, KQKP, ProvedEnding};
use crate::words::WordEntry;
use crate::words::table::{A_SIDE, A_SQUARE, TRUTH, WordTopic, give, seen, square};

const fn on(name: &'static str) -> Parameter {
    Parameter { name, ty: A_SQUARE }
}

/// The side to move.
const MOVER: Parameter = Parameter {
    name: "mover",
    ty: A_SIDE,
};

const KPK_PLACES: &[Parameter] = &[on("king"), on("pawn"), on("enemy"), MOVER];
const KQKP_PLACES: &[Parameter] = &[on("king"), on("queen"), on("enemy"), on("pawn"), MOVER];

#[rustfmt::skip]
pub(super) fn entries<P: Board>(t: &WordTopic<P>) -> Vec<WordEntry<P>> {
    vec![
        t.timeless("kpk_won", KPK_PLACES, TRUTH,
            "With our king and pawn and their king on these squares and this side to move, we win: the chapter kpk has proved it. \
             False if there is no such position.",
            |viewer, args| give(proved(&KPK, viewer, args) == Some(true))),
        t.timeless("kpk_not_won", KPK_PLACES, TRUTH,
            "With our king and pawn and their king on these squares and this side to move, nobody can win: the chapter kpk has \
             proved it. False if there is no such position.",
            |viewer, args| give(proved(&KPK, viewer, args) == Some(false))),
        t.timeless("kqkp_won", KQKP_PLACES, TRUTH,
            "With our king and queen and their king and pawn on these squares and this side to move, we win: the chapter kqkp \
             has proved it. False if there is no such position.",
            |viewer, args| give(proved(&KQKP, viewer, args) == Some(true))),
        t.timeless("kqkp_not_won", KQKP_PLACES, TRUTH,
            "With our king and queen and their king and pawn on these squares and this side to move, we cannot win: the chapter \
             kqkp has proved it. False if there is no such position.",
            |viewer, args| give(proved(&KQKP, viewer, args) == Some(false))),
    ]
}

fn proved(ending: &ProvedEnding, viewer: Side, args: RawArgs) -> Option<bool> {
    let n_squares = ending.men.len();
    let squares: [Square; 4] = std::array::from_fn(|idx| match idx < n_squares {
        true => seen(square(args, idx), viewer),
        false => Square::A1,
    });
    let mover = Value::from_raw(args[n_squares], Type::Side).side();
    // Whoever looks is us here.
    let mover = match viewer {
        Side::Us => mover,
        Side::Them => !mover,
    };
    ending.is_won(&squares[..n_squares], mover)
}
