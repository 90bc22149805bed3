//! How answers are worded and laid out: sentences, numbers of things, lines that fit the terminal.

/// Lines have at most so many columns where nobody says otherwise.
pub(crate) const WIDTH: usize = 78;

/// The narrowest and the widest lines that text is laid out for; longer ones tire the eye.
const WIDTHS: std::ops::RangeInclusive<usize> = 38..=118;

/// How wide lines may be in a terminal with so many columns; the last two stay free.
pub(crate) fn width_of(columns: usize) -> usize {
    columns
        .saturating_sub(2)
        .clamp(*WIDTHS.start(), *WIDTHS.end())
}

/// A message that begins in lower case as a sentence on a line of its own.
pub(crate) fn sentence(message: &str) -> String {
    let mut chars = message.chars();
    let mut text: String = chars
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    text += chars.as_str();
    if !text.ends_with(['.', '?', '!']) {
        text.push('.');
    }
    text.push('\n');
    text
}

/// `1 move`, `3 moves`.
pub(crate) fn plural(n: usize, what: &str) -> String {
    if n == 1 {
        format!("1 {what}")
    } else {
        format!("{n} {what}s")
    }
}

/// The number of a move, and beside it the move and what is said about it. In colour the move is bold, so that the eye
/// finds it among the words.
pub(crate) fn columns(label: &str, line: &str, colour: bool, width: usize) -> String {
    let (m, rest) = line.split_at(line.find(' ').unwrap_or(line.len()));
    let (bold, plain) = if colour {
        ("\x1b[1m", "\x1b[0m")
    } else {
        ("", "")
    };
    let rest = rest.trim_start();
    if rest.is_empty() {
        return format!("{label:<4} {bold}{m}{plain}\n");
    }
    let indent = format!("{label:<4} {m:<7} ").chars().count();
    format!("{label:<4} {bold}{m:<7}{plain} ") + &filled(rest, indent, indent, width)
}

/// The words in lines of a width.
pub(crate) fn wrapped(text: &str, width: usize) -> String {
    indented(text, 0, width)
}

/// The lines as they are where they fit; longer ones are filled again.
pub(crate) fn fitted(text: &str, width: usize) -> String {
    let fit = |line: &str| match line.chars().count() <= width {
        true => format!("{line}\n"),
        false => wrapped(line, width),
    };
    text.lines().map(fit).collect()
}

/// The words in lines, all but the first indented.
pub(crate) fn indented(text: &str, indent: usize, width: usize) -> String {
    filled(text, 0, indent, width)
}

/// What stands at the left as it is, and words beside it.
pub(crate) fn beside(left: &str, text: &str, width: usize) -> String {
    let indent = left.chars().count();
    left.to_owned() + &filled(text, indent, indent, width)
}

/// The words in lines; the first begins in a column, the others are indented.
fn filled(text: &str, column: usize, indent: usize, width: usize) -> String {
    let mut lines = String::new();
    let mut used = column;
    let mut is_first = true;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if !is_first && used + 1 + length > width {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            used = indent;
        } else if !is_first {
            lines.push(' ');
            used += 1;
        }
        is_first = false;
        lines.push_str(word);
        used += length;
    }
    lines.push('\n');
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled_and_never_too_long() {
        let text = "word ".repeat(40);
        for width in [38, WIDTH, 118] {
            let shown = columns("12.", &format!("Rb3 {text}"), false, width);
            assert!(shown.starts_with("12.  Rb3     word word"));
            for line in shown.lines().skip(1) {
                assert!(line.starts_with("             word"), "{line}");
            }
            let longest = shown.lines().map(|line| line.chars().count()).max();
            assert!(longest.is_some_and(|longest| longest <= width && longest + 5 > width));
            assert_eq!(shown.matches("word").count(), 40);
            let bold = columns("12.", &format!("Rb3 {text}"), true, width);
            assert_eq!(bold.replace("\x1b[1m", "").replace("\x1b[0m", ""), shown);
        }
    }

    #[test]
    fn lines_that_fit_keep_their_columns() {
        let long = "word ".repeat(40);
        let text = format!("Play        go\n{long}\n");
        let shown = fitted(&text, WIDTH);
        assert!(shown.starts_with("Play        go\nword word"), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() <= WIDTH));
    }

    #[test]
    fn lines_are_as_wide_as_the_terminal_allows() {
        let widths = [20, 40, 80, 120, 300].map(width_of);
        assert_eq!(widths, [38, 38, 78, 118, 118]);
    }

    #[test]
    fn messages_become_sentences() {
        assert_eq!(sentence("no king can go to c3"), "No king can go to c3.\n");
        assert_eq!(sentence("Which one?"), "Which one?\n");
        assert_eq!(
            (plural(1, "move"), plural(2, "move")),
            ("1 move".into(), "2 moves".into())
        );
    }
}
