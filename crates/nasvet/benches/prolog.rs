//! How much faster than Prolog: van Emden's table on 5,000 positions of king and rook against king, one core.
//!
//! Ours against two programs under `swipl -O`: the chapter as `nasvet export` writes it, and the listing of the paper.
//! All three must play the same moves. Run with `cargo bench --bench prolog`; it needs SWI-Prolog.

#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

#[expect(dead_code, reason = "a bench needs a part of it")]
#[path = "../tests/prolog/swipl/mod.rs"]
mod swipl;

use chess::{Board, Chess, PlacedPiece, Small};
use code::compile;
use domain::{BySide, Rules, Side, Watch};
use search::{Engine, Options};
use shakmaty::{Role, Square};

const N_POSITIONS: usize = 5_000;
const TIME: &str = include_str!("prolog/time.pl");
const LISTING: &str = include_str!("prolog/van-emden.pl");
const OF_LISTING: &str = include_str!("prolog/listing.pl");
const OF_EXPORTED: &str = include_str!("prolog/exported.pl");

/// What one program needed, and what it played: the squares of our men after each move.
struct Measured {
    name: &'static str,
    seconds: f64,
    nodes: u64,
    played: Vec<String>,
}

fn main() {
    let positions = positions();
    let input: String = positions
        .iter()
        .map(|position| {
            let enemy = numbers(man(position, Side::Them, Role::King));
            format!("{} {enemy}\n", ours_after(position))
        })
        .collect();
    let exported = swipl::exported("krk-van-emden");
    println!("van Emden's table, {} positions, one core", positions.len());
    let engine = ours(&positions);
    let programs: [(&str, &[&str]); 2] = [
        ("exported", &[&exported, OF_EXPORTED, TIME]),
        ("listing", &[LISTING, OF_LISTING, TIME]),
    ];
    show(&engine);
    for (name, texts) in programs {
        let program = under_prolog(name, texts, &input);
        let mut pairs = program.played.iter().zip(&engine.played);
        let differs = pairs.position(|(theirs, ours)| theirs != ours);
        assert_eq!(differs, None, "the {name} program plays otherwise");
        assert_eq!(program.played.len(), positions.len(), "{name}");
        show(&program);
        let times = program.seconds / engine.seconds;
        println!("          ours is {times:.0} times faster");
    }
}

fn show(program: &Measured) {
    println!(
        "{:<9} {:>9.2} µs a move  {:>8} nodes  {:>9.0} nodes/s",
        program.name,
        1e6 * program.seconds / program.played.len() as f64,
        program.nodes,
        program.nodes as f64 / program.seconds
    );
}

/// The seconds that this thread has had a processor, as Linux counts them; Prolog counts the same of itself.
fn processor_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")
        .expect("the bench runs under Linux, which keeps this file");
    let nanoseconds = text
        .split_whitespace()
        .next()
        .and_then(|n| n.parse::<f64>().ok());
    nanoseconds.expect("the first number is nanoseconds") / 1e9
}

/// Every so-manieth position with us to move.
fn positions() -> Vec<Small> {
    let mut all = Vec::new();
    for us in Square::ALL {
        for them in Square::ALL {
            for square in Square::ALL {
                let rook = [PlacedPiece {
                    side: Side::Us,
                    role: Role::Rook,
                    square,
                }];
                all.extend(Small::new(Side::Us, BySide { us, them }, &rook, None));
            }
        }
    }
    let stride = all.len() / N_POSITIONS;
    all.into_iter().step_by(stride).take(N_POSITIONS).collect()
}

/// The engine, without a cache: it counts and looks at the same positions as the definition says.
fn ours(positions: &[Small]) -> Measured {
    let program = testing::chapter("krk-van-emden");
    let chess = Chess::<Small>::new();
    let compiled = compile(&chess, &program);
    let mut engine = Engine::new(&compiled, Options::default());
    let mut measured = Measured {
        name: "ours",
        seconds: f64::MAX,
        nodes: 0,
        played: Vec::new(),
    };
    // The quickest of some rounds is the one that was disturbed least.
    for _ in 0..10 {
        let start = processor_seconds();
        let advised: Vec<_> = positions
            .iter()
            .map(|position| {
                let advised = engine.advise(position, &Watch::nodes(1_000_000));
                let (_, tree) = advised.chosen.as_ref().expect("every position has advice");
                let m = tree.first_move().expect("it is our move");
                (advised.nodes(), m)
            })
            .collect();
        measured.seconds = measured.seconds.min(processor_seconds() - start);
        measured.nodes = advised.iter().map(|(nodes, _)| nodes).sum();
        measured.played = positions
            .iter()
            .zip(&advised)
            .map(|(position, (_, m))| ours_after(&chess.play(position, *m)))
            .collect();
    }
    measured
}

fn under_prolog(name: &'static str, programs: &[&str], input: &str) -> Measured {
    let mut lines = swipl::run(programs, input).into_iter();
    let mut next = || lines.next().expect("the figures come first");
    let nodes = next().parse().expect("the number of nodes");
    let seconds = next().parse().expect("the seconds");
    Measured {
        name,
        seconds,
        nodes,
        played: lines.collect(),
    }
}

/// The squares of our king and rook, as Prolog has them.
fn ours_after(position: &Small) -> String {
    let king = numbers(man(position, Side::Us, Role::King));
    format!("{king} {}", numbers(man(position, Side::Us, Role::Rook)))
}

fn man(position: &Small, side: Side, role: Role) -> Square {
    let squares = position.men(side, role);
    squares.first().expect("the man is there")
}

fn numbers(square: Square) -> String {
    format!(
        "{} {}",
        square.file().to_u32() + 1,
        square.rank().to_u32() + 1
    )
}
