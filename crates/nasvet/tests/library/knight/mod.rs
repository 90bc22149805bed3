//! The tables of rook against knight, which the tests of both sides' chapters ask.

use chess::{Board, Small};
use domain::Side;
use domain::Watch;
use shakmaty::Role;
use verify::{EndgameTables, GameValue, Holds, Material};

/// The tables of one of the two endings, by the men of which we have the first.
pub(crate) fn tables(material: &str) -> EndgameTables {
    let mut tables = EndgameTables::new();
    let material: Material = material.parse().expect("a material");
    tables
        .build(material, Holds::MateAndConversion, &Watch::new())
        .expect("nobody stops it");
    tables
}

/// How many plies it takes in a position, whoever is to move, until this side's knight is taken for nothing or its king
/// mated; none if that can be avoided.
pub(crate) fn lasts(tables: &EndgameTables, position: &Small, knights_side: Side) -> Option<u16> {
    if position.men(!knights_side, Role::Rook).is_empty() {
        return None;
    }
    let is_over = position.men(knights_side, Role::Knight).is_empty();
    let outcome = match is_over {
        true => tables.probe(position).map(|outcome| match outcome {
            GameValue::Loss(_) => GameValue::Loss(0),
            GameValue::Draw | GameValue::Win(_) => outcome,
        }),
        false => tables.probe_conversion(position),
    };
    let outcome = outcome.expect("the tables know every position that can follow");
    match (position.turn() == knights_side, outcome) {
        (true, GameValue::Loss(plies)) | (false, GameValue::Win(plies)) => Some(plies),
        (_, GameValue::Loss(_) | GameValue::Draw | GameValue::Win(_)) => None,
    }
}
