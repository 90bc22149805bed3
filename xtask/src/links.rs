//! Every relative link in the prose leads to a file that exists.

use std::path::Path;

use crate::project::{files, read, root, shown};

/// Follows the relative links of all Markdown files.
pub(crate) fn check() -> Result<(), String> {
    let mut broken = Vec::new();
    for path in files("md")? {
        for (line, target) in links(&read(&path)?) {
            if !leads_somewhere(&path, target.as_str()) {
                broken.push(format!("{}:{line}: {target}", shown(&path)));
            }
        }
    }
    if broken.is_empty() {
        Ok(())
    } else {
        Err(format!("links to nothing:\n{}", broken.join("\n")))
    }
}

/// Is this a link elsewhere, or one to an existing file of the project?
fn leads_somewhere(page: &Path, target: &str) -> bool {
    let is_elsewhere =
        target.contains("://") || target.starts_with("mailto:") || target.starts_with('#');
    let file = target
        .split(['#', '?'])
        .next()
        .unwrap_or("")
        .replace("%20", " ");
    let linked = page.parent().unwrap_or(root()).join(file);
    is_elsewhere
        || linked
            .canonicalize()
            .is_ok_and(|path| path.starts_with(canonical_root()))
}

fn canonical_root() -> std::path::PathBuf {
    root().canonicalize().unwrap_or_else(|_| root().to_owned())
}

/// The targets of `[text](target)` and `[name]: target`, each with its line; code is left out.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    // While inside a fence: its marks.
    let mut fence: Option<String> = None;
    for (idx, line) in (1..).zip(text.lines()) {
        let marks = marks_of(line);
        match &fence {
            Some(open) => {
                if marks.starts_with(open.as_str())
                    && line.trim_start_matches(is_quoting).trim() == marks
                {
                    fence = None;
                }
                continue;
            }
            None if marks.len() >= 3 => {
                fence = Some(marks);
                continue;
            }
            None => {}
        }
        let prose = without_code(line);
        found.extend(inline_targets(&prose).map(|target| (idx, target)));
        found.extend(definition_target(&prose).map(|target| (idx, target)));
    }
    found
}

/// The backquotes or tildes with which a line begins, also within a quotation or a list.
fn marks_of(line: &str) -> String {
    let line = line.trim_start_matches(is_quoting);
    let mark = line.chars().next().filter(|c| ['`', '~'].contains(c));
    line.chars().take_while(|c| Some(*c) == mark).collect()
}

fn is_quoting(c: char) -> bool {
    c.is_whitespace() || ['>', '-', '*'].contains(&c)
}

/// The line with its code spans taken out.
fn without_code(line: &str) -> String {
    let mut prose = String::new();
    let mut rest = line;
    while let Some(start) = rest.find('`') {
        let n_marks = rest[start..].chars().take_while(|c| *c == '`').count();
        let (marks, after) = rest[start..].split_at(n_marks);
        prose += &rest[..start];
        match after.find(marks) {
            Some(end) => rest = &after[end + n_marks..],
            None => rest = after,
        }
    }
    prose + rest
}

fn inline_targets(prose: &str) -> impl Iterator<Item = String> + '_ {
    prose
        .match_indices("](")
        .filter_map(|(at, marks)| first_target(&prose[at + marks.len()..]))
}

fn definition_target(prose: &str) -> Option<String> {
    let (name, target) = prose.trim_start().strip_prefix('[')?.split_once("]:")?;
    if name.contains(']') || name.starts_with('^') {
        None
    } else {
        first_target(target.trim_start())
    }
}

/// The target at the start of a text: up to its bracket, a blank, or a parenthesis that it did not open.
fn first_target(text: &str) -> Option<String> {
    if let Some(bracketed) = text.strip_prefix('<') {
        return bracketed
            .split_once('>')
            .map(|(target, _)| target.to_owned());
    }
    let mut depth = 0;
    let is_end = |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth < 0 || c.is_whitespace()
    };
    let end = text.find(is_end).unwrap_or(text.len());
    (end > 0).then(|| text[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<String> = links(text).into_iter().map(|(_, target)| target).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn links_are_found_in_prose() {
        check(
            "See [a](a.md), ![b](<b c.png>) and [c](c_(d).md \"title\").",
            &["a.md", "b c.png", "c_(d).md"],
        );
        check(
            "text\n\n[name]: ../there.md\n[^note]: A note.\n",
            &["../there.md"],
        );
    }

    #[test]
    fn links_in_code_are_none() {
        check("`[a](a.md)` and ``[`](b.md)`` and [c](c.md)", &["c.md"]);
        check(
            "```text\n[a](a.md)\n```\n[b](b.md)\n> ~~~~\n> ~~~\n> [c](c.md)\n> ~~~~\n[d](d.md)",
            &["b.md", "d.md"],
        );
    }

    #[test]
    fn a_link_leads_elsewhere_or_to_a_file() {
        let page = root().join("xtask/page.md");
        for target in [
            "https://example.org/x",
            "mailto:a@b.c",
            "#here",
            "Cargo.toml",
            "../Cargo.toml#x",
            "src",
        ] {
            assert!(leads_somewhere(&page, target), "{target}");
        }
        for target in ["no.md", "/Cargo.toml", "../../../etc"] {
            assert!(!leads_somewhere(&page, target), "{target}");
        }
    }
}
