//! The chapter on van Emden's program against a twin written straight from the printed listing.
//!
//! Definitions and vocabulary are asked of every legal position; what looks back, the constraints and the rule that
//! fires of a part of them, and with `NASVET_DEEP=1` in the environment of all.

#![allow(clippy::print_stderr)]

use std::sync::Arc;

use chess::{Chess, Small};
use domain::{Item, Notation, Rules, Side, Value};
use lang::Form;
use lang::checked::{Constraint, DefinitionId, Program};
use lang::reference::{Budget, Evaluator, Scene, Verdict};
use nasvet::Shipped;
use testing::{is_deep, program};

use crate::twin;
use crate::twin::{Position, Rule, Square, Turn, legal_positions};

/// The words of the vocabulary that stand for predicates of the listing, and the one comparison that the chapter
/// makes inside a goal, given names.
const WORDS: &str = "
```advice
def word_mated         = mate
def word_stalemate     = stalemate
def word_incheck       = in_check
def word_edge_of_enemy = edge(enemy)
def word_edge_of_king  = edge(king)
def word_edge_of_rook  = edge(rook)
def word_mdist_kings   = manhattan(enemy, king)
def word_mdist_enemy   = manhattan(enemy, rook)
def word_mdist_king    = manhattan(king, rook)
def word_dist_kings    = distance(enemy, king)
def word_dist_enemy    = distance(enemy, rook)
def word_dist_king     = distance(king, rook)
def word_between(x, y, z) = between(x, y, z)
def word_newroomlt     = room < before.room
def word_divides_or_l  = divides or l_pattern
```
";

/// The chapter, with [`WORDS`] at its end.
fn chapter() -> Arc<Program> {
    let shipped = Shipped::named("krk-van-emden").expect("the chapter is shipped");
    program(Form::Chapter, &format!("{}{WORDS}", shipped.text))
}

fn definition(program: &Arc<Program>, name: &str) -> DefinitionId {
    let found = (0..)
        .zip(&program.definitions)
        .find(|(_, definition)| definition.name == name);
    DefinitionId(
        found
            .unwrap_or_else(|| panic!("the chapter defines {name}"))
            .0,
    )
}

fn constraint<'a>(program: &'a Arc<Program>, name: &str) -> &'a Constraint {
    let found = program
        .constraints
        .iter()
        .find(|constraint| constraint.name == name);
    &found
        .unwrap_or_else(|| panic!("the chapter has the moves {name}"))
        .body
}

/// The same position on the project's board.
fn small(chess: &Chess<Small>, program: &Arc<Program>, position: &Position) -> Small {
    let read = chess.read_position(&position.fen(), &program.header);
    read.unwrap_or_else(|error| panic!("{} is legal: {error}", position.fen()))
        .0
}

/// The ends of a move.
fn ends(m: <Chess<Small> as Rules>::Move) -> (Square, Square) {
    let from = m.from().expect("a man leaves a square");
    (Square::new(u32::from(from)), Square::new(u32::from(m.to())))
}

fn truth(truth: bool) -> Option<Value> {
    Some(Value::Truth(truth))
}

fn number(number: i32) -> Option<Value> {
    Some(Value::Number(number.into()))
}

/// Every n-th of the positions; all if one looks deep.
fn sample(positions: Vec<Position>, n: usize) -> Vec<Position> {
    positions
        .into_iter()
        .step_by(if is_deep() { 1 } else { n })
        .collect()
}

/// The work on all positions, halved, and what both halves counted.
fn on_two_threads(positions: &[Position], work: impl Fn(&[Position]) -> u64 + Sync) -> u64 {
    std::thread::scope(|scope| {
        let halves = positions.chunks(positions.len().div_ceil(2));
        let running: Vec<_> = halves.map(|half| scope.spawn(|| work(half))).collect();
        running
            .into_iter()
            .map(|half| half.join().expect("everything agrees"))
            .sum()
    })
}

type OfPosition = (&'static str, fn(&Position) -> Option<Value>);

/// A name of the chapter or of [`WORDS`], and what the listing says of a position.
const OF_POSITION: &[OfPosition] = &[
    ("word_mated", |pos| truth(twin::mated(pos))),
    ("word_stalemate", |pos| truth(twin::stalemate(pos))),
    ("word_incheck", |pos| truth(twin::incheck(pos))),
    ("word_edge_of_enemy", |pos| truth(twin::edge(pos.tk))),
    ("word_edge_of_king", |pos| truth(twin::edge(pos.ok))),
    ("word_edge_of_rook", |pos| truth(twin::edge(pos.or))),
    ("word_mdist_kings", |pos| {
        number(twin::mdist(pos.tk, pos.ok))
    }),
    ("word_mdist_enemy", |pos| {
        number(twin::mdist(pos.tk, pos.or))
    }),
    ("word_mdist_king", |pos| number(twin::mdist(pos.ok, pos.or))),
    ("word_dist_kings", |pos| number(twin::dist(pos.tk, pos.ok))),
    ("word_dist_enemy", |pos| number(twin::dist(pos.tk, pos.or))),
    ("word_dist_king", |pos| number(twin::dist(pos.ok, pos.or))),
    ("word_divides_or_l", |pos| truth(twin::rdividesorlpatt(pos))),
    ("room", |pos| number(twin::room(pos))),
    ("divides", |pos| truth(twin::rdivides(pos))),
    ("exposed", |pos| truth(twin::rexposed(pos))),
    ("rook_lost", |pos| truth(twin::rooklost(pos))),
    ("critical", |pos| {
        Some(Value::Item(Item(
            twin::critical_square(pos.tk, pos.or).number(),
        )))
    }),
    ("l_pattern", |pos| truth(twin::lpatt(pos))),
    ("space_to_turn", |pos| truth(twin::roomgt2ornotokedge(pos))),
    ("close", |pos| truth(twin::close(pos))),
];

#[test]
fn definitions_and_words_agree_in_every_position() {
    let (chess, program) = (Chess::<Small>::new(), chapter());
    let ids: Vec<DefinitionId> = OF_POSITION
        .iter()
        .map(|(name, _)| definition(&program, name))
        .collect();
    for (turn, n_expected) in [(Turn::Ours, 175_168), (Turn::Theirs, 223_944)] {
        let positions = legal_positions(turn);
        assert_eq!(positions.len(), n_expected);
        let n_compared = on_two_threads(&positions, |positions| {
            let mut evaluator = Evaluator::new(&chess, &program, Budget::steps(u64::MAX));
            let mut n_compared = 0;
            for position in positions {
                let small = small(&chess, &program, position);
                for (id, (name, expected)) in ids.iter().zip(OF_POSITION) {
                    let found = evaluator
                        .call(*id, Vec::new(), Scene::of(&small))
                        .expect("no limit");
                    assert_eq!(found, expected(position), "{name} in {}", position.fen());
                    n_compared += 1;
                }
            }
            n_compared
        });
        eprintln!(
            "{turn:?}: {} positions, {n_compared} values",
            positions.len()
        );
    }
}

#[test]
fn side_and_between_agree_for_all_numbers() {
    let (chess, program) = (Chess::<Small>::new(), chapter());
    let mut evaluator = Evaluator::new(&chess, &program, Budget::steps(u64::MAX));
    let anywhere = small(
        &chess,
        &program,
        &Position::from_fen("8/8/8/3k4/8/8/1R6/K7 w - -"),
    );
    let mut ask = |name: &str, args: &[i32]| {
        let args = args.iter().map(|arg| number(*arg)).collect();
        evaluator
            .call(definition(&program, name), args, Scene::of(&anywhere))
            .expect("no limit")
    };
    for x in 1..=8 {
        for y in 1..=8 {
            assert_eq!(
                ask("side", &[x, y]),
                twin::side(x, y).and_then(number),
                "side of {x} and {y}"
            );
            for z in 1..=8 {
                let expected = truth(twin::between(x, y, z));
                assert_eq!(
                    ask("word_between", &[x, y, z]),
                    expected,
                    "{x} between {y} and {z}"
                );
            }
        }
    }
}

type OfMove = (&'static str, fn(&Position, &Position) -> bool);

/// A name of the chapter or of [`WORDS`], and what the listing says of a position and the one after our move.
const OF_MOVE: &[OfMove] = &[
    ("word_newroomlt", twin::newroomlt),
    ("nearer_critical", twin::okcsnmdlt),
    ("near_rook", twin::okorndle),
];

/// After all moves of every fifth position; with `NASVET_DEEP=1` of all, which takes more than a minute.
#[test]
fn definitions_that_look_back_and_better_goals_agree_after_every_move() {
    let (chess, program) = (Chess::<Small>::new(), chapter());
    let ids: Vec<DefinitionId> = OF_MOVE
        .iter()
        .map(|(name, _)| definition(&program, name))
        .collect();
    let goals = Rule::ALL.map(|rule| {
        let piece = program.piece(
            program
                .piece_named(rule.piece())
                .expect("the chapter has the piece"),
        );
        (&piece.better_goal, rule)
    });
    let positions = sample(legal_positions(Turn::Ours), 5);
    let n_moves = on_two_threads(&positions, |positions| {
        let mut evaluator = Evaluator::new(&chess, &program, Budget::steps(u64::MAX));
        let mut n_moves = 0;
        for position in positions {
            let before = small(&chess, &program, position);
            for m in chess.legal_moves(&before) {
                let (from, to) = ends(m);
                let (next, after) = (position.after(from, to), chess.play(&before, m));
                let scene = Scene {
                    before: Some(&before),
                    root: &before,
                    depth: 1,
                    ..Scene::of(&after)
                };
                for (id, (name, expected)) in ids.iter().zip(OF_MOVE) {
                    let found = evaluator.call(*id, Vec::new(), scene).expect("no limit");
                    assert_eq!(
                        found,
                        truth(expected(position, &next)),
                        "{name} in {}",
                        next.fen()
                    );
                }
                for (goal, rule) in goals {
                    let found = evaluator.value(goal, scene).expect("no limit");
                    let expected = (rule.better_goal())(position, &next);
                    assert_eq!(
                        found,
                        truth(expected),
                        "{rule:?} from {} to {}",
                        position.fen(),
                        next.fen()
                    );
                }
                n_moves += 1;
            }
        }
        n_moves
    });
    eprintln!(
        "{} positions, {n_moves} moves, {} values each",
        positions.len(),
        OF_MOVE.len() + goals.len()
    );
}

/// In every fifth position; with `NASVET_DEEP=1` in all.
#[test]
fn constraints_list_the_same_moves_in_the_same_order() {
    let (chess, program) = (Chess::<Small>::new(), chapter());
    let constraints = [
        ("rook_move", twin::Constraint::Rookmove),
        ("diagonal_first", twin::Constraint::Kdmovefirst),
        ("any_move", twin::Constraint::Anymove),
        ("checks_first", twin::Constraint::Checkfirst),
    ]
    .map(|(name, twin)| (constraint(&program, name), twin));
    let positions = sample(legal_positions(Turn::Ours), 5);
    let n_moves = on_two_threads(&positions, |positions| {
        let mut evaluator = Evaluator::new(&chess, &program, Budget::steps(u64::MAX));
        let mut n_moves = 0;
        for position in positions {
            let small = small(&chess, &program, position);
            for (constraint, twin) in constraints {
                let moves = evaluator
                    .moves(constraint, Scene::of(&small))
                    .expect("no limit");
                let found: Vec<_> = moves.into_iter().map(ends).collect();
                let mut expected = Vec::new();
                for m in twin::smoves(twin, position).map(|next| position.move_to(&next)) {
                    if !expected.contains(&m) {
                        expected.push(m);
                    }
                }
                assert_eq!(found, expected, "{twin:?} in {}", position.fen());
                n_moves += found.len() as u64;
            }
        }
        n_moves
    });
    eprintln!("{} positions, {n_moves} moves", positions.len());
}

#[test]
fn the_printed_program_fires_its_rules_as_often_as_under_prolog() {
    let mut counts = [0; Rule::ALL.len()];
    for position in legal_positions(Turn::Ours) {
        let (rule, _) = twin::ourmove(&position).expect("every position has a rule");
        counts[rule as usize] += 1;
    }
    let expected = [
        (Rule::Mate, 3_728),
        (Rule::Squeeze, 115_884),
        (Rule::Approach, 17_908),
        (Rule::Keeproom, 3_712),
        (Rule::Divide, 33_936),
    ];
    assert_eq!(
        Rule::ALL.map(|rule| (rule, counts[rule as usize])),
        expected
    );
}

#[test]
fn the_printed_program_mates_from_where_it_did_under_prolog() {
    let positions = legal_positions(Turn::Ours);
    let place =
        |pos: &Position| (pos.tk.number() << 12 | pos.ok.number() << 6 | pos.or.number()) as usize;
    let replies: Vec<Vec<usize>> = positions
        .iter()
        .map(|position| {
            let (_, next) = twin::ourmove(position).expect("every position has a rule");
            assert!(
                !twin::rooklost(&next) && !twin::stalemate(&next),
                "{}",
                position.fen()
            );
            twin::tmoves(&next).iter().map(place).collect()
        })
        .collect();
    // How many moves of ours mate is, against the longest defence; nought where it is not known.
    let mut mates_in = vec![0u32; 1 << 18];
    for n in 1.. {
        let is_mate = |replies: &Vec<usize>| {
            replies
                .iter()
                .all(|place| (1..n).contains(&mates_in[*place]))
        };
        let found: Vec<usize> = positions
            .iter()
            .zip(&replies)
            .filter(|(position, replies)| mates_in[place(position)] == 0 && is_mate(replies))
            .map(|(position, _)| place(position))
            .collect();
        if found.is_empty() {
            break;
        }
        for place in found {
            mates_in[place] = n;
        }
    }
    let known: Vec<u32> = mates_in.iter().copied().filter(|n| *n > 0).collect();
    assert_eq!(
        known.iter().filter(|n| **n == 1).count(),
        1_512,
        "mates in one"
    );
    assert_eq!(known.len(), 163_830);
    assert_eq!(known.iter().max(), Some(&38));
    assert_eq!(
        mates_in[place(&Position::from_fen("8/8/8/8/6k1/8/7K/R7 w - -"))],
        38
    );
    let hundredths = 100 * known.iter().sum::<u32>() / known.len() as u32;
    eprintln!(
        "{} positions mate, on average in {}.{:02}",
        known.len(),
        hundredths / 100,
        hundredths % 100
    );
    assert_eq!(hundredths, 2_004);
}

/// In every fiftieth position; with `NASVET_DEEP=1` in all.
#[test]
fn the_chapter_fires_the_rule_of_the_printed_program() {
    let (chess, program) = (Chess::<Small>::new(), chapter());
    let entries = &program.tables[0].rules[0].entries;
    let positions = sample(legal_positions(Turn::Ours), 50);
    let n_verdicts = on_two_threads(&positions, |positions| {
        let mut evaluator = Evaluator::new(&chess, &program, Budget::steps(u64::MAX));
        let mut n_verdicts = 0;
        for position in positions {
            let small = small(&chess, &program, position);
            let mut fires = |piece, guard: Option<&lang::checked::Expr>| {
                let is_listed = guard.is_none_or(|guard| {
                    evaluator.value(guard, Scene::of(&small)).expect("no limit") == truth(true)
                });
                n_verdicts += u64::from(is_listed);
                is_listed
                    && evaluator
                        .verdict(piece, &small, Side::Us)
                        .expect("no limit")
                        == Verdict::Satisfied
            };
            let fired = entries
                .iter()
                .find(|entry| fires(entry.piece, entry.guard.as_ref()));
            let found = fired.map(|entry| program.piece(entry.piece).name.as_str());
            let expected = twin::ourmove(position).map(|(rule, _)| rule.piece());
            assert_eq!(found, expected, "{}", position.fen());
        }
        n_verdicts
    });
    eprintln!("{} positions, {n_verdicts} verdicts", positions.len());
}
