//! Every entry follows from those of its successors, by the rules as the full board knows them.
//!
//! That alone proves a table: distances fall along best play, so no win or loss can rest on itself, and a draw has a
//! successor that is drawn.

use chess::{Board, Convert, Small};
use nasvet_verify::{GameValue, Index};
use rayon::prelude::*;
use testing::is_deep;

use crate::material;

use super::TABLES;

/// What the outcomes to mate and to conversion must be.
fn expected(position: &Small) -> (GameValue, GameValue) {
    let full = position.to_full();
    let moves = full.moves();
    let mut best = None;
    for m in &moves {
        let next = Small::from_board(&full.play(*m)).expect("a move adds no man");
        let after = TABLES.probe(&next).expect("all tables are there");
        let to_conversion = if m.is_capture() || m.is_promotion() {
            match after {
                GameValue::Loss(_) => GameValue::Win(1),
                GameValue::Draw => GameValue::Draw,
                GameValue::Win(_) => GameValue::Loss(1),
            }
        } else {
            TABLES
                .probe_conversion(&next)
                .expect("the table has conversions")
                .of_move_here()
        };
        let (mate, conversion) = best.unwrap_or((GameValue::Loss(0), GameValue::Loss(0)));
        best = Some((
            after.of_move_here().max(mate),
            to_conversion.max(conversion),
        ));
    }
    best.unwrap_or(if full.in_check() {
        (GameValue::Loss(0), GameValue::Loss(0))
    } else {
        (GameValue::Draw, GameValue::Draw)
    })
}

/// Checks every so manieth number, and all positions with en passant.
fn check(text: &str, stride: usize) -> usize {
    let index = Index::new(material(text));
    let stride = if is_deep() { 1 } else { stride };
    let numbers = (0..index.n_numbers()).into_par_iter();
    numbers
        .filter_map(|number| Some((number, index.position(number)?)))
        .filter(|(number, position)| number % stride == 0 || position.en_passant().is_some())
        .map(|(_, position)| {
            let found = (TABLES.probe(&position), TABLES.probe_conversion(&position));
            let (mate, conversion) = expected(&position);
            assert_eq!(found, (Some(mate), Some(conversion)), "{position:?}");
        })
        .count()
}

#[test]
fn three_men_follow_from_their_successors() {
    // The counts of the exhaustive tests of `chess`.
    assert_eq!(check("KRK", 1), 175_168 + 3_612 * 62);
    assert_eq!(check("KPK", 1), check("KKP", 1));
}

#[test]
fn rook_against_knight_follows_from_its_successors() {
    println!("KRKN: {} positions", check("KRKN", 97));
    println!("KNKR: {} positions", check("KNKR", 997));
}

#[test]
fn pawn_against_pawn_follows_from_its_successors() {
    println!("KPKP: {} positions", check("KPKP", 97));
}
