//! Questions about positions: every expression ends, within its budget and without a panic.

use std::sync::{Arc, LazyLock};

use domain::{Domain, Type, Value};
use lang::checked::Program;
use lang::reference::{Budget, Evaluator, Scene};
use lang::syntax::without_places;
use lang::{Diagnostics, Form, Source, check_expression, parse_expression, print_expr};
use nasvet::{Ask, Games, Shelf, check_source};

/// How far an evaluation may go.
const MAX_STEPS: u64 = 20_000;

/// A program with something of everything that an expression can name.
const CHESS: &str = r#"
endgame "King and rook against king"
us K R
them K

let king  = our.king
let rook  = our.rook
let enemy = their.king

def cut(e, r) = if e < r then r - 1 else if e > r then 8 - r
def room      = cut(file(enemy), file(rook)) * cut(rank(enemy), rank(rook))
def near(s)   = those t in board : distance(s, t) < 3

advice squeeze {
  better   them_to_move and adjacent(king, enemy)
  holding  king != enemy
  us       rook moves that check, then king moves
  them     any
  within   2 moves
}

plan walk(targets: squares) {
  better   king in targets
  holding  king != enemy
  us       king walks to targets
}
"#;

const NIM: &str = r#"
nim "The game of Nim"

def largest = greatest h in heaps : matches(h)
def odd(n)  = n mod 2 = 1

advice win {
  better   them_to_move and no_moves
  us       any
  them     any
}

plan leave(n: number) {
  better   all_matches = n
  holding  largest > 0
  us       any that taken = 1
}
"#;

static GAMES: LazyLock<Games> = LazyLock::new(Games::new);
static PROGRAMS: LazyLock<[Arc<Program>; 2]> = LazyLock::new(|| [CHESS, NIM].map(program));
const POSITIONS: [[&str; 2]; 2] = [
    ["8/8/8/3k4/8/8/1R6/K7 w - -", "1r6/8/2K5/8/8/8/8/k7 w - -"],
    ["2 1 1", "0 7 9223372036854775808 1"],
];

/// Asks the expression of chess and of Nim, in two positions each.
pub fn expression(bytes: &[u8]) {
    let Ok(source) = Source::from_bytes("fuzz", Form::Plain, bytes) else {
        return;
    };
    check_printing(&source);
    for (program, positions) in PROGRAMS.iter().zip(POSITIONS) {
        let question = Question {
            source: &source,
            program,
            positions,
        };
        GAMES
            .ask(&program.game, question)
            .expect("the program is about a game");
    }
}

/// What is printed reads back as the same, unless it is nested too deep by then.
fn check_printing(source: &Source) {
    let mut diagnostics = Diagnostics::default();
    let Some(expr) = parse_expression(source, &mut diagnostics) else {
        return;
    };
    if diagnostics.has_errors() {
        return;
    }
    let printed = print_expr(&expr);
    let Ok(again) = Source::from_text("fuzz", Form::Plain, &printed) else {
        return;
    };
    let mut diagnostics = Diagnostics::default();
    let same = parse_expression(&again, &mut diagnostics);
    if !diagnostics
        .into_vec()
        .iter()
        .any(|diagnostic| diagnostic.code == "too-deep")
    {
        let same = same.as_ref().map(without_places);
        assert_eq!(same, Some(without_places(&expr)), "{printed}");
    }
}

struct Question<'a> {
    source: &'a Source,
    program: &'a Program,
    positions: [&'a str; 2],
}

impl Ask for Question<'_> {
    type Answer = ();

    fn ask<D: Domain>(self, domain: &D) {
        let mut diagnostics = Diagnostics::default();
        let expr = check_expression(self.source, self.program, domain, &mut diagnostics);
        assert_eq!(
            expr.is_none(),
            diagnostics.has_errors(),
            "a question is refused for a reason"
        );
        let Some(expr) = expr else { return };
        for text in self.positions {
            let (position, _) = domain
                .read_position(text, &self.program.header)
                .expect("a good position");
            let evaluator = || Evaluator::new(domain, self.program, Budget::steps(MAX_STEPS));
            let (mut plain, mut traced) = (evaluator(), evaluator());
            let value = plain.value(&expr, Scene::of(&position));
            let same = traced
                .traced(&expr, Scene::of(&position))
                .map(|(value, _)| value);
            assert_eq!(value, same, "a trace changes nothing");
            assert!(
                plain.budget().spent() <= MAX_STEPS,
                "no more is spent than is allowed"
            );
            if let Ok(Some(value)) = value {
                assert!(fits(&value, expr.ty), "{value:?} is no {:?}", expr.ty);
            }
        }
    }
}

fn fits(value: &Value, ty: Type) -> bool {
    match value {
        Value::Truth(_) => ty == Type::Truth,
        Value::Number(_) => ty == Type::Number,
        Value::Side(_) => ty == Type::Side,
        Value::Item(_) => matches!(ty, Type::Item(_)),
        Value::Set(_) => matches!(ty, Type::Set(_)),
        Value::Plan(_) => ty == Type::Plan,
    }
}

fn program(text: &str) -> Arc<Program> {
    let source = Source::from_text("fuzz", Form::Plain, text).expect("a short source");
    let loaded = check_source(source, &GAMES, &Shelf::shipped());
    loaded
        .program
        .unwrap_or_else(|| panic!("{:#?}", loaded.diagnostics))
}
