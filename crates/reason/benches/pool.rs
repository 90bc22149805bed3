//! How long pools of 200 hypotheses and 500 facts take, and how long graphs of sixty nodes.
//!
//! `cargo bench -p nasvet-reason` prints one line for each kind of pool: the slowest and the mean of twenty, from the
//! first fact to the answer, with the targets brought up to date after every fact.

#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

#[expect(dead_code, reason = "a bench needs a part of it")]
#[path = "../tests/it/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::Dice;
use common::graphs::{Graph, ask, chapter, told};
use nasvet_reason::logic::{PoolHypothesis, Proposition, Prover, TargetPair};
use nasvet_reason::{Control, Multiplication, Simplification};

const N_HYPOTHESES: usize = 200;
const N_FACTS: usize = 500;
const N_POOLS: u64 = 20;

type Throw = fn(&mut Dice, &[bool]) -> Proposition;

fn main() {
    let kinds: [(&str, Throw); 3] = [
        ("mixed facts", |dice, values| dice.true_fact(values)),
        ("implications and equivalences", relations),
        ("clauses of three", clauses),
    ];
    for (name, throw) in kinds {
        let (mut open, mut times) = (0, Vec::new());
        for seed in 1..=N_POOLS {
            let (time, is_open) = pool(seed, throw);
            open += u32::from(is_open);
            times.push(time);
        }
        report(name, &times, &format!("{open} of {N_POOLS} stay open"));
    }
    let program = chapter();
    let (mut cycles, mut times) = (0, Vec::new());
    for seed in 0..500 {
        let graph = Graph::random(&mut Dice(seed * 2 + 1), 60, false);
        let text = graph.text();
        let start = Instant::now();
        let (verdict, n) = ask(
            &program,
            &text,
            "goal(n0)",
            Control::default(),
            |reasoner| (reasoner.run(), reasoner.n_cycles()),
        );
        times.push(start.elapsed());
        assert_eq!(told(verdict), Some(graph.solved()[0]));
        cycles += n;
    }
    report(
        "graphs of up to 60 nodes",
        &times,
        &format!("{cycles} cycles in all"),
    );
}

/// One pool: how long until the answer, and whether there is none.
fn pool(seed: u64, throw: Throw) -> (Duration, bool) {
    let mut dice = Dice(seed);
    let values: Vec<bool> = (0..N_HYPOTHESES).map(|_| dice.below(2) == 1).collect();
    let facts: Vec<Proposition> = (0..N_FACTS).map(|_| throw(&mut dice, &values)).collect();
    let question = Proposition::from(PoolHypothesis(dice.below(N_HYPOTHESES as u64) as u32));
    let start = Instant::now();
    let how = Multiplication::Immediate(100);
    let mut targets =
        TargetPair::of(&question, Simplification::ALL, how).expect("a short question");
    let mut prover = Prover::new(100_000);
    for fact in &facts {
        let _ = targets.update(fact);
        prover.add(fact);
    }
    let yes = prover.implied(&question).expect("decided").is_some();
    let no = prover
        .implied(&question.clone().negated())
        .expect("decided")
        .is_some();
    let time = start.elapsed();
    let truth = question.holds(&|hypothesis| values[hypothesis.0 as usize]);
    let is_wrong = if truth { no } else { yes };
    assert!(!is_wrong, "nothing wrong follows");
    (time, !yes && !no)
}

/// Facts that relate hypotheses, and say of none by itself that it holds.
fn relations(dice: &mut Dice, values: &[bool]) -> Proposition {
    loop {
        let fact = dice.table_fact(values.len() as u64);
        let relates = matches!(fact, Proposition::Implies(..) | Proposition::Iff(..));
        if relates && fact.holds(&|hypothesis| values[hypothesis.0 as usize]) {
            return fact;
        }
    }
}

/// Clauses of three hypotheses, each as it is or negated.
fn clauses(dice: &mut Dice, values: &[bool]) -> Proposition {
    loop {
        let parts = dice.hypotheses(3, values.len() as u64);
        let parts = parts.into_iter().map(|part| {
            if dice.below(2) == 0 {
                part
            } else {
                part.negated()
            }
        });
        let fact = Proposition::Or(parts.collect());
        if fact.holds(&|hypothesis| values[hypothesis.0 as usize]) {
            return fact;
        }
    }
}

fn report(name: &str, times: &[Duration], more: &str) {
    let slowest = times.iter().max().copied().unwrap_or_default();
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    println!("{name:32} slowest {slowest:>10.1?}  mean {mean:>10.1?}  {more}");
}
