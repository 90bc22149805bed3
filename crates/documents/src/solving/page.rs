//! A solved suite as a page: the numbers, then a board for each puzzle, failures first.

use crate::combination::text::numbered;
use crate::page::board::board;
use crate::page::markup::{escaped, row};
use crate::page::{copied, page, section};
use crate::solving::{PuzzleDocument, SolvingDocument};

/// The most boards on one page: a browser has to draw them all.
const MAX_BOARDS: usize = 500;

impl SolvingDocument {
    /// The suite as a page.
    pub fn page(&self) -> String {
        let summary = self.summary();
        let said: String = summary
            .iter()
            .map(|sentence| format!("<p>{}</p>\n", escaped(sentence)))
            .collect();
        let mut body = format!(
            "<header>\n<p class=\"soft\">nasvet solve</p>\n<h1>Puzzles</h1>\n{said}</header>\n"
        );
        for (title, rows) in self.tables() {
            let rows: String = rows
                .into_iter()
                .map(|(name, of)| row(&name, [of.all.to_string(), of.solved.to_string()]))
                .collect();
            let head = "<thead><tr><th></th><th scope=\"col\" class=\"n\">puzzles</th>\
                        <th scope=\"col\" class=\"n\">solved</th></tr></thead>";
            let table = format!(
                "<div class=\"wide\"><table>\n{head}\n<tbody>\n{rows}</tbody>\n</table></div>\n"
            );
            body += &section(title, &table);
        }
        let failed: Vec<&PuzzleDocument> = self.failed().collect();
        let others = self.puzzles.iter().filter(|puzzle| !puzzle.is_failure());
        let others: Vec<&PuzzleDocument> = others.collect();
        body += &boards("Not solved", &failed, MAX_BOARDS);
        body += &boards("Solved", &others, MAX_BOARDS.saturating_sub(failed.len()));
        page("Puzzles, solved by plans", &body)
    }
}

fn boards(title: &str, puzzles: &[&PuzzleDocument], most: usize) -> String {
    if puzzles.is_empty() {
        return String::new();
    }
    let mut articles: String = puzzles
        .iter()
        .take(most)
        .map(|puzzle| puzzle.article())
        .collect();
    if puzzles.len() > most {
        articles += &format!("<p class=\"soft\">And {} more.</p>\n", puzzles.len() - most);
    }
    section(title, &articles)
}

impl PuzzleDocument {
    /// A board with what was found and how.
    fn article(&self) -> String {
        let name = escaped(&self.name());
        let turn = self.position.split(' ').nth(1);
        let side = if turn == Some("b") { "Black" } else { "White" };
        let mut text = format!("<p class=\"soft\">{side} to move</p>\n");
        if !self.outcome.is_right() {
            text += &format!("<p>{}</p>\n", escaped(&self.failure()));
        }
        if let Some(found) = self.announced() {
            let line = numbered(found.side, &found.line);
            text += &format!("<p><b>{}</b></p>\n", escaped(&line));
            for sentence in &found.story {
                text += &format!("<p>{}</p>\n", escaped(&sentence.text));
            }
            if !found.motifs.is_empty() {
                let motifs = escaped(&found.motifs.join(", "));
                text += &format!("<p class=\"soft\">{motifs}</p>\n");
            }
        }
        let about = format!("the puzzle {}", self.name());
        format!(
            "<article class=\"game\">\n<h3>{name}</h3>\n<div class=\"play\">\n<figure>{}</figure>\n\
             <div class=\"moves\">{text}</div>\n</div>\n{}</article>\n",
            board(&self.position, &about),
            copied(&self.position)
        )
    }
}
