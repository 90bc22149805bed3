//! What the verifier found, as text with bars.

use crate::numbers::grouped;
use crate::verification::{
    GameDocument, GroupDocument, LengthsDocument, ModeDocument, OutcomeName, Shows, SlipDocument,
    VerificationDocument, ZoneName,
};

/// Draws a position as lines of text; nothing if it cannot.
pub type Draw<'a> = &'a dyn Fn(&str) -> Option<String>;

/// So many groups are shown.
pub(crate) const N_GROUPS: usize = 12;

/// The longest bar.
const BAR: usize = 40;

/// Something that is counted in each mode, as it is called.
pub(crate) type Count = (&'static str, fn(&ModeDocument) -> u64);

/// What is counted in each mode.
pub(crate) const COUNTS: [Count; 8] = [
    ("won", |mode| mode.won),
    ("drawn", |mode| mode.drawn),
    ("lost", |mode| mode.lost),
    ("in a circle", |mode| mode.circle),
    ("without advice", |mode| mode.no_advice),
    ("unknown (limit)", |mode| mode.unknown),
    ("won of those to be won", |mode| mode.won_of_won),
    ("held of those to be held", |mode| mode.held_of_held),
];

impl VerificationDocument {
    /// The report as text, with a picture at the beginning of each game if somebody draws it.
    pub fn text(&self, draw: Option<Draw<'_>>) -> String {
        let mut text = format!("{} ({}), {}\n", self.title, self.chapter, self.men);
        if let Some(partial) = &self.partial {
            text += &partial.text();
        }
        if let Some(excerpt) = &self.excerpt {
            text += &excerpt.text();
        }
        text += &format!(
            "{} positions with us to move: {} can be won, {} drawn, {} are lost.\n",
            grouped(self.positions),
            grouped(self.truth.won),
            grouped(self.truth.drawn),
            grouped(self.truth.lost)
        );
        if self.outside > 0 {
            text += &format!(
                "{} other positions are not what the chapter is about.\n",
                grouped(self.outside)
            );
        }
        for (chapter, men) in &self.successors {
            text += &format!("Where {men} is left, the chapter {chapter} goes on.\n");
        }
        text += "\n";
        text += &self.table_of_modes();
        text += &self.half_points_line();
        text += &self.histogram();
        text += &self.table_of_pieces();
        for claim in &self.claims {
            text += &match claim.outcome {
                OutcomeName::Holds => format!("holds   {} ({})\n", claim.claim, claim.about()),
                OutcomeName::Broken => format!("BROKEN  {}: {}\n", claim.claim, claim.about()),
                OutcomeName::NotKnown => {
                    format!("NOT KNOWN  {}: {}\n", claim.claim, claim.about())
                }
            };
            if let Some(game) = &claim.game {
                text += &game.text(draw);
            }
        }
        if self.claims.is_empty() {
            text += "The chapter claims nothing.\n";
        }
        for mode in &self.modes {
            if let Some(line) = &mode.line {
                text += &format!("\nIn {} mode: ", mode.mode.name());
                text += &line.result_text(draw);
            }
        }
        for mode in &self.modes {
            if mode.line.is_some() {
                continue;
            }
            if !mode.games.is_empty() {
                text += &format!("\nGames in {} mode\n", mode.mode.name());
            }
            for game in &mode.games {
                text += &game.text(draw);
            }
        }
        for mode in &self.modes {
            if let Some(groups) = &mode.groups {
                text += &format!("\nFailures in {} mode by pattern\n", mode.mode.name());
                let groups = groups.iter();
                text += &groups_text(groups.map(GroupDocument::row).collect());
            }
        }
        text += &self.loops_text(draw);
        if let Some(groups) = &self.half_points.groups {
            text += "\nHalf-points given away by pattern\n";
            let groups = groups.iter();
            text += &groups_text(groups.map(SlipDocument::row).collect());
        }
        if let Some(comparison) = &self.comparison {
            text += &comparison.text(draw);
        }
        if let Some(profile) = &self.profile {
            text += &profile.text();
        }
        text + &self.examples_text()
    }

    fn table_of_modes(&self) -> String {
        let mut text = line(
            "",
            self.modes.iter().map(|mode| mode.mode.name().to_owned()),
        );
        for (name, of) in COUNTS {
            let cells = self.modes.iter().map(|mode| grouped(of(mode)));
            text += &line(name, cells);
        }
        text += &line("", ["", "", "optimum"].map(String::from));
        for (name, cells) in lengths_cells(self) {
            text += &line(name, cells);
        }
        text += "\n";
        text
    }

    fn half_points_line(&self) -> String {
        let of = &self.half_points;
        if of.given == 0 {
            return "No move gives a half-point away.\n\n".into();
        }
        let mut text = format!(
            "{} half-points are given away, in {} positions",
            grouped(of.given),
            grouped(of.positions)
        );
        let by = of.by_piece.iter();
        let by: Vec<String> = by
            .map(|(piece, n)| format!("{piece} {}", grouped(*n)))
            .collect();
        text += &format!(": {}.\n", by.join(", "));
        for example in &of.examples {
            text += &format!("  {example}\n");
        }
        text + "\n"
    }

    /// Our wins in weak mode beside the shortest there are.
    fn histogram(&self) -> String {
        let Some(weak) = self.modes.last().filter(|mode| mode.lengths.games > 0) else {
            return String::new();
        };
        let (ours, best) = (&weak.lengths.histogram, &self.optimum.histogram);
        let most = ours.iter().chain(best).max().copied().unwrap_or(1).max(1);
        let mut text =
            String::from("Moves to mate: the advice (#) in weak mode, the optimum (-)\n");
        for moves in 0..ours.len().max(best.len()) {
            let of = |histogram: &[u64]| histogram.get(moves).copied().unwrap_or(0);
            let bar = |n: u64, with: &str| {
                let length = (n as usize * BAR).div_ceil(most as usize);
                with.repeat(length)
            };
            for (n, with) in [(of(ours), "#"), (of(best), "-")] {
                if n > 0 {
                    text += &format!("{moves:>4} {:>12}  {}\n", grouped(n), bar(n, with));
                }
            }
        }
        text + "\n"
    }

    fn table_of_pieces(&self) -> String {
        let mut text = String::from("How often each piece is played\n");
        let longest = self.pieces.iter().map(|of| of.piece.chars().count()).max();
        let width = longest.unwrap_or(0);
        let mut rule = None;
        for of in self.pieces.iter().filter(|of| of.rule.is_some()) {
            if rule != of.rule {
                rule.clone_from(&of.rule);
                text += &format!("  {}\n", rule.as_deref().unwrap_or_default());
            }
            text += &format!("    {:<width$} {:>12}\n", of.piece, grouped(of.positions));
        }
        let never: Vec<&str> = self
            .pieces
            .iter()
            .filter(|of| of.rule.is_none())
            .map(|of| of.piece.as_str())
            .collect();
        if !never.is_empty() {
            text += &format!("  Never: {}.\n", never.join(", "));
        }
        text + "\n"
    }
}

impl GameDocument {
    /// What it shows, in words.
    pub(crate) fn title(&self) -> &'static str {
        match self.shows {
            Shows::Draw => "a draw",
            Shows::Loss => "a loss",
            Shows::Circle => "a circle",
            Shows::Win => "a win, too long",
            Shows::Outside => "it leaves the positions that the chapter is about",
            Shows::Breach => "this breaks it",
            Shows::NoAdvice | Shows::Unknown => self.shows.name(),
        }
    }

    /// The same for a game that shows what becomes of its first position.
    fn result_text(&self, draw: Option<Draw<'_>>) -> String {
        let title = match self.shows {
            Shows::Win => "won",
            Shows::Draw
            | Shows::Loss
            | Shows::Circle
            | Shows::Outside
            | Shows::Breach
            | Shows::NoAdvice
            | Shows::Unknown => self.title(),
        };
        self.titled(title, draw).trim_start().to_owned()
    }

    /// The game with its pieces, and the board at its beginning if somebody draws it.
    pub fn text(&self, draw: Option<Draw<'_>>) -> String {
        self.titled(self.title(), draw)
    }

    pub(crate) fn titled(&self, title: &str, draw: Option<Draw<'_>>) -> String {
        let mut text = format!("  {title}: {}\n", self.start);
        if let Some(board) = draw.and_then(|draw| draw(&self.start)) {
            for line in board.lines() {
                text += &format!("    {line}\n");
            }
        }
        for (idx, pair) in self.moves.chunks(2).enumerate() {
            let piece = pair[0].piece.as_deref().unwrap_or_default();
            let reply = pair.get(1).map(|m| m.m.as_str()).unwrap_or_default();
            let again = match self.repeats {
                Some(after) if after == 2 * idx => "   <- from here again and again",
                Some(_) | None => "",
            };
            text += &format!(
                "    {:>3}. {:<7} {:<7} {piece}{again}\n",
                idx + 1,
                pair[0].m,
                reply
            );
        }
        text
    }
}

/// Positions with one pattern: how many, the pattern in words, and one of them.
pub(crate) type GroupRow<'a> = (u64, String, &'a str);

/// The largest groups, and what is left out.
fn groups_text(groups: Vec<GroupRow<'_>>) -> String {
    if groups.is_empty() {
        return "  There are none.\n".into();
    }
    let mut text = String::new();
    for (positions, pattern, example) in groups.iter().take(N_GROUPS) {
        let n = grouped(*positions);
        text += &format!("  {n:>12}  {pattern}\n{:16}{example}\n", "");
    }
    let rest = groups.get(N_GROUPS..).unwrap_or_default();
    if !rest.is_empty() {
        let positions = rest.iter().map(|(positions, ..)| positions).sum();
        text += &format!(
            "  {:>12}  in {} smaller groups (--json lists them)\n",
            grouped(positions),
            rest.len()
        );
    }
    text
}

/// Where a man stands, in words.
fn stands(place: ZoneName) -> &'static str {
    match place {
        ZoneName::Corner => "in the corner",
        ZoneName::Edge => "on the edge",
        ZoneName::Inside => "inside",
    }
}

impl SlipDocument {
    /// The row of the group.
    pub(crate) fn row(&self) -> GroupRow<'_> {
        let farthest = self.farthest.map(|(place, distance)| {
            format!(
                ", the man farthest from it {}, {distance} away",
                stands(place)
            )
        });
        let pattern = format!(
            "by {}: our king {}{}",
            self.piece,
            stands(self.king),
            farthest.unwrap_or_default()
        );
        (self.positions, pattern, &self.example)
    }
}

impl GroupDocument {
    /// The row of the group.
    pub(crate) fn row(&self) -> GroupRow<'_> {
        let by = self.piece.as_ref().map(|piece| format!(" by {piece}"));
        let pattern = format!(
            "{}{}: our king {}, theirs {}, {} apart",
            self.example.title(),
            by.unwrap_or_default(),
            stands(self.our_king),
            stands(self.their_king),
            self.distance
        );
        (self.positions, pattern, &self.example.start)
    }
}

/// A line of the table of modes.
fn line(name: &str, cells: impl IntoIterator<Item = String>) -> String {
    let cells = cells.into_iter().map(|cell| format!("{cell:>14}"));
    format!("{name:<26}{}\n", cells.collect::<String>())
}

/// The longest and the mean win in each mode and under best play.
pub(crate) fn lengths_cells(document: &VerificationDocument) -> Vec<(&'static str, Vec<String>)> {
    let of_all = |of: &dyn Fn(&LengthsDocument) -> Option<String>| -> Vec<String> {
        let modes = document.modes.iter().map(|mode| &mode.lengths);
        let all = modes.chain([&document.optimum]);
        all.map(|lengths| of(lengths).unwrap_or_else(|| "-".into()))
            .collect()
    };
    let longest = |of: &LengthsDocument| of.longest.map(|n| n.to_string());
    let mean = |of: &LengthsDocument| of.mean.map(|mean| format!("{mean:.2}"));
    let mut rows = vec![
        ("longest win, in moves", of_all(&longest)),
        ("mean", of_all(&mean)),
    ];
    let unknown = |of: &LengthsDocument| Some(grouped(of.unknown));
    let modes = document.modes.iter().map(|mode| &mode.lengths);
    if modes.chain([&document.optimum]).any(|of| of.unknown > 0) {
        rows.push(("wins of unknown length", of_all(&unknown)));
    }
    rows
}
