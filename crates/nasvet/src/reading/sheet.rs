//! The sheet that a chapter is written on: lines below each other, with margins for lists, quotations and code.

use super::Page;
use super::line::{Ink, Line};

pub(super) struct Sheet {
    pub(super) page: Page,
    text: String,
    margins: Vec<Margin>,
    /// If the next line is to be parted from what stands above it: how many margins the two have in common.
    gap: Option<usize>,
}

/// What stands left of a list item, a quotation or a block.
struct Margin {
    /// Before the first line: a bullet. Gone once it is written.
    first: Option<Line>,
    /// Before the other lines.
    rest: Line,
}

impl Sheet {
    pub(super) fn new(page: Page) -> Sheet {
        Sheet {
            page,
            text: String::new(),
            margins: Vec::new(),
            gap: None,
        }
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// How many columns are left beside the margins.
    pub(super) fn room(&self) -> usize {
        self.page.width.saturating_sub(self.margin_width())
    }

    fn margin_width(&self) -> usize {
        let widths = self.margins.iter().map(|margin| margin.rest.width());
        widths.sum()
    }

    /// Opens a margin: what stands before the first line and before the others, both of one width.
    ///
    /// Deep down in lists of lists there is none, since half of the page is kept for the text.
    pub(super) fn open(&mut self, first: Option<Line>, rest: Line) {
        let fits = self.margin_width() + rest.width() <= self.page.width / 2;
        self.margins.push(if fits {
            Margin { first, rest }
        } else {
            Margin {
                first: None,
                rest: Line::default(),
            }
        });
    }

    /// Opens a margin of blanks, for a block of code or a picture.
    pub(super) fn open_block(&mut self) {
        let blanks = if self.page.width < 60 { "  " } else { "    " };
        self.open(None, Line::new(blanks, Ink::Plain));
    }

    /// Closes the margin that was opened last. A bullet without a text is written now.
    pub(super) fn close(&mut self) {
        if self
            .margins
            .last()
            .is_some_and(|margin| margin.first.is_some())
        {
            self.put("");
        }
        self.margins.pop();
        self.gap = self.gap.map(|depth| depth.min(self.margins.len()));
    }

    /// Parts what comes next from what is here.
    pub(super) fn gap(&mut self) {
        self.gap = Some(self.margins.len());
    }

    /// Writes a line that is as long as it should be.
    pub(super) fn put(&mut self, shown: &str) {
        if let Some(depth) = self.gap.take().filter(|_| !self.text.is_empty()) {
            let mut margin = Line::default();
            for outer in &self.margins[..depth] {
                margin.append(&outer.rest);
            }
            self.push_line(&margin.shown(self.page.style.colour));
        }
        let mut margin = Line::default();
        for outer in &mut self.margins {
            match outer.first.take() {
                Some(first) => margin.append(&first),
                None => margin.append(&outer.rest),
            }
        }
        let colour = self.page.style.colour;
        if shown.is_empty() {
            self.push_line(&margin.shown(colour));
        } else {
            self.push_line(&format!("{}{shown}", margin.dressed(colour)));
        }
    }

    /// Writes a line, broken where it is too long; `before` stands before the parts after the first.
    pub(super) fn put_broken(&mut self, line: &Line, before: &Line) {
        for part in line.broken(self.room(), before) {
            self.put(&part.shown(self.page.style.colour));
        }
    }

    fn push_line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}
