//! Two judges, one law: what `verify` rules on claims, a slow and obvious judge rules too.
//!
//! The second judge shares nothing with the first but the reference evaluator and shakmaty. It follows the book's page on
//! claims sentence by sentence, over random small chapters that are mostly faulty.

mod board;
mod truth;
mod plans;
mod games;
mod rulings;
mod examples;
mod chapters;
mod compare;

use testing::is_deep;

use crate::chapters::RandomChapter;
use crate::compare::Courthouse;

/// Lets both judges rule on many chapters; returns the courthouse with its tally.
fn judge_all(chapters: impl Iterator<Item = RandomChapter>) -> Courthouse {
    let mut courthouse = Courthouse::new();
    let mut found = Vec::new();
    for chapter in chapters {
        let differences = courthouse.judge(&chapter);
        if !differences.is_empty() {
            let RandomChapter {
                text,
                nodes,
                knows_lengths,
                is_alone,
                ..
            } = chapter;
            let asked =
                format!("nodes {nodes:?}, lengths known: {knows_lengths}, alone: {is_alone}");
            found.push(format!("{}\n{asked}\n{text}", differences.join("\n")));
        }
    }
    let n_found = found.len();
    assert!(
        found.is_empty(),
        "{n_found} chapters:\n{}",
        found.join("\n")
    );
    courthouse
}

#[test]
fn both_judges_rule_alike() {
    let n_chapters = if is_deep() { 2_000 } else { 40 };
    let courthouse = judge_all((0..n_chapters).map(chapters::chapter));
    // The chapters are worth judging: every promise is sometimes broken and sometimes not known, and some kinds are kept.
    let tally = &courthouse.tally;
    let promises = tally.keys().map(|(promise, _)| *promise);
    for promise in promises {
        for outcome in ["broken", "not known"] {
            let n = tally.get(&(promise, outcome));
            assert!(n.is_some(), "{promise} is never {outcome}: {tally:#?}");
        }
    }
    let holds = tally.iter().filter(|((_, outcome), _)| *outcome == "holds");
    assert!(holds.count() >= 3, "{tally:#?}");
}
