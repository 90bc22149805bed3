//! What authors ask of a report beside its figures, as text: which positions, what was left out, loops, changes, examples.

use super::text::{COUNTS, Draw, N_GROUPS};
use super::{
    ComparisonDocument, GameDocument, LessonDocument, OutcomeName, PartialDocument,
    ProfileDocument, SelectionDocument, VerificationDocument,
};
use crate::numbers::grouped;

impl VerificationDocument {
    /// The circles by the pieces that take turns in them.
    pub(crate) fn loops_text(&self, draw: Option<Draw<'_>>) -> String {
        let mut text = String::new();
        for mode in &self.modes {
            let Some(groups) = mode.loops.as_ref().filter(|groups| !groups.is_empty()) else {
                continue;
            };
            text += &format!("\nCircles in {} mode by their loops\n", mode.mode.name());
            for group in groups.iter().take(N_GROUPS) {
                let loops = match group.loops {
                    1 => "one loop".to_owned(),
                    n => format!(
                        "{} loops, the largest with {}",
                        grouped(n),
                        grouped(group.largest)
                    ),
                };
                let (n, pieces) = (grouped(group.positions), group.pieces.join(", "));
                text += &format!("  {n:>12}  {pieces}: {loops}\n");
                text += &indented(&group.example, draw);
            }
            let rest = groups.get(N_GROUPS..).unwrap_or_default();
            if !rest.is_empty() {
                let positions = rest.iter().map(|group| group.positions).sum();
                let (n, groups) = (grouped(positions), rest.len());
                text += &format!("  {n:>12}  in {groups} smaller groups (--json lists them)\n");
            }
        }
        text
    }

    /// Failures as lines that can be pasted into the chapter.
    pub(crate) fn examples_text(&self) -> String {
        if self.examples.is_empty() {
            return String::new();
        }
        let lines = self.examples.iter().map(LessonDocument::line);
        format!("\nFailures as examples\n{}", lines.collect::<String>())
    }
}

impl VerificationDocument {
    /// What became of the positions, on a few lines, with a game for each way to fail.
    pub fn summary(&self) -> String {
        let mut text = self
            .excerpt
            .as_ref()
            .map_or(String::new(), SelectionDocument::text);
        text += &format!(
            "sample: {} positions, {} can be won\n",
            grouped(self.positions),
            grouped(self.truth.won)
        );
        for mode in &self.modes {
            let counts = COUNTS.iter().take(6).map(|(name, of)| (*name, of(mode)));
            let counts = counts.filter(|(_, n)| *n > 0);
            let counts: Vec<String> = counts
                .map(|(name, n)| format!("{} {name}", grouped(n)))
                .collect();
            text += &format!("  {:<8}{}\n", mode.mode.name(), counts.join(", "));
        }
        for claim in self
            .claims
            .iter()
            .filter(|claim| claim.outcome == OutcomeName::Broken)
        {
            text += &format!("BROKEN  {}: {}\n", claim.claim, claim.about());
        }
        let games = self.modes.iter().take(1).flat_map(|mode| &mode.games);
        games.fold(text, |text, game| text + &game.text(None))
    }
}

/// A game under a heading.
fn indented(game: &GameDocument, draw: Option<Draw<'_>>) -> String {
    let text = game.text(draw);
    let lines = text.lines().map(|line| format!("{:14}{line}\n", ""));
    lines.collect()
}

impl LessonDocument {
    fn line(&self) -> String {
        let mode = self.mode.name();
        let but = match (&self.played, &self.piece) {
            (Some(played), Some(piece)) => format!("{piece} plays {played}"),
            (_, _) => "nothing is played".into(),
        };
        let shows = self.shows.name();
        format!(
            "example \"{}\" plays \"{}\"   # {but}: {shows} in {mode} mode\n",
            self.position, self.plays
        )
    }
}

impl ProfileDocument {
    /// Where the time goes.
    pub(crate) fn text(&self) -> String {
        let all: u64 = self.pieces.iter().map(|of| of.microseconds).sum();
        let mut text = format!(
            "\nWhere the time goes, in {} positions: each piece by itself\n",
            grouped(self.positions)
        );
        text += &format!(
            "  {:>5}  {:>12}  {:>9}  {:>14}  piece\n",
            "share", "microseconds", "tried", "positions"
        );
        for of in self.pieces.iter().filter(|of| of.tried > 0) {
            let share = of.microseconds * 100 / all.max(1);
            text += &format!(
                "  {share:>3} %  {:>12}  {:>9}  {:>14}  {}",
                grouped(of.microseconds),
                grouped(of.tried),
                grouped(of.positions),
                of.piece
            );
            if !of.not_remembered.is_empty() {
                text += &format!(" (not remembered: {})", of.not_remembered.join(", "));
            }
            text += "\n";
        }
        if !self.definitions.is_empty() {
            text += "\nNanoseconds for one evaluation of a definition\n";
        }
        for of in self.definitions.iter().take(N_GROUPS) {
            text += &format!("  {:>12}  {}\n", grouped(of.nanoseconds), of.definition);
        }
        text
    }
}

impl ComparisonDocument {
    /// What changed.
    pub(crate) fn text(&self, draw: Option<Draw<'_>>) -> String {
        let mut text = String::from("\nChanges since the older result\n");
        if !self.is_whole {
            text += "  Only the failures that the older report shows were looked at.\n";
        }
        for changes in &self.modes {
            text += &format!(
                "  {} mode: {} positions mended",
                changes.mode.name(),
                grouped(changes.mended)
            );
            if let Some(broken) = changes.broken {
                text += &format!(", {} newly broken", grouped(broken));
            }
            text += "\n";
            let mended = changes.mended_games.iter().map(|game| ("mended", game));
            let broken = changes
                .broken_games
                .iter()
                .map(|game| ("newly broken", game));
            for (what, game) in mended.chain(broken) {
                text += &game.titled(what, draw);
            }
        }
        text
    }
}

impl SelectionDocument {
    /// Which positions, in words.
    pub(crate) fn text(&self) -> String {
        let mut text = match (&self.from, self.seed) {
            (Some(from), _) => format!("From {from} alone"),
            (None, Some(seed)) => format!("A sample (seed {seed})"),
            (None, None) => "Some of the positions".into(),
        };
        if let Some(condition) = &self.condition {
            text += &format!(" where {condition}");
        }
        text + &format!(
            ", against every reply: {} positions were asked about.\n",
            grouped(self.followed)
        )
    }
}

impl PartialDocument {
    /// What the reader must know before any figure.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from("PARTIAL: the run was stopped.");
        if self.asked < self.of {
            text += &format!(
                " {} of {} positions were asked about; the others count as unknown.",
                grouped(self.asked),
                grouped(self.of)
            );
        }
        if !self.left_out.is_empty() {
            text += &format!(" Left out: {}.", self.left_out.join(", "));
        }
        text + "\n"
    }
}
