//! `nasvet combine` as a user sees it.

use std::process::{Command, Output};

const CAPABLANCA: &str = "3r2k1/p4ppp/1q6/2rn4/8/2N1P3/P1R1QPPP/2R3K1 b - -";

fn combine(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nasvet"));
    command
        .arg("combine")
        .args(args)
        .output()
        .expect("the program runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_combination_is_told_with_its_story() {
    let run = combine(&[CAPABLANCA, "--goal", "30", "--tree"]);
    let text = out(&run);
    assert_eq!(run.status.code(), Some(0), "{text}");
    assert!(text.contains("1…Nxc3 2.Rxc3 Rxc3 3.Rxc3 Qb2"), "{text}");
    assert!(text.contains("must be driven from e2"), "{text}");
    assert!(text.contains("FL = 47"), "{text}");
}

#[test]
fn the_document_says_the_same() {
    let run = combine(&[CAPABLANCA, "--goal", "30", "--json", "--tree"]);
    let document: serde_json::Value = serde_json::from_slice(&run.stdout).expect("it is JSON");
    assert_eq!(document["verdict"], "found");
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
    assert!(out(&run).starts_with(&format!("Black [] {plan}  accepted\n")));
}

#[test]
fn a_plan_that_makes_no_sense_is_named() {
    for (plan, why) in [
        ("h1h2", "somewhere a man is not where it wants it"),
        ("b6b2", "even if all goes well it does not win enough"),
    ] {
        let run = combine(&[CAPABLANCA, "--goal", "30", "--plan", plan]);
        let expected = format!("The plan `{plan}` is not tried: {why}.\n");
        assert!(out(&run).starts_with(&expected), "{}", out(&run));
    }
}

#[test]
fn where_there_is_nothing_the_status_says_so() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let run = combine(&[start]);
    assert_eq!(run.status.code(), Some(1));
    assert!(out(&run).contains("No combination of White's was found by plans."));
    let run = combine(&[CAPABLANCA, "--goal", "30", "--nodes", "10"]);
    assert_eq!(run.status.code(), Some(1));
    assert!(out(&run).starts_with("Stopped after 10 moves in the tree."));
}

/// With so many queens the tree grows until somebody stops it.
#[cfg(unix)]
#[test]
fn ctrl_c_shows_the_best_so_far() {
    let queens = "7k/8/1QQQ4/QQQ5/5qqq/4qqq1/8/K7 w - -";
    let child = Command::new(env!("CARGO_BIN_EXE_nasvet"))
        .args(["combine", queens, "--goal", "mate", "--nodes", "2000000"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(std::time::Duration::from_secs(2));
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill is there").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let text = out(&output);
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
        assert_eq!(run.status.code(), Some(2), "{args:?}");
        assert!(run.stderr.starts_with(b"nasvet: "), "{args:?}");
    }
}
