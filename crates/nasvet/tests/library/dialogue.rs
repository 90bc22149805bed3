//! Whatever is typed, a session keeps its promises: the host in memory checks them at every line.
//!
//! Lines are put together from commands, moves and rubbish. `NASVET_DEEP=1` tries many more.

use std::collections::BTreeMap;

use nasvet::picture::Style;
use nasvet::session::{Beginning, Rehearsal, Settings, complete};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use testing::config;

/// What may stand in a line beside the names of commands.
const WORDS: &[&str] = &[
    "on",
    "off",
    "strong",
    "weak",
    "human",
    "random",
    "nodes",
    "seconds",
    "not",
    "all",
    "over",
    "0",
    "1",
    "2",
    "3",
    "42",
    "99999999999999999999",
    "-1",
    "krk",
    "kpk",
    "kqk",
    "nim",
    "first-advice",
    "kings",
    "a.pgn",
    "b.pgn",
    "Ke1",
    "Kd4",
    "Kc3",
    "Kb2",
    "Rb3",
    "Qb4",
    "b8=Q",
    "b8=N",
    "e2e4",
    "0-0",
    "1-0",
    "2→0",
    "1:1-0",
    "Ke1 Ra1 kd5",
    "put Ke4",
    "put 5",
    "remove a1",
    "turn black",
    "turn them",
    "clear",
    "8/1P6/8/8/7k/8/8/K7 w - -",
    "8/8/8/3k4/8/8/1R6/K7 b - -",
    "2 1 1",
    "7 7",
    "{",
    "}",
    "…",
    "\u{0}",
    "♔",
    "#",
];

fn line() -> impl Strategy<Value = String> {
    let (_, commands) = complete("", &[]);
    let words: Vec<String> = WORDS.iter().map(|word| (*word).to_owned()).collect();
    let command = prop::sample::select(commands);
    let word = prop::sample::select(words);
    prop_oneof![
        4 => command.clone(),
        5 => (command, word.clone()).prop_map(|(command, word)| format!("{command} {word}")),
        4 => word,
        // A legal move, by its place among them: the host cannot know it, but these kings often can make one.
        6 => ("[Kk]", "[a-h]", "[1-8]").prop_map(|(king, file, rank)| format!("{king}{file}{rank}")),
        1 => "\\PC{0,12}",
    ]
}

/// Holds a session, and gives the files that it leaves and the last line that it heard.
fn hold(chapter: &str, seed: u64, lines: Vec<String>) -> (BTreeMap<String, String>, String) {
    let beginning = Beginning {
        chapter: chapter.into(),
        position: None,
        seed,
        settings: Settings {
            nodes: 2_000,
            style: Style::plain(),
            ..Settings::default()
        },
        greeting: false,
    };
    let held = Rehearsal::new().hold(beginning, lines.iter().map(String::as_str));
    let held = held.expect("shipped chapters can be played");
    let mut heard = held.text.lines().filter_map(|line| line.strip_prefix("> "));
    let last = heard.next_back().unwrap_or_default().to_owned();
    (held.files, last)
}

/// Tries many sessions of random lines.
fn try_many(check: impl Fn(&str, u64, Vec<String>)) {
    let mut runner = TestRunner::new(Config {
        source_file: Some(file!()),
        ..config(200)
    });
    let chapters = prop::sample::select(vec!["krk", "kpk", "kqk", "nim", "kpk-defence"]);
    let lines = prop::collection::vec(line(), 1..40);
    let outcome = runner.run(
        &(chapters, any::<u64>(), lines),
        |(chapter, seed, lines)| {
            check(chapter, seed, lines);
            Ok(())
        },
    );
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

#[test]
fn no_line_loses_the_game_in_progress() {
    try_many(|chapter, seed, lines| {
        hold(chapter, seed, lines);
    });
}

/// All ways to end a session.
const ENDS: [&str; 4] = ["quit", "exit", "q", "bye"];

fn is_end(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    ENDS.iter().any(|end| end.eq_ignore_ascii_case(first))
}

/// Saves, loads and saves again after these lines. A session that has ended saves nothing, but only those lines end it
/// that say so.
fn check_saving(chapter: &str, seed: u64, mut lines: Vec<String>) {
    // A draft must be left first.
    let and_then = [
        "cancel",
        "save 1st over",
        "new 1",
        "load 1st",
        "save 2nd over",
    ];
    lines.extend(and_then.map(String::from));
    let (files, last) = hold(chapter, seed, lines);
    if last != "save 2nd over" {
        assert!(is_end(&last), "`{last}` ended the session");
        assert!(!files.contains_key("1st"));
    } else {
        assert!(files.contains_key("1st"));
        assert_eq!(files.get("1st"), files.get("2nd"));
    }
}

#[test]
fn a_game_that_is_saved_and_loaded_is_the_same_game() {
    try_many(|chapter, seed, lines| {
        let lines = lines.into_iter().filter(|line| !is_end(line)).collect();
        check_saving(chapter, seed, lines);
    });
}

/// Such lines were once drawn from the rubbish, and taken for lines that go on.
#[test]
fn a_session_ends_by_any_of_its_words_and_by_nothing_else() {
    for end in ENDS {
        for line in [end.to_owned(), end.to_uppercase(), format!("  {end} ")] {
            let (files, last) = hold("nim", 1, vec![line, "save 1st".into()]);
            assert!(files.is_empty() && is_end(&last), "{end}");
        }
    }
    for line in ["Qu", "qq", "-q", "Q.", "leave"] {
        check_saving("nim", 1, vec![line.into()]);
    }
}
