//! Distances to mate are as in all of Gaviota's tables of three men.

use chess::{PlacedPiece, Small};
use domain::{BySide, Side};
use nasvet_verify::{GameValue, Index};
use shakmaty::{Role, Square};

use crate::material;

use super::{TABLES, suite};

const DIGITS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Compares every line with its mirror images, and gives back how many positions that were.
fn compare(name: &str, role: Role, mirrors: &[usize]) -> usize {
    let text = std::fs::read_to_string(suite("gaviota").join(format!("{name}.dtm")));
    let text = text.expect("the suite is there");
    let mut n_positions = 0;
    for line in text.lines() {
        let turn = if line.starts_with('w') {
            Side::Us
        } else {
            Side::Them
        };
        let square = |at: usize| line[at..at + 2].parse::<Square>().expect("a square");
        let kings = [square(2), square(4)];
        for (man, character) in Square::ALL.into_iter().zip(line[7..].chars()) {
            for mirror in mirrors {
                let image = |square: Square| Square::new((square.to_usize() ^ mirror) as u32);
                let kings = BySide {
                    us: image(kings[0]),
                    them: image(kings[1]),
                };
                let placed = PlacedPiece {
                    side: Side::Us,
                    role,
                    square: image(man),
                };
                let position = Small::new(turn, kings, &[placed], None);
                let expected = match character {
                    '.' => None,
                    '=' => Some(GameValue::Draw),
                    digit => {
                        let plies = DIGITS.find(digit).expect("a distance") as u16;
                        let is_win = plies % 2 == 1;
                        Some(if is_win {
                            GameValue::Win(plies)
                        } else {
                            GameValue::Loss(plies)
                        })
                    }
                };
                let found = position.and_then(|position| TABLES.probe(&position));
                assert_eq!(found, expected, "{position:?}");
                n_positions += usize::from(found.is_some());
            }
        }
    }
    n_positions
}

#[test]
fn distances_to_mate_are_those_of_gaviota() {
    for (name, role) in [
        ("kqk", Role::Queen),
        ("krk", Role::Rook),
        ("kbk", Role::Bishop),
        ("knk", Role::Knight),
        ("kpk", Role::Pawn),
    ] {
        let mirrors: &[usize] = if role == Role::Pawn {
            &[0, 7]
        } else {
            &[0, 7, 56, 63]
        };
        let n_positions = compare(name, role, mirrors);
        let index = Index::new(material(&name.to_uppercase()));
        assert_eq!(n_positions, index.positions(0..index.n_numbers()).count());
        println!("{name}: {n_positions} positions");
    }
}
