//! How practice lays out what it says: lines that fit the window, moves in a column, colours where they can be shown.

use unicode_width::UnicodeWidthStr as _;

use crate::picture::Style;

/// How practice is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PracticeSettings {
    /// How boards and bars are drawn. From whose side a board is seen, the task decides.
    pub style: Style,
    /// The columns of the window.
    pub width: usize,
    /// Positions that are looked at for a piece of advice.
    pub nodes: u64,
    /// Is it shown on a page, which draws the board, breaks the lines and has buttons for the commands?
    pub is_page: bool,
}

/// Text is hard to read in longer lines, however wide the window is.
const MAX_WIDTH: usize = 100;

/// Narrower windows break lines by themselves.
const MIN_WIDTH: usize = 40;

/// What a sentence tells the learner, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    Good,
    Slow,
    Bad,
}

impl Default for PracticeSettings {
    fn default() -> PracticeSettings {
        PracticeSettings {
            style: Style::plain(),
            width: 80,
            nodes: 10_000_000,
            is_page: false,
        }
    }
}

impl PracticeSettings {
    /// The columns that lines of text may have.
    fn columns(self) -> usize {
        match self.is_page {
            true => usize::MAX,
            false => self.width.clamp(MIN_WIDTH, MAX_WIDTH) - 2,
        }
    }

    /// What names commands, for those who type them.
    pub(crate) fn typed(self, text: &str) -> &str {
        if self.is_page { "" } else { text }
    }

    /// The words in lines that fit.
    pub(crate) fn wrapped(self, text: &str) -> String {
        self.filled(text, 0, 0)
    }

    /// Something in a first column of this width, and beside it the words about it.
    pub(crate) fn row(self, head: &str, column: usize, text: &str) -> String {
        let blanks = column.saturating_sub(head.width()).max(1);
        let head = format!("{head}{}", " ".repeat(blanks));
        let start = head.width();
        head + &self.filled(text, start, column)
    }

    /// The number of a move, the move, and beside them what is said of it.
    pub(crate) fn move_line(self, label: &str, m: &str, said: &str, tone: Option<Tone>) -> String {
        let head = format!("{label:<4} {m:<7} ");
        let shown_head = match self.style.colour {
            true => format!("{label:<4} \x1b[1m{m:<7}\x1b[0m "),
            false => head.clone(),
        };
        if said.is_empty() {
            return format!("{}\n", shown_head.trim_end());
        }
        let column = head.width();
        let said = self.filled(said, column, column);
        shown_head + &self.toned(said.trim_end(), tone) + "\n"
    }

    /// A text in the colour of its tone, where colours can be shown.
    pub(crate) fn toned(self, text: &str, tone: Option<Tone>) -> String {
        let code = match tone {
            _ if !self.style.colour => return text.to_owned(),
            None => return text.to_owned(),
            Some(Tone::Good) => 32,
            Some(Tone::Slow) => 33,
            Some(Tone::Bad) => 31,
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// A text in bold, where that can be shown.
    pub(crate) fn bold(self, text: &str) -> String {
        match self.style.colour {
            true => format!("\x1b[1m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }

    fn filled(self, text: &str, column: usize, indent: usize) -> String {
        let (mut lines, mut width, mut is_first) = (String::new(), column, true);
        for word in text.split_whitespace() {
            let length = word.width();
            if !is_first && width + 1 + length > self.columns() {
                lines.push('\n');
                lines.push_str(&" ".repeat(indent));
                width = indent;
            } else if !is_first {
                lines.push(' ');
                width += 1;
            }
            is_first = false;
            lines.push_str(word);
            width += length;
        }
        lines.push('\n');
        lines
    }
}

/// `1 move`, `3 moves`.
pub(crate) fn plural(n: u64, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        _ => format!("{n} {what}s"),
    }
}

/// How long until a moment: `in 10 minutes`, `in 3 days`.
pub(crate) fn until(seconds: u64) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    // Rounded up, so that it is never promised too early.
    let (n, unit) = match seconds {
        0 => return "now".into(),
        1..HOUR => (seconds.div_ceil(MINUTE), "minute"),
        HOUR..DAY => (seconds.div_ceil(HOUR), "hour"),
        _ => (seconds.div_ceil(DAY), "day"),
    };
    format!("in {}", plural(n, unit))
}

/// A sentence that begins with a capital and ends with a full stop, on lines that fit.
pub(crate) fn sentence(message: &str, settings: PracticeSettings) -> String {
    settings.wrapped(&capital(message))
}

/// A text with a capital at its beginning and a full stop at its end.
fn capital(message: &str) -> String {
    let mut chars = message.chars();
    let first: String = chars
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    let end = match message.ends_with(['.', '?', '!']) {
        true => "",
        false => ".",
    };
    format!("{first}{}{end}", chars.as_str())
}

/// A sentence as the end of a longer one: without its capital, unless it begins with a move, and without its full stop.
pub(crate) fn lowered(sentence: &str) -> String {
    let sentence = sentence.trim_end_matches('.');
    let first = sentence.split_whitespace().next().unwrap_or_default();
    let mut chars = sentence.chars();
    match chars.next() {
        Some(capital) if !first.contains(|ch: char| ch.is_ascii_digit()) => {
            capital.to_lowercase().collect::<String>() + chars.as_str()
        }
        Some(_) | None => sentence.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_the_window_and_lose_nothing() {
        let text = "word ".repeat(60);
        for width in [20, 80, 120, 500] {
            let settings = PracticeSettings {
                width,
                ..PracticeSettings::default()
            };
            let shown = settings.move_line("12.", "Rb3", &text, None);
            let limit = width.clamp(MIN_WIDTH, MAX_WIDTH);
            assert!(shown.lines().all(|line| line.chars().count() < limit));
            assert_eq!(shown.matches("word").count(), 60);
            let colour = PracticeSettings {
                style: Style {
                    colour: true,
                    ..settings.style
                },
                ..settings
            };
            let bold = colour.move_line("12.", "Rb3", &text, None);
            assert_eq!(bold.replace("\x1b[1m", "").replace("\x1b[0m", ""), shown);
        }
    }

    #[test]
    fn sentences_end_longer_ones() {
        assert_eq!(
            lowered("The box opened: 12 to 20."),
            "the box opened: 12 to 20"
        );
        assert_eq!(lowered("Kd4 is near."), "Kd4 is near");
    }

    #[test]
    fn times_are_never_promised_too_early() {
        for (seconds, expected) in [
            (0, "now"),
            (60, "in 1 minute"),
            (61, "in 2 minutes"),
            (600, "in 10 minutes"),
            (3_600, "in 1 hour"),
            (86_399, "in 24 hours"),
            (86_400, "in 1 day"),
            (172_801, "in 3 days"),
        ] {
            assert_eq!(until(seconds), expected);
        }
    }
}
