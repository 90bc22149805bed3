//! The games and positions that a chapter tells of, so that each can be set up by its number.
//!
//! A *game* is an item of a list in the prose that quotes a position: ``- The second began at `8/8/…` and took 24.``
//! The positions of the chapter's examples follow, in their order.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::chapter::Chapter;
use crate::games::Games;
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

/// The examples, each with what is expected of it.
fn told_examples(chapter: &Chapter, games: &Games) -> Vec<ToldPosition> {
    let examples = chapter.program.examples.iter();
    let readable = examples.filter(|example| chapter.header_of(games, &example.position).is_ok());
    let told = readable.map(|example| {
        let quoted = format!("\"{}\"", example.position);
        let written = chapter.written(example.span);
        let expected = written.split_once(&quoted).map_or("", |(_, rest)| rest);
        ToldPosition {
            position: example.position.clone(),
            text: format!("{}:{expected}", example.position),
        }
    });
    told.collect()
}

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
                (
                    "8/8/8/3k4/8/8/1R6/K7 w - -",
                    "8/8/8/3k4/8/8/1R6/K7 w - -: shows us_to_move",
                ),
            ],
        );
    }
}
