//! The predicted memory suffices, and is not far above what building takes.
//!
//! Each ending is built in a process of its own, which tells its highest resident memory as Linux counts it; elsewhere
//! nothing is measured. With `NASVET_DEEP=1` five men are built too, which takes minutes and gigabytes.

#![allow(
    clippy::print_stdout,
    reason = "the processes tell each other their figures"
)]

use std::process::Command;

use domain::Watch;
use nasvet_verify::{EndgameTables, Holds, Material};
use testing::is_deep;

/// Endings with many captures and with few, with equal men and without, and with pawns.
const FOUR_MEN: &[&str] = &["KQKR", "KQKQ", "KRKN", "KBNK", "KRRK", "KNNK", "KQKP"];

const FIVE_MEN: &[&str] = &["KRRKR", "KRRRK", "KQRKR"];

/// The largest ratio of predicted to used memory: where little can be captured, few positions wait.
const MAX_RATIO: f64 = 4.0;

fn main() {
    // The process of one ending, unless the argument is one of the test runner's.
    let ending = std::env::args().nth(1).and_then(|text| text.parse().ok());
    if let Some(ending) = ending {
        build(ending);
        return;
    }
    if highest().is_none() {
        println!("this system does not tell how much memory a process takes");
        return;
    }
    let is_deep = is_deep();
    let five_men = FIVE_MEN.iter().filter(|_| is_deep);
    for text in FOUR_MEN.iter().chain(five_men) {
        let predicted = EndgameTables::bytes_needed(text.parse().expect("an ending"));
        let program = std::env::current_exe().expect("the path of this test");
        let output = Command::new(program).arg(text).output();
        let output = output.expect("the process runs");
        let said = String::from_utf8(output.stdout).expect("a number");
        let taken: usize = said.trim().parse().expect("a number");
        let ratio = predicted as f64 / taken as f64;
        println!(
            "{text}: {} MiB predicted, {} MiB taken, {ratio:.2}",
            predicted >> 20,
            taken >> 20
        );
        assert!((1.0..MAX_RATIO).contains(&ratio), "{text}: {ratio:.2}");
    }
}

/// Builds the tables of an ending, and tells how many bytes that took.
fn build(ending: Material) {
    // What a process takes before it does anything; the threads are there.
    rayon::broadcast(|_| ());
    let before = highest().expect("asked on Linux only");
    let mut tables = EndgameTables::new();
    let built = tables.build(ending, Holds::Mate, &Watch::new());
    built.expect("it is not stopped");
    println!("{}", highest().expect("asked on Linux only") - before);
}

/// The most memory that this process has had so far, in bytes.
fn highest() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: usize = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib << 10)
}
