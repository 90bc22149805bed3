//! How a move was found: the rules that apply, what was tried, and what the pieces of advice make of another move.
//!
//! What a piece of advice asks for is the chapter's affair. Judged are the moves that are named, how many there are, and
//! every fact that is said of the position where a try ends.

use shakmaty::Position;

use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form, read_by, read_or_report};
use crate::stage::Stage;

pub(super) const FORMS: &[SentenceForm] = &[
    form("rule {n} applies", |_, _, _| {}),
    form("rule {n} does not apply", |_, _, _| {}),
    form("so rule {n} is left, for all other positions", |_, _, _| {}),
    form("rule {n} applies: {claims}", |stage, read, ledger| {
        read_or_report(&stage.at_root(), read.words(1), ledger);
    }),
    form(
        "rule {n} does not apply: {claims}",
        |stage, read, ledger| {
            read_or_report(&stage.at_root(), read.words(1), ledger);
        },
    ),
    form("“{claims}” is left out here", |_, _, _| {}),
    form(
        "“{claims}” is left out here: {claims}",
        |stage, read, ledger| {
            read_or_report(&stage.at_root(), read.words(1), ledger);
        },
    ),
    form("“{claims}” has nothing left to do", |_, _, _| {}),
    form(
        "“{claims}” has nothing left to do: {claims}",
        |stage, read, ledger| {
            read_or_report(&stage.at_root(), read.words(1), ledger);
        },
    ),
    form(
        "“{claims}” does not work: {claims}",
        |stage, read, ledger| fails(stage, read.words(1), ledger),
    ),
    form(
        "{claims}, so “{claims}” does not play it",
        |stage, read, ledger| fails(stage, read.words(0), ledger),
    ),
    form(
        "“{claims}” would take {move} too; {move} is only tried first",
        |stage, read, ledger| {
            is_asked(stage, read.written_move(1), ledger);
            is_legal(stage, read.written_move(2), ledger);
        },
    ),
    form(
        "“{claims}” would play {move}, but “{claims}” comes first",
        |stage, read, ledger| is_asked(stage, read.written_move(1), ledger),
    ),
    form("“{claims}” would play {move}", |stage, read, ledger| {
        is_asked(stage, read.written_move(1), ledger);
    }),
    form(
        "{move} is the move of “{claims}”",
        |stage, read, ledger| {
            is_asked(stage, read.written_move(0), ledger);
        },
    ),
    form(
        "{move} is not one of the moves that “{claims}” tries",
        |stage, read, ledger| is_asked(stage, read.written_move(0), ledger),
    ),
    form(
        "{move} goes on with the plan that {move} began: {claims}",
        |stage, read, ledger| is_asked(stage, read.written_move(0), ledger),
    ),
    // The move and the title of its piece, which is an instruction.
    form("{move}: {claims}", |stage, read, ledger| {
        is_asked(stage, read.written_move(0), ledger);
    }),
];

/// What became of a try; the stage is set before it.
const TRIES: &[SentenceForm] = &[
    form(
        "{claims}; the other try fails too",
        |stage, read, ledger| {
            has_moves(stage, 2, ledger);
            fails(stage, read.words(0), ledger);
        },
    ),
    form(
        "{claims}; {n} other tries fail too",
        |stage, read, ledger| {
            has_moves(stage, read.number(1) as usize + 1, ledger);
            fails(stage, read.words(0), ledger);
        },
    ),
    form("after {move} {claims}", |stage, read, ledger| {
        let line = [read.written_move(0).to_owned()];
        ends(stage, &line, read.words(1), ledger);
    }),
    form(
        "{move} is met by {line}, and {claims}",
        |stage, read, ledger| {
            let mut line = vec![read.written_move(0).to_owned()];
            line.extend_from_slice(read.line(1));
            ends(stage, &line, read.words(2), ledger);
        },
    ),
    form(
        "the longest try is {line}, and then {claims}",
        |stage, read, ledger| ends(stage, read.line(0), read.words(1), ledger),
    ),
    form(
        "the goal is not reached: {claims}",
        |stage, read, ledger| {
            read_or_report(stage, read.words(0), ledger);
        },
    ),
];

/// What is said of the end of a try.
const GAPS: &[SentenceForm] = &[
    form("the goal is not reached", |_, _, _| {}),
    form(
        "the goal is not reached: {claims}",
        |stage, read, ledger| {
            gap(stage, read.words(0), ledger);
        },
    ),
    form("the position has been there before", |stage, _, ledger| {
        let mut at = stage.at_root();
        let mut seen = vec![at.now.clone()];
        for m in &stage.line {
            at = at.after(*m);
            seen.push(at.now.clone());
        }
        let last = seen.pop();
        let back = last.is_some_and(|last| seen.iter().any(|seen| seen.board() == last.board()));
        ledger.claim(back, || "it is new".into());
    }),
    form("they have no reply", |stage, _, ledger| {
        let stuck = !stage.is_our_turn() && stage.now.legal_moves().is_empty();
        ledger.claim(stuck, || "there is one".into());
    }),
    form("there is no such move", |_, _, _| {}),
];

fn fails(stage: &Stage<'_>, words: &str, ledger: &mut Ledger) {
    let root = stage.at_root();
    if !read_by(TRIES.iter(), &root, words, ledger) {
        gap(&root, words, ledger);
    }
}

fn gap(stage: &Stage<'_>, words: &str, ledger: &mut Ledger) {
    if !read_by(GAPS.iter(), stage, words, ledger) {
        read_or_report(stage, words, ledger);
    }
}

/// A line from the position is legal, and at its end something is missing.
fn ends(stage: &Stage<'_>, line: &[String], words: &str, ledger: &mut Ledger) {
    match stage.at_root().after_line(line) {
        Ok(end) => gap(&end, words, ledger),
        Err(reason) => ledger.refute(reason),
    }
}

fn has_moves(stage: &Stage<'_>, at_least: usize, ledger: &mut Ledger) {
    let n = stage.question.moves.len();
    ledger.claim(n >= at_least, || format!("there are {n} legal moves"));
}

fn is_legal(stage: &Stage<'_>, written: &str, ledger: &mut Ledger) {
    let found = stage.question.find(written);
    ledger.claim(found.is_some(), || format!("{written} is not a legal move"));
}

/// The move is the one that is spoken of.
fn is_asked(stage: &Stage<'_>, written: &str, ledger: &mut Ledger) {
    let found = stage.question.find(written).map(|m| m.m);
    ledger.claim(found.is_some() && found == stage.asked, || {
        format!("{written} is not the move in question")
    });
}
