//! The ideas of a chapter: the sections in which the pieces of its tables stand.
//!
//! A heading is the name by which people remember an idea, and several pieces often make one: "Mate" holds mates in one,
//! two and three moves. Where there are no headings, as in a plain file, each piece is an idea with its own title.

use lang::checked::{PieceId, Program};
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag, TagEnd};

use crate::chapter::Chapter;

/// An idea, and the pieces of advice that belong to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ChapterIdea {
    pub(crate) name: String,
    /// The names of its pieces, in the order of the text.
    pub(crate) pieces: Vec<String>,
}

/// The ideas of a chapter, in the order of the text.
pub(crate) fn ideas(chapter: &Chapter) -> Vec<ChapterIdea> {
    let program = &chapter.program;
    let headings = headings(chapter);
    let mut ideas: Vec<ChapterIdea> = Vec::new();
    for (idx, piece) in program.pieces.iter().enumerate() {
        if !is_in_a_table(program, PieceId(idx as u32)) {
            continue;
        }
        let above = headings
            .iter()
            .rev()
            .find(|(start, _)| *start < piece.span.start as usize);
        let name = match above {
            Some((_, heading)) => heading.clone(),
            None => title(piece.doc.as_deref(), &piece.name),
        };
        match ideas.iter_mut().find(|idea| idea.name == name) {
            Some(idea) => idea.pieces.push(piece.name.clone()),
            None => ideas.push(ChapterIdea {
                name,
                pieces: vec![piece.name.clone()],
            }),
        }
    }
    ideas
}

/// A title without its full stop, or else the name.
fn title(doc: Option<&str>, name: &str) -> String {
    let title = doc.map(|doc| doc.trim_end_matches('.'));
    title.unwrap_or(name).to_owned()
}

fn is_in_a_table(program: &Program, piece: PieceId) -> bool {
    let rules = program.tables.iter().flat_map(|table| &table.rules);
    rules
        .flat_map(|rule| &rule.entries)
        .any(|entry| entry.piece == piece)
}

/// The headings below the title, each with where it begins.
fn headings(chapter: &Chapter) -> Vec<(usize, String)> {
    let source = &chapter.loaded.source;
    // A plain file is all program.
    if source.program == source.text {
        return Vec::new();
    }
    let mut headings = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (event, range) in Parser::new(&source.text).into_offset_iter() {
        if let Event::Start(Tag::Heading { level, .. }) = &event {
            open = (*level != HeadingLevel::H1).then(|| (range.start, String::new()));
        } else if let Event::End(TagEnd::Heading(_)) = &event {
            headings.extend(open.take());
        } else if let (Event::Text(part) | Event::Code(part), Some((_, text))) = (&event, &mut open)
        {
            *text += part;
        }
    }
    headings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::Shelf;

    fn check(chapter: &Chapter, expected: &[(&str, &[&str])]) {
        let found = ideas(chapter);
        let found: Vec<(&str, Vec<&str>)> = found
            .iter()
            .map(|idea| {
                let pieces = idea.pieces.iter().map(String::as_str).collect();
                (idea.name.as_str(), pieces)
            })
            .collect();
        let expected: Vec<(&str, Vec<&str>)> = expected
            .iter()
            .map(|(name, pieces)| (*name, pieces.to_vec()))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_section_is_an_idea() {
        let krk = Chapter::shipped("krk").expect("it is shipped");
        check(
            &krk,
            &[
                ("Mate", &["mate_at_once", "mate_in(2)", "mate_in(3)"]),
                (
                    "Squeeze, approach, wait",
                    &["squeeze", "approach", "keep_room"],
                ),
                ("Beginning anew", &["rook_home", "run_away"]),
            ],
        );
    }

    #[test]
    fn without_sections_a_piece_is_an_idea_and_what_no_table_names_is_none() {
        let text = "endgame \"Queen\"\nus K Q\nthem K\n\
            advice mate { \"Mate at once.\" better mate us any within 1 move }\n\
            advice wait { better them_to_move us any within 1 move }\n\
            advice unused { better them_to_move us any within 1 move }\n\
            table { otherwise mate, wait }\n";
        let chapter = Chapter::from_text("queen.advice", text, &Shelf).expect("a chapter");
        check(
            &chapter,
            &[("Mate at once", &["mate"]), ("wait", &["wait"])],
        );
    }
}
