//! Characters that steer a terminal, or the direction of writing, and so show something else than what is there.
//!
//! A text from a stranger may try to clear the screen, set the title of the window or write a line backwards. No source
//! may hold such characters, and whatever else is shown is made visible first.

/// Is it a control character, or one that turns the direction of writing?
pub fn steers(ch: char) -> bool {
    ch.is_control() || matches!(ch, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Where a text first steers. Tabs and line ends, `\n` or `\r\n`, do not.
pub fn find_steering(text: &str) -> Option<(usize, char)> {
    text.char_indices()
        .find(|&(at, ch)| steers_at(text, at, ch))
}

/// The text with each character that steers written as Rust does: `\u{1b}`.
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for (at, ch) in text.char_indices() {
        match steers_at(text, at, ch) {
            true => shown.extend(ch.escape_unicode()),
            false => shown.push(ch),
        }
    }
    shown
}

fn steers_at(text: &str, at: usize, ch: char) -> bool {
    match ch {
        '\n' | '\t' => false,
        '\r' => !text[at + 1..].starts_with('\n'),
        _ => steers(ch),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_made_visible() {
        let check = |text: &str, expected: &str| assert_eq!(visible(text), expected);
        check("Šah: a\tb\r\n", "Šah: a\tb\r\n");
        check("a\u{1b}[2Jb\u{9b}c", "a\\u{1b}[2Jb\\u{9b}c");
        check("a\rb\n", "a\\u{d}b\n");
        check("a\u{202e}b\u{2066}", "a\\u{202e}b\\u{2066}");
    }

    #[test]
    fn a_line_end_may_have_two_characters() {
        assert_eq!(find_steering("a\r\nb"), None);
        assert_eq!(find_steering("a\r\r\nb"), Some((1, '\r')));
        assert_eq!(find_steering("a\r"), Some((1, '\r')));
    }
}
