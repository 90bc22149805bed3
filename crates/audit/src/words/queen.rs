//! The queen against a pawn: what she looks at, and how far our king is from the pawn.

use shakmaty::{Bitboard, Position, Role, Square, attacks};

use super::common::{changed, stands};
use crate::arbiter::Grade;
use crate::geometry::{is_pinned, queening_square, steps};
use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form};
use crate::stage::Stage;

/// A series of checks is followed so far.
const MOST_CHECKS: u32 = 6;

pub(super) const FORMS: &[SentenceForm] = &[
    form("the queen gives check", |stage, _, ledger| {
        sees(stage, stage.their_king(), ledger);
    }),
    form(
        "the queen attacks the pawn",
        |stage, _, ledger| match stage.theirs(Role::Pawn) {
            Some(pawn) => sees(stage, pawn, ledger),
            None => ledger.claim(false, || "there is no pawn".into()),
        },
    ),
    form(
        "the queen on {square} guards the queening square {square}",
        |stage, read, ledger| {
            stands(stage, Role::Queen, read.square(0), ledger);
            sees(stage, read.square(1), ledger);
            let pawn = stage.theirs(Role::Pawn);
            let goal = pawn.map(|pawn| queening_square(stage.them(), pawn));
            ledger.claim(goal == Some(read.square(1)), || {
                format!("the pawn queens on {goal:?}")
            });
        },
    ),
    form(
        "“Give check after check, until the rook falls” works",
        |stage, _, ledger| {
            let mut looks = 1..=MOST_CHECKS;
            let falls = stage.is_our_turn() && looks.any(|checks| checks_win_rook(stage, checks));
            ledger.claim(falls, || "no checks win the rook".into());
        },
    ),
    form("the pawn on {square} is pinned", |stage, read, ledger| {
        let pawn = read.square(0);
        ledger.claim(stage.theirs(Role::Pawn) == Some(pawn), || {
            "it does not stand there".into()
        });
        ledger.claim(is_pinned(stage.board(), pawn), || "it is not".into());
    }),
    form(
        "our king goes away: {n} steps from the pawn instead of {n}",
        |stage, read, ledger| {
            from_pawn(stage, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) > read.number(1), || {
                "he is no farther".into()
            });
        },
    ),
    form(
        "our king comes nearer: {n} steps from the pawn instead of {n}",
        |stage, read, ledger| {
            from_pawn(stage, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) < read.number(1), || "he is no nearer".into());
        },
    ),
    form(
        "our king is {n} steps from the pawn",
        |stage, read, ledger| {
            let there = to_pawn(stage);
            ledger.claim(there == read.number(0), || format!("{there} steps"));
        },
    ),
    form(
        "our king is within three steps of the pawn",
        |stage, _, ledger| {
            let there = to_pawn(stage);
            ledger.claim(there <= 3, || format!("{there} steps"));
        },
    ),
    form("their king is alone", |stage, _, ledger| {
        ledger.claim(is_alone(stage), || "he is not".into());
    }),
    form("their king is not alone", |stage, _, ledger| {
        ledger.claim(!is_alone(stage), || "he is".into());
    }),
    form("the queen is there", |stage, _, ledger| {
        ledger.claim(has_queen(stage), || "she is not".into());
    }),
    form("there is no stalemate", |stage, _, ledger| {
        ledger.claim(!stage.now.is_stalemate(), || "there is".into());
    }),
    form(
        "the queen is gone, or it is stalemate",
        |stage, _, ledger| {
            let is_so = !has_queen(stage) || stage.now.is_stalemate();
            ledger.claim(is_so, || "neither is so".into());
        },
    ),
];

/// Our queen attacks a square.
fn sees(stage: &Stage<'_>, square: Square, ledger: &mut Ledger) {
    let queen = stage.ours(Role::Queen);
    let seen = queen.map_or(Bitboard::EMPTY, |queen| {
        attacks::queen_attacks(queen, stage.board().occupied())
    });
    ledger.claim(seen.contains(square), || {
        format!("the queen on {queen:?} does not look at {square}")
    });
}

/// King steps from our king to the only pawn, theirs or ours; more than any where there is none.
fn to_pawn(stage: &Stage<'_>) -> u32 {
    let pawn = stage.board().pawns().single_square();
    pawn.map_or(u32::MAX, |pawn| steps(stage.our_king(), pawn))
}

fn from_pawn(stage: &Stage<'_>, is: u32, was: u32, ledger: &mut Ledger) {
    changed(stage, to_pawn, is, was, ledger);
}

fn is_alone(stage: &Stage<'_>) -> bool {
    stage.board().by_color(stage.them()).count() == 1
}

fn has_queen(stage: &Stage<'_>) -> bool {
    stage.ours(Role::Queen).is_some()
}

/// Do we mate or take the rook, and still win, if every move before that is a check? Whatever they reply.
fn checks_win_rook(stage: &Stage<'_>, checks: u32) -> bool {
    let mut moves = stage.now.legal_moves().into_iter();
    moves.any(|m| {
        let next = stage.after(m);
        let takes = m.capture() == Some(Role::Rook);
        if next.our_grade().grade != Grade::Win || (!takes && !next.now.is_check()) {
            return false;
        }
        let mut replies = next.now.legal_moves().into_iter();
        takes
            || next.now.is_checkmate()
            || (checks > 1 && replies.all(|reply| checks_win_rook(&next.after(reply), checks - 1)))
    })
}
