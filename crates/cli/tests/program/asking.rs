//! `nasvet ask` as its users meet it, and questions in words.

use testing::Run;

use crate::{nasvet, ran, scratch};

const CAKE: &str =
    "cake = dough and oven; dough = buy or make; make = flour and eggs; goal oven flour eggs";

fn answer(graph: &str, question: &str) -> String {
    let run = ran(&["ask", "and-or", graph, question]);
    run.out.lines().next().unwrap_or(&run.err).to_owned()
}

#[test]
fn questions_are_asked_in_words_or_as_formulas() {
    for (question, expected) in [
        ("can cake be solved?", "Yes: cake can be solved."),
        ("  Can buy be solved ", "No: buy cannot be solved."),
        ("goal(cake)", "Yes: cake can be solved."),
        ("goal(here)", "Yes: cake can be solved."),
        (
            "goal(dough) and not goal(buy)",
            "Yes: dough can be solved and buy cannot be solved.",
        ),
        (
            "goal(make) => goal(buy)",
            "No: it is not true that if make can be solved then buy can be solved.",
        ),
        (
            "every y in successors(here) : goal(y)",
            "Yes: dough can be solved and oven can be solved.",
        ),
    ] {
        assert_eq!(answer(CAKE, question), expected, "{question}");
    }
}

#[test]
fn what_is_not_understood_is_shown_with_what_would_be() {
    for question in [
        "can tea be solved?",
        "goal(tea)",
        "gaol(cake)",
        "",
        "goal(cake",
    ] {
        let Run { status, out, err } = ran(&["ask", "and-or", CAKE, question]);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{question}");
        assert!(
            err.contains("The chapter understands: can {x} be solved?"),
            "{err}"
        );
    }
    let Run { status, err, .. } = ran(&["ask", "and-or", "cake = and", "goal(cake)"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("expected the name of a node"), "{err}");
    let Run { status, err, .. } = ran(&["ask", "krk", "8/8/8/3k4/8/8/1R6/K7 w", "can we win?"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("`krk` has no hypotheses"), "{err}");
}

#[test]
fn an_answer_is_a_document_too() {
    let args = ["ask", "and-or", CAKE, "goal(cake)", "--json", "--trace"];
    let run = ran(&args);
    let json = run.json();
    assert_eq!(run.status, Some(0));
    assert_eq!(json["answer"], "yes");
    assert_eq!(json["explanation"].as_array().map(Vec::len), Some(6));
    assert_eq!(json["explanation"][1]["text"], "oven is a goal");
    assert_eq!(json["hypotheses"][0], "goal(cake)");
    let trace = json["trace"].as_str().expect("a trace");
    assert!(trace.starts_with("Current Knowledge Pool\n"));
}

/// With `--step` the user leads; whatever is chosen, the answer is the same.
#[test]
fn whoever_steps_chooses_what_is_done() {
    let args = ["ask", "and-or", "a = b and d; goal d", "goal(a)", "--step"];
    let Run { status, out, .. } = nasvet(&args).input("2\n9\n\n3.\n").run();
    assert_eq!(status, Some(1), "the answer is no");
    let executed: Vec<&str> = out
        .lines()
        .filter(|line| line.contains("Executed"))
        .map(|line| line.rsplit("Executed ").next().unwrap_or(line))
        .collect();
    assert_eq!(
        executed,
        [
            "expand on context [h:0,a]",
            "goaltest on context [h:0,a]",
            "expand on context [h:1,b]"
        ]
    );
    assert!(out.contains("Type a number from 1 to 4."), "{out}");
    assert!(out.contains("No: a cannot be solved."), "{out}");
}

#[test]
fn without_an_answer_the_reason_is_told() {
    let circle = "a = b or c; b = a; c = a";
    let Run { status, out, .. } = ran(&["ask", "and-or", circle, "goal(a)"]);
    assert_eq!(status, Some(3));
    assert!(out.starts_with("Unknown: nothing is left to try."), "{out}");
    let Run { status, out, .. } = ran(&["ask", "and-or", CAKE, "goal(cake)", "--cycles", "3"]);
    assert_eq!(status, Some(3));
    let expected = "Unknown: stopped after 3 cycles; allow more with --cycles.";
    assert!(out.starts_with(expected), "{out}");
}

/// No way of thinking changes the answer, or what it rests on.
#[test]
fn every_way_of_thinking_comes_to_the_same() {
    for more in [
        &["--lines", "0"][..],
        &["--window"],
        &["--without-rules", "3"],
        &["--without-rules", "1,2,3", "--lines", "1000"],
    ] {
        let args = [&["ask", "and-or", CAKE, "goal(cake)"], more].concat();
        let Run { status, out, err } = ran(&args);
        assert_eq!(status, Some(0), "{more:?} {err}");
        assert!(
            out.starts_with("Yes: cake can be solved."),
            "{more:?} {out}"
        );
        assert!(!out.contains("buy is no goal"), "{more:?} {out}");
    }
}

/// A problem may stand in a file, and a graph can be played as well as thought about.
#[test]
fn graphs_are_files_positions_and_games() {
    let file = scratch("asking").file("cake.graph", CAKE.replace("; ", "\n"));
    assert_eq!(answer(&file, "goal(cake)"), "Yes: cake can be solved.");
    let Run { status, out, .. } = ran(&["eval", "successors(here)", CAKE, "--game", "graphs"]);
    assert_eq!(status, Some(0));
    assert!(out.contains("{dough, oven}"), "{out}");
    let graph = "a = b or c; c = d and e; goal d e";
    let Run { status, out, err } = ran(&["advise", "and-or", graph]);
    assert_eq!(status, Some(0), "{err}");
    assert!(out.contains('c') && out.contains("solve"), "{out}");
    let Run { status, out, err } = nasvet(&["play", "and-or", graph]).input("quit\n").run();
    assert_eq!(status, Some(0), "{err}");
    assert!(out.contains("[c] needs all of these:"), "{out}");
}

#[test]
fn a_chapter_that_thinks_advises_the_move_of_its_plan() {
    // Réti's study: the king goes along the diagonal.
    let run = ran(&["advise", "kpkp", "7K/8/k1P5/7p/8/8/8/8 w - -"]);
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(
        run.out.starts_with("Kg7     White's plan: run with"),
        "{run:?}"
    );
    // The pawn on e7 queens, and that on e3 is caught.
    let run = ran(&["advise", "kpkp", "8/4P3/8/8/2K5/4p2k/8/8 b - -"]);
    assert_eq!(run.status, Some(1), "{run:?}");
    assert_eq!(run.out, "Every move loses.\n");
}
