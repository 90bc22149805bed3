//! What verifying costs beside the search that it cannot do without.
//!
//! `cargo bench -p nasvet --bench verify` plays `krk` from every position, on one thread: first each position is only
//! asked about, once; then the chapter is verified, which asks the same and follows
//! the answers. The truth is built before the clock starts. The ratio of the two times is to be at most 3.
//!
//! Then, on all cores, a chapter for four men is verified, and compared with the making of its table. It takes
//! minutes, so `cargo test --benches` leaves it out.

#![expect(clippy::print_stdout, reason = "the figures are for the reader")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use chess::{Chess, Small};
use code::compile;
use domain::Watch;
use lang::checked::Program;
use nasvet::{Questions, Shelf, Shipped, check_bytes, verify_program};
use search::{Engine, Options};
use verify::{EndgameTables, Holds, Index, Material};

/// Each is timed so often, in turn, and the least time counts.
const N_RUNS: usize = 3;

const NODES: u64 = 10_000_000;

/// An engine is asked about so many numbers, as in the verifier; half of all is a multiple of it.
const PARCEL: usize = 1 << 11;

fn main() {
    // `cargo test --benches` runs this too, and only wants to see it run.
    let n_runs = match std::env::args().any(|arg| arg == "--bench") {
        true => N_RUNS,
        false => 1,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    let pool = pool.expect("a thread can be had");
    pool.install(|| compare("krk", "KRK", n_runs));
    if n_runs > 1 {
        four_men("knight-stays-near");
    }
}

/// A chapter for four men, once, beside its table; and how much memory it took at most.
fn four_men(case: &str) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let path = format!("{root}/cases/four-men/{case}.md");
    let bytes = std::fs::read(&path).expect("the case can be read");
    let loaded = check_bytes(&path, &bytes, &Shelf);
    let program = loaded.program.expect("the case has no faults");
    let material: Material = "KNKR".parse().expect("men that can be numbered");
    let mut tables = EndgameTables::new();
    let table = timed(|| {
        let built = tables.build(material, Holds::Mate, &Watch::new());
        built.expect("a table of four men fits");
    });
    let verify = timed(|| verify_all(&program, &tables));
    let ratio = verify.as_secs_f64() / table.as_secs_f64();
    println!("{case}: the table of {material} {table:.2?}, verified in {verify:.2?}");
    println!("ratio {ratio:.0} (goal 10)");
    // Linux tells it in a file; other systems are not asked.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(peak) = status.lines().find(|line| line.starts_with("VmHWM")) {
        println!("most memory at any time: {}", peak["VmHWM:".len()..].trim());
    }
}

fn compare(chapter: &str, men: &str, n_runs: usize) {
    let shipped = Shipped::named(chapter).expect("the chapter is shipped");
    let loaded = check_bytes(shipped.file, shipped.text.as_bytes(), &Shelf);
    let program = loaded.program.expect("a shipped chapter has no faults");
    let material: Material = men.parse().expect("men that can be numbered");
    let mut tables = EndgameTables::new();
    let built = tables.build(material, Holds::Mate, &Watch::new());
    built.expect("a table of three men is small");
    let (mut search, mut verify) = (Duration::MAX, Duration::MAX);
    for _ in 0..n_runs {
        search = search.min(timed(|| ask_everywhere(&program, material)));
        verify = verify.min(timed(|| verify_all(&program, &tables)));
    }
    let ratio = verify.as_secs_f64() / search.as_secs_f64();
    println!("{chapter}: one search over all positions {search:.2?}, verified in {verify:.2?}");
    println!("ratio {ratio:.2} (at most 3)");
}

fn timed(action: impl FnOnce()) -> Duration {
    let start = Instant::now();
    action();
    start.elapsed()
}

/// Asks about every position with us to move, and forgets the answers.
fn ask_everywhere(program: &Arc<Program>, material: Material) {
    let chess = Chess::<Small>::new();
    let compiled = compile(&chess, program);
    let index = Index::new(material);
    let options = Options {
        cache: true,
        shortest_first: false,
    };
    let mut n_advised = 0_usize;
    for from in (0..index.n_numbers() / 2).step_by(PARCEL) {
        // The verifier begins with a new engine for each parcel, and so does this.
        let mut engine = Engine::new(&compiled, options);
        for (_, position) in index.positions(from..from + PARCEL) {
            let advised = engine.advise(&position, &Watch::nodes(NODES));
            n_advised += usize::from(advised.chosen.is_some());
        }
    }
    assert!(n_advised > 0, "the chapter says something");
}

fn verify_all(program: &Arc<Program>, tables: &EndgameTables) {
    let questions = Questions {
        nodes: None,
        room: 1 << 30,
        spare: None,
        games: 2,
        group: false,
    };
    let found = verify_program(program, tables, questions, &Watch::new());
    assert!(found.is_ok(), "a shipped chapter can be verified");
}
