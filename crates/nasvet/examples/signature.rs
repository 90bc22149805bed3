//! The signature of the search: how many positions it counts over a fixed suite.
//!
//! For every shipped chapter with a table, positions taken at a fixed stride from its whole ending (for Nim, small
//! heaps). The figures change when the search, a chapter or the order of moves changes, and for no other reason.

#![expect(clippy::print_stdout, reason = "it prints its figures")]

use std::sync::Arc;

use chess::{Chess, PlacedPiece, Small};
use code::compile;
use domain::{BySide, Domain, Man, Rules, Side, Watch};
use games::Nim;
use lang::checked::Program;
use nasvet::{Games, SHIPPED, Shelf, check_source};
use search::{Engine, Options};
use shakmaty::{Role, Square};

/// One position in so many.
const STRIDE: usize = 97;

fn main() {
    let games = Games::new();
    let mut total = 0;
    for shipped in SHIPPED {
        let program = check_source(shipped.source(), &games, &Shelf::shipped()).program;
        let Some(program) = program.filter(|program| !program.tables.is_empty()) else {
            continue;
        };
        let (positions, nodes) = if program.game == "nim" {
            count(&Nim, &program, &nim_positions())
        } else {
            count(&Chess::<Small>::new(), &program, &chess_positions(&program))
        };
        println!(
            "{:<16} {positions:>8} positions {nodes:>12} nodes",
            shipped.name
        );
        total += nodes;
    }
    println!("Signature: {total}");
}

fn count<D: Domain>(domain: &D, program: &Arc<Program>, positions: &[D::Position]) -> (usize, u64) {
    let compiled = compile(domain, program);
    // With the cache, because the chapter on pawns looks far ahead.
    let options = Options {
        cache: true,
        ..Options::default()
    };
    let mut engine = Engine::new(&compiled, options);
    let limits = &Watch::nodes(1_000_000);
    let nodes = positions
        .iter()
        .map(|position| engine.advise(position, limits).nodes())
        .sum();
    (positions.len(), nodes)
}

/// Up to three heaps of up to four matches.
fn nim_positions() -> Vec<<Nim as Rules>::Position> {
    let sizes = || 0..=4u64;
    let heaps =
        sizes().flat_map(|a| sizes().flat_map(move |b| sizes().map(move |c| vec![a, b, c])));
    heaps
        .map(|heaps| games::nim::NimPosition {
            heaps,
            turn: Side::Us,
        })
        .collect()
}

/// The positions of a three-man ending with us to move, one in [`STRIDE`].
fn chess_positions(program: &Arc<Program>) -> Vec<Small> {
    let roles = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
    ];
    let header = &program.header;
    let third = roles.into_iter().zip(1..).find_map(|(role, man)| {
        let side = Side::BOTH
            .into_iter()
            .find(|side| header.starts_with_one(*side, Man(man)))?;
        Some((side, role))
    });
    let Some((side, role)) = third else {
        return Vec::new();
    };
    let mut positions = Vec::new();
    for us in Square::ALL {
        for them in Square::ALL {
            for square in Square::ALL {
                let man = [PlacedPiece { side, role, square }];
                positions.extend(Small::new(Side::Us, BySide { us, them }, &man, None));
            }
        }
    }
    positions.into_iter().step_by(STRIDE).collect()
}
