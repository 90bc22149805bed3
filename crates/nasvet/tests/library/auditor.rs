//! Every sentence of an explanation is true: `why` and `why not` in positions without pattern.
//!
//! 125 positions of each of four endings; with `NASVET_DEEP=1` in the environment 5,000 of each, which takes about five
//! minutes for pawns and one for the others. A fault is told at once, the tenth ends the test: see them with
//! `--nocapture`.

#![allow(clippy::print_stderr, reason = "a long run tells how far it is")]

use std::sync::Arc;

use chess::{Chess, Small};
use code::compile;
use domain::{Domain, Notation, Rules, Side, Value, Watch};
use games::Nim;
use lang::checked::Program;
use lang::reference::{Budget, Evaluator, Scene};
use nasvet::{Advisor, Mode};
use proof::{Explanation, SentenceFact, Verdict};
use search::{Engine, Options, PieceOutcome, Query};
use testing::{Ending, Numbers, chapter, is_deep};

use crate::audit::Case;

/// What was heard.
#[derive(Default)]
struct Heard {
    ending: String,
    positions: usize,
    sentences: usize,
    faults: Vec<String>,
}

impl Heard {
    fn hear<D: Domain>(&mut self, case: &Case<'_, D>, explanation: &Explanation<D::Move>) {
        self.sentences += explanation.sentences.len();
        let position = case.domain.write_position(case.root, case.view);
        for fault in case.audit(explanation) {
            let fault = format!("{}: {position}: {fault}", self.ending);
            eprintln!("{fault}");
            self.faults.push(fault);
        }
        assert!(self.faults.len() < MAX_FAULTS, "{:#?}", self.faults);
    }
}

/// So many faults are enough.
const MAX_FAULTS: usize = 10;

/// Asks why, plays on by the plan and asks again, and asks about another move.
fn ask<D: Domain>(
    ending: &str,
    domain: &D,
    program: &Arc<Program>,
    view: D::View,
    positions: impl Iterator<Item = D::Position>,
) -> Heard {
    let compiled = compile(domain, program);
    let options = Options {
        cache: true,
        ..Options::default()
    };
    let limits = &Watch::nodes(20_000_000);
    let mut numbers = Numbers(7);
    let mut heard = Heard {
        ending: ending.into(),
        ..Heard::default()
    };
    for position in positions {
        heard.positions += 1;
        if heard.positions.is_multiple_of(500) {
            eprintln!("{ending}: {} positions", heard.positions);
        }
        let mut advisor = Advisor::new(Engine::new(&compiled, options), Mode::Strong);
        let here = Case {
            domain,
            program,
            view,
            root: &position,
            played: &[],
        };
        match advisor.choose(&position, limits) {
            Ok(choice) => {
                let why = advisor.why(&position, view, &choice, true, limits);
                heard.hear(&here, &why.expect("the limits suffice"));
                // One step on, the plan is followed.
                let after = domain.play(&position, choice.m);
                let replies = domain.legal_moves(&after);
                if !replies.is_empty() {
                    let reply = *numbers.pick(&replies);
                    advisor.reply(reply);
                    let next = domain.play(&after, reply);
                    if let Ok(choice) = advisor.choose(&next, limits) {
                        let why = advisor.why(&next, view, &choice, true, limits);
                        let case = Case {
                            root: &choice.root,
                            played: &choice.played,
                            ..here
                        };
                        heard.hear(&case, &why.expect("the limits suffice"));
                    }
                }
            }
            Err(_) => {
                let why = advisor.why_nothing(&position, view, limits);
                heard.hear(&here, &why.expect("the limits suffice"));
            }
        }
        let moves = domain.legal_moves(&position);
        if !moves.is_empty() {
            let m = *numbers.pick(&moves);
            let why_not = advisor.why_not(&position, view, m, true, limits);
            heard.hear(&here, &why_not.expect("the limits suffice").said);
        }
    }
    heard
}

fn ask_chess(name: &str) {
    let program = chapter(name);
    let ending = Ending::of(&program.header).expect("the ending is small");
    let chess = Chess::<Small>::default();
    let mut numbers = Numbers(11);
    let positions = std::iter::repeat_with(|| ending.position(numbers.below(ending.n_numbers())))
        .flatten()
        .filter(|position| chess.turn(position) == Side::Us && chess.has_moves(position))
        .take(how_many());
    // We are White, and White is us: the view that any such position is read with.
    let first = chess.write_position(&example(&chess, &program).0, example(&chess, &program).1);
    let (_, view) = chess
        .read_position(&first, &program.header)
        .expect("an example");
    conclude(&ask(name, &chess, &program, view, positions));
}

fn example(
    chess: &Chess<Small>,
    program: &Arc<Program>,
) -> (Small, <Chess<Small> as Notation>::View) {
    let mut examples = program.examples.iter();
    examples
        .find_map(|example| chess.read_position(&example.position, &program.header).ok())
        .expect("a chapter has an example")
}

fn how_many() -> usize {
    if is_deep() { 5_000 } else { 125 }
}

fn conclude(heard: &Heard) {
    let Heard { ending, faults, .. } = heard;
    assert!(faults.is_empty(), "{faults:#?}");
    assert_eq!(heard.positions, how_many());
    assert!(
        heard.sentences > 3 * heard.positions,
        "{ending} says too little"
    );
}

#[test]
fn every_sentence_about_rook_endings_is_true() {
    ask_chess("krk");
}

#[test]
fn every_sentence_about_queen_endings_is_true() {
    ask_chess("kqk");
}

#[test]
fn every_sentence_about_pawn_endings_is_true() {
    ask_chess("kpk");
}

#[test]
fn every_sentence_about_nim_is_true() {
    let program = chapter("nim");
    let mut numbers = Numbers(13);
    let read = |text: &str| Nim.read_position(text, &program.header).expect("heaps");
    let (_, view) = read("1");
    let positions = std::iter::repeat_with(|| {
        let heaps: Vec<String> = (0..1 + numbers.below(4))
            .map(|_| numbers.below(6).to_string())
            .collect();
        read(&heaps.join(" ")).0
    })
    .filter(|position| Nim.has_moves(position))
    .take(how_many());
    let positions: Vec<_> = positions.collect();
    conclude(&ask("nim", &Nim, &program, view, positions.into_iter()));
}

/// `why not` leaves out the pieces that were tried in vain: asked one by one about every move they permit, they fail.
#[test]
fn a_piece_that_fails_fails_with_every_move_it_permits() {
    let program = chapter("kpk");
    let ending = Ending::of(&program.header).expect("the ending is small");
    let chess = Chess::<Small>::default();
    let compiled = compile(&chess, &program);
    let options = Options {
        cache: true,
        ..Options::default()
    };
    let mut engine = Engine::new(&compiled, options);
    let limits = &Watch::nodes(20_000_000);
    let mut numbers = Numbers(17);
    let mut n_asked = 0;
    let positions = std::iter::repeat_with(|| ending.position(numbers.below(ending.n_numbers())))
        .flatten()
        .filter(|position| chess.turn(position) == Side::Us && chess.has_moves(position));
    for position in positions.take(200) {
        let advised = engine.advise(&position, limits);
        for tried in &advised.tried {
            match tried.outcome {
                PieceOutcome::Refuted | PieceOutcome::Cut => {}
                PieceOutcome::Guarded | PieceOutcome::AlreadyReached | PieceOutcome::Satisfied => {
                    continue;
                }
                PieceOutcome::Unknown(stopped) => panic!("{stopped}"),
            }
            let mut evaluator = Evaluator::new(&chess, &program, Budget::steps(1_000_000));
            let constraint = &program.piece(tried.piece).us;
            let permitted = evaluator.moves(constraint, Scene::of(&position));
            for m in permitted.expect("the steps suffice") {
                let query = Query::of(tried.piece).after(m);
                let searched = engine.ask(query, &position, limits);
                let verdict = searched.answer.verdict().expect("the limits suffice");
                assert_ne!(verdict, Verdict::Satisfied, "{position:?} {m:?}");
                n_asked += 1;
            }
        }
    }
    assert!(n_asked > 500, "{n_asked} moves were asked about");
}

/// An auditor who hears no lie is worth nothing.
#[test]
fn lies_are_heard() {
    let program = chapter("krk");
    let chess = Chess::<Small>::default();
    let compiled = compile(&chess, &program);
    let fen = "8/8/8/8/8/K7/1R6/k7 w - -";
    let (position, view) = chess
        .read_position(fen, &program.header)
        .expect("a position");
    let limits = &Watch::nodes(1_000_000);
    let mut advisor = Advisor::new(Engine::new(&compiled, Options::default()), Mode::Strong);
    let choice = advisor.choose(&position, limits).expect("advice");
    let truth = advisor
        .why(&position, view, &choice, true, limits)
        .expect("an explanation");
    let case = Case {
        domain: &chess,
        program: &program,
        view,
        root: &position,
        played: &[],
    };
    assert_eq!(case.audit(&truth), Vec::<String>::new());
    let mut n_lies = 0;
    let mut lie = |what: &str, change: &mut dyn FnMut(&mut Explanation<_>) -> bool| {
        let mut lie = truth.clone();
        assert!(change(&mut lie), "{what}: nothing to change");
        assert!(!case.audit(&lie).is_empty(), "{what} was not heard");
        n_lies += 1;
    };
    for (idx, sentence) in truth.sentences.iter().enumerate() {
        for (at, c) in sentence
            .text
            .char_indices()
            .filter(|(_, c)| c.is_ascii_digit())
        {
            lie("another number or square", &mut |lie| {
                let text = &mut lie.sentences[idx].text;
                let other = if c == '8' { "7" } else { "8" };
                text.replace_range(at..=at, other);
                // Inside the title of a piece a number is only quoted.
                true
            });
        }
        for (at, fact) in sentence.facts.iter().enumerate() {
            if let SentenceFact::Value {
                value: Some(Value::Truth(_)),
                ..
            } = fact
            {
                lie("a truth turned round", &mut |lie| {
                    let SentenceFact::Value { value, .. } = &mut lie.sentences[idx].facts[at]
                    else {
                        return false;
                    };
                    *value = value.as_ref().map(|value| Value::Truth(!value.truth()));
                    true
                });
            }
            if let SentenceFact::Shown { .. } = fact {
                lie("another verdict", &mut |lie| {
                    let SentenceFact::Shown { verdict, .. } = &mut lie.sentences[idx].facts[at]
                    else {
                        return false;
                    };
                    *verdict = match verdict {
                        Verdict::Satisfied => Verdict::Refuted,
                        Verdict::Refuted | Verdict::Cut => Verdict::Satisfied,
                    };
                    true
                });
            }
        }
        if sentence.text.contains("it is not mate") {
            lie("mate", &mut |lie| {
                let text = &mut lie.sentences[idx].text;
                *text = text.replace("it is not mate", "it is stalemate");
                true
            });
        }
    }
    assert!(n_lies > 20, "{n_lies} lies were told");
}
