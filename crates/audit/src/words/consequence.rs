//! What happens after a move: men that fall, mates, stalemates, queens.

use std::collections::HashMap;

use shakmaty::{Chess, Color, Position, Role};

use super::common::stands;
use crate::arbiter::Grade;
use crate::reader::{SentenceForm, form};
use crate::stage::Stage;

pub(super) const FORMS: &[SentenceForm] = &[
    form("it is mate", |stage, _, ledger| {
        ledger.claim(stage.now.is_checkmate(), || "it is no mate".into());
    }),
    form("it is stalemate", |stage, _, ledger| {
        ledger.claim(stage.now.is_stalemate(), || "it is no stalemate".into());
    }),
    form("the king on {square} is mated", |stage, read, ledger| {
        stands(stage, Role::King, read.square(0), ledger);
        ledger.claim(stage.now.is_checkmate(), || "it is no mate".into());
    }),
    form("the {man} is lost", |stage, read, ledger| {
        let role = read.man(0);
        ledger.claim(
            was_taken_for_nothing(stage, role) || falls(stage, role),
            || format!("they cannot force it within {FORESEEN} plies, nor with best play"),
        );
    }),
    form("the {man} cannot be saved", |stage, read, ledger| {
        let role = read.man(0);
        ledger.claim(cannot_be_saved(stage, role), || {
            "there is a move after which it cannot be taken with the same result".into()
        });
    }),
    form("the {man} or the {man} is lost", |stage, read, ledger| {
        let men = [read.man(0), read.man(1)];
        let falls = |m| {
            let next = stage.after(m);
            let mut hunts = men.map(|man| Hunt::new(stage, man, false)).into_iter();
            hunts.any(|mut hunt| hunt.is_hit(&next, 1))
        };
        ledger.claim(stage.now.legal_moves().into_iter().all(falls), || {
            "there is a move that saves both".into()
        });
    }),
    form("the {man} is exchanged", |stage, read, ledger| {
        let role = read.man(0);
        let taken = stage.line.last().filter(|m| m.capture() == Some(role));
        let back = taken.is_some_and(|m| !stage.captures_on(m.to()).is_empty());
        let soon = || Hunt::new(stage, role, false).falls(stage, FORESEEN);
        ledger.claim(back || (taken.is_none() && soon()), || {
            "it is not taken, or we cannot take back".into()
        });
    }),
    form("there is a new queen", |stage, _, ledger| {
        let promoted = stage.line.last().and_then(|m| m.promotion());
        ledger.claim(promoted == Some(Role::Queen), || "there is none".into());
    }),
    form("the pawn queens", |stage, _, ledger| {
        let promoted = stage.line.last().is_some_and(|m| m.promotion().is_some());
        // A pawn wins in no other way.
        let must = stage.theirs(Role::Pawn).is_some() && stage.our_grade().grade == Grade::Loss;
        ledger.claim(promoted || must, || "it can be stopped".into());
    }),
    form("mate follows", |stage, _, ledger| {
        ledger.claim(stage.our_grade().grade != Grade::Draw, || {
            "it is a draw".into()
        });
    }),
    form("mate follows in {n} moves", |stage, read, ledger| {
        let graded = stage.our_grade();
        let (n, decided) = (graded.moves(), graded.grade != Grade::Draw);
        ledger.claim(decided && n == read.number(0), || match decided {
            true => format!("it is mate in {n}"),
            false => "it is a draw".into(),
        });
    }),
    form("there is no win any more", |stage, _, ledger| {
        let grade = stage.our_grade().grade;
        ledger.claim(grade != Grade::Win, || "there is a win".into());
    }),
];

/// The last move took a man of this kind, and the other side cannot take back.
fn was_taken_for_nothing(stage: &Stage<'_>, role: Role) -> bool {
    let Some(last) = stage.line.last() else {
        return false;
    };
    last.capture() == Some(role) && stage.captures_on(last.to()).is_empty()
}

/// Whatever the side to move plays, its man of this kind is taken at once, and the result stays.
pub(super) fn cannot_be_saved(stage: &Stage<'_>, role: Role) -> bool {
    Hunt::new(stage, role, false).falls(stage, 2)
}

/// How far ahead a man may be said to be lost, in plies.
const FORESEEN: u32 = 8;

/// How far the best play of both sides is followed.
const FOLLOWED: u32 = 14;

/// They can force the capture of our man for nothing, without letting the result go.
fn falls(stage: &Stage<'_>, role: Role) -> bool {
    let forced = |moves| Hunt::new(stage, role, true).falls(stage, 2 * moves);
    falls_with_best_play(stage, role) || (1..=FORESEEN / 2).any(forced)
}

/// In a lost position the longest defence loses the man for nothing.
fn falls_with_best_play(stage: &Stage<'_>, role: Role) -> bool {
    if stage.our_grade().grade != Grade::Loss {
        return false;
    }
    let mut at = stage.clone();
    for _ in 0..FOLLOWED {
        let moves = at.question.arbiter.grade_moves(&at.now).into_iter();
        let Some(best) = moves.max_by_key(|m| m.graded.merit()) else {
            return false;
        };
        at = at.after(best.m);
        if was_taken_for_nothing(&at, role) {
            return at.is_our_turn();
        }
    }
    false
}

/// Looks for the forced capture of a man of the side to move.
pub(super) struct Hunt {
    role: Role,
    /// Whoever takes it may not be taken.
    for_nothing: bool,
    result: Grade,
    hunted: Color,
    known: HashMap<(Chess, u32), bool>,
}

impl Hunt {
    /// The side to move on the stage is hunted.
    pub(super) fn new(stage: &Stage<'_>, role: Role, for_nothing: bool) -> Hunt {
        Hunt {
            role,
            for_nothing,
            result: stage.our_grade().grade,
            hunted: stage.turn(),
            known: HashMap::new(),
        }
    }

    /// Every move of the hunted side lets the man be taken within so many plies, or lets itself be mated.
    pub(super) fn falls(&mut self, stage: &Stage<'_>, plies: u32) -> bool {
        let moves = stage.now.legal_moves();
        if moves.is_empty() {
            return stage.now.is_checkmate();
        }
        if !self.is_there(stage) || plies < 2 {
            return false;
        }
        let key = (stage.now.clone(), plies);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let found = moves
            .into_iter()
            .all(|m| self.is_hit(&stage.after(m), plies - 1));
        self.known.insert(key, found);
        found
    }

    /// The man is there, or the one that the pawn has become.
    fn is_there(&self, stage: &Stage<'_>) -> bool {
        let has_promoted =
            || self.role == Role::Pawn && stage.board().by_color(self.hunted).count() == 2;
        stage.only(self.hunted, self.role).is_some() || has_promoted()
    }

    /// The hunters take it, mate, or go on hunting, and never let the result go.
    fn is_hit(&mut self, stage: &Stage<'_>, plies: u32) -> bool {
        let next = stage.now.legal_moves().into_iter().map(|m| stage.after(m));
        let result = self.result;
        // They may win more than they had.
        let is_ours = self.hunted == stage.us();
        let next: Vec<Stage<'_>> = next
            .filter(|next| match is_ours {
                true => next.our_grade().grade <= result,
                false => next.our_grade().grade >= result,
            })
            .collect();
        let ends = |next: &Stage<'_>| {
            let captured = next.line.last().and_then(|m| m.capture());
            // A pawn that promotes and is taken then was not saved.
            let is_it =
                captured == Some(self.role) || (self.role == Role::Pawn && captured.is_some());
            let is_free = next
                .line
                .last()
                .is_some_and(|m| next.captures_on(m.to()).is_empty());
            let taken = is_it && (is_free || !self.for_nothing);
            taken || next.now.is_checkmate()
        };
        next.iter().any(ends) || next.iter().any(|next| self.falls(next, plies - 1))
    }
}

/// The moves that keep what the side to move has, as they are written.
pub(super) fn keeping_moves(stage: &Stage<'_>) -> Vec<String> {
    let arbiter = stage.question.arbiter;
    let had = arbiter.grade(&stage.now).grade;
    let moves = arbiter.grade_moves(&stage.now).into_iter();
    let keeping = moves.filter(|m| m.graded.grade == had);
    keeping.map(|m| m.written).collect()
}
