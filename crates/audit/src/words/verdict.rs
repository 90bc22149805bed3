//! What a move and the position are worth.

use shakmaty::Position;

use crate::arbiter::{Grade, MoveGrade};
use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form, read_by, read_or_report};
use crate::stage::{Stage, read_move};
use crate::template::Captures;
use crate::words::consequence;

pub(super) const FORMS: &[SentenceForm] = &[
    form("{move} wins: mate in {n} with best play", wins),
    form("{move} wins: mate in {n}", wins),
    form("{move} also wins: mate in {n}", wins),
    form(
        "{move} is the only move that wins: mate in {n}",
        |stage, read, ledger| {
            wins(stage, read, ledger);
            is_only(stage, ledger);
        },
    ),
    form(
        "{move} also wins: mate in {n}; {move} mates in {n}",
        |stage, read, ledger| {
            wins(stage, read, ledger);
            if let Some(other) = named(stage, read.written_move(2), ledger) {
                is_worth(other, Grade::Win, ledger);
                mates_in(other, read.number(3), ledger);
            }
        },
    ),
    form(
        "{move} also wins: mate in {n}, and nothing is faster",
        |stage, read, ledger| {
            if let Some(m) = winner(stage, read, ledger) {
                is_best(stage, m, "is faster", ledger);
            }
        },
    ),
    form("{move} is mate", |stage, read, ledger| {
        let Some(m) = verdict(stage, read.written_move(0), ledger) else {
            return;
        };
        let after = stage.at_root().after(m.m);
        ledger.claim(after.now.is_checkmate(), || {
            format!("{} is no mate", m.written)
        });
    }),
    form("{move} only draws: {claims}", |stage, read, ledger| {
        let Some(m) = verdict(stage, read.written_move(0), ledger) else {
            return;
        };
        position_is(stage, Grade::Win, ledger);
        is_worth(m, Grade::Draw, ledger);
        consequence_of(stage, m, read.words(1), ledger);
    }),
    form("{move} loses: {claims}", |stage, read, ledger| {
        let Some(m) = verdict(stage, read.written_move(0), ledger) else {
            return;
        };
        loses(stage, m, ledger);
        consequence_of(stage, m, read.words(1), ledger);
    }),
    form("{move} would only draw: {claims}", |stage, read, ledger| {
        is_trap(stage, read, Grade::Draw, ledger);
    }),
    form("{move} would lose: {claims}", |stage, read, ledger| {
        is_trap(stage, read, Grade::Loss, ledger);
    }),
    form("the position is drawn, and {move} keeps the draw", draws),
    form("the position is drawn, and {move} also draws", draws),
    form(
        "the position is drawn, and {move} keeps the draw: it is stalemate",
        stalemates,
    ),
    form(
        "the position is drawn, and {move} also draws: it is stalemate",
        stalemates,
    ),
    form(
        "the position is drawn, and {move} is the only move that keeps the draw",
        |stage, read, ledger| {
            draws(stage, read, ledger);
            is_only(stage, ledger);
        },
    ),
    form(
        "the position is drawn, and {move} is the only move that keeps the draw: it is stalemate",
        |stage, read, ledger| {
            stalemates(stage, read, ledger);
            is_only(stage, ledger);
        },
    ),
    form("the position is won", |stage, _, ledger| {
        position_alone(stage, Grade::Win, ledger);
    }),
    form("the position is drawn", |stage, _, ledger| {
        position_alone(stage, Grade::Draw, ledger);
    }),
    form("the position is lost", |stage, _, ledger| {
        position_alone(stage, Grade::Loss, ledger);
    }),
    form("the position is won: mate in {n}", |stage, read, ledger| {
        position_alone(stage, Grade::Win, ledger);
        position_mates_in(stage, read.number(0), ledger);
    }),
    form(
        "the position is lost: mate in {n}",
        |stage, read, ledger| {
            position_alone(stage, Grade::Loss, ledger);
            position_mates_in(stage, read.number(0), ledger);
        },
    ),
    form(
        "the position is lost: {move} is the only move, and mate follows in {n} moves",
        |stage, read, ledger| {
            let Some(m) = verdict(stage, read.written_move(0), ledger) else {
                return;
            };
            position_is(stage, Grade::Loss, ledger);
            is_only_legal(stage, ledger);
            mates_in(m, read.number(1), ledger);
        },
    ),
    form(
        "{move} holds out longest: mate in {n}",
        |stage, read, ledger| {
            if let Some(m) = loser(stage, read, 0, ledger) {
                is_best(stage, m, "holds out longer", ledger);
            }
        },
    ),
    form(
        "{move} loses faster: mate in {n}; {move} holds out for {n} moves",
        |stage, read, ledger| {
            let (m, other) = (loser(stage, read, 0, ledger), loser(stage, read, 2, ledger));
            if let (Some(m), Some(other)) = (m, other) {
                is_best(stage, other, "holds out longer", ledger);
                ledger.claim(m.graded.plies < other.graded.plies, || {
                    format!("{} does not lose faster than {}", m.written, other.written)
                });
            }
        },
    ),
    form(
        "they are in zugzwang: if they could pass, there would be no win",
        |stage, _, ledger| {
            let Some(after) = stage.asked.map(|m| stage.at_root().after(m)) else {
                return ledger.refute("nobody has moved");
            };
            let is_won = after.our_grade().grade == Grade::Win;
            let passed = after.now.clone().swap_turn();
            let is_lost_by_moving =
                passed.is_ok_and(|passed| stage.question.arbiter.grade(&passed).grade < Grade::Win);
            let must_move = !after.now.legal_moves().is_empty();
            ledger.claim(is_won && is_lost_by_moving && must_move, || {
                "they would be lost all the same, or are not".into()
            });
        },
    ),
    form("it is not known whether {claims}", |_, _, ledger| {
        ledger.has_verdict = true;
        ledger.refute("the tables were there");
    }),
    form("they play {claims}", |stage, read, ledger| {
        if !read_by(AFTERMATH.iter(), stage, read.words(0), ledger) {
            ledger.unread.push(read.words(0).to_owned());
        }
    }),
];

/// What follows from a bad move; the stage is set right after it, with them to move.
const AFTERMATH: &[SentenceForm] = &[
    form("it is stalemate", |stage, _, ledger| {
        ledger.claim(stage.now.is_stalemate(), || "it is no stalemate".into());
    }),
    form("{move} is mate", |stage, read, ledger| {
        if let Some(replied) = reply(stage, read.written_move(0), ledger) {
            ledger.claim(replied.now.is_checkmate(), || "it is no mate".into());
        }
    }),
    form(
        "{move} is the one reply that saves them",
        |stage, read, ledger| {
            if reply(stage, read.written_move(0), ledger).is_some() {
                is_only_reply(stage, ledger);
            }
        },
    ),
    form("after {move} {claims}", |stage, read, ledger| {
        if let Some(replied) = reply(stage, read.written_move(0), ledger) {
            read_or_report(&replied, read.words(1), ledger);
        }
    }),
    form("{move}, and {claims}", |stage, read, ledger| {
        if let Some(replied) = reply(stage, read.written_move(0), ledger) {
            read_or_report(&replied, read.words(1), ledger);
        }
    }),
];

/// The verdict's own move.
fn verdict<'s>(stage: &'s Stage<'_>, written: &str, ledger: &mut Ledger) -> Option<&'s MoveGrade> {
    ledger.has_verdict = true;
    named(stage, written, ledger)
}

/// A legal move of the position; that it is one is a claim too.
fn named<'s>(stage: &'s Stage<'_>, written: &str, ledger: &mut Ledger) -> Option<&'s MoveGrade> {
    let found = stage.question.find(written);
    ledger.claim(found.is_some(), || format!("{written} is not a legal move"));
    found
}

/// The first move is the verdict's and wins, and mates in so many moves.
fn winner<'s>(stage: &'s Stage<'_>, read: &Captures, ledger: &mut Ledger) -> Option<&'s MoveGrade> {
    let m = verdict(stage, read.written_move(0), ledger)?;
    is_worth(m, Grade::Win, ledger);
    mates_in(m, read.number(1), ledger);
    Some(m)
}

fn wins(stage: &Stage<'_>, read: &Captures, ledger: &mut Ledger) {
    winner(stage, read, ledger);
}

/// The position is drawn, and the verdict's move draws.
fn drawer<'s>(stage: &'s Stage<'_>, read: &Captures, ledger: &mut Ledger) -> Option<&'s MoveGrade> {
    let m = verdict(stage, read.written_move(0), ledger)?;
    position_is(stage, Grade::Draw, ledger);
    is_worth(m, Grade::Draw, ledger);
    Some(m)
}

fn draws(stage: &Stage<'_>, read: &Captures, ledger: &mut Ledger) {
    drawer(stage, read, ledger);
}

fn stalemates(stage: &Stage<'_>, read: &Captures, ledger: &mut Ledger) {
    if let Some(m) = drawer(stage, read, ledger) {
        let after = stage.at_root().after(m.m);
        ledger.claim(after.now.is_stalemate(), || {
            format!("{} is no stalemate", m.written)
        });
    }
}

/// The move in a hole loses, and is mated in so many moves, which is the next hole.
fn loser<'s>(
    stage: &'s Stage<'_>,
    read: &Captures,
    hole: usize,
    ledger: &mut Ledger,
) -> Option<&'s MoveGrade> {
    let m = named(stage, read.written_move(hole), ledger)?;
    is_worth(m, Grade::Loss, ledger);
    mates_in(m, read.number(hole + 1), ledger);
    Some(m)
}

/// A verdict on the position that names no move.
fn position_alone(stage: &Stage<'_>, grade: Grade, ledger: &mut Ledger) {
    ledger.has_verdict = true;
    position_is(stage, grade, ledger);
}

fn position_mates_in(stage: &Stage<'_>, moves: u32, ledger: &mut Ledger) {
    let n = stage.question.graded.moves();
    ledger.claim(n == moves, || format!("it is mate in {n}"));
}

fn is_worth(m: &MoveGrade, grade: Grade, ledger: &mut Ledger) {
    ledger.claim(m.graded.grade == grade, || {
        format!("by the tables {} is a {}", m.written, m.graded.grade.name())
    });
}

fn mates_in(m: &MoveGrade, moves: u32, ledger: &mut Ledger) {
    ledger.claim(m.graded.moves() == moves, || {
        format!("after {} it is mate in {}", m.written, m.graded.moves())
    });
}

fn is_only(stage: &Stage<'_>, ledger: &mut Ledger) {
    let n = stage.question.n_keeping();
    ledger.claim(n == 1, || format!("{n} moves keep the result"));
}

fn is_only_legal(stage: &Stage<'_>, ledger: &mut Ledger) {
    let n = stage.question.moves.len();
    ledger.claim(n == 1, || format!("there are {n} legal moves"));
}

fn position_is(stage: &Stage<'_>, grade: Grade, ledger: &mut Ledger) {
    let truth = stage.question.graded.grade;
    ledger.claim(truth == grade, || {
        format!("by the tables the position is a {}", truth.name())
    });
}

/// It loses what was not lost.
fn loses(stage: &Stage<'_>, m: &MoveGrade, ledger: &mut Ledger) {
    let had = stage.question.graded.grade;
    ledger.claim(had != Grade::Loss, || "the position was lost before".into());
    is_worth(m, Grade::Loss, ledger);
}

/// A natural move that fails is not the one that is spoken of, and gives something away.
fn is_trap(stage: &Stage<'_>, read: &Captures, grade: Grade, ledger: &mut Ledger) {
    let Some(m) = named(stage, read.written_move(0), ledger) else {
        return;
    };
    is_worth(m, grade, ledger);
    ledger.claim(Some(m.m) != stage.asked, || "it is the move itself".into());
    let had = stage.question.graded.grade;
    ledger.claim(m.graded.grade < had, || "it gives nothing away".into());
    consequence_of(stage, m, read.words(1), ledger);
}

/// No move is better: a faster win, or a slower loss.
fn is_best(stage: &Stage<'_>, m: &MoveGrade, better: &str, ledger: &mut Ledger) {
    let moves = stage.question.moves.iter();
    let best = moves.max_by_key(|m| m.graded.merit());
    ledger.claim(
        best.is_some_and(|best| best.graded.merit() == m.graded.merit()),
        || format!("{} {better}", best.map_or("?", |best| &best.written)),
    );
}

/// What is said to come after a bad move.
fn consequence_of(stage: &Stage<'_>, m: &MoveGrade, words: &str, ledger: &mut Ledger) {
    ledger.has_consequence = true;
    let after = stage.at_root().after(m.m);
    if !read_by(AFTERMATH.iter(), &after, words, ledger) {
        ledger.unread.push(words.to_owned());
    }
}

/// Their reply, which is legal and keeps what they have.
fn reply<'s>(after: &Stage<'s>, written: &str, ledger: &mut Ledger) -> Option<Stage<'s>> {
    let m = read_move(&after.now, written);
    ledger.claim(m.is_some(), || format!("{written} is not a legal reply"));
    let replied = after.after(m?);
    let kept = replied.our_grade().grade == after.our_grade().grade;
    ledger.claim(kept, || format!("{written} does not keep their result"));
    Some(replied)
}

/// One reply keeps what they have.
fn is_only_reply(after: &Stage<'_>, ledger: &mut Ledger) {
    let n = consequence::keeping_moves(after).len();
    ledger.claim(n == 1, || format!("{n} replies save them"));
}
