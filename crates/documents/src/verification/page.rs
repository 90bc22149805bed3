//! What the verifier found, as one page, with boards and charts drawn in it.

mod charts;

use crate::answer::capitalised;
use crate::numbers::grouped;
use crate::page::board::board;
use crate::page::markup::{escaped, row};
use crate::page::{copied, page, section};
use crate::verification::text::{GroupRow, lengths_cells};
use crate::verification::{
    ClaimDocument, GameDocument, GroupDocument, OutcomeName, SlipDocument, VerificationDocument,
};

impl VerificationDocument {
    /// The report as a page.
    pub fn page(&self) -> String {
        let title = escaped(&self.title);
        let mut body = format!(
            "<header>\n<p class=\"soft\">nasvet verify {}</p>\n<h1>{title}</h1>\n{}{}</header>\n",
            escaped(&self.chapter),
            self.verdict(),
            self.introduction()
        );
        body += &section("The numbers", &(self.table_in_page() + &self.half_points()));
        if !self.claims.is_empty() {
            let claims: String = self.claims.iter().map(|claim| self.claim(claim)).collect();
            body += &section("Claims", &format!("<ul class=\"claims\">\n{claims}</ul>\n"));
        }
        if let Some(chart) = charts::lengths(self) {
            body += &section("How long it takes", &chart);
        }
        body += &section(
            "How often each piece is played",
            &charts::pieces(&self.pieces, self.positions),
        );
        for mode in self.modes.iter().filter(|mode| !mode.games.is_empty()) {
            let games: String = mode.games.iter().map(|game| self.game(game)).collect();
            body += &section(
                &format!("Where it fails in {} mode", mode.mode.name()),
                &games,
            );
        }
        for mode in &self.modes {
            if let Some(groups) = mode.groups.as_ref().filter(|groups| !groups.is_empty()) {
                let title = format!("Failures in {} mode by pattern", mode.mode.name());
                let rows = groups.iter().map(GroupDocument::row);
                body += &section(&title, &groups_table(rows));
            }
        }
        let slips = self.half_points.groups.as_ref();
        if let Some(groups) = slips.filter(|groups| !groups.is_empty()) {
            let rows = groups.iter().map(SlipDocument::row);
            body += &section("Half-points given away by pattern", &groups_table(rows));
        }
        page(&format!("{}, verified", self.title), &body)
    }

    fn verdict(&self) -> String {
        let count = |outcome| {
            let claims = self.claims.iter();
            claims.filter(|claim| claim.outcome == outcome).count()
        };
        let (n_broken, n_open) = (count(OutcomeName::Broken), count(OutcomeName::NotKnown));
        let (class, text) = match (self.claims.len(), n_broken, n_open) {
            (0, _, _) => ("soft", "The chapter claims nothing.".into()),
            (1, 0, 0) => ("holds", "The claim holds.".into()),
            (n, 0, 0) => ("holds", format!("All {n} claims hold.")),
            (1, 0, _) => ("open", "Whether the claim holds is not known.".into()),
            (n, 0, open) => (
                "open",
                format!("Of {n} claims {open} are not known to hold."),
            ),
            (1, _, _) => ("broken", "The claim is broken.".into()),
            (n, broken, _) => ("broken", format!("{broken} of {n} claims are broken.")),
        };
        format!("<p class=\"verdict {class}\">{text}</p>\n")
    }

    fn introduction(&self) -> String {
        let partial = self.partial.as_ref();
        let partial = partial.map(|partial| format!("<p>{}</p>\n", escaped(&partial.text())));
        let excerpt = self.excerpt.as_ref();
        let excerpt = excerpt.map(|excerpt| format!("<p>{}</p>\n", escaped(&excerpt.text())));
        let mut text = partial.unwrap_or_default() + &excerpt.unwrap_or_default();
        text += &format!(
            "<p>{}: {} positions with us to move. {} can be won, {} drawn, {} are lost.</p>\n",
            escaped(&self.men),
            grouped(self.positions),
            grouped(self.truth.won),
            grouped(self.truth.drawn),
            grouped(self.truth.lost)
        );
        if self.outside > 0 {
            text += &format!(
                "<p>{} other positions are not what the chapter is about.</p>\n",
                grouped(self.outside)
            );
        }
        for (chapter, men) in &self.successors {
            text += &format!(
                "<p>Where {} is left, the chapter <code>{}</code> goes on.</p>\n",
                escaped(men),
                escaped(chapter)
            );
        }
        text
    }

    /// What becomes of the positions, mode by mode, and how long it takes.
    fn table_in_page(&self) -> String {
        let names = self.modes.iter().map(|mode| mode.mode.name());
        let heads: String = names
            .chain(["optimum"])
            .map(|name| format!("<th scope=\"col\" class=\"n\">{name}</th>"))
            .collect();
        let mut rows = String::new();
        for (name, of) in crate::verification::text::COUNTS {
            let counts = self.modes.iter().map(|mode| grouped(of(mode)));
            rows += &row(name, counts.chain([String::new()]));
        }
        for (name, cells) in lengths_cells(self) {
            rows += &row(name, cells);
        }
        format!(
            "<div class=\"wide\"><table>\n<thead><tr><th></th>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
        )
    }

    fn half_points(&self) -> String {
        let of = &self.half_points;
        if of.given == 0 {
            return "<p>No move gives a half-point away.</p>\n".into();
        }
        let by: Vec<String> = of
            .by_piece
            .iter()
            .map(|(piece, n)| format!("<code>{}</code> {}", escaped(piece), grouped(*n)))
            .collect();
        let boards: String = of
            .examples
            .iter()
            .map(|fen| {
                format!(
                    "<figure>{}{}</figure>\n",
                    board(fen, "a half-point is given away here"),
                    copied(fen)
                )
            })
            .collect();
        format!(
            "<p>{} half-points are given away, in {} positions: {}.</p>\n<div class=\"play\">\n{boards}</div>\n",
            grouped(of.given),
            grouped(of.positions),
            by.join(", ")
        )
    }

    fn claim(&self, claim: &ClaimDocument) -> String {
        let (class, verdict) = match claim.outcome {
            OutcomeName::Holds => ("holds", "✓ holds"),
            OutcomeName::Broken => ("broken", "✗ broken"),
            OutcomeName::NotKnown => ("open", "? not known"),
        };
        format!(
            "<li class=\"{class}\"><b>{verdict}</b> <code>{}</code>\n<p class=\"soft\">{}</p>\n{}</li>\n",
            escaped(&claim.claim),
            claim.about(),
            claim
                .game
                .as_ref()
                .map(|game| self.game(game))
                .unwrap_or_default()
        )
    }

    /// A game: the board at its start and at its end, its moves with their pieces, and what one may copy.
    fn game(&self, game: &GameDocument) -> String {
        let figure = |fen: &str, about: &str| {
            let board = board(fen, about);
            format!("<figure>{board}<figcaption>{about}</figcaption></figure>\n")
        };
        let boards = match game.repeats {
            Some(0) => figure(&game.start, "at the start, and again at the end"),
            Some(_) => figure(&game.start, "at the start") + &figure(&game.end, "where it repeats"),
            None if game.moves.is_empty() => figure(&game.start, "at the start"),
            None => figure(&game.start, "at the start") + &figure(&game.end, "at the end"),
        };
        format!(
            "<article class=\"game\">\n<h3>{}</h3>\n<div class=\"play\">\n\
             {boards}{}</div>\n{}\
             <details><summary>as PGN</summary><pre>{}</pre></details>\n</article>\n",
            escaped(&capitalised(game.title())),
            moves(game),
            copied(&game.start),
            escaped(&game.pgn(&self.chapter))
        )
    }
}

fn moves(game: &GameDocument) -> String {
    let mut rows = String::new();
    for (idx, pair) in game.moves.chunks(2).enumerate() {
        let reply = pair.get(1).map(|m| m.m.as_str()).unwrap_or_default();
        let again = match game.repeats {
            Some(after) if after == 2 * idx => " <small>from here again and again</small>",
            Some(_) | None => "",
        };
        rows += &format!(
            "<tr><td class=\"n\">{}.</td><td>{}</td><td>{}</td><td><code>{}</code>{again}</td></tr>\n",
            idx + 1,
            escaped(&pair[0].m),
            escaped(reply),
            escaped(pair[0].piece.as_deref().unwrap_or_default())
        );
    }
    if rows.is_empty() {
        return "<p class=\"moves soft\">Nothing is played here.</p>\n".into();
    }
    format!("<div class=\"moves\"><table>\n{rows}</table></div>\n")
}

/// Positions by pattern, each pattern with an example.
fn groups_table<'a>(groups: impl Iterator<Item = GroupRow<'a>>) -> String {
    let rows = groups.map(|(positions, pattern, example)| {
        format!(
            "<tr><td class=\"n\">{}</td><td>{}{}</td></tr>\n",
            grouped(positions),
            escaped(&capitalised(&pattern)),
            copied(example)
        )
    });
    format!(
        "<div class=\"wide groups\"><table>\n<thead><tr><th scope=\"col\" class=\"n\">positions</th>\
         <th scope=\"col\">pattern, with an example</th></tr></thead>\n<tbody>\n{}</tbody>\n\
         </table></div>\n",
        rows.collect::<String>()
    )
}
