//! King and pawn against king and pawn: what the chapter knows never lies, and what it answers is true.
//!
//! The tables judge; the reasoner never sees them. With `NASVET_DEEP=1` every position of every ending that can arise is
//! looked at, and 20,000 positions are asked about instead of 40.

use std::collections::HashSet;
use std::sync::Arc;

use std::sync::atomic::{AtomicUsize, Ordering};

use chess::{Chess, Small, View};
use code::compile;
use domain::{Game, Header, Notation, Plan, Rules, Side, Stop, Watch};
use lang::checked::{Expr, ExprKind, Program};
use nasvet::{Chapter, Sample, Survey, read_question};
use proof::Verdict as Shown;
use reason::{Conclusion, Control, Planner, Reasoner, Simplification};
use search::{Engine, Options, PositionGraph, Query};
use shakmaty::Color;
use testing::is_deep;
use verify::{Index, Material};

use crate::pawns::glance::Glance;
use crate::pawns::ideas::Ideas;
use crate::pawns::{ask, chapter, tables};

const POSITIONS: &str = include_str!("../../../../suites/kpkp/positions.epd");

/// What each side can have beside its king: its pawn, what that became, or nothing.
const MEN: [&str; 6] = ["P", "Q", "R", "B", "N", ""];

/// Threads take this many numbers of positions at a time.
const PARCEL: usize = 1 << 20;

/// What is called won is won, and what is called not won is not, by the tables: in every ending that can arise, as either
/// side sees it.
#[test]
fn what_is_known_at_a_glance_is_true() {
    let program = chapter();
    let tables = tables();
    let chess = Chess::<Small>::new();
    // A prime, so that all squares come up.
    let stride = if is_deep() { 1 } else { 9_973 };
    let mut parcels = Vec::new();
    for (ours, theirs) in MEN.iter().flat_map(|ours| MEN.map(|theirs| (ours, theirs))) {
        let Ok(material) = format!("K{ours}K{theirs}").parse() else {
            assert_eq!((*ours, theirs), ("", ""), "only two kings are no ending");
            continue;
        };
        let index = Index::new(material);
        for from in (0..index.n_numbers()).step_by(PARCEL) {
            // As if one stride went through all of them.
            let first = from.next_multiple_of(stride);
            parcels.push((index, first..index.n_numbers().min(from + PARCEL)));
        }
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut glance = Glance::new(&chess, &program, tables);
        while let Some((index, numbers)) = parcels.get(next.fetch_add(1, Ordering::Relaxed)) {
            for position in numbers
                .clone()
                .step_by(stride)
                .filter_map(|number| index.position(number))
            {
                glance.look(&position);
            }
        }
        (glance.known, glance.lies)
    };
    let found = std::thread::scope(|scope| {
        let threads = [scope.spawn(work), scope.spawn(work)];
        threads.map(|thread| thread.join().expect("nobody panics"))
    });
    let [won, not_won] = [0, 1].map(|idx| found.iter().map(|(known, _)| known[idx]).sum::<u64>());
    println!("won {won} times, not won {not_won} times");
    let lies: Vec<_> = found.iter().flat_map(|(_, lies)| lies).collect();
    assert!(lies.is_empty(), "{lies:#?}");
    assert!(won > 1_000 && not_won > 1_000, "{won} and {not_won}");
}

/// Positions at which a definition once said too much: the king in the way of his own queen, a pawn whose check leads to
/// stalemate, a king who steps out of the line of his rook, and a king who must step into it.
#[test]
fn what_looks_alike_is_not_called_the_same() {
    let program = chapter();
    let tables = tables();
    let chess = Chess::<Small>::new();
    let mut glance = Glance::new(&chess, &program, tables);
    for (header, fen) in [
        ("us K Q them K P", "3Q4/8/5K2/8/8/8/2k2p2/8 w - -"),
        ("us K P them K P", "8/8/3P1K2/8/5p2/8/2k5/8 w - -"),
        ("us K Q them K P", "8/8/8/6p1/8/6QK/8/7k b - -"),
        ("us K R them K Q", "2q5/8/8/2k5/8/8/2K5/2R5 w - -"),
        ("us K R them K Q", "3R4/8/8/1K1k4/8/8/8/4q3 b - -"),
    ] {
        let words: Vec<&str> = header.split(' ').collect();
        let header = chess.read_header(&words).expect("it names the men");
        let read = chess.read_position(fen, &header);
        let (position, view) = read.expect("the position is legal");
        assert_eq!(view.us, Color::White, "we are White in {fen}");
        glance.look(&position);
    }
    assert!(glance.lies.is_empty(), "{:#?}", glance.lies);
}

/// No answer is wrong, and few are missing.
#[test]
fn answers_are_true() {
    let program = chapter();
    let tables = tables();
    let survey = Survey {
        program: &program,
        condition: None,
        control: Control {
            max_search_nodes: 200,
            max_cycles: 30,
            ..Control::default()
        },
        sample: Sample::Some {
            count: if is_deep() { 20_000 } else { 40 },
            seed: 1,
        },
        examples: 10,
        threads: 2,
    };
    let material: Material = "KPKP".parse().expect("it is an ending");
    let findings = survey
        .run(
            tables,
            material,
            documents::FindingsDocument::default(),
            &Stop::new(),
            &|_| {},
        )
        .expect("the chapter has the hypotheses");
    println!("{findings:?}");
    assert_eq!(findings.n_wrong(), 0, "{:?}", findings.wrong);
    // One in twenty; forty positions may by chance be harder than most.
    let one_in = if is_deep() { 20 } else { 8 };
    assert!(
        findings.n_unknown() * one_in <= findings.n_questions(),
        "{} of {} are unknown",
        findings.n_unknown(),
        findings.n_questions()
    );
}

/// The positions of games, puzzles, studies and trainers: all are answered, and as the tables say.
#[test]
fn the_suite_is_answered_as_the_tables_say() {
    // Plans are tried one by one before the referee is asked.
    the_suite_is_answered_by(&chapter(), 30);
}

/// Short enough to be learnt: at most 350 lines of advice, and no definition with more than six conditions.
#[test]
fn the_chapter_is_short() {
    let text = include_str!("../../../../chapters/kpkp.md");
    let blocks = text.split("```advice\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap_or_default());
    let lines = blocks.flat_map(str::lines);
    let n_lines = lines.filter(|line| !line.trim().is_empty()).count();
    let program = chapter();
    let mut counts: Vec<(usize, &str)> = program
        .definitions
        .iter()
        .map(|definition| (n_conditions(&definition.body), definition.name.as_str()))
        .collect();
    counts.sort_unstable();
    let longest = counts.last().expect("there are definitions");
    println!("{n_lines} lines; at most {longest:?} conditions");
    assert!(n_lines <= 350, "{n_lines}");
    assert!(longest.0 <= 6, "{counts:?}");
}

/// How many conditions are joined by `and`, `or` and `not`, without those of other definitions.
fn n_conditions(expr: &Expr) -> usize {
    if let ExprKind::And(parts) | ExprKind::Or(parts) = &expr.kind {
        return parts.iter().map(n_conditions).sum();
    }
    if let ExprKind::Not(part) | ExprKind::ForThem(part) = &expr.kind {
        return n_conditions(part);
    }
    1
}

/// What is not seen at once is told as a plan, never as a search of all moves; and a plan that permits nearly everything
/// would explain nothing.
#[test]
fn every_answer_has_an_idea() {
    let chapter = Chapter::shipped("kpkp").expect("a shipped chapter");
    let of_suite = POSITIONS
        .lines()
        .filter_map(|line| line.split_once(" wdl "));
    let of_suite = of_suite.map(|(fen, _)| fen.into());
    let chess = Chess::<Small>::new();
    let index = Index::new("KPKP".parse().expect("it is an ending"));
    // A prime, so that all squares come up.
    let stride = if is_deep() { 19_997 } else { 199_999 };
    let drawn = (0..index.n_numbers()).step_by(stride);
    let drawn = drawn.filter_map(|number| index.position(number));
    let drawn = drawn.map(|position| chess.write_position(&position, View { us: Color::White }));
    let questions = ["can White win?", "can Black win?"];
    for (name, ideas) in [
        ("the suite", Ideas::of(&chapter, of_suite, &questions)),
        ("all", Ideas::of(&chapter, drawn, &questions)),
    ] {
        let Ideas { n_seen, permitted } = &ideas;
        let (n_told, median) = (permitted.len(), ideas.median());
        println!(
            "{name}: {n_seen} at once, {n_told} by a plan, which permits {median} of a hundred moves"
        );
        assert!(n_told > 20, "{name}: {n_told}");
        assert!(median <= 33, "{name}: {permitted:?}");
    }
}

/// Without the plans that come first, the referee needs no more cycles than ever.
#[test]
fn the_suite_is_answered_by_the_referee() {
    let mut program = chapter();
    Arc::make_mut(&mut program)
        .methods
        .retain(|method| !PLANS_FIRST.contains(&method.name.as_str()));
    the_suite_is_answered_by(&program, 10);
}

/// The methods that make plans to try before the referee is asked, and after.
const PLANS_FIRST: [&str; 5] = [
    "ways_to_win",
    "ways_to_hold",
    "more_ways_to_win",
    "more_ways_to_hold",
    "modplan",
];

fn the_suite_is_answered_by(program: &Arc<Program>, max_cycles: u64) {
    let control = Control {
        max_search_nodes: 100_000,
        max_cycles,
        ..Control::default()
    };
    let chess = Chess::<Small>::new();
    let compiled = compile(&chess, program);
    let mut planner = Planner::new(chess, program);
    for line in POSITIONS.lines() {
        let (fen, rest) = line.split_once(" wdl ").expect("each line has a result");
        let wdl: i64 = rest[..rest.find(';').expect("it ends")]
            .parse()
            .expect("a number");
        let place = chess
            .read_position(fen, &Header::default())
            .expect("the position is legal");
        for (question, truth) in [("can_win(our)", wdl > 0), ("can_draw(our)", wdl >= 0)] {
            let asked = read_question(&chess, program, (&place.0, place.1), question);
            let asked = asked.expect("the chapter understands the question");
            let mut reasoner =
                Reasoner::new(&compiled, place, &asked, control, &Watch::nodes(1_000_000))
                    .with_planner(planner);
            let expected = if truth {
                Conclusion::Yes
            } else {
                Conclusion::No
            };
            assert_eq!(reasoner.run(), expected, "{question} {line}");
            planner = reasoner.into_planner();
        }
    }
}

/// On the graph of positions a plan to win fares as it does ply by ply, wherever that comes to an end; and the tree that
/// shows it leaves out no reply.
#[test]
fn the_graph_of_positions_answers_as_the_search_by_plies() {
    let program = chapter();
    let chess = Chess::<Small>::new();
    let (mut n_won, mut n_held) = (0, 0);
    for owner in [Side::Us, Side::Them] {
        let idx = program.plans.iter().position(|plan| plan.name == "win");
        let idx = idx.expect("the chapter has the plan") as u32;
        let win = Plan::simple(idx, owner, Vec::new());
        let piece = lang::plans::piece(&program, &win, None);
        let (compiled, piece) = code::compile_piece(&chess, &program, &piece, owner);
        let mut engine = Engine::new(
            &compiled,
            Options {
                cache: true,
                ..Options::default()
            },
        );
        for line in POSITIONS.lines() {
            let (fen, _) = line.split_once(" wdl ").expect("each line has a result");
            let (position, _) = chess
                .read_position(fen, &Header::default())
                .expect("the position is legal");
            let asked = (piece, owner);
            let by_plies = (0..40).find_map(|plies| {
                let limits = &Watch::nodes(20_000);
                let query = Query::of(piece).by(owner).within(plies);
                match engine.ask(query, &position, limits).answer.decided() {
                    Ok(Shown::Cut) => None,
                    settled => Some(settled),
                }
            });
            let Some(Ok(by_plies)) = by_plies else {
                continue;
            };
            let mut seen = PositionGraph::default();
            let limits = &Watch::nodes(100_000);
            let (settled, _) = engine.settle(asked, &position, &mut seen, limits);
            assert_eq!(settled, Ok(by_plies), "{owner:?} {fen}");
            let (shown, tree) = seen.evidence().expect("it is settled");
            assert_eq!(shown, by_plies, "{owner:?} {fen}");
            let by = if by_plies == Shown::Satisfied {
                n_won += 1;
                owner
            } else {
                n_held += 1;
                !owner
            };
            let mut seen = HashSet::new();
            let mut waiting = vec![(tree.root(), position)];
            while let Some((node, position)) = waiting.pop() {
                let branches = tree.branches(node);
                if branches.is_empty() || !seen.insert((node, position)) {
                    continue;
                }
                let legal = chess.legal_moves(&position);
                let n_wanted = if chess.turn(&position) == by {
                    1
                } else {
                    legal.len()
                };
                assert_eq!(branches.len(), n_wanted, "{owner:?} {fen}");
                for (m, to) in branches {
                    assert!(legal.contains(m), "{owner:?} {fen}");
                    waiting.push((*to, chess.play(&position, *m)));
                }
            }
        }
    }
    println!("{n_won} won and {n_held} held");
    assert!(n_won > 20 && n_held > 20);
}

/// Fig. 9: without what is known at a glance, and with rule 3 off, the pool comes to hold the figure's plans and
/// hypotheses, with the figure's truths; and the plan that mends the push is proved and begins with Kf3.
#[test]
fn the_pool_of_fig_9() {
    const FIG_8: &str = "8/8/8/P7/4K3/2k4p/8/8 w - -";
    let mut program = chapter();
    let left_out = [&["glance", "search_win", "expand"], &PLANS_FIRST[..]].concat();
    Arc::make_mut(&mut program)
        .methods
        .retain(|method| !left_out.contains(&method.name.as_str()));
    let control = Control {
        rules: Simplification {
            values: false,
            ..Simplification::ALL
        },
        max_search_nodes: 5_000,
        max_cycles: 60,
        ..Control::default()
    };
    ask(
        &program,
        FIG_8,
        "can White win?",
        control,
        &Watch::nodes(1_000_000),
        |answer, reasoner| {
            let pool = reasoner.show_pool();
            for plan in [
                "1 plan(p:1,White,win)",
                "2 plan(p:2,White,push)",
                "3 plan(p:3,Black,stop)",
                "4 plan(p:4,Black,crown)",
                "5 plan(p:5,Black,run)",
                "6 plan(p:6,White,stop)",
            ] {
                assert!(pool.contains(plan), "{plan} in\n{pool}");
            }
            for hypothesis in [
                "can_win(White)",
                "suc(p:1)",
                "suc(p:2)",
                "ref(p:3,p:2)",
                "ref(p:4,p:2)",
                "ref(p:5,p:2)",
                "suc(p:5)",
                "ref(p:6,p:5)",
                "suc(p:2 mod p:6)",
            ] {
                assert!(
                    pool.contains(&format!(",{hypothesis})\n")),
                    "{hypothesis} in\n{pool}"
                );
            }
            // h3 is false, h5 and h7 are true.
            let mut truth = |written: &str| {
                let found = reasoner
                    .pool()
                    .entries()
                    .find(|(_, entry)| reasoner.write_entry(entry) == written);
                let id = found.expect("it is there").0;
                let hypothesis = reasoner.pool().hypothesis(id).expect("it is a hypothesis");
                reasoner.known(hypothesis)
            };
            assert_eq!(truth("ref(p:3,p:2)"), Some(false));
            assert_eq!(truth("ref(p:5,p:2)"), Some(true));
            assert_eq!(truth("ref(p:6,p:5)"), Some(true));
            assert_eq!(truth("suc(p:2 mod p:6)"), Some(true));
            assert_eq!(answer.conclusion, Conclusion::Yes);
        },
    );
    let program = chapter();
    ask(
        &program,
        FIG_8,
        "suc(our.push mod our.stop)",
        control,
        &Watch::nodes(1_000_000),
        |answer, _| {
            assert_eq!(answer.conclusion, Conclusion::Yes);
            let first = answer.first_move(Side::Us).expect("it is our tree");
            let view = View { us: Color::White };
            assert_eq!(
                answer.domain.write_move(&answer.problem, view, first),
                "Kf3"
            );
        },
    );
}

/// A push that ends in stalemate does not succeed: after a4, a5, a6 and a7 the white king in the corner cannot move.
#[test]
fn stalemate_is_no_success() {
    let program = chapter();
    let control = Control {
        max_search_nodes: 200,
        ..Control::default()
    };
    const FEN: &str = "K7/8/8/8/5p2/P7/8/2k5 w - -";
    ask(
        &program,
        FEN,
        "suc(their.push)",
        control,
        &Watch::nodes(1_000_000),
        |answer, _| {
            assert_ne!(answer.conclusion, Conclusion::Yes);
        },
    );
}

/// Whoever hands a planner on, with all that it remembers, hears the same as whoever begins anew each time.
#[test]
fn what_a_planner_remembers_changes_nothing() {
    let program = chapter();
    let chess = Chess::<Small>::new();
    let compiled = compile(&chess, &program);
    let control = Control {
        max_search_nodes: 100,
        max_cycles: 20,
        ..Control::default()
    };
    let mut planner = None;
    for line in POSITIONS.lines().step_by(40) {
        let (fen, _) = line.split_once(" wdl ").expect("each line has a result");
        let (position, view) = chess
            .read_position(fen, &Header::default())
            .expect("the position is legal");
        for question in ["can_win(our)", "can_draw(their)", "can_win(our)"] {
            let asked = read_question(&chess, &program, (&position, view), question);
            let asked = asked.expect("the chapter understands the question");
            let reasoner = || {
                let place = (position, view);
                Reasoner::new(&compiled, place, &asked, control, &Watch::nodes(1_000_000))
            };
            let mut anew = reasoner();
            let mut handed_on = reasoner();
            if let Some(planner) = planner.take() {
                handed_on = handed_on.with_planner(planner);
            }
            assert_eq!(anew.run(), handed_on.run(), "{question} {fen}");
            assert_eq!(anew.n_nodes(), handed_on.n_nodes(), "{question} {fen}");
            assert_eq!(anew.n_cycles(), handed_on.n_cycles(), "{question} {fen}");
            planner = Some(handed_on.into_planner());
        }
    }
}
