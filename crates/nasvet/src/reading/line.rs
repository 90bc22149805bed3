//! A line of text in inks, and how it is broken where it is too long.

use lang::steers;
use unicode_width::UnicodeWidthChar;

/// What a piece of text is, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    Plain,
    Heading,
    Strong,
    Emphasis,
    Code,
    Link,
    /// Rules, bullets and addresses, which should not draw the eye.
    Quiet,
    Keyword,
    /// A name that the chapter defines.
    Defined,
    Number,
    Text,
    Comment,
}

impl Ink {
    /// The numbers of the escape sequence. Named colours, since every terminal has suited them to its background.
    fn codes(self) -> &'static str {
        match self {
            Ink::Plain => "",
            Ink::Heading | Ink::Strong => "1",
            Ink::Emphasis => "3",
            Ink::Code | Ink::Defined => "36",
            Ink::Link => "4",
            Ink::Quiet => "2",
            Ink::Keyword => "35",
            Ink::Number => "94",
            Ink::Text => "32",
            Ink::Comment => "2;3",
        }
    }
}

/// One line, character by character.
#[derive(Clone, Default, Debug)]
pub(super) struct Line {
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    ch: char,
    ink: Ink,
}

impl Cell {
    fn is_blank(self) -> bool {
        self.ch == ' '
    }

    /// How many columns it takes.
    fn width(self) -> usize {
        self.ch.width().unwrap_or(0)
    }
}

impl Line {
    pub(super) fn new(text: &str, ink: Ink) -> Line {
        let mut line = Line::default();
        line.push(text, ink);
        line
    }

    /// Adds a text. A sign that would steer the terminal becomes a `?`.
    pub(super) fn push(&mut self, text: &str, ink: Ink) {
        for ch in text.chars() {
            self.push_char(ch, ink);
        }
    }

    /// Adds a character, in the same way; a tab becomes four blanks.
    pub(super) fn push_char(&mut self, ch: char, ink: Ink) {
        match ch {
            '\t' => self.cells.extend([Cell { ch: ' ', ink }; 4]),
            _ if steers(ch) => self.cells.push(Cell { ch: '?', ink }),
            _ => self.cells.push(Cell { ch, ink }),
        }
    }

    /// Adds prose, in which several blanks are one.
    pub(super) fn push_prose(&mut self, text: &str, ink: Ink) {
        for ch in text.chars() {
            let is_blank = ch == ' ' || ch == '\n' || ch == '\t';
            if !is_blank {
                self.push_char(ch, ink);
            } else if self.cells.last().is_some_and(|last| !last.is_blank()) {
                self.push_char(' ', ink);
            }
        }
    }

    /// Adds code, which stands between backquotes where there are no colours.
    pub(super) fn push_code(&mut self, code: &str, colour: bool) {
        let mark = if colour { "" } else { "`" };
        self.push_prose(&format!("{mark}{code}{mark}"), Ink::Code);
    }

    pub(super) fn append(&mut self, other: &Line) {
        self.cells.extend_from_slice(&other.cells);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// How many columns it takes.
    pub(super) fn width(&self) -> usize {
        self.cells.iter().map(|cell| cell.width()).sum()
    }

    /// How many columns its longest word takes.
    pub(super) fn longest_word(&self) -> usize {
        let words = self.cells.split(|cell| cell.is_blank());
        let widths = words.map(|word| word.iter().map(|cell| cell.width()).sum());
        widths.max().unwrap_or(0)
    }

    /// What stands before the parts after the first where code is broken: some blanks, and `#` in a remark.
    pub(super) fn continuation(&self) -> Line {
        let n_blanks = self.cells.iter().take_while(|cell| cell.is_blank()).count();
        let mut before = Line::new(&" ".repeat(n_blanks), Ink::Plain);
        match self.cells.get(n_blanks) {
            Some(cell) if cell.ink == Ink::Comment => before.push("# ", Ink::Comment),
            Some(_) | None => before.push("    ", Ink::Plain),
        }
        before
    }

    /// Breaks it at blanks into lines no longer than a width, unless a word is; `before` stands before those after
    /// the first.
    pub(super) fn broken(&self, width: usize, before: &Line) -> Vec<Line> {
        let (mut cells, mut rest) = split(&self.cells, width);
        let mut lines = vec![Line {
            cells: cells.to_vec(),
        }];
        while !rest.is_empty() {
            (cells, rest) = split(rest, width.saturating_sub(before.width()));
            let mut line = before.clone();
            line.cells.extend_from_slice(cells);
            lines.push(line);
        }
        lines
    }

    /// As text, with or without colours, and without blanks at its end.
    pub(super) fn shown(&self, colour: bool) -> String {
        let cells = trim_end(&self.cells).to_vec();
        Line { cells }.dressed(colour)
    }

    /// As text, with or without colours, and with the blanks at its end.
    pub(super) fn dressed(&self, colour: bool) -> String {
        let mut text = String::new();
        for run in self.cells.chunk_by(|a, b| a.ink == b.ink) {
            let codes = run[0].ink.codes();
            let is_dressed = colour && !codes.is_empty();
            if is_dressed {
                text.push_str(&format!("\x1b[{codes}m"));
            }
            text.extend(run.iter().map(|cell| cell.ch));
            if is_dressed {
                text.push_str("\x1b[0m");
            }
        }
        text
    }
}

/// The cells that fit, and what comes after them without its first blanks.
fn split(cells: &[Cell], room: usize) -> (&[Cell], &[Cell]) {
    let mut taken = 0;
    let mut last_blank = None;
    // A text of the language is better left whole, if that does not leave the line half empty.
    let mut last_good_blank = None;
    let mut has_word = false;
    for (idx, cell) in cells.iter().enumerate() {
        if !cell.is_blank() {
            has_word = true;
        } else if has_word {
            last_blank = Some(idx);
            if cell.ink != Ink::Text && taken <= room {
                last_good_blank = Some(idx).filter(|_| taken >= room / 2);
            }
        }
        taken += cell.width();
        // The first word stays on its line even where it does not fit.
        if let Some(end) = last_good_blank.or(last_blank).filter(|_| taken > room) {
            let after = &cells[end..];
            let n_blanks = after.iter().take_while(|cell| cell.is_blank()).count();
            return (trim_end(&cells[..end]), &after[n_blanks..]);
        }
    }
    (cells, &[])
}

fn trim_end(cells: &[Cell]) -> &[Cell] {
    let end = cells.iter().rposition(|cell| !cell.is_blank());
    &cells[..end.map_or(0, |idx| idx + 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, width: usize, indentation: usize, expected: &[&str]) {
        let before = Line::new(&" ".repeat(indentation), Ink::Plain);
        let lines = Line::new(text, Ink::Plain).broken(width, &before);
        let shown: Vec<String> = lines.iter().map(|line| line.shown(false)).collect();
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn a_line_is_broken_at_blanks_only() {
        check("one two three", 13, 0, &["one two three"]);
        check("one two three", 12, 0, &["one two", "three"]);
        check("one two three", 3, 0, &["one", "two", "three"]);
        check("one twothree", 3, 0, &["one", "twothree"]);
        check("  one  two", 6, 4, &["  one", "    two"]);
        check("one   ", 3, 0, &["one"]);
        check("", 10, 2, &[""]);
        check("   ", 1, 0, &[""]);
    }

    #[test]
    fn code_is_broken_before_a_text_rather_than_in_it() {
        let mut line = Line::new("  def a = b means ", Ink::Plain);
        line.push("\"long and good\"", Ink::Text);
        let parts = |line: &Line, width| -> Vec<String> {
            let parts = line.broken(width, &line.continuation());
            parts.iter().map(|part| part.shown(false)).collect()
        };
        assert_eq!(
            parts(&line, 25),
            ["  def a = b means", "      \"long and good\""]
        );
        let remark = Line::new("  # one two", Ink::Comment);
        assert_eq!(parts(&remark, 8), ["  # one", "  # two"]);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        check("将棋 将棋", 8, 0, &["将棋", "将棋"]);
        check("将棋 将棋", 9, 0, &["将棋 将棋"]);
    }

    #[test]
    fn nothing_steers_the_terminal() {
        let line = Line::new("a\x1b[31mb\u{202e}c\u{9b}d\te", Ink::Plain);
        assert_eq!(line.shown(true), "a?[31mb?c?d    e");
    }

    #[test]
    fn neighbours_of_one_ink_share_a_sequence() {
        let mut line = Line::new("let", Ink::Keyword);
        line.push(" a ", Ink::Plain);
        line.push("12", Ink::Number);
        assert_eq!(line.shown(true), "\x1b[35mlet\x1b[0m a \x1b[94m12\x1b[0m");
        assert_eq!(line.shown(false), "let a 12");
    }
}
