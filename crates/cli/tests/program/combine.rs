//! `nasvet combine` as a user sees it.

use std::time::Duration;

use testing::Run;

use crate::{nasvet, ran, scratch};

const CAPABLANCA: &str = "3r2k1/p4ppp/1q6/2rn4/8/2N1P3/P1R1QPPP/2R3K1 b - -";

fn combine(args: &[&str]) -> Run {
    ran(&[&["combine"], args].concat())
}

#[test]
fn a_combination_is_told_with_its_story() {
    let run = combine(&[CAPABLANCA, "--goal", "30", "--tree", "--stats"]);
    let text = &run.out;
    assert_eq!(run.status, Some(0), "{text}");
    assert!(text.contains("1…Nxc3 2.Rxc3 Rxc3 3.Rxc3 Qb2"), "{text}");
    assert!(text.contains("must be driven from e2"), "{text}");
    assert!(text.contains("FL = 47"), "{text}");
}

#[test]
fn the_document_says_the_same() {
    let run = combine(&[CAPABLANCA, "--goal", "30", "--json", "--tree"]);
    let document = run.json();
    assert_eq!(document["verdict"], "proved");
    assert_eq!(document["line"][0], "Nxc3");
    assert_eq!(document["tree"][0]["move"], "Nxc3");
    assert_eq!(document["statistics"]["legal_moves"], 47);
    let story = document["story"].as_array().expect("the story is a list");
    assert!(story.iter().all(|sentence| sentence["text"].is_string()));
}

#[test]
fn a_plan_is_taken_and_traced() {
    let plan = "d5 F>V*; d8d1; d1g1*";
    let run = combine(&[CAPABLANCA, "--goal", "30", "--plan", plan, "--trace"]);
    assert!(run.out.starts_with(&format!("Black [] {plan}  accepted\n")));
}

#[test]
fn a_plan_that_makes_no_sense_is_named() {
    for (plan, why) in [
        ("h1h2", "somewhere a man is not where it wants it"),
        ("b6b2", "even if all goes well it does not win enough"),
    ] {
        let run = combine(&[CAPABLANCA, "--goal", "30", "--plan", plan]);
        let expected = format!("The plan `{plan}` is not tried: {why}.\n");
        assert!(run.out.starts_with(&expected), "{}", run.out);
    }
}

#[test]
fn where_there_is_nothing_the_status_says_so() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let run = combine(&[start]);
    assert_eq!(run.status, Some(1));
    assert!(run.out.contains("No combination for White was found."));
    let run = combine(&[CAPABLANCA, "--goal", "30", "--nodes", "10"]);
    assert_eq!(run.status, Some(3));
    assert!(run.out.starts_with("Stopped after 10 moves in the tree."));
}

#[test]
fn the_best_goal_is_looked_for_and_what_was_tried_is_said() {
    // Two rooks on the seventh rank: mate. The other side has nothing to lose but its king.
    let run = combine(&["6k1/R7/8/8/8/8/1R6/6K1 w - -"]);
    assert!(
        run.out
            .starts_with("White mates: proved against every reply.\n1.Rb8#\n"),
        "{}",
        run.out
    );
    let run = combine(&[CAPABLANCA, "--nodes", "20000"]);
    assert!(
        run.out
            .starts_with("Black wins at least a minor piece: proved against every reply.\n1…Nxc3"),
        "{}",
        run.out
    );
    assert!(run.out.contains("Looked for mate: "), "{}", run.out);
}

#[test]
fn a_game_that_is_over_and_a_goal_beyond_reach_are_said() {
    let run = combine(&["7k/6Q1/6K1/8/8/8/8/8 b - -"]);
    assert_eq!(run.status, Some(2));
    assert!(
        run.err.contains("black is mated, so the game is over"),
        "{}",
        run.err
    );
    let run = combine(&["7k/5Q2/6K1/8/8/8/8/8 b - -"]);
    assert!(run.err.contains("black is stalemated"), "{}", run.err);
    let run = combine(&[CAPABLANCA, "--goal", "900"]);
    assert!(run.err.contains("are worth 265, not 900"), "{}", run.err);
}

/// With so many queens the tree grows until somebody stops it.
#[cfg(unix)]
#[test]
fn ctrl_c_shows_the_best_so_far() {
    let queens = "7k/8/1QQQ4/QQQ5/5qqq/4qqq1/8/K7 w - -";
    let run = nasvet(&["combine", queens, "--goal", "mate", "--nodes", "2000000"])
        .interrupted_after(Duration::from_secs(2));
    assert_eq!(run.status, Some(130), "{run:?}");
    let text = run.out;
    assert!(text.starts_with("Stopped on request. So far "), "{text}");
    assert!(text.contains("1.Q"), "{text}");
}

#[test]
fn questions_that_are_wrong_are_refused() {
    for args in [
        [CAPABLANCA, "--goal", "queen"],
        [CAPABLANCA, "--plan", "d5 X>V"],
        [CAPABLANCA, "--values", "1:2:3"],
        ["8/8/8/8/8/8/8/8 w", "--goal", "10"],
    ] {
        let run = combine(&args);
        assert_eq!(run.status, Some(2), "{args:?}");
        assert!(run.err.starts_with("nasvet: "), "{args:?}");
    }
}

/// The moves that the paper's program learned from.
const T99: &str = "[Event \"T99\"]\n[FEN \"4k3/pppp1ppp/8/8/4n3/8/PPPP1PPP/5RK1 w - - 0 1\"]\n\n\
                   1. Re1 d5 2. d3 Kf8 3. dxe4 *\n";

#[test]
fn what_is_learned_is_kept_listed_and_used() {
    let folder = scratch("learning");
    let game = folder.file("t99.pgn", T99);
    let kept = folder.path().join("patterns.txt");
    let kept = kept.to_str().expect("a path of letters");
    let run = ran(&["learn", &game, "--patterns", kept]);
    assert_eq!(run.status, Some(0), "{}", run.err);
    assert!(run.out.contains("R from s attacks k past n"), "{}", run.out);
    let first = std::fs::read_to_string(kept).expect("the file is there");
    // The same once more teaches nothing new.
    let run = ran(&["learn", &game, "--patterns", kept]);
    assert!(run.out.contains("Patterns: 0 new"), "{}", run.out);
    assert_eq!(
        std::fs::read_to_string(kept).expect("the file is there"),
        first
    );
    let run = ran(&["learn", "--list", kept]);
    assert!(run.out.contains("guard"), "{}", run.out);
    let run = combine(&[
        "6k1/8/8/3N2K1/8/8/r7/8 b - -",
        "--patterns",
        kept,
        "--goal",
        "30",
    ]);
    assert!(run.out.contains("The pattern `pin` fits"), "{}", run.out);
}

#[test]
fn a_pattern_that_cannot_be_read_is_named_with_its_line() {
    let folder = scratch("bad-patterns");
    let file = folder.file("bad.txt", "pattern x {\n  ours R tower\n}\n");
    let run = ran(&["learn", "--list", &file]);
    assert_eq!(run.status, Some(2));
    assert!(
        run.err
            .contains("line 2: expected a name and a kind of man"),
        "{}",
        run.err
    );
}
