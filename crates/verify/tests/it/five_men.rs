//! Five men: with `NASVET_DEEP=1`, endings whose longest mates are published; else the sizes that they would take.
//!
//! A table of five men takes about a minute and one and a half gigabytes.

use chess::{Convert, Full, Small};
use domain::Side;
use domain::Watch;
use nasvet_verify::{EndgameTable, EndgameTables, GameValue, Holds, Material};
use testing::is_deep;

/// The positions of K. Kryukov's list with five men and no pawns, seen by the side to move, with the moves to mate.
fn published() -> Vec<(Small, u16)> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../suites/tables/longest_mates_5.epd"
    );
    let text = std::fs::read_to_string(path).expect("the suite is there");
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let epd = chess::read_epd(line).expect("a position");
            let us = shakmaty::Position::turn(&epd.position);
            let moves = epd.operands("dm")[0].parse::<i32>().expect("a number");
            let small = Small::from_full(&Full::new(epd.position, us)).expect("a few men");
            let has_pawns = Material::of(&small).has_pawns();
            (!has_pawns).then(|| (small, u16::try_from(moves).expect("a win")))
        })
        .collect()
}

#[test]
fn longest_mates_of_five_men_are_as_published() {
    let is_deep = is_deep();
    let all = published();
    assert_eq!(all.len(), 8);
    for (position, moves) in all {
        let material = Material::of(&position);
        let megabytes = EndgameTables::bytes_needed(material) >> 20;
        assert!((800..2_700).contains(&megabytes), "{material}: {megabytes}");
        // Three equal men, and the longest of the eight.
        if !is_deep || !["KRRRK", "KBNKB"].contains(&material.to_string().as_str()) {
            continue;
        }
        let mut tables = EndgameTables::new();
        tables.build(material, Holds::Mate, &Watch::new()).unwrap();
        assert_eq!(tables.probe(&position), Some(GameValue::Win(2 * moves - 1)));
        let longest = tables
            .get(material)
            .and_then(|table| EndgameTable::longest_mate(table, Side::Us));
        assert_eq!(
            longest.map(|(plies, _)| plies),
            Some(2 * moves - 1),
            "{material}"
        );
        println!("{material}: mate in {moves}");
    }
}

/// H. Conrady, who played out the longest mate of each of Nalimov's tables of up to five men, writes (Computer Chess Club,
/// 1 June 2000): "The longest pawnless ending is KBN-KN with 213 plies."
#[test]
fn bishop_and_knight_against_knight_take_107_moves() {
    let material: Material = "KBNKN".parse().expect("men");
    assert_eq!(EndgameTables::check_size(material), Ok(()));
    if !is_deep() {
        return;
    }
    let mut tables = EndgameTables::new();
    tables.build(material, Holds::Mate, &Watch::new()).unwrap();
    let table = tables.get(material).expect("it is built");
    let (plies, position) = table.longest_mate(Side::Us).expect("it can be won");
    assert_eq!(plies, 213);
    assert_eq!(tables.probe(&position), Some(GameValue::Win(213)));
}
