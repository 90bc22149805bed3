//! A solved suite as text: how many, by what was won, by motif, and what failed.

use std::collections::BTreeMap;

use crate::combination::text::{numbered, worth};
use crate::combination::{CombinationDocument, FoundName};
use crate::numbers::{grouped, share};
use crate::solving::{PuzzleDocument, PuzzleOutcome, SolvingDocument};

/// Puzzles, and how many of them were solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct SolvedOf {
    pub(crate) all: u64,
    pub(crate) solved: u64,
}

impl SolvedOf {
    fn add(&mut self, puzzle: &PuzzleDocument) {
        self.all += 1;
        self.solved += u64::from(puzzle.outcome.is_right());
    }
}

impl SolvingDocument {
    /// All of it.
    pub fn text(&self) -> String {
        let mut text = self.summary().join("\n") + "\n";
        for (title, rows) in self.tables() {
            text += &format!("\n{title:<28} {:>7} {:>7}\n", "puzzles", "solved");
            for (name, of) in rows {
                let part = share(of.solved, of.all);
                text += &format!("{name:<28} {:>7} {:>7}  {part:>7}\n", of.all, of.solved);
            }
        }
        let failed: Vec<&PuzzleDocument> = self.failed().collect();
        if !failed.is_empty() {
            text += "\nNot solved\n";
        }
        for puzzle in failed {
            text += &format!("  {}: {}\n", puzzle.name(), puzzle.failure());
        }
        text
    }

    /// The puzzles whose answer is not the file's.
    pub(crate) fn failed(&self) -> impl Iterator<Item = &PuzzleDocument> {
        self.puzzles.iter().filter(|puzzle| puzzle.is_failure())
    }

    fn count(&self, outcome: PuzzleOutcome) -> u64 {
        let puzzles = self.puzzles.iter();
        puzzles.filter(|puzzle| puzzle.outcome == outcome).count() as u64
    }

    /// The numbers, in a few sentences.
    pub(crate) fn summary(&self) -> Vec<String> {
        let n_puzzles = self.puzzles.len() as u64;
        let noun = if n_puzzles == 1 { "puzzle" } else { "puzzles" };
        let mut said = vec![format!(
            "{} {noun}, at most {} moves in the trees of each.",
            grouped(n_puzzles),
            grouped(self.nodes)
        )];
        let (same, mates) = (
            self.count(PuzzleOutcome::Solved),
            self.count(PuzzleOutcome::OtherMate),
        );
        let n_judged = n_puzzles - self.count(PuzzleOutcome::Found);
        if n_judged > 0 {
            let solved = same + mates;
            let part = match solved {
                0 => "0.0 %".into(),
                solved => share(solved, n_judged),
            };
            let others = match mates {
                0 => String::new(),
                mates => format!(", {} of them by another move that mates", grouped(mates)),
            };
            said.push(format!("Solved: {} ({part}){others}.", grouped(solved)));
        }
        let parts = [
            (self.count(PuzzleOutcome::OtherMove), "another move"),
            (self.count(PuzzleOutcome::NotFound), "nothing found"),
            (self.count(PuzzleOutcome::Unknown), "stopped by the limit"),
            (self.count(PuzzleOutcome::Unreadable), "not readable"),
            (
                self.count(PuzzleOutcome::Found),
                "found, and the file does not say what is best",
            ),
        ];
        let parts = parts.into_iter().filter(|(n, _)| *n > 0);
        let parts: Vec<String> = parts
            .map(|(n, what)| format!("{what} {}", grouped(n)))
            .collect();
        if !parts.is_empty() {
            said.push(format!("The others: {}.", parts.join(", ")));
        }
        let announced = self.puzzles.iter().filter_map(PuzzleDocument::announced);
        let n_announced = announced.count() as u64;
        let n_proved = self
            .puzzles
            .iter()
            .filter(|puzzle| puzzle.is_proved())
            .count() as u64;
        if n_announced > 0 {
            said.push(format!(
                "Of {} combinations {} are proved and {} only found.",
                grouped(n_announced),
                grouped(n_proved),
                grouped(n_announced - n_proved)
            ));
        }
        said
    }

    /// The tables: by what was won, and by motif.
    pub(crate) fn tables(&self) -> Vec<(&'static str, Vec<(String, SolvedOf)>)> {
        let mut by_size: BTreeMap<(u64, String), SolvedOf> = BTreeMap::new();
        let mut by_motif: BTreeMap<String, SolvedOf> = BTreeMap::new();
        let mut by_theme: BTreeMap<String, SolvedOf> = BTreeMap::new();
        for puzzle in &self.puzzles {
            by_size.entry(puzzle.size()).or_default().add(puzzle);
            for motif in puzzle.announced().iter().flat_map(|found| &found.motifs) {
                by_motif.entry(motif.clone()).or_default().add(puzzle);
            }
            for theme in &puzzle.themes {
                by_theme.entry(theme.clone()).or_default().add(puzzle);
            }
        }
        let by_size = by_size.into_iter().map(|((_, name), of)| (name, of));
        let mut tables = vec![("What was won", by_size.collect())];
        if !by_motif.is_empty() {
            tables.push(("Motif of what was found", most_first(by_motif)));
        }
        if !by_theme.is_empty() {
            tables.push(("Theme that the file names", most_first(by_theme)));
        }
        tables
    }
}

fn most_first(table: BTreeMap<String, SolvedOf>) -> Vec<(String, SolvedOf)> {
    let mut rows: Vec<(String, SolvedOf)> = table.into_iter().collect();
    rows.sort_by_key(|(_, of)| std::cmp::Reverse(of.all));
    rows
}

impl PuzzleDocument {
    /// What was won, with a number that brings these names into order.
    fn size(&self) -> (u64, String) {
        let Some(found) = self.announced() else {
            return (u64::MAX, "nothing".into());
        };
        match found.goal.parse::<u64>() {
            Err(_) if found.goal == "draw" => (u64::MAX - 1, "a draw".into()),
            Ok(gain) => (u64::from(u32::MAX).saturating_sub(gain), worth(&found.goal)),
            Err(_) => {
                let n_moves = found.line.len().div_ceil(2) as u64;
                (n_moves, format!("mate in {n_moves}"))
            }
        }
    }

    /// What was expected, and what came instead.
    pub(crate) fn failure(&self) -> String {
        let expected = match self.expected.len() {
            0 => String::new(),
            _ => format!("expected {}; ", self.expected.join(" or ")),
        };
        match (&self.problem, &self.combination) {
            (Some(problem), _) => problem.clone(),
            (None, None) => format!("{expected}not asked"),
            (None, Some(found)) => expected + &found.instead(),
        }
    }
}

impl CombinationDocument {
    /// What was found, in half a sentence; if nothing was, what was looked for.
    fn instead(&self) -> String {
        match self.verdict {
            FoundName::Proved | FoundName::Found => format!(
                "{} for {} ({})",
                numbered(self.side, &self.line),
                worth(&self.goal),
                self.verdict.name()
            ),
            FoundName::NotFound | FoundName::Unknown => {
                let tried = self.tried.iter();
                let tried: Vec<String> = tried
                    .map(|tried| format!("{} {}", worth(&tried.goal), grouped(tried.nodes)))
                    .collect();
                format!("nothing found (moves in the trees: {})", tried.join(", "))
            }
        }
    }
}
