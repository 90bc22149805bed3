//! The cases: the program says what is written there.

use testing::{Console, Page, check_cases};

/// Lets the program answer all commands of the pages, and gives how many blocks have any.
fn check_pages(pages: &[Page]) -> usize {
    let console = Console::new(env!("CARGO_BIN_EXE_nasvet"), env!("CARGO_TARGET_TMPDIR"));
    check_cases(pages, &[&|case, block| console.answer(case, block)])
}

#[test]
fn every_mistake_is_told_with_its_place() {
    let n_answers = check_pages(&Page::all_in("cases/mistakes"));
    assert!(n_answers >= 165, "only {n_answers} answers");
}
