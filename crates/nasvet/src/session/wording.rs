//! How answers are worded and laid out: sentences, numbers of things, lines that fit a narrow terminal.

/// Lines have at most so many columns.
const WIDTH: usize = 78;

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
pub(crate) fn columns(label: &str, line: &str, colour: bool) -> String {
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
    format!("{label:<4} {bold}{m:<7}{plain} ") + &filled(rest, indent, indent)
}

/// The words in lines that fit a narrow terminal.
pub(crate) fn wrapped(text: &str) -> String {
    indented(text, 0)
}

/// The lines as they are where they fit a narrow terminal; longer ones are filled again.
pub(crate) fn fitted(text: &str) -> String {
    let fit = |line: &str| match line.chars().count() <= WIDTH {
        true => format!("{line}\n"),
        false => wrapped(line),
    };
    text.lines().map(fit).collect()
}

/// The words in lines that fit a narrow terminal, all but the first indented.
pub(crate) fn indented(text: &str, indent: usize) -> String {
    filled(text, 0, indent)
}

/// The words in lines; the first begins in a column, the others are indented.
fn filled(text: &str, column: usize, indent: usize) -> String {
    let mut lines = String::new();
    let mut width = column;
    let mut is_first = true;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if !is_first && width + 1 + length > WIDTH {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled_and_never_too_long() {
        let text = "word ".repeat(40);
        let shown = columns("12.", &format!("Rb3 {text}"), false);
        assert!(shown.starts_with("12.  Rb3     word word"));
        for line in shown.lines().skip(1) {
            assert!(line.starts_with("             word"), "{line}");
        }
        assert!(shown.lines().all(|line| line.chars().count() <= WIDTH));
        assert_eq!(shown.matches("word").count(), 40);
        let bold = columns("12.", &format!("Rb3 {text}"), true);
        assert_eq!(bold.replace("\x1b[1m", "").replace("\x1b[0m", ""), shown);
    }

    #[test]
    fn lines_that_fit_keep_their_columns() {
        let long = "word ".repeat(40);
        let text = format!("Play        go\n{long}\n");
        let shown = fitted(&text);
        assert!(shown.starts_with("Play        go\nword word"), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() <= WIDTH));
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
