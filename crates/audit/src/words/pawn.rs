//! Kings and pawns: opposition, the square of the pawn, key squares.

use shakmaty::{Color, Position, Role, Square};

use super::common::{can_be_taken, change, has_opposition, stands};
use crate::arbiter::Grade;
use crate::geometry::{
    adjacent, ahead, column, files_apart, in_pawn_square, key_squares, moves_to_queen,
    queening_square, ranks_apart, road, row_of, steps,
};
use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form};
use crate::stage::Stage;

pub(super) const FORMS: &[SentenceForm] = &[
    // Opposition.
    form("they have the opposition", |stage, _, ledger| {
        ledger.claim(has_opposition(stage, stage.them()), || {
            "they do not have it".into()
        });
    }),
    form("they do not have the opposition", |stage, _, ledger| {
        ledger.claim(!has_opposition(stage, stage.them()), || {
            "they have it".into()
        });
    }),
    form(
        "we have the opposition in front of the pawn",
        |stage, _, ledger| {
            ledger.claim(has_opposition(stage, stage.us()), || {
                "we do not have it".into()
            });
            ledger.claim(is_ahead(stage), || "our king is not in front".into());
        },
    ),
    form("we have the opposition", |stage, _, ledger| {
        ledger.claim(has_opposition(stage, stage.us()), || {
            "we do not have it".into()
        });
    }),
    form(
        "the kings stand on {square} and {square}",
        |stage, read, ledger| {
            let there = [read.square(0), read.square(1)] == [stage.our_king(), stage.their_king()];
            ledger.claim(there, || "they do not".into());
        },
    ),
    form("they are to move", |stage, _, ledger| {
        ledger.claim(!stage.is_our_turn(), || "we are to move".into());
    }),
    form("their king has to give way", |stage, _, ledger| {
        ledger.claim(has_opposition(stage, stage.us()), || "he has not".into());
    }),
    // The square of the pawn.
    form(
        "their king is in the square of the pawn",
        |stage, _, ledger| {
            inside(stage, stage.their_king(), true, ledger);
        },
    ),
    form(
        "our king is in the square of the pawn",
        |stage, _, ledger| {
            inside(stage, stage.our_king(), true, ledger);
        },
    ),
    form(
        "our king is outside the square of the pawn",
        |stage, _, ledger| {
            inside(stage, stage.our_king(), false, ledger);
        },
    ),
    form(
        "our king leaves the square of the pawn",
        |stage, _, ledger| {
            let (was, is) = change(stage, king_in_square);
            ledger.claim(was == Some(true), || "he was outside".into());
            ledger.claim(!is, || "he is inside".into());
        },
    ),
    form(
        "our king steps into the square of the pawn",
        |stage, _, ledger| {
            let (was, is) = change(stage, king_in_square);
            ledger.claim(was == Some(false), || "he was inside".into());
            ledger.claim(is, || "he is outside".into());
        },
    ),
    form(
        "our king stays in the square of the pawn",
        |stage, _, ledger| {
            let (was, is) = change(stage, king_in_square);
            ledger.claim(was == Some(true), || "he was outside".into());
            ledger.claim(is, || "he is outside".into());
        },
    ),
    form(
        "our king is in the square of the pawn, and at least two steps nearer to {square} than theirs",
        |stage, read, ledger| {
            inside(stage, stage.our_king(), true, ledger);
            two_steps_nearer(stage, read.square(0), ledger);
        },
    ),
    form(
        "our king is at least two steps nearer to {square} than theirs",
        |stage, read, ledger| {
            two_steps_nearer(stage, read.square(0), ledger);
        },
    ),
    form(
        "the pawn is caught before their king can help",
        |stage, _, ledger| {
            inside(stage, stage.our_king(), true, ledger);
            let grade = stage.our_grade().grade;
            ledger.claim(grade == Grade::Draw, || format!("it is a {}", grade.name()));
        },
    ),
    // The road of the pawn.
    form("their king stands before the pawn", |stage, _, ledger| {
        let king = stage.their_king();
        let before = pawn(stage).is_some_and(|(color, pawn)| road(color, pawn).contains(&king));
        ledger.claim(before, || format!("{king} is not on its way"));
    }),
    form("the corner is ours", |stage, _, ledger| {
        let first = pawn(stage).is_some_and(|(color, pawn)| {
            let corner = queening_square(color, pawn);
            steps(stage.our_king(), corner) <= steps(stage.their_king(), corner)
        });
        let grade = stage.our_grade().grade;
        ledger.claim(
            is_rooks_pawn(stage) && first && grade == Grade::Draw,
            || "it is not".into(),
        );
    }),
    form("our king bars the road", |stage, _, ledger| {
        ledger.claim(king_on_road(stage), || "he is not on it".into());
    }),
    form(
        "our king on {square} bars the road of the pawn",
        |stage, read, ledger| {
            stands(stage, Role::King, read.square(0), ledger);
            ledger.claim(king_on_road(stage), || "he is not on its road".into());
        },
    ),
    form(
        "our king on {square} stands on the road of the rook's pawn",
        |stage, read, ledger| {
            stands(stage, Role::King, read.square(0), ledger);
            ledger.claim(king_on_road(stage), || "he is not on its road".into());
            ledger.claim(is_rooks_pawn(stage), || "it is no rook's pawn".into());
        },
    ),
    form(
        "our king leaves the road of the pawn",
        |stage, _, ledger| {
            let (was, is) = change(stage, king_on_road);
            ledger.claim(was == Some(true), || "he was not on it".into());
            ledger.claim(!is, || "he is on it".into());
        },
    ),
    form(
        "our king on {square} is two squares before the pawn",
        |stage, read, ledger| {
            stands(stage, Role::King, read.square(0), ledger);
            let post = pawn(stage).and_then(|(color, pawn)| ahead(color, pawn, 2));
            ledger.claim(post == Some(stage.our_king()), || {
                format!("that is {post:?}")
            });
        },
    ),
    form("their king is not beside it", |stage, _, ledger| {
        let king = stage.their_king();
        let beside = pawn(stage)
            .is_some_and(|(_, pawn)| files_apart(king, pawn) == 1 && ranks_apart(king, pawn) == 0);
        ledger.claim(!beside, || "he is".into());
    }),
    form(
        "our king goes away from the square before the pawn: {n} steps instead of {n}",
        |stage, read, ledger| {
            to_square_before(stage, read.number(0), Some(read.number(1)), ledger);
            ledger.claim(read.number(0) > read.number(1), || "he does not".into());
        },
    ),
    form(
        "our king comes nearer to the square before the pawn: {n} steps",
        |stage, read, ledger| {
            to_square_before(stage, read.number(0), None, ledger);
            let (was, is) = change(stage, steps_before);
            ledger.claim(is < was.flatten(), || {
                format!("{is:?} steps, before {was:?}")
            });
        },
    ),
    form(
        "our king comes to {square} before theirs comes to {square}, and cannot be driven out",
        |stage, read, ledger| {
            let ours = steps(stage.our_king(), read.square(0));
            let theirs = steps(stage.their_king(), read.square(1));
            ledger.claim(ours < theirs, || format!("{ours} steps against {theirs}"));
            let grade = stage.our_grade().grade;
            ledger.claim(grade == Grade::Draw, || format!("it is a {}", grade.name()));
        },
    ),
    form(
        "their king is shut in before his own pawn",
        |stage, _, ledger| {
            let king = stage.their_king();
            let shut = pawn(stage).is_some_and(|(color, pawn)| {
                let moves = stage.now.legal_moves();
                color == stage.them()
                    && road(color, pawn).contains(&king)
                    && moves.iter().all(|m| column(m.to()) == column(pawn))
            });
            ledger.claim(shut && !stage.is_our_turn(), || "he can come out".into());
        },
    ),
    form("they have nothing left to mate with", |stage, _, ledger| {
        let n = stage.board().by_color(stage.them()).count();
        ledger.claim(n == 1, || format!("they have {n} men"));
    }),
    // Key squares.
    form("their king stands on a key square", |stage, _, ledger| {
        let king = stage.their_king();
        let pawn = stage.theirs(Role::Pawn);
        let on_key = pawn.is_some_and(|pawn| key_squares(stage.them(), pawn).contains(&king));
        ledger.claim(on_key, || format!("{king} is no key square of their pawn"));
    }),
    form(
        "our king on {square} stands on a key square of the pawn",
        |stage, read, ledger| {
            stands(stage, Role::King, read.square(0), ledger);
            ledger.claim(king_on_key(stage), || "he does not".into());
        },
    ),
    form("our king stands on a key square", |stage, _, ledger| {
        ledger.claim(king_on_key(stage), || "he does not".into());
    }),
    form("our king keeps a key square", |stage, _, ledger| {
        let (was, is) = change(stage, king_on_key);
        ledger.claim(was == Some(true), || "he had none".into());
        ledger.claim(is, || "he has none".into());
    }),
    form("our king leaves the key squares", |stage, _, ledger| {
        let (was, is) = change(stage, king_on_key);
        ledger.claim(was == Some(true), || "he was on none".into());
        ledger.claim(!is, || "he is on one".into());
    }),
    form(
        "our king comes nearer to the key squares: {n} steps",
        |stage, read, ledger| {
            nearer_to_keys(stage, read.number(0), ledger);
        },
    ),
    form(
        "their king is kept off the key squares",
        |stage, _, ledger| {
            let on_key = stage
                .theirs(Role::Pawn)
                .is_some_and(|pawn| key_squares(stage.them(), pawn).contains(&stage.their_king()));
            let grade = stage.our_grade().grade;
            ledger.claim(!on_key && grade == Grade::Draw, || "he is not".into());
        },
    ),
    form(
        "after the push our king is not on a key square any more",
        |stage, _, ledger| {
            let (was, is) = change(stage, king_on_key);
            ledger.claim(was == Some(true), || "he was on none".into());
            ledger.claim(!is, || "he is on one".into());
            let (before, now) = change(stage, |stage| stage.ours(Role::Pawn));
            ledger.claim(before != Some(now), || "the pawn has not moved".into());
        },
    ),
    // King and pawn.
    form(
        "our king on {square} is ahead of the pawn",
        |stage, read, ledger| {
            stands(stage, Role::King, read.square(0), ledger);
            ledger.claim(is_ahead(stage), || "he is not".into());
        },
    ),
    form("our king goes ahead of the pawn", |stage, _, ledger| {
        let (was, is) = change(stage, is_ahead);
        ledger.claim(was == Some(false), || "he was ahead".into());
        ledger.claim(is, || "he is not".into());
    }),
    form("the pawn goes ahead of our king", |stage, _, ledger| {
        let rows =
            pawn(stage).map(|(color, pawn)| (row_of(color, pawn), row_of(color, stage.our_king())));
        ledger.claim(rows.is_some_and(|(pawn, king)| pawn > king), || {
            format!("the pawn and the king are on the ranks {rows:?}")
        });
    }),
    form(
        "our king on {square} guards the pawn",
        |stage, read, ledger| {
            stands(stage, Role::King, read.square(0), ledger);
            let guards = stage
                .ours(Role::Pawn)
                .is_some_and(|pawn| adjacent(pawn, stage.our_king()));
            ledger.claim(guards, || "he does not".into());
        },
    ),
    form(
        "our king goes away from the pawn: {n} steps instead of {n}",
        |stage, read, ledger| {
            let (was, is) = change(stage, |stage| Some(steps(stage.our_king(), pawn(stage)?.1)));
            let told = (Some(Some(read.number(1))), Some(read.number(0)));
            ledger.claim((was, is) == told, || {
                format!("{is:?} steps, before {was:?}")
            });
            ledger.claim(read.number(0) > read.number(1), || "he does not".into());
        },
    ),
    form("our king stands on {square}", |stage, read, ledger| {
        let king = stage.our_king();
        ledger.claim(king == read.square(0), || format!("he stands on {king}"));
    }),
    form("the pawn cannot be taken", |stage, _, ledger| {
        let safe = stage
            .ours(Role::Pawn)
            .is_some_and(|pawn| !can_be_taken(stage, pawn));
        ledger.claim(safe, || "it can".into());
    }),
    form("the pawn has been taken", |stage, _, ledger| {
        let gone = stage.board().by_role(Role::Pawn).is_empty();
        ledger.claim(gone, || "it is there".into());
    }),
    form(
        "the pawn stands on {square}, and cannot be taken",
        |stage, read, ledger| {
            stands(stage, Role::Pawn, read.square(0), ledger);
            ledger.claim(!can_be_taken(stage, read.square(0)), || {
                "it can be taken".into()
            });
        },
    ),
    form(
        "the pawn runs: it queens in {n} moves, and their king is {n} steps from {square}",
        |stage, read, ledger| {
            runs(
                stage,
                read.number(0),
                read.number(1),
                read.square(2),
                ledger,
            );
        },
    ),
    // Ranks.
    form("our king is ahead of the pawn", |stage, _, ledger| {
        ledger.claim(goes_before(stage), || "he is not".into());
    }),
    form("our king is not ahead of the pawn", |stage, _, ledger| {
        ledger.claim(!goes_before(stage), || "he is".into());
    }),
    form("our king stands behind the pawn", |stage, _, ledger| {
        ledger.claim(is_behind(stage), || "he does not".into());
    }),
    form(
        "our king does not stand behind the pawn",
        |stage, _, ledger| {
            ledger.claim(!is_behind(stage), || "he does".into());
        },
    ),
    form("the pawn has reached the sixth rank", |stage, _, ledger| {
        ledger.claim(pawn_row(stage) >= Some(6), || "it has not".into());
    }),
    form(
        "the pawn has not reached the sixth rank",
        |stage, _, ledger| {
            ledger.claim(pawn_row(stage) < Some(6), || "it has".into());
        },
    ),
    form("the pawn has gone forward", |stage, _, ledger| {
        ledger.claim(pawn_row(stage) > pawn_row(&stage.at_root()), || {
            "it has not".into()
        });
    }),
    form("the pawn has not gone forward", |stage, _, ledger| {
        ledger.claim(pawn_row(stage) <= pawn_row(&stage.at_root()), || {
            "it has".into()
        });
    }),
    // Queens.
    form("there is a {man}", |stage, read, ledger| {
        let men = stage.board().by_color(stage.us()) & stage.board().by_role(read.man(0));
        ledger.claim(!men.is_empty(), || "there is none".into());
    }),
    form("she cannot be taken", |stage, _, ledger| {
        queen_stays(stage, ledger)
    }),
    form(
        "there is a queen that cannot be taken",
        |stage, _, ledger| {
            queen_stays(stage, ledger);
        },
    ),
    form("the new queen cannot be taken", |stage, _, ledger| {
        queen_stays(stage, ledger)
    }),
    form("it is not stalemate", |stage, _, ledger| {
        ledger.claim(!stage.now.is_stalemate(), || "it is".into());
    }),
    form(
        "their king has to leave the queening square",
        |stage, _, ledger| {
            let there = stage
                .ours(Role::Pawn)
                .is_some_and(|pawn| stage.their_king() == queening_square(stage.us(), pawn));
            let must = !stage.is_our_turn() && !stage.now.legal_moves().is_empty();
            ledger.claim(there && must, || "he has not".into());
        },
    ),
];

/// The rank of our pawn, as we count.
fn pawn_row(stage: &Stage<'_>) -> Option<u32> {
    let pawn = stage.ours(Role::Pawn)?;
    Some(row_of(stage.us(), pawn))
}

/// Our king is on a higher rank than our pawn, on its file or a neighbouring one.
fn goes_before(stage: &Stage<'_>) -> bool {
    let king = stage.our_king();
    let is_near = |pawn: Square| files_apart(king, pawn) <= 1;
    stage.ours(Role::Pawn).is_some_and(is_near) && Some(row_of(stage.us(), king)) > pawn_row(stage)
}

/// Our king is on a lower rank than our pawn.
fn is_behind(stage: &Stage<'_>) -> bool {
    Some(row_of(stage.us(), stage.our_king())) < pawn_row(stage)
}

/// The only pawn on the board.
fn pawn(stage: &Stage<'_>) -> Option<(Color, Square)> {
    let pawn = stage.board().by_role(Role::Pawn).single_square()?;
    Some((stage.board().color_at(pawn)?, pawn))
}

fn inside(stage: &Stage<'_>, king: Square, told: bool, ledger: &mut Ledger) {
    let inside = pawn(stage).map(|(color, pawn)| in_pawn_square(king, color, pawn));
    ledger.claim(inside == Some(told), || match inside {
        Some(true) => format!("{king} is inside"),
        Some(false) => format!("{king} is outside"),
        None => "there is no pawn".into(),
    });
}

fn king_in_square(stage: &Stage<'_>) -> bool {
    pawn(stage).is_some_and(|(color, pawn)| in_pawn_square(stage.our_king(), color, pawn))
}

fn king_on_road(stage: &Stage<'_>) -> bool {
    pawn(stage).is_some_and(|(color, pawn)| road(color, pawn).contains(&stage.our_king()))
}

fn is_rooks_pawn(stage: &Stage<'_>) -> bool {
    pawn(stage).is_some_and(|(_, pawn)| matches!(column(pawn), 1 | 8))
}

/// Our king stands on a key square of our pawn.
fn king_on_key(stage: &Stage<'_>) -> bool {
    let pawn = stage.ours(Role::Pawn);
    pawn.is_some_and(|pawn| key_squares(stage.us(), pawn).contains(&stage.our_king()))
}

/// Our king is on a higher rank than our pawn.
fn is_ahead(stage: &Stage<'_>) -> bool {
    let us = stage.us();
    let pawn = stage.ours(Role::Pawn);
    pawn.is_some_and(|pawn| row_of(us, stage.our_king()) > row_of(us, pawn))
}

fn two_steps_nearer(stage: &Stage<'_>, to: Square, ledger: &mut Ledger) {
    let (ours, theirs) = (steps(stage.our_king(), to), steps(stage.their_king(), to));
    ledger.claim(ours + 2 <= theirs, || {
        format!("{ours} steps against {theirs}")
    });
}

/// From our king to the square before the pawn.
fn steps_before(stage: &Stage<'_>) -> Option<u32> {
    let (color, pawn) = pawn(stage)?;
    Some(steps(stage.our_king(), ahead(color, pawn, 1)?))
}

fn to_square_before(stage: &Stage<'_>, is: u32, was: Option<u32>, ledger: &mut Ledger) {
    let (truly_was, truly_is) = change(stage, steps_before);
    ledger.claim(truly_is == Some(is), || {
        format!("he is {truly_is:?} steps away")
    });
    if was.is_some() {
        ledger.claim(truly_was.flatten() == was, || {
            format!("he was {truly_was:?} steps away")
        });
    }
}

fn nearer_to_keys(stage: &Stage<'_>, n: u32, ledger: &mut Ledger) {
    let (was, is) = change(stage, |stage| {
        let pawn = stage.ours(Role::Pawn)?;
        let keys = key_squares(stage.us(), pawn).into_iter();
        keys.map(|key| steps(key, stage.our_king())).min()
    });
    ledger.claim(is == Some(n), || format!("he is {is:?} steps away"));
    ledger.claim(is < was.flatten(), || format!("he was {was:?} steps away"));
}

/// A pawn runs if nobody catches it: it needs so many moves, and their king so many steps.
fn runs(stage: &Stage<'_>, moves: u32, far: u32, to: Square, ledger: &mut Ledger) {
    let Some(pawn) = stage.ours(Role::Pawn) else {
        ledger.refute("there is no pawn");
        return;
    };
    let us = stage.us();
    let n = moves_to_queen(us, pawn);
    ledger.claim(n == moves, || format!("it needs {n} moves"));
    ledger.claim(to == queening_square(us, pawn), || {
        "it queens elsewhere".into()
    });
    let truly = steps(stage.their_king(), to);
    ledger.claim(truly == far, || format!("he is {truly} steps away"));
    let grade = stage.our_grade().grade;
    ledger.claim(grade == Grade::Win, || format!("it is a {}", grade.name()));
}

fn queen_stays(stage: &Stage<'_>, ledger: &mut Ledger) {
    let queen = stage.ours(Role::Queen);
    ledger.claim(
        queen.is_some_and(|queen| !can_be_taken(stage, queen)),
        || "she can be taken, or there is none".into(),
    );
}
