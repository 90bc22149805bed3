//! Plans in random games of Nim: the relations of section 6 of the AL3 paper, each against plain functions on heaps.

use std::sync::Arc;

use domain::{Plan, PlanForm, Rules, Side, Watch};
use games::nim::{Nim, NimPosition};
use lang::checked::{Advice, PieceId, Program};
use lang::reference::{Budget, Evaluator, Scene};
use nasvet_reason::{Control, Reasoner};
use proof::Verdict;
use search::{Engine, Options, PositionGraph, Query};

use crate::common::Dice;
use crate::common::graphs::told;
use crate::common::nim::{Goal, Moves, Written, positions, program, question, write};
use crate::common::truth::{Piece, Truth};

/// Steps that suffice for any of these positions.
const STEPS: u64 = 100_000_000;

/// How many plies a game lasts at most: the matches of the largest position.
const PLIES: u32 = 6;

/// What the reasoner says to a question in each of these positions.
fn answers(program: &Arc<Program>, asked: &str, positions: &[NimPosition]) -> Vec<Option<bool>> {
    let compiled = code::compile(&Nim, program);
    let question = question(program, asked);
    let answer = |position: &NimPosition| {
        let problem = (position.clone(), ());
        let control = Control::default();
        let mut reasoner = Reasoner::new(
            &compiled,
            problem,
            &question,
            control,
            &Watch::nodes(1_000_000),
        );
        told(reasoner.run())
    };
    positions.iter().map(answer).collect()
}

/// Whether a piece that is not in the program is satisfiable for a side: by the search, and by the reference evaluator. The
/// search is made ply by ply and on the graph of positions, with the same result.
fn satisfiable(
    program: &Arc<Program>,
    piece: &Advice,
    side: Side,
    positions: &[NimPosition],
) -> Vec<[bool; 2]> {
    let (compiled, id) = code::compile_piece(&Nim, program, piece, side);
    let mut engine = Engine::new(&compiled, Options::default());
    let mut seen = PositionGraph::default();
    let mut extended = Program::clone(program);
    extended.pieces.push(piece.clone());
    let last = PieceId(program.pieces.len() as u32);
    let settled = |verdict| match verdict {
        Verdict::Satisfied => true,
        Verdict::Refuted => false,
        Verdict::Cut => panic!("no game lasts so long"),
    };
    let limits = &Watch::new();
    let both = |position: &NimPosition| {
        let query = Query::of(id).by(side).within(PLIES);
        let searched = engine.ask(query, position, limits).answer.decided();
        let (on_graph, _) = engine.settle((id, side), position, &mut seen, limits);
        assert_eq!(searched, on_graph, "{position:?}");
        let mut evaluator = Evaluator::new(&Nim, &extended, Budget::steps(STEPS));
        let reference = evaluator.verdict(last, position, side);
        [
            settled(searched.expect("nothing stops it")),
            settled(reference.expect("nothing stops it")),
        ]
    };
    positions.iter().map(both).collect()
}

/// Heaps for a case.
fn heaps(dice: &mut Dice) -> &'static [u64] {
    const ALL: [&[u64]; 5] = [&[2, 1, 2], &[3, 2], &[4, 1], &[1, 2, 1], &[5]];
    ALL[dice.below(ALL.len() as u64) as usize]
}

fn side(dice: &mut Dice) -> Side {
    [Side::Us, Side::Them][dice.below(2) as usize]
}

fn written(dice: &mut Dice, count: usize) -> Vec<Written> {
    (0..count).map(|_| Written::random(dice)).collect()
}

/// Plans `p0`, `p1` and so on, and the hypotheses about them.
fn statements(written: &[Written]) -> String {
    let mut text = String::from("nim \"Random plans\"\n");
    for (idx, plan) in written.iter().enumerate() {
        text += &plan.text(&format!("p{idx}"));
    }
    text + "hypothesis suc(p: plan)\nhypothesis ref(q: plan, p: plan)\n"
}

/// SEARCH, for both kinds of hypothesis.
fn searching(written: &[Written]) -> String {
    statements(written)
        + "method search {
             given suc(p)
             fact suc(p) <=> can p
           }
           method refute {
             given ref(q, p)
             fact ref(q, p) <=> not can p against q
           }\n"
}

/// EXPAND, OREXPAND and MODEXPAND. The facts on joined plans are those that the paper prints, guarded in two ways: where
/// a better goal is reached already nothing has to follow, and what is not kept cannot be got by a move.
fn expanding(written: &[Written]) -> String {
    let mut text = statements(written);
    for (idx, plan) in written.iter().enumerate() {
        let p = if plan.about.is_some() {
            format!("x.p{idx}(n)")
        } else {
            format!("x.p{idx}")
        };
        text += &format!("method expand_p{idx} {{\n  given suc({p})\n");
        for next in [
            format!("some m in moves({p})"),
            format!("every m in replies({p})"),
        ] {
            text += &format!(
                "  fact suc({p}) <=> kept({p}) and (reached({p}) or ({next} : suc({p})))\n"
            );
        }
        text += "}\n";
    }
    for (joined, parts) in [("p or q", "suc(p) or suc(q)"), ("p mod q", "suc(p)")] {
        let name = joined.replace(' ', "_");
        text += &format!("method expand_{name} {{\n  given suc({joined})\n");
        for next in [
            format!("some m in moves({joined})"),
            format!("every m in replies({joined})"),
        ] {
            text += &format!("  fact {parts} => reached({joined}) or ({next} : suc({joined}))\n");
            text += &format!(
                "  fact {parts} or (kept({joined}) and ({next} : suc({joined}))) <=> suc({joined})\n"
            );
        }
        text += "}\n";
    }
    text
}

fn advice(name: &str, piece: &Piece) -> String {
    let Piece {
        better,
        holding,
        us,
        them,
        ..
    } = piece;
    let (better, holding, us, them) = (&better.text, &holding.text, &us.text, &them.text);
    format!(
        "advice {name} {{\n  better {better}\n  holding {holding}\n  us {us}\n  them {them}\n  convention al3\n}}\n"
    )
}

/// Exactly one of (X, BG, HG, MCX, MCY) and (Y, not HG, not (BG and HG), MCY, MCX) is satisfiable.
#[test]
fn a_piece_or_its_inverse_is_satisfiable_and_never_both() {
    let (mut n_cases, mut n_satisfied) = (0, 0);
    for seed in 0..1_000 {
        let mut dice = Dice(seed * 2 + 1);
        let own = Written::random(&mut dice);
        let piece = Piece {
            side: side(&mut dice),
            better: Goal::random(&mut dice, 2),
            holding: own.holding,
            us: own.us,
            them: Moves::random(&mut dice),
        };
        let inverse = piece.inverse();
        let text = String::from("nim \"A piece and its inverse\"\n")
            + &advice("piece", &piece)
            + &advice("inverse", &inverse);
        let program = program(&text);
        let positions = positions(heaps(&mut dice));
        let found = [(&piece, 0), (&inverse, 1)].map(|(piece, idx)| {
            satisfiable(&program, &program.pieces[idx], piece.side, &positions)
        });
        for (idx, position) in positions.iter().enumerate() {
            let truth = piece.is_satisfiable(position);
            assert_eq!(
                inverse.is_satisfiable(position),
                !truth,
                "{text}{position:?}"
            );
            assert_eq!(found[0][idx], [truth; 2], "{text}{position:?}");
            assert_eq!(found[1][idx], [!truth; 2], "{text}{position:?}");
            n_cases += 1;
            n_satisfied += u32::from(truth);
        }
    }
    eprintln!("{n_cases} cases, {n_satisfied} satisfied");
    assert!((n_cases / 4..n_cases / 4 * 3).contains(&n_satisfied));
}

/// The two definitions of `ref`: A is not satisfiable, A1 is. The search finds the first from `can p against q`; the
/// second is a piece of advice, written out.
#[test]
fn both_definitions_of_ref_agree() {
    let (mut n_cases, mut n_refuted) = (0, 0);
    for seed in 0..500 {
        let mut dice = Dice(seed * 2 + 1);
        let truth = Truth::of(written(&mut dice, 2));
        let owner = side(&mut dice);
        let [px, py] = [owner, !owner].map(|owner| dice.plan(&truth.written, owner, 1));
        let a1 = counter_piece(&truth, &py, &px);
        let program = program(&(searching(&truth.written) + &advice("a1", &a1)));
        let positions = positions(heaps(&mut dice));
        let asked = format!("ref({}, {})", write(&py), write(&px));
        let reasoned = answers(&program, &asked, &positions);
        let found_a1 = satisfiable(&program, &program.pieces[0], !owner, &positions);
        let piece = lang::plans::piece(&program, &px, Some(&py));
        let found_a = satisfiable(&program, &piece, owner, &positions);
        for (idx, position) in positions.iter().enumerate() {
            let [by_a, by_a1] = truth.refutes(&py, &px, position);
            let case = format!("{}{asked} {position:?}", searching(&truth.written));
            assert_eq!(by_a, by_a1, "{case}");
            assert_eq!(reasoned[idx], Some(by_a), "{case}");
            assert_eq!(found_a1[idx], [by_a; 2], "{case}");
            assert_eq!(found_a[idx], [!by_a; 2], "{case}");
            n_cases += 1;
            n_refuted += u32::from(by_a);
        }
    }
    eprintln!("{n_cases} cases, {n_refuted} refuted");
    assert!((n_cases / 5..n_cases / 5 * 4).contains(&n_refuted));
}

/// A1 = (Y, not HGX, not HGX or (not BGX and HGY), MCY, MCX), as Y writes it.
fn counter_piece(truth: &Truth, py: &Plan, px: &Plan) -> Piece {
    let of = |plan: &Plan| match plan.form() {
        PlanForm::Simple(simple) => {
            let plan = truth.written[simple.idx as usize].clone();
            // A piece is about nothing, so what the plan is about is written out.
            let about = plan.about.unwrap_or_default().to_string();
            let text = plan.better.text.replace("!= n", &format!("!= {about}"));
            let better = Goal {
                text,
                ..plan.better
            };
            Written { better, ..plan }
        }
        PlanForm::Or(..) | PlanForm::Mod(..) => panic!("a plan that is written down"),
    };
    let (x, y) = (of(px), of(py));
    let fails = x.holding.not().of_the_other();
    Piece {
        side: py.owner(),
        holding: fails.or(&x.better.not().of_the_other().and(&y.holding)),
        better: fails,
        us: y.us,
        them: x.us,
    }
}

/// `suc` of an or-plan follows from `suc` of each part, wherever a plan fails all narrower ones fail, and equal plans fare
/// alike, however they are joined. The same holds against a plan of the other side.
#[test]
fn what_fails_in_the_large_fails_in_the_small() {
    let (mut n_or, mut n_narrower, mut n_equal) = (0, 0, 0);
    for seed in 0..300 {
        let mut dice = Dice(seed * 2 + 1);
        let mut truth = Truth::of(written(&mut dice, 3));
        let owner = side(&mut dice);
        let program = program(&searching(&truth.written));
        let q = dice.plan(&truth.written, owner, 4);
        let p = narrowed(&mut dice, &q);
        let other = dice.plan(&truth.written, !owner, 2);
        let positions = positions(heaps(&mut dice));
        let mut succeeds = |plan: &Plan, against: Option<&Plan>| {
            let piece = lang::plans::piece(&program, plan, against);
            let found = satisfiable(&program, &piece, owner, &positions);
            for (position, found) in positions.iter().zip(&found) {
                let truth = match against {
                    None => truth.succeeds(plan, position),
                    Some(other) => !truth.refutes(other, plan, position)[0],
                };
                assert_eq!(*found, [truth; 2], "{} {position:?}", write(plan));
            }
            found
        };
        for against in [None, Some(&*other)] {
            let (of_p, of_q) = (succeeds(&p, against), succeeds(&q, against));
            let either = succeeds(&Plan::or(p.clone(), q.clone()), against);
            for (idx, position) in positions.iter().enumerate() {
                if of_p[idx][0] || of_q[idx][0] {
                    assert!(
                        either[idx][0],
                        "{} or {} {position:?}",
                        write(&p),
                        write(&q)
                    );
                    n_or += 1;
                }
                if p.is_narrower_than(&q) && !of_q[idx][0] {
                    assert!(!of_p[idx][0], "{} in {} {position:?}", write(&p), write(&q));
                    n_narrower += u32::from(p != q);
                }
                if p == q {
                    assert_eq!(
                        of_p[idx],
                        of_q[idx],
                        "{} as {} {position:?}",
                        write(&p),
                        write(&q)
                    );
                    n_equal += u32::from(!p.is_written_like(&q));
                }
            }
        }
    }
    eprintln!(
        "{n_or} or-plans with a part that succeeds, {n_narrower} plans narrower than one that fails, \
         {n_equal} equal plans that are written in another way"
    );
    assert!(n_or > 5_000 && n_narrower > 500 && n_equal > 500);
}

/// A part of a plan, or another plan that may be narrower, or the same joined in another order.
fn narrowed(dice: &mut Dice, plan: &Arc<Plan>) -> Arc<Plan> {
    match plan.form() {
        PlanForm::Simple(_) => plan.clone(),
        PlanForm::Or(a, b) if dice.below(4) == 0 => Plan::or(narrowed(dice, b), narrowed(dice, a)),
        PlanForm::Mod(a, b) if dice.below(4) == 0 => match a.form() {
            PlanForm::Mod(a, c) => Plan::modified(a.clone(), Plan::or(b.clone(), c.clone())),
            PlanForm::Simple(_) | PlanForm::Or(..) => plan.clone(),
        },
        PlanForm::Or(a, b) | PlanForm::Mod(a, b) => match dice.below(7) {
            0 => plan.clone(),
            1 => narrowed(dice, b),
            2 => Plan::or(narrowed(dice, a), narrowed(dice, b)),
            3 => Plan::modified(a.clone(), narrowed(dice, b)),
            4 => Plan::modified(narrowed(dice, a), narrowed(dice, b)),
            5 => Plan::modified(plan.clone(), narrowed(dice, b)),
            _ => narrowed(dice, a),
        },
    }
}

/// What is expanded to the end is answered as the search answers it, as the reference evaluator does, and as it is.
#[test]
fn expansion_answers_as_the_search_does() {
    let (mut n_cases, mut n_yes, mut n_joined) = (0, 0, 0);
    for seed in 0..120 {
        let mut dice = Dice(seed * 2 + 1);
        let mut truth = Truth::of(written(&mut dice, 3));
        let owner = side(&mut dice);
        let plan = dice.plan(&truth.written, owner, 3);
        let positions = positions(heaps(&mut dice));
        let asked = format!("suc({})", write(&plan));
        let searching = program(&searching(&truth.written));
        let searched = answers(&searching, &asked, &positions);
        let expanded = answers(&program(&expanding(&truth.written)), &asked, &positions);
        let piece = lang::plans::piece(&searching, &plan, None);
        let found = satisfiable(&searching, &piece, owner, &positions);
        for (idx, position) in positions.iter().enumerate() {
            let succeeds = truth.succeeds(&plan, position);
            let case = format!("{}{asked} {position:?}", expanding(&truth.written));
            assert_eq!(expanded[idx], Some(succeeds), "{case}");
            assert_eq!(searched[idx], Some(succeeds), "{case}");
            assert_eq!(found[idx], [succeeds; 2], "{case}");
            n_cases += 1;
            n_yes += u32::from(succeeds);
            n_joined += u32::from(plan.size() > 1);
        }
    }
    eprintln!("{n_cases} cases, {n_joined} of plans made of plans, {n_yes} succeed");
    assert!((n_cases / 5..n_cases / 5 * 4).contains(&n_yes) && n_joined > n_cases / 2);
}

/// The moves of a plan come in the order of the paper: those that serve both parts first.
#[test]
fn joined_plans_make_the_moves_of_both_first() {
    let mut n_several = 0;
    for seed in 0..1_000 {
        let mut dice = Dice(seed * 2 + 1);
        let truth = Truth::of(written(&mut dice, 3));
        let program = program(&statements(&truth.written));
        let plan = dice.plan(&truth.written, Side::Us, 4);
        let constraint = lang::plans::moves(&program, &plan);
        for position in positions(heaps(&mut dice)) {
            let mut evaluator = Evaluator::new(&Nim, &program, Budget::steps(STEPS));
            let moves = evaluator.moves(&constraint, Scene::of(&position));
            let expected = truth.moves(&plan, &position);
            n_several +=
                u32::from(expected.len() > 1 && expected.len() < Nim.legal_moves(&position).len());
            assert_eq!(moves, Ok(expected), "{} {position:?}", write(&plan));
        }
    }
    assert!(n_several > 1_000, "{n_several}");
}
