//! What the words about proved endings say is what the chapters have proved.

use std::collections::HashSet;
use std::fs;

use chess::{Board, ProvedEnding, Small};
use domain::{BySide, Side, Watch};
use nasvet::{Chapter, Questions, won_positions};
use shakmaty::{Color, Square};
use testing::{is_deep, is_update, root};
use verify::{Index, Material, Wdl};

use crate::pawns::tables;

#[test]
fn the_sets_are_about_todays_chapters() {
    for ending in ProvedEnding::all() {
        let chapter = Chapter::shipped(ending.chapter).expect("it is shipped");
        assert_eq!(
            chapter.digest().to_string(),
            ending.digest(),
            "{} has changed; the next test, with NASVET_DEEP=1 and NASVET_UPDATE=1, writes its set anew",
            ending.chapter
        );
    }
}

/// A deep run plays the chapters from every position again, which takes minutes; a plain one sees whether the sets are
/// written as they are read.
#[test]
fn the_sets_are_what_the_chapters_win() {
    for ending in ProvedEnding::all() {
        let file = format!("crates/chess/src/proved/{}.set", ending.chapter);
        let path = root().join(&file);
        let written = match is_deep() {
            true => {
                let chapter = Chapter::shipped(ending.chapter).expect("it is shipped");
                let won = won_by(ending);
                ending.write(&chapter.digest().to_string(), |squares, mover| {
                    won[mover].contains(squares)
                })
            }
            false => ending.write(ending.digest(), |squares, mover| {
                ending.is_won(squares, mover).expect("it is a position")
            }),
        };
        if is_deep() && is_update() {
            fs::write(&path, &written).expect("it can be written");
        }
        let kept = fs::read(&path).expect("it is there");
        assert!(written == kept, "{file} is not what is proved");
    }
}

/// Where the men stand in the positions that a chapter wins, by the side to move. All its claims hold, so the others
/// cannot be won.
fn won_by(ending: &ProvedEnding) -> BySide<HashSet<Vec<Square>>> {
    let program = testing::chapter(ending.chapter);
    let questions = Questions {
        nodes: None,
        room: usize::MAX,
        spare: None,
        games: 0,
        group: false,
    };
    let verified = won_positions(&program, tables(), questions, &Watch::new());
    let (won, claims_hold) = verified.expect("it can be verified");
    assert!(claims_hold, "{}", ending.chapter);
    BySide::from_fn(|mover| {
        let with_mover = won.iter().filter(|position| position.turn() == mover);
        with_mover
            .map(|position| squares(ending, position))
            .collect()
    })
}

fn squares(ending: &ProvedEnding, position: &Small) -> Vec<Square> {
    let men = ending.men.iter().map(|(color, role)| {
        let side = if color.is_white() {
            Side::Us
        } else {
            Side::Them
        };
        let men = position.men(side, *role);
        men.single_square().expect("there is one of each")
    });
    men.collect()
}

/// What other chapters have proved is so by the tables: in every position, whoever is to move.
#[test]
fn proved_endings_are_won_as_the_tables_say() {
    let stride = if is_deep() { 1 } else { 97 };
    for ending in ProvedEnding::all() {
        let of = |wanted: Color| {
            let men = ending.men.iter().filter(|(color, _)| *color == wanted);
            men.map(|(_, role)| role.upper_char()).collect::<String>()
        };
        let name = of(Color::White) + &of(Color::Black);
        let material: Material = name.parse().expect("an ending");
        let index = Index::new(material);
        let (mut n_won, mut n_others) = (0_u64, 0_u64);
        for number in (0..index.n_numbers()).step_by(stride) {
            let Some(position) = index.position(number) else {
                continue;
            };
            let mover = position.turn();
            let squares = squares(ending, &position);
            let outcome = tables().probe(&position).expect("the tables know it");
            let is_won = match mover {
                Side::Us => outcome.wdl() == Wdl::Win,
                Side::Them => outcome.wdl() == Wdl::Loss,
            };
            assert_eq!(
                ending.is_won(&squares, mover),
                Some(is_won),
                "{name} {squares:?} {mover:?}"
            );
            let mirrored = squares.iter().map(|square| square.flip_horizontal());
            let mirrored: Vec<Square> = mirrored.collect();
            assert_eq!(
                ending.is_won(&mirrored, mover),
                Some(is_won),
                "{name} {mirrored:?} {mover:?}"
            );
            *(if is_won { &mut n_won } else { &mut n_others }) += 1;
        }
        assert!(n_won > 100 && n_others > 100, "{n_won} and {n_others}");
    }
}
