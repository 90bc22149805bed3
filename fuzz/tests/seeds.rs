//! Every seed passes its target, so that a promise broken in an old place is seen without libFuzzer.

use std::path::Path;

use nasvet_fuzz::{
    check_tree, dialogue, edits, expression, fen, graph, import_al0_files, parse_advice, patterns,
    pgn, plan, uci,
};

fn check(name: &str, target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(name);
    let mut n_seeds = 0;
    for entry in std::fs::read_dir(&folder).expect("each target has seeds") {
        let path = entry.expect("an entry").path();
        println!("{}", path.display());
        target(&std::fs::read(&path).expect("a seed can be read"));
        n_seeds += 1;
    }
    assert!(n_seeds > 0, "{name} has no seeds");
}

#[test]
fn advice_is_read_checked_and_laid_out() {
    check("parse_advice", parse_advice);
}

#[test]
fn positions_and_moves_survive_writing_and_reading() {
    check("fen", fen);
}

#[test]
fn graphs_are_read_and_thought_about() {
    check("graph", graph);
}

#[test]
fn questions_end() {
    check("expression", expression);
}

#[test]
fn trees_are_checked() {
    check("check_tree", check_tree);
}

#[test]
fn no_line_loses_the_game() {
    check("dialogue", dialogue);
}

#[test]
fn plans_are_read_and_tried() {
    check("plan", plan);
}

#[test]
fn patterns_are_read_and_tried() {
    check("patterns", patterns);
}

#[test]
fn chess_programs_get_one_move_for_each_go() {
    check("uci", uci);
}

#[test]
fn annotated_games_keep_everything() {
    check("pgn", pgn);
}

#[test]
fn prolog_tables_are_read_and_written_as_chapters() {
    check("import_al0", import_al0_files);
}

#[test]
fn edits_keep_every_place() {
    check("edits", edits);
}
