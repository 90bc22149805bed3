//! What authors ask of a report beside its figures, as text: which positions, what was left out, loops, changes, examples.

use super::text::{Draw, N_GROUPS, grouped};
use super::{
    ComparisonDocument, GameDocument, LessonDocument, PartialDocument, SelectionDocument,
    VerificationDocument,
};

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
