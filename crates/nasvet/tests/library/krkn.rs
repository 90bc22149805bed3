//! The chapter on the rook against the knight, held against the tables.
//!
//! In a part of all won positions: how many wins its move keeps, by piece; whether the pieces that look two, three and
//! four moves ahead are played exactly where the tables need as many moves; how many positions it looks at; and whether
//! it wins against an opponent who takes a draw where there is one and else resists as long as he can. In a part of the
//! others: whether it waits without leaving the rook to a fork or its king to a mate. With `NASVET_DEEP=1` in the
//! environment the parts are larger.

#![allow(clippy::print_stderr)]

use std::collections::BTreeMap;
use std::sync::Arc;

use chess::{Board, Chess, Small};
use code::compile;
use domain::{Rules, Side, Watch};
use lang::checked::Program;
use rayon::prelude::*;
use search::{Engine, Options};
use shakmaty::{Move, Role};
use testing::{Ending, chapter, is_deep};
use verify::EndgameTables;

use crate::knight;
use crate::knight::lasts;

/// The chapter looks at no more positions than this for a move, in all its searches together.
const MOST_NODES: u64 = 400_000;

/// Games are given up after so many moves.
const MOST_MOVES: usize = 60;

const OPTIONS: Options = Options {
    cache: true,
    shortest_first: false,
};

/// The pieces that see the win, and the plies that it takes until the knight falls or there is mate.
const SEES: [(&str, u16); 4] = [
    ("take_knight", 1),
    ("win_in(2)", 3),
    ("win_in(3)", 5),
    ("win_in(4)", 7),
];

fn krkn() -> Arc<Program> {
    chapter("krkn")
}

/// A part of the positions with us to move that are won, with the plies they last.
fn won_part(tables: &EndgameTables, step: usize) -> Vec<(u16, Small)> {
    let ending = Ending::of(&krkn().header).expect("an ending of four men");
    // Odd numbers have them to move; a prime step meets every square.
    let numbers = (0..ending.n_numbers()).step_by(2 * step);
    numbers
        .filter_map(|number| ending.position(number))
        .filter(|position| !position.moves().is_empty())
        .filter_map(|position| Some((lasts(tables, &position, Side::Them)?, position)))
        .collect()
}

/// What is played in a position, by which piece, and how many positions were looked at.
fn asked(program: &Arc<Program>, engine: &mut Engine<Chess<Small>>, position: &Small) -> Asked {
    let advised = engine.advise(position, &Watch::nodes(MOST_NODES));
    let nodes = advised.nodes();
    let (piece, tree) = advised.chosen.expect("there is always advice");
    Asked {
        piece: program.piece(piece).name.clone(),
        m: tree.first_move().expect("a tree that is played has a move"),
        nodes,
    }
}

struct Asked {
    piece: String,
    m: Move,
    nodes: u64,
}

#[test]
fn nearly_every_win_is_kept_and_a_win_in_four_moves_always() {
    let (chess, program, tables) = (Chess::<Small>::new(), krkn(), knight::tables("KRKN"));
    let compiled = compile(&chess, &program);
    let positions = won_part(&tables, if is_deep() { 499 } else { 9_973 });
    let answers: Vec<(u16, bool, Asked)> = positions
        .par_chunks(16)
        .flat_map_iter(|positions| {
            let mut engine = Engine::new(&compiled, OPTIONS);
            let answers = positions.iter().map(|(plies, position)| {
                let asked = asked(&program, &mut engine, position);
                let is_kept = lasts(&tables, &chess.play(position, asked.m), Side::Them).is_some();
                (*plies, is_kept, asked)
            });
            answers.collect::<Vec<_>>()
        })
        .collect();
    // By piece: how often it is played, and how often it gives a win away.
    let mut pieces: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (plies, is_kept, asked) in &answers {
        let count = pieces.entry(&asked.piece).or_default();
        *count = (count.0 + 1, count.1 + usize::from(!is_kept));
        let seen = SEES.iter().find(|(piece, _)| *piece == asked.piece);
        let expected = SEES.iter().find(|(_, sees)| sees == plies);
        assert_eq!(seen, expected, "a win that lasts {plies} plies");
        assert!(*is_kept || seen.is_none(), "{}", asked.piece);
    }
    let n_kept = answers.iter().filter(|(_, is_kept, _)| *is_kept).count();
    let kept = 100.0 * n_kept as f64 / answers.len() as f64;
    let nodes = answers.iter().map(|(_, _, asked)| asked.nodes);
    let (sum, most) = nodes.fold((0, 0), |(sum, most), n| (sum + n, u64::max(most, n)));
    eprintln!(
        "{} won positions, {kept:.3} % kept; nodes: mean {}, most {most}; played and given away by piece: {pieces:?}",
        answers.len(),
        sum / answers.len() as u64,
    );
    assert!(kept >= 98.0, "only {kept:.3} %");
    assert!(most < MOST_NODES, "{most}");
}

/// Against an opponent with tables: he draws where he can, and else resists as long as he can.
#[test]
fn an_opponent_with_tables_is_mostly_beaten() {
    let (chess, program, tables) = (Chess::<Small>::new(), krkn(), knight::tables("KRKN"));
    let compiled = compile(&chess, &program);
    let starts = won_part(&tables, if is_deep() { 4_999 } else { 39_989 });
    let games: Vec<bool> = starts
        .par_iter()
        .map(|(_, start)| {
            let mut engine = Engine::new(&compiled, OPTIONS);
            let mut position = *start;
            for _ in 0..MOST_MOVES {
                let asked = asked(&program, &mut engine, &position);
                let after = chess.play(&position, asked.m);
                match lasts(&tables, &after, Side::Them) {
                    None => return false,
                    Some(0) => return true,
                    Some(_) => {}
                }
                let replies = chess.legal_moves(&after).into_iter();
                let replies = replies.map(|reply| chess.play(&after, reply));
                position = replies
                    .max_by_key(|reply| lasts(&tables, reply, Side::Them))
                    .expect("a position that lasts has a reply");
            }
            false
        })
        .collect();
    let n_won = games.iter().filter(|is_won| **is_won).count();
    let share = 100.0 * n_won as f64 / games.len() as f64;
    eprintln!("{n_won} of {} games won, {share:.1} %", games.len());
    assert!(share >= 85.0, "only {share:.1} %");
}

/// Can the rook be kept for a move, by the rules alone: is there a move after which nobody can take it?
fn can_keep_rook(chess: &Chess<Small>, position: &Small) -> bool {
    let next = |position: &Small| -> Vec<Small> {
        let moves = chess.legal_moves(position).into_iter();
        moves.map(|m| chess.play(position, m)).collect()
    };
    let has_rook = |position: &Small| position.men(Side::Us, Role::Rook).any();
    has_rook(position)
        && next(position)
            .iter()
            .any(|after| next(after).iter().all(has_rook))
}

/// Does a move leave them replies, after each of which the rook can be kept? Then nobody is mated or stalemated either.
fn is_no_blunder(chess: &Chess<Small>, position: &Small, m: Move) -> bool {
    let after = chess.play(position, m);
    let replies = chess.legal_moves(&after);
    let mut next = replies.iter().map(|reply| chess.play(&after, *reply));
    !replies.is_empty() && next.all(|position| can_keep_rook(chess, &position))
}

/// Where nothing can be won, a fork must not win the rook either, nor the knight mate, unless it is too late.
#[test]
fn a_drawn_position_is_pressed_without_a_blunder() {
    let (chess, program, tables) = (Chess::<Small>::new(), krkn(), knight::tables("KRKN"));
    let compiled = compile(&chess, &program);
    let ending = Ending::of(&program.header).expect("an ending of four men");
    let step = 2 * if is_deep() { 499 } else { 29_989 };
    let drawn: Vec<Small> = (0..ending.n_numbers())
        .step_by(step)
        .filter_map(|number| ending.position(number))
        .filter(|position| {
            !position.moves().is_empty() && lasts(&tables, position, Side::Them).is_none()
        })
        .collect();
    let n_pressed: usize = drawn
        .par_iter()
        .map(|position| {
            let mut engine = Engine::new(&compiled, OPTIONS);
            let asked = asked(&program, &mut engine, position);
            let is_pressed = asked.piece == "press";
            let is_late = ["keep_rook", "play_on"].contains(&asked.piece.as_str());
            let mut moves = chess.legal_moves(position).into_iter();
            if is_pressed {
                assert!(is_no_blunder(&chess, position, asked.m), "{position:?}");
            }
            if is_late {
                assert!(
                    !moves.any(|m| is_no_blunder(&chess, position, m)),
                    "{position:?}"
                );
            }
            usize::from(is_pressed)
        })
        .sum();
    eprintln!("{} drawn positions, {n_pressed} pressed", drawn.len());
    assert!(n_pressed > 100, "{n_pressed}");
}
