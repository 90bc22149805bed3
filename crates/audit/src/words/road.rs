//! The rook against a pawn: its road, the king on his way there, and the king who is cut off.

use shakmaty::{Bitboard, Color, Position, Role, Square, attacks};

use super::common::{can_be_taken, change, changed, stands};
use crate::geometry::{ahead, divides, queening_square, road, steps};
use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form};
use crate::stage::Stage;

pub(super) const FORMS: &[SentenceForm] = &[
    form("the rook gives check", |stage, _, ledger| {
        sees(stage, Some(stage.their_king()), ledger);
    }),
    form("the rook attacks the pawn", |stage, _, ledger| {
        sees(stage, stage.theirs(Role::Pawn), ledger);
    }),
    form(
        "the rook on {square} guards the queening square {square}",
        |stage, read, ledger| {
            stands(stage, Role::Rook, read.square(0), ledger);
            sees(stage, Some(read.square(1)), ledger);
            let pawn = stage.theirs(Role::Pawn);
            let goal = pawn.map(|pawn| queening_square(stage.them(), pawn));
            ledger.claim(goal == Some(read.square(1)), || {
                format!("the pawn queens on {goal:?}")
            });
        },
    ),
    form(
        "the rook on {square} can be taken",
        |stage, read, ledger| {
            stands(stage, Role::Rook, read.square(0), ledger);
            ledger.claim(can_be_taken(stage, read.square(0)), || "it cannot".into());
        },
    ),
    form(
        "our king goes away: {n} steps from the pawn's road instead of {n}",
        |stage, read, ledger| {
            changed(stage, to_road, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) > read.number(1), || "no farther".into());
        },
    ),
    form(
        "our king comes nearer: {n} steps from the pawn's road instead of {n}",
        |stage, read, ledger| {
            changed(stage, to_road, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) < read.number(1), || "no nearer".into());
        },
    ),
    form(
        "our king is {n} steps from the pawn's road",
        |stage, read, ledger| {
            let there = to_road(stage);
            ledger.claim(there == read.number(0), || format!("{there} steps"));
        },
    ),
    form(
        "our king stands on the pawn's road or beside it",
        |stage, _, ledger| within(stage, 1, ledger),
    ),
    form(
        "our king is within two steps of the pawn's road",
        |stage, _, ledger| within(stage, 2, ledger),
    ),
    form(
        "our king on {square} bars the pawn's road",
        |stage, read, ledger| {
            stands(stage, Role::King, read.square(0), ledger);
            ledger.claim(to_road(stage) == 0, || "he is not on it".into());
        },
    ),
    form(
        "their king is cut off from {square}",
        |stage, read, ledger| {
            ledger.claim(is_cut_off(stage, read.square(0)), || {
                "no file or rank is between".into()
            });
        },
    ),
    form(
        "their king is not cut off from {square} any more",
        |stage, read, ledger| {
            let (was, is) = change(stage, is_kept_back);
            ledger.claim(was == Some(true), || "he was not before".into());
            ledger.claim(!is && next(stage) == Some(read.square(0)), || {
                "he is still".into()
            });
        },
    ),
    form(
        "the rook keeps their king from the square before his pawn",
        |stage, _, ledger| ledger.claim(is_kept_back(stage), || "it does not".into()),
    ),
    form(
        "their king is not cut off from the square before his pawn",
        |stage, _, ledger| ledger.claim(!is_kept_back(stage), || "he is".into()),
    ),
    form("the rook is there", |stage, _, ledger| {
        ledger.claim(stage.ours(Role::Rook).is_some(), || "it is not".into());
    }),
    form(
        "the rook is gone, or it is stalemate",
        |stage, _, ledger| {
            let is_so = stage.ours(Role::Rook).is_none() || stage.now.is_stalemate();
            ledger.claim(is_so, || "neither is so".into());
        },
    ),
    form(
        "their king is alone, or we are stalemated",
        |stage, _, ledger| ledger.claim(is_drawn(stage), || "neither is so".into()),
    ),
    form(
        "they still have a man, and we are not stalemated",
        |stage, _, ledger| ledger.claim(!is_drawn(stage), || "that is not so".into()),
    ),
];

/// Our rook attacks a square.
fn sees(stage: &Stage<'_>, square: Option<Square>, ledger: &mut Ledger) {
    let rook = stage.ours(Role::Rook);
    let seen = rook.map_or(Bitboard::EMPTY, |rook| {
        attacks::rook_attacks(rook, stage.board().occupied())
    });
    ledger.claim(square.is_some_and(|square| seen.contains(square)), || {
        format!("the rook on {rook:?} does not look at {square:?}")
    });
}

/// The squares that their pawn has still to pass.
fn their_road(stage: &Stage<'_>) -> Vec<Square> {
    let them: Color = stage.them();
    let pawn = stage.theirs(Role::Pawn);
    pawn.map_or(Vec::new(), |pawn| road(them, pawn))
}

/// King steps from our king to the nearest square of the road; more than any where there is no pawn.
fn to_road(stage: &Stage<'_>) -> u32 {
    let road = their_road(stage).into_iter();
    road.map(|square| steps(stage.our_king(), square))
        .min()
        .unwrap_or(u32::MAX)
}

fn within(stage: &Stage<'_>, n: u32, ledger: &mut Ledger) {
    let there = to_road(stage);
    ledger.claim(there <= n, || format!("{there} steps"));
}

/// The square before their pawn.
fn next(stage: &Stage<'_>) -> Option<Square> {
    ahead(stage.them(), stage.theirs(Role::Pawn)?, 1)
}

/// Our rook stands on a file or rank between their king and the square.
fn is_cut_off(stage: &Stage<'_>, square: Square) -> bool {
    let rook = stage.ours(Role::Rook);
    rook.is_some_and(|rook| divides(rook, stage.their_king(), square))
}

fn is_kept_back(stage: &Stage<'_>) -> bool {
    next(stage).is_some_and(|next| is_cut_off(stage, next))
}

fn is_drawn(stage: &Stage<'_>) -> bool {
    let alone = stage.board().by_color(stage.them()).count() == 1;
    alone || (stage.is_our_turn() && stage.now.is_stalemate())
}
