//! The perft suites: numbers of move sequences, counted through our boards.
//!
//! With `NASVET_DEEP=1` in the environment, each line is run as far as a hundred million nodes.

#![allow(clippy::print_stderr)]

use nasvet_chess::{Board, Full, Small, read_epd};
use shakmaty::{Color, Position};
use testing::is_deep;

/// A position with its known counts, by depth.
struct Line {
    name: String,
    position: shakmaty::Chess,
    counts: Vec<(u32, u64)>,
}

/// Depths up to this are always run.
const MIN_DEPTH: u32 = 3;

fn max_nodes() -> u64 {
    if is_deep() { 100_000_000 } else { 2_000_000 }
}

fn perftsuite() -> Vec<Line> {
    include_str!("../../../../suites/perft/perftsuite.epd")
        .lines()
        .map(|line| {
            let epd = read_epd(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            Line {
                name: line.into(),
                counts: epd.perft().collect(),
                position: epd.position,
            }
        })
        .collect()
}

/// Blocks of `id NAME`, `epd POSITION` and `perft DEPTH COUNT`.
fn tricky() -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut name = String::new();
    for text in include_str!("../../../../suites/perft/tricky.perft").lines() {
        match text.split_once(' ') {
            Some(("id", id)) => name = id.into(),
            Some(("epd", epd)) => {
                let position = read_epd(epd)
                    .unwrap_or_else(|error| panic!("{name}: {error}"))
                    .position;
                lines.push(Line {
                    name: name.clone(),
                    position,
                    counts: Vec::new(),
                });
            }
            Some(("perft", numbers)) => {
                let (depth, count) = numbers.split_once(' ').expect("a depth and a count");
                let counts = &mut lines.last_mut().expect("a position comes first").counts;
                counts.push((
                    depth.parse().expect("a depth"),
                    count.parse().expect("a count"),
                ));
            }
            _ => assert!(text.is_empty() || text.starts_with('#'), "{text}"),
        }
    }
    lines
}

fn perft(position: &Full, depth: u32) -> u64 {
    let moves = position.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|m| perft(&position.play(m), depth - 1))
        .sum()
}

fn perft_small(position: Small, depth: u32) -> u64 {
    let moves = position.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|m| perft_small(position.play(m), depth - 1))
        .sum()
}

/// Runs each line with either colour as us; every second one each way, so that both cost no more than one.
fn check(lines: &[Line]) {
    let (mut n_lines, mut n_small_lines, mut n_nodes) = (0, 0, 0);
    for (idx, line) in lines.iter().enumerate() {
        assert!(!line.counts.is_empty(), "{}", line.name);
        for us in Color::ALL {
            let full = Full::new(line.position.clone(), us);
            assert_eq!(full.to_chess(us), line.position);
            let small = Small::from_board(&full);
            n_small_lines += u32::from(small.is_some());
            let is_long = (us == Color::White) == (idx % 2 == 0);
            for &(depth, count) in &line.counts {
                if depth > MIN_DEPTH && (count > max_nodes() || !is_long) {
                    continue;
                }
                assert_eq!(
                    perft(&full, depth),
                    count,
                    "{} at depth {depth}, {us}",
                    line.name
                );
                if let Some(small) = small {
                    assert_eq!(
                        perft_small(small, depth),
                        count,
                        "{} at depth {depth}, small",
                        line.name
                    );
                }
                n_nodes += count;
            }
        }
        n_lines += 1;
    }
    eprintln!("{n_lines} lines, {n_small_lines} of them on the small board too, {n_nodes} nodes");
}

#[test]
fn the_usual_positions_have_the_known_numbers() {
    let lines = perftsuite();
    assert_eq!(lines.len(), 126);
    check(&lines);
}

#[test]
fn the_tricky_positions_have_the_known_numbers() {
    let lines = tricky();
    assert_eq!(lines.len(), 19);
    assert!(
        lines
            .iter()
            .any(|line| line.position.castles().mode().is_chess960())
    );
    check(&lines);
}
