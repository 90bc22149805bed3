//! Blocks of advice in colours, with a picture below every example.

use std::collections::BTreeMap;
use std::ops::Range;

use lang::syntax::{Example, StatementKind};
use lang::{Part, Span, parts};

use super::Reading;
use super::example::caption;
use super::line::{Ink, Line};
use super::sheet::Sheet;
use crate::picture;

/// The program of a chapter, ready to be written block by block.
pub(super) struct Listing<'a> {
    reading: Reading<'a>,
    parts: Vec<(Span, Part)>,
    /// The examples, by their last byte.
    examples: BTreeMap<usize, &'a Example>,
}

impl<'a> Listing<'a> {
    pub(super) fn new(reading: Reading<'a>) -> Listing<'a> {
        let statements = reading.syntax.statements.iter();
        let examples = statements.filter_map(|statement| match &statement.kind {
            StatementKind::Example(example) => {
                Some((statement.span.range().end.saturating_sub(1), example))
            }
            StatementKind::Title { .. }
            | StatementKind::Header(_)
            | StatementKind::Import(_)
            | StatementKind::Convention(_)
            | StatementKind::Definition(_)
            | StatementKind::Moves(_)
            | StatementKind::Advice(_)
            | StatementKind::Table(_)
            | StatementKind::Hypothesis(_)
            | StatementKind::Plan(_)
            | StatementKind::Method(_)
            | StatementKind::Positions(_)
            | StatementKind::Remark(..)
            | StatementKind::Claim(_) => None,
        });
        Listing {
            reading,
            parts: parts(reading.source, reading.syntax),
            examples: examples.collect(),
        }
    }

    /// Writes a block, given as the pieces of the text that it is made of: a fence in a list has one for each line.
    pub(super) fn write(&self, pieces: &[Span], sheet: &mut Sheet) {
        let text = &self.reading.source.text;
        let mut line = Line::default();
        let mut end = 0;
        let mut start = pieces.first().map_or(0, |piece| piece.range().start);
        for piece in pieces.iter().map(|piece| piece.range()) {
            for (offset, ch) in text[piece.clone()].char_indices() {
                end = piece.start + offset + ch.len_utf8();
                match ch {
                    '\n' => {
                        self.end_line(std::mem::take(&mut line), start..end, sheet);
                        start = end;
                    }
                    '\r' => {}
                    _ => line.push_char(ch, self.ink(piece.start + offset)),
                }
            }
        }
        if !line.is_empty() {
            self.end_line(line, start..end, sheet);
        }
    }

    /// Writes a line, and the pictures of the examples that end on it.
    fn end_line(&self, line: Line, bytes: Range<usize>, sheet: &mut Sheet) {
        sheet.put_broken(&line, &line.continuation());
        for (_, example) in self.examples.range(bytes) {
            self.write_example(example, sheet);
        }
    }

    fn write_example(&self, example: &Example, sheet: &mut Sheet) {
        let style = sheet.page.style;
        let program = self.reading.program;
        let caption = caption(program, example, style.colour);
        let position = &example.position.value;
        sheet.open_block();
        if let Some(picture) = picture::draw(&program.game, position, &caption.marks, style) {
            sheet.gap();
            for line in picture.lines() {
                sheet.put(line);
            }
        }
        sheet.gap();
        for sentence in &caption.sentences {
            sheet.put_broken(sentence, &Line::default());
        }
        sheet.gap();
        sheet.close();
    }

    /// The ink of the byte at a place.
    fn ink(&self, at: usize) -> Ink {
        let after = self
            .parts
            .partition_point(|(span, _)| span.range().end <= at);
        match self.parts.get(after) {
            Some((span, part)) if span.range().start <= at => match part {
                Part::Keyword => Ink::Keyword,
                Part::Defined => Ink::Defined,
                Part::Number => Ink::Number,
                Part::Text => Ink::Text,
                Part::Comment => Ink::Comment,
            },
            Some(_) | None => Ink::Plain,
        }
    }
}
