//! Imported AL0 tables against an interpreter in Prolog: rule, advice and forcing tree, position by position.
//!
//! In every fortieth position; with `NASVET_DEEP=1` in all 175,168, which takes some minutes.

#![allow(clippy::print_stderr)]

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use chess::{Board, Chess, Small};
use code::compile;
use domain::{Rules, Side, Watch};
use lang::Form;
use nasvet::documents::DialectName;
use nasvet::import_al0;
use proof::{NodeId, Tree};
use search::{Engine, Options};
use shakmaty::{Move, Role};
use testing::{Ending, is_deep, program};

use crate::swipl::Temporary;

/// An interpreter of AL0 of our own, which knows nothing of our language.
const INTERPRETER: &str = include_str!("../al0/interpreter.pl");

/// What the interpreter says of some positions, a line each.
fn interpreted(dialect: &str, table: &str, input: String) -> Vec<String> {
    let interpreter = Temporary::new("pl", INTERPRETER);
    let table = Temporary::new("pl", table);
    let mut child = Command::new("swipl")
        .args(["-O", "--on-warning=status", "--on-error=status"])
        .arg(interpreter.path())
        .args(["--", dialect])
        .arg(table.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("swipl is installed (Debian: swi-prolog)");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("swipl ends");
    let written = writer.join().expect("the writer ends");
    written.expect("swipl reads all its input");
    assert!(output.status.success(), "swipl ended: {}", output.status);
    let text = String::from_utf8(output.stdout).expect("swipl prints UTF-8");
    text.lines().map(str::to_owned).collect()
}

/// A tree as the interpreter writes it: their replies are sorted.
fn written(tree: &Tree<Move>, node: NodeId) -> String {
    let branches = tree.branches(node).iter().map(|(m, to)| {
        let from = m.from().expect("a piece leaves a square");
        format!("{from}{}-{}", m.to(), written(tree, *to))
    });
    let mut branches: Vec<String> = branches.collect();
    branches.sort_unstable();
    format!("[{}]", branches.join(","))
}

/// A position as six digits: file and rank of our king, our rook and their king.
fn digits(position: &Small) -> String {
    let men = [
        (Side::Us, Role::King),
        (Side::Us, Role::Rook),
        (Side::Them, Role::King),
    ];
    let squares = men.map(|(side, role)| position.only(side, role).expect("it is there"));
    let lines = squares.map(|square| {
        let (file, rank) = (u32::from(square.file()) + 1, u32::from(square.rank()) + 1);
        format!("{file}{rank}")
    });
    lines.concat()
}

fn agrees(table: &str, dialect: DialectName, name: &str) {
    let imported = import_al0(&[("krk.pl", table.as_bytes())], dialect);
    let program = program(Form::Chapter, &imported.chapter.expect("a chapter"));
    let chess = Chess::<Small>::new();
    let compiled = compile(&chess, &program);
    let mut engine = Engine::new(&compiled, Options::default());
    let ending = Ending::of(&program.header).expect("king and rook against king");
    let step = if is_deep() { 1 } else { 40 };
    let positions = (0..ending.n_numbers()).filter_map(|number| ending.position(number));
    let ours = positions.filter(|position| chess.turn(position) == Side::Us);
    let positions: Vec<Small> = ours.step_by(step).collect();

    let asked = positions.iter().map(|position| digits(position) + "\n");
    let theirs = interpreted(name, table, asked.collect());
    assert_eq!(theirs.len(), positions.len(), "one answer a line");
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut different = Vec::new();
    for (position, theirs) in positions.iter().zip(&theirs) {
        let advised = engine.advise(position, &Watch::new());
        let ours = match &advised.chosen {
            Some((piece, tree)) => {
                let piece = &program.piece(*piece).name;
                *counts.entry(piece.clone()).or_default() += 1;
                let rule = advised.rule.expect("a rule applies") + 1;
                format!("{rule} {piece} {}", written(tree, tree.root()))
            }
            None => "none".to_owned(),
        };
        if ours != *theirs {
            different.push((digits(position), ours, theirs));
        }
    }
    eprintln!("{name}: {} positions, {counts:?}", positions.len());
    assert!(
        different.is_empty(),
        "{name}: {} differ, first {:?}",
        different.len(),
        different.first()
    );
}

#[test]
fn the_table_of_the_book_is_played_as_in_prolog() {
    agrees(
        include_str!("../al0/krk-book.pl"),
        DialectName::Book,
        "book",
    );
}

#[test]
fn the_table_of_the_course_is_played_as_in_prolog() {
    agrees(
        include_str!("../al0/krk-course.pl"),
        DialectName::Course,
        "course",
    );
}
