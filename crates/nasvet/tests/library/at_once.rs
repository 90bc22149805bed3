//! Our last moves decided all at once, against the same search that tries one after the other: a search that somebody
//! watches looks at each.
//!
//! Answers, trees and counts are the same, and so is the place where a budget ends, wherever that is.

use std::sync::Arc;

use chess::{AnyBoard, Chess, Small};
use code::compile;
use domain::{Domain, Notation, Watch};
use lang::Form;
use lang::checked::{PieceId, Program};
use search::{Engine, Options, Searched};
use testing::{Ending, chapters_about, program};

const LIMIT: u64 = 3_000;

/// Searches with at most this many positions are stopped at each of them.
const FEW: u64 = 60;

/// Pieces with all forms that goals may take, about men that come and go.
const GOALS: &str = r#"
endgame "Goals for a test"
us K R
them K P
convention van_emden

let king  = our.king
let rook  = our.rook
let enemy = their.king

def near  = if distance(king, rook) < 3 then distance(king, rook) else 9
def apart = distance(king, enemy) * distance(king, enemy)
def box   = if apart > 4 then apart else 100

moves quiet_rook = rook moves that not after.stalemate by largest length going north, south, east, west
moves loud       = rook moves that check, then quiet_rook, then king moves
moves steps      = king moves that not after.stalemate going north, south, east, west, northeast

advice nearer {
  better   them_to_move and distance(king, enemy) < before.distance(king, enemy)
  holding  not (them_to_move and adjacent(enemy, rook))
  us       steps
  within   2 moves
}

advice one_of_many {
  better   them_to_move and (near < before.near or box < before.box or rook = before.rook and file(king) = file(rook))
  holding  rook != e4
  us       loud
  within   2 moves
}

advice aligned {
  better   them_to_move and between(file(king), file(rook), file(enemy)) and not (rank(rook) = 3)
  us       quiet_rook, then steps
  within   3 moves
}

advice mate {
  better   them_to_move and mate
  us       loud
  within   2 moves
}

advice pawn_stopped {
  better   them_to_move and count(their.pawns) = 0
  us       king moves then rook moves
  within   1 move
}
"#;

/// More of them, where their king is alone: then whole searches are made by sets. Lists repeat men, and choose by sets of
/// all kinds.
const LONE_GOALS: &str = r#"
def lowest  = min(rank(king), rank(enemy))
def highest = max(rank(king), rank(enemy))
def column  = box(square(file(rook), lowest), square(file(rook), highest))
def row     = box(square(min(file(king), file(enemy)), rank(rook)), square(file(rook), rank(rook)))
def corner(n) = box(a1, square(n, n))
def beyond  = box(rook, square(file(rook) + 3, rank(rook)))

moves chosen       = rook moves that to in column union row and not after.stalemate by length
moves avoided      = rook moves that to not in column union row going east, west
moves in_corner(n) = rook moves that to in corner(n) going north, south, east, west
moves far          = rook moves that to in beyond going east
moves mixed        = chosen that check, then steps, then far, then chosen, then in_corner(4), then in_corner(6),
    then avoided, then king moves

advice mixed_mate {
  better   them_to_move and mate
  holding  not (them_to_move and adjacent(enemy, rook) and not adjacent(king, rook))
  us       mixed
  within   2 moves
}

advice mixed_room {
  better   them_to_move and room < before.room and root.apart > 2 and apart > 2
  holding  not (them_to_move and adjacent(enemy, rook))
  us       mixed
  within   3 moves
}

advice careless {
  better   them_to_move and distance(king, enemy) = 2 and file(king) = file(enemy)
  us       mixed
  within   3 moves
}

advice turn_back {
  better   them_to_move and rook = before.rook and near < before.near
  holding  rook != e4 or not_yet
  us       steps then chosen
  within   2 moves
}

def not_yet = distance(before.rook, rook) > 1
"#;

fn same<M: Copy + Eq + std::fmt::Debug>(a: &Searched<M>, b: &Searched<M>, told: &str) {
    assert_eq!(a.answer, b.answer, "{told}");
    assert_eq!(a.statistics, b.statistics, "{told}");
    assert_eq!(a.nested_nodes, b.nested_nodes, "{told}");
}

/// Compares the two in some positions: how many questions were stopped in their midst.
fn compare<D: Domain>(
    domain: &D,
    program: &Arc<Program>,
    positions: impl Iterator<Item = D::Position>,
) -> usize {
    let compiled = compile(domain, program);
    let mut at_once = Engine::new(&compiled, Options::default());
    let mut watched = Engine::new(&compiled, Options::default());
    watched.start_trace();
    let mut n_stopped = 0;
    for position in positions {
        for piece in (0..program.pieces.len() as u32).map(PieceId) {
            let name = &program.piece(piece).name;
            let mut ask = |limit: u64| {
                let watch = Watch::nodes(limit);
                let told = format!("{name} in {position:?}, at most {limit}");
                let one = at_once.prove(piece, &position, &watch);
                same(&one, &watched.prove(piece, &position, &watch), &told);
                watched.take_trace();
                let without = at_once.decide(piece, &position, &watch);
                assert_eq!(without.statistics, one.statistics, "{told}");
                one.statistics.nodes() + one.nested_nodes
            };
            let n_nodes = ask(LIMIT);
            if n_nodes <= FEW {
                for limit in 0..=n_nodes {
                    ask(limit);
                    n_stopped += 1;
                }
            }
        }
    }
    n_stopped
}

#[test]
fn in_every_chapter_all_moves_at_once_are_one_after_the_other() {
    let chess = Chess::<Small>::new();
    let mut n_stopped = 0;
    for (_, program) in chapters_about("chess") {
        if let Some(ending) = Ending::of(&program.header) {
            let positions = ending.sample(ending.n_numbers() / 61);
            n_stopped += compare(&chess, &program, positions);
        }
    }
    assert!(n_stopped > 1_000, "{n_stopped}");
}

#[test]
fn every_form_of_a_goal_is_the_same_at_once() {
    let program = program(Form::Plain, GOALS);
    let chess = Chess::<Small>::new();
    let ending = Ending::of(&program.header).expect("four men");
    let positions = ending.sample(ending.n_numbers() / 1_499);
    assert!(compare(&chess, &program, positions) > 10_000);
}

#[test]
fn a_search_by_sets_is_the_same_as_one_by_moves() {
    let others = [
        ("them K P", "them K"),
        ("count(their.pawns) = 0", "distance(king, rook) = 1"),
        ("box", "room"),
    ];
    let change = |text: String, (old, new): (&str, &str)| text.replace(old, new);
    let goals = others.into_iter().fold(GOALS.to_owned(), change);
    let program = program(Form::Plain, &format!("{goals}{LONE_GOALS}"));
    let chess = Chess::<Small>::new();
    let ending = Ending::of(&program.header).expect("three men");
    let positions = ending.sample(ending.n_numbers() / 499);
    assert!(compare(&chess, &program, positions) > 10_000);
}

#[test]
fn large_boards_and_men_of_one_kind_are_the_same_at_once() {
    let chess = Chess::<AnyBoard>::new();
    let text = GOALS.replace("us K R\nthem K P", "us any\nthem any");
    let program = program(Form::Plain, &text);
    let positions = [
        "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "8/P7/8/8/2k5/8/R7/K7 w - - 0 1",
        "8/8/8/2pP4/2k5/8/R7/K7 w - c6 0 1",
        "8/8/4k3/8/8/1R6/2R5/K7 w - - 0 1",
        "8/8/8/8/1pk5/1R6/8/K7 w - - 0 1",
        "7k/5K2/8/6R1/8/8/8/8 w - - 0 1",
    ];
    let header = &program.header;
    let positions = positions.iter().map(|text| {
        let read = chess.read_position(text, header);
        read.expect("the text is well formed").0
    });
    compare(&chess, &program, positions);
}
