//! Prints Table 1 of the paper beside what is found here: `cargo bench -p nasvet-combine`.
//!
//! Every other row is the paper's. T is in seconds of processor time, the paper's on an IBM 370/168; N counts the moves of the tree,
//! and simulations and exchange tests stand in columns of their own.

#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

#[path = "../tests/it/suite.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod suite;

use domain::Watch;
use nasvet_combine::{
    CombinationGoal, CombinationOptions, CombinationReport, CombinationVerdict, find,
};
use shakmaty::Chess;

/// The rows of the paper: position, P, N, NR, DR, MER, F, FL, T, r.
const PAPER: [(&str, &str); 12] = [
    ("M39", "5290 2157 135 11 17 16 47 24.1 6.26"),
    ("E42", "769 305 35 7 8 12 35 2.73 11.48"),
    ("M58", "8437 2985 293 19 12 10 56 32.5 9.82"),
    ("T117", "529 218 69 7 12 7 36 2.91 31.65"),
    ("M9", "6474 3277 180 19 8 11 22 28.3 5.49"),
    ("E2", "12766 4800 790 17 26 17 47 71.4 16.45"),
    ("M3", "3173 1810 76 9 12 14 35 11.6 4.20"),
    ("B5", "17619 6439 117 21 4 5 44 68.8 1.82"),
    ("M42", "59748 22223 2454 23 26 5 44 448.9 11.04"),
    ("M75", "6511 2946 159 19 21 8 38 25.7 5.40"),
    ("L180", "16536 8110 189 19 8 13 22 74.7 2.33"),
    ("INIT", "9 0 0 0 0 0 20 0.42 -"),
];

fn main() {
    println!(
        "| position | | P | N | NR | DR | MER | F | FL | T | r | simulated | exchanges | first move |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|");
    let (mut nodes, mut paper_nodes, mut seconds) = (0, 0, 0.0);
    for (name, row) in PAPER {
        let numbers: Vec<&str> = row.split_whitespace().collect();
        println!("| {name} | paper | {} | | | |", numbers.join(" | "));
        let start = processor_seconds();
        let report = solve(name);
        let elapsed = processor_seconds() - start;
        println!("| | here | {} |", ours(&report, elapsed));
        nodes += report.statistics.nodes;
        paper_nodes += numbers[1].parse::<u64>().unwrap_or(0);
        seconds += elapsed;
    }
    println!("\nTotal N: {nodes}, in the paper {paper_nodes}. Total T: {seconds:.2} s.");
}

fn solve(name: &str) -> CombinationReport {
    match suite::problems()
        .into_iter()
        .find(|problem| problem.name == name)
    {
        Some(problem) => problem.solve(false),
        None => {
            let watch = Watch::nodes(1_000);
            find(
                &Chess::default(),
                &CombinationOptions::new(CombinationGoal::Gain(10)),
                &watch,
            )
        }
    }
}

fn ours(report: &CombinationReport, seconds: f64) -> String {
    let s = report.statistics;
    let ratio = s
        .ratio()
        .map_or("-".to_string(), |ratio| format!("{ratio:.2}"));
    let first = match report.verdict {
        CombinationVerdict::Proved | CombinationVerdict::Found => report
            .line
            .first()
            .map_or(String::new(), |played| played.san.clone()),
        CombinationVerdict::NotFound => "none".into(),
        CombinationVerdict::Unknown { .. } => "unknown".into(),
    };
    format!(
        "{} | {} | {} | {} | {} | {} | {} | {seconds:.3} | {ratio} | {} | {} | {first}",
        s.plans,
        s.nodes,
        s.reduced_nodes,
        s.reduced_depth,
        s.max_replies,
        s.first_moves,
        s.legal_moves,
        s.simulated,
        s.exchanges,
    )
}

/// The seconds that this thread has had a processor, as Linux counts them.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")
        .expect("the bench runs under Linux, which keeps this file");
    let nanoseconds = text
        .split_whitespace()
        .next()
        .and_then(|n| n.parse::<f64>().ok());
    nanoseconds.expect("the first number is nanoseconds") / 1e9
}
