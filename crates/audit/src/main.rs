//! `cargo run -p nasvet-audit`: asks about sampled positions of all chapters, and prints what is wrong.

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser;
use nasvet_audit::{AUDITED, AuditReport, AuditRequest, AuditedChapter, audit};
use testing::Numbers;

/// Asks `why` and `why not` about every legal move of sampled positions, and judges every sentence.
#[derive(Parser)]
struct Args {
    /// Positions of each chapter.
    #[arg(long, default_value_t = 20)]
    positions: usize,
    /// Where chance begins.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only these chapters.
    #[arg(long)]
    chapter: Vec<String>,
    /// Prints so many answers to `why`.
    #[arg(long, default_value_t = 0)]
    print: usize,
    /// Shows so many different faults of each kind for each chapter.
    #[arg(long, default_value_t = 6)]
    shown: usize,
}

fn main() -> io::Result<ExitCode> {
    let args = Args::parse();
    let wanted = |chapter: &&AuditedChapter| {
        args.chapter.is_empty() || args.chapter.iter().any(|name| name == chapter.name)
    };
    let mut report = audit(&AuditRequest {
        chapters: AUDITED.iter().filter(wanted).copied().collect(),
        positions: args.positions,
        seed: args.seed,
    });
    report.shown = args.shown;
    let mut out = io::stdout().lock();
    write!(out, "{report}")?;
    print_answers(&report, args.print, args.seed, &mut out)?;
    Ok(match report.n_faults() {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Prints some answers to `why`, drawn from all chapters.
fn print_answers(
    report: &AuditReport,
    n: usize,
    seed: u64,
    out: &mut impl io::Write,
) -> io::Result<()> {
    let all = report
        .tallies
        .iter()
        .flat_map(|tally| &tally.answers_to_why);
    let mut all: Vec<&(String, String)> = all.collect();
    Numbers(seed).shuffle(&mut all);
    for (number, (command, answer)) in (1..).zip(all.into_iter().take(n)) {
        writeln!(out, "{number}. {command}\n   {answer}")?;
    }
    Ok(())
}
