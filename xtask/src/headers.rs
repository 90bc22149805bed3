//! Every Rust file begins by saying what it is for.

use crate::project::{files, read, shown};

/// Looks at the first line of every Rust file.
pub(crate) fn check() -> Result<(), String> {
    let mut silent = Vec::new();
    for path in files("rs")? {
        if !says_something(&read(&path)?) {
            silent.push(shown(&path));
        }
    }
    if silent.is_empty() {
        return Ok(());
    }
    Err(format!(
        "files whose first line does not say what they are for (`//! …`):\n{}",
        silent.join("\n")
    ))
}

/// Is the first line a comment with words in it?
fn says_something(text: &str) -> bool {
    let first = text.lines().next().unwrap_or("");
    first
        .strip_prefix("//")
        .is_some_and(|comment| comment.contains(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_a_comment_with_words() {
        for text in ["//! What it is for.\nuse std;", "// What it is for."] {
            assert!(says_something(text), "{text}");
        }
        for text in ["", "use std;", "\n//! Late.", "//!", "// ---"] {
            assert!(!says_something(text), "{text}");
        }
    }
}
