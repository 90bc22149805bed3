//! Text that comes from elsewhere: the lines of a paste, and what a line without a command may be.

use crate::session::command::Command;

/// The lines of a text that was pasted, each of which a session answers; a list of moves over several lines is one.
pub fn pasted_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut in_moves = false;
    for line in text.lines().map(str::trim) {
        let first = line.split_whitespace().next().unwrap_or_default();
        let is_other = line.is_empty() || line.starts_with(['[', '#']);
        if is_other || Command::named(first).is_some() {
            in_moves = false;
        }
        match lines.last_mut() {
            Some(last) if in_moves => {
                last.push(' ');
                last.push_str(line);
            }
            _ if line.is_empty() => {}
            _ => {
                in_moves = is_numbered(first);
                lines.push(line.into());
            }
        }
    }
    lines
}

/// Does a list of moves begin here, as scores write it: `1.`, `12.Kd4`, `3...`?
fn is_numbered(word: &str) -> bool {
    let rest = word.trim_start_matches(|ch: char| ch.is_ascii_digit());
    rest.len() < word.len() && rest.starts_with(['.', '…'])
}

/// A tag of a PGN game, such as `[FEN "8/8/…"]`: its name and value.
pub(crate) fn tag(line: &str) -> Option<(&str, &str)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.trim().split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_moves_is_one_line() {
        let check = |text: &str, expected: &[&str]| assert_eq!(pasted_lines(text), expected);
        check("Kd4\nwhy\n", &["Kd4", "why"]);
        check(
            "[FEN \"8/8/8/3k4/8/8/1R6/K7 w - -\"]\r\n[Result \"*\"]\r\n\r\n1. Rb3 Kd4 2. Kb2\r\nKe4 3. Rc3 *\r\n\r\nwhy",
            &[
                "[FEN \"8/8/8/3k4/8/8/1R6/K7 w - -\"]",
                "[Result \"*\"]",
                "1. Rb3 Kd4 2. Kb2 Ke4 3. Rc3 *",
                "why",
            ],
        );
        check("12...Kd4\njudge\nKe4", &["12...Kd4", "judge", "Ke4"]);
        check("\n\n", &[]);
    }

    #[test]
    fn tags_have_a_name_and_a_value() {
        assert_eq!(tag("[Event \"A game\"]"), Some(("Event", "A game")));
        assert_eq!(tag("[Event]"), None);
        assert_eq!(tag("[%clk 1:00]"), None);
    }
}
