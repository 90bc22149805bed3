//! The cases, and the commands that README, book and chapters show: the program says what is written there.
//!
//! Where a command begins a session, the library has to say it too.

use testing::{CasePage, Console, check_cases};

use crate::sessions;

/// Lets the program answer all commands of the pages, and gives how many blocks have any.
pub(crate) fn check_pages(pages: &[CasePage]) -> usize {
    let console = Console::new(env!("CARGO_BIN_EXE_nasvet"), env!("CARGO_TARGET_TMPDIR"));
    check_cases(
        pages,
        &[
            &|case, block| console.answer(case, block),
            &sessions::answer,
        ],
    )
}

#[test]
fn every_mistake_is_told_with_its_place() {
    let n_answers = check_pages(&CasePage::all_in("cases/mistakes"));
    assert!(n_answers >= 165, "only {n_answers} answers");
}

#[test]
fn every_slip_in_a_prolog_table_is_told_with_its_place() {
    let n_answers = check_pages(&CasePage::all_in("cases/al0"));
    assert!(n_answers >= 15, "only {n_answers} answers");
}

#[test]
fn every_session_is_held_as_it_is_written() {
    let n_answers = check_pages(&CasePage::all_in("cases/sessions"));
    assert!(n_answers >= 39, "only {n_answers} answers");
}

#[test]
fn the_pages_show_what_the_program_prints() {
    let single = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "cases/README.md",
    ];
    let mut pages: Vec<CasePage> = single.into_iter().map(CasePage::read).collect();
    for folder in ["book", "chapters", "docs/decisions", "cases/four-men"] {
        pages.extend(CasePage::all_in(folder));
    }
    let n_answers = check_pages(&pages);
    assert!(n_answers >= 20, "only {n_answers} answers");
}
