//! A chapter as one reads it in a terminal: prose in lines, advice in colours, and a board below every example.
//!
//! Given a source and its program, gives text that fits a width. No line is longer, unless a single word is. Signs
//! that steer a terminal are shown as `?`, so that a stranger's chapter can do nothing but be read.

mod line;
mod sheet;
mod example;
mod advice;
mod table;
mod prose;

use lang::checked::Program;
use lang::{Source, syntax};

use crate::picture::Style;
use advice::Listing;
use sheet::Sheet;

/// What a chapter is written on.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// How many columns there are.
    pub width: usize,
    /// How pictures and text are drawn.
    pub style: Style,
}

/// A source with its program, to be read. A plain file is one block of advice.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    /// The text.
    pub source: &'a Source,
    /// The program as it was written.
    pub syntax: &'a syntax::Program,
    /// The same program, checked.
    pub program: &'a Program,
}

impl Reading<'_> {
    /// The whole text, with the colours that the style asks for.
    pub fn render(&self, page: Page) -> String {
        let mut sheet = Sheet::new(page);
        let listing = Listing::new(*self);
        // Prose and fences are blanks in the program of a chapter, so only a plain file is all program.
        if self.source.program == self.source.text {
            listing.write(&self.source.blocks, &mut sheet);
        } else {
            prose::write(&self.source.text, &listing, &mut sheet);
        }
        sheet.into_text()
    }
}
