//! The prose of a chapter: Markdown as lines for a terminal.

use std::ops::Range;

use lang::Span;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::advice::Listing;
use super::line::{Ink, Line};
use super::sheet::Sheet;
use super::table::Table;
use crate::knowledge::Shipped;

/// Writes a chapter; its blocks of advice are written by the listing.
pub(super) fn write(text: &str, listing: &Listing<'_>, sheet: &mut Sheet) {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut prose = Prose {
        listing,
        sheet,
        lines: vec![Line::default()],
        inks: Vec::new(),
        lists: Vec::new(),
        links: Vec::new(),
        block: None,
        table: None,
    };
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        prose.event(event, range);
    }
}

struct Prose<'a, 'b> {
    listing: &'a Listing<'b>,
    sheet: &'a mut Sheet,
    /// The paragraph so far; a hard break begins a new line. Never empty.
    lines: Vec<Line>,
    /// The inks that are open, the innermost last.
    inks: Vec<Ink>,
    /// The next number of each open list; bullets have none.
    lists: Vec<Option<u64>>,
    /// The addresses of the open links.
    links: Vec<String>,
    block: Option<Block>,
    table: Option<Table>,
}

/// A block that is written as it stands.
enum Block {
    /// The pieces of the chapter that it is made of.
    Advice(Vec<Span>),
    Code(String),
    Html(String),
}

impl Prose<'_, '_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => match &mut self.block {
                Some(Block::Advice(pieces)) => pieces.push(Span::new(range.start, range.end)),
                Some(Block::Code(block) | Block::Html(block)) => block.push_str(&text),
                None => self.say(&text),
            },
            Event::Code(code) => {
                let colour = self.sheet.page.style.colour;
                self.line().push_code(&code, colour);
            }
            Event::Html(html) => match &mut self.block {
                Some(Block::Html(block)) => block.push_str(&html),
                Some(Block::Advice(_) | Block::Code(_)) | None => self.say(&html),
            },
            Event::InlineHtml(html) => {
                if !html.starts_with("<!--") {
                    self.say(&html);
                }
            }
            Event::SoftBreak => self.say(" "),
            Event::HardBreak => self.lines.push(Line::default()),
            Event::Rule => {
                self.end_paragraph();
                self.sheet.gap();
                self.rule('─', '-', self.sheet.room());
                self.sheet.gap();
            }
            // Extensions of Markdown that chapters do not use, so they are read as plain text.
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.say(&text)
            }
            Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph => self.end_paragraph(),
            Tag::Heading { .. } => {
                self.end_paragraph();
                self.inks.push(Ink::Heading);
            }
            Tag::BlockQuote(_) => {
                self.end_paragraph();
                let bar = if self.sheet.page.style.unicode {
                    "│ "
                } else {
                    "> "
                };
                self.sheet.open(None, Line::new(bar, Ink::Quiet));
            }
            Tag::CodeBlock(kind) => {
                self.end_paragraph();
                self.block = Some(if is_advice(&kind) {
                    Block::Advice(Vec::new())
                } else {
                    Block::Code(String::new())
                });
            }
            Tag::HtmlBlock => {
                self.end_paragraph();
                self.block = Some(Block::Html(String::new()));
            }
            Tag::List(first) => {
                self.end_paragraph();
                self.lists.push(first);
            }
            Tag::Item => self.start_item(),
            Tag::Table(alignments) => {
                self.end_paragraph();
                self.table = Some(Table::new(alignments));
            }
            Tag::TableHead => {
                self.inks.push(Ink::Strong);
                self.begin_row();
            }
            Tag::TableRow => self.begin_row(),
            Tag::Emphasis => self.open_ink(Ink::Emphasis, "*"),
            Tag::Strong => self.open_ink(Ink::Strong, "**"),
            Tag::Strikethrough => self.open_ink(Ink::Quiet, "~~"),
            Tag::Link { dest_url, .. } => {
                self.links.push(dest_url.into_string());
                self.inks.push(Ink::Link);
            }
            Tag::Image { dest_url, .. } => {
                self.links.push(dest_url.into_string());
                self.say("picture: ");
                self.inks.push(Ink::Link);
            }
            Tag::TableCell
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript
            | Tag::MetadataBlock(_) => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => {
                self.end_paragraph();
                self.sheet.gap();
            }
            TagEnd::Heading(level) => {
                self.inks.pop();
                self.end_heading(level);
            }
            TagEnd::BlockQuote(_) => {
                self.end_paragraph();
                self.sheet.close();
                self.sheet.gap();
            }
            TagEnd::CodeBlock | TagEnd::HtmlBlock => self.end_block(),
            TagEnd::List(_) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    self.sheet.gap();
                }
            }
            TagEnd::Item => {
                self.end_paragraph();
                self.sheet.close();
            }
            TagEnd::Table => {
                if let Some(table) = self.table.take() {
                    self.sheet.gap();
                    table.write(self.sheet);
                    self.sheet.gap();
                }
            }
            TagEnd::TableHead => {
                self.inks.pop();
            }
            TagEnd::TableCell => {
                let mut cell = Line::default();
                for line in std::mem::replace(&mut self.lines, vec![Line::default()]) {
                    cell.append(&line);
                }
                if let Some(table) = &mut self.table {
                    table.push_cell(cell);
                }
            }
            TagEnd::Emphasis => self.close_ink("*"),
            TagEnd::Strong => self.close_ink("**"),
            TagEnd::Strikethrough => self.close_ink("~~"),
            TagEnd::Link | TagEnd::Image => self.end_link(),
            TagEnd::TableRow
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::MetadataBlock(_) => {}
        }
    }

    fn line(&mut self) -> &mut Line {
        self.lines.last_mut().expect("a paragraph has a line")
    }

    fn say(&mut self, text: &str) {
        let ink = self.inks.last().copied().unwrap_or(Ink::Plain);
        self.line().push_prose(text, ink);
    }

    /// Begins an ink, with the mark that Markdown has for it where there are no colours.
    fn open_ink(&mut self, ink: Ink, mark: &str) {
        self.inks.push(ink);
        if !self.sheet.page.style.colour {
            self.say(mark);
        }
    }

    fn close_ink(&mut self, mark: &str) {
        if !self.sheet.page.style.colour {
            self.say(mark);
        }
        self.inks.pop();
    }

    /// Says where a link leads: to a chapter by the command that opens it.
    fn end_link(&mut self) {
        self.inks.pop();
        let Some(address) = self.links.pop() else {
            return;
        };
        let file = address.split('#').next().unwrap_or_default();
        if file.is_empty() {
            return;
        }
        let name = file
            .rsplit('/')
            .next()
            .and_then(|file| file.strip_suffix(".md"));
        let shipped = name
            .and_then(Shipped::named)
            .filter(|_| !file.contains(':'));
        let target = match shipped {
            Some(shipped) => format!(" (nasvet read {})", shipped.name),
            None => format!(" ({address})"),
        };
        self.line().push_prose(&target, Ink::Quiet);
    }

    fn end_paragraph(&mut self) {
        for line in std::mem::replace(&mut self.lines, vec![Line::default()]) {
            if !line.is_empty() {
                self.sheet.put_broken(&line, &Line::default());
            }
        }
    }

    fn end_heading(&mut self, level: HeadingLevel) {
        let lines = std::mem::replace(&mut self.lines, vec![Line::default()]);
        self.sheet.gap();
        let room = self.sheet.room();
        let flush = Line::default();
        let parts: Vec<Line> = lines
            .iter()
            .flat_map(|line| line.broken(room, &flush))
            .collect();
        for part in &parts {
            self.sheet.put(&part.shown(self.sheet.page.style.colour));
        }
        let width = parts.iter().map(Line::width).max().unwrap_or(0);
        match level {
            HeadingLevel::H1 => self.rule('═', '=', width),
            HeadingLevel::H2 => self.rule('─', '-', width),
            HeadingLevel::H3 | HeadingLevel::H4 | HeadingLevel::H5 | HeadingLevel::H6 => {
                self.rule('┄', '.', width);
            }
        }
        self.sheet.gap();
    }

    fn rule(&mut self, unicode: char, ascii: char, width: usize) {
        let style = self.sheet.page.style;
        let dash = if style.unicode { unicode } else { ascii };
        let rule = Line::new(&dash.to_string().repeat(width), Ink::Quiet);
        self.sheet.put(&rule.shown(style.colour));
    }

    fn start_item(&mut self) {
        let bullet = match self.lists.last_mut() {
            Some(Some(number)) => {
                let bullet = format!("{number}. ");
                *number = number.saturating_add(1);
                bullet
            }
            Some(None) | None if self.sheet.page.style.unicode => "• ".into(),
            Some(None) | None => "- ".into(),
        };
        let bullet = Line::new(&bullet, Ink::Quiet);
        let blanks = Line::new(&" ".repeat(bullet.width()), Ink::Plain);
        self.sheet.open(Some(bullet), blanks);
    }

    fn begin_row(&mut self) {
        if let Some(table) = &mut self.table {
            table.begin_row();
        }
    }

    fn end_block(&mut self) {
        let Some(block) = self.block.take() else {
            return;
        };
        // A remark in HTML is not for the reader.
        if matches!(&block, Block::Html(html) if html.starts_with("<!--")) {
            return;
        }
        self.sheet.gap();
        self.sheet.open_block();
        match block {
            Block::Advice(pieces) => self.listing.write(&pieces, self.sheet),
            Block::Code(text) | Block::Html(text) => {
                for line in text.lines() {
                    let line = Line::new(line, Ink::Plain);
                    self.sheet.put_broken(&line, &line.continuation());
                }
            }
        }
        self.sheet.close();
        self.sheet.gap();
    }
}

/// The same test as the language makes: the first word after the fence.
fn is_advice(kind: &CodeBlockKind<'_>) -> bool {
    match kind {
        CodeBlockKind::Fenced(info) => info.split_whitespace().next() == Some("advice"),
        CodeBlockKind::Indented => false,
    }
}
