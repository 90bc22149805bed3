//! Nim: the rule is Bouton's, and every sentence about it is judged by it.

use serde_json::Value;

use crate::arbiter::Grade;
use crate::ledger::Ledger;
use crate::reader::sentences_of;
use crate::report::FaultKind;
use crate::template::{Captures, first_fit};

/// Heaps before and after a move of ours.
#[derive(Clone, Debug)]
pub(crate) struct NimStage {
    pub(crate) before: Vec<u32>,
    pub(crate) after: Vec<u32>,
    pub(crate) is_advised: bool,
}

/// A template and who judges what it says.
pub(crate) struct NimForm {
    template: &'static str,
    judge: fn(&NimStage, &Captures, &mut Ledger),
}

const FORMS: &[NimForm] = &[
    NimForm {
        template: "{move} wins",
        judge: |stage, read, ledger| wins(stage, read.written_move(0), ledger),
    },
    NimForm {
        template: "{move} also wins",
        judge: |stage, read, ledger| wins(stage, read.written_move(0), ledger),
    },
    NimForm {
        template: "{move} is the only move that wins",
        judge: |stage, read, ledger| {
            wins(stage, read.written_move(0), ledger);
            let n = winning(&stage.before).len();
            ledger.claim(n == 1, || format!("{n} moves win"));
        },
    },
    NimForm {
        template: "{move} loses: {move} leaves a digital sum of zero",
        judge: |stage, read, ledger| {
            ledger.has_verdict = true;
            ledger.has_consequence = true;
            let had = grade(&stage.before);
            ledger.claim(had == Grade::Win, || "the position was lost before".into());
            let Some(after) = after(&stage.before, read.written_move(0), ledger) else {
                return;
            };
            let Some(replied) = self::after(&after, read.written_move(1), ledger) else {
                return;
            };
            let sum = digital_sum(&replied);
            ledger.claim(sum == 0, || format!("it leaves {sum}"));
        },
    },
    NimForm {
        template: "the position is lost",
        judge: |stage, _, ledger| {
            ledger.has_verdict = true;
            let had = grade(&stage.before);
            ledger.claim(had == Grade::Loss, || "the position is won".into());
        },
    },
    NimForm {
        template: "the position is lost: every move loses against best play",
        judge: |stage, _, ledger| {
            ledger.has_verdict = true;
            let had = grade(&stage.before);
            ledger.claim(had == Grade::Loss, || "the position is won".into());
        },
    },
    NimForm {
        template: "rule {n} applies: the digital sum of the heaps is {n}",
        judge: |stage, read, ledger| {
            let sum = digital_sum(&stage.before);
            ledger.claim(sum == read.number(1), || format!("it is {sum}"));
        },
    },
    NimForm {
        template: "rule {n} does not apply: the digital sum of the heaps is {n}",
        judge: |stage, read, ledger| {
            let sum = digital_sum(&stage.before);
            ledger.claim(sum == read.number(1), || format!("it is {sum}"));
        },
    },
    NimForm {
        template: "so rule {n} is left, for all other positions",
        judge: |_, _, _| {},
    },
    NimForm {
        template: "“{claims}” does not work: the longest try is {line}, and then we have no move left; {n} other tries fail too",
        judge: |stage, read, ledger| {
            loses_by(stage, read.line(1), ledger);
            has_moves(stage, read.number(2) as usize + 1, ledger);
        },
    },
    NimForm {
        template: "“{claims}” does not work: the longest try is {line}, and then we have no move left; the other try fails too",
        judge: |stage, read, ledger| {
            loses_by(stage, read.line(1), ledger);
            has_moves(stage, 2, ledger);
        },
    },
    NimForm {
        template: "“{claims}” does not work: {move} is met by {line}, and we have no move left; {n} other tries fail too",
        judge: |stage, read, ledger| {
            let mut line = vec![read.written_move(1).to_owned()];
            line.extend_from_slice(read.line(2));
            loses_by(stage, &line, ledger);
            has_moves(stage, read.number(3) as usize + 1, ledger);
        },
    },
    NimForm {
        template: "“{claims}” does not work: {move} is met by {line}, and we have no move left; the other try fails too",
        judge: |stage, read, ledger| {
            let mut line = vec![read.written_move(1).to_owned()];
            line.extend_from_slice(read.line(2));
            loses_by(stage, &line, ledger);
            has_moves(stage, 2, ledger);
        },
    },
    NimForm {
        template: "“{claims}” does not work: {move} is met by {line}, and we have no move left",
        judge: |stage, read, ledger| {
            let mut line = vec![read.written_move(1).to_owned()];
            line.extend_from_slice(read.line(2));
            loses_by(stage, &line, ledger);
        },
    },
    NimForm {
        template: "{move} is met by {line}, and we have no move left, so “{claims}” does not play it",
        judge: |stage, read, ledger| {
            let mut line = vec![read.written_move(0).to_owned()];
            line.extend_from_slice(read.line(1));
            loses_by(stage, &line, ledger);
        },
    },
    NimForm {
        template: "“{claims}” would take {move} too; {move} is only tried first",
        judge: |stage, read, ledger| {
            for hole in [1, 2] {
                leaves_zero(stage, read.written_move(hole), true, ledger);
            }
        },
    },
    NimForm {
        template: "{move} is the move of “{claims}”",
        judge: |stage, read, ledger| leaves_zero(stage, read.written_move(0), true, ledger),
    },
    NimForm {
        template: "{move} is not one of the moves that “{claims}” tries",
        judge: |stage, read, ledger| leaves_zero(stage, read.written_move(0), false, ledger),
    },
    // The move and the title of its piece, which is an instruction that the move follows.
    NimForm {
        template: "{move}: leave a digital sum of zero",
        judge: |stage, read, ledger| leaves_zero(stage, read.written_move(0), true, ledger),
    },
    NimForm {
        template: "{move}: Leave a digital sum of zero",
        judge: |stage, read, ledger| leaves_zero(stage, read.written_move(0), true, ledger),
    },
    NimForm {
        template: "the chapter has no advice that works here",
        judge: |stage, _, ledger| {
            ledger.claim(!stage.is_advised, || "the chapter advises a move".into());
        },
    },
    NimForm {
        template: "the digital sum of the heaps is zero, and it is their turn",
        judge: |stage, _, ledger| {
            let sum = digital_sum(&stage.after);
            ledger.claim(sum == 0, || format!("the digital sum is {sum}"));
        },
    },
    NimForm {
        template: "the digital sum of the heaps is zero already, so every move spoils it",
        judge: |stage, _, ledger| {
            let sum = digital_sum(&stage.before);
            ledger.claim(sum == 0, || format!("the digital sum is {sum}"));
        },
    },
];

fn wins(stage: &NimStage, written: &str, ledger: &mut Ledger) {
    ledger.has_verdict = true;
    let wins = winning(&stage.before).iter().any(|m| m == written);
    ledger.claim(wins, || format!("{written} does not win"));
}

/// A line takes everything, and they make the last move of it.
fn loses_by(stage: &NimStage, line: &[String], ledger: &mut Ledger) {
    let mut heaps = stage.before.clone();
    for written in line {
        let Some(left) = after(&heaps, written, ledger) else {
            return;
        };
        heaps = left;
    }
    ledger.claim(
        line.len().is_multiple_of(2) && moves(&heaps).is_empty(),
        || format!("{heaps:?} is left"),
    );
}

fn has_moves(stage: &NimStage, at_least: usize, ledger: &mut Ledger) {
    // Equal heaps have moves of their own, though these are written alike.
    let n: u32 = stage.before.iter().sum();
    ledger.claim(n as usize >= at_least, || format!("there are {n} moves"));
}

/// The one piece of advice about Nim plays the moves that leave a digital sum of zero.
fn leaves_zero(stage: &NimStage, written: &str, does: bool, ledger: &mut Ledger) {
    if let Some(left) = after(&stage.before, written, ledger) {
        let sum = digital_sum(&left);
        ledger.claim((sum == 0) == does, || format!("{written} leaves {sum}"));
    }
}

/// What is left after a move, if it is one.
fn after(heaps: &[u32], written: &str, ledger: &mut Ledger) -> Option<Vec<u32>> {
    let found = moves(heaps).into_iter().find(|(m, _)| m == written);
    ledger.claim(found.is_some(), || format!("{written} is not a legal move"));
    found.map(|(_, after)| after)
}

/// The moves that win.
fn winning(heaps: &[u32]) -> Vec<String> {
    let winning = moves(heaps)
        .into_iter()
        .filter(|(_, after)| grade(after) == Grade::Loss);
    winning.map(|(m, _)| m).collect()
}

/// The heaps added in binary without carrying.
pub(crate) fn digital_sum(heaps: &[u32]) -> u32 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// What heaps are worth to the side to move: who cannot move has lost.
pub(crate) fn grade(heaps: &[u32]) -> Grade {
    match digital_sum(heaps) {
        0 => Grade::Loss,
        _ => Grade::Win,
    }
}

/// The moves from heaps, each size once, and what is left.
pub(crate) fn moves(heaps: &[u32]) -> Vec<(String, Vec<u32>)> {
    let mut found: Vec<(String, Vec<u32>)> = Vec::new();
    for (idx, heap) in heaps.iter().enumerate() {
        for left in 0..*heap {
            let written = format!("{heap}→{left}");
            if found.iter().all(|(known, _)| *known != written) {
                let mut after = heaps.to_vec();
                after[idx] = left;
                found.push((written, after));
            }
        }
    }
    found
}

/// Reads the text of a sentence document.
pub(crate) fn read_text(stage: &NimStage, text: &str, ledger: &mut Ledger) {
    if read_by(stage, text.trim_end_matches('.'), ledger) {
        return;
    }
    for sentence in sentences_of(text) {
        if !read_by(stage, sentence, ledger) {
            ledger.unread.push(sentence.to_owned());
        }
    }
}

fn read_by(stage: &NimStage, text: &str, ledger: &mut Ledger) -> bool {
    let fitting = first_fit(FORMS.iter(), |form| form.template, text);
    let Some((form, captures)) = fitting else {
        return false;
    };
    (form.judge)(stage, &captures, ledger);
    true
}

/// The document's verdict agrees with the rule.
pub(crate) fn check_document(
    stage: &NimStage,
    verdict: Option<&Value>,
) -> Vec<(FaultKind, String)> {
    let Some(verdict) = verdict else {
        if stage.before == stage.after {
            return Vec::new();
        }
        return vec![(FaultKind::NoVerdict, "no verdict in the document".into())];
    };
    let mut faults = Vec::new();
    let mut expect = |name: &str, truth: Value| {
        if verdict[name] != truth {
            let reason = format!("verdict.{name} is {}, not {truth}", verdict[name]);
            faults.push((FaultKind::Document, reason));
        }
    };
    let had = grade(&stage.before);
    expect("position", had.name().into());
    if stage.before != stage.after {
        // After our move they are to move, so what is lost for them is won for us.
        let has = match grade(&stage.after) {
            Grade::Loss => Grade::Win,
            Grade::Draw => Grade::Draw,
            Grade::Win => Grade::Loss,
        };
        expect("move", has.name().into());
        expect("keeps", (has == had).into());
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the rule says is what playing on says.
    #[test]
    fn the_rule_agrees_with_playing_on() {
        fn wins(heaps: &[u32]) -> bool {
            moves(heaps).iter().any(|(_, after)| !wins(after))
        }
        for heaps in [
            [0, 0, 0],
            [1, 1, 0],
            [1, 2, 3],
            [2, 2, 1],
            [3, 0, 1],
            [2, 1, 1],
        ] {
            assert_eq!(wins(&heaps), grade(&heaps) == Grade::Win, "{heaps:?}");
        }
    }
}
