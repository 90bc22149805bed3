//! What every answer must have beside truth: a verdict first, a reason, few words, and no talk of machines.

use serde_json::Value;

use crate::arbiter::Grade;
use crate::asking::GivenAnswer;
use crate::report::FaultKind;
use crate::stage::{AuditQuestion, Stage};
use crate::template::SINGULARS;

/// The most words of the main answer, and of its reasons.
const MOST_WORDS: usize = 60;
const MOST_REASON_WORDS: usize = 40;

/// Words that no chess player would say.
const FORBIDDEN: &[&str] = &[
    "seen from our side",
    "modulo",
    " mod ",
    "does not hold",
    "there are none of",
    "there are some of",
    "looks at",
    "look at it",
    "would do for",
    "or there was none",
    "or it is a new one",
    "piece of advice looks",
    "advice is left",
    "is true",
    "is false",
    "there is nothing better",
    "the room of the king is",
    "the file of",
    "the rank of",
    "has no value",
    "at the beginning is",
    "is not between the file",
    "the critical",
    "is 1, not",
    "_",
    "`",
    "{",
    "}",
    "  ",
    " ,",
    "..",
    "null",
    "None",
];

/// What only those may hear who ask how a move was found: what was measured.
const MEASURES: &[&str] = &[
    "seen from our side",
    "the room of the king is",
    "the file of",
    "the rank of",
    "at the beginning is",
    "is not between the file",
    "the critical",
    "is 1, not",
];

/// The words that should not be there where somebody asks for more.
pub(crate) fn machine_talk_in_more(text: &str) -> Option<&'static str> {
    let measures = text.to_lowercase();
    let plain = MEASURES.iter().fold(measures, |text, phrase| {
        text.replace(&phrase.to_lowercase(), "")
    });
    machine_talk(plain.trim()).filter(|found| !found.trim().is_empty())
}

/// The words of an answer that should not be there.
pub(crate) fn machine_talk(text: &str) -> Option<&'static str> {
    let lowered = text.to_lowercase();
    if SINGULARS
        .iter()
        .any(|(_, several)| lowered.contains(&format!(" 1 {several}")))
    {
        return Some("1 with a plural");
    }
    FORBIDDEN
        .iter()
        .find(|forbidden| lowered.contains(&forbidden.to_lowercase()))
        .copied()
}

pub(crate) fn n_words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Too many words, if there are.
pub(crate) fn wordiness(answer: &GivenAnswer) -> Option<String> {
    let words: usize = answer.sentences.iter().map(|(_, text)| n_words(text)).sum();
    let reasons = answer
        .sentences
        .iter()
        .filter(|(about, _)| about != "verdict");
    let reason_words: usize = reasons.map(|(_, text)| n_words(text)).sum();
    if words > MOST_WORDS {
        return Some(format!("{words} words"));
    }
    (reason_words > MOST_REASON_WORDS).then(|| format!("{reason_words} words of reasons"))
}

/// Does a sentence name a square, a man, a line or a number?
pub(crate) fn is_particular(text: &str) -> bool {
    const NAMES: &[&str] = &[
        "king",
        "queen",
        "rook",
        "knight",
        "bishop",
        "pawn",
        "file",
        "rank",
        "edge",
        "corner",
        "diagonal",
        "box",
        "cage",
        "opposition",
        "heap",
        "mate",
    ];
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '→');
    let mut words = words.filter(|word| !word.is_empty());
    words.any(|word| {
        let lowered = word.to_lowercase();
        word.contains(|c: char| c.is_ascii_digit())
            || NAMES
                .iter()
                .any(|name| lowered.trim_end_matches('s') == *name)
    })
}

/// The document's verdict agrees with the tables.
pub(crate) fn check_document(
    question: &AuditQuestion<'_>,
    stage: &Stage<'_>,
    verdict: Option<&Value>,
) -> Vec<(FaultKind, String)> {
    let mut faults = Vec::new();
    let Some(verdict) = verdict else {
        // Where the chapter has no move there is none to judge.
        if stage.asked.is_none() {
            return Vec::new();
        }
        return vec![(FaultKind::NoVerdict, "no verdict in the document".into())];
    };
    let mut expect = |name: &str, truth: Value| {
        if verdict[name] != truth {
            let reason = format!("verdict.{name} is {}, not {truth}", verdict[name]);
            faults.push((FaultKind::Document, reason));
        }
    };
    expect("position", question.graded.grade.name().into());
    let Some(asked) = stage.asked else {
        return faults;
    };
    let graded = question.arbiter.grade_move(&question.root, asked);
    expect("move", graded.grade.name().into());
    expect("keeps", (graded.grade == question.graded.grade).into());
    let moves = match graded.grade {
        Grade::Draw => Value::Null,
        Grade::Win | Grade::Loss => graded.moves().into(),
    };
    expect("mate_in", moves);
    expect("keeping", question.n_keeping().into());
    let line = verdict["line"].as_array().into_iter().flatten();
    let line: Vec<String> = line.filter_map(|m| Some(m.as_str()?.to_owned())).collect();
    let end = stage.at_root().after_line(&line);
    if !end.is_ok_and(|end| end.line.first() == Some(&asked)) {
        let reason = format!("verdict.line is {}", line.join(" "));
        faults.push((FaultKind::Document, reason));
    }
    let best = verdict["best"]
        .as_str()
        .and_then(|best| question.find(best));
    let is_best = best.is_some_and(|best| best.graded.merit() == question.graded.merit());
    if !is_best {
        let reason = format!("verdict.best is {}", verdict["best"]);
        faults.push((FaultKind::Document, reason));
    }
    faults
}
