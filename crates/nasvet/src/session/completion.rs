//! Completing what is typed: commands, what they take, chapters, and legal moves.

use crate::knowledge::{Kind, SHIPPED};
use crate::session::command::{choices, first_words};

/// The byte at which the word begins that is being typed, and what it may become.
pub fn complete(line: &str, moves: &[String]) -> (usize, Vec<String>) {
    let start = line.rfind(char::is_whitespace).map_or(0, |blank| {
        blank + line[blank..].chars().next().map_or(0, char::len_utf8)
    });
    let (before, typed) = line.split_at(start);
    let words: Vec<&str> = before.split_whitespace().collect();
    let moves = || moves.iter().cloned();
    let candidates: Vec<String> = match words[..] {
        [] => first_words().map(String::from).chain(moves()).collect(),
        ["help"] => first_words().map(String::from).collect(),
        ["chapter"] => {
            let chapters = SHIPPED
                .iter()
                .filter(|shipped| shipped.kind == Kind::Chapter);
            chapters.map(|shipped| shipped.name.to_owned()).collect()
        }
        ["why", "not"] => moves().collect(),
        [command] => choices(command).into_iter().map(String::from).collect(),
        _ => Vec::new(),
    };
    let typed = typed.to_lowercase();
    let fits = |candidate: &String| candidate.to_lowercase().starts_with(&typed);
    (start, candidates.into_iter().filter(fits).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, start: usize, expected: &[&str]) {
        let moves = ["Kb1", "Kb2", "Rb8+"].map(String::from);
        let (found_start, found) = complete(line, &moves);
        assert_eq!(
            (found_start, found),
            (start, expected.iter().map(|m| (*m).into()).collect()),
            "{line}"
        );
    }

    #[test]
    fn a_line_begins_with_a_command_or_a_move() {
        check("ho", 0, &[]);
        check("hi", 0, &["hint"]);
        check("k", 0, &["Kb1", "Kb2"]);
        check("r", 0, &["rules", "resume", "remove", "Rb8+"]);
    }

    #[test]
    fn commands_say_what_follows_them() {
        check("mode ", 5, &["strong", "weak"]);
        check("chapter krk-v", 8, &["krk-van-emden"]);
        check("why ", 4, &["not"]);
        check("why not r", 8, &["Rb8+"]);
        check("help fo", 5, &["forward"]);
        check("new x", 4, &[]);
    }
}
