//! A page of Markdown as the cases see it: its sections, and the fenced blocks in them.

use std::fs;
use std::ops::Range;
use std::path::Path;

use crate::root;

/// A page of Markdown.
pub struct CasePage {
    /// Its path from the root of the project.
    pub path: String,
    /// All of it.
    pub text: String,
    /// What stands before the first heading `##`, and then one section for each of these.
    pub sections: Vec<CaseSection>,
}

/// What stands under a heading `##`, or before the first.
pub struct CaseSection {
    /// The heading; empty before the first.
    pub title: String,
    /// Its line in the page, counted from 1.
    pub line: usize,
    /// The fenced blocks, in order.
    pub blocks: Vec<CaseBlock>,
}

/// A fenced block.
pub struct CaseBlock {
    /// What stands after the opening marks.
    pub info: String,
    /// The line of the opening marks in the page, counted from 1.
    pub line: usize,
    /// What stands between the fences: whole lines.
    pub text: String,
    /// The opening marks.
    pub(super) fence: String,
    /// Where the text stands in the page.
    pub(super) range: Range<usize>,
}

/// A section with what the page says before all sections.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// The page.
    pub page: &'a CasePage,
    /// The section.
    pub section: &'a CaseSection,
}

impl CasePage {
    /// Cuts a page into its sections.
    pub fn new(path: &str, text: &str) -> CasePage {
        let mut sections = vec![CaseSection::new("", 1)];
        let (mut open, mut start): (Option<CaseBlock>, usize) = (None, 0);
        for (line, content) in (1..).zip(text.split_inclusive('\n')) {
            let end = start + content.len();
            let trimmed = content.trim_end();
            let n_marks = trimmed.len() - trimmed.trim_start_matches('`').len();
            let (marks, info) = trimmed.split_at(n_marks);
            let section = sections.last_mut().expect("there is a first section");
            match open.take() {
                Some(block) if info.is_empty() && marks.starts_with(&block.fence) => {
                    section.blocks.push(block.ending_at(start, text));
                }
                Some(block) => open = Some(block),
                None if n_marks >= 3 => open = Some(CaseBlock::opening(marks, info, line, end)),
                None => {
                    let title = trimmed.strip_prefix("## ");
                    sections.extend(title.map(|title| CaseSection::new(title, line)));
                }
            }
            start = end;
        }
        if let Some(block) = open {
            panic!("{path}:{}: this fence is never closed", block.line);
        }
        CasePage {
            path: path.into(),
            text: text.into(),
            sections,
        }
    }

    /// Reads a page, which is named by its path from the root of the project.
    pub fn read(path: &str) -> CasePage {
        let text = fs::read_to_string(root().join(path));
        CasePage::new(
            path,
            &text.unwrap_or_else(|error| panic!("{path}: {error}")),
        )
    }

    /// The pages in a folder of the project, in the order of their names.
    pub fn all_in(folder: &str) -> Vec<CasePage> {
        let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("an entry").file_name())
            .filter_map(|name| name.into_string().ok())
            .filter(|name| Path::new(name).extension() == Some("md".as_ref()))
            .collect();
        names.sort();
        let paths = names.iter().map(|name| format!("{folder}/{name}"));
        paths.map(|path| CasePage::read(&path)).collect()
    }

    /// The sections, each with the page.
    pub fn cases(&self) -> impl Iterator<Item = Case<'_>> {
        self.sections.iter().map(|section| Case {
            page: self,
            section,
        })
    }

    /// Is this a page of cases, and not one that explains something?
    pub(super) fn is_case(&self) -> bool {
        self.path.starts_with("cases/") && self.path != "cases/README.md"
    }
}

impl CaseSection {
    fn new(title: &str, line: usize) -> CaseSection {
        CaseSection {
            title: title.into(),
            line,
            blocks: Vec::new(),
        }
    }
}

impl CaseBlock {
    fn opening(fence: &str, info: &str, line: usize, start: usize) -> CaseBlock {
        CaseBlock {
            info: info.trim().into(),
            line,
            text: String::new(),
            fence: fence.into(),
            range: start..start,
        }
    }

    fn ending_at(mut self, end: usize, page: &str) -> CaseBlock {
        self.range.end = end;
        self.text = page[self.range.clone()].into();
        self
    }

    /// The first word of the info: `console`, `advice`, …
    pub fn kind(&self) -> &str {
        self.info.split_whitespace().next().unwrap_or_default()
    }

    /// The name of the file that the block stands for: `file=kings.advice`.
    pub fn file(&self) -> Option<&str> {
        let mut words = self.info.split_whitespace();
        words.find_map(|word| word.strip_prefix("file="))
    }

    /// Is this a part of a program, which has no file of its own?
    pub fn is_program(&self) -> bool {
        self.kind() == "advice" && self.file().is_none()
    }

    /// Is this a page in a page?
    pub(super) fn shows_a_page(&self) -> bool {
        self.info == "markdown"
    }
}

impl<'a> Case<'a> {
    /// All blocks that count here: those before all sections, then those of the section.
    pub fn blocks(self) -> impl Iterator<Item = &'a CaseBlock> {
        let introduction = &self.page.sections[0];
        let shared = (!std::ptr::eq(introduction, self.section)).then_some(&introduction.blocks);
        shared.into_iter().flatten().chain(&self.section.blocks)
    }

    /// The files that count here, with their names.
    pub fn files(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.blocks()
            .filter_map(|block| Some((block.file()?, block.text.as_str())))
    }

    /// The program that counts here: all blocks of advice that are no files.
    pub fn program(self) -> String {
        let blocks = self.blocks().filter(|block| block.is_program());
        blocks.map(|block| block.text.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# Rooks

```advice file=all.advice
a
```

## First

````markdown file=page.md
```advice
```
````

```console
$ nasvet
```

## Second

```advice
## no heading
```
";

    #[test]
    fn a_section_has_its_blocks_and_those_before_all_sections() {
        let page = CasePage::new("cases/rooks.md", PAGE);
        let titles: Vec<&str> = page
            .sections
            .iter()
            .map(|section| &section.title[..])
            .collect();
        assert_eq!(titles, ["", "First", "Second"]);
        let files: Vec<Vec<(&str, &str)>> =
            page.cases().map(|case| case.files().collect()).collect();
        let all = ("all.advice", "a\n");
        let shown = ("page.md", "```advice\n```\n");
        assert_eq!(files, [vec![all], vec![all, shown], vec![all]]);
        let programs: Vec<String> = page.cases().map(|case| case.program()).collect();
        assert_eq!(programs, ["", "", "## no heading\n"]);
        let lines = |section: &CaseSection| -> Vec<usize> {
            section.blocks.iter().map(|block| block.line).collect()
        };
        assert_eq!(lines(&page.sections[1]), [9, 14]);
        assert_eq!(page.sections[2].line, 18);
    }

    #[test]
    #[should_panic(expected = "p.md:3: this fence is never closed")]
    fn an_open_fence_is_no_page() {
        CasePage::new("p.md", "# A\n\n````text\n```\n");
    }
}
