//! The course in the book: every sheet is marked wrong, and every answer right.

use testing::{Run, root};

use crate::{nasvet, scratch};

/// Marks a sheet or an answer of an evening, as a student does.
fn marked(evening: usize, what: &str, command: &str) -> Run {
    let folder = scratch(&format!("course-{evening}-{what}"));
    let course = root().join("book/course");
    let marks = format!("marks-{evening}.advice");
    let copy = |from: &str, to: &str| {
        std::fs::copy(course.join(from), folder.path().join(to)).expect("a file of the course");
    };
    copy(&marks, &marks);
    copy(&format!("{what}-{evening}.advice"), "mine.advice");
    nasvet(&[command, &marks]).inside(folder.path()).run()
}

#[test]
fn every_sheet_is_marked_wrong_and_every_answer_right() {
    for (evening, command) in [
        (1, "test"),
        (2, "test"),
        (3, "test"),
        (4, "verify"),
        (5, "verify"),
    ] {
        for (what, status) in [("sheet", 1), ("answers", 0)] {
            let run = marked(evening, what, command);
            assert_eq!(
                run.status,
                Some(status),
                "{evening} {what}\n{}{}",
                run.out,
                run.err
            );
        }
    }
}
