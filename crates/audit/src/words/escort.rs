//! The pawn against the rook: the king who goes with his pawn, and the rook that it costs.

use shakmaty::{Bitboard, Position, Role, Square};

use super::common::{change, stands};
use crate::arbiter::Grade;
use crate::geometry::{adjacent, attacked_by, file_divides, queening_square, road, row_of, steps};
use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form};
use crate::stage::Stage;

pub(super) const FORMS: &[SentenceForm] = &[
    // The pawn.
    form("the pawn goes on to {square}", |stage, read, ledger| {
        let (was, is) = change(stage, pawn);
        ledger.claim(is == Some(read.square(0)), || {
            format!("it stands on {is:?}")
        });
        let row = |pawn: Option<Square>| pawn.map(|pawn| row_of(stage.us(), pawn));
        ledger.claim(row(is) > row(was.flatten()), || "it has not moved".into());
    }),
    form("the pawn has queened", |stage, _, ledger| {
        let (had, has) = change(stage, |stage| stage.ours(Role::Queen).is_some());
        ledger.claim(has && had == Some(false), || {
            format!("a queen is there: {has}, before {had:?}")
        });
    }),
    form(
        "the queen on {square} beats the rook",
        |stage, read, ledger| {
            ledger.claim(stage.ours(Role::Queen) == Some(read.square(0)), || {
                "she does not stand there".into()
            });
            ledger.claim(their_rook(stage).is_some(), || "there is no rook".into());
            wins(stage, ledger);
        },
    ),
    form("the queen wins", |stage, _, ledger| {
        let has_queen = stage.ours(Role::Queen).is_some();
        ledger.claim(has_queen, || "there is no queen".into());
        wins(stage, ledger);
    }),
    form("the queen does not win", |stage, _, ledger| {
        let wins = stage.is_our_turn()
            && stage.ours(Role::Queen).is_some()
            && stage.our_grade().grade == Grade::Win;
        ledger.claim(!wins, || "she does".into());
    }),
    form("the knight gives check", |stage, _, ledger| {
        let king = stage.their_king();
        let checks = stage
            .ours(Role::Knight)
            .is_some_and(|knight| stage.now.checkers().contains(knight));
        ledger.claim(checks, || format!("the king on {king} is not attacked"));
    }),
    // Our king.
    form(
        "our king on {square} guards the queening square {square}",
        |stage, read, ledger| {
            stands(stage, Role::King, read.square(0), ledger);
            let (king, goal) = (stage.our_king(), read.square(1));
            ledger.claim(king == read.square(0) && adjacent(king, goal), || {
                format!("the king on {king} does not")
            });
            let truly = pawn(stage).map(|pawn| queening_square(stage.us(), pawn));
            ledger.claim(truly == Some(goal), || {
                format!("the pawn queens on {truly:?}")
            });
        },
    ),
    form(
        "our king stands on a file between the pawn and their king",
        |stage, _, ledger| {
            let between = pawn(stage)
                .is_some_and(|pawn| file_divides(stage.our_king(), pawn, stage.their_king()));
            ledger.claim(between, || "he does not".into());
        },
    ),
    form(
        "our king comes nearer to the pawn: {n} steps instead of {n}",
        |stage, read, ledger| {
            let (was, is) = change(stage, |stage| Some(steps(stage.our_king(), pawn(stage)?)));
            let told = (Some(Some(read.number(1))), Some(read.number(0)));
            ledger.claim((was, is) == told, || {
                format!("{is:?} steps, before {was:?}")
            });
            ledger.claim(read.number(0) < read.number(1), || "he is no nearer".into());
        },
    ),
    form(
        "our king is within {n} steps of the pawn, or it has queened, or the rook can be taken",
        |stage, read, ledger| {
            let near =
                pawn(stage).is_some_and(|pawn| steps(stage.our_king(), pawn) <= read.number(0));
            let is_so = near || stage.ours(Role::Queen).is_some() || rook_is_loose(stage);
            ledger.claim(is_so, || "none of it is so".into());
        },
    ),
    // Their king.
    form(
        "their king is not beside the pawn's road",
        |stage, _, ledger| {
            let far = to_our_road(stage);
            ledger.claim(far.is_some_and(|far| far >= 2), || {
                format!("he is {far:?} steps away")
            });
        },
    ),
    form(
        "their king is on the pawn's road or beside it",
        |stage, _, ledger| {
            let far = to_our_road(stage);
            ledger.claim(far.is_none_or(|far| far <= 1), || {
                format!("he is {far:?} steps away")
            });
        },
    ),
    // Their rook.
    form(
        "we attack the rook, and nobody guards it",
        |stage, _, ledger| {
            ledger.claim(rook_is_loose(stage), || "that is not so".into());
        },
    ),
    form(
        "the rook is guarded, or we do not attack it",
        |stage, _, ledger| {
            ledger.claim(!rook_is_loose(stage), || "it is loose".into());
        },
    ),
    form("the rook is won", |stage, _, ledger| {
        ledger.claim(is_rook_won(stage), || "it is not".into());
    }),
    form("the rook is not won", |stage, _, ledger| {
        ledger.claim(!is_rook_won(stage), || "it is".into());
    }),
    form(
        "the rook is gone, and what is left wins",
        |stage, _, ledger| {
            ledger.claim(their_rook(stage).is_none(), || "it is there".into());
            wins(stage, ledger);
        },
    ),
    form(
        "the rook is gone, or we are stalemated, or we win",
        |stage, _, ledger| {
            let is_so = their_rook(stage).is_none()
                || (stage.is_our_turn() && stage.now.is_stalemate())
                || stage.our_grade().grade == Grade::Win;
            ledger.claim(is_so, || "none of it is so".into());
        },
    ),
    // What is left to us.
    form("we have something left to win with", |stage, _, ledger| {
        ledger.claim(is_armed(stage), || "we have nothing".into());
    }),
    form("we have nothing left to win with", |stage, _, ledger| {
        ledger.claim(!is_armed(stage), || "we have something".into());
    }),
    form(
        "we have something left to win with, and there is no stalemate",
        |stage, _, ledger| {
            ledger.claim(is_alive(stage), || "one of the two is not so".into());
        },
    ),
    form(
        "we have nothing left to win with, or it is stalemate",
        |stage, _, ledger| {
            ledger.claim(!is_alive(stage), || "neither is so".into());
        },
    ),
];

/// Our pawn.
fn pawn(stage: &Stage<'_>) -> Option<Square> {
    stage.ours(Role::Pawn)
}

fn their_rook(stage: &Stage<'_>) -> Option<Square> {
    stage.theirs(Role::Rook)
}

/// King steps from their king to the nearest square that our pawn has still to pass.
fn to_our_road(stage: &Stage<'_>) -> Option<u32> {
    let squares = road(stage.us(), pawn(stage)?).into_iter();
    squares
        .map(|square| steps(stage.their_king(), square))
        .min()
}

/// We attack their rook, and their king does not guard it.
fn rook_is_loose(stage: &Stage<'_>) -> bool {
    their_rook(stage).is_some_and(|rook| {
        attacked_by(stage.board(), stage.us()).contains(rook) && !adjacent(rook, stage.their_king())
    })
}

/// Their rook is gone, and we have a queen or rook that they do not attack or that our king guards.
fn is_rook_won(stage: &Stage<'_>) -> bool {
    let ours = stage.board().by_color(stage.us());
    let heavy = ours & (stage.board().queens() | stage.board().rooks());
    let loose = |man: Square| adjacent(man, stage.their_king()) && !adjacent(man, stage.our_king());
    let is_safe = !(ours & !Bitboard::from(stage.our_king()))
        .into_iter()
        .any(loose);
    !stage.is_our_turn() && their_rook(stage).is_none() && !heavy.is_empty() && is_safe
}

/// We have a pawn, a queen or a rook.
fn is_armed(stage: &Stage<'_>) -> bool {
    let board = stage.board();
    let men = board.pawns() | board.queens() | board.rooks();
    !(men & board.by_color(stage.us())).is_empty()
}

/// And their king is not stalemated.
fn is_alive(stage: &Stage<'_>) -> bool {
    is_armed(stage) && (stage.is_our_turn() || !stage.now.is_stalemate())
}

fn wins(stage: &Stage<'_>, ledger: &mut Ledger) {
    let grade = stage.our_grade().grade;
    ledger.claim(grade == Grade::Win, || format!("it is a {}", grade.name()));
}
