//! The words of the chess vocabulary, asked through the domain: they look the same from both sides, and each
//! agrees with a slow definition written another way.

pub(crate) mod positions;
mod slow;

use std::collections::BTreeSet;

use domain::{Item, Meaning, Scope, Side, Type, Value};
use nasvet_chess::{Board, Chess, Convert, Full, Small};
use shakmaty::{Bitboard, Move, Role, Square};

use positions::*;

#[test]
fn every_word_has_one_meaning_and_a_short_doc() {
    let game = Chess::<Full>::new();
    let mut seen = BTreeSet::new();
    for (_, word) in all_words(&game) {
        assert!(
            seen.insert((word.name, word.takes.len())),
            "two words {}/{}",
            word.name,
            word.takes.len()
        );
        assert!(
            word.name
                .chars()
                .all(|c| c.is_ascii_lowercase() || c == '_'),
            "{}",
            word.name
        );
        assert!(word.doc.ends_with('.'), "{}: {}", word.name, word.doc);
        assert!(
            word.doc.chars().count() < 200,
            "{}: {}",
            word.name,
            word.doc
        );
        assert!(
            !word.of_side || word.scope == Scope::Position,
            "{}",
            word.name
        );
    }
}

#[test]
fn every_word_looks_the_same_from_the_other_side() {
    let game = Chess::<Full>::new();
    let mut random = Random(1);
    for position in positions(1000, 1000) {
        let other = turned(&position);
        for (id, word) in all_words(&game) {
            let types = argument_types(word);
            for m in moves_for(word, &position) {
                let viewer = random.pick(&Side::BOTH);
                let args: Vec<Value> = types
                    .iter()
                    .map(|&ty| any_value(&mut random, ty, &position))
                    .collect();
                let turned_args: Vec<Value> = types
                    .iter()
                    .zip(&args)
                    .map(|(&ty, arg)| turned_value(ty, arg))
                    .collect();

                let value = value_of(&game, id, &position, m, viewer, &args);
                let turned_m = m.map(Move::to_mirrored);
                let seen_by_other = value_of(&game, id, &other, turned_m, !viewer, &turned_args);
                let expected = value.as_ref().map(|value| turned_value(word.gives, value));
                assert_eq!(
                    seen_by_other, expected,
                    "{} {args:?} {viewer:?} {m:?} in {position:?}",
                    word.name
                );

                assert!(
                    word.partial || value.is_some(),
                    "{} {args:?} has no value in {position:?}",
                    word.name
                );
                assert!(
                    value.is_none_or(|value| is_of_type(word.gives, &value)),
                    "{}",
                    word.name
                );
            }
        }
    }
}

#[test]
fn every_word_means_the_same_on_both_boards() {
    let (full_game, small_game) = (Chess::<Full>::new(), Chess::<Small>::new());
    let mut random = Random(4);
    let mut n_small = 0;
    for position in positions(0, 2000) {
        let Ok(small) = Small::from_full(&position) else {
            continue;
        };
        n_small += 1;
        for (id, word) in all_words(&full_game) {
            let types = argument_types(word);
            for m in moves_for(word, &position) {
                let viewer = random.pick(&Side::BOTH);
                let args: Vec<Value> = types
                    .iter()
                    .map(|&ty| any_value(&mut random, ty, &position))
                    .collect();
                let value = value_of(&full_game, id, &position, m, viewer, &args);
                assert_eq!(
                    value_of(&small_game, id, &small, m, viewer, &args),
                    value,
                    "{} {args:?}",
                    word.name
                );
            }
        }
    }
    assert!(n_small > 1000, "{n_small} positions fit a small board");
}

#[test]
fn images_are_the_same_position_turned() {
    let (full_game, small_game) = (Chess::<Full>::new(), Chess::<Small>::new());
    let mut counts = BTreeSet::new();
    for position in positions(400, 600) {
        let n_images = full_game.n_images(&position);
        counts.insert(n_images);
        assert_eq!(full_game.image(&position, 0), position);
        for idx in 0..n_images {
            let image = full_game.image(&position, idx);
            assert_eq!(image.moves().len(), position.moves().len());
            assert_eq!(image.turn(), position.turn());
            let turned = |square: Square| full_game.image_of_place(Item(square.into()), idx).0;
            for (side, role) in Side::BOTH
                .iter()
                .flat_map(|side| Role::ALL.map(|r| (*side, r)))
            {
                let men = position.men(side, role).into_iter();
                let expected: Bitboard = men.map(|square| Square::new(turned(square))).collect();
                assert_eq!(image.men(side, role), expected);
            }
            if let Ok(small) = Small::from_full(&position) {
                let expected = Small::from_full(&image).expect("it has as many men");
                assert_eq!(small_game.n_images(&small), n_images);
                assert_eq!(small_game.image(&small, idx), expected);
            }
        }
    }
    assert_eq!(counts, BTreeSet::from([1, 2, 8]));
}

#[test]
fn only_words_of_left_and_right_tell_a_position_from_its_mirror_image() {
    let sided = [
        "file",
        "diagonal",
        "antidiagonal",
        "square",
        "left",
        "right",
        "light",
        "east",
        "west",
        "northeast",
        "northwest",
        "southeast",
        "southwest",
    ];
    let game = Chess::<Full>::new();
    let mut random = Random(2);
    let mut told_apart = BTreeSet::new();
    for position in positions(400, 1000)
        .into_iter()
        .filter(|position| !position.has_castling_rights())
    {
        let other = mirrored(&position);
        for (id, word) in all_words(&game) {
            let types = argument_types(word);
            for m in moves_for(word, &position) {
                let args: Vec<Value> = types
                    .iter()
                    .map(|&ty| any_value(&mut random, ty, &position))
                    .collect();
                let mirrored_args: Vec<Value> = types
                    .iter()
                    .zip(&args)
                    .map(|(&ty, arg)| mirrored_value(ty, arg))
                    .collect();
                let value = value_of(&game, id, &position, m, Side::Us, &args);
                let image = value_of(
                    &game,
                    id,
                    &other,
                    m.map(mirrored_move),
                    Side::Us,
                    &mirrored_args,
                );
                if image != value.map(|value| mirrored_value(word.gives, &value)) {
                    told_apart.insert(word.name);
                }
            }
        }
    }
    assert_eq!(told_apart, BTreeSet::from(sided));
}

/// What the vocabulary declares of symmetries is what trying finds: no word differs in an image that it is declared to
/// keep, and every word that is not differs somewhere.
#[test]
fn a_word_keeps_the_symmetries_that_it_is_declared_to_keep() {
    let game = Chess::<Full>::new();
    let mut random = Random(4);
    let mut told_apart: [BTreeSet<&str>; 3] = Default::default();
    for position in positions(400, 1500)
        .into_iter()
        .filter(|position| !position.has_castling_rights())
    {
        for (bit, told_apart) in told_apart.iter_mut().enumerate() {
            let idx = 1 << bit;
            if idx >= game.n_images(&position) {
                continue;
            }
            let image = game.image(&position, idx);
            for (id, word) in all_words(&game) {
                let types = argument_types(word);
                for m in moves_for(word, &position) {
                    let args: Vec<Value> = types
                        .iter()
                        .map(|&ty| any_value(&mut random, ty, &position))
                        .collect();
                    let of_image = |ty, value: &Value| image_of_value(&game, idx, ty, value);
                    let args_there: Vec<Value> = types
                        .iter()
                        .zip(&args)
                        .map(|(&ty, arg)| of_image(ty, arg))
                        .collect();
                    let here = value_of(&game, id, &position, m, Side::Us, &args);
                    let m = m.map(|m| image_of_move(&image, idx, m));
                    let there = value_of(&game, id, &image, m, Side::Us, &args_there);
                    if there != here.map(|value| of_image(word.gives, &value)) {
                        told_apart.insert(word.name);
                    }
                }
            }
        }
    }
    for (bit, told_apart) in told_apart.into_iter().enumerate() {
        let words = all_words(&game).map(|(_, word)| word);
        let declared = words.filter(|word| !word.keeps.make(1 << bit));
        let declared: BTreeSet<&str> = declared.map(|word| word.name).collect();
        assert_eq!(told_apart, declared, "symmetry {bit}");
    }
}

fn image_of_value(game: &Chess<Full>, idx: usize, ty: Type, value: &Value) -> Value {
    let of_place = |item| game.image_of_place(item, idx);
    match ty {
        Type::Item(nasvet_chess::SQUARE) => Value::Item(of_place(value.item())),
        Type::Set(nasvet_chess::SQUARE) => Value::Set(value.set().iter().map(of_place).collect()),
        Type::Truth | Type::Number | Type::Side | Type::Plan => value.clone(),
        Type::Item(_) | Type::Set(_) => value.clone(),
    }
}

/// The move of an image that goes where the move goes in the position.
fn image_of_move(image: &Full, idx: usize, m: Move) -> Move {
    let game = Chess::<Full>::new();
    let of_square = |square: Square| game.image_of_place(Item(square.into()), idx).0;
    let ends = |m: &Move| (m.from().map(u32::from), u32::from(m.to()), m.promotion());
    let there = (m.from().map(of_square), of_square(m.to()), m.promotion());
    let mut moves = image.moves().into_iter();
    moves
        .find(|m| ends(m) == there)
        .expect("an image has the images of all moves")
}

#[test]
fn a_word_about_a_position_does_not_depend_on_who_looks_unless_it_speaks_of_ranks() {
    let ranked = [
        "ahead",
        "antidiagonal",
        "behind",
        "diagonal",
        "down",
        "kpk_not_won",
        "kpk_won",
        "kqkp_not_won",
        "kqkp_won",
        "light",
        "rank",
        "square",
        "up",
    ];
    let game = Chess::<Full>::new();
    let mut random = Random(3);
    let mut told_apart = BTreeSet::new();
    for position in positions(200, 200) {
        for (id, word) in all_words(&game).filter(|(_, word)| word.scope == Scope::Position) {
            let types = argument_types(word);
            let args: Vec<Value> = types
                .iter()
                .map(|&ty| any_value(&mut random, ty, &position))
                .collect();
            let [us, them] = Side::BOTH.map(|viewer| game.word(id, &position, viewer, &args));
            if us != them {
                told_apart.insert(word.name);
            }
        }
    }
    assert_eq!(told_apart, BTreeSet::from(ranked));
}
