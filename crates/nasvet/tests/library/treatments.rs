//! Many treatments, one expectation: each case is searched with the cache and without, for the first tree and for a
//! least deep one, on one thread and on two at once, and taken through a document and back.
//!
//! The verdict is the same throughout, and the same as the reference's; the tree too where only speed was varied.
//! Every tree is accepted by the checker. Colours swapped, everything stays; files mirrored, rule and piece do.

#![allow(clippy::print_stderr)]

use std::sync::Arc;

use chess::{Chess, Small, View};
use code::compile;
use domain::{Domain, Notation, Side, Watch};
use games::Nim;
use lang::Form;
use lang::checked::{PieceId, Program};
use lang::reference::{Budget, Evaluator};
use nasvet::{Shipped, TreeDocument, TreeQuestion};
use proof::{Failure, Finding, Subject, Tree, Verdict, check_refutation, check_verdict};
use search::{Advised, Answer, Engine, Evidence, Options, PieceOutcome, Query};
use shakmaty::Color;
use testing::{Ending, chapter, chapters_about, is_deep, program_about};

use crate::twin;

/// Far more than any case needs.
const LIMITS: &Watch = &Watch::nodes(10_000_000);

/// What takes longer without a cache is left out.
const ADVICE_LIMITS: &Watch = &Watch::nodes(20_000);
const FIRST_LIMITS: &Watch = &Watch::nodes(50_000);

/// How far the reference may go in one question.
const STEPS: u64 = 500_000;

/// A chapter with more pieces than this takes its time.
const MANY_PIECES: usize = 12;

const NIM: &[&str] = &[
    "1",
    "2",
    "3",
    "1 1",
    "2 1",
    "2 2",
    "3 1",
    "3 2",
    "1 1 1",
    "2 1 1",
    "2 2 1",
    "1 2 3",
    "3 2 2",
    "3 3",
    "4 3",
    "0",
    "0 0",
    "1 them to move",
    "1 1 them to move",
    "2 1 them to move",
    "2 2 them to move",
    "1 2 3 them to move",
    "2 1 1 them to move",
    "0 0 them to move",
    "3 3 them to move",
];

const CHESS: &[&str] = &[
    // Rook against king.
    "8/8/8/3k4/8/8/1R6/K7 w - -",
    "3k4/8/3K4/8/8/8/8/R7 w - -",
    "3k4/8/3K4/8/8/8/8/R7 b - -",
    "8/8/8/8/8/2k5/1R6/K7 w - -",
    "8/8/8/8/8/1k6/1R6/K7 w - -",
    "k7/8/1K6/8/8/8/8/7R w - -",
    "k7/8/2K5/8/8/8/8/1R6 w - -",
    "k7/8/2K5/8/8/8/8/1R6 b - -",
    "8/8/8/8/4k3/8/4R3/4K3 w - -",
    "8/8/8/8/4k3/8/4R3/4K3 b - -",
    "7k/8/5K2/8/8/8/8/6R1 w - -",
    "7k/8/5K2/8/8/8/8/6R1 b - -",
    "8/8/8/4k3/8/4K3/8/7R w - -",
    "8/8/8/4k3/3R4/4K3/8/8 b - -",
    "8/8/4k3/8/3RK3/8/8/8 w - -",
    "8/8/4k3/8/3RK3/8/8/8 b - -",
    "1r6/8/2K5/8/8/8/8/k7 b - -",
    "8/8/8/3K4/8/8/1r6/k7 b - -",
    "8/8/8/3K4/8/8/1r6/k7 w - -",
    "8/2k5/R7/8/8/8/8/6K1 w - -",
    "8/8/8/8/8/5k2/8/5K1R w - -",
    "8/8/8/8/8/5k2/8/R4K2 b - -",
    "5R2/8/8/8/3k4/8/3K4/8 w - -",
    "8/1k6/8/2R5/8/3K4/8/8 w - -",
    "8/8/8/8/8/3k4/7R/1K6 w - -",
    "8/8/8/8/8/3k4/7R/1K6 b - -",
    "6k1/8/6K1/8/8/8/8/1R6 w - -",
    "2K5/8/8/8/8/1k6/8/7R b - -",
    // Queen against king.
    "8/8/8/3k4/8/8/1Q6/K7 w - -",
    "3k4/8/3K4/8/8/8/8/Q7 w - -",
    "3k4/8/3K4/8/8/8/8/Q7 b - -",
    "k7/8/1K6/8/8/8/8/7Q w - -",
    "8/8/8/8/4k3/8/4Q3/4K3 b - -",
    "7k/8/5K2/8/8/8/8/6Q1 b - -",
    "8/8/8/4k3/8/4K3/8/7Q w - -",
    "1q6/8/2K5/8/8/8/8/k7 b - -",
    "8/8/8/3K4/8/8/1q6/k7 w - -",
    "8/2k5/8/8/8/8/8/Q5K1 w - -",
    "8/8/1Q6/8/3k4/8/3K4/8 w - -",
    "8/1k6/8/2Q5/8/3K4/8/8 b - -",
    // Pawn against king.
    "5k2/8/8/8/8/2P5/8/3K4 w - -",
    "5k2/8/8/8/8/2P5/8/3K4 b - -",
    "4k3/8/4K3/4P3/8/8/8/8 w - -",
    "4k3/8/4K3/4P3/8/8/8/8 b - -",
    "8/8/8/8/4k3/8/4P3/4K3 w - -",
    "8/8/8/8/4k3/8/4P3/4K3 b - -",
    "8/P7/8/8/8/5k2/8/K7 w - -",
    "8/P7/1k6/8/8/8/8/K7 w - -",
    "1k6/8/K7/P7/8/8/8/8 w - -",
    "k7/8/K7/P7/8/8/8/8 b - -",
    "8/8/3k4/8/3K4/3P4/8/8 w - -",
    "8/8/3k4/8/3K4/3P4/8/8 b - -",
    "3k4/3P4/3K4/8/8/8/8/8 w - -",
    "3k4/3P4/4K3/8/8/8/8/8 b - -",
    "8/8/8/8/8/2k5/2p5/2K5 b - -",
    "3k4/8/8/8/3p4/8/3K4/8 w - -",
];

#[derive(Default)]
struct Counts {
    cases: usize,
    questions: usize,
    trees: usize,
    refutations: usize,
    given_up: usize,
    undecided: usize,
}

/// All treatments of all pieces of a program in these positions, as far as they belong to it.
fn treat<D: Domain + Sync>(
    domain: &D,
    name: &str,
    program: &Arc<Program>,
    texts: &[&str],
    counts: &mut Counts,
) where
    D::Position: Send + Sync,
    D::Move: Send + Sync,
    D::View: Sync,
{
    let compiled = compile(domain, program);
    let step = if program.pieces.len() > MANY_PIECES && !is_deep() {
        3
    } else {
        1
    };
    let positions: Vec<(D::Position, D::View, &str)> = texts
        .iter()
        .filter_map(|text| {
            let (position, view) = domain.read_position(text, &program.header).ok()?;
            Some((position, view, *text))
        })
        .step_by(step)
        .collect();
    counts.cases += positions.len();
    let pieces: Vec<PieceId> = (0..program.pieces.len() as u32).map(PieceId).collect();
    let options = |cache, shortest_first| Options {
        cache,
        shortest_first,
    };

    // Every question in every treatment, all engines used again and again.
    let mut plain = Engine::new(&compiled, options(false, false));
    let mut watched = Engine::new(&compiled, options(false, false));
    let mut cached = Engine::new(&compiled, options(true, false));
    let mut shortest = Engine::new(&compiled, options(false, true));
    let mut both = Engine::new(&compiled, options(true, true));
    let mut answers = Vec::new();
    for (position, view, text) in &positions {
        for piece in &pieces {
            let told = || format!("{} of {name} in {text}", program.piece(*piece).name);
            let searched = plain.prove(*piece, position, FIRST_LIMITS);
            // Where somebody watches, every position is looked at as often as it is counted.
            watched.start_trace();
            let seen = watched.prove(*piece, position, FIRST_LIMITS);
            assert_eq!(seen.answer, searched.answer, "{} watched", told());
            assert_eq!(seen.statistics, searched.statistics, "{} watched", told());
            assert_eq!(seen.nested_nodes, searched.nested_nodes, "{}", told());
            if searched.answer.verdict().is_none() {
                counts.undecided += 1;
                continue;
            }
            let again = plain.prove(*piece, position, LIMITS);
            assert_eq!(again.statistics, searched.statistics, "{}", told());
            assert_eq!(again.answer, searched.answer, "{}", told());
            let answer = searched.answer;
            let verdict = answer
                .verdict()
                .unwrap_or_else(|| panic!("{} is decided", told()));
            assert_eq!(
                cached.prove(*piece, position, LIMITS).answer,
                answer,
                "{} with the cache",
                told()
            );
            let decided = plain.decide(*piece, position, LIMITS);
            assert_eq!(
                (decided.answer.verdict(), decided.statistics),
                (Some(verdict), searched.statistics)
            );
            let least = shortest.prove(*piece, position, LIMITS).answer;
            assert_eq!(
                least.verdict(),
                Some(verdict),
                "{}, least depth first",
                told()
            );
            assert_eq!(
                both.prove(*piece, position, LIMITS).answer,
                least,
                "{} with both",
                told()
            );
            if let (Answer::Satisfied(tree), Answer::Satisfied(least)) = (&answer, &least) {
                assert!(least.depth() <= tree.depth(), "{}", told());
                assert_sound(
                    domain,
                    name,
                    program,
                    *piece,
                    (position, *view),
                    Verdict::Satisfied,
                    tree,
                );
                assert_sound(
                    domain,
                    name,
                    program,
                    *piece,
                    (position, *view),
                    Verdict::Satisfied,
                    least,
                );
                counts.trees += 2;
            }
            for engine in [&mut plain, &mut cached] {
                let query = Query::of(*piece).with(Evidence::Refutation);
                let searched = engine.ask(query, position, LIMITS);
                assert!(searched.answer.decided().is_ok(), "far from any limit");
                let refutation = searched.refutation;
                assert_eq!(
                    refutation.is_none(),
                    verdict == Verdict::Satisfied,
                    "{}",
                    told()
                );
                if let Some(tree) = refutation {
                    assert_sound(
                        domain,
                        name,
                        program,
                        *piece,
                        (position, *view),
                        verdict,
                        &tree,
                    );
                    counts.refutations += 1;
                }
            }
            match Evaluator::new(domain, program, Budget::steps(STEPS)).verdict(
                *piece,
                position,
                Side::Us,
            ) {
                Ok(expected) => assert_eq!(verdict, expected, "{}", told()),
                Err(_) => counts.given_up += 1,
            }
            counts.questions += 1;
            answers.push((position, *piece, answer));
        }
    }

    // The same once more, twice at the same time.
    let all = || {
        let mut engine = Engine::new(&compiled, options(true, false));
        answers.iter().all(|(position, piece, answer)| {
            engine.prove(*piece, position, LIMITS).answer == *answer
        })
    };
    let on_threads = std::thread::scope(|scope| {
        let running = [scope.spawn(all), scope.spawn(all)];
        running.map(|thread| thread.join().expect("no thread fails"))
    });
    assert_eq!(
        on_threads,
        [true, true],
        "{name}: two threads and one come to the same"
    );
}

/// The tree shows the verdict, and still does when it has been a document.
fn assert_sound<D: Domain>(
    domain: &D,
    name: &str,
    program: &Arc<Program>,
    piece: PieceId,
    (root, view): (&D::Position, D::View),
    verdict: Verdict,
    tree: &Tree<D::Move>,
) {
    let asked = TreeQuestion {
        chapter: name,
        program,
        piece,
        verdict,
    };
    let document =
        TreeDocument::new(domain, asked, root, view, tree).expect("a tree of legal moves");
    let json = document.to_json().expect("not too long");
    let read = TreeDocument::from_json(json.as_bytes()).expect("what is written can be read");
    assert_eq!(read, document);
    let replayed = read
        .replay(domain, program)
        .expect("what is written can be played");
    assert!(
        replayed.tree == *tree && replayed.position == *root && replayed.view == view,
        "{json}"
    );
    let question = Subject {
        domain,
        program,
        piece,
        us: Side::Us,
        root,
    };
    let finding = check_verdict(question, verdict, &replayed.tree, Budget::steps(STEPS));
    assert!(
        matches!(finding, Finding::Sound | Finding::Unknown(_)),
        "{json}: {finding:?}"
    );
    let failure = match verdict {
        Verdict::Satisfied => return,
        Verdict::Refuted => Failure::Refuted,
        Verdict::Cut => Failure::Cut,
    };
    let finding = check_refutation(question, failure, &replayed.tree, Budget::steps(STEPS));
    assert!(
        matches!(finding, Finding::Sound | Finding::Unknown(_)),
        "{json}: {finding:?}"
    );
}

#[test]
fn treatments_agree() {
    let mut counts = Counts::default();
    for (name, program) in chapters_about("nim") {
        treat(&Nim, name, &program, NIM, &mut counts);
    }
    let chess = Chess::<Small>::new();
    for (name, program) in chapters_about("chess") {
        treat(&chess, name, &program, CHESS, &mut counts);
    }
    let Counts {
        cases,
        questions,
        trees,
        refutations,
        given_up,
        undecided,
    } = counts;
    eprintln!(
        "{cases} cases, {questions} questions, {trees} trees, {refutations} refutations, {given_up} given up, {undecided} left out"
    );
    assert!(cases >= 60 && given_up * 10 < questions && undecided * 5 < questions);
}

/// Table, rule, what was tried, and the piece to play by.
type Said = (
    Option<usize>,
    Option<usize>,
    Vec<(PieceId, PieceOutcome)>,
    Option<PieceId>,
);

fn said<M>(advised: &Advised<M>) -> Said {
    let tried = advised
        .tried
        .iter()
        .map(|tried| (tried.piece, tried.outcome))
        .collect();
    (
        advised.table,
        advised.rule,
        tried,
        advised.chosen.as_ref().map(|(piece, _)| *piece),
    )
}

/// The same, refuted or cut alike: where they move, the first reply that fails tells which of the two it is.
fn roughly((table, rule, tried, chosen): Said) -> Said {
    let rough = |outcome| {
        if outcome == PieceOutcome::Refuted {
            PieceOutcome::Cut
        } else {
            outcome
        }
    };
    (
        table,
        rule,
        tried
            .into_iter()
            .map(|(piece, outcome)| (piece, rough(outcome)))
            .collect(),
        chosen,
    )
}

/// The position with colours and ranks swapped.
fn swapped(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').expect("a position has fields");
    let swap = |c: char| {
        if c.is_uppercase() {
            c.to_ascii_lowercase()
        } else {
            c.to_ascii_uppercase()
        }
    };
    let ranks: Vec<String> = board
        .split('/')
        .rev()
        .map(|rank| rank.chars().map(swap).collect())
        .collect();
    let turn = if rest.starts_with('w') { 'b' } else { 'w' };
    format!("{} {turn}{}", ranks.join("/"), &rest[1..])
}

/// The position with its files mirrored.
fn mirrored(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').expect("a position has fields");
    let ranks: Vec<String> = board
        .split('/')
        .map(|rank| rank.chars().rev().collect())
        .collect();
    format!("{} {rest}", ranks.join("/"))
}

/// The move with its ranks swapped.
fn turned(san: &str) -> String {
    let turn = |c: char| {
        c.to_digit(10)
            .map_or(c, |rank| char::from_digit(9 - rank, 10).expect("a rank"))
    };
    san.chars().map(turn).collect()
}

#[test]
fn swapped_colours_change_nothing_and_mirrored_files_keep_rule_and_piece() {
    let chess = Chess::<Small>::new();
    for (name, program) in chapters_about("chess") {
        // A chapter that thinks has no table to consult.
        if program.tables.is_empty() {
            continue;
        }
        let Some(ending) = Ending::of(&program.header) else {
            continue;
        };
        let compiled = compile(&chess, &program);
        let mut engine = Engine::new(
            &compiled,
            Options {
                cache: true,
                shortest_first: false,
            },
        );
        // Where many pieces are tried in each position, fewer positions have to do.
        let n_wanted = match (program.pieces.len() > MANY_PIECES, is_deep()) {
            (false, false) | (true, true) => 2_000,
            (false, true) => 20_000,
            (true, false) => 200,
        };
        // Half of the numbers at least are legal positions. An odd stride meets all squares and both sides.
        let step = (ending.n_numbers() / (2 * n_wanted)) | 1;
        let numbers = (0..ending.n_numbers()).step_by(step);
        // A chapter that says `left` where it could say `right` need not see both halves of the board alike.
        let text = Shipped::named(name).expect("the chapter is shipped").text;
        let names_sides = text.contains("left(");
        let (mut n_positions, mut n_lopsided) = (0, 0);
        for position in numbers
            .filter_map(|number| ending.position(number))
            .take(n_wanted)
        {
            let view = View { us: Color::White };
            let fen = chess.write_position(&position, view);
            let mut ask = |fen: &str| {
                let (position, view) = chess
                    .read_position(fen, &program.header)
                    .expect("a legal position");
                let advised = engine.advise(&position, ADVICE_LIMITS);
                let tree = advised.chosen.as_ref().map(|(_, tree)| tree);
                let m = tree
                    .and_then(Tree::first_move)
                    .map(|m| chess.write_move(&position, view, m));
                (
                    said(&advised),
                    m,
                    tree.map(Tree::size),
                    view,
                    advised.stopped.is_some(),
                )
            };
            let (plain, m, size, view, was_stopped) = ask(&fen);
            let other = swapped(&fen);
            let (swapped, swapped_move, swapped_size, swapped_view, _) = ask(&other);
            assert_ne!(view, swapped_view, "{fen}");
            assert_eq!(
                (&swapped, swapped_size),
                (&plain, size),
                "{name}: {fen} and {other}"
            );
            assert_eq!(
                swapped_move,
                m.as_deref().map(turned),
                "{name}: {fen} and {other}"
            );
            let other = mirrored(&fen);
            let (mirrored, .., is_stopped) = ask(&other);
            if !was_stopped && !is_stopped && roughly(mirrored) != roughly(plain) {
                assert!(names_sides, "{name}: {fen} and {other}");
                n_lopsided += 1;
            }
            n_positions += 1;
        }
        eprintln!("{name}: {n_positions} positions, {n_lopsided} of them lopsided");
        assert_eq!(n_positions, n_wanted);
        assert!(n_lopsided * 20 < n_positions);
    }
}

#[test]
fn the_engine_plays_as_the_printed_program_in_every_position() {
    let (chess, program) = (Chess::<Small>::new(), chapter("krk-van-emden"));
    let compiled = compile(&chess, &program);
    let mut engine = Engine::new(&compiled, Options::default());
    let positions = twin::legal_positions(twin::Turn::Ours);
    assert_eq!(positions.len(), 175_168);
    for position in &positions {
        let fen = position.fen();
        let (small, _) = chess
            .read_position(&fen, &program.header)
            .expect("a legal position");
        let advised = engine.advise(&small, LIMITS);
        let (piece, tree) = advised.chosen.unwrap_or_else(|| panic!("{fen} has a rule"));
        let m = tree.first_move().expect("we move");
        let from = twin::Square::new(u32::from(m.from().expect("a man leaves a square")));
        let to = twin::Square::new(u32::from(m.to()));
        let (rule, next) = twin::ourmove(position).expect("every position has a rule");
        let found = (&program.piece(piece).name[..], (from, to));
        assert_eq!(found, (rule.piece(), position.move_to(&next)), "{fen}");
    }
}

/// Two pieces that want the shortest tree, and the same as pieces for each bound.
const SHORTEST: &str = r#"endgame "Short ways"
us K R
them K

advice mate_in(n: number) {
  better   them_to_move and mate
  holding  not stalemate
  within   n moves
}

advice mate_soon {
  better   them_to_move and mate
  holding  not stalemate
  within   2 moves, shortest first
}

advice to_the_edge_in(n: number) {
  better   edge(their.king) and not empty(our.rooks)
  us       rook moves, then king moves
  within   2 * n plies
}

advice to_the_edge_soon {
  better   edge(their.king) and not empty(our.rooks)
  us       rook moves, then king moves
  within   4 plies, shortest first
}

table {
  otherwise mate_soon, to_the_edge_soon, mate_in(1), mate_in(2), to_the_edge_in(1), to_the_edge_in(2)
}
"#;

#[test]
fn shortest_first_is_the_first_bound_that_suffices() {
    let chess = Chess::<Small>::new();
    let program = program_about(&[&chess], Form::Plain, SHORTEST);
    let compiled = compile(&chess, &program);
    let mut engine = Engine::new(&compiled, Options::default());
    let ladders = [
        ("mate_soon", ["mate_in(1)", "mate_in(2)"]),
        (
            "to_the_edge_soon",
            ["to_the_edge_in(1)", "to_the_edge_in(2)"],
        ),
    ];
    let mut n_by_rung = [0; 3];
    for position in twin::legal_positions(twin::Turn::Ours).iter().step_by(97) {
        let fen = position.fen();
        let (position, _) = chess
            .read_position(&fen, &program.header)
            .expect("a legal position");
        let piece = |name: &str| program.piece_named(name).expect("the program has it");
        for (shortest, ladder) in ladders {
            let found = engine.prove(piece(shortest), &position, LIMITS);
            let mut counted = proof::Statistics::default();
            let mut expected = None;
            for (idx, rung) in ladder.into_iter().enumerate() {
                let searched = engine.prove(piece(rung), &position, LIMITS);
                counted.add(&searched.statistics);
                let verdict = searched.answer.verdict();
                expected = Some(searched.answer);
                // Where nothing is cut off, a longer bound finds nothing else.
                if verdict != Some(Verdict::Cut) {
                    let is_satisfied = verdict == Some(Verdict::Satisfied);
                    n_by_rung[if is_satisfied { idx } else { 2 }] += 1;
                    break;
                }
            }
            assert_eq!(Some(found.answer), expected, "{shortest} in {fen}");
            assert_eq!(found.statistics, counted, "{shortest} in {fen}");
        }
    }
    assert!(n_by_rung[0] > 100 && n_by_rung[1] > 50, "{n_by_rung:?}");
}
