//! The words of the games and those of the language keep out of each other's way.

use std::collections::HashSet;

use lang::checked::Quantifier;
use lang::{BUILTINS, Diagnostics, Form, Source, parse};
use nasvet::Games;

/// Words that mean something to the language at certain places only.
const IN_PLACES: [&str; 8] = [
    "union",
    "intersect",
    "without",
    "are",
    "largest",
    "library",
    "where",
    "move",
];

#[test]
fn no_word_of_a_game_is_one_of_the_language() {
    let quantifiers = Quantifier::ALL.map(Quantifier::word);
    let taken: HashSet<&str> = BUILTINS
        .iter()
        .map(|word| word.name)
        .chain(quantifiers)
        .chain(IN_PLACES)
        .collect();
    for game in Games::new().all() {
        let vocabulary = game.vocabulary();
        let words = vocabulary.words.iter().map(|word| word.name);
        let constants = vocabulary
            .constants
            .iter()
            .map(|constant| constant.name.as_str());
        for word in words.chain(constants).chain(vocabulary.men.iter().copied()) {
            assert!(
                !taken.contains(word),
                "`{word}` of {} is a word of the language",
                vocabulary.game
            );
            assert!(is_free(word), "`{word}` of {} is reserved", vocabulary.game);
        }
        for sort in vocabulary.sorts {
            for name in [sort.singular, sort.plural] {
                assert!(
                    !["truth", "number", "side"].contains(&name) && is_free(name),
                    "{name}"
                );
            }
        }
        assert!(
            is_free(vocabulary.opening),
            "`{}` opens chapters",
            vocabulary.opening
        );
    }
}

#[test]
fn no_word_of_a_game_stands_for_two_things() {
    for game in Games::new().all() {
        let vocabulary = game.vocabulary();
        let mut seen = HashSet::new();
        for word in &vocabulary.words {
            // One name may serve for different numbers of values, and `our.king` beside the kind `king`.
            assert!(
                seen.insert((word.name, word.of_side, word.takes.len())),
                "`{}` is there twice",
                word.name
            );
            let is_constant = vocabulary.constant_named(word.name).is_some();
            assert!(
                word.of_side || !is_constant,
                "`{}` is a word and an item",
                word.name
            );
        }
        let constants: HashSet<&str> = vocabulary
            .constants
            .iter()
            .map(|item| item.name.as_str())
            .collect();
        assert_eq!(constants.len(), vocabulary.constants.len());
    }
}

/// Can the word be used as a value? Whether it means something does not matter here.
fn is_free(word: &str) -> bool {
    let source = Source::from_text(
        "t.advice",
        Form::Plain,
        &format!("nim \"x\"\ndef {word} = {word} + 1\n"),
    )
    .expect("a small text");
    let mut diagnostics = Diagnostics::default();
    parse(&source, &mut diagnostics);
    !diagnostics.has_errors()
}
