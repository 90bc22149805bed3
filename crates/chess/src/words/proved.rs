//! What other chapters have proved.
//!
//! These words speak of squares and not of men, so that one can also ask what would be.

use domain::{Parameter, RawArgs, Side};
use shakmaty::Square;

use crate::board::Board;
use crate::proved::{KPK, KQKP, ProvedEnding};
use crate::words::WordEntry;
use crate::words::table::{A_SQUARE, TRUTH, WordTopic, give, seen, square};

const fn on(name: &'static str) -> Parameter {
    Parameter { name, ty: A_SQUARE }
}

const KPK_SQUARES: &[Parameter] = &[on("king"), on("pawn"), on("enemy")];
const KQKP_SQUARES: &[Parameter] = &[on("king"), on("queen"), on("enemy"), on("pawn")];

#[rustfmt::skip]
pub(super) fn entries<P: Board>(t: &WordTopic<P>) -> Vec<WordEntry<P>> {
    vec![
        t.timeless("kpk_won", KPK_SQUARES, TRUTH,
            "With our king and pawn and their king on these squares and us to move, we win: the chapter kpk has proved it. \
             False if there is no such position.",
            |viewer, args| give(proved(&KPK, viewer, args) == Some(true))),
        t.timeless("kpk_not_won", KPK_SQUARES, TRUTH,
            "With our king and pawn and their king on these squares and us to move, nobody can win: the chapter kpk has \
             proved it. False if there is no such position.",
            |viewer, args| give(proved(&KPK, viewer, args) == Some(false))),
        t.timeless("kqkp_won", KQKP_SQUARES, TRUTH,
            "With our king and queen and their king and pawn on these squares and us to move, we win: the chapter kqkp \
             has proved it. False if there is no such position.",
            |viewer, args| give(proved(&KQKP, viewer, args) == Some(true))),
        t.timeless("kqkp_not_won", KQKP_SQUARES, TRUTH,
            "With our king and queen and their king and pawn on these squares and us to move, we cannot win: the chapter \
             kqkp has proved it. False if there is no such position.",
            |viewer, args| give(proved(&KQKP, viewer, args) == Some(false))),
    ]
}

fn proved(ending: &ProvedEnding, viewer: Side, args: RawArgs) -> Option<bool> {
    let squares: [Square; 4] = std::array::from_fn(|idx| seen(square(args, idx), viewer));
    ending.is_won(&squares[..ending.men.len()])
}
