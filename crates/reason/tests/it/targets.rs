//! Targets against truth tables, and the prover against targets that are multiplied out.

use nasvet_reason::logic::{PoolHypothesis, Proposition, Prover, TargetPair};
use nasvet_reason::{Multiplication, Simplification};

use crate::common::{Dice, assignments, valued};

const N: u32 = 6;
const NO_LIMIT: Multiplication = Multiplication::Immediate(usize::MAX);

/// A few facts that can all be true, and a question.
fn small_pool(dice: &mut Dice) -> (Vec<Proposition>, Proposition) {
    let values: Vec<bool> = (0..N).map(|_| dice.below(2) == 1).collect();
    let n_facts = dice.below(7);
    let facts = (0..n_facts).map(|_| dice.true_fact(&values)).collect();
    let question = match dice.below(3) {
        0 => dice.formula(2, u64::from(N)),
        _ => dice.hypothesis(u64::from(N)),
    };
    (facts, question)
}

/// By the truth table: always true where the facts are, always false there, or neither.
fn by_truth_table(facts: &[Proposition], question: &Proposition) -> Option<bool> {
    let mut seen = [false, false];
    for values in assignments(N) {
        if facts.iter().all(|fact| fact.holds(&valued(&values))) {
            seen[usize::from(question.holds(&valued(&values)))] = true;
        }
    }
    match seen {
        [false, true] => Some(true),
        [true, false] => Some(false),
        [true, true] => None,
        [false, false] => panic!("facts that are all true somewhere"),
    }
}

fn targets(
    facts: &[Proposition],
    question: &Proposition,
    rules: Simplification,
    how: Multiplication,
) -> TargetPair {
    let mut targets = TargetPair::of(question, rules, how).expect("small");
    for fact in facts {
        targets.update(fact).expect("small");
    }
    targets
}

/// What the targets say when everything that waits is multiplied in after all.
fn told(targets: &TargetPair) -> Option<bool> {
    let product = |target: &nasvet_reason::logic::CForm| {
        let factors = targets.waiting();
        factors.fold(target.clone(), |product, factor| {
            product.times(factor, Simplification::ALL)
        })
    };
    let (yes, no) = (product(targets.positive()), product(targets.negative()));
    match (yes.is_theorem(), no.is_theorem()) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
        (true, true) => panic!("the facts can all be true"),
    }
}

#[test]
fn targets_tell_what_the_truth_table_tells_under_every_setting() {
    let mut dice = Dice(7);
    let mut answers = [0, 0, 0];
    for round in 0..3_000 {
        let (facts, question) = small_pool(&mut dice);
        let expected = by_truth_table(&facts, &question);
        answers[expected.map_or(2, usize::from)] += 1;
        let switches = round % 8;
        let rules = Simplification {
            tautologies: switches & 1 == 0,
            implied: switches & 2 == 0,
            values: switches & 4 == 0,
        };
        let ways = [
            NO_LIMIT,
            Multiplication::Immediate(4),
            Multiplication::Partial,
            Multiplication::Delayed,
        ];
        for how in ways {
            // Without rule 2 equal lines pile up, as they should; a few facts are enough to see it.
            let facts = if rules.implied {
                &facts[..]
            } else {
                &facts[..facts.len().min(3)]
            };
            let expected = by_truth_table(facts, &question);
            let targets = targets(facts, &question, rules, how);
            assert_eq!(
                told(&targets),
                expected,
                "{rules:?} {how:?} {facts:?} {question}"
            );
            for (hypothesis, truth) in targets.values() {
                let value = by_truth_table(facts, &(*hypothesis).into());
                assert_eq!(value, Some(*truth), "rule 3 inserts what follows");
            }
        }
    }
    assert!(answers.iter().all(|n| *n > 200), "{answers:?}");
}

#[test]
fn the_prover_answers_as_plain_multiplication_does() {
    let mut dice = Dice(8);
    for _ in 0..3_000 {
        let (facts, question) = small_pool(&mut dice);
        let expected = told(&targets(&facts, &question, Simplification::ALL, NO_LIMIT));
        let mut prover = Prover::new(100_000);
        for fact in &facts {
            prover.add(fact);
        }
        let opposite = question.clone().negated();
        let yes = prover.implied(&question).expect("a small pool");
        let no = prover.implied(&opposite).expect("a small pool");
        assert_eq!(yes.is_some(), expected == Some(true));
        assert_eq!(no.is_some(), expected == Some(false));
        let Some(truth) = expected else { continue };
        let answer = if truth { question } else { opposite };
        let needed = prover
            .needed(&prover.all_facts(), &answer)
            .expect("small")
            .expect("implied");
        let facts_but = |left_out: Option<usize>| {
            let kept = (0..needed.len()).filter(|idx| Some(*idx) != left_out);
            let kept: Vec<Proposition> = kept
                .map(|idx| facts[needed[idx].0 as usize].clone())
                .collect();
            by_truth_table(&kept, &answer)
        };
        assert_eq!(facts_but(None), Some(true), "the needed facts are enough");
        for idx in 0..needed.len() {
            assert_eq!(facts_but(Some(idx)), None, "every one of them is needed");
        }
    }
}

/// 200 hypotheses and 500 facts of mixed form, all true under some hidden values.
#[test]
fn a_large_pool_is_answered_and_stays_small() {
    for seed in 1..=5 {
        let mut dice = Dice(seed);
        let values: Vec<bool> = (0..200).map(|_| dice.below(2) == 1).collect();
        let question = Proposition::from(PoolHypothesis(dice.below(200) as u32));
        let truth = question.holds(&valued(&values));
        let how = Multiplication::Immediate(100);
        let mut targets = TargetPair::of(&question, Simplification::ALL, how).expect("small");
        let mut prover = Prover::new(100_000);
        for _ in 0..500 {
            let fact = dice.true_fact(&values);
            targets.update(&fact).expect("small");
            prover.add(&fact);
        }
        for (hypothesis, value) in targets.values() {
            assert_eq!(*value, values[hypothesis.0 as usize]);
        }
        assert!(targets.positive().lines().len() <= 100);
        assert!(targets.negative().lines().len() <= 100);
        let yes = prover.implied(&question).expect("decided").is_some();
        let no = prover
            .implied(&question.clone().negated())
            .expect("decided")
            .is_some();
        assert!(
            yes == truth && no != truth,
            "this many facts leave nothing open"
        );
    }
}
