//! AL0 tables as chapters, over the whole rook ending: the counts are those of the published programs under SWI-Prolog.

#![allow(clippy::print_stderr)]

use std::collections::BTreeMap;
use std::sync::Arc;

use chess::{Chess, Small};
use code::compile;
use domain::{Rules, Side, Watch};
use lang::Form;
use lang::checked::Program;
use nasvet::documents::{DialectName, ModeName, VerificationDocument};
use nasvet::{BuiltTables, Chapter, NoLibrary, Questions, import_al0};
use search::{Engine, Options};
use shakmaty::Move;
use testing::{CasePage, Ending, program};

/// The table of the book, with the goal that is defined nowhere.
const BOOK: &str = include_str!("krk-book.pl");

/// The table of the course.
const COURSE: &str = include_str!("krk-course.pl");

fn chapter(table: &str, dialect: DialectName) -> String {
    let imported = import_al0(&[("krk.pl", table.as_bytes())], dialect);
    let findings = format!("{:?}", imported.files);
    imported.chapter.unwrap_or_else(|| panic!("{findings}"))
}

/// What is played in a position.
#[derive(Debug)]
struct Played {
    /// The number of the rule, from 1.
    rule: usize,
    piece: String,
    /// Our first move.
    first: Move,
    /// Our moves on the longest line of the tree.
    n_moves: usize,
}

/// What is played in every position with us to move, in a fixed order.
fn played(program: &Arc<Program>) -> Vec<Played> {
    let chess = Chess::<Small>::new();
    let compiled = compile(&chess, program);
    let mut engine = Engine::new(&compiled, Options::default());
    let ending = Ending::of(&program.header).expect("king and rook against king");
    let positions = (0..ending.n_numbers()).filter_map(|number| ending.position(number));
    let ours = positions.filter(|position| chess.turn(position) == Side::Us);
    let play = ours.map(|position| {
        let advised = engine.advise(&position, &Watch::new());
        let (piece, tree) = advised.chosen.expect("there is always advice");
        Played {
            rule: advised.rule.expect("a rule applies") + 1,
            piece: program.piece(piece).name.clone(),
            first: tree.branches(tree.root())[0].0,
            n_moves: tree.depth().div_ceil(2),
        }
    });
    play.collect()
}

fn counts<K: Ord>(played: &[Played], key: impl Fn(&Played) -> K) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for played in played {
        *counts.entry(key(played)).or_default() += 1;
    }
    counts
}

#[test]
fn rules_advice_and_trees_are_as_often_as_under_prolog() {
    let book = played(&program(Form::Chapter, &chapter(BOOK, DialectName::Book)));
    assert_eq!(book.len(), 175_168);
    let pieces = counts(&book, |played| played.piece.clone());
    eprintln!("{pieces:?}");
    let expected = [
        ("approach", 16_180),
        ("divide_in_2", 32_908),
        ("divide_in_3", 4),
        ("keeproom", 3_384),
        ("mate_in_2", 6_188),
        ("squeeze", 116_504),
    ];
    let expected = expected.map(|(name, count)| (name.to_owned(), count));
    assert_eq!(pieces, BTreeMap::from(expected));
    let rules = counts(&book, |played| played.rule);
    assert_eq!(rules, BTreeMap::from([(1, 23_592), (2, 151_576)]));
    let lengths = counts(&book, |played| played.n_moves);
    assert_eq!(lengths, BTreeMap::from([(1, 139_080), (2, 36_084), (3, 4)]));

    let course = played(&program(
        Form::Chapter,
        &chapter(COURSE, DialectName::Course),
    ));
    eprintln!("{:?}", counts(&course, |played| played.piece.clone()));
    let pairs = || book.iter().zip(&course);
    let advice = pairs().filter(|(book, course)| book.piece != course.piece);
    let moves = pairs().filter(|(book, course)| book.first != course.first);
    assert_eq!((advice.count(), moves.count()), (8_950, 36_492));
}

fn verified(table: &str, dialect: DialectName) -> VerificationDocument {
    let text = chapter(table, dialect);
    let chapter = Chapter::from_text("krk.md", &text, &NoLibrary).expect("a chapter");
    let questions = Questions {
        nodes: None,
        room: 1 << 28,
        spare: None,
        games: 1,
        group: false,
    };
    let verified = chapter.verify(&mut BuiltTables, questions, &Watch::new());
    verified.expect("three men can be verified")
}

/// Won, drawn, the longest win, and the mean in hundredths, where a tree is played to its end.
fn strong(document: &VerificationDocument) -> (u64, u64, Option<usize>, u64) {
    let mut modes = document.modes.iter();
    let strong = modes.find(|mode| mode.mode == ModeName::Strong);
    let strong = strong.expect("a strong mode");
    let mean = strong.lengths.mean.expect("a mean");
    let lost = strong.lost + strong.no_advice + strong.circle + strong.unknown;
    assert_eq!(lost, 0);
    (
        strong.won,
        strong.drawn,
        strong.lengths.longest,
        (100.0 * mean).round() as u64,
    )
}

#[test]
fn the_verifier_finds_the_stalemates_that_nobody_saw() {
    let book = verified(BOOK, DialectName::Book);
    assert_eq!(strong(&book), (175_120, 48, Some(34), 1_973));
    let course = verified(COURSE, DialectName::Course);
    assert_eq!(strong(&course), (175_128, 40, Some(37), 2_001));
    // The cure is two words in the holding goals.
    let cured = BOOK.replace("not rooklost\n", "not rooklost and not stalemate\n");
    assert_eq!(
        strong(&verified(&cured, DialectName::Book)),
        (175_168, 0, Some(34), 1_973)
    );
}

/// The findings about a table: code, message, and the text after the first fix.
fn findings(table: &str, libraries: &[(&str, &[u8])]) -> Vec<(String, String, Option<String>)> {
    let files: Vec<(&str, &[u8])> = [("table.pl", table.as_bytes())]
        .into_iter()
        .chain(libraries.iter().copied())
        .collect();
    let imported = import_al0(&files, DialectName::Book);
    let found = imported.files[0].diagnostics.iter();
    found
        .map(|found| {
            let fixed = found.fixes.first().map(|fix| {
                let mut text = table.to_owned();
                for edit in fix.edits.iter().rev() {
                    text.replace_range(edit.start as usize..edit.end as usize, &edit.new_text);
                }
                text
            });
            (found.code.clone(), found.message.clone(), fixed)
        })
        .collect()
}

#[test]
fn every_fix_in_the_catalogue_of_slips_mends_its_finding() {
    let mut n_fixes = 0;
    for page in CasePage::all_in("cases/al0") {
        for case in page.cases() {
            let files: Vec<(&str, &str)> = case.files().collect();
            let Some((_, table)) = files.first() else {
                continue;
            };
            let libraries = files[1..].iter();
            let libraries: Vec<(&str, &[u8])> = libraries
                .map(|(name, text)| (*name, text.as_bytes()))
                .collect();
            for (code, message, fixed) in findings(table, &libraries) {
                if let Some(fixed) = fixed {
                    let left = findings(&fixed, &libraries);
                    let stays = left.iter().any(|(_, other, _)| *other == message);
                    assert!(!stays, "{code} stays in\n{fixed}");
                    n_fixes += 1;
                }
            }
        }
    }
    assert!(n_fixes >= 5, "{n_fixes}");
}
