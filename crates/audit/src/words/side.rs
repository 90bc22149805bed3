//! The shorter side of a rook's box, and checks along a line.

use shakmaty::{Position, Role, Square};

use super::common::{changed, has_to_move};
use crate::geometry::{box_line, column, row};
use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form};
use crate::stage::Stage;

pub(super) const FORMS: &[SentenceForm] = &[
    // The shorter side of the box.
    form(
        "the shorter side of the box is {n} instead of {n}",
        |stage, read, ledger| {
            changed(stage, shorter_side, read.number(0), read.number(1), ledger);
        },
    ),
    form(
        "the shorter side of the box stays {n}, and their king has to move",
        |stage, read, ledger| {
            changed(stage, shorter_side, read.number(0), read.number(0), ledger);
            ledger.claim(has_to_move(stage), || "he does not".into());
        },
    ),
    form(
        "check: their king has to leave the rank",
        |stage, _, ledger| {
            has_to_leave(stage, row, ledger);
        },
    ),
    form(
        "check: their king has to leave the file",
        |stage, _, ledger| {
            has_to_leave(stage, column, ledger);
        },
    ),
];

/// The smaller number of files or ranks in the box of our rook; a line that it shares with their king is no wall.
fn shorter_side(stage: &Stage<'_>) -> u32 {
    let king = stage.their_king();
    stage.ours(Role::Rook).map_or(8, |rook| {
        let files = box_line(column(rook), column(king)).unwrap_or(8);
        files.min(box_line(row(rook), row(king)).unwrap_or(8))
    })
}

/// Their king is in check, and every reply leads to another line.
fn has_to_leave(stage: &Stage<'_>, line: impl Fn(Square) -> u32, ledger: &mut Ledger) {
    let here = line(stage.their_king());
    let replies = stage.now.legal_moves();
    let leaves = stage.now.is_check() && replies.iter().all(|m| line(m.to()) != here);
    ledger.claim(leaves, || "he can stay on it".into());
}
