//! `nasvet batch`: a file of positions in, a line of JSON for each out.

use std::fs;

use serde_json::Value;
use testing::{Run, Scratch};

use crate::{assert_has, nasvet, scratch};

const MATE: &str = "3k4/8/3K4/8/8/8/8/R7 w - -";
const FORK: &str = "8/8/8/3k4/8/8/1R6/K7 w - -";

fn batch(folder: &Scratch, args: &[&str]) -> Run {
    let args: Vec<&str> = ["batch"].iter().chain(args).copied().collect();
    nasvet(&args).inside(folder.path()).run()
}

fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect()
}

#[test]
fn every_form_and_every_question_is_answered() {
    let folder = scratch("batch-forms");
    folder.file(
        "a.epd",
        format!("\u{feff}# rooks\n\n{MATE} id \"first\";\r\n{FORK} 0 1\r\n"),
    );
    folder.file(
        "a.csv",
        format!("name,fen\nfirst,{MATE}\n\"second, too\",{FORK}\n"),
    );
    folder.file(
        "a.jsonl",
        format!("{{\"id\":\"first\",\"fen\":\"{MATE}\"}}\n{{\"position\":\"{FORK}\"}}\n"),
    );
    for file in ["a.epd", "a.csv", "a.jsonl"] {
        let run = batch(&folder, &[file, "--ask", "why"]);
        assert_eq!(run.status, Some(0), "{run:?}");
        let answers = lines(&run.out);
        assert_eq!(answers.len(), 2);
        assert_eq!(
            (&answers[0]["id"], &answers[0]["chapter"]),
            (&"first".into(), &"krk".into())
        );
        assert_eq!(answers[0]["advice"]["move"], "Ra8#");
        // The tables of others give 16 moves, 31 plies, to the second.
        assert_eq!(answers[1]["why"]["verdict"]["position"], "win");
    }
    let run = batch(&folder, &["a.epd", "--ask", "table"]);
    let plies: Vec<Value> = lines(&run.out)
        .iter()
        .map(|answer| answer["worth"]["plies"].clone())
        .collect();
    assert_eq!(plies, [1, 31]);
    let run = batch(&folder, &["a.epd", "--ask", "combine", "--goal", "mate"]);
    assert_eq!(lines(&run.out)[0]["combination"]["line"][0], "Ra8#");
    // By Syzygy's tables, Kf3 is the only move here that wins.
    folder.file("pawns.epd", "8/8/8/P7/4K3/2k4p/8/8 w - -\n");
    let asked = |question| {
        let args = ["pawns.epd", "--ask", "ask", "--chapter", "kpkp"];
        let run = batch(&folder, &[&args[..], &["--question", question]].concat());
        assert_eq!(run.status, Some(0), "{run:?}");
        lines(&run.out).remove(0)
    };
    assert_eq!(asked("can White win?")["answer"]["answer"], "yes");
    assert_eq!(
        asked("which moves win?")["counsel"]["says"],
        "Only Kf3 wins."
    );
}

#[test]
fn threads_and_parts_change_nothing() {
    let folder = scratch("batch-parts");
    let positions: String = (1..=8)
        .flat_map(|rank| (0..8).map(move |file| (rank, file)))
        .map(|(rank, file)| {
            // The rook on every square, the kings on theirs.
            let mut board = vec![vec!['.'; 8]; 8];
            board[rank - 1][file] = 'R';
            board[0][0] = 'K';
            board[4][4] = 'k';
            let ranks = board
                .iter()
                .rev()
                .map(|rank| rank.iter().collect::<String>().replace('.', "1"));
            format!("{} w - -\n", ranks.collect::<Vec<_>>().join("/"))
        })
        .collect();
    folder.file("rooks.epd", &positions);
    let whole = batch(&folder, &["rooks.epd", "--ask", "why", "--threads", "1"]).out;
    assert_eq!(
        batch(&folder, &["rooks.epd", "--ask", "why", "--threads", "2"]).out,
        whole
    );
    let parts: Vec<String> = ["1/3", "2/3", "3/3"]
        .iter()
        .map(|part| batch(&folder, &["rooks.epd", "--ask", "why", "--shard", part]).out)
        .collect();
    let mut together: Vec<Value> = parts.iter().flat_map(|part| lines(part)).collect();
    together.sort_by_key(|answer| answer["line"].as_u64());
    assert_eq!(together, lines(&whole));

    // A run that was stopped in the middle of a line goes on after the last whole one.
    let args = ["rooks.epd", "--ask", "why", "--output", "out.jsonl"];
    batch(&folder, &args);
    let path = folder.path().join("out.jsonl");
    assert_eq!(fs::read_to_string(&path).expect("answers"), whole);
    fs::write(&path, &whole[..whole.len() / 2]).expect("half of it is lost");
    let run = batch(&folder, &args);
    assert_has(&run.err, "going on after line ");
    assert_eq!(fs::read_to_string(&path).expect("answers"), whole);
    // What is no file of answers is not touched.
    folder.file("other.txt", "my notes\n");
    let run = batch(&folder, &["rooks.epd", "--output", "other.txt"]);
    assert_eq!(run.status, Some(2));
    assert_eq!(
        fs::read_to_string(folder.path().join("other.txt")).expect("notes"),
        "my notes\n"
    );
}

#[test]
fn what_cannot_be_answered_says_why() {
    let folder = scratch("batch-problems");
    let lines_in = format!(
        "no position\n{FORK}\n8/8/8/3k4/8/8/1R6/K7 b - -\n8/8/8/3k4/8/8/8/K7 w - -\nrubbish w - -\n"
    );
    folder.file("a.epd", lines_in);
    let run = batch(&folder, &["a.epd"]);
    assert_eq!(run.status, Some(1), "{run:?}");
    let problems: Vec<Option<String>> = lines(&run.out)
        .iter()
        .map(|answer| answer["problem"].as_str().map(str::to_owned))
        .collect();
    let none = "no shipped chapter advises the side to move here";
    assert_eq!(problems[1], None);
    assert_eq!(
        [problems[2].as_deref(), problems[3].as_deref()],
        [Some(none), Some(none)]
    );
    assert!(
        [0, 4].iter().all(|at| problems[*at]
            .as_deref()
            .is_some_and(|problem| problem.starts_with("expected "))),
        "{problems:?}"
    );
    for (args, problem) in [
        (&["nowhere.epd"][..], "cannot read `nowhere.epd`"),
        (&["a.epd", "--ask", "ask"], "--question"),
        (
            &["a.epd", "--ask", "ask", "--question", "can White win?"],
            "--ask ask needs a --chapter",
        ),
        (
            &["a.epd", "--ask", "combine", "--goal", "lots"],
            "--goal: expected `mate`",
        ),
        (&["a.epd", "--shard", "0/3"], "expected a part such as 2/5"),
        (&["a.epd", "--shard", "4/3"], "expected a part such as 2/5"),
        (
            &["a.epd", "--chapter", "no-such-chapter"],
            "no-such-chapter",
        ),
    ] {
        let run = batch(&folder, args);
        assert_eq!(run.status, Some(2), "{args:?}: {run:?}");
        assert_has(&run.err, problem);
        assert_eq!(run.out, "");
    }
}
