//! The chapters on king and queen, rook or pawn against king, played from every position against every reply.
//!
//! Queen and rook are played to mate from every position. For the pawn this takes longer, and is done with
//! `NASVET_DEEP=1` in the environment; otherwise a part of the positions is asked about, and the move is held against
//! what shows at once: no advice, stalemate, the man lost, a win given away. The lone king is asked for one move in every
//! position that he can hold, and in a part of the others.

#![allow(clippy::print_stderr)]

use chess::{Chess, Small};
use code::compile;
use domain::{Notation, Side, Watch};
use search::{Engine, Options};
use testing::{chapter, is_deep};

use crate::play;
use crate::play::truth::Truth;
use crate::play::{Fate, HandOver, Third, play};

/// Every position if one looks deep, else every n-th.
fn stride(n: usize) -> usize {
    if is_deep() { 1 } else { n }
}

/// Plays a chapter that promises mate from every position, and tells how it went.
fn mates(name: &'static str, third: Third, n_positions: usize, longest: u16) {
    let played = play(name, third, Side::Us, 1, HandOver::default());
    played.report(|_| true);
    let bad = played.keys(|fate| !matches!(fate, Fate::Mates(_)));
    assert!(
        bad.is_empty(),
        "{} positions, first {}",
        bad.len(),
        played.fen(bad[0])
    );
    assert_eq!(played.n_positions(), n_positions);
    assert_eq!(played.longest().0, longest);
}

#[test]
fn the_rook_mates() {
    mates("krk", Third::Rook, 175_168, 32);
}

#[test]
fn the_queen_mates() {
    mates("kqk", Third::Queen, 144_508, 22);
}

/// The first chapter always has advice, never stalemates and never loses the queen. It may circle where it plans
/// anew, as it says itself. All positions take more than a minute, so a plain run asks about a part of them.
#[test]
fn the_first_advice_keeps_the_queen() {
    let played = play(
        "first-advice",
        Third::Queen,
        Side::Us,
        stride(97),
        HandOver::default(),
    );
    let bad = played.keys(|fate| !matches!(fate, Fate::Mates(_) | Fate::Circles));
    assert!(
        bad.is_empty(),
        "{} positions, first {}",
        bad.len(),
        played.fen(bad[0])
    );
}

#[test]
fn the_truth_about_the_pawn_is_known() {
    let truth = Truth::new();
    let count = |won: &[bool]| won.iter().filter(|won| **won).count();
    assert_eq!(count(&truth.pawn_to_move), 124_960);
    assert_eq!(count(&truth.king_to_move), 97_604);
}

#[test]
fn the_pawn_keeps_every_win() {
    let (truth, stride) = (Truth::new(), stride(97));
    let is_won = |key: usize| truth.pawn_to_move[key];
    if stride > 1 {
        let hand_over = HandOver {
            truth: Some(&truth),
            ..HandOver::default()
        };
        let played = play("kpk", Third::Pawn, Side::Us, stride, hand_over);
        let bad = played.keys(|fate| !matches!(fate, Fate::Mates(_) | Fate::Circles));
        let bad: Vec<usize> = bad.into_iter().filter(|key| is_won(*key)).collect();
        assert!(
            bad.is_empty(),
            "{} positions, first {}",
            bad.len(),
            played.fen(bad[0])
        );
        return;
    }
    let queen = play("kqk", Third::Queen, Side::Us, 1, HandOver::default());
    let rook = play("krk", Third::Rook, Side::Us, 1, HandOver::default());
    let hand_over = HandOver {
        truth: Some(&truth),
        queen: Some(&queen),
        rook: Some(&rook),
    };
    let played = play("kpk", Third::Pawn, Side::Us, 1, hand_over);
    played.report(is_won);
    let bad = played.keys(|fate| !matches!(fate, Fate::Mates(_)));
    let bad: Vec<usize> = bad.into_iter().filter(|key| is_won(*key)).collect();
    assert!(
        bad.is_empty(),
        "{} positions, first {}",
        bad.len(),
        played.fen(bad[0])
    );
}

#[test]
fn the_lone_king_keeps_every_draw() {
    // Without a cache, as a reader asks, it takes longer.
    let options = Options {
        cache: stride(2) > 1,
        shortest_first: false,
    };
    let defended = play::defend("kpk-defence", &Truth::new(), true, 1, options);
    eprintln!(
        "kpk-defence: most nodes {:?}, {:?}",
        defended.most_nodes, defended.by_piece
    );
    assert!(
        defended.silent.is_empty(),
        "{} positions, first {}",
        defended.silent.len(),
        defended.silent[0]
    );
    assert!(
        defended.thrown.is_empty(),
        "{} positions, first {:?}",
        defended.thrown.len(),
        defended.thrown[0]
    );
    // Eighteen more are stalemate already.
    assert_eq!((defended.n_positions, defended.n_asked), (70_402, 70_402));
    assert_eq!(defended.by_piece.get("resist"), None);
}

#[test]
fn the_lone_king_resists_where_he_is_lost() {
    let options = Options {
        cache: true,
        shortest_first: false,
    };
    let defended = play::defend("kpk-defence", &Truth::new(), false, stride(397), options);
    assert!(
        defended.silent.is_empty(),
        "{} positions, first {}",
        defended.silent.len(),
        defended.silent[0]
    );
    assert_eq!(defended.n_positions, 97_604);
    assert_eq!(defended.by_piece.get("resist"), Some(&defended.n_asked));
}

#[test]
fn the_figures_of_al2_come_from_the_chapter() {
    let (chess, program) = (Chess::<Small>::new(), chapter("kpk"));
    let compiled = compile(&chess, &program);
    let mut engine = Engine::new(&compiled, Options::default());
    let (position, view) = chess
        .read_position("5k2/8/8/8/8/2P5/8/3K4 w - -", &program.header)
        .expect("the position is legal");
    let advised = engine.advise(&position, &Watch::nodes(100_000));
    assert_eq!(advised.tried.len(), 2);
    assert_eq!(
        advised.tried[0].statistics.by_depth(),
        [1, 5, 1, 5, 1, 4, 1, 1]
    );
    assert_eq!(
        advised.tried[1].statistics.by_depth(),
        [3, 9, 6, 15, 10, 15]
    );
    let (_, tree) = advised.chosen.expect("a piece is satisfied");
    assert_eq!((tree.size(), tree.depth()), (31, 6));
    let m = tree.first_move().expect("a tree that is played has a move");
    assert_eq!(chess.write_move(&position, view, m), "Kc2");
}
