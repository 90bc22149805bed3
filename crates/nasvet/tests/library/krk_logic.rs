//! The two published logic programs for king and rook against king, as chapters, in every position.
//!
//! The numbers were found by running the original programs under SWI-Prolog and by following them against every reply;
//! none of them comes from this project.

#![allow(clippy::print_stderr)]

use std::collections::BTreeMap;

use chess::{Board, Chess, Small};
use code::compile;
use domain::{Notation, Rules, Side, Watch};
use search::{Engine, Options};
use shakmaty::Role;
use testing::chapter;

use crate::play::{Fate, HandOver, N_KEYS, Played, Third, key, play, positions};
use crate::twin;
use crate::twin::{Position, Turn, legal_positions, ourmove, tmoves};

/// How often each piece is played.
fn fired(played: &Played) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for piece in (0..N_KEYS).filter_map(|key| played.piece(key)) {
        *counts.entry(piece).or_default() += 1;
    }
    counts
}

/// The moves to mate on average, in hundredths, where there is a mate.
fn mean(played: &Played) -> u64 {
    let mates = played.fates.iter().flatten().filter_map(|fate| {
        if let Fate::Mates(n) = fate {
            Some(u64::from(*n))
        } else {
            None
        }
    });
    let (sum, n) = mates.fold((0, 0), |(sum, n), moves| (sum + moves, n + 1));
    (100 * sum + n / 2) / n
}

#[test]
fn without_memory_it_mates_from_every_position() {
    let played = play(
        "krk-memoryless",
        Third::Rook,
        Side::Us,
        1,
        HandOver::default(),
    );
    played.report(|_| true);
    assert_eq!(played.n_positions(), 175_168);
    let mates = played.keys(|fate| matches!(fate, Fate::Mates(_)));
    assert_eq!(mates.len(), 175_168);
    assert_eq!(played.longest().0, 33);
    assert_eq!(mean(&played), 1_812);
    let expected = [
        ("immediate_mate", 1_512),
        ("ready_to_mate", 4_676),
        ("squeeze", 116_504),
        ("approach", 16_180),
        ("keep_room", 3_344),
        ("rook_home", 32_520),
        ("rook_safe", 432),
    ];
    assert_eq!(fired(&played), expected.into());
}

/// The key of a position, all three men being there.
fn key_of(position: &Small) -> usize {
    let on = |side, role| {
        let square = position.men(side, role).first();
        u32::from(square.expect("the man is there"))
    };
    let (king, rook) = (on(Side::Us, Role::King), on(Side::Us, Role::Rook));
    key(king, rook, on(Side::Them, Role::King))
}

fn twin_key(position: &Position) -> usize {
    let number = twin::Square::number;
    key(
        number(position.ok),
        number(position.or),
        number(position.tk),
    )
}

#[test]
fn van_emdens_table_plans_anew_and_loops() {
    let played = play(
        "krk-van-emden",
        Third::Rook,
        Side::Us,
        1,
        HandOver::default(),
    );
    played.report(|_| true);
    let expected = [
        ("mate", 3_728),
        ("squeeze", 115_884),
        ("approach", 17_908),
        ("keep_room", 3_712),
        ("divide", 33_936),
    ];
    assert_eq!(fired(&played), expected.into());
    assert_eq!(played.n_positions(), 175_168);
    let mates = played.keys(|fate| matches!(fate, Fate::Mates(_)));
    let circles = played.keys(|fate| fate == Fate::Circles);
    assert_eq!((mates.len(), circles.len()), (163_830, 11_338));
    assert!(
        circles
            .iter()
            .all(|key| played.piece(*key) == Some("divide"))
    );
    assert_eq!((played.longest().0, mean(&played)), (38, 2_004));
    // The same rule and the same move as the printed program, everywhere.
    let (chess, program) = (Chess::<Small>::new(), chapter("krk-van-emden"));
    for position in legal_positions(Turn::Ours) {
        let (rule, next) = ourmove(&position).expect("every position has a rule");
        let key = twin_key(&position);
        let (_, after) = played.moves[key].expect("the chapter has advice");
        let (expected, _) = chess
            .read_position(&next.fen(), &program.header)
            .expect("the position is legal");
        assert_eq!(
            (played.piece(key), after),
            (Some(rule.piece()), expected),
            "{}",
            position.fen()
        );
    }
}

#[test]
fn the_smallest_loop_is_the_one_on_the_board() {
    let mut position = Position::from_fen("8/8/8/8/8/7K/k7/2R5 w - -");
    let start = position;
    let mut line = Vec::new();
    for reply in ["a1", "a2"] {
        let (rule, next) = ourmove(&position).expect("every position has a rule");
        assert_eq!(rule.piece(), "divide");
        line.push(next.or.name());
        position = tmoves(&next)
            .into_iter()
            .find(|position| position.tk.name() == reply)
            .expect("the reply is legal");
    }
    assert_eq!(line, ["c3", "c1"]);
    assert_eq!(position, start);
}

/// How a subgame may end: after so many of our moves, with mate or in a position where we move again.
type Exit = (u16, Option<usize>);

/// Every end of the tree that is played from a position.
fn exits(chess: &Chess<Small>, engine: &mut Engine<Chess<Small>>, position: Small) -> Vec<Exit> {
    let advised = engine.advise(&position, &Watch::nodes(1_000_000));
    let (_, tree) = advised.chosen.expect("the chapter has advice");
    let mut exits = Vec::new();
    let mut waiting = vec![(tree.root(), position, 0)];
    while let Some((node, position, n_moves)) = waiting.pop() {
        let ours = chess.turn(&position) == Side::Us;
        let branches = tree.branches(node);
        waiting.extend(
            branches
                .iter()
                .map(|(m, to)| (*to, chess.play(&position, *m), n_moves + u16::from(ours))),
        );
        if branches.is_empty() {
            assert!(!ours, "a subgame ends after our move");
            let replies = chess.legal_moves(&position);
            assert!(!replies.is_empty() || position.in_check(), "stalemate");
            exits.extend(
                replies
                    .iter()
                    .map(|m| (n_moves, Some(key_of(&chess.play(&position, *m))))),
            );
            if replies.is_empty() {
                exits.push((n_moves, None));
            }
        }
    }
    exits
}

#[test]
fn van_emdens_table_mates_when_a_subgame_is_played_to_its_end() {
    let (chess, program) = (Chess::<Small>::new(), chapter("krk-van-emden"));
    let all = positions(&chess, &program, Third::Rook, Side::Us);
    let work = |part: &[(usize, Small)]| -> Vec<(usize, Vec<Exit>)> {
        let compiled = compile(&chess, &program);
        let mut engine = Engine::new(&compiled, Options::default());
        part.iter()
            .map(|(key, position)| (*key, exits(&chess, &mut engine, *position)))
            .collect()
    };
    let mut open: Vec<(usize, Vec<Exit>)> = std::thread::scope(|scope| {
        let halves = all.chunks(all.len().div_ceil(2));
        let running: Vec<_> = halves.map(|half| scope.spawn(|| work(half))).collect();
        let halves = running.into_iter();
        halves
            .flat_map(|half| half.join().expect("the player ends"))
            .collect()
    });
    assert_eq!(open.len(), 175_168);
    let mut mates_in: Vec<Option<u16>> = vec![None; N_KEYS];
    loop {
        let n_open = open.len();
        let mut found = Vec::new();
        open.retain(|(key, exits)| {
            let lengths = exits.iter().map(|(n_moves, next)| match next {
                None => Some(*n_moves),
                Some(next) => mates_in[*next].map(|rest| n_moves + rest),
            });
            let longest = lengths.collect::<Option<Vec<u16>>>();
            found.extend(
                longest
                    .iter()
                    .flatten()
                    .max()
                    .map(|longest| (*key, *longest)),
            );
            longest.is_none()
        });
        for (key, longest) in found {
            mates_in[key] = Some(longest);
        }
        if open.len() == n_open {
            break;
        }
    }
    assert_eq!(open.len(), 0, "all mate");
    let lengths: Vec<u64> = mates_in.iter().flatten().map(|n| u64::from(*n)).collect();
    assert_eq!(lengths.iter().max(), Some(&37));
    let n = lengths.len() as u64;
    assert_eq!((100 * lengths.iter().sum::<u64>() + n / 2) / n, 2_094);
}

/// The games of Table 7.1: their king, our king, our rook, they to move, with the moves he reports, and the fewest and
/// the most that the printed program can need from there. No most: they can hold out for ever.
const GAMES: [(&str, u32, u32, Option<u32>); 3] = [
    ("8/8/8/4R3/8/8/3k3K/8 b - -", 9, 7, Some(21)),
    ("8/8/7K/8/4k3/8/3R4/8 b - -", 24, 5, None),
    ("8/8/6k1/8/4R3/8/K7/8 b - -", 29, 6, None),
];

#[test]
fn his_three_games_are_possible() {
    let all = legal_positions(Turn::Ours);
    let games: Vec<(usize, Vec<usize>)> = all
        .iter()
        .map(|position| {
            let (_, next) = ourmove(position).expect("every position has a rule");
            (
                twin_key(position),
                tmoves(&next).iter().map(twin_key).collect(),
            )
        })
        .collect();
    // By key, our moves to mate if they help us, and if they hold out; they have none after mate.
    let solve = |of: fn(&[Option<u32>]) -> Option<u32>| {
        let mut known: Vec<Option<u32>> = vec![None; N_KEYS];
        loop {
            let next: Vec<(usize, u32)> = games
                .iter()
                .filter(|(key, _)| known[*key].is_none())
                .filter_map(|(key, replies)| {
                    let replies: Vec<_> = replies.iter().map(|reply| known[*reply]).collect();
                    let rest = if replies.is_empty() {
                        Some(0)
                    } else {
                        of(&replies)
                    };
                    rest.map(|rest| (*key, rest + 1))
                })
                .collect();
            if next.is_empty() {
                return known;
            }
            for (key, moves) in next {
                known[key] = Some(moves);
            }
        }
    };
    let fewest = solve(|replies| replies.iter().flatten().min().copied());
    let most = solve(|replies| {
        let all: Option<Vec<u32>> = replies.iter().copied().collect();
        all.and_then(|all| all.into_iter().max())
    });
    let found = GAMES.map(|(fen, his, _, _)| {
        let replies: Vec<usize> = tmoves(&Position::from_fen(fen))
            .iter()
            .map(twin_key)
            .collect();
        let shortest = replies.iter().filter_map(|reply| fewest[*reply]).min();
        let longest: Option<Vec<u32>> = replies.iter().map(|reply| most[*reply]).collect();
        let longest = longest.and_then(|all| all.into_iter().max());
        (fen, his, shortest.expect("some game ends"), longest)
    });
    assert_eq!(found, GAMES);
    for (_, his, fewest, most) in GAMES {
        assert!(fewest <= his && most.is_none_or(|most| his <= most));
    }
}
