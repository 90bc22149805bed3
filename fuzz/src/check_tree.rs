//! Documents of trees: whatever the bytes, reading, replaying and checking end without a panic, and what the checker
//! accepts is true.

use std::sync::{Arc, LazyLock};

use domain::{Domain, Side};
use lang::checked::Program;
use lang::reference::{Budget, Evaluator, Verdict};
use nasvet::{Ask, Chapter, Evidence, Games, Shelf, Shipped, TreeDocument, check_source};
use proof::{Finding, Subject, check_verdict};

/// How far a check may go.
const MAX_STEPS: u64 = 20_000;

/// How far the reference may go to decide for itself.
const MAX_OWN_STEPS: u64 = 200_000;

static GAMES: LazyLock<Games> = LazyLock::new(Games::new);
static PROGRAMS: LazyLock<[Arc<Program>; 2]> =
    LazyLock::new(|| ["nim", "krk-van-emden"].map(program));

static CHAPTERS: LazyLock<[Chapter; 2]> = LazyLock::new(|| {
    ["nim", "krk-van-emden"].map(|name| Chapter::shipped(name).expect("the chapter is shipped"))
});

/// Reads a document, replays it by each chapter about its game, and checks what it shows.
pub fn check_tree(bytes: &[u8]) {
    if let Ok(evidence) = Evidence::from_json(bytes) {
        for chapter in &*CHAPTERS {
            let _ = chapter.check_trees(&evidence, MAX_STEPS);
        }
    }
    let Ok(document) = TreeDocument::from_json(bytes) else {
        return;
    };
    let json = document
        .to_json()
        .expect("what was read is not too long to be written");
    let again = TreeDocument::from_json(json.as_bytes()).expect("what is written can be read");
    assert_eq!(again, document, "{json}");
    for program in PROGRAMS
        .iter()
        .filter(|program| program.game == document.game)
    {
        let check = Check {
            document: &document,
            program,
        };
        GAMES
            .ask(&program.game, check)
            .expect("the program is about a game");
    }
}

struct Check<'a> {
    document: &'a TreeDocument,
    program: &'a Program,
}

impl Ask for Check<'_> {
    type Answer = ();

    fn ask<D: Domain>(self, domain: &D) {
        let Check { document, program } = self;
        let Ok(replayed) = document.replay(domain, program) else {
            return;
        };
        let Some(piece) = program.piece_named(&document.piece) else {
            return;
        };
        let root = &replayed.position;
        let question = Subject {
            domain,
            program,
            piece,
            us: Side::Us,
            root,
        };
        let finding = check_verdict(
            question,
            document.verdict(),
            &replayed.tree,
            Budget::steps(MAX_STEPS),
        );
        if finding != Finding::Sound {
            return;
        }
        let mut evaluator = Evaluator::new(domain, program, Budget::steps(MAX_OWN_STEPS));
        if let Ok(verdict) = evaluator.verdict(piece, root, Side::Us) {
            let claimed = document.verdict() == Verdict::Satisfied;
            assert_eq!(
                verdict == Verdict::Satisfied,
                claimed,
                "an accepted tree shows what is true"
            );
        }
    }
}

fn program(name: &str) -> Arc<Program> {
    let source = Shipped::named(name)
        .expect("the chapter is shipped")
        .source();
    let loaded = check_source(source, &GAMES, &Shelf::shipped());
    loaded
        .program
        .unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics))
}
