//! The pages that `nasvet` prints about itself.

use crate::command::{nasvet, output};
use crate::project::{read, root};

/// A page, and what prints it.
struct Page {
    file: &'static str,
    args: &'static [&'static str],
}

const PAGES: &[Page] = &[
    Page {
        file: "book/words-chess.md",
        args: &["words", "--markdown"],
    },
    Page {
        file: "book/words-nim.md",
        args: &["words", "--markdown", "--game", "nim"],
    },
    Page {
        file: "book/words-graphs.md",
        args: &["words", "--markdown", "--game", "graphs"],
    },
];

/// Every page is what would be printed now.
pub(crate) fn check() -> Result<(), String> {
    for page in PAGES {
        let printed = output(&mut nasvet(page.args)?)?;
        let written = read(&root().join(page.file)).map_err(|problem| with_help(&problem))?;
        if let Some(line) = first_difference(&written, &printed) {
            return Err(with_help(&format!("{}:{line} is out of date", page.file)));
        }
    }
    Ok(())
}

/// Prints every page anew.
pub(crate) fn update() -> Result<(), String> {
    for page in PAGES {
        let printed = output(&mut nasvet(page.args)?)?;
        std::fs::write(root().join(page.file), printed)
            .map_err(|error| format!("cannot write {}: {error}", page.file))?;
    }
    Ok(())
}

fn with_help(problem: &str) -> String {
    format!("{problem}; `cargo xtask update` prints it anew")
}

/// The number of the first line in which two texts differ.
pub(crate) fn first_difference(a: &str, b: &str) -> Option<usize> {
    let n_same = a
        .split('\n')
        .zip(b.split('\n'))
        .take_while(|(a, b)| a == b)
        .count();
    (a != b).then_some(n_same + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_named() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some(2));
        assert_eq!(first_difference("a\n", "a\nb\n"), Some(2));
        assert_eq!(first_difference("a", "a\n"), Some(2));
    }
}
