//! Plans, and what is seen without one, in endings with pawns.
//!
//! A plan is judged by its words alone: the men that it names are there, the side that has it gets what it is for, and
//! it can be carried out. For some moves, whatever the other side replies, there is a move that does what the words
//! say and keeps the result by the tables. What is seen without a plan is the reason for our move, and is held against
//! the position after it.

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position, Role, Square,
};

use crate::arbiter::{Arbiter, Grade};
use crate::geometry::{
    adjacent, files_apart, key_squares, moves_to_queen, opposed, queening_square, ranks_apart,
    road, steps,
};
use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form};
use crate::stage::Stage;
use crate::template::{Captures, fit};

/// So many moves of the side that has the plan are followed.
const MOVES: u32 = 3;

pub(super) const FORMS: &[SentenceForm] = &[
    form("{side}'s plan: {claims}", |stage, read, ledger| {
        plan(stage, read.side(0), read.words(1), ledger);
    }),
    form(
        "{side}'s pawn wins the race, and its queen wins: {side}'s king comes too late for {side}'s pawn",
        |stage, read, ledger| race(stage, read, Grade::Win, ledger),
    ),
    form(
        "{side} queens first, which is enough not to lose: {side}'s king comes too late for {side}'s pawn",
        |stage, read, ledger| race(stage, read, Grade::Draw, ledger),
    ),
    form(
        "{side}'s pawn is stopped: {side}'s king is in time",
        |stage, read, ledger| {
            let (runner, stopper) = (read.side(0), read.side(1));
            ledger.claim(stopper == runner.other(), || "the same side twice".into());
            is_worth(stage, (&stage.now, stopper), Grade::Draw, ledger);
            // Without the pawn of his own the king would stop the other one.
            let now = &stage.now;
            let alone = pawn(now, stopper).map(|own| without(now, own));
            let stops = match alone {
                None => true,
                Some(None) => false,
                Some(Some(alone)) => worth(stage.question.arbiter, &alone, runner) != Grade::Win,
            };
            ledger.claim(stops, || "he would not stop it".into());
        },
    ),
    form(
        "the king on {square} is outside the square of the pawn",
        |stage, read, ledger| {
            let now = &stage.now;
            let chaser = king_on(now, read.square(0), ledger);
            comes_too_late(stage, chaser.other(), ledger);
            is_worth(stage, (&stage.now, chaser.other()), Grade::Win, ledger);
        },
    ),
    form(
        "the king on {square} stands on a key square",
        |stage, read, ledger| {
            let now = &stage.now;
            let side = king_on(now, read.square(0), ledger);
            let is_key = pawn(now, side)
                .is_some_and(|pawn| key_squares(side, pawn).contains(&read.square(0)));
            ledger.claim(is_key, || "it is none".into());
            is_worth(stage, (&stage.now, side), Grade::Win, ledger);
        },
    ),
    form(
        "the king on {square} stands before the pawn and holds it",
        |stage, read, ledger| {
            let now = &stage.now;
            let side = king_on(now, read.square(0), ledger);
            let is_before = pawn(now, side.other())
                .is_some_and(|pawn| road(side.other(), pawn).contains(&read.square(0)));
            ledger.claim(is_before, || "he does not stand before it".into());
            is_worth(stage, (&stage.now, side), Grade::Draw, ledger);
        },
    ),
    form(
        "the pawn has been promoted, and the new piece cannot be taken",
        |stage, _, ledger| {
            let now = &stage.now;
            let heavy = now.board().queens() | now.board().rooks();
            let pieces: Vec<Square> = heavy.into_iter().collect();
            ledger.claim(now.board().pawns().is_empty() && pieces.len() == 1, || {
                "there is no new piece".into()
            });
            let owner = pieces
                .first()
                .and_then(|piece| now.board().color_at(*piece));
            let takes = |m: &Move| m.is_capture();
            ledger.claim(
                owner == Some(now.turn()) || !now.legal_moves().iter().any(takes),
                || "it can be taken".into(),
            );
            if let Some(owner) = owner {
                is_worth(stage, (now, owner), Grade::Win, ledger);
            }
        },
    ),
    form("{side}'s queen beats the pawn", |stage, read, ledger| {
        let side = read.side(0);
        has(stage, side, &[Role::Queen], ledger);
        has(stage, side.other(), &[Role::Pawn], ledger);
        is_worth(stage, (&stage.now, side), Grade::Win, ledger);
    }),
    form(
        "{side}'s queen cannot beat the pawn",
        |stage, read, ledger| {
            let side = read.side(0);
            has(stage, side, &[Role::Queen], ledger);
            has(stage, side.other(), &[Role::Pawn], ledger);
            is_worth(stage, (&stage.now, side.other()), Grade::Draw, ledger);
        },
    ),
    form(
        "{side}'s queen beats the lesser piece",
        |stage, read, ledger| {
            let side = read.side(0);
            has(stage, side, &[Role::Queen], ledger);
            has(
                stage,
                side.other(),
                &[Role::Rook, Role::Bishop, Role::Knight],
                ledger,
            );
            is_worth(stage, (&stage.now, side), Grade::Win, ledger);
        },
    ),
    form(
        "{side} wins the other queen by a check",
        |stage, read, ledger| {
            let side = read.side(0);
            has(stage, side, &[Role::Queen], ledger);
            has(stage, side.other(), &[Role::Queen], ledger);
            is_worth(stage, (&stage.now, side), Grade::Win, ledger);
        },
    ),
    form(
        "both have queened, and no check wins the other queen",
        |stage, _, ledger| {
            for side in Color::ALL {
                has(stage, side, &[Role::Queen], ledger);
            }
            is_worth(stage, (&stage.now, stage.us()), Grade::Draw, ledger);
            is_worth(stage, (&stage.now, stage.them()), Grade::Draw, ledger);
        },
    ),
    form(
        "{side} has a queen, which is enough not to lose",
        |stage, read, ledger| {
            has(stage, read.side(0), &[Role::Queen], ledger);
            is_worth(stage, (&stage.now, read.side(0)), Grade::Draw, ledger);
        },
    ),
    form(
        "{side} has a queen and the move, and does not lose",
        |stage, read, ledger| {
            has(stage, read.side(0), &[Role::Queen], ledger);
            ledger.claim(stage.turn() == read.side(0), || {
                "the other side is to move".into()
            });
            is_worth(stage, (&stage.now, read.side(0)), Grade::Draw, ledger);
        },
    ),
    form(
        "{side} has a queen against the bare king",
        |stage, read, ledger| {
            let side = read.side(0);
            has(stage, side, &[Role::Queen], ledger);
            has(stage, side.other(), &[], ledger);
            is_worth(stage, (&stage.now, side), Grade::Win, ledger);
        },
    ),
    form(
        "{side}'s pawn queens, and {side}'s king cannot stop it",
        |stage, read, ledger| {
            let (side, other) = (read.side(0), read.side(1));
            ledger.claim(other == side.other(), || "the same side twice".into());
            has(stage, side, &[Role::Pawn], ledger);
            has(stage, other, &[], ledger);
            is_worth(stage, (&stage.now, side), Grade::Win, ledger);
        },
    ),
    form("{side}'s pawn is stopped", |stage, read, ledger| {
        let side = read.side(0);
        has(stage, side, &[Role::Pawn], ledger);
        is_worth(stage, (&stage.now, side.other()), Grade::Draw, ledger);
    }),
    form("{side} has only the king left", |stage, read, ledger| {
        let side = read.side(0);
        has(stage, side, &[], ledger);
        is_worth(stage, (&stage.now, side.other()), Grade::Draw, ledger);
    }),
];

/// What a side may be after, as the words say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Aim {
    /// The pawn goes on, and the queen does what she likes.
    Push,
    /// The king takes the other pawn.
    Take,
    /// The king goes to the other pawn or before it.
    Stop,
    /// The king goes to the own pawn, or the way ahead of it.
    Escort,
    /// The king stays in the square of the other pawn.
    Guard,
    /// The king stays near the own pawn, or the square where it queens; or the pawn goes on.
    Shelter,
    /// The king goes towards the other king.
    Fend,
    /// The king leaves the way of the own pawn.
    Clear,
    /// The king goes to a key square.
    Seize,
    /// The king goes beside the own pawn, or towards it.
    Protect,
    /// The kings are opposed.
    Oppose,
    /// The king stays near where the other pawn queens.
    StayNear,
}

/// An aim, the square that its words name, and what stands there.
const AIMS: &[(&str, Aim, Named)] = &[
    ("queen the pawn on {square}", Aim::Push, Named::OwnPawn),
    ("run with the pawn on {square}", Aim::Push, Named::OwnPawn),
    ("push the pawn", Aim::Push, Named::Nothing),
    ("take the pawn on {square}", Aim::Take, Named::OtherPawn),
    (
        "bring the king before the pawn on {square}",
        Aim::Stop,
        Named::OtherPawn,
    ),
    ("go for the pawn", Aim::Stop, Named::Nothing),
    ("stay before the pawn", Aim::Stop, Named::Nothing),
    (
        "bring the king to the pawn on {square}",
        Aim::Escort,
        Named::OwnPawn,
    ),
    (
        "guard {square}, where the other pawn queens",
        Aim::Guard,
        Named::OtherGoal,
    ),
    (
        "keep the king near the pawn on {square}",
        Aim::Shelter,
        Named::OwnPawn,
    ),
    (
        "keep the king on {square} away",
        Aim::Fend,
        Named::OtherKing,
    ),
    ("step out of the pawn's way", Aim::Clear, Named::Nothing),
    ("bring the king to a key square", Aim::Seize, Named::Nothing),
    ("protect the pawn", Aim::Protect, Named::Nothing),
    ("take the opposition", Aim::Oppose, Named::Nothing),
    ("stay near {square}", Aim::StayNear, Named::OtherGoal),
];

/// What stands on a square that words name.
#[derive(Clone, Copy)]
enum Named {
    Nothing,
    OwnPawn,
    OtherPawn,
    OtherKing,
    OtherGoal,
}

/// Judges the plan of a side: the one that our move is part of, or the one that it leaves us with.
fn plan(stage: &Stage<'_>, side: Color, words: &str, ledger: &mut Ledger) {
    let mut before = ledger.clone();
    plan_in(stage, &stage.question.root, side, words, &mut before);
    if before.falsehoods.len() == ledger.falsehoods.len() || stage.asked.is_none() {
        *ledger = before;
        return;
    }
    let mut after = ledger.clone();
    plan_in(stage, &stage.now, side, words, &mut after);
    // Where neither is true, the plan that our move belongs to is what a reader thinks of.
    *ledger = match after.falsehoods.len() == ledger.falsehoods.len() {
        true => after,
        false => before,
    };
}

/// Judges the plan of a side in a position.
fn plan_in(stage: &Stage<'_>, root: &Chess, side: Color, words: &str, ledger: &mut Ledger) {
    let mut aims = Vec::new();
    for part in parts(words) {
        let fitting = AIMS
            .iter()
            .find_map(|(template, aim, named)| Some((aim, named, fit(template, part)?)));
        let Some((aim, named, read)) = fitting else {
            ledger.unread.push(part.to_owned());
            return;
        };
        let expected = match named {
            Named::Nothing => None,
            Named::OwnPawn => Some(pawn(root, side)),
            Named::OtherPawn => Some(pawn(root, side.other())),
            Named::OtherKing => Some(root.board().king_of(side.other())),
            Named::OtherGoal => {
                let pawn = pawn(root, side.other());
                Some(pawn.map(|pawn| queening_square(side.other(), pawn)))
            }
        };
        if let Some(expected) = expected {
            ledger.claim(expected == Some(read.square(0)), || {
                format!("“{part}”: it is {expected:?}")
            });
        }
        aims.push(*aim);
    }
    // To queen the pawn is a plan to win; to run with it is one not to lose.
    let is_to_win = words.starts_with("queen the pawn") || words.starts_with("push the pawn");
    let asked = if is_to_win { Grade::Win } else { Grade::Draw };
    is_worth(stage, (root, side), asked, ledger);
    let plan = JudgedPlan {
        arbiter: stage.question.arbiter,
        side,
        aims,
        asked,
        n_pawns: root.board().pawns().count(),
    };
    ledger.claim(plan.goes(root, MOVES), || {
        "no moves of this kind are enough".into()
    });
    // Our move is one of them, where the plan is ours.
    if let Some(asked) = stage.asked.filter(|_| side == root.turn()) {
        let serves = plan.aims.iter().any(|aim| aim.permits(root, side, asked));
        ledger.claim(serves, || "the move is not of this kind".into());
    }
}

/// The aims that a plan joins.
fn parts(words: &str) -> impl Iterator<Item = &str> {
    let words = words.strip_prefix("either ").unwrap_or(words);
    words
        .split(", or ")
        .flat_map(|way| way.split(" and, where needed, "))
        .flat_map(|part| part.split(" or "))
}

/// A plan that is tried out.
struct JudgedPlan<'a> {
    arbiter: &'a Arbiter,
    side: Color,
    aims: Vec<Aim>,
    /// What the side gets at least.
    asked: Grade,
    /// How many pawns there are at first.
    n_pawns: usize,
}

impl JudgedPlan<'_> {
    /// Can the side go on so for some moves of its own, whatever is replied?
    fn goes(&self, position: &Chess, moves: u32) -> bool {
        let legal = position.legal_moves();
        // With a pawn gone, or a queen there, the words have done their work.
        let is_other = position.board().pawns().count() < self.n_pawns;
        if moves == 0 || legal.is_empty() || is_other || self.is_done(position) {
            return true;
        }
        let mine = position.turn() == self.side;
        let mut after = legal.iter().map(|m| {
            let mut next = position.clone();
            next.play_unchecked(*m);
            (*m, next)
        });
        match mine {
            false => after.all(|(_, next)| self.goes(&next, moves)),
            true => after.any(|(m, next)| {
                self.aims
                    .iter()
                    .any(|aim| aim.permits(position, self.side, m))
                    && worth(self.arbiter, &next, self.side) >= self.asked
                    && self.goes(&next, moves - 1)
            }),
        }
    }
}

impl JudgedPlan<'_> {
    /// Is what every player knows reached: a king on a key square, or before the pawn, or in time for it?
    fn is_done(&self, position: &Chess) -> bool {
        let (side, other) = (self.side, self.side.other());
        let Some(king) = position.board().king_of(side) else {
            return false;
        };
        match self.asked {
            Grade::Win => {
                pawn(position, side).is_some_and(|own| key_squares(side, own).contains(&king))
            }
            Grade::Draw | Grade::Loss => pawn(position, other).is_some_and(|theirs| {
                let alone = pawn(position, side).and_then(|own| without(position, own));
                road(other, theirs).contains(&king)
                    || alone.is_some_and(|alone| worth(self.arbiter, &alone, other) != Grade::Win)
            }),
        }
    }
}

impl Aim {
    /// Does a move do what the words say?
    fn permits(self, position: &Chess, side: Color, m: Move) -> bool {
        let (own, other) = (pawn(position, side), pawn(position, side.other()));
        let (Some(from), to) = (m.from(), m.to()) else {
            return false;
        };
        if m.role() != Role::King {
            return matches!(self, Aim::Push | Aim::Shelter);
        }
        let theirs = position.board().king_of(side.other());
        let nearer = |target: Square| steps(to, target) < steps(from, target);
        let any_nearer = |targets: &[Square]| {
            // With as many steps as before, a king is nearer if fewer of them must be diagonal: from c6 to c7, on the way
            // to a8.
            let way = |at: Square, target: &Square| {
                let apart = files_apart(at, *target) + ranks_apart(at, *target);
                (steps(at, *target), apart)
            };
            let nearest = |at: Square| targets.iter().map(|target| way(at, target)).min();
            nearest(to) < nearest(from)
        };
        let takes = m.is_capture();
        match self {
            Aim::Push => own.is_none(),
            Aim::Take => takes,
            Aim::Stop => other.is_none_or(|other| {
                let road = road(side.other(), other);
                takes || nearer(other) || any_nearer(&road) || road.contains(&to)
            }),
            Aim::Escort => own.is_some_and(|own| {
                let road = road(side, own);
                nearer(own) || any_nearer(&road) || nearer(queening_square(side, own))
            }),
            Aim::Guard => other.is_some_and(|other| {
                steps(to, queening_square(side.other(), other))
                    <= moves_to_queen(side.other(), other) + 1
            }),
            Aim::Shelter => own.is_some_and(|own| {
                let goal = queening_square(side, own);
                takes || adjacent(to, own) || steps(to, goal) <= 1 || nearer(goal)
            }),
            Aim::Fend => theirs.is_some_and(nearer),
            Aim::Clear => own.is_some_and(|own| {
                let road = road(side, own);
                road.contains(&from) && !road.contains(&to)
            }),
            Aim::Seize => own.is_some_and(|own| any_nearer(&key_squares(side, own))),
            Aim::Protect => own.is_some_and(|own| adjacent(to, own) || nearer(own)),
            Aim::Oppose => takes || theirs.is_some_and(|theirs| opposed(to, theirs)),
            Aim::StayNear => other.is_none_or(|other| {
                let goal = queening_square(side.other(), other);
                takes || steps(to, goal) <= 2 || nearer(goal)
            }),
        }
    }
}

/// The pawn of a side, if it has one.
fn pawn(position: &Chess, side: Color) -> Option<Square> {
    (position.board().pawns() & position.board().by_color(side)).single_square()
}

/// What a position is worth to a side.
fn worth(arbiter: &Arbiter, position: &Chess, side: Color) -> Grade {
    let grade = arbiter.grade(position).grade;
    match (position.turn() == side, grade) {
        (true, grade) => grade,
        (false, Grade::Win) => Grade::Loss,
        (false, Grade::Draw) => Grade::Draw,
        (false, Grade::Loss) => Grade::Win,
    }
}

/// The position is worth that much to a side, at least.
fn is_worth(
    stage: &Stage<'_>,
    (position, side): (&Chess, Color),
    least: Grade,
    ledger: &mut Ledger,
) {
    let truly = worth(stage.question.arbiter, position, side);
    ledger.claim(truly >= least, || format!("it is a {}", truly.name()));
}

/// A pawn queens first, since the king of the other side comes too late, and its side gets that much at least. The
/// words name that side, the other one, and the first again.
fn race(stage: &Stage<'_>, read: &Captures, least: Grade, ledger: &mut Ledger) {
    let [runner, chaser, again] = [0, 1, 2].map(|idx| read.side(idx));
    ledger.claim(chaser == runner.other() && again == runner, || {
        "the sides are mixed up".into()
    });
    queens_first(stage, runner, ledger);
    comes_too_late(stage, runner, ledger);
    is_worth(stage, (&stage.now, runner), least, ledger);
}

/// The pawn of a side queens before the other one.
fn queens_first(stage: &Stage<'_>, side: Color, ledger: &mut Ledger) {
    let now = &stage.now;
    let needs = |side: Color| {
        let pawn = pawn(now, side)?;
        let moves = moves_to_queen(side, pawn);
        Some(2 * moves - u32::from(now.turn() == side))
    };
    let (own, other) = (needs(side), needs(side.other()));
    ledger.claim(
        own.is_some() && other.is_none_or(|other| own < Some(other)),
        || format!("{own:?} half-moves against {other:?}"),
    );
}

/// The king of the other side is outside the square of the pawn.
fn comes_too_late(stage: &Stage<'_>, side: Color, ledger: &mut Ledger) {
    let now = &stage.now;
    let late = pawn(now, side).is_some_and(|pawn| {
        let king = now.board().king_of(side.other()).expect("kings stay");
        let tempo = u32::from(now.turn() != side);
        steps(king, queening_square(side, pawn)) > moves_to_queen(side, pawn) + tempo
    });
    ledger.claim(late, || "he is in the square of the pawn".into());
}

/// Beside the king a side has one man, of one of these kinds; or none, where no kind is named.
fn has(stage: &Stage<'_>, side: Color, roles: &[Role], ledger: &mut Ledger) {
    let board = stage.board();
    let men = board.by_color(side) & !board.kings();
    let found: Vec<Role> = men
        .into_iter()
        .filter_map(|man| board.role_at(man))
        .collect();
    let is_so = match &found[..] {
        [] => roles.is_empty(),
        [man] => roles.contains(man),
        [_, _, ..] => false,
    };
    ledger.claim(is_so, || format!("{side} has {found:?}"));
}

/// The side whose king stands there.
fn king_on(position: &Chess, square: Square, ledger: &mut Ledger) -> Color {
    let board = position.board();
    let is_king = board.role_at(square) == Some(Role::King);
    ledger.claim(is_king, || format!("no king stands on {square}"));
    board.color_at(square).unwrap_or(Color::White)
}

/// The position without a man; none if it would not be legal.
fn without(position: &Chess, man: Square) -> Option<Chess> {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.board.discard_piece_at(man);
    setup.ep_square = None;
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}
