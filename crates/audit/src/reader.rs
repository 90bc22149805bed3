//! Reads an answer: sentences by templates, clauses by templates, and every one is judged.

use crate::ledger::Ledger;
use crate::stage::Stage;
use crate::template::{Captures, first_fit};
use crate::words;

/// A template and who judges what it says.
pub(crate) struct SentenceForm {
    template: &'static str,
    judge: FormJudge,
}

/// Judges what was read of the position on the stage.
pub(crate) type FormJudge = fn(&Stage<'_>, &Captures, &mut Ledger);

pub(crate) const fn form(template: &'static str, judge: FormJudge) -> SentenceForm {
    SentenceForm { template, judge }
}

/// Reads the text of one sentence document, which may hold several sentences.
pub(crate) fn read_text(stage: &Stage<'_>, text: &str, ledger: &mut Ledger) {
    if read_by(
        words::sentences(),
        stage,
        text.trim_end_matches('.'),
        ledger,
    ) {
        return;
    }
    for sentence in sentences_of(text) {
        let read = read_by(words::sentences(), stage, sentence, ledger);
        if !read && !read_claims(stage, sentence, ledger) {
            ledger.unread.push(sentence.to_owned());
        }
    }
}

/// The sentences of a text, without their full stops.
pub(crate) fn sentences_of(text: &str) -> impl Iterator<Item = &str> {
    let parts = text
        .split(". ")
        .map(|part| part.trim().trim_end_matches('.'));
    parts.filter(|part| !part.is_empty())
}

/// Reads clauses that are joined by commas and `and`. Says whether all of them could be read; otherwise nothing is
/// entered.
pub(crate) fn read_claims(stage: &Stage<'_>, text: &str, ledger: &mut Ledger) -> bool {
    if read_by(words::claims(), stage, text, ledger) {
        return true;
    }
    for join in [
        ", and ", "; ", ", but ", ", so ", ", while ", ", ", " and ", ": ",
    ] {
        for (at, _) in text.match_indices(join) {
            let (first, second) = (&text[..at], &text[at + join.len()..]);
            let mut draft = ledger.clone();
            if read_claims(stage, first, &mut draft) && read_claims(stage, second, &mut draft) {
                *ledger = draft;
                return true;
            }
        }
    }
    false
}

/// Reads clauses, and enters what cannot be read.
pub(crate) fn read_or_report(stage: &Stage<'_>, text: &str, ledger: &mut Ledger) {
    if !read_claims(stage, text, ledger) {
        ledger.unread.push(text.to_owned());
    }
}

/// The first template that fits decides; none may.
pub(crate) fn read_by(
    forms: impl Iterator<Item = &'static SentenceForm>,
    stage: &Stage<'_>,
    text: &str,
    ledger: &mut Ledger,
) -> bool {
    let Some((form, captures)) = first_fit(forms, |form| form.template, text) else {
        return false;
    };
    (form.judge)(stage, &captures, ledger);
    true
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Epd};

    use super::*;
    use crate::arbiter::Arbiter;
    use crate::stage::{AuditQuestion, read_move};

    /// What is false and unread in a sentence about a move.
    fn judged(arbiter: &Arbiter, position: &str, m: &str, text: &str) -> (usize, usize) {
        let epd: Epd = position.parse().expect("a position");
        let root: Chess = epd
            .into_position(CastlingMode::Standard)
            .expect("a legal one");
        let m = read_move(&root, m).expect("a legal move");
        let question = AuditQuestion::new(arbiter, root);
        let mut ledger = Ledger::default();
        read_text(&question.stage(Some(m), true), text, &mut ledger);
        (ledger.falsehoods.len(), ledger.unread.len())
    }

    /// What a review by hand found, and what a careful author would have said instead.
    #[test]
    fn what_was_false_is_found() {
        let mut arbiter = Arbiter::new();
        for ending in ["KRK", "KQK", "KPK"] {
            arbiter.learn(ending);
        }
        let check = |position, m, text, expected: &str| {
            let (falsehoods, unread) = judged(&arbiter, position, m, text);
            let found = match (falsehoods, unread) {
                (0, 0) => "true",
                (_, 0) => "false",
                (_, _) => "unread",
            };
            assert_eq!(found, expected, "{text}");
        };
        // The rook stands on c5, the king on h4.
        let far = "2r5/6K1/8/8/7k/8/8/8 b - -";
        check(
            far,
            "Rc5",
            "The rook on c5 stands between the kings, next to its own.",
            "false",
        );
        check(far, "Rc6", "The rook on c6 divides the kings.", "true");
        // The king goes from a8 to a7, and theirs stands on g5.
        let queen = "K7/8/8/6k1/3Q4/8/8/8 w - -";
        check(queen, "Ka7", "The king on a7 comes nearer.", "false");
        check(queen, "Kb7", "The king on b7 comes nearer.", "true");
        check(queen, "Qe4", "The box opened: 12 to 9 squares.", "false");
        // Before the pawn on e6 the king must go straight back.
        let pawn = "8/4k3/4P3/3K4/8/8/8/8 b - -";
        check(pawn, "Kd8", "Kd8 loses: Kd6, and the pawn queens.", "true");
        check(pawn, "Kd8", "Kd8 keeps the draw.", "unread");
        check(pawn, "Kd8", "Kd8 also draws.", "unread");
        check(
            pawn,
            "Kd8",
            "The position is drawn, and Kd8 keeps the draw.",
            "false",
        );
        check(pawn, "Kd8", "Kd8 loses: Ke5, and the pawn queens.", "false");
        check(
            pawn,
            "Ke8",
            "The position is drawn, and Ke8 is the only move that keeps the draw.",
            "true",
        );
        // The rook can be taken at once.
        let rook = "8/8/8/3k4/8/8/1R6/K7 w - -";
        check(
            rook,
            "Rb5+",
            "Rb5+ only draws: Kc4, and the rook is lost.",
            "false",
        );
        check(
            rook,
            "Rd2+",
            "Rd2+ also wins: mate in 3; Rb4 mates in 2.",
            "false",
        );
        check(rook, "Rb4", "There is nothing better.", "unread");
    }
}
