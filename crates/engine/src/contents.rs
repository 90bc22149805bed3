//! The list of contents: the shipped chapters in reading order, and what the verifier has proved about each.

use nasvet::{Chapter, Kind, SHIPPED};
use serde::Serialize;

use crate::chapters::KnownChapters;
use crate::refused::Refused;
use crate::request::ChapterChoice;

/// The list.
#[derive(Serialize)]
pub(crate) struct ContentsAnswer {
    chapters: Vec<ContentsEntry>,
}

/// A chapter in the list.
#[derive(Serialize)]
struct ContentsEntry {
    name: &'static str,
    title: String,
    game: String,
    /// The first paragraph.
    about: String,
    /// Can one practise it?
    practice: bool,
    /// Can one ask it questions?
    thinks: bool,
    /// How many positions it was played from, if the verifier has.
    positions: Option<String>,
    /// What was proved, each in a sentence.
    proved: Vec<String>,
    examples: Vec<String>,
    /// What one can ask it: `can {x} win?`.
    questions: Vec<String>,
}

/// What the verifier said when it was last asked; a test of the project keeps these texts true.
const REPORTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/reports.rs"));

pub(crate) fn contents(chapters: &mut KnownChapters) -> Result<ContentsAnswer, Refused> {
    let mut entries = Vec::new();
    for shipped in SHIPPED
        .iter()
        .filter(|shipped| shipped.kind == Kind::Chapter)
    {
        let chapter = chapters.get(&ChapterChoice::Shipped(shipped.name.into()))?;
        let report = report(shipped.name);
        entries.push(ContentsEntry {
            name: shipped.name,
            title: chapter.title().into(),
            game: chapter.game().into(),
            about: first_paragraph(shipped.text),
            practice: report.is_some(),
            thinks: thinks(&chapter),
            positions: report.and_then(n_positions),
            proved: report.map(proved).unwrap_or_default(),
            examples: chapter.examples(),
            questions: chapter.questions(),
        });
    }
    Ok(ContentsAnswer { chapters: entries })
}

/// Does the chapter answer questions?
pub(crate) fn thinks(chapter: &Chapter) -> bool {
    !chapter.questions().is_empty()
}

pub(crate) fn report(name: &str) -> Option<&'static str> {
    let mut reports = REPORTS.iter();
    reports
        .find(|(chapter, _)| *chapter == name)
        .map(|(_, text)| *text)
}

/// The number in `175,168 positions with us to move: …`.
fn n_positions(report: &str) -> Option<String> {
    let line = report
        .lines()
        .find(|line| line.contains(" positions with us to move"))?;
    line.split_whitespace().next().map(str::to_owned)
}

/// The claims that hold, without the counts behind them.
pub(crate) fn proved(report: &str) -> Vec<String> {
    let claims = report
        .lines()
        .filter_map(|line| line.strip_prefix("holds   claim "));
    claims
        .map(|claim| {
            // The counts come last, in brackets; a condition may have brackets of its own.
            let claim = claim.rsplit_once(" (").map_or(claim, |(claim, _)| claim);
            let mut chars = claim.chars();
            let first = chars.next().map(|ch| ch.to_uppercase().to_string());
            format!("{}{}.", first.unwrap_or_default(), chars.as_str())
        })
        .collect()
}

/// The first sentence after the heading.
fn first_paragraph(text: &str) -> String {
    let mut lines = text
        .lines()
        .skip_while(|line| !line.starts_with("# "))
        .skip(1);
    let first = lines.find(|line| !line.trim().is_empty());
    first.unwrap_or_default().replace(['*', '`'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proved_is_read_from_the_reports() {
        let krk = report("krk").expect("it was verified");
        assert_eq!(n_positions(krk).as_deref(), Some("175,168"));
        assert_eq!(
            proved(krk),
            [
                "Wins from every position within 32 moves.",
                "Never loses the rook."
            ]
        );
        // A condition may have brackets.
        let krkn = report("krkn").expect("it was verified");
        assert!(proved(krkn)[1].ends_with("where can close_in(3)."));
    }
}
