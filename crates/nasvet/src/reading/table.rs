//! Tables of prose: columns as wide as they need to be, or as the page allows.

use pulldown_cmark::Alignment;

use super::line::{Ink, Line};
use super::sheet::Sheet;

/// A table while it is read, row by row; the first row is its head.
pub(super) struct Table {
    alignments: Vec<Alignment>,
    rows: Vec<Vec<Line>>,
}

impl Table {
    pub(super) fn new(alignments: Vec<Alignment>) -> Table {
        Table {
            alignments,
            rows: Vec::new(),
        }
    }

    pub(super) fn begin_row(&mut self) {
        self.rows.push(Vec::new());
    }

    pub(super) fn push_cell(&mut self, cell: Line) {
        if let Some(row) = self.rows.last_mut() {
            row.push(cell);
        }
    }

    pub(super) fn write(&self, sheet: &mut Sheet) {
        let (bar, dash, cross) = if sheet.page.style.unicode {
            (" │ ", "─", "─┼─")
        } else {
            (" | ", "-", "-+-")
        };
        let widths = self.widths(sheet.room());
        for (idx, row) in self.rows.iter().enumerate() {
            self.write_row(row, &widths, bar, sheet);
            if idx == 0 {
                let dashes: Vec<String> = widths.iter().map(|width| dash.repeat(*width)).collect();
                let rule = Line::new(&dashes.join(cross), Ink::Quiet);
                sheet.put(&rule.shown(sheet.page.style.colour));
            }
        }
    }

    /// The columns' widths. Where the page is too narrow, the widest columns give way, down to their longest words.
    fn widths(&self, room: usize) -> Vec<usize> {
        let column = |of: &dyn Fn(&Line) -> usize, idx: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(idx));
            cells.map(of).max().unwrap_or(0)
        };
        let n_columns = self.alignments.len();
        let natural: Vec<usize> = (0..n_columns)
            .map(|idx| column(&Line::width, idx))
            .collect();
        let least: Vec<usize> = (0..n_columns)
            .map(|idx| column(&Line::longest_word, idx))
            .collect();
        let room = room.saturating_sub(3 * n_columns.saturating_sub(1));
        let capped = |cap: usize| -> Vec<usize> {
            let columns = natural.iter().zip(&least);
            columns
                .map(|(&natural, &least)| natural.min(cap.max(least)))
                .collect()
        };
        // The greatest cap with which the columns fit, by halving; with none at all words stick out.
        let (mut fits, mut too_wide) = (0, room + 1);
        while too_wide - fits > 1 {
            let cap = fits + (too_wide - fits) / 2;
            if capped(cap).iter().sum::<usize>() <= room {
                fits = cap;
            } else {
                too_wide = cap;
            }
        }
        capped(fits)
    }

    fn write_row(&self, row: &[Line], widths: &[usize], bar: &str, sheet: &mut Sheet) {
        let broken: Vec<Vec<Line>> = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| cell.broken(*width, &Line::default()))
            .collect();
        let height = broken.iter().map(Vec::len).max().unwrap_or(0);
        for idx in 0..height {
            let mut line = Line::default();
            for (column, cell) in broken.iter().enumerate() {
                if column > 0 {
                    line.push(bar, Ink::Quiet);
                }
                let empty = Line::default();
                let text = cell.get(idx).unwrap_or(&empty);
                let spare = widths[column].saturating_sub(text.width());
                let before = match self.alignments[column] {
                    Alignment::None | Alignment::Left => 0,
                    Alignment::Center => spare / 2,
                    Alignment::Right => spare,
                };
                line.push(&" ".repeat(before), Ink::Plain);
                line.append(text);
                line.push(&" ".repeat(spare - before), Ink::Plain);
            }
            sheet.put(&line.shown(sheet.page.style.colour));
        }
    }
}
