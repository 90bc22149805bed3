//! The longest wins are as published.
//!
//! `longest_mates.epd` has, after some handpicked positions, the longest mate for either side of every ending, from
//! K. Kryukov's list. Distances to conversion: T. Ströhlein found in his thesis (Munich 1970) that rook against knight
//! takes 27 moves to the capture, and K. Thompson (*Retrograde analysis of certain endgames*, ICCA Journal 9(3), 1986)
//! that queen against rook takes 31.

use std::collections::BTreeMap;

use chess::{Convert, Full, Small};
use domain::Side;
use nasvet_verify::{EndgameTable, GameValue, Material};

use crate::material;

use super::{TABLES, all_endings, suite};

/// The most moves in which our side wins with the move, by what `longest` measures; nought if it never wins.
fn moves(ours: Material, longest: fn(&EndgameTable, Side) -> Option<(u16, Small)>) -> u16 {
    let table = TABLES.get(ours).expect("the table is built");
    let winner = if table.material() == ours {
        Side::Us
    } else {
        Side::Them
    };
    longest(table, winner).map_or(0, |(plies, _)| plies.div_ceil(2))
}

/// The positions of the suite, each seen by the side to move, with the moves to mate: negative when it is mated.
fn published() -> Vec<(Small, i32)> {
    let text = std::fs::read_to_string(suite("longest_mates.epd")).expect("the suite is there");
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let epd = chess::read_epd(line).expect("a position");
            let moves = epd.operands("dm")[0].parse().expect("a number");
            let us = shakmaty::Position::turn(&epd.position);
            let full = Full::new(epd.position.clone(), us);
            (Small::from_full(&full).expect("a few men"), moves)
        })
        .collect()
}

#[test]
fn published_positions_have_their_distance() {
    let all = published();
    assert_eq!(all.len(), 48);
    for (position, moves) in all {
        let found = match TABLES.probe(&position).expect("the table is built") {
            GameValue::Win(plies) => i32::from(plies.div_ceil(2)),
            GameValue::Draw => 0,
            GameValue::Loss(plies) => -i32::from(plies / 2),
        };
        assert_eq!(found, moves, "{position:?}");
    }
}

#[test]
fn no_mate_is_longer_than_published() {
    let mut expected = BTreeMap::new();
    for (position, moves) in published() {
        let longest = expected.entry(Material::of(&position)).or_insert(0);
        *longest = moves.max(*longest);
    }
    for ending in all_endings() {
        for ours in [ending, ending.exchanged()] {
            let moves = i32::from(moves(ours, EndgameTable::longest_mate));
            println!("{ours}: mate in {moves}");
            // The list leaves out who never wins.
            assert_eq!(moves, expected.get(&ours).copied().unwrap_or(0), "{ours}");
        }
    }
}

#[test]
fn the_longest_position_is_as_long_as_said() {
    for winner in Side::BOTH {
        let table = TABLES.get(material("KRKP")).expect("the table is built");
        let (plies, position) = table.longest_mate(winner).expect("both sides may win");
        assert_eq!(TABLES.probe(&position), Some(GameValue::Win(plies)));
    }
}

#[test]
fn queen_against_rook_converts_in_31_moves() {
    assert_eq!(
        moves(material("KQKR"), EndgameTable::longest_conversion),
        31
    );
}

#[test]
fn rook_takes_knight_in_27_moves() {
    assert_eq!(
        moves(material("KRKN"), EndgameTable::longest_conversion),
        27
    );
}
