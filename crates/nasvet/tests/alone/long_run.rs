//! Long games, short limits: memory that stays, searches that end when told, and limits that never lie.

#![allow(clippy::print_stderr)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use chess::{Chess, Small};
use code::compile;
use domain::{Notation, Rules, Side, Stop, Stopped, Watch};
use lang::Form;
use lang::checked::{PieceId, Program};
use nasvet::{Advisor, Mode};
use search::{Answer, Engine, Options, PieceOutcome};
use testing::{Ending, Numbers, chapter, program};

use crate::alone;

/// The memory of this process in KiB, where the system tells.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// How much more memory, in KiB, the last nine tenths of a run may take.
const MAX_GROWTH: u64 = 4 << 10;

#[test]
fn ten_thousand_moves_leave_memory_as_it_was() {
    let _alone = alone();
    let (chess, program) = (Chess::<Small>::new(), chapter("krk-van-emden"));
    let compiled = compile(&chess, &program);
    let ending = Ending::of(&program.header).expect("three men");
    for mode in [Mode::Strong, Mode::Weak] {
        let mut advisor = Advisor::new(Engine::new(&compiled, Options::default()), mode);
        let mut numbers = Numbers(1980);
        let (mut n_games, mut n_mates, mut early) = (0, 0, None);
        let mut position = None;
        for n_moves in 1..=10_000 {
            let now = position.take().unwrap_or_else(|| {
                n_games += 1;
                loop {
                    let number = numbers.below(ending.n_numbers() / 2) * 2;
                    if let Some(position) = ending.position(number) {
                        break position;
                    }
                }
            });
            let choice = advisor.choose(&now, &Watch::nodes(100_000));
            let choice = choice.unwrap_or_else(|advised| panic!("{now:?}: {:?}", advised.tried));
            assert!(
                chess.legal_moves(&now).contains(&choice.m),
                "{now:?}: {:?}",
                choice.m
            );
            let next = chess.play(&now, choice.m);
            let replies = chess.legal_moves(&next);
            if replies.is_empty() {
                n_mates += 1;
            } else {
                let reply = *numbers.pick(&replies);
                advisor.reply(reply);
                position = Some(chess.play(&next, reply)).filter(|next| next.others().count() == 1);
            }
            if n_moves == 1_000 {
                early = memory();
            }
        }
        assert!(n_mates > 10, "{mode:?}: {n_mates} mates in {n_games} games");
        match (early, memory()) {
            (Some(early), Some(late)) => {
                eprintln!(
                    "{mode:?}: {n_games} games, {n_mates} mates, {early} KiB, then {late} KiB"
                );
                assert!(
                    late <= early + MAX_GROWTH,
                    "{mode:?}: {early} KiB have become {late} KiB"
                );
            }
            (None, _) | (_, None) => {
                eprintln!("{mode:?}: this system does not tell how much memory is used")
            }
        }
    }
}

/// A piece that has no bound and in most positions no end.
const ENDLESS: &str = "
endgame \"Without an end\"
us K R
them K

advice someday {
  better  them_to_move and mate
  holding not empty(our.rooks)
  us      any
  them    any
}

advice nested {
  better  them_to_move and can someday
  us      any
  them    any
  within  1 move
}

table {
  otherwise nested
}
";

fn endless() -> Arc<Program> {
    program(Form::Plain, ENDLESS)
}

#[test]
fn a_search_ends_when_told() {
    let _alone = alone();
    let (chess, program) = (Chess::<Small>::new(), endless());
    let compiled = compile(&chess, &program);
    let (position, _) = chess
        .read_position("8/8/8/3k4/8/8/1R6/K7 w - -", &program.header)
        .expect("a position");
    for (piece, options) in [
        ("someday", Options::default()),
        (
            "someday",
            Options {
                cache: true,
                shortest_first: true,
            },
        ),
        ("nested", Options::default()),
    ] {
        let piece = program.piece_named(piece).expect("the piece is there");
        let mut engine = Engine::new(&compiled, options);
        let stop = Stop::new();
        let (answer, raised) = std::thread::scope(|scope| {
            let raise = || {
                std::thread::sleep(Duration::from_millis(200));
                stop.raise();
                Instant::now()
            };
            let raising = scope.spawn(raise);
            let watch = Watch::new().with_stop(&stop);
            let answer = engine.prove(piece, &position, &watch).answer;
            let ended = Instant::now();
            let raised = raising.join().expect("the flag was raised");
            (answer, ended.saturating_duration_since(raised))
        });
        assert!(
            answer == Answer::Unknown(Stopped::Asked),
            "{:?}",
            answer.verdict()
        );
        assert!(
            raised < Duration::from_secs(1),
            "{raised:?} after the flag was raised"
        );
        // The engine is none the worse for it.
        let searched = engine.prove(piece, &position, &Watch::nodes(1_000));
        assert!(
            searched.answer == Answer::Unknown(Stopped::Nodes(1_000)),
            "{:?}",
            searched.answer.verdict()
        );
    }
    let stop = Stop::new();
    stop.raise();
    let mut engine = Engine::new(&compiled, Options::default());
    let advised = engine.advise(&position, &Watch::new().with_stop(&stop));
    assert_eq!(
        (advised.stopped, advised.chosen.is_none()),
        (Some(Stopped::Asked), true)
    );
}

#[test]
fn limits_end_in_unknown_and_never_in_another_verdict() {
    let _alone = alone();
    let (chess, program) = (Chess::<Small>::new(), chapter("krk-van-emden"));
    let compiled = compile(&chess, &program);
    let ending = Ending::of(&program.header).expect("three men");
    let mut engine = Engine::new(&compiled, Options::default());
    let positions = (0..ending.n_numbers())
        .step_by(9_973)
        .filter_map(|number| ending.position(number));
    let (mut n_unknown, mut n_known) = (0, 0);
    for position in positions {
        for piece in (0..program.pieces.len() as u32).map(PieceId) {
            let whole = engine.prove(piece, &position, &Watch::nodes(10_000_000));
            assert!(whole.answer.verdict().is_some());
            let enough = whole.statistics.nodes() + whole.nested_nodes;
            let mut was_known = false;
            for nodes in [0, 1, 2, 3, 5, 8, 20, 50, 100, 500, 2_000, 10_000, 100_000] {
                let limited = engine.prove(piece, &position, &Watch::nodes(nodes));
                let counted = limited.statistics.nodes() + limited.nested_nodes;
                if let Answer::Unknown(stopped) = limited.answer {
                    assert_eq!(stopped, Stopped::Nodes(nodes));
                    assert!(
                        !was_known,
                        "what {nodes} positions cannot tell, fewer could: {position:?}"
                    );
                    n_unknown += 1;
                } else {
                    assert!(
                        limited.answer == whole.answer,
                        "{position:?} within {nodes}"
                    );
                    assert!(
                        counted <= nodes && enough <= nodes,
                        "{position:?} within {nodes}"
                    );
                    was_known = true;
                    n_known += 1;
                }
            }
        }
        if Rules::turn(&chess, &position) == Side::Us {
            let whole = engine.advise(&position, &Watch::nodes(10_000_000));
            for nodes in [0, 1, 3, 10, 30, 100] {
                let limited = engine.advise(&position, &Watch::nodes(nodes));
                match limited.stopped {
                    Some(stopped) => {
                        assert_eq!(stopped, Stopped::Nodes(nodes));
                        assert!(limited.chosen.is_none(), "{position:?} within {nodes}");
                        let ends = limited
                            .tried
                            .last()
                            .is_none_or(|tried| match tried.outcome {
                                PieceOutcome::Unknown(_) | PieceOutcome::Guarded => true,
                                PieceOutcome::AlreadyReached
                                | PieceOutcome::Refuted
                                | PieceOutcome::Cut => true,
                                PieceOutcome::Satisfied => false,
                            });
                        assert!(ends, "{position:?} within {nodes}");
                    }
                    None => assert_eq!(limited.chosen, whole.chosen, "{position:?} within {nodes}"),
                }
            }
        }
    }
    eprintln!("{n_known} known, {n_unknown} unknown");
    assert!(n_known > 500 && n_unknown > 100);
}
