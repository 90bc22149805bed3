//! Rook against knight: jumps, domination, pins, forks, and knights that fall.

use shakmaty::{Position, Role, Square};

use super::common::{can_be_taken, change, stands};
use super::consequence::{Hunt, cannot_be_saved};
use crate::arbiter::Grade;
use crate::geometry::{adjacent, in_corner, is_pinned, jumps, on_edge, safe_jumps, steps};
use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form};
use crate::stage::Stage;

pub(super) const FORMS: &[SentenceForm] = &[
    // Men that stand safely, or do not.
    form(
        "the {man} on {square} can be taken",
        |stage, read, ledger| {
            stands(stage, read.man(0), read.square(1), ledger);
            ledger.claim(can_be_taken(stage, read.square(1)), || {
                "no legal move takes it".into()
            });
        },
    ),
    form(
        "the {man} on {square} cannot be taken",
        |stage, read, ledger| {
            stays(stage, read.man(0), read.square(1), ledger);
        },
    ),
    form(
        "the {man} on {square} cannot be taken at once",
        |stage, read, ledger| {
            stays(stage, read.man(0), read.square(1), ledger);
        },
    ),
    form("the {man} on {square} is safe", |stage, read, ledger| {
        stays(stage, read.man(0), read.square(1), ledger);
    }),
    form(
        "the knight cannot be taken",
        |stage, _, ledger| match knight(stage) {
            Some(knight) => stays(stage, Role::Knight, knight, ledger),
            None => ledger.refute("there is no knight"),
        },
    ),
    form("the knight is safe", |stage, _, ledger| {
        let knight = stage.theirs(Role::Knight);
        let stays = knight.is_some_and(|knight| !can_be_taken(stage, knight));
        let holds = stage.our_grade().grade != Grade::Win;
        ledger.claim(stays && holds, || "it can be taken or is lost".into());
    }),
    form("their king guards the knight", |stage, _, ledger| {
        let knight = stage.theirs(Role::Knight);
        let guards = knight.is_some_and(|knight| adjacent(stage.their_king(), knight));
        ledger.claim(guards, || "he does not stand beside it".into());
    }),
    form("the {man} is gone", |stage, read, ledger| {
        let men = stage.board().by_color(stage.them()) & stage.board().by_role(read.man(0));
        ledger.claim(men.is_empty(), || "it is there".into());
    }),
    form("their king is mated", |stage, _, ledger| {
        ledger.claim(!stage.is_our_turn() && stage.now.is_checkmate(), || {
            "he is not".into()
        });
    }),
    form("they have nothing left to win with", |stage, _, ledger| {
        let n = stage.board().by_color(stage.them()).count();
        ledger.claim(n == 1, || format!("they have {n} men"));
    }),
    // Jumps.
    form("the knight has few jumps", |stage, _, ledger| {
        let n = n_jumps(stage);
        ledger.claim(n.is_some_and(|n| n <= 3), || {
            format!("it has {n:?} safe jumps")
        });
    }),
    form(
        "the knight is dominated: it has no safe jump",
        |stage, _, ledger| {
            let n = n_jumps(stage);
            ledger.claim(n == Some(0), || format!("it has {n:?} safe jumps"));
        },
    ),
    form(
        "the knight has {n} safe jumps instead of {n}",
        |stage, read, ledger| {
            jumps_changed(stage, read.number(0), read.number(1), ledger);
        },
    ),
    form(
        "the knight has less room: {n} safe jumps instead of {n}",
        |stage, read, ledger| {
            jumps_changed(stage, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) < read.number(1), || "it has not".into());
        },
    ),
    form(
        "the knight gets more room: {n} safe jumps instead of {n}",
        |stage, read, ledger| {
            jumps_changed(stage, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) > read.number(1), || "it does not".into());
        },
    ),
    form(
        "the knight on {square} cannot be taken, and has {n} safe jumps",
        |stage, read, ledger| {
            stays(stage, Role::Knight, read.square(0), ledger);
            has_jumps(stage, read.number(1), ledger);
        },
    ),
    // Pins, forks, attacks.
    form("the knight is pinned", |stage, _, ledger| {
        ledger.claim(knight_is_pinned(stage), || "it is not".into());
    }),
    form("the knight is not pinned any more", |stage, _, ledger| {
        let (was, is) = change(stage, knight_is_pinned);
        ledger.claim(was == Some(true), || "it was not".into());
        ledger.claim(!is, || "it is".into());
    }),
    form("the knight forks king and rook", |stage, _, ledger| {
        let forks = stage.ours(Role::Knight).is_some_and(|knight| {
            let hits = jumps(knight);
            hits.contains(stage.their_king())
                && stage
                    .theirs(Role::Rook)
                    .is_some_and(|rook| hits.contains(rook))
        });
        ledger.claim(forks, || "it does not".into());
    }),
    form(
        "the {man} was attacked, and is safe on {square}",
        |stage, read, ledger| {
            was_attacked(stage, read.man(0), ledger);
            stays(stage, read.man(0), read.square(1), ledger);
        },
    ),
    form(
        "the knight was attacked, and our king protects it now",
        |stage, _, ledger| {
            was_attacked(stage, Role::Knight, ledger);
            let guards = knight(stage).is_some_and(|knight| adjacent(knight, stage.our_king()));
            ledger.claim(guards, || "he does not".into());
        },
    ),
    form("our king attacks the {man}", |stage, read, ledger| {
        let attacks = stage
            .theirs(read.man(0))
            .is_some_and(|man| adjacent(man, stage.our_king()));
        ledger.claim(attacks, || "he does not".into());
    }),
    form("the rook attacks the knight", |stage, _, ledger| {
        let attacks = stage.ours(Role::Rook).zip(stage.theirs(Role::Knight));
        let attacks =
            attacks.is_some_and(|(rook, knight)| stage.board().attacks_from(rook).contains(knight));
        ledger.claim(attacks, || "it does not".into());
    }),
    // Edge and corner.
    form("our king goes into the corner", |stage, _, ledger| {
        enters(stage, |stage| in_corner(stage.our_king()), ledger);
    }),
    form("our king goes to the edge", |stage, _, ledger| {
        enters(stage, |stage| on_edge(stage.our_king()), ledger);
    }),
    form("the knight goes into the corner", |stage, _, ledger| {
        enters(stage, |stage| knight(stage).is_some_and(in_corner), ledger);
    }),
    form("our king leaves the corner", |stage, _, ledger| {
        enters(stage, |stage| !in_corner(stage.our_king()), ledger);
    }),
    form("our king leaves the edge", |stage, _, ledger| {
        enters(stage, |stage| !on_edge(stage.our_king()), ledger);
    }),
    form("the knight leaves the corner", |stage, _, ledger| {
        enters(
            stage,
            |stage| knight(stage).is_some_and(|knight| !in_corner(knight)),
            ledger,
        );
    }),
    // Distances.
    form(
        "king and knight move apart: {n} steps instead of {n}",
        |stage, read, ledger| {
            to_knight(stage, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) > read.number(1), || "they do not".into());
        },
    ),
    form(
        "king and knight come together: {n} steps apart instead of {n}",
        |stage, read, ledger| {
            to_knight(stage, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) < read.number(1), || "they do not".into());
        },
    ),
    form(
        "our king goes away from the knight: {n} steps instead of {n}",
        |stage, read, ledger| {
            to_knight(stage, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) > read.number(1), || "he does not".into());
        },
    ),
    form(
        "our king comes nearer to the knight: {n} steps, their king has {n}",
        |stage, read, ledger| {
            let (was, is) = change(stage, king_to_knight);
            ledger.claim(is == Some(read.number(0)), || {
                format!("he is {is:?} steps away")
            });
            ledger.claim(is < was.flatten(), || format!("he was {was:?} steps away"));
            theirs_to_knight(stage, read.number(1), ledger);
        },
    ),
    form(
        "our king is nearer to the knight than theirs: {n} steps instead of {n}",
        |stage, read, ledger| {
            let is = king_to_knight(stage);
            ledger.claim(is == Some(read.number(0)), || {
                format!("he is {is:?} steps away")
            });
            theirs_to_knight(stage, read.number(1), ledger);
            ledger.claim(read.number(0) < read.number(1), || "he is not".into());
        },
    ),
    form(
        "our king on {square} is {n} steps from the knight",
        |stage, read, ledger| {
            stands(stage, Role::King, read.square(0), ledger);
            let far = king_to_knight(stage);
            ledger.claim(far == Some(read.number(1)), || {
                format!("he is {far:?} steps away")
            });
        },
    ),
    form("our king protects the {man}", |stage, read, ledger| {
        let man = stage.ours(read.man(0));
        let protects = man.is_some_and(|man| adjacent(man, stage.our_king()));
        ledger.claim(protects, || "he does not".into());
    }),
    // Knights that fall.
    form(
        "the knight cannot be saved: whatever they play, it is taken next, or there is mate",
        |stage, _, ledger| knight_falls(stage, 1, ledger),
    ),
    form(
        "whatever they play, the knight falls within one move, or there is mate",
        |stage, _, ledger| {
            knight_falls(stage, 1, ledger);
        },
    ),
    form(
        "whatever they play, the knight falls within {n} moves, or there is mate",
        |stage, read, ledger| knight_falls(stage, read.number(0), ledger),
    ),
];

/// The only knight on the board.
fn knight(stage: &Stage<'_>) -> Option<Square> {
    stage.board().by_role(Role::Knight).single_square()
}

/// No legal move takes the man on this square.
fn stays(stage: &Stage<'_>, role: Role, square: Square, ledger: &mut Ledger) {
    stands(stage, role, square, ledger);
    ledger.claim(!can_be_taken(stage, square), || {
        "a legal move takes it".into()
    });
}

/// The safe jumps of the knight; a pinned knight has none.
fn n_jumps(stage: &Stage<'_>) -> Option<u32> {
    let knight = knight(stage)?;
    match is_pinned(stage.board(), knight) {
        true => Some(0),
        false => Some(safe_jumps(stage.board(), knight).count() as u32),
    }
}

fn has_jumps(stage: &Stage<'_>, told: u32, ledger: &mut Ledger) {
    let n = n_jumps(stage);
    ledger.claim(n == Some(told), || format!("it has {n:?} safe jumps"));
}

fn jumps_changed(stage: &Stage<'_>, is: u32, was: u32, ledger: &mut Ledger) {
    let (truly_was, truly_is) = change(stage, n_jumps);
    ledger.claim(
        truly_is == Some(is) && truly_was.flatten() == Some(was),
        || format!("it has {truly_is:?} safe jumps, before {truly_was:?}"),
    );
}

fn knight_is_pinned(stage: &Stage<'_>) -> bool {
    knight(stage).is_some_and(|knight| is_pinned(stage.board(), knight))
}

/// Their rook or king attacked our knight before our move.
fn was_attacked(stage: &Stage<'_>, role: Role, ledger: &mut Ledger) {
    let attacked = stage.before().is_some_and(|before| {
        before.ours(role).is_some_and(|man| {
            let board = before.board();
            let attackers = board.attacks_to(man, before.them(), board.occupied());
            !attackers.is_empty()
        })
    });
    ledger.claim(attacked, || "it was not attacked".into());
}

/// Something is so now, and was not before our move.
fn enters(stage: &Stage<'_>, is_there: impl Fn(&Stage<'_>) -> bool, ledger: &mut Ledger) {
    let (was, is) = (
        stage.before().map(|before| is_there(&before)),
        is_there(stage),
    );
    ledger.claim(was == Some(false), || "it was so before".into());
    ledger.claim(is, || "it is not so".into());
}

fn king_to_knight(stage: &Stage<'_>) -> Option<u32> {
    Some(steps(stage.our_king(), knight(stage)?))
}

fn to_knight(stage: &Stage<'_>, is: u32, was: u32, ledger: &mut Ledger) {
    let (truly_was, truly_is) = change(stage, king_to_knight);
    ledger.claim(
        truly_is == Some(is) && truly_was.flatten() == Some(was),
        || format!("{truly_is:?} steps, before {truly_was:?}"),
    );
}

fn theirs_to_knight(stage: &Stage<'_>, told: u32, ledger: &mut Ledger) {
    let far = knight(stage).map(|knight| steps(stage.their_king(), knight));
    ledger.claim(far == Some(told), || {
        format!("their king is {far:?} steps away")
    });
}

/// They are to move, and whatever they play, we take the knight or mate within so many moves.
fn knight_falls(stage: &Stage<'_>, moves: u32, ledger: &mut Ledger) {
    let falls = !stage.is_our_turn()
        && match moves {
            1 => cannot_be_saved(stage, Role::Knight),
            moves => Hunt::new(stage, Role::Knight, false).falls(stage, 2 * moves),
        };
    ledger.claim(falls, || "there is a reply that saves it for longer".into());
}
