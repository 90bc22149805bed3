//! A chapter to be read: prose, advice in colours, and its examples as positions to play from.

use nasvet::analysis::{Analysis, TokenClass};
use nasvet::{Chapter, Shelf};
use serde::Serialize;

use crate::chapters::OWN;
use crate::contents::{proved, report, thinks};
use crate::prose::{ProseBlock, blocks};

/// A chapter to be read.
#[derive(Serialize)]
pub(crate) struct ChapterAnswer {
    name: String,
    title: String,
    game: String,
    thinks: bool,
    /// What was proved about it, and the whole report, if the verifier was asked.
    proved: Vec<String>,
    report: Option<&'static str>,
    /// The first position to show.
    start: Option<String>,
    pieces: Vec<(String, Option<String>)>,
    parts: Vec<PartAnswer>,
    text: String,
}

#[derive(Serialize)]
#[serde(untagged)]
enum PartAnswer {
    Prose(ProseBlock),
    Advice {
        kind: &'static str,
        /// Pieces of text, each with what it is.
        tokens: Vec<(String, &'static str)>,
        /// The examples in it.
        examples: Vec<ShownExample>,
    },
}

/// An example, as a position to play from.
#[derive(Serialize)]
struct ShownExample {
    position: String,
    /// The rest of the statement, as it is written.
    says: String,
}

pub(crate) fn chapter(chapter: &Chapter) -> ChapterAnswer {
    let text = chapter.text();
    let mut analysis = Analysis::new(Shelf::shipped());
    analysis.set_text(OWN, text);
    let tokens: Vec<(usize, usize, &'static str)> = analysis
        .tokens(OWN)
        .into_iter()
        .map(|token| (token.start, token.end, class(token.class)))
        .collect();
    let parts = blocks(text).into_iter().map(|block| match block {
        ProseBlock::Advice { start, end } => PartAnswer::Advice {
            kind: "advice",
            tokens: coloured(text, &tokens, start, end),
            examples: examples(&text[start..end]),
        },
        block @ (ProseBlock::Heading { .. }
        | ProseBlock::Paragraph { .. }
        | ProseBlock::List { .. }
        | ProseBlock::Table { .. }
        | ProseBlock::Code { .. }) => PartAnswer::Prose(block),
    });
    let report = report(chapter.name());
    ChapterAnswer {
        name: chapter.name().into(),
        title: chapter.title().into(),
        game: chapter.game().into(),
        thinks: thinks(chapter),
        proved: report.map(proved).unwrap_or_default(),
        report,
        start: chapter.examples().into_iter().next(),
        pieces: chapter
            .pieces()
            .into_iter()
            .map(|piece| (piece.name, piece.title))
            .collect(),
        parts: parts.collect(),
        text: text.into(),
    }
}

/// A part of a text in pieces, each with what it is.
fn coloured(
    text: &str,
    tokens: &[(usize, usize, &'static str)],
    start: usize,
    end: usize,
) -> Vec<(String, &'static str)> {
    let (mut pieces, mut at) = (Vec::new(), start);
    for (from, to, class) in tokens
        .iter()
        .filter(|(from, to, _)| *from >= start && *to <= end)
    {
        if *from > at {
            pieces.push((text[at..*from].to_owned(), ""));
        }
        pieces.push((text[*from..*to].to_owned(), *class));
        at = *to;
    }
    if at < end {
        pieces.push((text[at..end].trim_end().to_owned(), ""));
    }
    pieces
}

/// The examples of a block of advice: `example "POSITION" …`.
fn examples(block: &str) -> Vec<ShownExample> {
    let found = block.split("example \"").skip(1);
    found
        .filter_map(|rest| {
            let (position, says) = rest.split_once('"')?;
            let says: Vec<&str> = says.split_whitespace().collect();
            Some(ShownExample {
                position: position.into(),
                says: says.join(" "),
            })
        })
        .collect()
}

pub(crate) fn class(class: TokenClass) -> &'static str {
    match class {
        TokenClass::Keyword => "keyword",
        TokenClass::Defined => "defined",
        TokenClass::Local => "local",
        TokenClass::Word => "word",
        TokenClass::Constant => "constant",
        TokenClass::Number => "number",
        TokenClass::Text => "text",
        TokenClass::Comment => "comment",
        _ => "",
    }
}
