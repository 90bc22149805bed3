//! How fast the small board is, beside shakmaty's, in one run: every KRKN position, its moves, and what follows them.
//!
//! `cargo run --release -p nasvet-chess --example speed`

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use domain::{BySide, Side};
use nasvet_chess::{Convert, PlacedPiece, Small};
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Position, Role, Setup, Square};

fn main() {
    let squares = || Square::ALL.into_iter().step_by(3);
    let mut raw = Vec::new();
    for turn in Side::BOTH {
        for our_king in squares() {
            for their_king in Square::ALL {
                for rook in squares() {
                    for knight in Square::ALL {
                        raw.push((turn, [our_king, their_king, rook, knight]));
                    }
                }
            }
        }
    }
    println!(
        "{} placements of KRKN, every third square for our pieces",
        raw.len()
    );

    let (small_time, smalls) = timed(|| {
        raw.iter()
            .filter_map(|&(turn, at)| build_small(turn, at))
            .collect()
    });
    let (full_time, fulls) = timed(|| {
        raw.iter()
            .filter_map(|&(turn, at)| build_shakmaty(turn, at))
            .collect()
    });
    let smalls: Vec<Small> = smalls;
    let fulls: Vec<Chess> = fulls;
    assert!(smalls.len() == fulls.len());
    report("build and check", raw.len(), small_time, full_time);

    let (small_time, small_moves) =
        timed(|| smalls.iter().map(|small| count(*small)).sum::<usize>());
    let (full_time, full_moves) = timed(|| {
        fulls
            .iter()
            .map(|full| full.legal_moves().len())
            .sum::<usize>()
    });
    assert_eq!(small_moves, full_moves);
    report(
        "count moves, per position",
        smalls.len(),
        small_time,
        full_time,
    );

    let (small_time, n_visited) = timed(|| {
        let mut n_visited = 0;
        for small in &smalls {
            let _ = small.visit_next(|_, next| {
                black_box(next);
                n_visited += 1;
                ControlFlow::Continue(())
            });
        }
        n_visited
    });
    let (full_time, _) = timed(|| {
        for full in &fulls {
            for m in full.legal_moves() {
                let mut next = full.clone();
                next.play_unchecked(m);
                black_box(next);
            }
        }
    });
    report("visit, per move", n_visited, small_time, full_time);

    let first: Vec<Small> = smalls.iter().copied().step_by(97).collect();
    let (small_time, n_small) = timed(|| {
        first
            .iter()
            .map(|small| perft_small(*small, 3))
            .sum::<usize>()
    });
    let (full_time, n_full) = timed(|| {
        first
            .iter()
            .map(|small| perft(small.to_full().as_chess(), 3))
            .sum::<usize>()
    });
    assert_eq!(n_small, n_full);
    report("perft 3, per leaf", n_small, small_time, full_time);
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed(), result)
}

fn report(what: &str, n: usize, small: Duration, full: Duration) {
    let each = |time: Duration| time.as_secs_f64() * 1e9 / n as f64;
    let ratio = full.as_secs_f64() / small.as_secs_f64();
    println!(
        "{what:25} {n:>10}: small {:6.1} ns, shakmaty {:6.1} ns, ratio {ratio:.1}",
        each(small),
        each(full)
    );
}

fn build_small(turn: Side, [our_king, their_king, rook, knight]: [Square; 4]) -> Option<Small> {
    let others = [
        PlacedPiece {
            side: Side::Us,
            role: Role::Rook,
            square: rook,
        },
        PlacedPiece {
            side: Side::Them,
            role: Role::Knight,
            square: knight,
        },
    ];
    Small::new(
        turn,
        BySide {
            us: our_king,
            them: their_king,
        },
        &others,
        None,
    )
}

fn build_shakmaty(turn: Side, at: [Square; 4]) -> Option<Chess> {
    let [our_king, their_king, rook, knight] = at;
    let is_distinct = (0..4).all(|idx| !at[..idx].contains(&at[idx]));
    if !is_distinct {
        return None;
    }
    let mut setup = Setup::empty();
    setup.board.set_piece_at(our_king, Color::White.king());
    setup.board.set_piece_at(their_king, Color::Black.king());
    setup.board.set_piece_at(rook, Color::White.rook());
    setup.board.set_piece_at(knight, Color::Black.knight());
    setup.turn = if turn == Side::Us {
        Color::White
    } else {
        Color::Black
    };
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

fn count(small: Small) -> usize {
    let mut n_moves = 0;
    let _ = small.visit(|_| {
        n_moves += 1;
        ControlFlow::Continue(())
    });
    n_moves
}

fn perft_small(small: Small, depth: u32) -> usize {
    if depth == 0 {
        return 1;
    }
    let mut n_leaves = 0;
    let _ = small.visit_next(|_, next| {
        n_leaves += perft_small(next, depth - 1);
        ControlFlow::Continue(())
    });
    n_leaves
}

fn perft(chess: &Chess, depth: u32) -> usize {
    if depth == 0 {
        return 1;
    }
    let after = |m| {
        let mut next = chess.clone();
        next.play_unchecked(m);
        perft(&next, depth - 1)
    };
    chess.legal_moves().into_iter().map(after).sum()
}
