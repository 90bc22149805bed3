//! Rook or queen as a wall: boxes, kings that are cut off, kings that come near.

use shakmaty::{Position, Role, Square};

use super::common::{can_be_taken, change, has_opposition, has_to_move, stands};
use crate::geometry::{
    adjacent, box_size, divides, file_divides, files_apart, rank_divides, ranks_apart, steps,
};
use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form};
use crate::stage::Stage;

pub(super) const FORMS: &[SentenceForm] = &[
    // The wall between the kings.
    form(
        "the {man} on {square} divides the kings",
        |stage, read, ledger| {
            stands(stage, read.man(0), read.square(1), ledger);
            divides_kings(stage, read.square(1), ledger);
        },
    ),
    form(
        "the {man} on {square} stands between the kings",
        |stage, read, ledger| {
            stands(stage, read.man(0), read.square(1), ledger);
            divides_kings(stage, read.square(1), ledger);
        },
    ),
    form(
        "the {man} on {square} stands between the kings, next to its own",
        |stage, read, ledger| {
            stands(stage, read.man(0), read.square(1), ledger);
            divides_kings(stage, read.square(1), ledger);
            let king = stage.our_king();
            ledger.claim(adjacent(king, read.square(1)), || {
                format!("our king is {} steps away", steps(king, read.square(1)))
            });
        },
    ),
    form(
        "the {man} divides the kings on the file next to our king's",
        |stage, read, ledger| {
            let king = stage.our_king();
            let wall = stage.ours(read.man(0));
            let there = wall.is_some_and(|wall| {
                file_divides(wall, king, stage.their_king()) && files_apart(wall, king) == 1
            });
            ledger.claim(there, || "its file is not there".into());
        },
    ),
    form(
        "the {man} divides the kings on the rank next to our king's",
        |stage, read, ledger| {
            let king = stage.our_king();
            let wall = stage.ours(read.man(0));
            let there = wall.is_some_and(|wall| {
                rank_divides(wall, king, stage.their_king()) && ranks_apart(wall, king) == 1
            });
            ledger.claim(there, || "its rank is not there".into());
        },
    ),
    form(
        "the {man} on {square} stands on a line next to our king's",
        |stage, read, ledger| {
            stands(stage, read.man(0), read.square(1), ledger);
            let (king, wall) = (stage.our_king(), read.square(1));
            let beside = files_apart(wall, king) == 1 || ranks_apart(wall, king) == 1;
            ledger.claim(beside, || format!("our king is on {king}"));
        },
    ),
    form(
        "the {man} does not divide the kings any more",
        |stage, read, ledger| {
            let (was, is) = change(stage, |stage| is_between_kings(stage, read.man(0)));
            ledger.claim(was == Some(true), || "it did not before".into());
            ledger.claim(!is, || "it does".into());
        },
    ),
    form(
        "the {man} comes between the kings",
        |stage, read, ledger| {
            let (was, is) = change(stage, |stage| is_between_kings(stage, read.man(0)));
            ledger.claim(was == Some(false), || "it was there before".into());
            ledger.claim(is, || "it does not divide them".into());
        },
    ),
    form(
        "the {man} still divides the kings",
        |stage, read, ledger| {
            let (was, is) = change(stage, |stage| is_between_kings(stage, read.man(0)));
            ledger.claim(was == Some(true), || "it did not before".into());
            ledger.claim(is, || "it does not".into());
        },
    ),
    // The box.
    form(
        "the {man} on {square} leaves their king a box of {n} squares",
        |stage, read, ledger| {
            stands(stage, read.man(0), read.square(1), ledger);
            let size = box_size(read.square(1), stage.their_king());
            ledger.claim(size == Some(read.number(2)), || {
                format!("the box has {size:?} squares")
            });
        },
    ),
    form(
        "the box opened: {n} to {n} squares",
        |stage, read, ledger| {
            box_was(stage, read.number(0), ledger);
            box_is(stage, read.number(1), ledger);
            ledger.claim(read.number(1) > read.number(0), || "it is no larger".into());
        },
    ),
    form(
        "the box gets smaller: {n} squares instead of {n}",
        |stage, read, ledger| {
            box_is(stage, read.number(0), ledger);
            box_was(stage, read.number(1), ledger);
            ledger.claim(read.number(0) < read.number(1), || {
                "it is no smaller".into()
            });
        },
    ),
    form(
        "the box does not get smaller: it has {n} squares",
        |stage, read, ledger| {
            box_is(stage, read.number(0), ledger);
            let (was, is) = change(stage, our_box);
            ledger.claim(was.flatten() <= is, || "it gets smaller".into());
        },
    ),
    form(
        "the {man} shuts their king in: the box has {n} squares",
        |stage, read, ledger| {
            box_is(stage, read.number(1), ledger);
            ledger.claim(is_between_kings(stage, read.man(0)), || {
                "our king is not outside of it".into()
            });
        },
    ),
    form(
        "their king stands on a line with the {man}, so there is no box any more",
        |stage, _, ledger| {
            let (was, is) = change(stage, our_box);
            ledger.claim(was.flatten().is_some(), || "there was none before".into());
            ledger.claim(is.is_none(), || format!("the box has {is:?} squares"));
        },
    ),
    form(
        "a waiting move: the box stays closed, and their king has to move",
        |stage, _, ledger| {
            let (was, is) = change(stage, our_box);
            ledger.claim(is.is_some() && was == Some(is), || {
                format!("the box was {was:?} and is {is:?}")
            });
            ledger.claim(has_to_move(stage), || {
                "their king does not have to move".into()
            });
        },
    ),
    // Kings.
    form(
        "our king goes away: {n} steps from theirs instead of {n}",
        |stage, read, ledger| {
            kings_apart(stage, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) > read.number(1), || {
                "it is no farther".into()
            });
        },
    ),
    form(
        "our king comes nearer: {n} steps from theirs instead of {n}",
        |stage, read, ledger| {
            kings_apart(stage, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) < read.number(1), || "it is no nearer".into());
        },
    ),
    form("our king comes a file nearer", |stage, _, ledger| {
        let (was, is) = change(stage, |stage| {
            files_apart(stage.our_king(), stage.their_king())
        });
        ledger.claim(was == Some(is + 1), || {
            format!("{is} files, before {was:?}")
        });
    }),
    form("our king comes a rank nearer", |stage, _, ledger| {
        let (was, is) = change(stage, |stage| {
            ranks_apart(stage.our_king(), stage.their_king())
        });
        ledger.claim(was == Some(is + 1), || {
            format!("{is} ranks, before {was:?}")
        });
    }),
    form("our king takes the opposition", |stage, _, ledger| {
        let (was, is) = change(stage, our_king_of);
        ledger.claim(was != Some(is), || "he has not moved".into());
        ledger.claim(has_opposition(stage, stage.us()), || {
            "we do not have it".into()
        });
    }),
    form("our king guards the {man}", |stage, read, ledger| {
        let guards = |stage: &Stage<'_>| {
            stage
                .ours(read.man(0))
                .is_some_and(|man| adjacent(man, stage.our_king()))
        };
        ledger.claim(guards(stage), || "he does not".into());
    }),
    form(
        "the king on {square} comes nearer to {square}",
        |stage, read, ledger| {
            king_comes_nearer(stage, read.square(0), read.square(1), ledger);
        },
    ),
    form(
        "the king on {square} comes nearer",
        |stage, read, ledger| {
            king_comes_nearer(stage, read.square(0), stage.their_king(), ledger);
        },
    ),
    form(
        "the king on {square} stays near the {man}",
        |stage, read, ledger| {
            stands(stage, Role::King, read.square(0), ledger);
            let far = stage
                .ours(read.man(1))
                .map(|man| steps(man, read.square(0)));
            ledger.claim(far.is_some_and(|far| far <= 2), || {
                format!("they are {far:?} steps apart")
            });
        },
    ),
    // Where the wall is safe.
    form(
        "the {man} on {square} is {n} steps from their king",
        |stage, read, ledger| {
            stands(stage, read.man(0), read.square(1), ledger);
            let far = steps(read.square(1), stage.their_king());
            ledger.claim(far == read.number(2), || format!("it is {far} steps away"));
        },
    ),
    form(
        "the {man} runs to safety: {n} steps from their king",
        |stage, read, ledger| {
            let Some(man) = stage.ours(read.man(0)) else {
                ledger.refute("it is gone");
                return;
            };
            let far = steps(man, stage.their_king());
            ledger.claim(far == read.number(1), || format!("it is {far} steps away"));
            ledger.claim(!can_be_taken(stage, man), || "it can be taken".into());
            let was_near = stage.before().and_then(|before| {
                let man = before.ours(read.man(0))?;
                Some(steps(man, before.their_king()) <= 2)
            });
            ledger.claim(was_near == Some(true), || "it was in no danger".into());
        },
    ),
    form(
        "the {man} leaves their king {n} moves",
        |stage, read, ledger| {
            let n = stage.now.legal_moves().len() as u32;
            ledger.claim(!stage.is_our_turn() && n == read.number(1), || {
                format!("he has {n}")
            });
        },
    ),
    form(
        "whatever they reply, the {man} mates next",
        |stage, read, ledger| {
            let mates = |next: &Stage<'_>| {
                let moves = next.now.legal_moves();
                moves
                    .into_iter()
                    .any(|m| m.role() == read.man(0) && next.after(m).now.is_checkmate())
            };
            let replies = stage.now.legal_moves();
            let all =
                !replies.is_empty() && replies.into_iter().all(|reply| mates(&stage.after(reply)));
            ledger.claim(all, || "there is a reply without mate".into());
        },
    ),
];

fn our_king_of(stage: &Stage<'_>) -> Square {
    stage.our_king()
}

/// The box that our rook or queen leaves their king.
fn our_box(stage: &Stage<'_>) -> Option<u32> {
    let wall = stage.ours(Role::Rook).or(stage.ours(Role::Queen))?;
    box_size(wall, stage.their_king())
}

fn box_is(stage: &Stage<'_>, n: u32, ledger: &mut Ledger) {
    let size = our_box(stage);
    ledger.claim(size == Some(n), || format!("the box has {size:?} squares"));
}

fn box_was(stage: &Stage<'_>, n: u32, ledger: &mut Ledger) {
    let size = change(stage, our_box).0.flatten();
    ledger.claim(size == Some(n), || format!("the box had {size:?} squares"));
}

fn is_between_kings(stage: &Stage<'_>, role: Role) -> bool {
    let wall = stage.ours(role);
    wall.is_some_and(|wall| divides(wall, stage.our_king(), stage.their_king()))
}

fn divides_kings(stage: &Stage<'_>, wall: Square, ledger: &mut Ledger) {
    let (ours, theirs) = (stage.our_king(), stage.their_king());
    ledger.claim(divides(wall, ours, theirs), || {
        format!("neither the file nor the rank of {wall} is between {ours} and {theirs}")
    });
}

/// The kings are so many steps apart, and were so many.
fn kings_apart(stage: &Stage<'_>, is: u32, was: u32, ledger: &mut Ledger) {
    let (truly_was, truly_is) = change(stage, |stage| steps(stage.our_king(), stage.their_king()));
    ledger.claim(truly_is == is && truly_was == Some(was), || {
        format!("{truly_is} steps, before {truly_was:?}")
    });
}

/// The king is now fewer steps away from a square than before our move.
fn king_comes_nearer(stage: &Stage<'_>, king: Square, to: Square, ledger: &mut Ledger) {
    stands(stage, Role::King, king, ledger);
    let (was, is) = change(stage, |stage| steps(stage.our_king(), to));
    ledger.claim(was.is_some_and(|was| is < was), || {
        format!("{is} steps to {to}, before {was:?}")
    });
}
