//! The puzzles of a file: which of them are taken, and how much work each is worth.

use std::sync::Mutex;

use clap::{Args, ValueEnum};
use nasvet::puzzles::{Puzzle, PuzzleForm};

use super::spread::{shard, threads};
use crate::files::{harmless, read_file};

#[derive(Args)]
pub(crate) struct PuzzleArgs {
    /// How puzzles are written; without it, the name of the file says so
    #[arg(long, value_enum)]
    form: Option<PuzzleFormArg>,
    /// Give up a puzzle after this many moves in its trees
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=2_000_000))]
    pub(crate) nodes: u64,
    /// Take only every Nth puzzle, beginning with the Ith: parts for several machines
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// Use so many threads; without it, as many as the machine has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PuzzleFormArg {
    Epd,
    Csv,
    Pgn,
}

/// Larger files are refused.
const MAX_FILE: u64 = 1 << 26;

/// So many puzzles are worked on together.
pub(crate) const PARCEL: usize = 32;

impl PuzzleArgs {
    /// The puzzles of a file that are asked for.
    pub(crate) fn puzzles(
        &self,
        file: &str,
        read: fn(&str, PuzzleForm) -> Vec<Puzzle>,
    ) -> Result<Vec<Puzzle>, String> {
        let bytes = read_file(file, MAX_FILE)?;
        let form = match self.form {
            Some(PuzzleFormArg::Epd) => PuzzleForm::Epd,
            Some(PuzzleFormArg::Csv) => PuzzleForm::Csv,
            Some(PuzzleFormArg::Pgn) => PuzzleForm::Pgn,
            None => PuzzleForm::of_name(file),
        };
        let mut puzzles = read(&harmless(&String::from_utf8_lossy(&bytes)), form);
        if puzzles.is_empty() {
            return Err(format!("`{file}` has no puzzles"));
        }
        if let Some((own, n_shards)) = self.shard {
            puzzles.retain(|puzzle| (puzzle.number - 1) % n_shards == own - 1);
        }
        Ok(puzzles)
    }

    /// Those who work on them; they need nothing of their own.
    pub(crate) fn workers(&self) -> Vec<Mutex<()>> {
        let workers = (0..threads(self.threads)).map(|_| Mutex::default());
        workers.collect()
    }
}
