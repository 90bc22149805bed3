//! A step back over sets says the same as playing every legal move of every position.

use std::ops::ControlFlow;

use chess::Small;
use domain::{Side, Symmetries, Watch};
use nasvet_verify::{Material, MovesOf, Region, SetStep, Terrain};

/// A number that looks random, from a fixed seed.
fn mixed(number: u64) -> u64 {
    let mut x = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x ^= x >> 31;
    x = x.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ x >> 29
}

/// About one position in `share`, the same for every order of equal men.
fn some_positions(terrain: &Terrain, turn: Side, share: u64) -> Region {
    let sets = (0..terrain.n_endings()).map(|ending| {
        let holds = move |position: &Small| {
            let mut key = u64::from(position.king(Side::Us).to_u32()) << 6
                | u64::from(position.king(Side::Them).to_u32());
            for man in position.others() {
                key = key << 10 | (man.role as u64) << 6 | u64::from(man.square.to_u32());
            }
            Ok::<bool, ()>(mixed(key ^ share << 40).is_multiple_of(share))
        };
        terrain.those(ending, turn, Symmetries::NONE, || Box::new(holds))
    });
    Region::new(sets.collect::<Result<_, _>>().expect("nothing fails"))
}

/// Compares a step with the moves of every `stride`-th legal position.
fn compare(
    material: &str,
    stride: usize,
    share: u64,
    is_permitted: &dyn Fn(&Small, shakmaty::Move) -> bool,
    moves: MovesOf,
) {
    let material: Material = material.parse().expect("men");
    let watch = Watch::default();
    let terrain = Terrain::new(material, &watch)
        .expect("not stopped")
        .expect("no pawns on both sides");
    let ending = terrain.n_endings() - 1;
    let index = terrain.index(ending);
    for mover in Side::BOTH {
        let targets = some_positions(&terrain, !mover, share);
        let found = terrain.before(ending, mover, moves, &targets);
        let half = index.n_numbers() / 2;
        let start = match mover {
            Side::Us => 0,
            Side::Them => half,
        };
        let mut n_found = [0; 2];
        for (number, position) in (start..start + half)
            .step_by(stride)
            .filter_map(|number| Some((number, index.position(number)?)))
        {
            let mut expected = false;
            let _ = position.visit_next(|m, next| {
                let (ending, number) = terrain.place(&next).expect("an ending that can follow");
                expected |= is_permitted(&position, m) && targets.set(ending).contains(number);
                ControlFlow::Continue(())
            });
            assert_eq!(found.contains(number - start), expected, "{position:?}");
            n_found[usize::from(expected)] += 1;
        }
        assert!(
            n_found[1] > 10,
            "{material}: too few positions have such a move: {n_found:?}"
        );
    }
}

#[test]
fn a_step_back_is_every_legal_move() {
    for (material, stride, share) in [
        ("KRK", 1, 9),
        ("KQK", 3, 20),
        ("KPK", 1, 5),
        ("KKP", 3, 5),
        ("KRKN", 611, 15),
        ("KBBK", 311, 15),
        ("KQKP", 611, 15),
        ("KKPP", 611, 9),
    ] {
        compare(material, stride, share, &|_, _| true, MovesOf::ANY);
    }
}

/// A step into targets that have hardly changed is the step that one would take without the one before.
#[test]
fn a_step_that_is_taken_again_is_the_same() {
    for material in ["KRK", "KPK", "KKP", "KRKN"] {
        let terrain = Terrain::new(material.parse().expect("men"), &Watch::new());
        let terrain = terrain
            .expect("not stopped")
            .expect("no pawns of both sides");
        let near_corner = |position: &Small| {
            let [us, them] = Side::BOTH.map(|side| position.king(side));
            let is_corner = shakmaty::Bitboard::CORNERS.contains(us);
            let others = position.others();
            Ok::<bool, ()>(is_corner && them.distance(us) == 2 && others.count() > 0)
        };
        let in_corner = |turn: Side, kept: Symmetries| {
            let endings = 0..terrain.n_endings();
            let sets =
                endings.map(|ending| terrain.those(ending, turn, kept, || Box::new(near_corner)));
            Region::new(sets.collect::<Result<_, _>>().expect("nothing fails"))
        };
        for mover in Side::BOTH {
            let some = some_positions(&terrain, !mover, 5);
            let all = terrain.all(!mover);
            // Few words change: of random ones, and of such as keep symmetries.
            let changes = [
                (&some, some_positions(&terrain, !mover, 9_001)),
                (&some, in_corner(!mover, Symmetries::NONE)),
                (&all, in_corner(!mover, Symmetries::ALL)),
            ];
            for (targets, change) in changes {
                for moves in [MovesOf::ANY, MovesOf::man(5)] {
                    let earlier = SetStep {
                        targets: targets.clone(),
                        origins: terrain.some_move_into(mover, moves, targets),
                    };
                    for now in [
                        targets.clone().or(&change),
                        targets.clone().without(&change),
                    ] {
                        let again =
                            terrain.some_move_into_again(mover, moves, &now, Some(&earlier));
                        let anew = terrain.some_move_into(mover, moves, &now);
                        assert_eq!(again, anew, "{material}, {moves:?}");
                    }
                }
            }
        }
    }
}

/// Moves into a few targets that are taken back are the moves that one finds by looking at every position.
#[test]
fn moves_into_few_targets_are_taken_back() {
    // Most words have none of the fewest, and every word has one of the most.
    let (few, many) = (30_011, 41);
    let kinds = [
        MovesOf::ANY,
        MovesOf::man(0),
        MovesOf::man(5),
        MovesOf::ANY.capturing(true),
        MovesOf::ANY.capturing(false),
    ];
    for (material, shares, kinds) in [
        ("KRK", &[few, many][..], &kinds[..]),
        ("KPK", &[few, many], &kinds),
        ("KKP", &[few, many], &kinds),
        ("KBBK", &[few], &kinds[..1]),
        ("KQKP", &[few], &kinds[..1]),
    ] {
        let terrain = Terrain::new(material.parse().expect("men"), &Watch::new());
        let terrain = terrain
            .expect("not stopped")
            .expect("no pawns of both sides");
        for mover in Side::BOTH {
            for share in shares {
                let targets = some_positions(&terrain, !mover, *share);
                for moves in kinds {
                    let few = terrain.some_move_into_few(mover, *moves, &targets);
                    let all = terrain.some_move_into(mover, *moves, &targets);
                    assert_eq!(few, all, "{material}, {share}, {moves:?}");
                }
            }
        }
    }
}

#[test]
fn moves_of_one_man_and_captures_are_told_apart() {
    let king = |_: &Small, m: shakmaty::Move| m.role() == shakmaty::Role::King;
    compare("KRK", 1, 5, &king, MovesOf::man(0));
    let captures = |_: &Small, m: shakmaty::Move| m.is_capture();
    compare("KRKN", 67, 2, &captures, MovesOf::ANY.capturing(true));
    compare(
        "KQK",
        1,
        5,
        &|_, m| !m.is_capture(),
        MovesOf::ANY.capturing(false),
    );
}

#[test]
fn pawns_of_both_sides_are_refused() {
    let material: Material = "KPKP".parse().expect("men");
    let terrain = Terrain::new(material, &Watch::default()).expect("not stopped");
    assert!(terrain.is_none());
}

/// What keeps symmetries is found for a part of the board and copied; found everywhere it is the same, and so is what
/// leads into it.
fn compare_images(material: &str) {
    let terrain = Terrain::new(material.parse().expect("men"), &Watch::new());
    let terrain = terrain
        .expect("nobody stops it")
        .expect("no pawns of both sides");
    let apart = |position: &Small| {
        let [us, them] = Side::BOTH.map(|side| position.king(side));
        Ok::<bool, ()>(
            us.distance(them) * 3 + position.others().count() as u32 > 9 && !position.in_check(),
        )
    };
    let steps = |position: &Small| {
        let [us, them] = Side::BOTH.map(|side| position.king(side));
        let others = position
            .others()
            .map(|man| man.square.distance(them))
            .sum::<u32>();
        Ok::<u32, ()>(us.distance(them) + others)
    };
    for turn in Side::BOTH {
        let of = |kept: Symmetries| {
            let endings = 0..terrain.n_endings();
            let sets = endings.map(|ending| terrain.those(ending, turn, kept, || Box::new(apart)));
            Region::new(sets.collect::<Result<_, _>>().expect("nothing fails"))
        };
        let (copied, everywhere) = (of(Symmetries::ALL), of(Symmetries::NONE));
        assert!(!everywhere.is_empty() && everywhere != terrain.all(turn));
        assert_eq!(copied, everywhere, "{material}");
        for moves in [MovesOf::ANY, MovesOf::ANY.capturing(true), MovesOf::man(5)] {
            let [copied, slow] =
                [&copied, &everywhere].map(|into| terrain.some_move_into(!turn, moves, into));
            assert_eq!(copied, slow, "{material}, a step into it");
            let again =
                terrain.some_move_into(turn, MovesOf::ANY, &terrain.all(!turn).without(&copied));
            let slow =
                terrain.some_move_into(turn, MovesOf::ANY, &terrain.all(!turn).without(&slow));
            assert_eq!(again, slow, "{material}, a step into what is left");
        }
        for ending in 0..terrain.n_endings() {
            let [copied, everywhere] = [Symmetries::ALL, Symmetries::NONE]
                .map(|kept| terrain.values(ending, turn, 0, kept, || Box::new(steps)));
            assert_eq!(copied, everywhere, "{material}, numbers");
        }
    }
}

#[test]
fn what_keeps_symmetries_is_the_same_where_it_was_copied() {
    for material in ["KK", "KRK", "KKN", "KPK", "KKP"] {
        compare_images(material);
    }
}

#[test]
fn what_keeps_symmetries_is_the_same_with_four_men() {
    compare_images("KRKN");
    if testing::is_deep() {
        for material in ["KBBK", "KQKP", "KPKN", "KNNK"] {
            compare_images(material);
        }
    }
}
