//! Quoted lines: they are legal, and what is said of their ends holds there.

use shakmaty::{Move, Position};

use super::consequence::keeping_moves;
use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form, read_claims, read_or_report};
use crate::stage::{Stage, read_move};

pub(super) const FORMS: &[SentenceForm] = &[
    form(
        "the longest line is {line}: {claims}",
        |stage, read, ledger| {
            if let Some(end) = play(stage, read.line(0), ledger) {
                read_or_report(&end, read.words(1), ledger);
            }
        },
    ),
    form(
        "the main line is {line}: {claims}",
        |stage, read, ledger| {
            if let Some(end) = play(stage, read.line(0), ledger) {
                read_or_report(&end, read.words(1), ledger);
            }
        },
    ),
    form("their replies are forced: {line}", |stage, read, ledger| {
        forced(stage, read.line(0), ledger);
    }),
    form(
        "their replies are forced: {line}, and {claims}",
        |stage, read, ledger| {
            if let Some(end) = forced(stage, read.line(0), ledger) {
                read_or_report(&end, read.words(1), ledger);
            }
        },
    ),
    form("the longest line is {line}", |stage, read, ledger| {
        play(stage, read.line(0), ledger);
    }),
    form("the line is {line}", |stage, read, ledger| {
        good_replies(stage, read.line(0), ledger)
    }),
    form("play goes {line}", |stage, read, ledger| {
        good_replies(stage, read.line(0), ledger)
    }),
    form("for example {line}", |stage, read, ledger| {
        good_replies(stage, read.line(0), ledger)
    }),
    form("for example {line}, and {claims}", |stage, read, ledger| {
        good_replies(stage, read.line(0), ledger);
        if let Ok(end) = stage.at_root().after_line(read.line(0)) {
            read_or_report(&end, read.words(1), ledger);
        }
    }),
    form("the longest defence is {line}", |stage, read, ledger| {
        best_play(stage, read.line(0), ledger)
    }),
    form(
        "their best try is {move}, and then only {move} holds",
        |stage, read, ledger| {
            best_try(
                stage,
                read.written_move(0),
                read.written_move(1),
                true,
                ledger,
            );
        },
    ),
    form(
        "their best try is {move}; {move} is an answer",
        |stage, read, ledger| {
            best_try(
                stage,
                read.written_move(0),
                read.written_move(1),
                false,
                ledger,
            );
        },
    ),
    form(
        "after {move}, for example, whatever we play still draws",
        |stage, read, ledger| {
            let Some(m) = read_move(&stage.now, read.written_move(0)) else {
                ledger.refute("it is not a legal reply");
                return;
            };
            let after = stage.after(m);
            let (n, all) = (keeping_moves(&after).len(), after.now.legal_moves().len());
            ledger.claim(n == all, || format!("{n} of {all} moves draw"));
        },
    ),
    form(
        "nobody has anything left to win with",
        |stage, _, ledger| {
            let is_dead = stage.now.is_insufficient_material();
            ledger.claim(is_dead, || "there is enough to mate with".into());
        },
    ),
    form(
        "whatever they reply, in at most {n} moves {claims}",
        |stage, read, ledger| {
            forced_within(stage, read.number(0), read.words(1), ledger);
        },
    ),
    form(
        "the chapter has no advice that works here",
        |stage, _, ledger| no_advice(stage, ledger),
    ),
    form(
        "no table of the chapter is for these men",
        |stage, _, ledger| no_advice(stage, ledger),
    ),
    form(
        "the chapter is not about this position: {claims}",
        |stage, read, ledger| {
            no_advice(stage, ledger);
            read_or_report(&stage.at_root(), read.words(0), ledger);
        },
    ),
];

/// Whatever they reply, we bring it about with so many moves, this one included.
pub(super) fn forced_within(stage: &Stage<'_>, moves: u32, words: &str, ledger: &mut Ledger) {
    let mut draft = Ledger::default();
    if !read_claims(stage, words, &mut draft) {
        ledger.unread.push(words.to_owned());
        return;
    }
    let found = moves > 0 && can_force(stage, moves - 1, words);
    ledger.claim(found, || "it cannot be forced in so many moves".into());
}

fn no_advice(stage: &Stage<'_>, ledger: &mut Ledger) {
    ledger.claim(!stage.is_advised, || "the chapter advises a move".into());
}

/// They are to move: can we bring it about with so many moves of ours that the words are true?
fn can_force(stage: &Stage<'_>, moves: u32, words: &str) -> bool {
    let replies = stage.now.legal_moves();
    if replies.is_empty() {
        return is_true(stage, words);
    }
    if moves == 0 {
        // Some words can only be true when it is our turn.
        let mut replied = replies.into_iter().map(|reply| stage.after(reply));
        return is_true(stage, words) || replied.all(|replied| is_true(&replied, words));
    }
    let ours = |reply| {
        let replied = stage.after(reply);
        let next = replied.now.legal_moves().into_iter();
        let next: Vec<Stage<'_>> = next.map(|m| replied.after(m)).collect();
        is_true(&replied, words)
            || next.iter().any(|next| is_true(next, words))
            || next.iter().any(|next| can_force(next, moves - 1, words))
    };
    is_true(stage, words) || replies.into_iter().all(ours)
}

fn is_true(stage: &Stage<'_>, words: &str) -> bool {
    let mut ledger = Ledger::default();
    read_claims(stage, words, &mut ledger) && ledger.falsehoods.is_empty()
}

/// Plays a line from the position; that it is legal and begins with the move in question are claims.
fn play<'s>(stage: &Stage<'s>, moves: &[String], ledger: &mut Ledger) -> Option<Stage<'s>> {
    match stage.at_root().after_line(moves) {
        Ok(end) => {
            let first = end.line.first().copied();
            ledger.claim(first == stage.asked, || {
                "the line does not begin with the move in question".into()
            });
            Some(end)
        }
        Err(reason) => {
            ledger.refute(reason);
            None
        }
    }
}

/// A line in which they never have a choice.
fn forced<'s>(stage: &Stage<'s>, moves: &[String], ledger: &mut Ledger) -> Option<Stage<'s>> {
    let end = play(stage, moves, ledger)?;
    let mut at = stage.at_root();
    for m in &end.line {
        let n = at.now.legal_moves().len();
        ledger.claim(at.is_our_turn() || n == 1, || {
            format!("{} is one of {n} replies", at.written(*m))
        });
        at = at.after(*m);
    }
    Some(end)
}

/// A line that punishes a move: legal, and none of their moves lets the result go.
fn good_replies(stage: &Stage<'_>, moves: &[String], ledger: &mut Ledger) {
    let Some(end) = play(stage, moves, ledger) else {
        return;
    };
    let mut at = stage.at_root();
    for m in end.line {
        let had = at.our_grade().grade;
        let next = at.after(m);
        if !at.is_our_turn() {
            ledger.claim(next.our_grade().grade <= had, || {
                format!("{} lets the result go", at.written(m))
            });
        }
        at = next;
    }
}

/// Both sides play what the tables call best, after the move that is spoken of.
fn best_play(stage: &Stage<'_>, moves: &[String], ledger: &mut Ledger) {
    let arbiter = stage.question.arbiter;
    let mut at = stage.clone();
    for written in moves {
        let Some(m) = read_move(&at.now, written) else {
            ledger.refute(format!("{written} is not a legal move there"));
            return;
        };
        let best = arbiter.grade(&at.now).merit();
        let this = arbiter.grade_move(&at.now, m).merit();
        ledger.claim(this == best, || {
            format!("{written} is not best by the tables")
        });
        at = at.after(m);
    }
}

/// No reply of theirs leaves us fewer moves that hold.
fn best_try(stage: &Stage<'_>, reply: &str, answer: &str, only: bool, ledger: &mut Ledger) {
    let Some(m) = read_move(&stage.now, reply) else {
        ledger.refute(format!("{reply} is not a legal reply"));
        return;
    };
    let n_left = |m| keeping_moves(&stage.after(m)).len();
    // A reply that gives something away is no try, and neither is one after which we cannot go wrong.
    let kept = |m: &Move| stage.after(*m).our_grade().grade == stage.our_grade().grade;
    let can_err = |m: &Move| n_left(*m) < stage.after(*m).now.legal_moves().len();
    let tries = stage.now.legal_moves().into_iter();
    let tries = tries.filter(|m| kept(m) && can_err(m));
    let fewest = tries.map(n_left).min();
    ledger.claim(Some(n_left(m)) == fewest, || {
        format!(
            "after {reply} {} moves hold, after another reply fewer",
            n_left(m)
        )
    });
    let after = stage.after(m);
    let keeping = keeping_moves(&after);
    let answers = read_move(&after.now, answer).map(|m| after.written(m));
    let holds = answers.is_some_and(|answer| keeping.contains(&answer));
    ledger.claim(holds && (!only || keeping.len() == 1), || {
        format!("what holds is {}", keeping.join(", "))
    });
}
