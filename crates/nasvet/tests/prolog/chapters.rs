//! The exported chapters under SWI-Prolog against ours: rule, piece, move and tree in a sample of positions.
//!
//! These tests need `swipl`, so plain `cargo test` leaves them out; `cargo xtask check` installs it and runs them.
//! With `NASVET_DEEP=1` in the environment they ask about more positions, and about longer searches.

#![allow(clippy::print_stderr)]

use std::sync::Arc;

use chess::{Chess, Small, View};
use code::compile;
use domain::{Domain, Header, Notation, Watch};
use games::{AndOr, Nim};
use lang::checked::Program;
use nasvet::{Kind, SHIPPED, Shipped};
use proof::{NodeId, Tree};
use search::{Engine, Options};
use shakmaty::{Color, Move, Role, Square};
use testing::{Ending, Numbers, chapter, is_deep};

use crate::swipl;
use crate::swipl::{ASK, exported, run};

/// How many positions of each chapter are compared.
const N_POSITIONS: usize = 2_000;

/// What our engine says of a position, as the exported program prints it; nothing where it looks at more positions than
/// this.
fn ours<D: Domain>(
    engine: &mut Engine<D>,
    position: &D::Position,
    most_nodes: u64,
    text: &dyn Fn(&D::Position, D::Move) -> String,
) -> Option<String> {
    let advised = engine.advise(position, &Watch::nodes(most_nodes));
    if advised.stopped.is_some() || advised.nodes() > most_nodes {
        return None;
    }
    let Some((piece, tree)) = &advised.chosen else {
        return Some("none".into());
    };
    let program = engine.program();
    let number = |idx: Option<usize>| idx.expect("a table and a rule were used") + 1;
    Some(format!(
        "{}/{} {} {}",
        number(advised.table),
        number(advised.rule),
        program.checked.piece(*piece).name,
        written(&program.domain, tree, tree.root(), position, text)
    ))
}

/// A tree as Prolog writes it.
fn written<D: Domain>(
    domain: &D,
    tree: &Tree<D::Move>,
    node: NodeId,
    position: &D::Position,
    text: &dyn Fn(&D::Position, D::Move) -> String,
) -> String {
    let branches = tree.branches(node).iter().map(|(m, to)| {
        let after = domain.play(position, *m);
        let below = written(domain, tree, *to, &after, text);
        format!("{}-{below}", text(position, *m))
    });
    format!("[{}]", branches.collect::<Vec<_>>().join(","))
}

/// From, to, and what a pawn becomes, as the colour that is us names the squares.
fn coordinates(us: Color, m: Move) -> String {
    let shown = |square: Square| match us {
        Color::White => square,
        Color::Black => square.flip_vertical(),
    };
    let from = shown(m.from().expect("a man leaves a square"));
    let promotion = m.promotion().map(Role::char);
    let promotion = promotion.map_or(String::new(), String::from);
    format!("{from}{}{promotion}", shown(m.to()))
}

/// Compares the answers line by line, and says how many there were.
fn compare(name: &str, expected: &[(String, String)]) {
    let input: String = expected
        .iter()
        .map(|(asked, _)| format!("{asked}\n"))
        .collect();
    let answers = run(&[&exported(name), ASK], &input);
    assert_eq!(answers.len(), expected.len(), "{name}: one answer a line");
    let different: Vec<_> = expected
        .iter()
        .zip(&answers)
        .filter(|((_, ours), theirs)| ours != *theirs)
        .collect();
    assert!(
        different.is_empty(),
        "{name}: {} of {} differ, first {:?}",
        different.len(),
        expected.len(),
        different[0]
    );
}

/// Positions of a chapter without pattern, either side to move, us White or Black; with ours for each.
fn chess_sample(name: &str, program: &Arc<Program>, most_nodes: u64) -> Vec<(String, String)> {
    let chess = Chess::<Small>::new();
    let compiled = compile(&chess, program);
    let mut engine = Engine::new(&compiled, Options::default());
    let ending = Ending::of(&program.header).expect("the chapter names few men");
    let mut numbers = Numbers(6);
    let n_wanted = if is_deep() {
        5 * N_POSITIONS
    } else {
        N_POSITIONS
    };
    let (mut sample, mut n_left_out) = (Vec::new(), 0);
    while sample.len() < n_wanted {
        let Some(position) = ending.position(numbers.below(ending.n_numbers())) else {
            continue;
        };
        let us = *numbers.pick(&[Color::White, Color::Black]);
        let text = |_: &Small, m: Move| coordinates(us, m);
        match ours(&mut engine, &position, most_nodes, &text) {
            Some(answer) => {
                sample.push((chess.write_position(&position, View { us }), answer));
            }
            None => n_left_out += 1,
        }
    }
    let of = |what: &str| sample.iter().filter(|(_, answer)| answer == what).count();
    eprintln!(
        "{name}: {} positions, {} without advice; {n_left_out} left out that take more than {most_nodes} nodes",
        sample.len(),
        of("none")
    );
    sample
}

fn agrees(name: &str, most_nodes: u64) {
    let program = chapter(name);
    let most_nodes = if is_deep() {
        10 * most_nodes
    } else {
        most_nodes
    };
    compare(name, &chess_sample(name, &program, most_nodes));
}

#[test]
fn krk_agrees() {
    agrees("krk", 1_000);
}

#[test]
fn krk_van_emden_agrees() {
    agrees("krk-van-emden", 1_000);
}

#[test]
fn krk_memoryless_agrees() {
    agrees("krk-memoryless", 1_000);
}

#[test]
fn kpk_agrees() {
    agrees("kpk", 300);
}

#[test]
fn kpk_defence_agrees() {
    agrees("kpk-defence", 300);
}

#[test]
fn kqk_agrees() {
    agrees("kqk", 300);
}

/// Up to four heaps; those with nothing to balance are searched to the end, so they have few matches.
#[test]
fn nim_agrees() {
    let program = chapter("nim");
    let compiled = compile(&Nim, &program);
    let mut engine = Engine::new(&compiled, Options::default());
    let mut numbers = Numbers(6);
    let mut sample = Vec::new();
    while sample.len() < N_POSITIONS {
        let n_heaps = 1 + numbers.below(4);
        let heaps: Vec<String> = (0..n_heaps)
            .map(|_| numbers.below(10).to_string())
            .collect();
        let turn = *numbers.pick(&["", " them to move"]);
        let asked = format!("{}{turn}", heaps.join(" "));
        let (position, ()) = Nim
            .read_position(&asked, &Header::default())
            .expect("a position of Nim");
        let text = |position: &_, m| Nim.write_move(position, (), m);
        if let Some(answer) = ours(&mut engine, &position, 2_000, &text) {
            sample.push((asked, answer));
        }
    }
    assert!(
        sample
            .iter()
            .any(|(_, answer)| answer.starts_with("1/1 balance"))
    );
    assert!(
        sample
            .iter()
            .any(|(_, answer)| answer.starts_with("1/2 win"))
    );
    compare("nim", &sample);
}

/// A graph of some nodes, each made of others, a goal, or neither; it may have cycles.
fn random_graph(numbers: &mut Numbers) -> String {
    let names = ["a", "b", "c", "d", "e", "f", "g"];
    let names = &names[..2 + numbers.below(6)];
    let (mut said, mut goals) = (Vec::new(), Vec::new());
    for name in names {
        let word = *numbers.pick(&[" and ", " or ", "goal", "", " or "]);
        match word {
            "" => {}
            "goal" => goals.push(*name),
            _ => {
                let mut parts: Vec<&str> = Vec::new();
                for _ in 0..=numbers.below(3) {
                    let part = *numbers.pick(names);
                    if !parts.contains(&part) {
                        parts.push(part);
                    }
                }
                said.push(format!("{name} = {}", parts.join(word)));
            }
        }
    }
    if !goals.is_empty() {
        said.push(format!("goal {}", goals.join(" ")));
    }
    said.push(format!("from {}", numbers.pick(names)));
    said.join("; ")
}

#[test]
fn and_or_agrees() {
    let program = chapter("and-or");
    let compiled = compile(&AndOr, &program);
    let mut engine = Engine::new(&compiled, Options::default());
    let mut numbers = Numbers(6);
    let mut sample = Vec::new();
    while sample.len() < N_POSITIONS {
        let asked = random_graph(&mut numbers);
        let (position, ()) = AndOr
            .read_position(&asked, &Header::default())
            .expect("a graph");
        let text = |position: &_, m| AndOr.write_move(position, (), m);
        if let Some(answer) = ours(&mut engine, &position, 2_000, &text) {
            sample.push((asked, answer));
        }
    }
    let n_solved = sample
        .iter()
        .filter(|(_, answer)| answer.starts_with("1/1 solve"))
        .count();
    eprintln!("and-or: {} graphs, {n_solved} solved", sample.len());
    assert!((200..N_POSITIONS - 200).contains(&n_solved), "{n_solved}");
    compare("and-or", &sample);
}

/// We choose where one successor is enough; where all are needed, they are asked which one is doubted.
#[test]
fn a_graph_is_played_from_the_keyboard() {
    let game = ":- initialization(main, main).
        main :- play_game(\"cake = home or shop; home = dough and oven; dough = buy or make; \
        make = flour and eggs; goal oven flour eggs\").";
    let said = run(&[&exported("and-or"), game], "shop\ndough\neggs\n");
    assert_eq!(
        said,
        [
            "home  rule 1/1: solve",
            "their move: That is no move here; there are [dough,oven].",
            "their move: make  as planned",
            "their move: The game is over: eggs is a goal.",
        ]
    );
    let unsolved = ":- initialization(main, main).\nmain :- play_game(\"a = b or c; b = a\").";
    assert_eq!(
        run(&[&exported("and-or"), unsolved], ""),
        ["There is no advice here."]
    );
}

#[test]
fn every_shipped_chapter_loads_without_a_warning() {
    let is_left_out = |shipped: &&Shipped| {
        PLANS.contains(&shipped.name) || ENDLESS.iter().any(|(name, _)| *name == shipped.name)
    };
    let chapters = SHIPPED
        .iter()
        .filter(|shipped| shipped.kind == Kind::Chapter && !is_left_out(shipped));
    for shipped in chapters {
        assert_eq!(
            run(&[&exported(shipped.name), ASK], ""),
            [""; 0],
            "{}",
            shipped.name
        );
    }
}

/// The chapters that think by plans, which only our reasoner does.
const PLANS: &[&str] = &["kpkp", "opposition"];

/// Chapters with pieces that are decided over all positions, which Prolog's search cannot do.
const ENDLESS: &[(&str, &str)] = &[
    ("krk-box", "`shrink` has no bound"),
    ("kbbk", "`positions where`"),
    ("kbnk", "`mate_him` has no bound"),
    ("kqkp", "`finish` has no bound"),
    ("kqkr", "`chase` has no bound"),
    ("krkp", "`attack_it` has no bound"),
    ("krkp-defence", "`beat_rook` has no bound"),
    ("krkn", "`strike` has no bound"),
    ("knkr-together", "`together(2)` has no bound"),
];

#[test]
fn pieces_without_a_bound_are_refused_by_name() {
    for (name, reason) in ENDLESS {
        let shipped = Shipped::named(name).expect("the chapter is shipped");
        let refused = swipl::try_export(shipped.file, shipped.text);
        let message = refused.expect_err("sets have no Prolog").to_string();
        assert!(message.contains(reason), "{name}: {message}");
    }
}

#[test]
fn plans_are_refused_by_what_they_are() {
    for name in PLANS {
        let shipped = Shipped::named(name).expect("the chapter is shipped");
        let refused = swipl::try_export(shipped.file, shipped.text);
        let message = refused.expect_err("plans have no Prolog").to_string();
        assert_eq!(
            message,
            "plans are for the reasoner; only advice and tables can be exported"
        );
    }
}

/// The blocks of a chapter that are Prolog.
fn prolog_blocks(text: &str) -> Vec<&str> {
    let blocks = text.split("```prolog\n").skip(1);
    blocks
        .map(|rest| rest.split("```").next().expect("a block has an end"))
        .collect()
}

/// Clauses without the comments beside them, one paragraph each.
fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with('%'));
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

#[test]
fn the_chapter_on_logic_shows_what_is_exported() {
    let text = Shipped::named("advice-and-logic")
        .expect("the chapter is shipped")
        .text;
    let program = without_comments(&exported("advice-and-logic"));
    let blocks = prolog_blocks(text);
    // The first block is the player of two lines, which has a test of its own.
    assert!(blocks.len() > 5);
    for paragraph in blocks.iter().skip(1).flat_map(|block| block.split("\n\n")) {
        assert!(program.contains(paragraph.trim_end()), "{paragraph}");
    }
    let answers = run(
        &[&exported("advice-and-logic"), ASK],
        "8/8/8/3k4/8/8/1R6/K7 w - -\n",
    );
    assert_eq!(answers, ["1/1 squeeze [b2b3-[]]"]);
}

/// It wins where the digital sum says so, and its move makes the sum nought.
#[test]
fn the_player_of_two_lines_plays_nim() {
    let text = Shipped::named("advice-and-logic")
        .expect("the chapter is shipped")
        .text;
    let player = prolog_blocks(text)[0];
    let ask = ":- initialization(main, main).
        main :- forall(( member(A, [0, 1, 2, 3]), member(B, [0, 1, 2]), member(C, [0, 1, 2]) ), answer([A, B, C])).
        answer(X) :- ( s(X, Y) -> true ; Y = none ), format(\"~w ~w~n\", [X, Y]).";
    let answers = run(&[player, ask], "");
    assert_eq!(answers.len(), 36);
    for answer in answers {
        let (heaps, after) = answer.split_once(' ').expect("two words");
        let sum = |text: &str| {
            let heaps = text.trim_matches(['[', ']']).split(',');
            heaps.fold(0, |sum, heap| sum ^ heap.parse::<u32>().expect("a heap"))
        };
        match after {
            "none" => assert_eq!(sum(heaps), 0, "{answer}"),
            _ => assert!(sum(heaps) != 0 && sum(after) == 0, "{answer}"),
        }
    }
}

/// Whoever types every way a king could go, again and again, makes some legal move each time.
#[test]
fn a_whole_game_is_played_from_the_keyboard() {
    let squares = || Square::ALL.into_iter();
    let steps = squares().flat_map(|from| {
        let near = squares().filter(move |to| from.distance(*to) == 1);
        near.map(move |to| format!("{from}{to}\n"))
    });
    let steps: String = steps.collect();
    let game =
        ":- initialization(main, main).\nmain :- play_game(\"8/8/8/3k4/8/8/1R6/K7 w - -\").\n";
    let said = run(&[&exported("krk"), game], &steps.repeat(33));
    let told: Vec<&str> = said
        .iter()
        .map(|line| line.trim_start_matches("their move: "))
        .filter(|line| !line.starts_with("That is no move"))
        .collect();
    let (end, moves) = told.split_last().expect("a game");
    assert_eq!(*end, "The game is over: checkmate.");
    // The chapter promises 32 moves.
    assert!(moves.len() <= 32, "{moves:?}");
    let is_told = |line: &&str| line.contains("  rule 1/") || line.ends_with("  as planned");
    assert!(moves.iter().all(is_told), "{moves:?}");
    assert!(moves[0].starts_with("b2b"), "{moves:?}");
}
