//! King and pawn against king and pawn: what the chapter knows never lies, and what it answers is true.
//!
//! The tables judge; the reasoner never sees them. With `NASVET_DEEP=1` every position of every ending that can arise is
//! looked at, and 20,000 positions are asked about instead of 40.

mod pawns;

use std::sync::atomic::AtomicBool;

use chess::{Board, Chess, Small, View};
use domain::{Domain, Header, Side};
use lang::checked::{DefinitionId, PieceId};
use lang::machine::{Host, Machine, Moment, Past};
use lang::reference::Stopped;
use lang::{Form, Source, compile, compile_definition};
use nasvet::{Sample, Survey, read_question};
use pawns::{ask, chapter, tables};
use reason::{Control, Planner, Reasoner, Rules, Verdict};
use shakmaty::Color;
use verify::{Index, Material, Wdl};

const POSITIONS: &str = include_str!("../../../suites/kpkp/positions.epd");

/// Is this a run that may take hours?
fn is_deep() -> bool {
    std::env::var_os("NASVET_DEEP").is_some()
}

/// Nobody is asked by definitions without searches.
struct Nobody;

impl<D: Domain> Host<D> for Nobody {
    fn can(&mut self, _: PieceId, _: Side, _: &D::Position) -> Result<bool, Stopped> {
        unreachable!("the definitions ask for no search")
    }

    fn steps(&mut self, _: u64) -> Result<(), Stopped> {
        Ok(())
    }
}

/// The endings that can arise, as either side sees them.
const ENDINGS: [&str; 18] = [
    "KPKP", "KQKP", "KPKQ", "KQKQ", "KPK", "KKP", "KQK", "KKQ", "KRKP", "KPKR", "KBKP", "KPKB",
    "KNKP", "KPKN", "KQKR", "KRKQ", "KQKN", "KNKQ",
];

/// What is called won is won, and what is called not won is not, by the tables. In KPKP the pawns are as far apart as the
/// chapter says.
#[test]
fn what_is_known_at_a_glance_is_true() {
    let program = chapter();
    let tables = tables();
    let chess = Chess::<Small>::new();
    let code = |name: &str| {
        let idx = program
            .definitions
            .iter()
            .position(|known| known.name == name);
        let idx = idx.expect("the chapter defines it");
        compile_definition(&chess, &program, DefinitionId(idx as u32))
    };
    let (won, not_won, surveyed) = (code("won"), code("not_won"), code("surveyed"));
    let mut machine = Machine::for_domain(&chess);
    // A prime, so that all squares come up.
    let stride = if is_deep() { 1 } else { 9_973 };
    let mut known = [0_u64; 2];
    for ending in ENDINGS {
        let material: Material = ending.parse().expect("it is an ending");
        let index = Index::new(material);
        for number in (0..index.n_numbers()).step_by(stride) {
            let Some(position) = index.position(number) else {
                continue;
            };
            let moment = Moment {
                position: &position,
                stamp: 0,
                past: &Past::of_root(&position, 0),
                depth: 0,
                the_move: None,
            };
            let mut holds = |code| {
                let value = machine.value(code, &[], &moment, &mut Nobody);
                value.expect("it ends").is_some_and(|value| value.truth())
            };
            if ending == "KPKP" && !holds(&surveyed) {
                continue;
            }
            let outcome = tables.probe(&position).expect("the tables know it");
            let is_won = match position.turn() {
                Side::Us => outcome.wdl() == Wdl::Win,
                Side::Them => outcome.wdl() == Wdl::Loss,
            };
            for (idx, (says, truth)) in [(holds(&won), is_won), (holds(&not_won), !is_won)]
                .into_iter()
                .enumerate()
            {
                let view = View { us: Color::White };
                let shown = || chess.write_position(&position, view);
                assert!(
                    !says || truth,
                    "{} lies: {ending} {}",
                    ["won", "not_won"][idx],
                    shown()
                );
                known[idx] += u64::from(says);
            }
        }
    }
    println!("won {} times, not won {} times, no lie", known[0], known[1]);
    assert!(known.iter().all(|times| *times > 1_000));
}

/// No answer is wrong, and few are missing.
#[test]
fn answers_are_true() {
    let program = chapter();
    let tables = tables();
    let condition = {
        let source = Source::from_text("condition", Form::Plain, "surveyed").expect("a text");
        let chess = Chess::<Small>::new();
        lang::check_expression(&source, &program, &chess, &mut lang::Diagnostics::default())
    };
    let survey = Survey {
        program: &program,
        condition: condition.as_ref(),
        control: Control {
            max_search_nodes: 200,
            max_cycles: if is_deep() { 300 } else { 30 },
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
            &tables,
            material,
            nasvet::Findings::default(),
            &AtomicBool::new(false),
            &|_| {},
        )
        .expect("the chapter has the hypotheses");
    println!("{findings:?}");
    assert_eq!(findings.n_wrong(), 0, "{:?}", findings.wrong);
    assert!(
        findings.n_unknown() * 5 < findings.n_questions(),
        "{} of {} are unknown",
        findings.n_unknown(),
        findings.n_questions()
    );
}

/// The positions of games, puzzles, studies and trainers: nothing is answered against the tables' result.
#[test]
fn the_suite_is_answered_as_the_tables_say() {
    let program = chapter();
    let control = Control {
        max_search_nodes: if is_deep() { 5_000 } else { 200 },
        max_cycles: if is_deep() { 300 } else { 12 },
        ..Control::default()
    };
    let chess = Chess::<Small>::new();
    let compiled = compile(&chess, &program);
    let mut planner = Planner::new(&chess, &program);
    let (mut right, mut open) = (0, 0);
    for line in POSITIONS.lines() {
        let (fen, rest) = line.split_once(" wdl ").expect("each line has a result");
        let wdl: i64 = rest[..rest.find(';').expect("it ends")]
            .parse()
            .expect("a number");
        let place = chess
            .read_position(fen, &Header::default())
            .expect("the position is legal");
        for (question, truth) in [("can_win(our)", wdl > 0), ("can_draw(our)", wdl >= 0)] {
            let asked = read_question(&chess, &program, (&place.0, place.1), question);
            let asked = asked.expect("the chapter understands the question");
            let mut reasoner =
                Reasoner::new(&chess, &program, &compiled, place, &asked, control, None)
                    .with_planner(planner);
            match reasoner.run() {
                Verdict::Yes => {
                    assert!(truth, "{question} {line}");
                    right += 1;
                }
                Verdict::No => {
                    assert!(!truth, "{question} {line}");
                    right += 1;
                }
                Verdict::Unknown(_) => open += 1,
            }
            planner = reasoner.into_planner();
        }
    }
    println!("{right} right, {open} open");
    assert!(right > 2 * open, "{right} right, {open} open");
}

/// Fig. 9: without what is known at a glance, and with rule 3 off, the pool comes to hold the figure's plans and
/// hypotheses, with the figure's truths; and the plan that mends the push is proved and begins with Kf3.
#[test]
fn the_pool_of_fig_9() {
    const FIG_8: &str = "8/8/8/P7/4K3/2k4p/8/8 w - -";
    let mut program = chapter();
    let left_out = ["glance", "hold", "expand"];
    program
        .methods
        .retain(|method| !left_out.contains(&method.name.as_str()));
    let control = Control {
        rules: Rules {
            values: false,
            ..Rules::ALL
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
        |_, _, answered, reasoner| {
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
            assert_eq!(answered.verdict, Verdict::Yes);
        },
    );
    let program = chapter();
    ask(
        &program,
        FIG_8,
        "suc(our.push mod our.stop)",
        control,
        |chess, root, answered, _| {
            assert_eq!(answered.verdict, Verdict::Yes);
            let first = answered.first_move(Side::Us).expect("it is our tree");
            let view = View { us: Color::White };
            assert_eq!(chess.write_move(root, view, first), "Kf3");
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
        |_, _, answered, _| {
            assert_ne!(answered.verdict, Verdict::Yes);
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
                Reasoner::new(&chess, &program, &compiled, place, &asked, control, None)
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
