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

use std::collections::BTreeMap;
use std::env;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, available_parallelism};

use chess::{Chess, Small};
use testing::is_deep;

use crate::chapters::RandomChapter;
use crate::compare::Courthouse;

/// How often each promise came to each outcome.
type Tally = BTreeMap<(&'static str, &'static str), u32>;

/// Lets both judges rule on these chapters, on all cores.
fn judge_all(chapters: &[u64]) -> Tally {
    let next = AtomicUsize::new(0);
    let n_threads = available_parallelism().map_or(1, usize::from);
    let (tallies, found): (Vec<Tally>, Vec<Vec<String>>) = thread::scope(|scope| {
        let courts = (0..n_threads).map(|_| scope.spawn(|| judge_some(&next, chapters)));
        let courts: Vec<_> = courts.collect();
        let ruled = courts.into_iter().map(|court| court.join());
        ruled.map(|ruled| ruled.expect("no judge panics")).unzip()
    });
    let found = found.concat();
    let n_found = found.len();
    let found = found.join("\n");
    assert!(n_found == 0, "{n_found} chapters:\n{found}");
    let mut sum = Tally::new();
    for (ruling, n) in tallies.into_iter().flatten() {
        *sum.entry(ruling).or_default() += n;
    }
    sum
}

/// One courthouse: takes the next chapter until there is none.
#[expect(clippy::print_stderr, reason = "two thousand chapters take an hour")]
fn judge_some(next: &AtomicUsize, chapters: &[u64]) -> (Tally, Vec<String>) {
    let chess = Chess::<Small>::new();
    let mut courthouse = Courthouse::new(&chess);
    let mut found = Vec::new();
    loop {
        let idx = next.fetch_add(1, Ordering::Relaxed);
        let Some(number) = chapters.get(idx) else {
            return (courthouse.tally, found);
        };
        if is_deep() && idx > 0 && idx.is_multiple_of(100) {
            eprintln!("{idx} of {} chapters are judged", chapters.len());
        }
        let chapter = chapters::chapter(*number);
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
            let difference = format!("{}\n{asked}\n{text}", differences.join("\n"));
            eprintln!("chapter {number}: {difference}");
            found.push(difference);
        }
    }
}

/// `NASVET_CHAPTERS=197,201` judges these alone: those in which the judges differed.
fn wanted_chapters() -> Option<Vec<u64>> {
    let wanted = env::var("NASVET_CHAPTERS").ok()?;
    let numbers = wanted.split(',').map(|number| number.trim().parse());
    Some(numbers.map(|number| number.expect("a number")).collect())
}

#[test]
fn both_judges_rule_alike() {
    if let Some(wanted) = wanted_chapters() {
        judge_all(&wanted);
        return;
    }
    let n_chapters = if is_deep() { 2_000 } else { 40 };
    let tally = judge_all(&Vec::from_iter(0..n_chapters));
    // The chapters are worth judging: every promise is sometimes broken and sometimes not known, and some kinds are kept.
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
