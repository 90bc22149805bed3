//! The games and positions that a chapter tells of, so that each can be set up by its number.
//!
//! A *game* is an item of a list in the prose that quotes a position: ``- The second began at `8/8/…` and took 24.``
//! The positions of the chapter's examples follow, in their order, each with the sentence before it.

use std::ops::Range;

use domain::Domain;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::chapter::Chapter;
use crate::games::{Ask, Games};
use crate::session::dialogue::begin;
use crate::session::opponent::first_moves;
use crate::session::record::Record;
use crate::session::wording::plural;

/// A position, and what the chapter says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ToldPosition {
    pub(crate) position: String,
    pub(crate) text: String,
}

/// All that the chapter tells of: its games, then its examples.
pub(crate) fn told(chapter: &Chapter, games: &Games) -> Vec<ToldPosition> {
    let mut all = told_games(chapter, games);
    all.extend(told_examples(chapter, games));
    all
}

/// Points to the games of a chapter, if it tells of any.
pub(crate) fn invitation(chapter: &Chapter, games: &Games) -> String {
    match told_games(chapter, games).len() {
        0 => String::new(),
        n => format!(
            "The chapter tells of {}: `games` lists what can be set up.\n",
            plural(n, "game")
        ),
    }
}

/// The games in the prose.
fn told_games(chapter: &Chapter, games: &Games) -> Vec<ToldPosition> {
    let source = &chapter.loaded.source;
    // A plain file is all program.
    if source.program == source.text {
        return Vec::new();
    }
    let mut found = Vec::new();
    // The items that are open, the innermost last: what has been read of each, and the position in it.
    let mut open: Vec<(String, Option<String>)> = Vec::new();
    for event in Parser::new(&source.text) {
        match event {
            Event::Start(Tag::Item) => open.push(Default::default()),
            Event::End(TagEnd::Item) => {
                if let Some((text, Some(position))) = open.pop() {
                    found.push(ToldPosition { position, text });
                }
            }
            Event::Code(code) => {
                if let Some((text, position)) = open.last_mut() {
                    *text += &code;
                    if position.is_none() && chapter.header_of(games, &code).is_ok() {
                        *position = Some(code.into_string());
                    }
                }
            }
            Event::Text(part) => {
                if let Some((text, _)) = open.last_mut() {
                    *text += &part;
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some((text, _)) = open.last_mut() {
                    text.push(' ');
                }
            }
            Event::Start(_)
            | Event::End(_)
            | Event::Html(_)
            | Event::InlineHtml(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::Rule
            | Event::TaskListMarker(_) => {}
        }
    }
    found
}

/// The examples, each with the sentence before it. What is expected of them is for the reader to find.
fn told_examples(chapter: &Chapter, games: &Games) -> Vec<ToldPosition> {
    let scenes = scenes(chapter);
    let mut told = Vec::new();
    let mut last_scene = None;
    for example in &chapter.program.examples {
        let Ok(header) = chapter.header_of(games, &example.position) else {
            continue;
        };
        // A sentence is about the first example below it.
        let at = example.span.start as usize;
        let scene = scenes.iter().position(|(block, _)| block.contains(&at));
        let is_new = scene.is_some() && scene != last_scene;
        last_scene = scene;
        let record = begin(chapter, &example.position, &header);
        let sentence = scene
            .filter(|_| is_new)
            .map(|scene| scenes[scene].1.as_str())
            .filter(|sentence| {
                games.ask(&record.game, NamesMove(&record, sentence)) == Some(false)
            });
        told.push(ToldPosition {
            position: example.position.clone(),
            text: match sentence {
                Some(sentence) => format!("{}: {sentence}", example.position),
                None => example.position.clone(),
            },
        });
    }
    told
}

/// Every block of the program that has prose right before it, by its place, and the first sentence of that prose.
fn scenes(chapter: &Chapter) -> Vec<(Range<usize>, String)> {
    let source = &chapter.loaded.source;
    if source.program == source.text {
        return Vec::new();
    }
    let mut scenes = Vec::new();
    let mut sentence: Option<String> = None;
    // Is the first sentence of a paragraph being read?
    let mut reads = false;
    for (event, range) in Parser::new(&source.text).into_offset_iter() {
        match event {
            Event::Start(Tag::Paragraph) => {
                sentence = Some(String::new());
                reads = true;
            }
            Event::Start(Tag::CodeBlock(_)) => {
                let said = sentence.take().filter(|said| !said.is_empty());
                scenes.extend(said.map(|said| (range, said)));
            }
            Event::Start(Tag::Heading { .. }) => sentence = None,
            // Prose has one sentence on a line.
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Paragraph) => reads = false,
            Event::Text(part) | Event::Code(part) => {
                if let Some(said) = sentence.as_mut().filter(|_| reads) {
                    *said += &part;
                }
            }
            Event::Start(_)
            | Event::End(_)
            | Event::Html(_)
            | Event::InlineHtml(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::Rule
            | Event::TaskListMarker(_) => {}
        }
    }
    scenes
}

/// Does a sentence name a legal move of the position?
struct NamesMove<'a>(&'a Record, &'a str);

impl Ask for NamesMove<'_> {
    type Answer = bool;

    fn ask<D: Domain>(self, domain: &D) -> bool {
        let NamesMove(record, sentence) = self;
        let Ok((position, view)) = domain.read_position(&record.start, &record.header) else {
            return false;
        };
        let is_punctuation = |ch: char| ch.is_ascii_punctuation() || ch == '…';
        let words = sentence.split_whitespace();
        let words: Vec<&str> = words
            .map(|word| word.trim_matches(is_punctuation))
            .collect();
        let moves = first_moves(domain, &position, MAX_COMPARED).into_iter();
        let mut written = moves.map(|m| domain.write_move(&position, view, m));
        written.any(|m| words.contains(&m.trim_end_matches(['+', '#'])))
    }
}

/// So many legal moves are looked for in a sentence.
const MAX_COMPARED: usize = 500;

#[cfg(test)]
mod tests {
    use lang::{Form, Source};

    use super::*;
    use crate::knowledge::Shelf;
    use crate::load::check_source;

    fn check(text: &str, expected: &[(&str, &str)]) {
        let games = Games::new();
        let source = Source::from_text("test.md", Form::Chapter, text).expect("a source");
        let loaded = check_source(source, &games, &Shelf::shipped());
        let chapter = loaded.into_chapter("test").expect("a chapter");
        let found = told(&chapter, &games);
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|told| (told.position.as_str(), told.text.as_str()))
            .collect();
        assert_eq!(found, expected);
    }

    const PROGRAM: &str = "```advice\nendgame \"Rook\"\nus K R\nthem K\n```\n";

    #[test]
    fn items_that_quote_a_position_are_games() {
        let text = format!(
            "{PROGRAM}\nHe began at `8/8/8/3k4/8/8/1R6/K7 w - -`.\n\n- Here `rook` is no position.\n\
             - *This* began at\n  `8/8/8/3k4/8/8/1R6/K7 b - -` and took 9.\n"
        );
        let position = "8/8/8/3k4/8/8/1R6/K7 b - -";
        let said = "This began at 8/8/8/3k4/8/8/1R6/K7 b - - and took 9.";
        check(&text, &[(position, said)]);
    }

    #[test]
    fn men_of_another_chapter_are_no_game() {
        check(
            &format!("{PROGRAM}\n- A pawn: `8/8/8/3k4/8/8/1P6/K7 w - -`\n"),
            &[],
        );
    }

    #[test]
    fn examples_follow_the_games() {
        let example =
            "```advice\nexample \"8/8/8/3k4/8/8/1R6/K7 w - -\"\n    shows us_to_move\n```\n";
        let text = format!("{PROGRAM}\n{example}\n1. From `8/8/8/8/3k4/8/1R6/K7 w - -`\n");
        check(
            &text,
            &[
                (
                    "8/8/8/8/3k4/8/1R6/K7 w - -",
                    "From 8/8/8/8/3k4/8/1R6/K7 w - -",
                ),
                ("8/8/8/3k4/8/8/1R6/K7 w - -", "8/8/8/3k4/8/8/1R6/K7 w - -"),
            ],
        );
    }

    #[test]
    fn an_example_is_told_without_its_solution() {
        let position = "8/8/8/3k4/8/8/1R6/K7 w - -";
        let example = format!("```advice\nexample \"{position}\" shows us_to_move\n```\n");
        let scene = "The rook has to *wait*.\nRb3 is best.\n";
        check(
            &format!("{PROGRAM}\n{scene}\n{example}"),
            &[(position, &format!("{position}: The rook has to wait."))],
        );
        // A sentence that names a legal move gives it away.
        let spoilt = "Only Rb3 keeps the box.\n";
        check(
            &format!("{PROGRAM}\n{spoilt}\n{example}"),
            &[(position, position)],
        );
        // A heading is not about the example, and prose before it neither.
        check(
            &format!("{PROGRAM}\n{scene}\n## Examples\n\n{example}"),
            &[(position, position)],
        );
    }
}
