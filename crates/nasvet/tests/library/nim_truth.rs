//! Nim, where the truth is a formula: the engine against Bouton's rule and against van Emden's figure.

#![allow(clippy::print_stderr)]

use std::sync::Arc;

use code::compile;
use domain::{Header, Notation, Rules, Side, Watch};
use games::nim::{Nim, NimPosition};
use lang::checked::{PieceId, Program};
use lang::reference::Budget;
use proof::{Finding, Subject, Verdict, show};
use search::{Answer, Engine, Options};
use testing::{Numbers, chapter};

fn nim() -> Arc<Program> {
    chapter("nim")
}

fn piece(program: &Arc<Program>, name: &str) -> PieceId {
    program
        .piece_named(name)
        .expect("the chapter has the piece")
}

fn position(text: &str) -> NimPosition {
    Nim.read_position(text, &Header::default())
        .expect("a Nim position")
        .0
}

fn digital_sum(position: &NimPosition) -> u64 {
    position.heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// Figure 2.1 of van Emden's paper is the first of these; the second follows from it by one more heap.
#[test]
fn the_forcing_trees_of_small_heaps_are_as_by_hand() {
    let program = nim();
    let compiled = compile(&Nim, &program);
    let check = |text: &str, expected: &str, counted: &[u64]| {
        for cache in [false, true] {
            let mut engine = Engine::new(
                &compiled,
                Options {
                    cache,
                    shortest_first: false,
                },
            );
            let (win, root) = (piece(&program, "win"), position(text));
            let searched = engine.prove(win, &root, &Watch::nodes(1_000));
            let Answer::Satisfied(tree) = searched.answer else {
                panic!("{text} is won")
            };
            assert_eq!(show(&Nim, &root, (), &tree, 100), expected, "{text}");
            if !cache {
                assert_eq!(searched.statistics.by_depth(), counted, "{text}");
            }
            let question = Subject {
                domain: &Nim,
                program: &program,
                piece: win,
                us: Side::Us,
                root: &root,
            };
            let finding = proof::check(question, &tree, Budget::steps(10_000));
            assert_eq!(finding, Finding::Sound, "{text}");
        }
    };
    check("2 1", "2→1  1→0    1→0 /\n     2:1→0  1→0 /\n", &[1, 2, 2]);
    // First 2→1 is tried: three replies, of which the first leaves two equal heaps, and both our moves there lose.
    check(
        "2 1 1",
        "2→0  1→0    1→0 /\n     3:1→0  1→0 /\n",
        &[2, 5, 4, 2],
    );
    check("1", "1→0 /\n", &[1]);
    check("1 1 them to move", "1→0    1→0 /\n2:1→0  1→0 /\n", &[2, 2]);
}

/// All positions of up to so many heaps of up to so many matches, with both sides to move.
fn positions(n_heaps: u32, matches: u64) -> impl Iterator<Item = NimPosition> {
    let sizes =
        (1..=n_heaps).flat_map(move |n| (0..(matches + 1).pow(n)).map(move |number| (n, number)));
    sizes.flat_map(move |(n, number)| {
        let heaps: Vec<u64> = (0..n)
            .map(|idx| number / (matches + 1).pow(idx) % (matches + 1))
            .collect();
        Side::BOTH.map(|turn| NimPosition {
            heaps: heaps.clone(),
            turn,
        })
    })
}

/// Whoever finds a digital sum of zero loses.
#[test]
fn the_search_agrees_with_the_digital_sum() {
    let program = nim();
    let compiled = compile(&Nim, &program);
    let mut engine = Engine::new(
        &compiled,
        Options {
            cache: true,
            shortest_first: false,
        },
    );
    let win = piece(&program, "win");
    let (mut n_positions, mut n_nodes) = (0, 0);
    for position in positions(4, 6) {
        let searched = engine.decide(win, &position, &Watch::nodes(1_000_000));
        let wins = (digital_sum(&position) != 0) == (position.turn == Side::Us);
        let expected = if wins {
            Verdict::Satisfied
        } else {
            Verdict::Refuted
        };
        assert_eq!(searched.answer.verdict(), Some(expected), "{position:?}");
        n_positions += 1;
        n_nodes += searched.statistics.nodes();
    }
    eprintln!("{n_positions} positions, {n_nodes} nodes");
}

#[test]
fn large_heaps_are_balanced_within_a_small_budget() {
    let program = nim();
    let compiled = compile(&Nim, &program);
    let mut engine = Engine::new(&compiled, Options::default());
    let mut numbers = Numbers(5);
    let mut n_balanced = 0;
    for _ in 0..200 {
        let heaps = (0..5).map(|_| 950 + numbers.below(100) as u64).collect();
        let position = NimPosition {
            heaps,
            turn: Side::Us,
        };
        if digital_sum(&position) == 0 {
            continue;
        }
        let advised = engine.advise(&position, &Watch::nodes(6_000));
        assert!(advised.nodes() <= 6_000, "{position:?}");
        let (chosen, tree) = advised
            .chosen
            .unwrap_or_else(|| panic!("{position:?}: {:?}", advised.stopped));
        assert_eq!(chosen, piece(&program, "balance"));
        let m = tree.first_move().expect("we move");
        assert_eq!(digital_sum(&Nim.play(&position, m)), 0, "{position:?}");
        n_balanced += 1;
    }
    assert!(n_balanced > 190);
}
