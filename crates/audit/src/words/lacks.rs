//! What is missing where a try ends: the opposite of what other clauses say, and plain measures.

use shakmaty::{Position, Role, Square};

use super::common::{can_be_taken, has_opposition};
use super::lines::forced_within;
use crate::arbiter::Grade;
use crate::geometry::{
    ahead, box_sides, box_size, column, divides, files_apart, free_jumps, in_pawn_square,
    key_squares, on_edge, queening_square, ranks_apart, road, row, row_of, steps,
};
use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form, read_claims};
use crate::stage::Stage;
use crate::template::Captures;

pub(super) const FORMS: &[SentenceForm] = &[
    // What another piece of advice asks for is its own affair.
    form("“{claims}” does not work", |_, _, _| {}),
    form("king and knight have a camp", |_, _, _| {}),
    form("king and knight are in a camp", |_, _, _| {}),
    form("king and knight have no camp", |_, _, _| {}),
    form("king and knight are at home", |_, _, _| {}),
    form("king and knight are not at home", |_, _, _| {}),
    // Mate, and men that are there or can be taken.
    form("it is not mate", |stage, _, ledger| {
        denies(stage, "it is mate", ledger);
    }),
    form("we have no move left", |stage, _, ledger| {
        let stuck = stage.is_our_turn() && stage.now.legal_moves().is_empty();
        ledger.claim(stuck, || "there is one".into());
    }),
    form("there is no stalemate", |stage, _, ledger| {
        denies(stage, "it is stalemate", ledger);
    }),
    form("we have no queens", |stage, _, ledger| {
        let none = stage.ours(Role::Queen).is_none();
        ledger.claim(none, || "we have one".into());
    }),
    // What follows may be a clause of its own: such forms come before this one.
    form("whatever they reply, {claims}", |stage, read, ledger| {
        forced_within(stage, 1, read.words(0), ledger);
    }),
    form("we have no rooks", |stage, _, ledger| {
        let none = stage.ours(Role::Rook).is_none();
        ledger.claim(none, || "we have one".into());
    }),
    form("they have knights", |stage, _, ledger| {
        let there = stage.theirs(Role::Knight).is_some();
        ledger.claim(there, || "they have none".into());
    }),
    form("the {man} is still there", |stage, read, ledger| {
        let there = stage.theirs(read.man(0)).is_some();
        ledger.claim(there, || "it is gone".into());
    }),
    form("the {man} can be taken", |stage, read, ledger| {
        let man = stage.ours(read.man(0));
        let taken = man.is_some_and(|man| can_be_taken(stage, man));
        ledger.claim(taken, || "it cannot".into());
    }),
    form(
        "they still have something to mate with",
        |stage, _, ledger| {
            denies(stage, "they have nothing left to mate with", ledger);
        },
    ),
    form("the pawn has not been taken", |stage, _, ledger| {
        denies(stage, "the pawn has been taken", ledger);
    }),
    form(
        "the pawn can be taken, it is our move, or it is stalemate",
        |stage, _, ledger| {
            let safe = is_so(stage, "the pawn cannot be taken");
            let quiet = !stage.is_our_turn() && !stage.now.is_stalemate();
            ledger.claim(!(safe && quiet), || "it stands safely".into());
        },
    ),
    form("there is no queen that stays", |stage, _, ledger| {
        let words = "there is a queen that cannot be taken";
        ledger.claim(!is_so(stage, words) || stage.now.is_stalemate(), || {
            "there is one".into()
        });
    }),
    // Kings.
    form(
        "their king on {square} is on the edge",
        |stage, read, ledger| {
            let king = stage.their_king();
            ledger.claim(king == read.square(0) && on_edge(king), || {
                format!("he is on {king}")
            });
        },
    ),
    form(
        "their king on {square} is not on the edge",
        |stage, read, ledger| {
            let king = stage.their_king();
            ledger.claim(king == read.square(0) && !on_edge(king), || {
                format!("he is on {king}")
            });
        },
    ),
    form(
        "we do not have the opposition, or it does not help",
        |stage, _, ledger| {
            let helps = has_opposition(stage, stage.us())
                && stage.our_grade().grade == Grade::Draw
                && column(stage.our_king()) == column(stage.their_king());
            let before = stage.theirs(Role::Pawn).is_some_and(|pawn| {
                row_of(stage.us(), stage.our_king()) >= 3
                    && row_of(stage.us(), pawn) <= row_of(stage.us(), stage.their_king()) + 1
                    && row_of(stage.us(), stage.our_king()) < row_of(stage.us(), stage.their_king())
            });
            ledger.claim(!(helps && before), || "we have it, and it draws".into());
        },
    ),
    form(
        "we do not have the opposition in front of the pawn",
        |stage, _, ledger| {
            let in_front = stage.ours(Role::Pawn).is_some_and(|pawn| {
                ahead(stage.us(), pawn, 1).is_some_and(|before| {
                    row(before) == row(stage.our_king())
                        && files_apart(before, stage.our_king()) <= 1
                }) && !matches!(column(pawn), 1 | 8)
            });
            let faces =
                row_of(stage.us(), stage.their_king()) > row_of(stage.us(), stage.our_king());
            ledger.claim(
                !(in_front && faces && has_opposition(stage, stage.us())),
                || "we have it".into(),
            );
        },
    ),
    form("our king keeps no key square", |stage, _, ledger| {
        let holds = stage.ours(Role::Pawn).is_some_and(|pawn| {
            key_squares(stage.us(), pawn).contains(&stage.our_king())
                && steps(stage.our_king(), pawn) <= steps(stage.their_king(), pawn)
        });
        ledger.claim(!holds, || "he holds one".into());
    }),
    form(
        "no pawn on the seventh rank drives their king from the queening square",
        |stage, _, ledger| {
            let drives = stage.ours(Role::Pawn).is_some_and(|pawn| {
                let ahead = queening_square(stage.us(), pawn);
                steps(pawn, ahead) == 1 && stage.their_king() == ahead && !stage.now.is_check()
            });
            ledger.claim(!drives, || "it does".into());
        },
    ),
    // The defence against a pawn.
    form("our king is on {square}", |stage, read, ledger| {
        let king = stage.our_king();
        ledger.claim(king == read.square(0), || format!("he is on {king}"));
    }),
    form(
        "the square before the pawn is on {square}",
        |stage, read, ledger| {
            let before = square_before(stage, 1);
            ledger.claim(before == Some(read.square(0)), || {
                format!("it is {before:?}")
            });
        },
    ),
    form("it is a rook's pawn", |stage, _, ledger| {
        ledger.claim(is_rooks_pawn(stage), || "it is not".into());
    }),
    form("it is not a rook's pawn", |stage, _, ledger| {
        ledger.claim(!is_rooks_pawn(stage), || "it is".into());
    }),
    form(
        "our king is not in the square of the pawn",
        |stage, _, ledger| {
            denies(stage, "our king is in the square of the pawn", ledger);
        },
    ),
    form(
        "the pawn is not caught before their king can help",
        |stage, _, ledger| {
            let caught = in_square(stage) && is_two_steps_nearer(stage, 1) && is_high(stage, 3);
            ledger.claim(!caught, || "it is".into());
        },
    ),
    form("the corner is not ours", |stage, _, ledger| {
        let ours = is_rooks_pawn(stage) && is_on_road(stage, stage.our_king());
        ledger.claim(!ours, || "our king bars the road of a rook's pawn".into());
    }),
    form(
        "their king stands in the way of his own pawn",
        |stage, _, ledger| {
            let stands = is_on_road(stage, stage.their_king());
            ledger.claim(stands, || "he is not on its road".into());
        },
    ),
    form(
        "their king is not shut in before his own pawn",
        |stage, _, ledger| {
            denies(stage, "their king is shut in before his own pawn", ledger);
        },
    ),
    form(
        "our king does not bar the road in time",
        |stage, _, ledger| {
            let (ours, theirs) = (stage.our_king(), stage.their_king());
            let nearer = square_before(stage, 1)
                .is_some_and(|before| steps(ours, before) < steps(theirs, before));
            let bars = is_on_road(stage, ours) && nearer && is_high(stage, 3);
            ledger.claim(!bars, || "he does".into());
        },
    ),
    form(
        "we have not gone straight back in time",
        |stage, _, ledger| {
            let back = square_before(stage, 2) == Some(stage.our_king());
            let pawn = stage.theirs(Role::Pawn);
            let beside = pawn.is_some_and(|pawn| {
                ranks_apart(pawn, stage.their_king()) == 0
                    && files_apart(pawn, stage.their_king()) == 1
            });
            let on_third = pawn.is_some_and(|pawn| row_of(stage.us(), pawn) == 3);
            ledger.claim(!(back && on_third && !beside), || "we have".into());
        },
    ),
    form(
        "their king is not kept off the key squares",
        |stage, _, ledger| {
            let kept = in_square(stage) && is_two_steps_nearer(stage, 2) && is_high(stage, 4);
            let below = stage.theirs(Role::Pawn).is_some_and(|pawn| {
                row_of(stage.us(), stage.our_king()) < row_of(stage.us(), pawn)
            });
            ledger.claim(!(kept && below), || "he is".into());
        },
    ),
    form(
        "their king is on a key square, or the pawn is out of reach",
        |stage, _, ledger| {
            let pawn = stage.theirs(Role::Pawn);
            let on_key = pawn
                .is_some_and(|pawn| key_squares(stage.them(), pawn).contains(&stage.their_king()));
            ledger.claim(on_key || !in_square(stage), || "neither is so".into());
        },
    ),
    form("our king is far from the pawn", |stage, _, ledger| {
        ledger.claim(is_far(stage), || "he is not".into());
    }),
    form(
        "our king is not three files from the pawn, or it is past the middle",
        |stage, _, ledger| ledger.claim(!is_far(stage), || "he is far from it".into()),
    ),
    // The rook or the queen as a wall.
    form("the {man} divides the kings", |stage, read, ledger| {
        ledger.claim(is_wall(stage, read.man(0)), || "it does not".into());
    }),
    form(
        "the {man} does not divide the kings",
        |stage, read, ledger| {
            ledger.claim(!is_wall(stage, read.man(0)), || "it does".into());
        },
    ),
    form("the kings face each other", |stage, _, ledger| {
        ledger.claim(kings_face(stage), || "they do not".into());
    }),
    form("the rook stands by", |stage, _, ledger| {
        ledger.claim(is_rook_by(stage), || "it does not".into());
    }),
    form(
        "the kings do not face each other with the rook beside them",
        |stage, _, ledger| {
            ledger.claim(!(kings_face(stage) && is_rook_by(stage)), || {
                "they do".into()
            });
        },
    ),
    form("there is no room", |stage, _, ledger| {
        let none = our_sides(stage).is_none();
        ledger.claim(none, || "there is a box".into());
    }),
    form(
        "the box is a line of four squares at most",
        |stage, _, ledger| {
            let line = our_sides(stage)
                .is_some_and(|(files, ranks)| files.min(ranks) == 1 && files * ranks <= 4);
            ledger.claim(line, || format!("it is {:?}", our_sides(stage)));
        },
    ),
    form(
        "the box is larger than four squares in a line",
        |stage, _, ledger| {
            let line = our_sides(stage)
                .is_some_and(|(files, ranks)| files.min(ranks) == 1 && files * ranks <= 4);
            ledger.claim(!line, || "it is not".into());
        },
    ),
    form(
        "the rook can be attacked before our king protects it",
        |stage, _, ledger| {
            ledger.claim(is_rook_nearer_to_them(stage), || "it cannot".into());
        },
    ),
    form(
        "our {man} is on {square}, and was {square}",
        |stage, read, ledger| {
            let was = stage.before().and_then(|before| before.ours(read.man(0)));
            let is = stage.ours(read.man(0));
            let told = (Some(read.square(1)), Some(read.square(2)));
            ledger.claim((is, was) == told, || format!("{was:?}, {is:?}"));
        },
    ),
    form(
        "the number of ranks from {name} on {square} to {name} on {square} is {n}, not {n}",
        |stage, read, ledger| is_apart(stage, read, ranks_apart, ledger),
    ),
    form(
        "the number of files from {name} on {square} to {name} on {square} is {n}, not {n}",
        |stage, read, ledger| is_apart(stage, read, files_apart, ledger),
    ),
    form(
        "their king comes to the rook before ours",
        |stage, _, ledger| {
            ledger.claim(is_rook_nearer_to_them(stage), || "he does not".into());
        },
    ),
    form(
        "their king is nearer to the rook than ours",
        |stage, _, ledger| {
            ledger.claim(is_rook_nearer_to_them(stage), || "he is not".into());
        },
    ),
    form(
        "the box is smaller than before, or new",
        |stage, _, ledger| {
            let was = stage.before().and_then(|before| our_box(&before));
            let is = our_box(stage);
            ledger.claim(was.is_none() || is < was, || format!("{was:?}, {is:?}"));
        },
    ),
    form("there is no smaller box", |stage, _, ledger| {
        let was = stage.before().and_then(|before| our_sides(&before));
        let is = our_sides(stage);
        let smaller = was
            .zip(is)
            .is_some_and(|(was, is)| is.0 + is.1 < was.0 + was.1);
        ledger.claim(
            !smaller || our_box(stage) >= stage.before().and_then(|b| our_box(&b)),
            || "there is".into(),
        );
    }),
    form(
        "the room is {n}, not less than {n}",
        |stage, read, ledger| {
            is_room(stage, read.number(0), ledger);
            ledger.claim(read.number(0) >= read.number(1), || "it is less".into());
        },
    ),
    form(
        "the room is {n}, not more than {n}",
        |stage, read, ledger| {
            is_room(stage, read.number(0), ledger);
            ledger.claim(read.number(0) <= read.number(1), || "it is more".into());
        },
    ),
    form(
        "the room of the king is {n}, and was {n}",
        |stage, read, ledger| {
            is_room(stage, read.number(0), ledger);
            if let Some(before) = stage.before() {
                is_room(&before, read.number(1), ledger);
            }
        },
    ),
    // Measures.
    form(
        "the distance from {name} on {square} to {name} on {square} is {n}, not less than {n}",
        |stage, read, ledger| {
            is_apart(stage, read, steps, ledger);
            ledger.claim(read.number(4) >= read.number(5), || "it is less".into());
        },
    ),
    form(
        "the distance from {name} on {square} to {name} on {square} is {n}, not more than {n}",
        |stage, read, ledger| {
            is_apart(stage, read, steps, ledger);
            ledger.claim(read.number(4) <= read.number(5), || "it is more".into());
        },
    ),
    form(
        "the distance from {name} on {square} to {name} on {square} is {n}, and the distance from {name} on {square} to {name} on {square} before that move is {n}",
        |stage, read, ledger| is_apart_and_was(stage, read, steps, ledger),
    ),
    form(
        "the distance in files and ranks from {name} on {square} to {name} on {square} is {n}, and the distance in files and ranks from {name} on {square} to {name} on {square} before that move is {n}",
        |stage, read, ledger| is_apart_and_was(stage, read, walked, ledger),
    ),
    form(
        "the distance from {name} on {square} to {name} on {square} is {n}",
        |stage, read, ledger| is_apart(stage, read, steps, ledger),
    ),
    form(
        "the distance in files and ranks from {name} on {square} to {name} on {square} is {n}, not less than {n}",
        |stage, read, ledger| {
            is_apart(stage, read, walked, ledger);
            ledger.claim(read.number(4) >= read.number(5), || "it is less".into());
        },
    ),
    form(
        "the distance in files and ranks from {name} on {square} to {name} on {square} is {n}, not more than {n}",
        |stage, read, ledger| {
            is_apart(stage, read, walked, ledger);
            ledger.claim(read.number(4) <= read.number(5), || "it is more".into());
        },
    ),
    form(
        "the distance in files and ranks from {name} on {square} to {name} on {square} is {n}",
        |stage, read, ledger| is_apart(stage, read, walked, ledger),
    ),
    form(
        "the rank of {name} on {square}, seen from our side is {n}, not more than {n}",
        |stage, read, ledger| {
            is_on_rank(stage, read, ledger);
            ledger.claim(read.number(2) <= read.number(3), || "it is more".into());
        },
    ),
    form(
        "the rank of {name} on {square}, seen from our side is {n}, not less than {n}",
        |stage, read, ledger| {
            is_on_rank(stage, read, ledger);
            ledger.claim(read.number(2) >= read.number(3), || "it is less".into());
        },
    ),
    form(
        "the rank of {name} on {square}, seen from our side is {n}",
        is_on_rank,
    ),
    form(
        "the rank of {name} on {square}, seen from our side at the beginning is {n}",
        |stage, read, ledger| is_on_rank(&stage.at_root(), read, ledger),
    ),
    form(
        "the file of {name} on {square} ({n}) is not between the file of {name} on {square} ({n}) and the file of {name} on {square} ({n})",
        |stage, read, ledger| is_not_between(stage, read, |_, square| column(square), ledger),
    ),
    form(
        "the rank of {name} on {square}, seen from our side ({n}) is not between the rank of {name} on {square}, seen from our side ({n}) and the rank of {name} on {square}, seen from our side ({n})",
        |stage, read, ledger| {
            is_not_between(
                stage,
                read,
                |stage, square| row_of(stage.us(), square),
                ledger,
            );
        },
    ),
    form(
        "the file of {name} on {square} is {n}",
        |stage, read, ledger| {
            is_named(stage, read.words(0), read.square(1), ledger);
            let n = column(read.square(1));
            ledger.claim(n == read.number(2), || format!("it is {n}"));
        },
    ),
    form(
        "{name} on {square} and {name} on {square} touch",
        |stage, read, ledger| touch(stage, read, true, ledger),
    ),
    form(
        "{name} on {square} and {name} on {square} do not touch",
        |stage, read, ledger| touch(stage, read, false, ledger),
    ),
    form(
        "the number of free jumps of the knight is {n}",
        |stage, read, ledger| {
            let knight = stage.ours(Role::Knight).or(stage.theirs(Role::Knight));
            let n = knight.map(|knight| free_jumps(stage.board(), knight).count());
            ledger.claim(n == Some(read.number(0) as usize), || format!("{n:?}"));
        },
    ),
];

/// Is this said truly of the position?
fn is_so(stage: &Stage<'_>, words: &str) -> bool {
    let mut draft = Ledger::default();
    read_claims(stage, words, &mut draft) && draft.falsehoods.is_empty()
}

fn denies(stage: &Stage<'_>, words: &str, ledger: &mut Ledger) {
    ledger.claim(!is_so(stage, words), || format!("but {words}"));
}

/// The square so many steps before their pawn.
fn square_before(stage: &Stage<'_>, ranks: u32) -> Option<Square> {
    ahead(stage.them(), stage.theirs(Role::Pawn)?, ranks)
}

fn is_on_road(stage: &Stage<'_>, king: Square) -> bool {
    let pawn = stage.theirs(Role::Pawn);
    pawn.is_some_and(|pawn| road(stage.them(), pawn).contains(&king))
}

fn is_rooks_pawn(stage: &Stage<'_>) -> bool {
    let pawn = stage.theirs(Role::Pawn).or(stage.ours(Role::Pawn));
    pawn.is_some_and(|pawn| matches!(column(pawn), 1 | 8))
}

/// Our king is in the square of their pawn, as if they were to move.
fn in_square(stage: &Stage<'_>) -> bool {
    let pawn = stage.theirs(Role::Pawn);
    pawn.is_some_and(|pawn| in_pawn_square(stage.our_king(), stage.them(), pawn))
}

/// Their pawn has come down no farther than to this rank of ours.
fn is_high(stage: &Stage<'_>, rank: u32) -> bool {
    let pawn = stage.theirs(Role::Pawn);
    pawn.is_some_and(|pawn| row_of(stage.us(), pawn) >= rank)
}

/// Our king is two steps nearer than theirs to the square so many ranks before their pawn.
fn is_two_steps_nearer(stage: &Stage<'_>, ranks: u32) -> bool {
    square_before(stage, ranks)
        .is_some_and(|to| steps(stage.our_king(), to) + 2 <= steps(stage.their_king(), to))
}

fn is_far(stage: &Stage<'_>) -> bool {
    let pawn = stage.theirs(Role::Pawn);
    pawn.is_some_and(|pawn| files_apart(pawn, stage.our_king()) >= 3) && is_high(stage, 5)
}

/// Our rook or queen.
fn wall(stage: &Stage<'_>) -> Option<Square> {
    stage.ours(Role::Rook).or(stage.ours(Role::Queen))
}

fn is_wall(stage: &Stage<'_>, role: Role) -> bool {
    let wall = stage.ours(role);
    wall.is_some_and(|wall| divides(wall, stage.our_king(), stage.their_king()))
}

fn our_sides(stage: &Stage<'_>) -> Option<(u32, u32)> {
    box_sides(wall(stage)?, stage.their_king())
}

fn our_box(stage: &Stage<'_>) -> Option<u32> {
    box_size(wall(stage)?, stage.their_king())
}

/// The room of their king: the squares of the box, or its files and ranks; where there is none, more than any box has.
fn is_room(stage: &Stage<'_>, told: u32, ledger: &mut Ledger) {
    let fits = match our_sides(stage) {
        Some((files, ranks)) => told == files * ranks || told == files + ranks,
        None => matches!(told, 15 | 100),
    };
    ledger.claim(fits, || format!("the box is {:?}", our_sides(stage)));
}

fn kings_face(stage: &Stage<'_>) -> bool {
    walked(stage.our_king(), stage.their_king()) == 2
}

fn is_rook_by(stage: &Stage<'_>) -> bool {
    wall(stage).is_some_and(|wall| walked(wall, stage.their_king()) == 3)
}

/// Who is to move has a step more.
fn is_rook_nearer_to_them(stage: &Stage<'_>) -> bool {
    wall(stage).is_some_and(|wall| {
        let ours = steps(stage.our_king(), wall);
        steps(stage.their_king(), wall) + u32::from(stage.is_our_turn()) < ours
    })
}

/// The steps of a rook that goes one square at a time.
fn walked(a: Square, b: Square) -> u32 {
    files_apart(a, b) + ranks_apart(a, b)
}

/// Two squares are so far apart, and those who are named stand on them.
fn is_apart(
    stage: &Stage<'_>,
    read: &Captures,
    measure: impl Fn(Square, Square) -> u32,
    ledger: &mut Ledger,
) {
    let (from, to) = (read.square(1), read.square(3));
    is_named(stage, read.words(0), from, ledger);
    is_named(stage, read.words(2), to, ledger);
    let n = measure(from, to);
    ledger.claim(n == read.number(4), || format!("it is {n}"));
}

/// The same now, and before our last move.
fn is_apart_and_was(
    stage: &Stage<'_>,
    read: &Captures,
    measure: impl Fn(Square, Square) -> u32,
    ledger: &mut Ledger,
) {
    is_apart(stage, read, &measure, ledger);
    let before = stage.before().unwrap_or_else(|| stage.clone());
    let (from, to) = (read.square(6), read.square(8));
    is_named(&before, read.words(5), from, ledger);
    is_named(&before, read.words(7), to, ledger);
    let n = measure(from, to);
    ledger.claim(n == read.number(9), || format!("it was {n}"));
}

fn touch(stage: &Stage<'_>, read: &Captures, told: bool, ledger: &mut Ledger) {
    for hole in [0, 2] {
        is_named(stage, read.words(hole), read.square(hole + 1), ledger);
    }
    let n = steps(read.square(1), read.square(3));
    ledger.claim((n == 1) == told, || format!("they are {n} steps apart"));
}

fn is_on_rank(stage: &Stage<'_>, read: &Captures, ledger: &mut Ledger) {
    is_named(stage, read.words(0), read.square(1), ledger);
    let n = row_of(stage.us(), read.square(1));
    ledger.claim(n == read.number(2), || format!("it is {n}"));
}

fn is_not_between(
    stage: &Stage<'_>,
    read: &Captures,
    line: impl Fn(&Stage<'_>, Square) -> u32,
    ledger: &mut Ledger,
) {
    let mut lines = Vec::new();
    for hole in [0, 3, 6] {
        is_named(stage, read.words(hole), read.square(hole + 1), ledger);
        let n = line(stage, read.square(hole + 1));
        ledger.claim(n == read.number(hole + 2), || format!("it is {n}"));
        lines.push(n);
    }
    let (low, high) = (lines[1].min(lines[2]), lines[1].max(lines[2]));
    ledger.claim(!(low < lines[0] && lines[0] < high), || "it is".into());
}

/// `our king`, `their pawn`: such a man stands there; with `before that move`, before our last move.
fn is_named(stage: &Stage<'_>, words: &str, square: Square, ledger: &mut Ledger) {
    let earlier = words.strip_suffix(" before that move");
    let (words, stage) = match earlier {
        Some(words) => (words, stage.before().unwrap_or_else(|| stage.clone())),
        None => (words, stage.clone()),
    };
    // A square with a name of the chapter's stands for itself.
    let Some((owner, man)) = words.split_once(' ') else {
        return;
    };
    let color = match owner {
        "our" => stage.us(),
        "their" => stage.them(),
        _ => return,
    };
    let role = stage.board().role_at(square);
    let is_it = role.is_some_and(|role| format!("{role:?}").to_lowercase() == man);
    let is_theirs = stage.board().color_at(square) == Some(color);
    ledger.claim(is_it && is_theirs, || {
        format!("no {man} of that side is on {square}")
    });
}
