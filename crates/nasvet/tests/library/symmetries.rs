//! An expression means the same in the images of a position that it is proved to keep: definitions of the shipped chapters
//! and expressions that nobody would write, by the definition of the language.

use chess::{Chess, Small};
use domain::{Game, Item, Meaning, Symmetries, Type, Value};
use lang::Form;
use lang::KeptSymmetries;
use lang::checked::Program;
use lang::reference::{Budget, Evaluator, Scene};
use testing::{Ending, Numbers, chapters_about, checked, is_deep};

use crate::expressions::Author;

/// How much was compared.
#[derive(Default)]
struct Compared {
    /// Expressions that keep an image besides the position itself, and those that do not.
    keeping: usize,
    others: usize,
    values: usize,
}

/// Compares all definitions of a program that are about a position alone.
fn compare(chess: &Chess<Small>, program: &Program, positions: &[Small], text: &str) -> Compared {
    let mut compared = Compared::default();
    let mut finder = KeptSymmetries::new(chess.vocabulary(), program);
    for definition in &program.definitions {
        if !definition.parameters.is_empty() || definition.asks || definition.reads.the_move {
            continue;
        }
        let kept = finder.of(&definition.body);
        let keeps_something = (1..8).any(|image| kept.make(image));
        match keeps_something {
            true => compared.keeping += 1,
            false => compared.others += 1,
        }
        for position in positions {
            let value_in = |position: &Small| {
                let mut evaluator = Evaluator::new(chess, program, Budget::steps(20_000));
                evaluator.value(&definition.body, Scene::of(position))
            };
            let Ok(here) = value_in(position) else {
                continue;
            };
            for image in (1..chess.n_images(position)).filter(|image| kept.make(*image)) {
                let Ok(there) = value_in(&chess.image(position, image)) else {
                    continue;
                };
                let expected = here
                    .as_ref()
                    .map(|value| turned(chess, value, definition.body.ty, image));
                assert_eq!(
                    there, expected,
                    "{}, image {image} of {position:?}\n{text}",
                    definition.name
                );
                compared.values += 1;
            }
        }
    }
    compared
}

/// The value with its places turned.
fn turned(chess: &Chess<Small>, value: &Value, ty: Type, image: usize) -> Value {
    let place = chess.vocabulary().place;
    let of_place = |item: Item| chess.image_of_place(item, image);
    match ty {
        Type::Item(sort) if sort == place => Value::Item(of_place(value.item())),
        Type::Set(sort) if sort == place => Value::Set(value.set().iter().map(of_place).collect()),
        Type::Truth | Type::Number | Type::Side | Type::Plan | Type::Item(_) | Type::Set(_) => {
            value.clone()
        }
    }
}

#[test]
fn definitions_of_chapters_keep_what_they_are_proved_to_keep() {
    let chess = Chess::<Small>::new();
    let mut all = Compared::default();
    for (name, program) in chapters_about("chess") {
        let Some(ending) = Ending::of(&program.header) else {
            continue;
        };
        let stride = match is_deep() {
            true => ending.n_numbers() / 20_000,
            false => ending.n_numbers() / 400,
        };
        let positions: Vec<Small> = ending.sample(stride.max(1)).collect();
        let compared = compare(&chess, &program, &positions, name);
        all.keeping += compared.keeping;
        all.others += compared.others;
        all.values += compared.values;
    }
    assert!(
        all.keeping > 50 && all.others > 5 && all.values > 20_000,
        "too little was compared"
    );
}

#[test]
fn expressions_without_sense_keep_what_they_are_proved_to_keep() {
    let chess = Chess::<Small>::new();
    let mut author = Author::new(chess.vocabulary(), 2);
    let mut numbers = Numbers(7);
    let mut all = Compared::default();
    for _ in 0..if is_deep() { 1_000 } else { 100 } {
        let text = author.program();
        let Some(program) = checked("author", Form::Plain, &text).program else {
            continue;
        };
        let positions: Vec<Small> = (0..12)
            .map(|_| crate::compiled::any_position(&mut numbers))
            .collect();
        let compared = compare(&chess, &program, &positions, &text);
        all.keeping += compared.keeping;
        all.others += compared.others;
        all.values += compared.values;
    }
    assert!(
        all.keeping > 50 && all.others > 50 && all.values > 1_000,
        "too little was compared"
    );
}

#[test]
fn what_a_text_says_of_left_and_right_is_not_kept() {
    let chess = Chess::<Small>::new();
    let text = r#"
endgame "King and rook against king"
us K R
them K
let all_the_same = distance(our.king, their.king)
let upright      = rank(our.king)
let sideways     = file(our.king)
let both         = all_the_same + upright
let straight     = file_distance(our.king, their.king)
let named        = our.king = e4
let for_them     = for them (rank(our.king))
def through(s: square) = rank(s)
let called       = through(our.rook)
"#;
    let program = checked("test", Form::Plain, text)
        .program
        .expect("it has no faults");
    let mut finder = KeptSymmetries::new(chess.vocabulary(), &program);
    let kept: Vec<(&str, Symmetries)> = program
        .definitions
        .iter()
        .map(|definition| (definition.name.as_str(), finder.of(&definition.body)))
        .collect();
    let bits = |name: &str| {
        let (_, kept) = kept
            .iter()
            .find(|(of, _)| *of == name)
            .expect("it is defined");
        [1, 2, 4].map(|image| kept.make(image))
    };
    assert_eq!(bits("all_the_same"), [true, true, true]);
    assert_eq!(bits("upright"), [true, false, false]);
    assert_eq!(bits("sideways"), [false, true, false]);
    assert_eq!(bits("both"), [true, false, false]);
    assert_eq!(bits("straight"), [true, true, false]);
    assert_eq!(bits("named"), [false, false, false]);
    assert_eq!(bits("for_them"), [true, false, false]);
    assert_eq!(bits("called"), [true, false, false]);
}
