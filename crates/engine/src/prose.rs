//! Prose as data: paragraphs and their pieces. A page makes elements of them, so that no text is ever read as HTML.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use serde::Serialize;

/// A part of a chapter.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum ProseBlock {
    Heading {
        level: u8,
        pieces: Vec<Inline>,
    },
    Paragraph {
        pieces: Vec<Inline>,
    },
    /// A list; each item is a paragraph.
    List {
        ordered: bool,
        items: Vec<Vec<Inline>>,
    },
    Table {
        rows: Vec<Vec<Vec<Inline>>>,
    },
    /// A text that is no advice.
    Code {
        text: String,
    },
    /// Advice: where it stands in the text, in bytes.
    Advice {
        start: usize,
        end: usize,
    },
}

/// A piece of a paragraph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Inline {
    /// `text`, `em`, `strong`, `code`.
    style: &'static str,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
}

/// The blocks of a chapter, in order.
pub(crate) fn blocks(text: &str) -> Vec<ProseBlock> {
    let mut reader = ProseReader::default();
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(tag) => reader.start(&tag),
            Event::End(tag) => reader.end(tag),
            Event::Text(said) => match &mut reader.fence {
                Some(ProseFence::Advice(place)) => {
                    let start = place.map_or(range.start, |(start, _)| start);
                    *place = Some((start, range.end));
                }
                Some(ProseFence::Code(code)) => code.push_str(&said),
                None => reader.say(reader.style(), &said),
            },
            Event::Code(code) => reader.say("code", &code),
            Event::SoftBreak | Event::HardBreak => reader.say("text", " "),
            Event::Html(html) | Event::InlineHtml(html) => {
                if !html.trim_start().starts_with("<!--") {
                    reader.say("text", &html);
                }
            }
            Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::Rule
            | Event::TaskListMarker(_) => {}
        }
    }
    reader.blocks
}

enum ProseFence {
    Advice(Option<(usize, usize)>),
    Code(String),
}

#[derive(Default)]
struct ProseReader {
    blocks: Vec<ProseBlock>,
    pieces: Vec<Inline>,
    fence: Option<ProseFence>,
    emphasis: usize,
    strong: usize,
    link: Option<String>,
    /// The items of the list that is open, and whether they are numbered.
    list: Option<(bool, Vec<Vec<Inline>>)>,
    rows: Vec<Vec<Vec<Inline>>>,
}

impl ProseReader {
    fn style(&self) -> &'static str {
        match (self.strong, self.emphasis) {
            (0, 0) => "text",
            (0, _) => "em",
            (_, _) => "strong",
        }
    }

    fn say(&mut self, style: &'static str, text: &str) {
        match self.pieces.last_mut() {
            Some(last) if last.style == style && last.link == self.link => last.text += text,
            Some(_) | None => self.pieces.push(Inline {
                style,
                text: text.into(),
                link: self.link.clone(),
            }),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "other tags only hold these")]
    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Emphasis => self.emphasis += 1,
            Tag::Strong => self.strong += 1,
            Tag::Link { dest_url, .. } => self.link = Some(dest_url.to_string()),
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) if &**info == "advice" => {
                self.fence = Some(ProseFence::Advice(None));
            }
            Tag::CodeBlock(_) => self.fence = Some(ProseFence::Code(String::new())),
            Tag::List(first) if self.list.is_none() => {
                self.list = Some((first.is_some(), Vec::new()))
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "other tags only hold these")]
    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis => self.emphasis -= 1,
            TagEnd::Strong => self.strong -= 1,
            TagEnd::Link => self.link = None,
            TagEnd::Heading(level) => {
                let pieces = std::mem::take(&mut self.pieces);
                let level = level_of(level);
                self.blocks.push(ProseBlock::Heading { level, pieces });
            }
            TagEnd::Paragraph if self.list.is_none() => {
                let pieces = std::mem::take(&mut self.pieces);
                self.blocks.push(ProseBlock::Paragraph { pieces });
            }
            TagEnd::Item => {
                let pieces = std::mem::take(&mut self.pieces);
                if let Some((_, items)) = &mut self.list
                    && !pieces.is_empty()
                {
                    items.push(pieces);
                }
            }
            TagEnd::List(_) => {
                if let Some((ordered, items)) = self.list.take() {
                    self.blocks.push(ProseBlock::List { ordered, items });
                }
            }
            TagEnd::TableCell => {
                let pieces = std::mem::take(&mut self.pieces);
                if let Some(row) = self.rows.last_mut() {
                    row.push(pieces);
                }
            }
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.rows);
                self.blocks.push(ProseBlock::Table { rows });
            }
            TagEnd::CodeBlock => match self.fence.take() {
                Some(ProseFence::Advice(Some((start, end)))) => {
                    self.blocks.push(ProseBlock::Advice { start, end });
                }
                Some(ProseFence::Code(text)) => self.blocks.push(ProseBlock::Code { text }),
                Some(ProseFence::Advice(None)) | None => {}
            },
            _ => {}
        }
    }
}

fn level_of(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 | HeadingLevel::H5 | HeadingLevel::H6 => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_data_and_html_is_text() {
        let found =
            blocks("# A *b*\n\nOne `c` <b>x</b>\n\n- d\n- e\n\n```advice\nlet x = 1\n```\n");
        let json = serde_json::to_value(&found).expect("data");
        assert_eq!(json[0]["pieces"][1]["style"], "em");
        assert_eq!(json[1]["pieces"][2]["text"], " <b>x</b>");
        assert_eq!(json[2]["items"][1][0]["text"], "e");
        assert_eq!(json[3]["kind"], "advice");
    }
}
