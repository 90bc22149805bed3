//! Cases: pages of Markdown with questions and answers, and the one runner for all of them.
//!
//! `cases/README.md` describes the format; README, book and chapters are such pages too. A [`Voice`] says what should
//! stand in a block, and [`check_cases`] compares. Where several voices answer the same block, all have to agree.

mod page;
mod console;
mod difference;

use std::fs;

pub use console::{Console, ConsoleCommand, commands, words};
pub use page::{Case, CaseBlock, CasePage, CaseSection};

use crate::deep::is_update;
use crate::root;
use difference::difference;

/// Says what should stand in a block, if the block holds a question for this voice.
pub type Voice<'a> = &'a dyn Fn(&Case<'_>, &CaseBlock) -> Option<String>;

/// A block, and what should stand in it.
struct BlockAnswer<'a> {
    block: &'a CaseBlock,
    text: String,
}

/// Compares the blocks of the pages with what the voices say, and gives the number of blocks that have an answer.
///
/// Under `cargo xtask update` the answers of the first voice are written before the others are compared with them.
pub fn check_cases(pages: &[CasePage], voices: &[Voice<'_>]) -> usize {
    let (first, others) = voices.split_first().expect("somebody answers");
    let (mut n_answers, mut wrong) = (0, Vec::new());
    for page in pages {
        let given = answers(page, first);
        n_answers += given.len();
        wrong.extend(faults(page, &given));
        let updated = is_update().then(|| written(page, &given));
        if updated.is_none() {
            wrong.extend(given.iter().filter_map(|answer| differs(page, answer)));
        }
        let page = updated.as_ref().unwrap_or(page);
        for answer in others.iter().flat_map(|voice| answers(page, voice)) {
            wrong.extend(differs(page, &answer));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    n_answers
}

/// What a voice says of a page. A block of Markdown without a name shows a page, whose blocks are answered in it.
fn answers<'a>(page: &'a CasePage, voice: Voice<'_>) -> Vec<BlockAnswer<'a>> {
    let mut answers = Vec::new();
    for case in page.cases() {
        for block in &case.section.blocks {
            let text = match block.shows_a_page() {
                true => {
                    let shown = CasePage::new(&page.path, &block.text);
                    let inside = self::answers(&shown, voice);
                    (!inside.is_empty()).then(|| replaced(&shown, &inside))
                }
                false => voice(&case, block),
            };
            answers.extend(text.map(|text| BlockAnswer { block, text }));
        }
    }
    answers
}

/// The text of a page with these answers in it.
fn replaced(page: &CasePage, answers: &[BlockAnswer<'_>]) -> String {
    let (mut text, mut end) = (String::new(), 0);
    for BlockAnswer { block, text: new } in answers {
        let breaks = new.lines().any(|line| line.starts_with(&block.fence));
        assert!(
            !breaks,
            "{}:{}: needs a longer fence",
            page.path, block.line
        );
        text += &page.text[end..block.range.start];
        text += new;
        end = block.range.end;
    }
    text + &page.text[end..]
}

/// Writes the answers into a page.
fn written(page: &CasePage, answers: &[BlockAnswer<'_>]) -> CasePage {
    let text = replaced(page, answers);
    if text != page.text {
        fs::write(root().join(&page.path), &text).expect("a page can be written");
    }
    CasePage::new(&page.path, &text)
}

/// How a block differs from its answer, with its place.
fn differs(page: &CasePage, answer: &BlockAnswer<'_>) -> Option<String> {
    let BlockAnswer { block, text } = answer;
    let (path, line) = (&page.path, block.line);
    (*text != block.text).then(|| {
        let shown = difference(&block.text, text, line + 1);
        format!("{path}:{line}: `cargo xtask update` would write\n{shown}")
    })
}

/// Blocks that would never be tested: a command that is not run, and in the folder of the cases whatever is neither
/// program nor file nor answered.
fn faults(page: &CasePage, answers: &[BlockAnswer<'_>]) -> Vec<String> {
    let is_answered = |block: &CaseBlock| {
        answers
            .iter()
            .any(|answer| std::ptr::eq(answer.block, block))
    };
    let (introduction, sections) = page.sections.split_first().expect("a page has a beginning");
    let at = |line: usize, what: &str| format!("{}:{line}: {what}", page.path);
    let mut faults = Vec::new();
    for block in page.sections.iter().flat_map(|section| &section.blocks) {
        let is_known = is_answered(block) || block.is_program() || block.file().is_some();
        let has_command = block.text.lines().any(|line| line.starts_with("$ nasvet"));
        if has_command && !is_answered(block) {
            faults.push(at(block.line, "commands are run only in a `console` block"));
        } else if page.is_case() && !is_known {
            faults.push(at(
                block.line,
                "neither `advice` nor `file=…` nor a question",
            ));
        }
    }
    let tested = if sections.is_empty() {
        std::slice::from_ref(introduction)
    } else {
        sections
    };
    for section in tested.iter().filter(|_| page.is_case()) {
        if !section.blocks.iter().any(is_answered) {
            faults.push(at(section.line, "a case without an answer"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers every `console` block.
    fn hello(_: &Case<'_>, block: &CaseBlock) -> Option<String> {
        (block.kind() == "console").then(|| "$ nasvet\nhello\n".to_owned())
    }

    fn check(path: &str, text: &str, updated: &str, expected: &[&str]) {
        let page = CasePage::new(path, text);
        let answers = answers(&page, &hello);
        assert_eq!(replaced(&page, &answers), updated);
        assert_eq!(faults(&page, &answers), expected);
    }

    #[test]
    fn answers_stand_in_their_blocks() {
        let page =
            "## A\n\n```console\n$ nasvet\n```\n\n## B\n\n```console\n$ nasvet\nbye\n```\nend\n";
        let updated = "## A\n\n```console\n$ nasvet\nhello\n```\n\n## B\n\n```console\n$ nasvet\nhello\n```\nend\n";
        check("cases/a.md", page, updated, &[]);
    }

    #[test]
    fn a_page_in_a_page_is_answered_too() {
        let page = "````markdown\n```console\n$ nasvet\n```\n````\n";
        let updated = "````markdown\n```console\n$ nasvet\nhello\n```\n````\n";
        check("cases/README.md", page, updated, &[]);
    }

    #[test]
    fn what_nobody_would_test_is_a_fault() {
        let page = "```text\n$ nasvet\n```\n";
        let fault = "README.md:1: commands are run only in a `console` block";
        check("README.md", page, page, &[fault]);
        let page = "## A\n\n```advice\n```\n\n```consle\n```\n";
        let faults = [
            "cases/a.md:6: neither `advice` nor `file=…` nor a question",
            "cases/a.md:1: a case without an answer",
        ];
        check("cases/a.md", page, page, &faults);
        check("book/a.md", page, page, &[]);
    }
}
