//! What is printed: nothing in it steers the terminal but our own colours.
//!
//! Texts of strangers are refused where they come in if they hold such characters: in sources, documents and arguments.
//! Whatever slipped through is made visible here, the last place before the terminal.

use std::io::{ErrorKind, IsTerminal, Write};

use documents::Format;
use lang::visible;

/// Prints to standard output; a reader that has gone away (`| head`) is no problem.
pub(crate) fn print(text: &str) -> Result<(), String> {
    let mut out = anstream::stdout().lock();
    let text = coloured(text);
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot print: {error}"))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints a file of a stranger's as it is, where nobody looks at it: a terminal is shown a harmless text instead.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    if out.is_terminal() {
        return print(&String::from_utf8_lossy(bytes));
    }
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot print: {error}"))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Prints a document as JSON, on lines; what has no format and version is not printed.
pub(crate) fn print_json(document: &(impl Format + serde::Serialize)) -> Result<(), String> {
    let json = serde_json::to_string_pretty(document)
        .map_err(|error| format!("cannot write JSON: {error}"))?;
    print(&format!("{json}\n"))
}

/// Tells something on standard error, which may have our colours.
pub(crate) fn tell(text: &str) {
    anstream::eprintln!("{}", coloured(text));
}

/// Tells a problem on standard error.
pub(crate) fn tell_problem(problem: &str) {
    anstream::eprintln!("nasvet: {}", visible(problem));
}

/// A text in which colours and bold print stay, and every other character that steers is made visible.
pub(crate) fn coloured(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        let (before, from) = rest.split_at(at);
        shown += &visible(before);
        let n_code = colour_len(from);
        match n_code {
            0 => shown += "\\u{1b}",
            _ => shown += &from[..n_code],
        }
        rest = &from[n_code.max(1)..];
    }
    shown + &visible(rest)
}

/// The length of the code for a colour with which a text begins, `ESC [ 1 ; 31 m`; 0 if it begins otherwise.
fn colour_len(text: &str) -> usize {
    let Some(codes) = text.strip_prefix("\u{1b}[") else {
        return 0;
    };
    let end = codes.find(|ch: char| !ch.is_ascii_digit() && ch != ';');
    match end {
        Some(end) if codes[end..].starts_with('m') => "\u{1b}[".len() + end + 1,
        Some(_) | None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_colours_stay() {
        let check = |text: &str, expected: &str| assert_eq!(coloured(text), expected);
        check("\u{1b}[1mRb5\u{1b}[0m\n", "\u{1b}[1mRb5\u{1b}[0m\n");
        check("\u{1b}[38;5;0;48;5;7mK", "\u{1b}[38;5;0;48;5;7mK");
        check("a\u{1b}[2Jb", "a\\u{1b}[2Jb");
        check("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}");
        check("\u{1b}\u{1b}[1", "\\u{1b}\\u{1b}[1");
        check("a\rb\u{9b}1m\u{202e}", "a\\u{d}b\\u{9b}1m\\u{202e}");
    }
}
