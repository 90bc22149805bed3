//! Two pieces that drive a king into a corner.

use shakmaty::{Position, Role, Square, attacks};

use super::common::{change, changed, has_to_move};
use crate::geometry::{adjacent, cage, column, guarded, row, steps};
use crate::reader::{SentenceForm, form};
use crate::stage::Stage;

pub(super) const FORMS: &[SentenceForm] = &[
    form(
        "their king can only go to {square}",
        |stage, read, ledger| {
            let replies = stage.now.legal_moves();
            let squares: Vec<Square> = replies.iter().map(|m| m.to()).collect();
            ledger.claim(squares == [read.square(0)], || {
                format!("he can go to {squares:?}")
            });
            ledger.claim(has_to_move(stage), || "it is not his move".into());
        },
    ),
    // The wall of two bishops, and what it leaves.
    form("the bishops come side by side", |stage, _, ledger| {
        let (was, is) = change(stage, side_by_side);
        ledger.claim(was == Some(false), || "they were before".into());
        ledger.claim(is, || "they do not stand side by side".into());
    }),
    form(
        "the cage opened: {n} squares instead of {n}",
        |stage, read, ledger| {
            changed(stage, cage_size, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) > read.number(1), || "it is no larger".into());
        },
    ),
    form(
        "the cage gets smaller: {n} squares instead of {n}",
        |stage, read, ledger| {
            changed(stage, cage_size, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) < read.number(1), || {
                "it is no smaller".into()
            });
        },
    ),
    form(
        "the cage stays closed: it has {n} squares, and their king has to move",
        |stage, read, ledger| {
            changed(stage, cage_size, read.number(0), read.number(0), ledger);
            ledger.claim(has_to_move(stage), || "he does not".into());
        },
    ),
    // What bishop and knight guard.
    form(
        "we guard {n} of the squares around their king instead of {n}",
        |stage, read, ledger| {
            changed(
                stage,
                n_guarded_around,
                read.number(0),
                read.number(1),
                ledger,
            );
        },
    ),
    form(
        "we still guard {n} of the squares around their king, and he has to move",
        |stage, read, ledger| {
            changed(
                stage,
                n_guarded_around,
                read.number(0),
                read.number(0),
                ledger,
            );
            ledger.claim(has_to_move(stage), || "he does not".into());
        },
    ),
    form(
        "the knight comes nearer to their king",
        |stage, _, ledger| {
            let (was, is) = change(stage, knight_to_king);
            let is_nearer = is.zip(was.flatten()).is_some_and(|(is, was)| is < was);
            ledger.claim(is_nearer, || format!("{is:?} steps, before {was:?}"));
        },
    ),
];

/// Two bishops of ours touch on a file or a rank.
fn side_by_side(stage: &Stage<'_>) -> bool {
    let ours = stage.board().by_color(stage.us()) & stage.board().by_role(Role::Bishop);
    let touch =
        |a: Square, b: Square| adjacent(a, b) && (column(a) == column(b) || row(a) == row(b));
    ours.into_iter()
        .any(|a| ours.into_iter().any(|b| touch(a, b)))
}

/// Where their king can walk to while we stand still.
fn cage_size(stage: &Stage<'_>) -> u32 {
    let squares = cage(stage.their_king(), guarded(stage.board(), stage.us()));
    u32::try_from(squares).expect("a board has 64 squares")
}

/// How many squares around their king we guard.
fn n_guarded_around(stage: &Stage<'_>) -> u32 {
    let guarded = guarded(stage.board(), stage.us());
    let around = attacks::king_attacks(stage.their_king());
    u32::try_from((guarded & around).count()).expect("a king has 8 neighbours")
}

fn knight_to_king(stage: &Stage<'_>) -> Option<u32> {
    Some(steps(stage.ours(Role::Knight)?, stage.their_king()))
}
