//! Whatever is typed, a session keeps its promises: the host in memory checks them at every line.
//!
//! Lines are put together from commands, moves and rubbish. `NASVET_DEEP=1` tries many more.

use std::collections::BTreeMap;

use nasvet::picture::Style;
use nasvet::session::{Beginning, Rehearsal, Settings, complete};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

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

/// Holds a session, and gives the files that it leaves.
fn hold(chapter: &str, seed: u64, lines: Vec<String>) -> BTreeMap<String, String> {
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
    held.expect("shipped chapters can be played").files
}

/// Tries many sessions of random lines.
fn try_many(check: impl Fn(&str, u64, Vec<String>)) {
    let cases = if std::env::var_os("NASVET_DEEP").is_some() {
        5_000
    } else {
        150
    };
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
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

#[test]
fn a_game_that_is_saved_and_loaded_is_the_same_game() {
    try_many(|chapter, seed, lines| {
        // A session that has ended saves nothing, and a draft must be left first.
        let ends = |line: &String| line.starts_with("quit");
        let mut lines: Vec<String> = lines.into_iter().filter(|line| !ends(line)).collect();
        let and_then = [
            "cancel",
            "save 1st over",
            "new 1",
            "load 1st",
            "save 2nd over",
        ];
        lines.extend(and_then.map(String::from));
        let files = hold(chapter, seed, lines);
        assert!(files.contains_key("1st"));
        assert_eq!(files.get("1st"), files.get("2nd"));
    });
}
