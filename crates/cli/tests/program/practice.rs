//! The file with the learner's progress: written whole, read back, and never lost.

use std::fs;

use testing::{Run, Scratch};

use crate::{assert_has, nasvet, scratch};

/// A mate in one, which is solved.
const MATE: &str = "3k4/8/3K4/8/8/8/8/R7 w - -";

fn practise(folder: &Scratch, args: &[&str], input: &str) -> Run {
    let args: Vec<&str> = ["practise"].iter().chain(args).copied().collect();
    let call = nasvet(&args).env("NASVET_DATA", folder.path());
    call.input(input).run()
}

#[test]
fn progress_is_kept_from_run_to_run() {
    let folder = scratch("practice-kept");
    let empty = practise(&folder, &["--progress"], "");
    assert_has(&empty.out, "Nothing was practised yet.");
    for n in 1..=2 {
        let run = practise(
            &folder,
            &["krk", MATE, "--now", "1700000000"],
            "Ra8\nquit\n",
        );
        assert_eq!(run.status, Some(0), "{run:?}");
        let run = practise(&folder, &["--progress", "--json"], "");
        assert_eq!(run.json()["chapters"][0]["ideas"][0]["solved"], n);
    }
    let shown = practise(
        &folder,
        &["--progress", "--ascii", "--now", "1700000000"],
        "",
    );
    assert_has(&shown.out, "Mate  **........  2 of 2     streak 2, best 2");
    // Nothing but the file itself is left in the folder.
    let names: Vec<String> = fs::read_dir(folder.path())
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    assert_eq!(names, ["practice.json"]);
}

#[test]
fn a_damaged_file_is_set_aside_and_not_lost() {
    let folder = scratch("practice-damaged");
    for (n, damaged) in [
        "{\"format\": \"nasvet-practice\", \"version\": 1, \"chap",
        "[1, 2]",
        "{\"format\": \"nasvet-tree\", \"version\": 1}",
        "{\"format\": \"nasvet-practice\", \"version\": 1, \"chapters\": [], \"days\": [], \"last\": \"\\u001b[2J\"}",
    ]
    .into_iter()
    .enumerate()
    {
        folder.file("practice.json", damaged);
        let run = practise(&folder, &["krk", MATE], "Ra8\nquit\n");
        assert_eq!(run.status, Some(0), "{run:?}");
        assert_has(&run.err, "is damaged");
        assert_has(&run.err, "progress begins anew");
        let aside = folder.path().join(format!("practice.damaged-{}.json", n + 1));
        assert_eq!(fs::read_to_string(aside).expect("it is kept"), damaged);
        let run = practise(&folder, &["--progress", "--json"], "");
        assert_eq!(run.json()["chapters"][0]["chapter"], "krk");
    }
}

#[test]
fn a_file_of_a_later_program_is_left_alone() {
    let folder = scratch("practice-later");
    let later = "{\"format\": \"nasvet-practice\", \"version\": 99, \"ratings\": {}}";
    folder.file("practice.json", later);
    let run = practise(&folder, &["krk", MATE], "Ra8\nquit\n");
    assert_eq!(run.status, Some(2));
    assert_has(&run.err, "later version");
    let kept = fs::read_to_string(folder.path().join("practice.json"));
    assert_eq!(kept.expect("it is still there"), later);
}

#[test]
fn practice_goes_on_where_nothing_can_be_kept() {
    let folder = scratch("practice-unwritable");
    // A file where the folder should be.
    folder.file("taken", "");
    let call = nasvet(&["practise", "krk", MATE]).env("NASVET_DATA", folder.path().join("taken"));
    let run = call.input("Ra8\nquit\n").run();
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_has(&run.out, "Checkmate.");
    assert_has(&run.err, "Progress is not kept");
}

#[test]
fn what_cannot_be_practised_says_why() {
    let folder = scratch("practice-refused");
    for (args, reason) in [
        (&["nim"][..], "there are none for nim"),
        (&["kpkp"], "it has no table of advice"),
        (&["nosuch"], "there is no chapter `nosuch`"),
        (&["krk", "8/8/8/3k4/8/8/8/K7 w - -"], "the position"),
        (
            &["krk", "8/8/8/3k4/8/8/1R6/K7 b - -"],
            "nothing to win or to hold",
        ),
    ] {
        let run = practise(&folder, args, "");
        assert_eq!(run.status, Some(2), "{args:?}: {run:?}");
        assert_has(&run.err, reason);
    }
}
