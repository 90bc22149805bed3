//! The rook hunts the knight: kings that come near, and a knight that has lost touch with its king.

use shakmaty::{Role, Square};

use super::common::change;
use crate::geometry::{adjacent, divides, jumps, on_edge, steps};
use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form};
use crate::stage::Stage;

pub(super) const FORMS: &[SentenceForm] = &[
    form(
        "our king comes nearer to the knight: {n} steps instead of {n}",
        |stage, read, ledger| {
            let told = (read.number(0), read.number(1));
            nearer(
                stage,
                told,
                |stage| knight(stage).map(|knight| steps(stage.our_king(), knight)),
                ledger,
            );
        },
    ),
    form(
        "our king comes nearer to theirs: {n} steps instead of {n}",
        |stage, read, ledger| {
            let told = (read.number(0), read.number(1));
            nearer(
                stage,
                told,
                |stage| Some(steps(stage.our_king(), stage.their_king())),
                ledger,
            );
        },
    ),
    form(
        "their king is cut off from his knight",
        |stage, _, ledger| {
            let wall = stage.ours(Role::Rook).zip(knight(stage));
            let is_cut_off =
                wall.is_some_and(|(rook, knight)| divides(rook, stage.their_king(), knight));
            ledger.claim(is_cut_off, || "no file or rank is between".into());
        },
    ),
    form(
        "the knight is out of touch with its king",
        |stage, _, ledger| {
            ledger.claim(!is_in_touch(stage), || {
                "it guards a square beside him".into()
            });
        },
    ),
    form(
        "the knight is in touch with its king",
        |stage, _, ledger| {
            ledger.claim(is_in_touch(stage), || {
                "it guards no square beside him".into()
            });
        },
    ),
    form(
        "the knight is out of touch with its king, and ours is {n} steps from it",
        |stage, read, ledger| {
            ledger.claim(!is_in_touch(stage), || {
                "it guards a square beside him".into()
            });
            let far = knight(stage).map(|knight| steps(stage.our_king(), knight));
            ledger.claim(far == Some(read.number(0)), || {
                format!("he is {far:?} steps away")
            });
        },
    ),
    form(
        "their king is on the edge, and ours is {n} steps from him",
        |stage, read, ledger| {
            ledger.claim(on_edge(stage.their_king()), || "he is not".into());
            let far = steps(stage.our_king(), stage.their_king());
            ledger.claim(far == read.number(0), || format!("he is {far} steps away"));
        },
    ),
    form(
        "the knight is {n} steps from its king",
        |stage, read, ledger| {
            let far = knight(stage).map(|knight| steps(stage.their_king(), knight));
            ledger.claim(far == Some(read.number(0)), || {
                format!("it is {far:?} steps away")
            });
        },
    ),
    form("they are at home", |stage, _, ledger| {
        ledger.claim(are_at_home(stage), || "they are not".into());
    }),
    form("they are not at home", |stage, _, ledger| {
        ledger.claim(!are_at_home(stage), || "they are".into());
    }),
];

/// Their knight.
fn knight(stage: &Stage<'_>) -> Option<Square> {
    stage.theirs(Role::Knight)
}

/// Is a distance as it is told now, as it is told before our move, and smaller?
fn nearer(
    stage: &Stage<'_>,
    (is, was): (u32, u32),
    distance: impl Fn(&Stage<'_>) -> Option<u32>,
    ledger: &mut Ledger,
) {
    let (truly_was, truly_is) = change(stage, distance);
    let is_so = truly_is == Some(is) && truly_was.flatten() == Some(was);
    ledger.claim(is_so, || {
        format!("{truly_is:?} steps, before {truly_was:?}")
    });
    ledger.claim(is < was, || "he is no nearer".into());
}

/// Does the knight guard a square beside its king?
fn is_in_touch(stage: &Stage<'_>) -> bool {
    let king = stage.their_king();
    knight(stage).is_some_and(|knight| jumps(knight).into_iter().any(|to| adjacent(to, king)))
}

/// The king is off the edge, and the knight within two steps of him.
fn are_at_home(stage: &Stage<'_>) -> bool {
    let king = stage.their_king();
    !on_edge(king) && knight(stage).is_some_and(|knight| steps(king, knight) <= 2)
}
