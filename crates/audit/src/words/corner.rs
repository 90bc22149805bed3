//! Two pieces that drive a king into a corner.

use shakmaty::{Bitboard, Position, Role, Square, attacks};

use super::common::{can_be_taken, change, changed, has_to_move, stands};
use crate::geometry::{adjacent, cage, column, files_apart, guarded, ranks_apart, row, steps};
use crate::ledger::Ledger;
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
        "the {man} on {square} guards {squares}",
        |stage, read, ledger| {
            guards_around(stage, read.man(0), read.square(1), read.squares(2), ledger);
        },
    ),
    form(
        "our king on {square} guards {squares}",
        |stage, read, ledger| {
            guards_around(stage, Role::King, read.square(0), read.squares(1), ledger);
        },
    ),
    form(
        "the {man} on {square} is safe, and he has to move",
        |stage, read, ledger| {
            stands(stage, read.man(0), read.square(1), ledger);
            ledger.claim(!can_be_taken(stage, read.square(1)), || {
                "a legal move takes it".into()
            });
            ledger.claim(has_to_move(stage), || "he does not".into());
        },
    ),
    // Delétang's triangles.
    form(
        "the bishop goes to the long side of the small triangle",
        |stage, _, ledger| {
            goes_to_side(stage, 2, ledger);
        },
    ),
    form(
        "the bishop goes to the long side of the large triangle",
        |stage, _, ledger| {
            goes_to_side(stage, 4, ledger);
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

/// A man of ours has come to a square, and guards these squares around their king and no others there.
fn guards_around(
    stage: &Stage<'_>,
    role: Role,
    square: Square,
    told: &[Square],
    ledger: &mut Ledger,
) {
    ledger.claim(stage.ours(role) == Some(square), || {
        format!("no {role:?} of ours stands on {square}")
    });
    let was = stage.before().and_then(|before| before.ours(role));
    ledger.claim(was != Some(square), || "it was there before".into());
    let hits = stage.board().attacks_from(square) & attacks::king_attacks(stage.their_king());
    let told: Bitboard = told.iter().copied().collect();
    ledger.claim(hits == told, || format!("around him it guards {hits:?}"));
}

/// The bishop has come to the squares so many steps from a corner of its colour, files and ranks added, and their king is
/// not beyond them.
fn goes_to_side(stage: &Stage<'_>, n: u32, ledger: &mut Ledger) {
    let is_on_side = |stage: &Stage<'_>| {
        let Some(bishop) = stage.ours(Role::Bishop) else {
            return false;
        };
        let steps_from = |corner: Square, square: Square| {
            files_apart(corner, square) + ranks_apart(corner, square)
        };
        let right = CORNERS
            .into_iter()
            .filter(|corner| corner.is_light() == bishop.is_light());
        let mut holding = right.filter(|corner| steps_from(*corner, stage.their_king()) <= n);
        holding.any(|corner| steps_from(corner, bishop) == n)
    };
    let (was, is) = change(stage, is_on_side);
    ledger.claim(is, || "it is not there".into());
    ledger.claim(was == Some(false), || "it was there before".into());
}

const CORNERS: [Square; 4] = [Square::A1, Square::A8, Square::H1, Square::H8];

/// How many squares around their king we guard.
fn n_guarded_around(stage: &Stage<'_>) -> u32 {
    let guarded = guarded(stage.board(), stage.us());
    let around = attacks::king_attacks(stage.their_king());
    u32::try_from((guarded & around).count()).expect("a king has 8 neighbours")
}

fn knight_to_king(stage: &Stage<'_>) -> Option<u32> {
    Some(steps(stage.ours(Role::Knight)?, stage.their_king()))
}
